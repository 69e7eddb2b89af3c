"""Checks of a hierarchy, by itself and against its column; every remark names the line."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Literal

import numpy as np
from numpy.typing import ArrayLike

from semblant.errors import KnowledgeError
from semblant.hierarchy.vgh import Hierarchy
from semblant.policy.model import MISSING, SUPPRESSED

Kind = Literal[
    "no leaf", "no value", "depth", "two parents", "split", "leaf and ancestor", "several tops", "idle level"
]


@dataclass(frozen=True)
class Remark:
    """One remark on a hierarchy; ``fatal`` ones must be fixed before it can generalise a column."""

    kind: Kind
    message: str
    where: str
    fatal: bool = False
    values: tuple[str, ...] = ()

    def __str__(self) -> str:
        return f"{self.where}: {self.message}"


def structure(hierarchy: Hierarchy) -> list[Remark]:
    """Check a hierarchy by itself, without data.

    Example:
        >>> jobs = Hierarchy.of([("nurse", "carer", "*"), ("cook", "other", "*"), ("smith", "other", "craft")])
        >>> [remark.kind for remark in structure(jobs)]
        ['two parents', 'several tops']
    """
    return [*_parents(hierarchy), *_both(hierarchy), *_depths(hierarchy), *_tops(hierarchy), *_idle(hierarchy)]


def against(
    hierarchy: Hierarchy, values: Sequence[str], counts: ArrayLike, codes: ArrayLike | None = None
) -> list[Remark]:
    """Check it against a column's distinct values with their ``counts``; a missing value needs no leaf.

    ``codes`` are the values of all records, so that the first record that does not fit can be named.
    """
    seen = np.asarray(counts, np.int64)
    found = [hierarchy.find(value) for value in values]
    lost = [i for i, value in enumerate(values) if found[i] is None and value not in (MISSING, SUPPRESSED)]
    remarks = []
    if lost:
        rows, share = int(seen[lost].sum()), 100 * int(seen[lost].sum()) / max(1, int(seen.sum()))
        many = "values have" if len(lost) > 1 else "value has"
        first = "" if codes is None else f", first in record {int(np.isin(np.asarray(codes), lost).argmax()) + 1:,}"
        said = f"{rows:,} row{'s' if rows > 1 else ''}, {share:.1f} %{first}"
        remarks.append(
            Remark(
                "no leaf",
                f"{len(lost):,} of {len(values):,} distinct {many} no leaf ({said}).",
                hierarchy.name,
                fatal=True,
                values=tuple(values[i] for i in lost[:20]),
            )
        )
    idle = sorted({*range(len(hierarchy.leaves))} - {i for i in found if i is not None})
    if idle:
        many = "leaves are" if len(idle) > 1 else "leaf is"
        text = f"{len(idle):,} of {len(hierarchy.leaves):,} {many} no value of the data{_from(hierarchy, idle)}."
        remarks.append(Remark("no value", text, hierarchy.where(idle[0])))
    return remarks


def refuse(hierarchy: Hierarchy, remarks: Sequence[Remark]) -> None:
    """Raise an error for the first fatal remark."""
    for remark in remarks:
        if remark.fatal:
            hints = ["semblant hierarchy build DATA --column NAME makes one that fits"]
            if remark.kind == "no leaf":
                hints.insert(0, f"add a line for each of them to {hierarchy.name}")
            raise KnowledgeError(remark.message, where=remark.where, hints=hints, values=remark.values)


def _parents(hierarchy: Hierarchy) -> list[Remark]:
    """Labels whose values diverge further up: with two parents, or one parent that some of them leave earlier."""
    remarks = []
    for label, others in _above(hierarchy).items():
        (first, leaf), (second, other), *_ = others.items()
        text = f"{hierarchy.labels[label]!r} has two parents: {hierarchy.labels[second]!r} here, "
        text += f"{hierarchy.labels[first]!r}{_in_line(hierarchy, leaf)}."
        remarks.append(Remark("two parents", text, hierarchy.where(other), fatal=True))
    if remarks:
        return remarks
    for i in range(1, hierarchy.height):
        seen: dict[int, int] = {}
        for leaf, (here, up) in enumerate(zip(*hierarchy.paths[i : i + 2].tolist(), strict=True)):
            other = seen.setdefault(here, leaf)
            if hierarchy.paths[i + 1, other] != up:
                text = f"{hierarchy.labels[here]!r} is left on level {i + 1} by some of its values and kept by others"
                remarks.append(
                    Remark("split", f"{text}{_in_line(hierarchy, other)}.", hierarchy.where(leaf), fatal=True)
                )
                break
    return remarks


def _above(hierarchy: Hierarchy) -> dict[int, dict[int, int]]:
    """Labels with several parents: each parent, and the first leaf whose path has it."""
    above: dict[int, dict[int, int]] = {}
    for leaf, path in enumerate(hierarchy.paths[1:].T.tolist()):
        for here, up in pairwise(path):
            if here != up:
                above.setdefault(here, {}).setdefault(up, leaf)
    return {label: parents for label, parents in above.items() if len(parents) > 1}


def _both(hierarchy: Hierarchy) -> list[Remark]:
    """Values that are labels of other values too: a reader of the release cannot tell which was meant."""
    leaves, above = hierarchy.paths[0], hierarchy.paths[1:]
    both = np.flatnonzero(np.isin(leaves, above[above != leaves])).tolist()
    if not both:
        return []
    many = "values are labels" if len(both) > 1 else "value is a label"
    text = f"{len(both):,} {many} of other values as well{_from(hierarchy, both)}."
    return [Remark("leaf and ancestor", text, hierarchy.where(both[0]))]


def _depths(hierarchy: Hierarchy) -> list[Remark]:
    short = [leaf for leaf, depth in enumerate(hierarchy.depths) if depth < hierarchy.height]
    if not short:
        return []
    text = (
        f"{len(short):,} of {len(hierarchy.leaves):,} values {'have' if len(short) > 1 else 'has'} fewer than "
        f"{hierarchy.height} levels{_from(hierarchy, short)}; the last label is repeated upward."
    )
    return [Remark("depth", text, hierarchy.where(short[0]))]


def _tops(hierarchy: Hierarchy) -> list[Remark]:
    tops = hierarchy.nodes(hierarchy.height)
    if len(tops) == 1:
        return []
    text = f"The highest level has {len(tops):,} labels; a level of {SUPPRESSED!r} is added above where it is needed."
    return [Remark("several tops", text, hierarchy.name)]


def _idle(hierarchy: Hierarchy) -> list[Remark]:
    """Levels that merge nothing."""
    idle = []
    for i, (below, here) in enumerate(pairwise(hierarchy.paths), 1):
        pairs = {*zip(below.tolist(), here.tolist(), strict=True)}
        if len(pairs) == len({*below.tolist()}) == len({*here.tolist()}):
            idle.append(i)
    return [
        Remark("idle level", f"Level {i} puts nothing together that level {i - 1} keeps apart.", hierarchy.name)
        for i in idle
    ]


def _in_line(hierarchy: Hierarchy, leaf: int) -> str:
    return f" in line {hierarchy.lines[leaf]}" if hierarchy.lines else ""


def _from(hierarchy: Hierarchy, leaves: Sequence[int]) -> str:
    """The lines of some leaves, the first few of many."""
    if not hierarchy.lines:
        return ""
    lines = [str(hierarchy.lines[leaf]) for leaf in leaves[:5]]
    more = ", …" if len(leaves) > 5 else ""
    return f" (line{'s' if len(leaves) > 1 else ''} {', '.join(lines)}{more})"
