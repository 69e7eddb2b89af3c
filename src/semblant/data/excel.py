"""Tables in workbooks: Excel's, and OpenDocument's to read. Text stays text, numbers and dates keep their types."""

import io
import logging
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from datetime import date, datetime
from typing import Any

import polars as pl

from semblant.data.formats import needed
from semblant.data.plain import spell
from semblant.data.shownzeros import has_unread_zeros, shown_with_zeros
from semblant.data.source import Reading, Source
from semblant.data.table import Origin, Table, refuse_names
from semblant.data.titles import lines_above
from semblant.data.typed import typed_columns
from semblant.data.wholes import whole
from semblant.data.workbook import BROKEN, hidden_parts, peculiarities, refuse_scattered, refuse_swollen
from semblant.errors import InputError, PolicyError
from semblant.folders import Scratch
from semblant.policy.model import MISSING, Formulas

_EXTRA = "excel"
_SAMPLE = 200
_EXACT = 10**15  # Excel keeps 15 digits
_GREATEST = 1e300
_MILLISECOND = 1_000_000  # in nanoseconds
_FIRST_DAY = date(1900, 3, 1)  # Excel has a day before it that never was
_SHEET = "release"
_FORMATS = {pl.Date: "yyyy-mm-dd", pl.Datetime: "yyyy-mm-dd hh:mm:ss.000", pl.Time: "hh:mm:ss"}
_CREATED = datetime(2000, 1, 1)


def read(source: Source, reading: Reading) -> Table:
    """The table of a sheet; formulas count as the values that the workbook has for them."""
    excel = needed("fastexcel", _EXTRA, source.where)
    with _quiet():
        try:
            refuse_swollen(source.content, source.where)
            refuse_scattered(source.content, source.where)
            strange = peculiarities(source.content)
            book = excel.read_excel(source.content)
            sheet, above, notes = _table_of(book, reading, source.where)
            typed = _typed(book, sheet, above + 1)
            typed, zeros = shown_with_zeros(source.content, sheet, typed, above + 1)
            if has_unread_zeros(source.content):
                strange.append("zeros that a number format shows in front of numbers are read from .xlsx files only")
        except (excel.FastExcelError, *BROKEN) as error:
            raise InputError(
                "The workbook cannot be read: it is protected with a password, or not whole.",
                where=source.where,
                hints=["open it in its program and save it again without a password"],
            ) from error
        names = _texts(book, sheet, above + 1)[-1]
    if zeros:
        named = ", ".join(names[typed.columns.index(column)] for column in zeros)
        strange.append(f"read as text, as the workbook shows their numbers, with leading zeros or signs: {named}")
    return _table(typed, names, source, [*notes, *strange])


def _table(typed: pl.DataFrame, names: Sequence[str], source: Source, notes: list[str]) -> Table:
    """The cells under their names; blank rows, and columns without a name or a cell, are left out."""
    there = [i for i, name in enumerate(names) if name.strip() or typed[:, i].null_count() < typed.height]
    refuse_names([names[i] for i in there], source.where)
    typed = pl.DataFrame([typed[:, i].alias(names[i]) for i in there])
    filled = typed.filter(~pl.all_horizontal(pl.all().is_null()))
    if filled.height < typed.height - _blank_end(typed):
        notes.append("blank rows between the records are left out")
    if filled.height == 0:
        raise InputError("The sheet has no records.", where=source.where)
    text = pl.DataFrame([spell(column, source.where, pointed=False) for column in filled])
    origin = Origin(source.name, "xlsx", sha256=source.sha256, path=source.path, notes=tuple(notes))
    return Table(text, origin, typed=filled, types=filled.schema)


def _blank_end(typed: pl.DataFrame) -> int:
    """How many rows at the end are blank."""
    blank = typed.select(pl.all_horizontal(pl.all().is_null())).to_series()
    filled = blank.not_().arg_true()
    return typed.height - (int(filled[-1]) + 1 if len(filled) else 0)


def _table_of(book: Any, reading: Reading, where: str) -> tuple[int, int, list[str]]:
    """The sheet to read, how many rows stand above its header, and a word about both."""
    sheets: list[str] = book.sheet_names
    visible = [i for i in range(len(sheets)) if book.load_sheet(i, header_row=None, n_rows=1).visible == "visible"]
    notes = []
    if reading.sheet is None:
        sheet = _first_table(book, visible)
        if len(sheets) > 1:
            notes.append(f"sheet {sheets[sheet]!r} is read, one of {len(sheets)}")
    elif reading.sheet in sheets:
        sheet = sheets.index(reading.sheet)
    elif reading.sheet.isdecimal() and 1 <= whole(reading.sheet) <= len(sheets):
        sheet = whole(reading.sheet) - 1
    else:
        raise PolicyError(
            f"There is no sheet {reading.sheet!r}.", where=where, hints=[f"the sheets are: {', '.join(sheets)}"]
        )
    rows = _texts(book, sheet, _SAMPLE)
    if reading.header_row is not None:
        above = reading.header_row - 1
    elif above := _above(rows):
        notes.append(f"{above} rows above the header are not part of the table, and not released")
    if len(rows) <= above:
        raise InputError(f"The sheet {sheets[sheet]!r} has no table.", where=where, hints=["--sheet names another one"])
    return sheet, above, notes


def _first_table(book: Any, visible: Sequence[int]) -> int:
    """The first sheet with rows of several cells, such as no cover sheet has; else the first with several rows."""
    samples = {sheet: _texts(book, sheet, _SAMPLE) for sheet in visible}
    wide = (i for i, rows in samples.items() if sum(sum(map(bool, row)) > 1 for row in rows) > 1)
    long = (i for i, rows in samples.items() if len(rows) > 1)
    return next(wide, next(long, visible[0] if visible else 0))


