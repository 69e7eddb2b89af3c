"""Tables of statistics programs: SPSS, Stata and SAS, with their labels.

A column of labelled codes is read as its labels, so that it is masked by meaning, and written as codes with labels.
What the respondent did not answer (user-missing codes) is read as missing; where the column is kept, the codes come
back.
"""

import io
import re
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any

import numpy as np
import polars as pl

from semblant.data.decode import known_encoding
from semblant.data.formats import FORMATS, needed
from semblant.data.frames import to_frame
from semblant.data.plain import spell
from semblant.data.source import AUTO, Reading, Source
from semblant.data.surveyend import more_than_table
from semblant.data.table import Origin, Table, refuse_names
from semblant.data.typed import typed_columns
from semblant.errors import InputError, OutputError
from semblant.folders import Scratch
from semblant.policy.model import MISSING, Formulas

_EXTRA = "survey"
_READERS = {
    "sav": "read_sav", "zsav": "read_sav", "dta": "read_dta", "xpt": "read_xport", "sas7bdat": "read_sas7bdat",
}  # fmt: skip
_KINDS = tuple(_READERS)
_EXACT = 2**53
_FIRST_YEAR = 1600  # SPSS counts from 1582
_GREATEST = 1e300  # the greatest numbers stand for missing values
_SAS_RANGE = (1e-77, 1e74)  # of its transport files, whose numbers are those of old mainframes
_INT32 = 2**31 - 1
_CHARACTERISTIC = b"</variable_labels><characteristics><ch>"
_UNICODE_STATA = tuple(b"<stata_dta><header><release>%d" % release for release in (118, 119))

Labels = Mapping[Any, str]
"""The label of each code of a column."""


@dataclass(frozen=True)
class Survey:
    """What a file of a statistics program says about its columns."""

    kind: str
    variables: Mapping[str, str] = field(default_factory=dict)
    labels: Mapping[str, Labels] = field(default_factory=dict)
    labelled: frozenset[str] = frozenset()
    """The columns that are read as labels."""
    missing: Mapping[str, Sequence[Mapping[str, Any]]] = field(default_factory=dict)
    """The codes that count as missing, as ranges."""
    letters: Mapping[str, pl.Series] = field(default_factory=dict)
    """Stata's missing values .a to .z, for every record."""
    formats: Mapping[str, str] = field(default_factory=dict)
    measures: Mapping[str, str] = field(default_factory=dict)
    encoding: str | None = None
    """What the text was read as, where the file does not say it."""


def read(source: Source, reading: Reading) -> Table:
    """The table of a statistics program: labels where all codes have one, else the codes."""
    library = needed("pyreadstat", _EXTRA, source.where)
    kind = next(one.name for one in FORMATS if one.module == "survey" and one.magic and one.magic.match(source.head))
    encoding = _encoding(library, kind, source, reading.encoding)
    typed, meta = _load(library, kind, source, encoding)
    refuse_names(typed.columns, source.where)
    if typed.height == 0 or typed.width == 0:
        raise InputError("The file has no records.", where=source.where)
    letters = {column.name: _letters(column) for column in typed if column.dtype == pl.Object}
    typed = typed.select(_numbers(column) if column.name in letters else column for column in typed)
    typed = typed.with_columns(pl.selectors.by_dtype(pl.Null).cast(pl.Float64))  # numbers, all of them missing
    survey = Survey(
        kind,
        {name: label for name, label in meta.column_names_to_labels.items() if label},
        {name: dict(labels) for name, labels in meta.variable_value_labels.items()},
        missing=dict(meta.missing_ranges),
        letters=letters,
        formats={name: text for name, text in meta.original_variable_types.items() if text},
        measures=dict(meta.variable_measure),
        encoding=encoding,
    )
    texts = {column.name: _texts(column, survey, source.where) for column in typed}
    survey = Survey(**{**vars(survey), "labelled": frozenset(name for name, (_, by) in texts.items() if by)})
    notes: tuple[str, ...] = ()
    if survey.labelled:
        notes = (f"read as the labels of their codes: {', '.join(n for n in typed.columns if n in survey.labelled)}",)
    origin = Origin(source.name, kind, sha256=source.sha256, path=source.path, notes=notes, details=survey)
    types = {column.name: column.dtype for column in typed if column.name not in survey.labelled}
    return Table(pl.DataFrame([text for text, _ in texts.values()]), origin, typed=typed, types=types)


