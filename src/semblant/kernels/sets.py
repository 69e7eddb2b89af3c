"""Sets against sets: minima, maxima and sums over concept distances, medoid microaggregation, refinement by swaps."""

import numpy as np
from numba import njit

# mypy: disable-error-code="no-untyped-def, no-any-return"

SUM, MIN, MAX = 0, 1, 2
_TILE = 64  # columns reduced at a time, so that the rows of a table stay near in the cache


@njit(cache=True)
def reduce_block(table, ptr, codes):
    """[SUM | MIN | MAX, column, record]: each column's sum, least and greatest entry over the things a record holds.

    All three at once: reading the table costs more than the arithmetic.
    """
    width, records = table.shape[1], len(ptr) - 1
    out = np.empty((3, width, records), np.float32)
    tile = np.empty((table.shape[0], _TILE), np.float32)
    total, least, greatest = np.empty(_TILE, np.float32), np.empty(_TILE, np.float32), np.empty(_TILE, np.float32)
    for begin in range(0, width, _TILE):
        end = min(begin + _TILE, width)
        tile[:, : end - begin] = table[:, begin:end]
        for u in range(records):
            total[:] = 0.0
            least[:] = np.inf
            greatest[:] = -np.inf
            for at in range(ptr[u], ptr[u + 1]):
                row = tile[np.uint32(codes[at])]
                for j in range(_TILE):
                    x = row[j]
                    total[j] += x
                    least[j] = x if x < least[j] else least[j]
                    greatest[j] = x if x > greatest[j] else greatest[j]
            for j in range(end - begin):
                out[SUM, begin + j, u] = total[j]
                out[MIN, begin + j, u] = least[j]
                out[MAX, begin + j, u] = greatest[j]
    return out


@njit(cache=True)
def spread_block(reduced, begin, ptr, codes, weights, how, out):
    """Add to ``out[record]`` (or keep the least, or the greatest of) the reduced rows of the things it holds."""
    end = begin + reduced.shape[0]
    for u in range(len(ptr) - 1):
        first = ptr[u] + np.searchsorted(codes[ptr[u] : ptr[u + 1]], begin)
        line = out[u]
        for at in range(first, ptr[u + 1]):
            if codes[at] >= end:
                break
            row = reduced[codes[at] - begin]
            if how == SUM:
                weight = np.float32(weights[at])
                for j in range(len(row)):
                    line[j] += weight * row[j]
            elif how == MIN:
                for j in range(len(row)):
                    line[j] = row[j] if row[j] < line[j] else line[j]
            else:
                for j in range(len(row)):
                    line[j] = row[j] if row[j] > line[j] else line[j]


@njit(cache=True)
def fold(sums, weights):
    """Make ``(sums + sums.T) / (w_i + w_j)`` in place, tile by tile."""
    n = len(weights)
    for bi in range(0, n, _TILE):
        for bj in range(bi, n, _TILE):
            for i in range(bi, min(bi + _TILE, n)):
                for j in range(max(bj, i), min(bj + _TILE, n)):
                    both = np.float32((np.float64(sums[i, j]) + np.float64(sums[j, i])) / (weights[i] + weights[j]))
                    sums[i, j] = both
                    sums[j, i] = both


@njit(cache=True)
def on_a_grid(distance, grid):
    """Round in place so that sums are exact in float64: ties then do not depend on the order of sums."""
    for i in range(distance.shape[0]):
        for j in range(distance.shape[1]):
            distance[i, j] = np.float32(np.rint(distance[i, j] * grid) / grid)


@njit(cache=True)
def _farthest(distance, left, reference):
    best = left[0]
    for i in left:
        if distance[reference, i] > distance[reference, best]:
            best = i
    return best


@njit(cache=True)
def _take_nearest(distance, left, total, reference, k, label, group):
    """Move a record and its k-1 nearest from what is left into a group; keep up the total distances."""
    for _ in range(k):
        best = reference
        if label[reference] >= 0:
            best = -1
            for i in left:
                if label[i] < 0 and (best < 0 or distance[reference, i] < distance[reference, best]):
                    best = i
        label[best] = group
    kept = np.empty(len(left) - k, np.int64)
    at = 0
    for i in left:
        if label[i] < 0:
            kept[at] = i
            at += 1
        else:
            row = distance[i]
            for j in left:
                total[j] -= row[j]
    return kept


@njit(cache=True)
def medoid_mdav(distance, k):
    """MDAV on a distance matrix: the centroid of what is left is its record of least total distance.

    Records are in canonical order; ties go to the earlier one.
    """
    n = len(distance)
    label = np.full(n, -1, np.int64)
    left = np.arange(n)
    total = np.zeros(n)
    for i in range(n):
        row = distance[i]
        for j in range(n):
            total[j] += row[j]
    group = 0
    while len(left) >= 2 * k:
        centre = left[0]
        for i in left:
            if total[i] < total[centre]:
                centre = i
        rounds = 2 if len(left) >= 3 * k else 1
        r = _farthest(distance, left, centre)
        left = _take_nearest(distance, left, total, r, k, label, group)
        group += 1
        if rounds == 2:
            s = _farthest(distance, left, r)
            left = _take_nearest(distance, left, total, s, k, label, group)
            group += 1
    for i in left:
        label[i] = group
    return label


@njit(cache=True)
def medoid(distance, members, square):
    """The member of least total (squared) distance to all members, and that total."""
    best, least = members[0], np.inf
    for i in members:
        total = 0.0
        for j in members:
            d = np.float64(distance[i, j])
            total += d * d if square else d
        if total < least:
            best, least = i, total
    return best, least