def _above(rows: list[list[str]]) -> int:
    """How many rows stand above the header: titles, or nothing."""
    blank = next((i for i, row in enumerate(rows) if any(row)), 0)
    return lines_above(rows) or blank


def _texts(book: Any, sheet: int, rows: int) -> list[list[str]]:
    """The first rows of a sheet as text, without blank ones at the end."""
    found = book.load_sheet(sheet, header_row=None, skip_rows=0, n_rows=rows, dtypes="string").to_polars()
    texts = [[cell or "" for cell in row] for row in found.rows()]
    while texts and not any(texts[-1]):
        texts.pop()
    return texts


def _typed(book: Any, sheet: int, skip: int) -> pl.DataFrame:
    """The cells of a sheet below its header; a column of several types is text."""

    def load(**how: Any) -> pl.DataFrame:
        found: pl.DataFrame = book.load_sheet(sheet, header_row=None, skip_rows=skip, schema_sample_rows=None, **how
                                              ).to_polars()  # fmt: skip
        return found

    try:
        typed = load()
    except Exception as error:  # a column of texts and durations has no type of its own
        if "ColumnType" not in type(error).__name__:
            raise
        typed = load(dtypes="string")
    return typed.select(_plain(column) for column in typed)


def _plain(column: pl.Series) -> pl.Series:
    """A column of a type that is written back: times of a day without their day, which is Excel's first."""
    if column.dtype == pl.String:
        return column.replace({MISSING: None})
    if isinstance(column.dtype, pl.Datetime) and column.null_count() < len(column):
        last = column.dt.date().max()
        if isinstance(last, date) and last < date(1900, 1, 1):
            return column.dt.time()
        return column.dt.date() if (column == column.dt.truncate("1d")).all() else column.cast(pl.Datetime("ms"))
    return column


def _spelled(column: pl.Series) -> pl.Series | None:
    """How a column would be read back from a workbook; None where one cannot hold it."""
    kind = column.dtype
    if kind.is_integer():
        held = column.abs().max()
        return spell(column, "") if held is None or int(str(held)) < _EXACT else None
    if kind == pl.Float64:
        return spell(column, "", pointed=False) if (column.abs() < _GREATEST).all() else None
    if kind == pl.Boolean:
        return spell(column, "")
    if isinstance(kind, pl.Date) or (isinstance(kind, pl.Datetime) and kind.time_zone is None):
        first = column.min()
        early = isinstance(first, date) and (first.date() if isinstance(first, datetime) else first) < _FIRST_DAY
        return None if early else spell(column if kind == pl.Date else column.cast(pl.Datetime("ms")), "")
    if kind == pl.Time:
        return spell((column.cast(pl.Int64) // _MILLISECOND * _MILLISECOND).cast(pl.Time), "")
    return None


def write(table: Table, _kind: str, _formulas: Formulas) -> bytes:
    """A table as a workbook of one sheet: text as text, numbers and dates as such; no times or names of anybody."""
    library = needed("xlsxwriter", _EXTRA, table.origin.name)
    columns = [*typed_columns(table, _spelled)]
    file = io.BytesIO()
    with Scratch() as scratch:
        settings = {"constant_memory": True, "tmpdir": str(scratch.folder), "in_memory": False}
        book = library.Workbook(file, settings)
        book.set_properties({"created": _CREATED})
        sheet = book.add_worksheet(_SHEET, worksheet_class=_exact_sheet(library))
        for place, name in enumerate(table.names):
            sheet.write_string(0, place, name)
        writers = [_writer(book, sheet, column.dtype) for column in columns]
        for row, cells in enumerate(zip(*(column.to_list() for column in columns), strict=True), 1):
            for place, (cell, put) in enumerate(zip(cells, writers, strict=True)):
                if cell is not None:
                    put(row, place, cell)
        book.close()
    return file.getvalue()


def _exact_sheet(library: Any) -> Any:
    """A sheet that writes all digits of a number; the library's own writes 16, which is one too few."""

    class ExactSheet(library.worksheet.Worksheet):  # type: ignore[misc]
        def _xml_number_element(self, number: float, attributes: Sequence[tuple[str, Any]] = ()) -> None:
            written = "".join(f' {key}="{value}"' for key, value in attributes)
            short = f"{number:.16G}"
            self.fh.write(f"<c{written}><v>{short if float(short) == number else repr(number)}</v></c>")

    return ExactSheet


def _writer(book: Any, sheet: Any, kind: pl.DataType) -> Any:
    """How cells of a type are written."""
    if kind.is_numeric():
        return sheet.write_number
    if kind == pl.Boolean:
        return sheet.write_boolean
    if kind.base_type() in _FORMATS:
        shown = book.add_format({"num_format": _FORMATS[kind.base_type()]})
        return lambda row, place, cell: sheet.write_datetime(row, place, cell, shown)
    return sheet.write_string


def hidden(source: Source, table: Table) -> list[str]:
    """What a workbook carries beside the cells of its table, in words: all that Semblant would not write for them."""
    try:
        return hidden_parts(source.content, write(table, "xlsx", "keep"))
    except BROKEN:
        return ["parts that cannot be read"]


@contextmanager
def _quiet() -> Iterator[None]:
    """Without the log of the libraries, which would tell of columns and sheets on the terminal."""
    loggers = [logging.getLogger(name) for name in ("fastexcel", "calamine")]
    before = [logger.level for logger in loggers]
    for logger in loggers:
        logger.setLevel(logging.CRITICAL + 1)
    try:
        yield
    finally:
        for logger, level in zip(loggers, before, strict=True):
            logger.setLevel(level)