def _load(library: Any, kind: str, source: Source, encoding: str | None) -> tuple[pl.DataFrame, Any]:
    load = getattr(library, _READERS[kind])
    how: dict[str, Any] = {"output_format": "polars", "encoding": encoding}
    try:
        if kind != "xpt":
            how["user_missing"] = True
        if kind == "dta":  # dates in formats of the user's own
            _, meta = load(io.BytesIO(source.content), metadataonly=True, encoding=encoding)
            own = {form for form in meta.original_variable_types.values() if form}
            how["extra_date_formats"] = sorted(form for form in own if form.startswith(("%td", "%d")))
            how["extra_datetime_formats"] = sorted(form for form in own if form.startswith("%tc") and "HH" not in form)
        typed, meta = load(io.BytesIO(source.content), **how)
    except UnicodeDecodeError as error:
        raise InputError(
            "The text in the file is not UTF-8, and the file does not say what it is.",
            where=source.where,
            hints=["set encoding: to that of the file; cp1252 is Western European Windows"],
        ) from error
    except (library.ReadstatError, library.PyreadstatError, ValueError, OSError) as error:
        raise InputError("The file is not a whole file of its format.", where=source.where) from error
    return typed, meta


def _encoding(library: Any, kind: str, source: Source, given: str) -> str | None:
    """The encoding to read a file by, where one is given and the file itself, as releases do, does not show UTF-8."""
    if given.lower() == AUTO:
        return None
    known = known_encoding(given).name
    if kind == "dta" and source.content.startswith(_UNICODE_STATA):
        return None
    if kind in ("sav", "zsav", "xpt"):
        with suppress(InputError, library.ReadstatError, ValueError):
            _, meta = _load(library, kind, source, None)
            return None if kind == "xpt" or meta.file_encoding == "UTF-8" else known
    return known


def _letters(column: pl.Series) -> pl.Series:
    return pl.Series(column.name, [cell if isinstance(cell, str) else None for cell in column], pl.String)


def _numbers(column: pl.Series) -> pl.Series:
    return pl.Series(column.name, [None if isinstance(cell, str) else cell for cell in column], pl.Float64)


def _texts(column: pl.Series, survey: Survey, where: str) -> tuple[pl.Series, bool]:
    """A column as text, and whether that is its labels: if every code that counts has one."""
    valid = _valid(column, survey.missing.get(column.name, ()))
    text = spell(valid, where, pointed=False)
    labels = survey.labels.get(column.name, {})
    codes = valid.drop_nulls().unique().to_list()
    if not labels or not codes or not all(code in labels and labels[code].strip() for code in codes if code != MISSING):
        return text, False
    named = valid.replace_strict({code: labels[code] for code in codes if code in labels}, default=None,
                                 return_dtype=pl.String)  # fmt: skip
    return named.fill_null(MISSING), True


def _valid(column: pl.Series, ranges: Sequence[Mapping[str, Any]]) -> pl.Series:
    """A column without its user-missing codes."""
    return column.zip_with(~_user_missing(column, ranges), column.clear(len(column)))


def _user_missing(column: pl.Series, ranges: Sequence[Mapping[str, Any]]) -> pl.Series:
    """Which cells hold a code that counts as missing."""
    found = pl.Series([False] * len(column))
    for one in ranges:
        lo, hi = one["lo"], one["hi"]
        if isinstance(lo, str) == (column.dtype == pl.String):
            found |= column.is_between(lo, hi).fill_null(False)
    return found


# --- writing -----------------------------------------------------------------------------------------------------


def write(table: Table, kind: str, _formulas: Formulas) -> bytes:
    """A table as a file of a statistics program; of its labels, only those of released columns and codes."""
    library = needed("pyreadstat", _EXTRA, table.origin.name)
    survey = table.origin.details if isinstance(table.origin.details, Survey) else Survey(kind)
    columns, labels = [], {}
    for name, plain in zip(table.names, _plain_columns(table, survey, kind), strict=True):
        codes, own = _coded(table, name, plain, survey) if _carried(name, survey, kind) else (plain, {})
        columns.append(_storable(codes, kind).alias(name))
        if own:
            labels[name] = {
                int(code) if kind == "dta" and not isinstance(code, str) else code: own[code] for code in own
            }
    frame = pl.DataFrame(columns)
    how = _settings(kind, survey, table, frame, labels)
    with Scratch() as scratch:
        path = scratch.folder / f"release.{kind}"
        write_file = getattr(
            library, {"sav": "write_sav", "zsav": "write_sav", "dta": "write_dta"}.get(kind, "write_xport")
        )
        try:
            write_file(_with_letters(frame, table, survey, kind), str(path), **how)
        except (library.ReadstatError, library.PyreadstatError, ValueError) as error:
            raise OutputError(
                f"The table cannot be written in this format: {_reason(error)}. Nothing was published.",
                where=table.origin.name,
                hints=["rename columns whose names it does not allow", "--to parquet", "--to csv"],
            ) from None
        return _without_times(path.read_bytes(), kind)


def _reason(error: Exception) -> str:
    """What the library says, if it is about names, which are no values of the data."""
    text = str(error)
    return text[0].lower() + text[1:] if "name" in text else "one of its values does not fit"


