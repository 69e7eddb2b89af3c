"""Tables in text files: comma, semicolon, tab or bar between the cells, quotes where needed."""

import codecs
import csv
import io
import itertools
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from threading import RLock
from typing import IO, TYPE_CHECKING, NamedTuple

import numpy as np
import polars as pl
from numpy.typing import NDArray

from semblant.data.decode import Decoded, decode
from semblant.data.encoder import encoded, is_large
from semblant.data.filebacked import chunks
from semblant.data.formats import by_suffix
from semblant.data.formulas import escaped_frame
from semblant.data.header import looks_like_record
from semblant.data.source import AUTO, LongFile, Reading, Source
from semblant.data.table import Origin, Table, refuse_names
from semblant.data.titles import lines_above
from semblant.errors import InputError, OutputError, PolicyError
from semblant.policy.model import MISSING, Formulas
from semblant.progress import chosen

if TYPE_CHECKING:
    from _csv import Reader


NUMBERED = "row"
"""The name of a nameless first column: R and pandas write row numbers into one."""

DELIMITERS = (",", ";", "\t", "|")
_SPOKEN = {",": "a comma", ";": "a semicolon", "\t": "a tab", "|": "a bar"}
_NAMELESS = "\0"  # which no text has
_SAMPLE = 200
_BATCH = 50_000
_ROWS = 200_000  # written at a time
_PART = 1 << 25  # bytes that are read at a time
_LOOKED = 500
_LONGEST = 2**31 - 1
_BOM = "\ufeff"
_LIMIT = RLock()  # the csv module has one limit for all threads


class Delimited(NamedTuple):
    """The cells of a text file, its delimiter and line ends, and how many lines stand above its header."""

    frame: pl.DataFrame
    delimiter: str
    newline: str
    above: int = 0


def read(source: Source, reading: Reading) -> Table:
    """The table in a text file, in the encoding and with the delimiter that are given or found."""
    if isinstance(source, LongFile) and (large := _in_parts(source, reading)) is not None:
        return large
    found = decode(source.content, reading.encoding, source.where)
    parsed = parse(found.data, source.where, _delimiter(source, reading), reading.header_row)
    return Table(parsed.frame, _origin(source, reading, found, parsed))


def _delimiter(source: Source, reading: Reading) -> str | None:
    """What parts the cells, if that is said, or shown by the name of the file."""
    return "\t" if reading.delimiter is None and _is_tabbed(source) else reading.delimiter


def _is_tabbed(source: Source) -> bool:
    suffix = by_suffix(source.name)
    return suffix is not None and suffix.name == "tsv"


def _origin(source: Source, reading: Reading, found: Decoded, parsed: "Delimited") -> Origin:
    tabbed = by_suffix(source.name) is None or _is_tabbed(source)
    kind = "tsv" if parsed.delimiter == "\t" and tabbed else "csv"
    notes = [found.note] if found.note else []
    if parsed.above and reading.header_row is None:
        lines = "1 line above the header is" if parsed.above == 1 else f"{parsed.above} lines above the header are"
        notes.append(f"{lines} not part of the table, and not released")
    return Origin(
        source.name,
        kind,
        parsed.delimiter,
        found.encoding,
        parsed.newline,
        found.bom,
        source.sha256,
        source.path,
        headless=looks_like_record(parsed.frame),
        packing=source.packing,
        notes=tuple(notes),
    )


# --- large files ---------------------------------------------------------------------------------------------


def _in_parts(source: LongFile, reading: Reading) -> Table | None:
    """A large table, read some lines at a time; None where it is not large, or not plain text in UTF-8."""
    if reading.hidden is None or reading.encoding.lower() not in (AUTO, "utf-8", "utf8"):
        return None
    begin = source.beginning(_PART)
    begin = begin[: begin.rfind(b"\n") + 1] if len(begin) == _PART else begin
    found = _begun(begin, source.where)
    if found is None:
        return None
    try:
        parsed = parse(found.data, source.where, _delimiter(source, reading), reading.header_row)
    except InputError:
        return None  # the strict reader says what is wrong, and where
    rows = round(parsed.frame.height * source.size / max(len(begin), 1))
    if not is_large(rows, parsed.frame.width) or any(name.startswith(_NAMELESS) for name in _names(parsed, found)):
        return None
    told = found if reading.encoding.lower() == AUTO else found._replace(encoding=reading.encoding)
    lines = _Lines(source, parsed, len(_BOM.encode()) if found.bom else 0)
    try:
        hidden = reading.hidden(parsed.frame.columns)
        table = encoded(lines, _origin(source, reading, told, parsed), hidden, records=rows)
    except _NotPlainError:
        return None
    headless = looks_like_record(_to_look_at(parsed.frame.get_column(name), table, name) for name in table.names)
    return Table(table.held, replace(table.origin, headless=headless))


