"""What a workbook carries beside the cells of its table: other sheets, comments, properties and the like.

An Excel file is an archive of XML files; they are searched as text, and nothing of them is run or followed.
"""

import io
import re
import zipfile
from collections.abc import Callable

_SHEETS = re.compile(rb"<(?:\w+:)?sheet\b[^>]*>")
_UNSEEN = re.compile(rb'\bstate="(?:veryH|h)idden"')
_NAMED = re.compile(rb"<(?:dc|cp):(?:creator|lastModifiedBy|title|subject|description|keywords|category)>[^<\s]")
_FIRM = re.compile(rb"<(?:Company|Manager)>[^<\s]")
_HIDDEN_CELLS = re.compile(rb'<(?:row|col)\b[^>]*\bhidden="(?:1|true)"')
_MERGED = re.compile(rb'<mergeCells\b[^>]*\bcount="(\d+)"')

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


def hidden_parts(content: bytes) -> list[str]:
    """What a workbook carries beside the cells of one sheet, in words."""
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
    return [*dict.fromkeys(found)]


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


def merged_cells(content: bytes) -> list[str]:
    """A word about merged cells, of which only the first has a value."""
    if not content.startswith(b"PK"):
        return []
    with zipfile.ZipFile(io.BytesIO(content)) as archive:
        sheets = [name for name in archive.namelist() if name.startswith("xl/worksheets/")]
        if any(_MERGED.search(archive.read(name)) for name in sheets):
            return ["cells are merged in the workbook; only the first of each range has its value"]
    return []
