"""Sets against sets: minima, maxima and sums over concept distances, medoid microaggregation, refinement by swaps."""

import numpy as np
from numpy.typing import NDArray

from semblant.arrays import Floats32, Ints
from semblant.kernels.compiled import inner, lean

# mypy: disable-error-code="no-untyped-def, no-any-return, assignment"


SUM, MIN, MAX = 0, 1, 2
_TILE = 64  # columns reduced at a time, so that the rows of a table stay near in the cache


def reduce_block(table: Floats32, ptr: Ints, codes: NDArray[np.int32]) -> Floats32:
    """[SUM | MIN | MAX, column, record]: each column's sum, least and greatest entry over the things a record holds.

    All three at once, because reading the table costs more than the arithmetic.
    """
    out = np.empty((3, table.shape[1], len(ptr) - 1), np.float32)
    tile, total = np.empty((len(table), _TILE), np.float32), np.empty(_TILE, np.float32)
    _reduce_block(table, ptr, codes, tile, total, total.copy(), total.copy(), out)
    return out


@lean
def _reduce_block(table, ptr, codes, tile, total, least, greatest, out):
    width = table.shape[1]
    for begin in range(0, width, _TILE):
        end = min(begin + _TILE, width)
        for i in range(len(table)):
            for j in range(end - begin):
                tile[i, j] = table[i, begin + j]
        for u in range(len(ptr) - 1):
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


@lean
def spread_block(reduced, begin, ptr, codes, weights, how, out):
    """Add to ``out[record]`` (or keep the least, or the greatest of) the reduced rows of the things it holds."""
    end = begin + reduced.shape[0]
    for u in range(len(ptr) - 1):
        first, stop = ptr[u], ptr[u + 1]
        while first < stop:  # where the things of the block begin: they are in order
            middle = (first + stop) // 2
            if codes[middle] < begin:
                first = middle + 1
            else:
                stop = middle
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


@lean
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


@lean
def add_nearest(table, begin, here, owners, ptr, text, counts, time, site, parts, sums):
    """Add to ``sums[user, other]`` how far each entry ``here`` is from the other's nearest, as often as it occurs.

    ``table`` has the summed distances of texts from ``begin`` on to all texts; times and sites, where entries have
    them, add one part each, and all is divided by the number of parts.
    """
    for i in here:
        row = table[text[i] - begin]
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
                sums[owners[i], other] += counts[i] * (least / parts)


def medoid_mdav(distance: Floats32, k: int) -> Ints:
    """MDAV on a distance matrix: the centroid of what is left is its record of least total distance.

    Records are in canonical order; ties go to the earlier one.
    """
    n = len(distance)
    label = np.full(n, -1, np.int64)
    _medoid_mdav(distance, k, np.arange(n), np.zeros(n), label)
    return label


@lean
def _medoid_mdav(distance, k, left, total, label):
    m, group = len(left), 0
    for i in range(m):
        row = distance[i]
        for j in range(m):
            total[j] += row[j]
    while m >= 2 * k:
        reference = left[0]
        for at in range(m):
            if total[left[at]] < total[reference]:
                reference = left[at]
        for _ in range(2 if m >= 3 * k else 1):  # around the farthest from the centre, then the farthest from that
            row = distance[reference]
            reference = left[0]
            for at in range(m):
                if row[left[at]] > row[reference]:
                    reference = left[at]
            row = distance[reference]
            best = reference
            for taken in range(k):
                if taken > 0:
                    best = -1
                    for at in range(m):
                        i = left[at]
                        if label[i] < 0 and (best < 0 or row[i] < row[best]):
                            best = i
                label[best] = group
            for at in range(m):
                if label[left[at]] >= 0:
                    row = distance[left[at]]
                    for j in range(m):
                        total[left[j]] -= row[left[j]]
            kept = 0
            for at in range(m):
                if label[left[at]] < 0:
                    left[kept] = left[at]
                    kept += 1
            m = kept
            group += 1
    for at in range(m):
        label[left[at]] = group


@lean
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


@inner
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


@inner
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


def refine_groups(distance: Floats32, label: Ints, k: int, near: Ints) -> float:
    """Move and swap records between groups, each once where that makes the squared distances to medoids shrink.

    Groups keep from k to 2k-1 records. ``near[i]`` are the records whose groups record i may go to. In place; returns
    the squared distances that are left.
    """
    sizes = np.bincount(label)
    count = len(sizes)
    member = np.full((count, max(2 * k - 1, int(sizes.max()))), -1, np.int64)
    size, seen = np.zeros(count, np.int64), np.full(count, -1, np.int64)
    return float(_refine_groups(distance, label, k, near, member, size, seen, np.zeros(len(label)), np.zeros(count)))


@lean
def _refine_groups(distance, label, k, near, member, size, seen, square, cost):
    n = len(label)
    count, most = member.shape
    for i in range(n):
        member[label[i], size[label[i]]] = i
        size[label[i]] += 1
    for g in range(count):
        cost[g] = _settle_group(distance, square, member[g], size[g])
    for i in range(n):
        a = label[i]
        best, best_b, best_j = -1e-9, -1, -1
        for r in range(near.shape[1]):
            b = label[near[i, r]]
            if b == a or seen[b] == i:
                continue
            seen[b] = i
            may_move = size[a] > k and size[b] < most
            for at in range(-1 if may_move else 0, size[b]):
                j = member[b, at] if at >= 0 else -1  # the record that comes in exchange, or none
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
    left = 0.0
    for g in range(count):
        left += cost[g]
    return left