def _begun(begin: bytes, where: str) -> Decoded | None:
    """The beginning of a file in UTF-8; None for any other."""
    try:
        found = decode(begin, AUTO, where)
    except InputError:
        return None
    return found if found.encoding == "utf-8" else None


def _names(parsed: "Delimited", found: Decoded) -> list[str]:
    """The names in the header, with those of columns that were left out."""
    return next(_reader(_below(found.data, parsed.above, ""), parsed.delimiter))


class _NotPlainError(Exception):
    """A text that only the strict reader can read."""


class _Lines:
    """The records of a long file, some at a time."""

    def __init__(self, source: LongFile, parsed: "Delimited", mark: int) -> None:
        self._source, self._parsed, self._mark = source, parsed, mark

    def __iter__(self) -> Iterator[pl.DataFrame]:
        parsed, names = self._parsed, self._parsed.frame.columns
        places = [str(i) for i in range(len(names))]
        first = True
        for text in self._whole_lines():
            data = _below(text, parsed.above, self._source.where) if first else text
            rows = None if b"\0" in data else plain_records(data, parsed.delimiter, len(names))
            if rows is None:
                raise _NotPlainError
            try:
                schema = dict.fromkeys(places, pl.String)
                frame = pl.read_csv(data, has_header=False, separator=parsed.delimiter, schema=schema)
            except pl.exceptions.PolarsError:
                raise _NotPlainError from None
            if frame.height != rows:
                raise _NotPlainError
            frame = frame.slice(int(first)).with_columns(pl.all().fill_null(MISSING))
            first = False
            yield frame.rename(dict(zip(places, names, strict=True)))

    def _whole_lines(self) -> Iterator[bytes]:
        """The text in parts that end with a line; without blank lines at its end."""
        kept = b""
        for part in self._source.parts(_PART, self._mark):
            text = kept + part
            end = _last_line(text)
            if end:
                yield text[:end]
            kept = text[end:]
        while kept[-1:] in (b"\r", b"\n"):
            kept = kept[:-1]
        if kept:
            yield kept


def _last_line(text: bytes) -> int:
    """Where the last record but one ends, so that blank lines at the end of a file stay together; 0 for nowhere."""
    signs = np.frombuffer(text, np.uint8)
    end = len(text)
    while end and text[end - 1] in b"\r\n":
        end -= 1
    ends = np.flatnonzero(signs[:end] == _LF)
    if not len(ends):
        return 0
    quotes = np.flatnonzero(signs == _QUOTE)
    outside = np.searchsorted(quotes, ends) % 2 == 0
    return int(ends[outside][-1]) + 1 if outside.any() else 0


def _to_look_at(cells: pl.Series, table: Table, name: str) -> pl.Series:
    """What tells whether a name is a cell: the first cells, and all others once."""
    if name in table.aside or table.records <= _LOOKED:
        return cells
    return pl.concat([cells.head(_LOOKED), pl.Series(name, table.column(name).values, pl.String)])


def hidden(source: Source, table: Table) -> list[str]:
    """A text file carries its cells, and perhaps lines above the names of its columns."""
    content = source.beginning(_PART) if isinstance(source, LongFile) and table.coded else source.content
    text = decode(content, table.origin.encoding, source.where).data
    return ["lines above the names of its columns"] if _lines_above(text, table.origin.delimiter) else []


