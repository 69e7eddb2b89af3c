"""Slow twins of the figures of a release: record by record and pair by pair, in exact fractions where they can be.

Nothing of Semblant is imported: cells are texts, and a vocabulary is a mapping from concepts to their parents.
"""

import math
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from fractions import Fraction
from typing import Any

from campaign import vocabularies

ROUNDING = 1e-6
"""Distances of meanings are kept in single precision; what differs by less is the same."""


class Words:
    """A column of categories or of concepts."""

    exact = False

    def __init__(self, cells: Sequence[str], rules: dict[str, Any], vocabulary: int | None, measure: str) -> None:
        self.weight = rules.get("weight", 1.0)
        self.measure = measure if vocabulary is not None else "equality"
        parents = {} if vocabulary is None else vocabularies.parents(vocabulary)
        self.above = {name: vocabularies.above(int(vocabulary or 0), name) for name in parents}
        self.centres = self._centres(cells)

    def meant(self, cell: str) -> str:
        return cell

    def distance(self, a: str, b: str) -> float:
        if a == b:
            return 0.0
        if self.measure == "equality" or a not in self.above or b not in self.above:
            return 1.0
        both = self.above[a] | self.above[b]
        apart = len(self.above[a] ^ self.above[b]) / len(both)
        return apart if self.measure == "ratio" else math.log2(1 + apart)

    def _centres(self, cells: Sequence[str]) -> list[str]:
        """Whatever has the least total distance to the column: any may be taken, so all are returned."""
        times = Counter(cells)
        named = [cell for cell in times if cell in self.above]
        candidates = set(times).union(*(self.above[cell] for cell in named))
        total = {c: sum(n * self.distance(c, cell) for cell, n in times.items()) for c in candidates}
        least = min(total.values())
        return sorted(c for c in candidates if total[c] <= least + ROUNDING)

    def spread(self, cells: Sequence[str]) -> list[list[float]]:
        """The distance of every cell from the column's centre, for each centre that may be taken."""
        return [[self.distance(centre, cell) for cell in cells] for centre in self.centres]


class Places:
    """A column of numbers, dates or levels, in units of its range or of its standard deviation."""

    exact = True

    def __init__(self, cells: Sequence[str], rules: dict[str, Any], combine: str) -> None:
        self.weight = rules.get("weight", 1.0)
        self.levels = [level.casefold() for level in rules.get("levels", ())]
        self.kind = rules["kind"]
        places = [place for cell in cells if not isinstance(place := self.meant(cell), str)]
        self.span = max(places) - min(places) if places else Fraction(0)
        self.mean = sum(places, Fraction(0)) / len(places) if places else None
        self.one = self.span
        if combine == "euclidean" and self.span and self.mean is not None:
            variance = sum(((p - self.mean) ** 2 for p in places), Fraction(0)) / (len(places) - 1)
            self.one = _root(variance)
        self.unrelated = self.span / self.one if self.span else Fraction(1)
        self.one = self.one or Fraction(1)

    def meant(self, cell: str) -> Fraction | str:
        if self.kind == "ordinal":
            return Fraction(self.levels.index(cell.casefold())) if cell.casefold() in self.levels else cell
        if self.kind == "date":
            return _moment(cell)
        try:
            return Fraction(cell)
        except ValueError:
            return cell

    def distance(self, a: Fraction | str, b: Fraction | str) -> Fraction:
        if isinstance(a, str) or isinstance(b, str):
            return Fraction(0) if a == b else self.unrelated
        return abs(a - b) / self.one

    def spread(self, cells: Sequence[Fraction | str]) -> list[list[Fraction]]:
        """The distance of every cell from the mean of the column."""
        if self.mean is None:
            return [[Fraction(0)] * len(cells)]
        return [[self.unrelated if isinstance(c, str) else abs(c - self.mean) / self.one for c in cells]]


def _root(square: Fraction) -> Fraction:
    """The root of a fraction to thirty digits."""
    scale = 10**60
    return Fraction(math.isqrt(int(square * scale * scale)), scale)