def _carried(name: str, survey: Survey, kind: str) -> bool:
    """Whether a format has labels for the codes of a column: Stata only for whole numbers, SAS in other files."""
    codes = [code for code in survey.labels.get(name, {}) if not isinstance(code, str) or kind not in ("dta", "xpt")]
    if kind == "dta":
        return bool(codes) and all(float(code).is_integer() and abs(code) < _INT32 for code in codes)
    return kind in ("sav", "zsav")


def _plain_columns(table: Table, survey: Survey, kind: str) -> list[pl.Series]:
    """The released columns in types of their own, masked labels not yet turned into codes."""
    if table.origin.format not in _KINDS or not isinstance(table.typed, pl.DataFrame):
        return [*typed_columns(table, lambda column: _spelled(column, kind))]
    texts = [n for n in table.names if n in survey.labelled and (n in table.replaced or not _carried(n, survey, kind))]
    others = table.with_columns({}, drop=texts)
    typed = to_frame(others, table.typed) if others.names else pl.DataFrame()
    if kind not in ("sav", "zsav"):  # which alone say that a code is a missing value
        typed = typed.with_columns(_valid(typed[name], ranges) for name, ranges in survey.missing.items()
                                   if name in typed.columns and name not in table.replaced)  # fmt: skip
    return [typed[name] if name in typed.columns else table.frame[name] for name in table.names]


def _spelled(column: pl.Series, kind: str) -> pl.Series | None:
    """How a column would be read back; None where the format cannot hold it."""
    type_, (least, greatest) = column.dtype, _SAS_RANGE if kind == "xpt" else (0.0, _GREATEST)
    if type_.is_integer():
        held = column.abs().max()
        return spell(column, "") if held is None or int(str(held)) < _EXACT else None
    if type_ == pl.Float64:
        size = column.abs()
        return spell(column, "", pointed=False) if ((size == 0) | size.is_between(least, greatest)).all() else None
    if isinstance(type_, pl.Date) or (isinstance(type_, pl.Datetime) and type_.time_zone is None):
        whole = isinstance(type_, pl.Date) or (column.dt.truncate("1s") == column).all()
        return spell(column, "") if whole and (column.dt.year() >= _FIRST_YEAR).all() else None
    return None


def _coded(table: Table, name: str, plain: pl.Series, survey: Survey) -> tuple[pl.Series, dict[Any, str]]:
    """The codes of a released column, and their labels: those in use and no others."""
    book = survey.labels.get(name, {})
    if name in survey.labelled and name in table.replaced:
        return _recoded(table.frame[name], book)
    used = {code: book[code] for code in plain.drop_nulls().unique().sort().to_list() if code in book} if book else {}
    letters = _picked(table, survey, name)
    if letters is not None:
        used |= {letter: book[letter] for letter in letters.drop_nulls().unique().sort().to_list() if letter in book}
    if name not in survey.labelled and used and _all_labelled(plain, used, survey.missing.get(name, ())):
        used = {}  # they would be taken for labelled codes, which the column as a whole is not
    return plain, used


def _all_labelled(plain: pl.Series, used: Labels, ranges: Sequence[Mapping[str, Any]]) -> bool:
    valid = plain.filter(~_user_missing(plain, ranges)).drop_nulls().unique().to_list()
    return all(code in used for code in valid if code != MISSING)  # as it will be read


def _recoded(texts: pl.Series, book: Labels) -> tuple[pl.Series, dict[Any, str]]:
    """Masked labels as codes: those that the column has, and new ones after all of its own."""
    codes: dict[str, Any] = {}
    for code in sorted((code for code in book if not isinstance(code, str)), reverse=True):
        codes[book[code]] = code
    released = [text for text in texts.unique().sort() if text != MISSING]
    textual = bool(book) and all(isinstance(code, str) for code in book)
    if textual:
        codes = {book[code]: code for code in sorted(book, reverse=True)}
        codes |= {text: text for text in released if text not in codes}
    else:
        following = int(max((code for code in book if not isinstance(code, str)), default=0)) + 1
        new = [text for text in released if text not in codes]
        codes |= {text: float(following + i) for i, text in enumerate(new)}
    kind = pl.String if textual else pl.Float64
    coded = texts.replace_strict({text: codes[text] for text in released}, default=None, return_dtype=kind)
    return coded, {codes[text]: text for text in released}


def _storable(column: pl.Series, kind: str) -> pl.Series:
    """A column in a type that the format stores."""
    if column.dtype.is_integer():
        most = column.abs().max()
        return column.cast(pl.Int32 if kind == "dta" and (most is None or int(str(most)) < _INT32) else pl.Float64)
    if column.dtype == pl.Boolean or isinstance(column.dtype, pl.Categorical | pl.Enum):
        return spell(column, "")
    return column.fill_null(MISSING) if column.dtype == pl.String else column


