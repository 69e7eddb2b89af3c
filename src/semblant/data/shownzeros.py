"""Numbers that a workbook shows with more than their digits: postcodes and the like, by formats such as ``00000``.

What people see, and mean, is ``01234``; the cell holds the number 1234 and the name of a format. The sheets of Excel's
newer files are searched as text for such cells; where none has such a format, nothing is searched.
"""

import io
import re
import zipfile
from contextlib import suppress
from html import unescape
from typing import NamedTuple

import polars as pl

from semblant.data.plain import spell
from semblant.data.workbook import pieces

_NUMBER_FORMAT = re.compile(r"<(?:\w+:)?numFmt\b[^>]*>")
_CELL_FORMATS = re.compile(r"<(?:\w+:)?cellXfs\b.*?</(?:\w+:)?cellXfs>", re.DOTALL)
_CELL_FORMAT = re.compile(r"<(?:\w+:)?xf\b[^>]*>")
_SHEET = re.compile(r"<(?:\w+:)?sheet\b[^>]*>")
_RELATION = re.compile(r"<(?:\w+:)?Relationship\b[^>]*>")
_CELL = rb"""<(?:\w+:)?c\b(?=[^>]*\bs=["'](?:%s)["'])([^>]*)(?<!/)>%s\s*<(?:\w+:)?v>([^<]*)<"""
_FORMULA = rb"(?:<(?:\w+:)?f\b[^>]*(?:/>|>[^<]*</(?:\w+:)?f>))?"
_FIRST_OF_ROW = re.compile(
    rb"""<(?:\w+:)?row\b[^>]*(?<!/)>\s*(?:<(?:\w+:)?c\b[^>]*/>\s*)*<(?:\w+:)?c\b(?=[^>]*(?<!/)>)[^>]*?\br=["']([A-Z]{1,3})\d"""
)
_SAID, _WHERE = re.compile(r"""\b(r|s|t)=["']([^"']*)["']"""), re.compile(r"([A-Z]{1,3})(\d{1,7})")
_CONDITION = re.compile(r"\[[^\]]*\]")
_PART = re.compile(r'(0+)|"([^"]*)"|\\(.)|([-/() +])')
_OLD_FORMAT = re.compile(rb"\x1e\x04..(?:..)(..)\x00", re.DOTALL)  # of a number, in Excel's files up to 2003
_OPEN_DOCUMENT = ("content.xml", "styles.xml")
_LEAST_DIGITS = re.compile(  # of numbers, not of percentages or money
    rb"<number:number-style\b[^>]*>(?:(?!</number:number-style).)*?min-integer-digits=.(?:[2-9]|\d\d)", re.DOTALL
)
_LONGEST = 255  # signs of a format, as Excel has it
_EXACT = 10**15  # Excel keeps 15 digits


class Place(NamedTuple):
    """A cell with a number: the row and the column, counted from 0, and how it is shown."""

    row: int
    column: int
    number: float
    shown: str


def shown_with_zeros(content: bytes, sheet: int, typed: pl.DataFrame, skip: int) -> tuple[pl.DataFrame, list[str]]:
    """The cells of a sheet, columns that are shown with leading zeros as text; and which columns these are.

    ``typed`` holds the cells below the first ``skip`` rows. Nothing is changed where a cell does not hold the number
    that the sheet itself has there.
    """
    found, first = _places(content, sheet)
    cells: dict[int, dict[int, Place]] = {}
    for place in found:
        if place.row >= skip:
            cells.setdefault(place.column - first, {})[place.row - skip] = place
    columns, changed = typed.get_columns(), []
    for at, column in enumerate(columns):
        texts = _texts(column, cells.get(at, {}))
        if texts is not None:
            columns[at] = texts
            changed.append(column.name)
    return pl.DataFrame(columns), changed


def has_unread_zeros(content: bytes) -> bool:
    """Whether a workbook of another format than ``.xlsx`` has a number format of zeros, whose cells are not known.

    Example:
        >>> has_unread_zeros(b"\\x1e\\x04\\x0a\\x00\\xa4\\x00\\x05\\x00\\x0000000..."), has_unread_zeros(b"00000")
        (True, False)
    """
    if not content.startswith(b"PK"):
        sizes = ((int.from_bytes(one[1], "little"), one.end()) for one in _OLD_FORMAT.finditer(content))
        return any(parts_of(content[at : at + size].decode("latin-1")) for size, at in sizes)
    with zipfile.ZipFile(io.BytesIO(content)) as archive:
        parts = [archive.read(name) for name in archive.namelist() if name in _OPEN_DOCUMENT]
    return any(_LEAST_DIGITS.search(part) for part in parts)


def _texts(column: pl.Series, places: dict[int, Place]) -> pl.Series | None:
    """A column as it is shown; None where that is as its numbers are written anyway."""
    if not places or column.dtype.is_temporal() or max(places) >= len(column):
        return None
    plain = spell(column, "", pointed=False).to_list()
    shown = list(plain)
    for row, place in places.items():
        if not _is(plain[row], place.number):
            return None
        shown[row] = place.shown
    return None if shown == plain else pl.Series(column.name, [text or None for text in shown], pl.String)


