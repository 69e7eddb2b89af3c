"""Record linkage: exact, by equal values, and semantic, by nearest meaning."""

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from semblant.arrays import Flags, Floats, Ints, Ints32
from semblant.assessment.columns import ComparedColumn, all_suppressed, distinct_tuples
from semblant.assessment.pairing import Pairing
from semblant.space.points import Points, on_a_grid


def class_sizes(columns: Sequence[ComparedColumn], suppressed: int) -> Ints:
    """Sizes of the classes of a release, without the records suppressed in every column."""
    distinct, _, sizes = distinct_tuples(columns, original=False)
    if suppressed:
        sizes = sizes - suppressed * all_suppressed(columns, distinct)
    return np.asarray(sizes[sizes > 0], np.int64)


def class_sizes_before(columns: Sequence[ComparedColumn]) -> Ints:
    """Sizes of the classes of the original, by meaning."""
    return distinct_tuples(columns, original=True)[2]


def matching_linkage(pairing: Pairing) -> float:
    """RL: for a masked record, the probability of picking its own original among the equal ones, in percent.

    Reference: thesis 5.7; fusion, eq. 14.
    """
    before, after = pairing.tuples
    originals = np.bincount(before, pairing.counts)
    same = before == after
    return 100.0 * float((pairing.counts[same] / originals[before[same]]).sum()) / pairing.records


def intruder_linkage(pairing: Pairing) -> float:
    """MRL: for an original record, the probability of picking its own among the equal masked records, in percent.

    Never above SRL: where equal records exist they are the nearest, and where none exists MRL finds nothing.

    Reference: thesis 8.6.
    """
    before, after = pairing.tuples
    released = np.bincount(after, pairing.counts)
    same = before == after
    return 100.0 * float((pairing.counts[same] / released[after[same]]).sum()) / pairing.records


def semantic_linkage(pairing: Pairing) -> float:
    """SRL: for an original record, the probability of picking its own among the nearest masked records, in percent.

    Reference: thesis, chapter 8.
    """
    before, from_pair, _ = pairing.distinct(original=True)
    after, _, counts = pairing.distinct(original=False)
    near = nearest(pairing.columns, pairing.weights, before, after, counts)
    own = pairing.weights @ pairing.distances
    linked = near.reached(own, from_pair)
    return 100.0 * float((pairing.counts[linked] / near.records[from_pair[linked]]).sum()) / pairing.records


SLACK = 4e-6
"""Distances that differ by less are equal up to rounding."""


class Nearest(NamedTuple):
    """For every original tuple: the distance of the nearest released tuple, and how many released records are at it."""

    distance: Floats
    records: Ints

    def reached(self, own: Floats, tuples: Ints) -> Flags:
        """Whether records at these distances from their original tuples are among the nearest."""
        return np.asarray(own <= self.distance[tuples] + SLACK, np.bool_)


def nearest(columns: Sequence[ComparedColumn], weights: Floats, before: Ints32, after: Ints32, counts: Ints) -> Nearest:
    """The released tuples (``after``, with counts of records) nearest to every original one (``before``)."""
    from semblant.kernels.linkage import nearest_records

    tables, numbers, x, tabled = [], [], [], []
    for j, (column, weight) in enumerate(zip(columns, weights, strict=True)):
        if (line := column.line) is None:
            tabled.append(j)
            tables.append((column.table() * weight).astype(np.float32))
        else:
            here, there, scale = line
            x.append(here[before[j]] * (weight / scale))
            numbers.append(there[after[j]] * (weight / scale))
    points = Points.of_tables(
        on_a_grid(tables),
        after[tabled],
        counts,
        numbers=np.array(numbers, np.float32).reshape(len(numbers), after.shape[1]),
    )
    places = np.array(x, np.float32).reshape(len(x), before.shape[1])
    least, records = nearest_records(points, np.ascontiguousarray(before[tabled]), places)
    return Nearest(least.astype(np.float64), records)
