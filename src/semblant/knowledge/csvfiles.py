"""Hierarchies as tables: ``child,parent`` rows, and value generalisation hierarchies as ARX writes them."""

import csv
import io
from itertools import pairwise
from pathlib import Path

from semblant.knowledge.assemble import Arrays
from semblant.knowledge.draft import Draft
from semblant.knowledge.textfiles import broken, decode

_DELIMITERS = ";\t,|"
_CHILD = {"child", "narrower", "id", "concept", "term"}
_PARENT = {"parent", "broader", "parent_id", "parent id"}
_LEAF = {"leaf", "value", "level0", "level 0", "level_0", "level-0"}


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
    rows = csv.reader(io.StringIO(text, newline=""), delimiter=delimiter(text[:65536]) or ",")
    draft = Draft(path)
    pick: tuple[int, int] | None = None
    try:
        for row in rows:
            cells = [cell.strip() for cell in row]
            if rows.line_num == 1:
                heading = [cell.lower() for cell in cells]
                if pick := _columns(heading):
                    continue
                if len(cells) > 2 and heading[0] in _LEAF:
                    continue
            if pick:
                if max(pick) >= len(cells):
                    raise broken("The row is too short.", path, rows.line_num)
                cells = [cells[pick[0]], cells[pick[1]]]
            cells = [cell for cell in cells if cell.strip("*")]
            if cells:
                draft.concept(cells[0])
            for child, parent in pairwise(cells):
                if child != parent or pick:
                    draft.link(child, parent, line=rows.line_num)
    except csv.Error as error:
        raise broken(f"This is not a row of a table: {error}.", path, rows.line_num) from None
    return draft.arrays()


def _columns(heading: list[str]) -> tuple[int, int] | None:
    child = next((i for i, cell in enumerate(heading) if cell in _CHILD), None)
    parent = next((i for i, cell in enumerate(heading) if cell in _PARENT), None)
    return None if child is None or parent is None else (child, parent)