def parse(data: bytes, where: str, delimiter: str | None = None, header_row: int | None = None) -> Delimited:
    """Parse a UTF-8 text into a table, cell for cell; anything ambiguous is an error with its line.

    Title lines above the header are left out; ``header_row`` is the line of the header, where it is known. Blank lines
    at the end are not records. A blank line inside a file of one column is a record with a missing
    value; inside a wider file it is an error, as is any row with too few or too many cells.

    Example:
        >>> parse(b'job;code\\n"nurse; ward";0012\\n', "jobs.csv").frame.rows()
        [('nurse; ward', '0012')]
    """
    if not data.strip(b"\r\n"):
        raise InputError("The file is empty.", where=where)
    if delimiter is None:
        delimiter = sniff(data)
    elif len(delimiter.encode()) != 1 or delimiter in '"\r\n\0':
        raise PolicyError(f"A delimiter is one ASCII sign, and not {delimiter!r}.", hints=["delimiter: ';'"])
    above = _lines_above(data, delimiter) if header_row is None else header_row - 1
    data = _below(data, above, where)
    with _wide_cells():
        names, newline = _header(data, delimiter, where, above)
        frame = _fast(data, delimiter, names)
        if frame is None:
            frame = _slow(data, delimiter, names, where, above)
    if frame.height == 0:
        raise InputError("The file has a header and no records.", where=where)
    frame = _without_empty(frame, where, above)
    return Delimited(frame, delimiter, newline, above)


def sniff(data: bytes) -> str:
    """The delimiter under which the first rows agree best; a comma where there is only one column.

    Example:
        >>> sniff(b"price;place\\n1,50;Graz\\n2,00;Reus\\n")
        ';'
    """
    found = {candidate: _first_rows(data, candidate) for candidate in DELIMITERS}
    best, most = DELIMITERS[0], (False, 1)
    for candidate, (rows, whole) in found.items():
        score = _agreement(rows, whole)
        if score[1] > 1 and score > most:
            best, most = candidate, score
    if most[0]:
        return best
    titled = {
        candidate: _agreement(rows[above:], whole)
        for candidate, (rows, whole) in found.items()
        if (above := lines_above(rows))
    }
    return max(titled, key=lambda candidate: titled[candidate], default=best)


def _agreement(rows: list[list[str]], whole: bool) -> tuple[bool, int]:
    """Whether the rows have the same number of cells, and how many the first one has."""
    widths = {len(row) for row in rows}
    return whole and len(widths) == 1, len(rows[0]) if rows else 0


def _first_rows(data: bytes, delimiter: str) -> tuple[list[list[str]], bool]:
    """The first rows, and whether they could be read without an error."""
    rows: list[list[str]] = []
    with _wide_cells():
        try:
            for row in itertools.islice(_reader(data, delimiter), _SAMPLE):
                rows.append(row)
        except csv.Error:
            return rows, False
    while rows and not rows[-1]:  # blank lines at the end are no rows
        rows.pop()
    return rows, True


def _lines_above(data: bytes, delimiter: str) -> int:
    """How many lines of the text stand above its header."""
    rows = lines_above(_first_rows(data, delimiter)[0])
    reader = _reader(data, delimiter)
    with _wide_cells():
        for _ in range(rows):
            next(reader)
    return reader.line_num


def _below(data: bytes, lines: int, where: str) -> bytes:
    """The text without its first lines and the blank lines at its end; copied only where there are any."""
    start = 0
    for _ in range(lines):
        start = data.find(b"\n", start) + 1
        if start == 0:
            raise PolicyError(f"The file has no line {lines + 1:,} for its header.", where=where)
    end = len(data)
    while end > start and data[end - 1] in b"\r\n":
        end -= 1
    return data[start:end] if (start, end) != (0, len(data)) else data


@contextmanager
def _wide_cells() -> Iterator[None]:
    with _LIMIT:
        before = csv.field_size_limit(_LONGEST)
        try:
            yield
        finally:
            csv.field_size_limit(before)


def _lines(data: bytes) -> Iterator[str]:
    return io.TextIOWrapper(io.BytesIO(data), "utf-8", newline="")


def _reader(data: bytes, delimiter: str) -> "Reader":
    return csv.reader(_lines(data), delimiter=delimiter, strict=True)


