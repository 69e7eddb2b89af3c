"""What a workbook carries beside the cells of its table: other sheets, comments, properties and the like.

An Excel file is an archive of XML files; they are searched as text, and nothing of them is run or followed.
"""

import io
import re
import zipfile
import zlib
from collections.abc import Callable, Iterable, Iterator

from semblant.data.compression import refuse_dense
from semblant.errors import InputError

BROKEN: tuple[type[Exception], ...] = (
    zipfile.BadZipFile,
    zlib.error,
    NotImplementedError,
    RuntimeError,
    EOFError,
    ValueError,
)
"""How an archive fails that is not whole, or is packed in a way that is not known."""

_SHEETS = re.compile(rb"<(?:\w+:)?sheet\b[^>]*>")
_UNSEEN = re.compile(rb'\bstate="(?:veryH|h)idden"')
_NAMED = re.compile(rb"<(?:dc|cp):(?:creator|lastModifiedBy|title|subject|description|keywords|category)>[^<\s]")
_FIRM = re.compile(rb"<(?:Company|Manager)>[^<\s]")
_HIDDEN_CELLS = re.compile(rb'<(?:row|col)\b[^>]*\bhidden="(?:1|true)"')
_MERGED = re.compile(rb'<(?:\w+:)?mergeCells\b[^>]*\bcount="\d+"')
_UNCALCULATED = re.compile(  # a formula whose text is empty has a type, one without a value has none
    rb"<(?:\w+:)?c\b(?![^>]*\bt=)[^>]*><(?:\w+:)?f\b[^>]*(?:/|>[^<]*</(?:\w+:)?f)>\s*"
    rb"(?:<(?:\w+:)?v\s*/>|<(?:\w+:)?v></(?:\w+:)?v>)?\s*</(?:\w+:)?c>"
)
_PECULIAR = (
    (b"mergeCells", _MERGED, "cells are merged in the workbook; only the first of each range has its value"),
    (
        b"f>",
        _UNCALCULATED,
        "formulas without a value are read as missing; open the workbook in its program and save it",
    ),
)
_PLACE = re.compile(rb""" r=["'](?P<column>[A-Z]{1,3})(?P<row>\d{1,7})["']""")
_FILLED = re.compile(rb"<(?:\w+:)?c\b[^>]*?" + _PLACE.pattern + rb"[^>]*(?<!/)>")
_PIECE, _OVERLAP = 1 << 22, 1 << 10
_MANY, _THIN = 20_000_000, 20  # so many places, and so few of them with a cell, are strange
_CELL_BYTES = 32

_PARTS: tuple[tuple[str, str], ...] = (
    (r"xl/(threadedC|c)omments", "comments"),
    (r"xl/persons/", "names of people who commented"),
    (r"docProps/custom\.xml", "properties of the document"),
    (r"customXml/", "custom XML"),
    (r"xl/externalLinks/", "links to other workbooks"),
    (r"xl/(pivotCache|pivotTables)/", "pivot tables, which keep a copy of their data"),
    (r"xl/vbaProject", "macros"),
    (
        r"xl/(media|embeddings|charts|drawings/drawing|printerSettings|queries|connections)",
        "pictures, charts or objects",
    ),
    (r"xl/revisions/", "earlier versions"),
)
_CONTENTS: tuple[tuple[str, re.Pattern[bytes], str], ...] = (
    (r"docProps/core\.xml", _NAMED, "properties of the document"),
    (r"docProps/app\.xml", _FIRM, "properties of the document"),
    (r"xl/worksheets/", _HIDDEN_CELLS, "hidden rows or columns"),
    (r"xl/worksheets/", re.compile(rb"<f[ >/]"), "formulas"),
    (r"xl/worksheets/", re.compile(rb"<dataValidation\b"), "lists of allowed values"),
    (r"xl/worksheets/", re.compile(rb"<(odd|even|first)(Header|Footer)>[^<]"), "headers or footers of pages"),
    (r"xl/workbook\.xml", re.compile(rb"<definedName\b"), "named ranges"),
)


_DIFFERENT: tuple[tuple[str, str], ...] = (
    (r"docProps/", "properties of the document"),
    (r"xl/(styles|theme)", "styles, formats or a theme of its own"),
    (r"xl/workbook\.xml", "names or settings of the workbook"),
    (r"xl/worksheets/", "settings, remarks or forms of the sheet beside its cells"),
)
"""What a part of a workbook may hold where it is not as Semblant writes it for the same cells."""
_END_OF_ARCHIVE = 22  # bytes, without a comment


def hidden_parts(content: bytes, ours: bytes | None) -> list[str]:
    """What a workbook carries beside the cells of one sheet, in words; ``ours`` is one of the same cells."""
    if not content.startswith(b"PK"):
        return ["parts of an old format that cannot be listed"]
    with zipfile.ZipFile(io.BytesIO(content)) as archive:
        names = archive.namelist()
        if "xl/workbook.xml" not in names:
            return ["parts of a format that cannot be listed"]
        found = [what for part, what in _PARTS if any(re.match(part, name) for name in names)]
        for part, pattern, what in _CONTENTS:
            if any(re.match(part, name) and pattern.search(archive.read(name)) for name in names):
                found.append(what)
        found += _other_sheets(archive.read("xl/workbook.xml"))
        if _unused_strings(names, archive.read):
            found.append("texts that no cell shows")
        if _archive_says_more(archive, content):
            found.append("comments or bytes of the archive")
        if ours is not None and not found:
            found = _differing(archive, ours)
    return [*dict.fromkeys(found)]


