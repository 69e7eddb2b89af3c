"""Sets against sets: minima, maxima and sums over concept distances, medoid microaggregation, refinement by swaps."""

import numpy as np
from numba import njit

# mypy: disable-error-code="no-untyped-def, no-any-return, assignment"

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
def add_nearest(table, begin, here, ptr, text, counts, time, site, parts, sums):
    """Add to ``sums[user, other]`` how far each entry ``here`` is from the other's nearest, as often as it occurs.

    ``table`` has the summed distances of texts from ``begin`` on to all texts; times and sites, where entries have
    them, add one part each, and all is divided by the number of parts.
    """
    for i in here:
        row = table[text[i] - begin]
        user = np.searchsorted(ptr, i, side="right") - 1
        for other in range(len(ptr) - 1):
            least = np.float32(np.inf)
            for j in range(ptr[other], ptr[other + 1]):
                d = row[text[j]]
                if len(time):
                    d += min(abs(time[i] - time[j]), np.float32(1.0))
                if len(site):
                    d += np.float32(site[i] != site[j])
                least = d if d < least else least
            if ptr[other] < ptr[other + 1]:
                sums[user, other] += counts[i] * (least / parts)


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


@njit(cache=True)
def _cost_after(distance, square, group, size, out, into):
    """The cost of a group with ``out`` gone and ``into`` come (-1: none): least total over its members.

    ``square[r]`` is the total squared distance of member r to the group as it stands.
    """
    least = np.inf
    own = 0.0
    for at in range(size):
        r = group[at]
        if r == out:
            continue
        total = square[r]
        if out >= 0:
            d = np.float64(distance[r, out])
            total -= d * d
        if into >= 0:
            d = np.float64(distance[r, into])
            total += d * d
            own += d * d
        least = min(least, total)
    if into >= 0:
        d = np.float64(distance[into, into])
        least = min(least, own + d * d)
    return least


@njit(cache=True)
def _settle_group(distance, square, group, size):
    """Sum up a group anew; its cost."""
    least = np.inf
    for at in range(size):
        r = group[at]
        total = 0.0
        for to in range(size):
            d = np.float64(distance[r, group[to]])
            total += d * d
        square[r] = total
        least = min(least, total)
    return least


@njit(cache=True)
def refine_groups(distance, label, k, near):
    """Move and swap records between groups, each once where that makes the squared distances to medoids shrink.

    Groups keep from k to 2k-1 records. ``near[i]`` are the records whose groups record i may go to. In place.
    """
    n, count = len(label), label.max() + 1
    most = max(2 * k - 1, np.bincount(label).max())
    member = np.full((count, most), -1, np.int64)
    size = np.zeros(count, np.int64)
    for i in range(n):
        member[label[i], size[label[i]]] = i
        size[label[i]] += 1
    square, cost = np.zeros(n), np.zeros(count)
    for g in range(count):
        cost[g] = _settle_group(distance, square, member[g], size[g])
    seen = np.full(count, -1, np.int64)
    for i in range(n):
        a = label[i]
        best, best_b, best_j = -1e-9, -1, -1
        for t in near[i]:
            b = label[t]
            if b == a or seen[b] == i:
                continue
            seen[b] = i
            if size[a] > k and size[b] < most:
                gain = (
                    _cost_after(distance, square, member[a], size[a], i, -1)
                    + _cost_after(distance, square, member[b], size[b], -1, i)
                    - (cost[a] + cost[b])
                )
                if gain < best:
                    best, best_b, best_j = gain, b, -1
            for at in range(size[b]):
                j = member[b, at]
                gain = (
                    _cost_after(distance, square, member[a], size[a], i, j)
                    + _cost_after(distance, square, member[b], size[b], j, i)
                    - (cost[a] + cost[b])
                )
                if gain < best:
                    best, best_b, best_j = gain, b, j
        if best_b < 0:
            continue
        b = best_b
        at = 0
        while member[a, at] != i:
            at += 1
        if best_j >= 0:
            to = 0
            while member[b, to] != best_j:
                to += 1
            member[a, at], member[b, to] = best_j, i
            label[best_j] = a
        else:
            size[a] -= 1
            member[a, at] = member[a, size[a]]
            member[b, size[b]] = i
            size[b] += 1
        label[i] = b
        cost[a] = _settle_group(distance, square, member[a], size[a])
        cost[b] = _settle_group(distance, square, member[b], size[b])
    return cost.sum()