def _moment(cell: str) -> Fraction | str:
    for form in ("%Y-%m-%d", "%d.%m.%Y", "%Y-%m-%dT%H:%M", "%Y-%m-%dT%H:%M:%S"):
        try:
            found = datetime.strptime(cell, form) - datetime(1970, 1, 1)
        except ValueError:
            continue
        return Fraction(found.days) + Fraction(found.seconds, 86_400)
    return cell


@dataclass(frozen=True)
class Figures:
    """What a release lost and how far its records can be linked."""

    sse: float
    sst: list[float]  # one for each choice of centres
    semantic_loss: float
    exact_linkage: float
    semantic_linkage: float


Column = Words | Places


def figures(
    columns: Sequence[Column], before: Sequence[list[str]], after: Sequence[list[str]], combine: str
) -> Figures:
    """The figures of a release whose rows are in the order of the original."""
    then, now = ([_meant(columns, row) for row in rows] for rows in (before, after))
    moved = [_apart(columns, a, b) for a, b in zip(then, now, strict=True)]
    spreads = [column.spread([row[at] for row in then]) for at, column in enumerate(columns)]
    ssts = [
        sum(_squared(columns, [far[row] for far in chosen], combine) for row in range(len(then)))
        for chosen in _choices(spreads)
    ]
    return Figures(
        sse=sum(_squared(columns, far, combine) for far in moved),
        sst=ssts,
        semantic_loss=sum(_mean(columns, far) for far in moved) / len(moved),
        exact_linkage=100 * sum(1 / then.count(a) for a, b in zip(then, now, strict=True) if a == b) / len(then),
        semantic_linkage=_linkage(columns, then, now),
    )


def _meant(columns: Sequence[Column], row: Sequence[str]) -> tuple[Any, ...]:
    return tuple(column.meant(cell) for column, cell in zip(columns, row, strict=True))


def _apart(columns: Sequence[Column], a: Sequence[Any], b: Sequence[Any]) -> list[Any]:
    return [column.distance(x, y) for column, x, y in zip(columns, a, b, strict=True)]


def _choices(spreads: list[list[list[Any]]]) -> list[list[list[Any]]]:
    """Every combination of the centres, up to so many that one could never tell."""
    found: list[list[list[Any]]] = [[]]
    for several in spreads:
        found = [[*chosen, one] for chosen in found for one in several][:200]
    return found


def _mean(columns: Sequence[Column], apart: Sequence[Any]) -> float:
    whole = sum(column.weight for column in columns)
    return sum(column.weight * float(d) for column, d in zip(columns, apart, strict=True)) / whole


def _squared(columns: Sequence[Column], apart: Sequence[Any], combine: str) -> float:
    if combine == "mean":
        return _mean(columns, apart) ** 2
    return len(columns) * _mean(columns, [float(d) ** 2 for d in apart])


def _linkage(columns: Sequence[Column], then: Sequence[Any], now: Sequence[Any]) -> float:
    """The chance to pick an original's own among the released records nearest to it, in percent.

    Records are equally near whose meanings differ by rounding only and whose other columns are exactly as far.
    """
    total = 0.0
    for own, original in enumerate(then):
        sums = [_sums(columns, original, released) for released in now]
        least = min(meant + float(rest) for meant, rest in sums)
        near = [s for s in sums if s[0] + float(s[1]) <= least + ROUNDING]
        nearest = [s for s in near if not any(abs(s[0] - u[0]) <= ROUNDING and u[1] < s[1] for u in near)]
        total += 1 / len(nearest) if sums[own] in nearest else 0.0
    return 100 * total / len(then)


def _sums(columns: Sequence[Column], a: Sequence[Any], b: Sequence[Any]) -> tuple[float, Fraction]:
    meant, rest = 0.0, Fraction(0)
    for column, x, y in zip(columns, a, b, strict=True):
        far = column.distance(x, y)
        if isinstance(column, Words) and column.above:
            meant += column.weight * far
        else:
            rest += Fraction(repr(column.weight)) * Fraction(far)
    return meant, rest
