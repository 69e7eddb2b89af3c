"""MDAV and SA-MDAV the obvious way, step by step as thesis Algorithms 3 and 4 have them.

Every centroid and every distance is computed from scratch and exactly: table entries as whole numbers of a tiny unit,
numbers as fractions. Ties go to the earlier tuple, candidate and group. A choice that only rounding could decide is
refused (:class:`TooCloseError`): neither answer would be wrong.
"""

from collections.abc import Sequence
from fractions import Fraction
from typing import NamedTuple

import numpy as np

from tests.properties.strategies import Space

UNIT = 2**40  # single-precision distances above 1/65,536 are whole numbers of this unit
_NEAR = UNIT // 10**5
_EXACT = 2**10  # means with this denominator or less lose nothing in single precision


class TooCloseError(Exception):
    """Two tuples so equally far that only rounding tells them apart."""


class Centre(NamedTuple):
    """A candidate per column with a table, a number per numeric column."""

    candidates: tuple[int, ...]
    means: tuple[Fraction, ...] = ()

    @property
    def exact(self) -> bool:
        return all(_EXACT % mean.denominator == 0 for mean in self.means)


class SlowSpace:
    """Distances and centroids, computed exactly."""

    def __init__(self, space: Space) -> None:
        self.distance = [(table.astype(np.float64) * UNIT).astype(np.int64) for table in space.distance]
        eligible = space.eligible or [len(table) for table in space.cost]
        self.cost = [
            (table[:n].astype(np.float64) * UNIT).astype(np.int64)
            for table, n in zip(space.cost, eligible, strict=True)
        ]
        self.numbers = [[Fraction(float(x)) for x in line] for line in space.numbers]
        self.own, self.codes = space.own, space.codes
        self.weights = space.weights
        self.euclidean = space.euclidean

    def centroid(self, counts: np.ndarray) -> Centre:
        """The centroid of tuples with their record counts: the candidate of least cost, the mean."""
        sums = [cost[:, codes] @ counts for codes, cost in zip(self.codes, self.cost, strict=True)]
        total = Fraction(int(counts.sum()))
        means = [sum(int(n) * x for n, x in zip(counts, line, strict=True)) / total for line in self.numbers]
        return Centre(tuple(int(np.argmin(s)) for s in sums), tuple(means))

    def on(self, i: int) -> Centre:
        """A tuple as a centre."""
        at = tuple(int(own[codes[i]]) for own, codes in zip(self.own, self.codes, strict=True))
        return Centre(at, tuple(line[i] for line in self.numbers))

    def far(self, centre: Centre) -> np.ndarray:
        """How far every tuple is from a centre; in a euclidean space squared, which changes no comparison."""
        total = np.zeros(len(self.weights), np.int64)
        for table, candidate, codes in zip(self.distance, centre.candidates, self.codes, strict=True):
            total += table[candidate, codes]
        for mean, line in zip(centre.means, self.numbers, strict=True):
            apart = [(x - mean) ** 2 if self.euclidean else abs(x - mean) for x in line]
            total = total.astype(object) + [UNIT * d for d in apart]
        return total

    def pick(self, left: np.ndarray, centre: Centre, *, farthest: bool, weighted: bool = False) -> int:
        """The nearest or farthest of the tuples left, compared by frequency or not; the earliest among equals."""
        some = np.flatnonzero(left)
        apart, weight = self.far(centre)[some], self.weights[some] if weighted else np.ones(len(some), np.int64)
        score = apart * weight * weight if self.euclidean else apart * weight
        best = score.max() if farthest else score.min()
        first = int(np.argmax(score == best))
        tied = (score == best) & centre.exact
        if self.euclidean:  # equal only after a root was taken and multiplied is not equal
            tied &= (apart == apart[first]) & (weight == weight[first])
        if np.any((abs(score - best) <= _NEAR) & ~tied & (np.arange(len(some)) != first)):
            raise TooCloseError
        return int(some[first])

    def nearest(self, centres: Sequence[Centre], i: int) -> int:
        """The first of the nearest centres."""
        apart = [self.far(centre)[i] for centre in centres]
        first = apart.index(min(apart))
        for g, centre in enumerate(centres):
            tied = apart[g] == apart[first] and centre.exact and centres[first].exact
            if abs(apart[g] - apart[first]) <= _NEAR and not tied and g != first:
                raise TooCloseError
        return first


def sa_mdav(space: Space, k: int, weighted: bool, static: bool) -> list[int]:
    """Algorithm 4: the group of every tuple."""
    slow = SlowSpace(space)
    weights, label = slow.weights, np.full(len(slow.weights), -1)
    groups = 0

    def records(some: np.ndarray) -> int:
        return int(weights[some].sum())

    def middle(some: np.ndarray) -> Centre:
        return slow.centroid(weights * some)

    def cluster_from(first: int) -> None:
        nonlocal groups
        label[first] = groups
        while records(label == groups) < k:
            reference = slow.on(first) if static else middle(label == groups)
            label[slow.pick(label < 0, reference, farthest=False, weighted=weighted)] = groups
        groups += 1

    while records(label < 0) >= k:
        r = slow.pick(label < 0, middle(label < 0), farthest=True, weighted=weighted)
        cluster_from(r)
        if records(label < 0) >= k:
            cluster_from(slow.pick(label < 0, slow.on(r), farthest=True, weighted=weighted))
    centres = [middle(label == g) for g in range(groups)]
    for i in np.flatnonzero(label < 0):
        label[i] = slow.nearest(centres, i)
    return label.tolist()


def mdav(space: Space, k: int) -> dict[tuple[int, int], int]:
    """Algorithm 3 over single records: how many records of a tuple go to a group."""
    slow = SlowSpace(space)
    left = slow.weights.copy()
    rows: dict[tuple[int, int], int] = {}
    groups = 0

    def farthest(centre: Centre) -> int:
        return slow.pick(left > 0, centre, farthest=True)

    def cluster_from(first: int) -> None:
        nonlocal groups
        one = first
        for taken in range(1, k + 1):
            left[one] -= 1
            rows[one, groups] = rows.get((one, groups), 0) + 1
            if taken < k:
                one = slow.pick(left > 0, slow.on(first), farthest=False)
        groups += 1

    while left.sum() >= 3 * k:
        r = farthest(slow.centroid(left))
        s = farthest(slow.on(r))
        cluster_from(r)
        cluster_from(s if left[s] else farthest(slow.on(r)))
    if left.sum() >= 2 * k:
        cluster_from(farthest(slow.centroid(left)))
    return rows | {(int(i), groups): int(left[i]) for i in np.flatnonzero(left)}
