"""Records in an order by meaning: the sort operator for values that have none of their own."""

import numpy as np
from numpy.typing import NDArray

from semblant.kernels.mdav import centres
from semblant.kernels.resample import sort_by_extreme
from semblant.space.points import Points

Ints = NDArray[np.int64]


def arranged(points: Points, samples: Ints) -> Ints:
    """Every sample of records, sorted: first the one farthest from the sample's centre, then by distance from that.

    ``samples`` has a sample per line and the tuple of a record per place. Single records are compared, so a tuple's
    frequency plays no part but in the centre (Algorithm 1 has Eq. 4.2; a record alone has the weight 1). Ties go to
    the earlier tuple.

    Reference: thesis, Algorithm 1.
    """
    rows = tallied(samples, np.arange(len(samples))[:, None])
    centre, means = centres(points, rows, len(samples))
    starts = np.searchsorted(rows[:, 2], np.arange(len(samples) + 1))
    rows = rows[sort_by_extreme(points, rows[:, 0].copy(), starts, centre, means)]
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
