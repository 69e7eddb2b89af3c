"""Nearest released tuples of every original tuple: the scan behind semantic record linkage."""

from typing import Any

import numpy as np
from numba import njit
from numpy.typing import NDArray

from semblant.kernels.mdav import _BLOCK, _distances, joined

# mypy: disable-error-code="no-untyped-def, no-any-return"

_SLACK = 2e-6  # distances of numbers that differ by rounding only are equally near


def nearest_records(
    points: Any, before: NDArray[np.int32], x: NDArray[np.float32]
) -> tuple[NDArray[np.float32], NDArray[np.int64]]:
    """Per original tuple the least distance to a released one, and how many released records are that near.

    ``points`` are the released tuples, with tables from original to released values; ``before[:, i]`` are the original
    value codes of tuple i and ``x[:, i]`` its numbers.
    """
    return _nearest(points, joined(points), before, x)


@njit(cache=True)
def _nearest(points, joint, before, x):
    p, r = before.shape[1], points.weights.shape[0]
    least, number = np.empty(p, np.float32), np.empty(p, np.int64)
    out, rows = np.empty(r, np.float32), np.empty(joint.row_start[-1], np.float32)
    low, high = np.empty(r // _BLOCK + 1, np.float32), np.empty(r // _BLOCK + 1, np.float32)
    centre, means = np.empty(before.shape[0], np.int64), np.empty(x.shape[0], np.float32)
    for i in range(p):
        for j in range(before.shape[0]):
            centre[j] = before[j, i]
        for q in range(x.shape[0]):
            means[q] = x[q, i]
        _distances(points, joint, joint.codes, points.numbers, r, centre, means, rows, out, low, high)
        nearest = low[0]
        for block in range(1, (r + _BLOCK - 1) // _BLOCK):
            nearest = min(nearest, low[block])
        count = 0
        for block in range((r + _BLOCK - 1) // _BLOCK):
            if low[block] <= nearest + _SLACK:
                for t in range(block * _BLOCK, min(r, (block + 1) * _BLOCK)):
                    if out[t] <= nearest + _SLACK:
                        count += points.weights[t]
        least[i] = nearest
        number[i] = count
    return least, number