def _settings(
    kind: str, survey: Survey, table: Table, frame: pl.DataFrame, labels: Mapping[str, Labels]
) -> dict[str, Any]:
    """What the file says about its columns: of kept ones all that is about released cells, of others the label.

    Numbers and dates that were replaced by such are shown in the same format.
    """
    kept = [name for name in frame.columns if name not in table.replaced]
    shown = {
        *kept,
        *(name for name, type_ in table.types.items() if name in table.names and frame[name].dtype == type_),
    }
    how: dict[str, Any] = {"column_labels": {n: survey.variables[n] for n in frame.columns if n in survey.variables}}
    if kind == survey.kind or {kind, survey.kind} <= {"sav", "zsav"}:
        how["variable_format"] = {n: f for n, f in survey.formats.items() if n in shown and frame[n].dtype != pl.String}
    if kind in ("sav", "zsav"):
        how["missing_ranges"] = {
            name: ranges for name in kept if (ranges := _in_use(frame[name], survey.missing.get(name, ())))
        }
        how["variable_measure"] = {n: survey.measures[n] for n in kept if n in survey.measures}
        how["compress" if kind == "zsav" else "row_compress"] = True
    if kind == "dta":
        how["missing_user_values"] = {
            name: sorted(set(letters.drop_nulls().to_list()))
            for name, letters in survey.letters.items()
            if name in kept
        }
    if kind not in ("xpt", "sas7bdat"):
        how["variable_value_labels"] = labels
    return {name: value for name, value in how.items() if value}


def _in_use(column: pl.Series, ranges: Sequence[Mapping[str, Any]]) -> list[Mapping[str, Any]]:
    return [one for one in ranges if bool(_user_missing(column, [one]).any())]


def _picked(table: Table, survey: Survey, name: str) -> pl.Series | None:
    """The letters of missing values of a column that is kept."""
    if name not in survey.letters or name in table.replaced:
        return None
    return survey.letters[name] if table.rows is None else survey.letters[name][np.asarray(table.rows)]


def _with_letters(frame: pl.DataFrame, table: Table, survey: Survey, kind: str) -> pl.DataFrame:
    if kind != "dta":
        return frame
    columns = []
    for column in frame:
        letters = _picked(table, survey, column.name)
        if letters is not None and letters.null_count() < len(letters):
            mixed = [number if letter is None else letter for number, letter in zip(column, letters, strict=True)]
            column = pl.Series(column.name, mixed, pl.Object)
        columns.append(column)
    return pl.DataFrame(columns)


def _without_times(content: bytes, kind: str) -> bytes:
    """The file as if it had been written long ago, so that the same release has the same bytes."""
    if kind in ("sav", "zsav"):
        return content[:92] + b"01 Jan 8000:00:00" + content[109:]
    if kind == "dta":
        return re.sub(rb"(?<=<timestamp>\x11)[^<]{17}(?=</timestamp>)", b"01 Jan 1980 00:00", content, count=1)
    start = content.find(b"OBS", 0, 1 << 20)
    head = content[:start] if start > 0 else content[:1600]
    return re.sub(rb"\d\d[A-Z]{3}\d\d(?::\d\d){3}", b"01JAN80:00:00:00", head) + content[len(head) :]


def column_labels(table: Table) -> set[str]:
    """What a table's columns are called beside their names."""
    return set(table.origin.details.variables.values()) if isinstance(table.origin.details, Survey) else set()


def hidden(source: Source, table: Table) -> list[str]:
    """What a file of a statistics program carries beside its cells, in words."""
    library = needed("pyreadstat", _EXTRA, source.where)
    survey: Survey = table.origin.details
    _, meta = _load(library, survey.kind, source, survey.encoding)
    found = ["a label of the file"] if meta.file_label else []
    found += ["notes"] if meta.notes else ["characteristics"] if _CHARACTERISTIC in source.content else []
    found += ["sets of labels that no column has"] if meta.value_labels.keys() - meta.variable_to_label.values() else []
    found += _hidden_in_bytes(source.content, survey.kind, table.records)
    assert isinstance(table.typed, pl.DataFrame)
    for name, book in survey.labels.items():
        column = table.typed[name]
        there = set(column.drop_nulls().unique().to_list())
        there |= set(survey.letters[name].drop_nulls().to_list()) if name in survey.letters else set()
        if set(book) - there:
            found.append("labels of codes that no cell has")
    return [*dict.fromkeys(found)]


def _hidden_in_bytes(content: bytes, kind: str, records: int) -> list[str]:
    if kind == "sas7bdat":
        return []
    try:
        return ["bytes that are no part of its table"] if more_than_table(content, kind, records) else []
    except ValueError:
        return ["parts that cannot be read"]
