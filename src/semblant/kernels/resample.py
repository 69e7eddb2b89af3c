"""Sorting samples of tuples, and the nearest of many centres: the scans behind resampling."""

import numpy as np
from numba import njit

from semblant.kernels.recode import distances, settle

# mypy: disable-error-code="no-untyped-def"


@njit(cache=True)
def _gather(points, tuples):
    """The codes and numbers of some tuples."""
    codes = np.empty((points.codes.shape[0], len(tuples)), np.uint32)
    numbers = np.empty((points.numbers.shape[0], len(tuples)), np.float32)
    for j in range(len(codes)):
        for i in range(len(tuples)):
            codes[j, i] = points.codes[j, tuples[i]]
    for q in range(len(numbers)):
        for i in range(len(tuples)):
            numbers[q, i] = points.numbers[q, tuples[i]]
    return codes, numbers


@njit(cache=True)
def sort_by_extreme(points, tuples, weights, starts, centre, means):
    """Sort each sample from the tuple farthest from its centre on, by growing distance to that tuple.

    A sample is a stretch of ``tuples`` between two starts, ascending; equally far tuples stay in that order. Distances
    are multiplied by ``weights``. Returns places in ``tuples``.
    """
    order = np.empty(len(tuples), np.int64)
    out = np.empty(len(tuples))
    for s in range(len(starts) - 1):
        begin, end = starts[s], starts[s + 1]
        sample, weight = tuples[begin:end], weights[begin:end]
        m = len(sample)
        codes, numbers = _gather(points, sample)
        distances(points, codes, numbers, m, centre[s], means[s], out)
        extreme = np.argmax(out[:m] * weight)
        settle(points, sample[extreme], centre[s], means[s])
        distances(points, codes, numbers, m, centre[s], means[s], out)
        out[extreme] = -1.0  # it comes first, even where others are no distance away
        order[begin:end] = begin + np.argsort(out[:m] * weight, kind="mergesort")
    return order


@njit(cache=True)
def nearest_centre(points, tuples, centre, means):
    """The nearest of several centres to each tuple, the first of equals."""
    m = len(tuples)
    codes, numbers = _gather(points, tuples)
    out = np.empty(m)
    least, best = np.full(m, np.inf), np.zeros(m, np.int64)
    for c in range(len(centre)):
        distances(points, codes, numbers, m, centre[c], means[c], out)
        for i in range(m):
            if out[i] < least[i]:
                least[i], best[i] = out[i], c
    return best