def _is(text: str, number: float) -> bool:
    try:
        return float(text) == number
    except ValueError:
        return False


def _places(content: bytes, sheet: int) -> tuple[list[Place], int]:
    """The whole numbers of a sheet in a format of zeros, and the first column with a cell."""
    if not content.startswith(b"PK"):
        return [], 0
    with zipfile.ZipFile(io.BytesIO(content)) as archive:
        names = archive.namelist()
        if not {"xl/workbook.xml", "xl/styles.xml", "xl/_rels/workbook.xml.rels"} <= set(names):
            return [], 0
        styles, book, relations = (
            archive.read(f"xl/{name}").decode("utf-8", "replace")
            for name in ("styles.xml", "workbook.xml", "_rels/workbook.xml.rels")
        )
    formats, part = _zero_formats(styles), _part(book, relations, sheet)
    if not formats or part not in names:
        return [], 0
    cells = re.compile(_CELL % ("|".join(formats).encode(), _FORMULA))
    found: list[Place] = []
    firsts: set[bytes] = set()
    for piece in pieces(content, part):
        firsts.update(_FIRST_OF_ROW.findall(piece))
        found += filter(None, (_place(tag, value, formats) for tag, value in cells.findall(piece)))
    return found, min((_number_of(letters.decode()) for letters in firsts), default=0)


def _place(tag: bytes, value: bytes, formats: dict[str, list[str]]) -> Place | None:
    """A cell by what its tag says, if it holds a whole number of few enough digits."""
    said = dict(_SAID.findall(tag.decode("utf-8", "replace")))
    where = _WHERE.fullmatch(said.get("r", ""))
    with suppress(ValueError):  # of what is no number, nothing is said
        number = float(value)
        if where and said.get("t", "n") == "n" and number.is_integer() and abs(number) < _EXACT:
            return Place(int(where[2]) - 1, _number_of(where[1]), number, _show(int(number), formats[said["s"]]))
    return None


def _number_of(letters: str) -> int:
    """A column by its letters, counted from 0."""
    number = 0
    for letter in letters:
        number = number * 26 + ord(letter) - 64
    return number - 1


def _attribute(tag: str, name: str) -> str:
    found = re.search(rf"""(?<![\w:]){name}=(?:"([^"]*)"|'([^']*)')""", tag)
    return "" if found is None else unescape(found[1] if found[1] is not None else found[2])


def _part(book: str, relations: str, sheet: int) -> str:
    """The file of a sheet in the archive."""
    sheets = _SHEET.findall(book)
    wanted = _attribute(sheets[sheet], r"\w+:id") if sheet < len(sheets) else ""
    for relation in _RELATION.findall(relations):
        if _attribute(relation, "Id") == wanted:
            target = _attribute(relation, "Target")
            return target[1:] if target.startswith("/") else f"xl/{target}"
    return ""


def _zero_formats(styles: str) -> dict[str, list[str]]:
    """The formats of cells, by their number, that show numbers with zeros in front or signs between the digits."""
    known = {_attribute(one, "numFmtId"): _attribute(one, "formatCode") for one in _NUMBER_FORMAT.findall(styles)}
    found = {}
    for section in _CELL_FORMATS.findall(styles):
        for number, cell in enumerate(_CELL_FORMAT.findall(section)):
            if parts := parts_of(known.get(_attribute(cell, "numFmtId"), "")):
                found[str(number)] = parts
    return found


def parts_of(form: str) -> list[str]:
    """The parts of a number format of zeros, runs of them and the text between; none of any other format.

    Example:
        >>> parts_of("00000"), parts_of('[$-407]"D-"00000'), parts_of("000\\\\-00\\\\-0000")
        (['00000'], ['D-', '00000'], ['000', '-', '00', '-', '0000'])
        >>> parts_of("0"), parts_of("0.00"), parts_of("#,##0"), parts_of("yyyy-mm-dd"), parts_of("00%")
        ([], [], [], [], [])
    """
    parts: list[str] = []
    if len(form) > _LONGEST:
        return []
    form, at = _CONDITION.sub("", form.split(";")[0]), 0
    while at < len(form):
        if (part := _PART.match(form, at)) is None:
            return []
        text = next(one for one in part.groups() if one is not None)
        if part[1] is None and "0" in text:
            return []  # a zero that is text would be taken for a digit
        parts.append(text)
        at = part.end()
    return parts if sum(part.count("0") for part in parts) > 1 else []


def _show(number: int, parts: list[str]) -> str:
    """A number as its format shows it: the digits from the right; the first zeros take all digits that are left."""
    digits, shown = str(abs(number)), ""
    first = next(at for at, part in enumerate(parts) if "0" in part)
    for at, part in reversed([*enumerate(parts)]):
        if "0" in part:
            size = max(len(part), len(digits)) if at == first else len(part)
            digits, part = digits[:-size], digits[-size:].zfill(size)
        shown = part + shown
    return "-" + shown if number < 0 else shown