def _header(data: bytes, delimiter: str, where: str, above: int) -> tuple[list[str], str]:
    """The names of the columns, and how the line that ends them ends."""
    reader = _reader(data, delimiter)
    try:
        names = next(reader)
    except csv.Error as error:
        raise _broken(error, where, above + 1, above + reader.line_num) from None
    if not names:
        raise InputError("The line is blank, where the names of the columns are due.", where=f"{where}:{above + 1}",
                         hints=["remove the blank line"])  # fmt: skip
    if not names[0].strip() and len(names) > 1 and NUMBERED not in names:
        names[0] = NUMBERED
    if len(names) > 1:
        names = [name if name.strip() else _NAMELESS * place for place, name in enumerate(names, 1)]
    refuse_names(names, f"{where}:{above + 1}")
    last = next(itertools.islice(_lines(data), reader.line_num - 1, None))
    return names, "\r\n" if last.endswith("\r\n") else "\n"


def _without_empty(frame: pl.DataFrame, where: str, above: int) -> pl.DataFrame:
    """The table without columns that have neither a name nor a cell, as a separator at the end of every line makes."""
    nameless = [name for name in frame.columns if name.startswith(_NAMELESS)]
    empty = [name for name in nameless if (frame[name] == MISSING).all()]
    if len(empty) < len(nameless):
        refuse_names(
            ["" if name in nameless and name not in empty else name for name in frame.columns], f"{where}:{above + 1}"
        )
    return frame.drop(empty)


def _fast(data: bytes, delimiter: str, names: list[str]) -> pl.DataFrame | None:
    if len(names) == 1:
        return None
    rows = plain_records(data, delimiter, len(names))
    if rows is None:
        return None
    places = [str(i) for i in range(len(names))]
    frame = pl.read_csv(data, has_header=False, separator=delimiter, schema=dict.fromkeys(places, pl.String))
    if frame.height != rows:
        return None
    frame = frame.with_columns(pl.all().fill_null(MISSING))
    return frame.slice(1).rename(dict(zip(places, names, strict=True)))


def _slow(data: bytes, delimiter: str, names: list[str], where: str, above: int) -> pl.DataFrame:
    """Read row by row, strictly by the format; finds the line of any error."""
    reader = _reader(data, delimiter)
    next(reader)
    schema = dict.fromkeys(names, pl.String)
    parts = [pl.DataFrame(schema=schema)]
    rows = _rows(reader, len(names), delimiter, where, above)
    while batch := list(itertools.islice(rows, _BATCH)):
        parts.append(pl.DataFrame(dict(zip(names, zip(*batch, strict=True), strict=True)), schema=schema))
    return pl.concat(parts)


def _rows(reader: "Reader", width: int, delimiter: str, where: str, above: int) -> Iterator[list[str]]:
    line = above + reader.line_num + 1
    try:
        for row in reader:
            if len(row) != width:
                if row or width > 1:
                    raise _ragged(len(row), width, delimiter, f"{where}:{line}")
                row = [MISSING]
            yield row
            line = above + reader.line_num + 1
    except csv.Error as error:
        raise _broken(error, where, line, above + reader.line_num) from None


def _ragged(found: int, width: int, delimiter: str, where: str) -> InputError:
    spoken = _SPOKEN.get(delimiter, repr(delimiter))
    if found == 0:
        return InputError(f"The line is blank, where a record of {width} cells is due.", where=where,
                          hints=["remove the blank line"])  # fmt: skip
    hints = [f"quote cells that hold {spoken}" if found > width else "complete the row"]
    hints.append(f"set delimiter: if {spoken} does not part the cells of this file")
    return InputError(f"The row has {found} cells, the header {width}.", where=where, hints=hints)


def _broken(error: csv.Error, where: str, first: int, last: int) -> InputError:
    if "unexpected end of data" in str(error):
        return InputError("A quote that opens a cell in this row is never closed.", where=f"{where}:{first}",
                          hints=['close the quote, or double it ("") if it is part of the text'])  # fmt: skip
    return InputError("A quoted cell goes on after its closing quote.", where=f"{where}:{last}",
                      hints=['double the quotes inside a quoted cell: "a ""b"" c"'])  # fmt: skip


def write(table: Table, kind: str, formulas: Formulas = "keep") -> bytes:
    """A table as the text of a file: separated, encoded and ended as the one that it comes from."""
    file = io.BytesIO()
    write_to(file, table, kind, formulas)
    return file.getvalue()


