"""Records in an order by meaning: the sort operator for values that have none of their own."""

import numpy as np
from numpy.typing import NDArray

from semblant.kernels.mdav import centres
from semblant.kernels.resample import sort_by_extreme
from semblant.space.points import Points

Ints = NDArray[np.int64]


def arranged(points: Points, samples: Ints, *, weighted: bool = False) -> Ints:
    """Every sample of records, sorted: first the one farthest from the sample's centre, then by distance from that.

    ``samples`` has a sample per line and the tuple of a record per place. Single records are compared, and ties go to
    the earlier tuple. ``weighted`` reads Eq. 4.2 to the letter: a distance counts as often as the tuple occurs in the
    sample, so that equal records move together to a place that their number decides as well.

    Reference: thesis, Algorithm 1.
    """
    rows = tallied(samples, np.arange(len(samples))[:, None])
    centre, means = centres(points, rows, len(samples))
    starts = np.searchsorted(rows[:, 2], np.arange(len(samples) + 1))
    weights = rows[:, 1].copy() if weighted else np.ones(len(rows), np.int64)
    rows = rows[sort_by_extreme(points, rows[:, 0].copy(), weights, starts, centre, means)]
    return np.repeat(rows[:, 0], rows[:, 1]).reshape(samples.shape)


def tallied(tuples: Ints, groups: Ints) -> Ints:
    """Rows of (tuple, count, group) from single records, by group and then by tuple; the shapes are broadcast.

    Example:
        >>> tallied(np.array([[4, 2, 4], [2, 2, 2]]), np.array([[0], [1]])).tolist()
        [[2, 1, 0], [4, 2, 0], [2, 3, 1]]
    """
    span = int(tuples.max(initial=0)) + 1
    number, counts = np.unique((groups * span + tuples).ravel(), return_counts=True)
    return np.stack([number % span, counts, number // span], axis=1)
