"""Records as the kernels see them: flat arrays, never objects."""

from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from semblant.arrays import Floats, Floats32, Ints, Ints32, bounds

_AT_ONCE = 2**22
"""Costs that are held at a time."""


class Points(NamedTuple):
    """Distinct tuples in canonical order, and per tabled column the distances and the costs of candidates.

    Column j holds ``distance[candidate, value]`` (row after row, from ``distance_start[j]``) and
    ``cost[value, candidate]``: a group's centre is the candidate of least weighted cost, the first among equals.
    """

    codes: Ints32  # [column, tuple] value codes
    numbers: Floats32  # [numeric column, tuple], already scaled and weighted
    weights: Ints  # records per tuple
    sizes: Ints  # [column, 2]: candidates, values
    distance: Floats32
    distance_start: Ints
    cost: Floats32
    cost_start: Ints
    own: Ints32  # the candidate that is the value itself
    own_start: Ints
    eligible: Ints  # per column: so many candidates, the first, may represent a group; the others are values only
    euclidean: bool

    @classmethod
    def of_tables(
        cls,
        tables: Sequence[Floats32],
        codes: Ints32,
        weights: Ints,
        *,
        numbers: Floats32 | None = None,
        centres: Sequence[tuple[Floats32, Ints32]] = (),
        eligible: Sequence[int] | None = None,
        euclidean: bool = False,
    ) -> "Points":
        """Concatenate tables (candidate by value), and the data that centroids are found by.

        Those are for each table the costs (value by candidate), and for each value the candidate that is the value.
        ``eligible`` candidates of each table come first; without it, all are.
        """
        p, costs, own = len(weights), [cost for cost, _ in centres], [own for _, own in centres]
        return cls(
            codes=np.ascontiguousarray(codes, np.int32).reshape(len(tables), p),
            numbers=np.empty((0, p), np.float32) if numbers is None else np.ascontiguousarray(numbers, np.float32),
            weights=weights,
            sizes=np.array([t.shape for t in tables], np.int64).reshape(-1, 2),
            distance=_joined([t.ravel() for t in tables], np.float32),
            distance_start=bounds([t.size for t in tables]),
            cost=_joined([t.ravel() for t in costs], np.float32),
            cost_start=bounds([t.size for t in costs]),
            own=_joined(own, np.int32),
            own_start=bounds([len(o) for o in own]),
            eligible=np.array([len(t) for t in tables] if eligible is None else eligible, np.int64),
            euclidean=euclidean,
        )

    def part(self, tuples: Ints, weights: Ints | None = None) -> "Points":
        """Some of the tuples, with all their records or so many."""
        return self._replace(
            codes=np.ascontiguousarray(self.codes[:, tuples]),
            numbers=np.ascontiguousarray(self.numbers[:, tuples]),
            weights=self.weights[tuples] if weights is None else weights,
        )


def centres(points: Points, rows: Ints, groups: int) -> tuple[Ints, Floats]:
    """The centre of each group: the candidate of least cost per tabled column and the mean per numeric one.

    ``rows`` of (tuple, count, group) are sorted by group. Whole weights and float32 costs add up exactly, so that ties
    are ties and go to the first candidate.
    """
    tuples, counts, group = rows.T
    starts = np.searchsorted(group, np.arange(groups + 1))
    candidates = np.zeros((groups, len(points.codes)), np.int64)
    for j, (size, values) in enumerate(points.sizes.tolist()):
        table = points.cost[points.cost_start[j] : points.cost_start[j + 1]].reshape(values, size).astype(np.float64)
        table = np.ascontiguousarray(table[:, : points.eligible[j]])
        candidates[:, j] = _cheapest(table, points.codes[j, tuples], counts, group, groups)
    means = np.empty((groups, len(points.numbers)))
    for q, number in enumerate(points.numbers.astype(np.float64)):
        means[:, q] = np.add.reduceat(number[tuples] * counts, starts[:-1]) / np.add.reduceat(counts, starts[:-1])
    return candidates, means


def _cheapest(table: Floats, said: Ints32, counts: Ints, group: Ints, groups: int) -> Ints:
    """The candidate of least cost for each group, from the values of its rows in one column and their counts."""
    values, size = table.shape
    pair, inverse = np.unique(group * values + said, return_inverse=True)  # merge rows with equal values
    often, group, said = np.bincount(inverse, counts), pair // values, pair % values
    starts = np.searchsorted(group, np.arange(groups + 1))
    rows = np.diff(starts)
    best: Ints = table.argmin(axis=1)[said[starts[:-1]]]  # correct for groups with one value
    several = np.argsort(-rows, kind="stable")[: np.count_nonzero(rows > 1)]
    step = max(1, _AT_ONCE // size)
    for at in range(0, len(several), step):  # as many groups at a time as fit in memory
        here = several[at : at + step]
        sums = np.zeros((len(here), size))
        for i in range(rows[here[0]]):  # the i-th value of each group that has one
            more = starts[here[: np.count_nonzero(rows[here] > i)]] + i
            sums[: len(more)] += table[said[more]] * often[more, None]
        best[here] = sums.argmin(axis=1)
    return best


def _joined(parts: Sequence[NDArray[Any]], kind: Any) -> NDArray[Any]:
    return np.concatenate(parts).astype(kind, copy=False) if len(parts) else np.empty(0, kind)