def write_to(file: IO[bytes], table: Table, kind: str, formulas: Formulas = "keep") -> None:
    """Write the same into a file, some rows at a time."""
    origin = table.origin.as_format(kind)
    encoder = codecs.getincrementalencoder(origin.encoding)()
    start = True
    with chosen().step("rows", table.records) as advance:
        for rows in chunks(table.records, _ROWS):
            frame = table.part(rows) if formulas == "keep" else escaped_frame(table.part(rows))
            if frame.width > 1:  # a missing value alone in its row needs quotes, or the row would be a blank line
                frame = frame.with_columns(pl.all().replace({MISSING: None}))
            text = frame.write_csv(include_header=start, separator=origin.delimiter, line_terminator=origin.newline)
            if start and (origin.bom or text.startswith(_BOM)):
                text = _BOM + text
            file.write(_in_encoding(text, encoder, origin, final=rows.stop == table.records))
            start = False
            advance(rows.stop)


def _in_encoding(text: str, encoder: codecs.IncrementalEncoder, origin: Origin, *, final: bool) -> bytes:
    """Some text of a file in its encoding."""
    try:
        return encoder.encode(text, final)
    except UnicodeEncodeError as error:
        raise OutputError(
            f"The encoding {origin.encoding} of the input has no sign for a character of the release. "
            "Nothing was published.",
            where=origin.name,
            hints=["save the input as UTF-8 and set encoding: utf-8"],
            values=[error.object[error.start : error.end]],
        ) from None


_QUOTE, _LF, _CR = 34, 10, 13
_AFTER = (_LF, _CR, _QUOTE)
_BLOCK = 1 << 23


def plain_records(data: bytes, delimiter: str, width: int, *, block: int = _BLOCK) -> int | None:
    """How many rows of exactly ``width`` cells the text has, or None where it is not plain.

    Plain means: quotes only around whole cells (doubled inside), lines ended by LF or CRLF, every row with
    ``width`` cells. Only such text goes to the fast reader; anything else is read by the slow, strict one.

    Example:
        >>> plain_records(b'job,town\\nnurse,"Reus, Spain"\\nbaker,Graz', ",", 2)
        3
        >>> plain_records(b'job,town\\nnurse\\n', ",", 2) is None
        True
        >>> plain_records(b'size,n\\n5" pipe,1\\n', ",", 2) is None
        True
    """
    separator = ord(delimiter)
    text = np.frombuffer(data, np.uint8)
    inside = False  # whether an earlier block opened a quoted cell
    cells = rows = 0
    for start in range(0, len(text), block):
        part = text[start : start + block]
        ends = (part == separator) | (part == _LF)
        returns = part == _CR
        quotes = np.flatnonzero(part == _QUOTE)
        if len(quotes) or inside:
            # Every quote opens or closes a cell; a doubled quote closes and reopens it at once.
            opening = np.arange(len(quotes)) % 2 == int(inside)
            before = _beside(text, start + quotes[opening], -1)
            after = _beside(text, start + quotes[~opening], +1)
            if not (np.isin(before, (separator, _LF, _QUOTE)).all() and np.isin(after, (separator, *_AFTER)).all()):
                return None
            turns = np.zeros(len(part), np.uint8)
            turns[quotes] = 1
            outside = (np.cumsum(turns, dtype=np.uint8) & 1) == int(inside)  # wraps at 256, which is even
            ends &= outside
            returns &= outside
            inside ^= bool(len(quotes) % 2)
        if not (_beside(text, start + np.flatnonzero(returns), +1) == _LF).all():
            return None
        kinds = part[ends]
        lines = np.flatnonzero(kinds == _LF)
        if not np.array_equal(lines, np.arange((width - 1 - cells) % width, len(kinds), width)):
            return None
        cells += len(kinds)
        rows += len(lines)
    if inside or data.endswith(b"\r"):
        return None
    if not data or data.endswith(b"\n"):
        return rows
    return rows + 1 if cells % width == width - 1 else None


def _beside(text: NDArray[np.uint8], at: NDArray[np.int64], step: int) -> NDArray[np.uint8]:
    """The neighbours of some bytes; a line end is assumed before the first and after the last."""
    beside = at + step
    within = (beside >= 0) & (beside < len(text))
    return np.where(within, text[np.where(within, beside, 0)], np.uint8(_LF))
