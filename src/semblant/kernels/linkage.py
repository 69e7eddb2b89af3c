"""Nearest released tuples of every original tuple: the scan behind semantic record linkage."""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from semblant.kernels.compiled import lean
from semblant.kernels.cores import in_parts
from semblant.kernels.mdav import BLOCK, UNWEIGHTED, centre_of, distances, joined, scan_of

# mypy: disable-error-code="no-untyped-def, no-any-return"

_SLACK = 2e-6  # distances of numbers that differ by rounding only are equally near
_FEW = 2**22  # pairs of tuples


def nearest_records(
    points: Any, before: NDArray[np.int32], x: NDArray[np.float32]
) -> tuple[NDArray[np.float32], NDArray[np.int64]]:
    """Per original tuple the least distance to a released one, and how many released records are that near.

    ``points`` are the released tuples, with tables from original to released values; ``before[:, i]`` are the original
    value codes of tuple i and ``x[:, i]`` its numbers.
    """
    if before.shape[1] * len(points.weights) <= _FEW:
        return _all_pairs(points, before, x)
    joint, p = joined(points), before.shape[1]
    least, number = np.empty(p, np.float32), np.zeros(p, np.int64)

    def part(begin: int, end: int) -> None:
        own = slice(begin, end)
        scan = scan_of(points, joint)
        _nearest(points, joint, scan, centre_of(points), before, x, begin, least[own], number[own])

    in_parts(p, part)
    return least, number


def _all_pairs(
    points: Any, before: NDArray[np.int32], x: NDArray[np.float32]
) -> tuple[NDArray[np.float32], NDArray[np.int64]]:
    """The same in numpy, for so few pairs that compiling would take longer."""
    far = np.zeros((before.shape[1], len(points.weights)), np.float32)
    for j, shape in enumerate(points.sizes):
        table = points.distance[points.distance_start[j] : points.distance_start[j + 1]].reshape(shape)
        far += table[before[j]][:, points.codes[j]]
    for number, mean in zip(points.numbers, x, strict=True):
        apart = np.abs(number[None, :] - mean[:, None])
        far += apart * apart if points.euclidean else apart
    least = far.min(axis=1)
    return least, (far <= least[:, None] + np.float32(_SLACK)) @ points.weights


@lean
def _nearest(points, joint, scan, centre, before, x, begin, least, number):
    r = len(scan.ident)
    for i in range(len(least)):
        for j in range(before.shape[0]):
            centre.candidate[j] = before[j, begin + i]
        for q in range(x.shape[0]):
            centre.mean[q] = x[q, begin + i]
        distances(points, joint, scan, r, centre, UNWEIGHTED)
        nearest = scan.low[0]
        for block in range(1, (r + BLOCK - 1) // BLOCK):
            nearest = min(nearest, scan.low[block])
        least[i] = nearest
        for block in range((r + BLOCK - 1) // BLOCK):
            if scan.low[block] <= nearest + _SLACK:
                for t in range(block * BLOCK, min(r, (block + 1) * BLOCK)):
                    if scan.out[t] <= nearest + _SLACK:
                        number[i] += scan.weights[t]
