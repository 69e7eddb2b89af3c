"""Hierarchies written as tables: one row per value as ARX and anjana have it, or one row per step up."""

import csv
import io
from collections.abc import Iterable, Sequence
from pathlib import Path

from semblant.errors import CycleError, KnowledgeError
from semblant.hierarchy.vgh import Hierarchy
from semblant.knowledge.csvfiles import LEAF, delimiter
from semblant.knowledge.csvfiles import rows as table_rows
from semblant.knowledge.textfiles import broken

Link = tuple[str, str, int]
"""Child, parent, and their line in the file."""

_CHILD = {"child", "narrower"}
_PARENT = {"parent", "broader"}


def read_table(text: str, path: Path) -> Hierarchy:
    """Read rows of a value and its labels upward, or rows of child and parent; a header is recognised.

    Two columns are steps of child and parent where a parent is the child of another row; otherwise it is all the same.
    """
    found = list(table_rows(text, path, _delimiter(text)))
    rows, lines = [row for _, row in found], [line for line, _ in found]
    heading = [cell.lower() for cell in rows[0]] if rows else []
    child = next((i for i, cell in enumerate(heading) if cell in _CHILD), None)
    parent = next((i for i, cell in enumerate(heading) if cell in _PARENT), None)
    if child is not None and parent is not None:
        short = next((n for row, n in zip(rows, lines, strict=True) if len(row) <= max(child, parent)), None)
        if short is not None:
            raise broken("The row is too short.", path, short)
        return climbed([(r[child], r[parent], n) for r, n in zip(rows[1:], lines[1:], strict=True)], path.name)
    if heading and heading[0] in LEAF:
        rows, lines = rows[1:], lines[1:]
    if {len(row) for row in rows} == {2} and _are_steps(rows):
        return climbed([(row[0], row[1], n) for row, n in zip(rows, lines, strict=True)], path.name)
    paths = [_way(row, path, n) for row, n in zip(rows, lines, strict=True)]
    return Hierarchy.of(paths, name=path.name, lines=lines)


def _delimiter(text: str) -> str:
    """The delimiter: a character that splits every row into a table of labels, else the most frequent one."""
    sample = [line for line in text[:65536].split("\n")[:50] if line.strip()]
    parted = {sign: [row for row in csv.reader(sample, delimiter=sign) if row] for sign in ";\t,|"}
    likely = [sign for sign, rows in parted.items() if all(len(row) > 1 and all(row[1:]) for row in rows)]
    for sign in likely:
        if _csv(parted[sign], sign).split("\n")[:-1] == sample:
            return sign
    return likely[0] if likely else delimiter(text[:65536]) or ","


def _are_steps(rows: Sequence[Sequence[str]]) -> bool:
    children = {child for child, _ in rows}
    return any(parent in children and parent != child for child, parent in rows)


def _way(row: list[str], path: Path, line: int) -> list[str]:
    """A row without empty cells at its end; an empty first cell is the missing value."""
    while len(row) > 1 and not row[-1]:
        row = row[:-1]
    if any(not cell for cell in row[1:]):
        raise broken("A label is missing between two others.", path, line)
    return row


def climbed(links: Iterable[Link], name: str) -> Hierarchy:
    """The hierarchy of (child, parent) steps; a step from a label to itself marks it as a value as well.

    Example:
        >>> climbed([("nurse", "worker", 1), ("worker", "*", 2)], "jobs").rows()
        [('nurse', 'worker', '*')]
    """
    above: dict[str, tuple[str, int]] = {}
    first: dict[str, int] = {}
    values: dict[str, int] = {}
    parents: set[str] = set()
    for child, parent, line in links:
        if not child or not parent:
            raise KnowledgeError("A step up needs a child and a parent.", where=_at(name, line))
        first.setdefault(child, line)
        first.setdefault(parent, line)
        if child == parent:
            values[child] = line
            continue
        before = above.setdefault(child, (parent, line))
        if before[0] != parent:
            raise KnowledgeError(
                f"A label has two parents, {parent!r} here and {before[0]!r} in line {before[1]}.",
                where=_at(name, line),
                hints=["keep one parent for each label: a hierarchy is a tree"],
                values=[child],
            )
        parents.add(parent)
    leaves = [label for label in first if label not in parents or label in values]
    paths = [_climb(leaf, leaf in parents, above, name) for leaf in leaves]
    if first and not leaves:
        _climb(next(iter(above)), False, above, name)
    return Hierarchy.of(paths, name=name, lines=[values.get(leaf, first[leaf]) for leaf in leaves])


def _climb(leaf: str, twice: bool, above: dict[str, tuple[str, int]], name: str) -> list[str]:
    way = [leaf, leaf] if twice else [leaf]
    seen = {leaf}
    while way[-1] in above:
        parent, line = above[way[-1]]
        if parent in seen:
            raise CycleError("Going up from here leads back to the same label.", where=_at(name, line))
        seen.add(parent)
        way.append(parent)
    return way


def _at(name: str, line: int) -> str:
    return f"{name}:{line}" if line else name


def as_table(hierarchy: Hierarchy, separator: str) -> str:
    """One row per value, the value first."""
    return _csv(hierarchy.rows(), separator)


def as_steps(hierarchy: Hierarchy) -> str:
    """One row per step up, under a heading; a value that is also a label has a row of its own."""
    inner = {parent for _, parent in hierarchy.steps()}
    own = [(leaf, leaf) for leaf in hierarchy.leaves if leaf in inner or hierarchy.height == 0]
    return _csv([("child", "parent"), *hierarchy.steps(), *own], ",")


def _csv(rows: Iterable[Sequence[str]], separator: str) -> str:
    out = io.StringIO(newline="")
    csv.writer(out, delimiter=separator, lineterminator="\n").writerows(rows)
    return out.getvalue()