def _archive_says_more(archive: zipfile.ZipFile, content: bytes) -> bool:
    """Whether an archive has comments, additions or bytes beside its files."""
    files = archive.infolist()
    if archive.comment or any(one.comment or one.extra for one in files):
        return True
    headers = sum(30 + 46 + 2 * len(one.orig_filename.encode()) + one.compress_size for one in files)
    return len({one.filename for one in files}) < len(files) or len(content) != headers + _END_OF_ARCHIVE


def _differing(archive: zipfile.ZipFile, ours: bytes) -> list[str]:
    """What the parts hold that are not as in a workbook with the same cells and nothing else."""
    with zipfile.ZipFile(io.BytesIO(ours)) as plain:
        usual = {name: plain.read(name) for name in plain.namelist()}
    found = []
    for name in archive.namelist():
        if usual.get(name) != archive.read(name):
            other = "parts of its own, which hold no cells"
            found.append(next((what for part, what in _DIFFERENT if re.match(part, name)), other))
    return found


def _other_sheets(book: bytes) -> list[str]:
    sheets = _SHEETS.findall(book)
    unseen = sum(bool(_UNSEEN.search(sheet)) for sheet in sheets)
    found = [f"{unseen} hidden sheets" if unseen > 1 else "a hidden sheet"] if unseen else []
    return found + (["more than one sheet"] if len(sheets) - unseen > 1 else [])


def _unused_strings(names: list[str], load: Callable[[str], bytes]) -> bool:
    """Whether the shared texts of a workbook are more than its cells refer to."""
    if "xl/sharedStrings.xml" not in names:
        return False
    there = len(re.findall(rb"<si[ >/]", load("xl/sharedStrings.xml")))
    used: set[bytes] = set()
    for name in names:
        if name.startswith("xl/worksheets/") and name.endswith(".xml"):
            used.update(re.findall(rb'<c\b[^>]*\bt="s"[^>]*><v>(\d+)</v>', load(name)))
    return len(used) < there


def peculiarities(content: bytes) -> list[str]:
    """Words about cells that do not have the value one would expect: merged ones, and formulas never calculated."""
    texts = (piece for name in _worksheets(content) for piece in pieces(content, name))
    found = {word for piece in texts for sign, pattern, word in _PECULIAR if sign in piece and pattern.search(piece)}
    return [word for *_, word in _PECULIAR if word in found]


def refuse_swollen(content: bytes, where: str) -> None:
    """Refuse a workbook that would fill the memory with what hardly takes room in its archive."""
    if content.startswith(b"PK"):
        with zipfile.ZipFile(io.BytesIO(content)) as archive:
            refuse_dense(sum(one.file_size for one in archive.infolist()), len(content), where)


def refuse_scattered(content: bytes, where: str) -> None:
    """Refuse a workbook with a cell far away from all others: all the empty ones between would be laid out in memory.

    The last cell of every row is looked at. Only where that looks strange, all cells are, to tell those with a value
    from others, as a colour alone takes no room.
    """
    for name in _worksheets(content):
        for ends in (_ends_of_rows, _filled_cells):
            cells, rows, columns = _reach(pieces(content, name), ends)
            if rows * columns <= max(_MANY, _THIN * cells):
                break
        else:
            raise InputError(
                f"A sheet of the workbook has about {cells:,} cells, spread over {rows:,} rows and {columns:,} "
                f"columns: to read them would take {rows * columns * _CELL_BYTES / 2**30:,.0f} GiB of memory.",
                where=where,
                hints=["delete the cells that lie far away from the table, and save the workbook again"],
            )


def _reach(pieces: Iterable[bytes], places: Callable[[bytes], Iterable[re.Match[bytes]]]) -> tuple[int, int, int]:
    """About how many cells a sheet has, and how many rows and columns they span, by some of their places."""
    cells, row, letters = 0, 1, b"A"
    for piece in pieces:
        cells += piece.count(b"<c ") + piece.count(b":c ")
        found = [*places(piece)]
        row = max([row, *(int(one["row"]) for one in found)])
        letters = max([letters, *{one["column"] for one in found}], key=lambda column: (len(column), column))
    return cells, row, sum((letter - 64) * 26**place for place, letter in enumerate(reversed(letters)))


def _ends_of_rows(piece: bytes) -> Iterator[re.Match[bytes]]:
    for row in piece.split(b"row>"):
        if found := _PLACE.match(row, max(0, row.rfind(b" r="))):
            yield found


def _filled_cells(piece: bytes) -> Iterator[re.Match[bytes]]:
    return _FILLED.finditer(piece)


def _worksheets(content: bytes) -> list[str]:
    """The names of the sheets in the archive of an Excel workbook; none of another format."""
    if not content.startswith(b"PK"):
        return []
    with zipfile.ZipFile(io.BytesIO(content)) as archive:
        return [name for name in archive.namelist() if name.startswith("xl/worksheets/") and name.endswith(".xml")]


def pieces(content: bytes, name: str) -> Iterator[bytes]:
    """The text of a sheet piece by piece; each begins with the end of the one before, so that no tag is missed."""
    with zipfile.ZipFile(io.BytesIO(content)) as archive, archive.open(name) as file:
        before = b""
        while part := file.read(_PIECE):
            yield before + part
            before = part[-_OVERLAP:]
