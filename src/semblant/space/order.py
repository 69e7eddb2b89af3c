"""Sorting records by meaning: the sort operator for values without an order of their own."""

import numpy as np
from numpy.typing import NDArray

from semblant.arrays import Floats, Ints
from semblant.space.points import Points, centres


def arranged(points: Points, samples: Ints, *, weighted: bool = False) -> Ints:
    """Every sample of records, sorted: first the one farthest from the sample's centre, then by distance from that.

    ``samples`` has a sample per line and the tuple of a record per place. Ties go to the earlier place. ``weighted``
    compares as published (Eq. 4.2): a distance counts as often as the tuple occurs in the sample.

    Reference: thesis, Algorithm 1.
    """
    line = np.arange(len(samples))
    rows = tallied(samples, line[:, None])
    tuples, counts, sample = rows.T
    span = int(samples.max(initial=0)) + 1
    row = np.searchsorted(sample * span + tuples, line[:, None] * span + samples)  # of every record
    times = counts if weighted else 1
    candidates, means = centres(points, rows, len(samples))
    far = far_from(points, tuples, candidates[sample], means[sample]) * times
    extreme = far[row].argmax(axis=1)
    there = samples[line, extreme]
    own = [points.own[start + codes[there]] for start, codes in zip(points.own_start, points.codes, strict=False)]
    on_it = np.array(own, np.int64).reshape(len(own), len(there)).T, points.numbers[:, there].T
    near = (far_from(points, tuples, on_it[0][sample], on_it[1][sample]) * times)[row]
    near[line, extreme] = -1.0  # it comes first, even if others are at distance 0
    return np.take_along_axis(samples, np.argsort(near, axis=1, kind="stable"), axis=1)


def far_from(points: Points, tuples: Ints, candidates: Ints, means: NDArray[np.floating]) -> Floats:
    """Distances of tuples to centres: a candidate per tabled column and a number per numeric one, in the last axis.

    The shapes are broadcast.
    """
    out = np.zeros(np.broadcast_shapes(tuples.shape, candidates.shape[:-1]))
    for j, values in enumerate(points.sizes[:, 1].tolist()):
        out += points.distance[points.distance_start[j] + candidates[..., j] * values + points.codes[j, tuples]]
    for q, numbers in enumerate(points.numbers.astype(np.float64)):
        apart = np.abs(numbers[tuples] - means[..., q])
        out += apart * apart if points.euclidean else apart
    return np.sqrt(out) if points.euclidean else out


def tallied(tuples: Ints, groups: Ints) -> Ints:
    """Rows of (tuple, count, group) from single records, by group and then by tuple; the shapes are broadcast.

    Example:
        >>> tallied(np.array([[4, 2, 4], [2, 2, 2]]), np.array([[0], [1]])).tolist()
        [[2, 1, 0], [4, 2, 0], [2, 3, 1]]
    """
    span = int(tuples.max(initial=0)) + 1
    number, counts = np.unique((groups * span + tuples).ravel(), return_counts=True)
    return np.stack([number % span, counts, number // span], axis=1)
