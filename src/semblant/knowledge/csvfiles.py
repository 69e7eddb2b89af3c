"""Hierarchies as tables: ``child,parent`` rows, and value generalisation hierarchies as ARX writes them."""

import csv
import io
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path

from semblant.knowledge.assemble import Arrays
from semblant.knowledge.draft import Draft
from semblant.knowledge.textfiles import broken, decode

_DELIMITERS = ";\t,|"
_CHILD = {"child", "narrower", "id", "concept", "term"}
_PARENT = {"parent", "broader", "parent_id", "parent id"}
LEAF = {"leaf", "value", "level0", "level 0", "level_0", "level-0"}


def delimiter(sample: str) -> str | None:
    """The delimiter of a table, detected from its first lines; None where there is none.

    Example:
        >>> delimiter("nurse;health, care;*"), delimiter("nurse")
        (';', None)
    """
    rows = [line for line in sample.splitlines() if line.strip()][:50]
    counts = {d: sum(d in row for row in rows) for d in _DELIMITERS}
    best = max(counts.values(), default=0)
    return next((d for d in _DELIMITERS if counts[d] == best), None) if best else None


def read(path: Path, _language: str | None = None) -> Arrays:
    """Read a table: two columns are child and parent, more are a value and its generalisations, level by level.

    A heading ``child,parent`` (in either order) is recognised but optional. ``*`` covers everything and is not a
    concept; neither is an empty cell. A generalisation that repeats the one before it is ignored.
    """
    text = decode(path.read_bytes(), path)
    draft, pick = Draft(path), None
    for at, (number, row) in enumerate(rows(text, path, delimiter(text[:65536]) or ",")):
        heading = [cell.lower() for cell in row] if at == 0 else []
        pick = _columns(heading) or pick
        if heading and (pick or (len(heading) > 2 and heading[0] in LEAF)):
            continue
        if pick and max(pick) >= len(row):
            raise broken("The row is too short.", path, number)
        cells = [cell for cell in ([row[i] for i in pick] if pick else row) if cell.strip("*")]
        if cells:
            draft.concept(cells[0])
        for child, parent in pairwise(cells):
            if child != parent or pick:
                draft.link(child, parent, line=number)
    return draft.arrays()


def rows(text: str, path: Path, sign: str) -> Iterator[tuple[int, list[str]]]:
    """The rows of a table that are not blank, their cells stripped, each with the line it begins in."""
    table = csv.reader(io.StringIO(text, newline=""), delimiter=sign)
    begins = 1
    try:
        for row in table:
            if any(cell.strip() for cell in row):
                yield begins, [cell.strip() for cell in row]
            begins = table.line_num + 1
    except csv.Error as error:
        raise broken(f"This is not a row of a table: {error}.", path, table.line_num) from None


def _columns(heading: list[str]) -> tuple[int, int] | None:
    child = next((i for i, cell in enumerate(heading) if cell in _CHILD), None)
    parent = next((i for i, cell in enumerate(heading) if cell in _PARENT), None)
    return None if child is None or parent is None else (child, parent)
