"""Microaggregation over distinct weighted tuples: the scans behind the MDAV family.

A record is a point: one value code per tabled column and one number per numeric column. A centre is a candidate per
tabled column and a mean per numeric one. Ties go to the earlier tuple and to the earlier candidate. Sums of weights
times table entries are kept up as tuples come and go; with whole weights and float32 tables they are exact.
"""

from typing import Any, NamedTuple

import numpy as np
from numba import njit
from numpy.typing import NDArray

# mypy: disable-error-code="no-untyped-def, no-any-return"

_ROW = 16384  # entries of a joint row: it must stay near in the cache
_BLOCK = 1024  # tuples whose distances are summed up before the next ones


class Joint(NamedTuple):
    """Neighbouring small columns taken together, so that one look-up serves several of them."""

    start: NDArray[np.int64]  # the first tabled column of each joint
    codes: NDArray[np.uint16]  # [joint, tuple]
    row_start: NDArray[np.int64]  # where each joint's row lies in the buffer of rows


def joined(points: Any) -> Joint:
    """Join columns while a row of their combinations stays small beside the number of tuples."""
    p = len(points.weights)
    limit = min(_ROW, p // 4)
    start, sizes = [0], [1]
    codes: list[NDArray[np.int64]] = []
    for j, values in enumerate(points.sizes[:, 1].tolist()):
        if sizes[-1] * values > limit and sizes[-1] > 1:
            start.append(j)
            sizes.append(1)
        line = points.codes[j].astype(np.int64)
        codes[len(start) - 1 :] = [codes[-1] * values + line if sizes[-1] > 1 else line]
        sizes[-1] *= values
    if not codes:
        start, sizes = [], []
    stacked = np.stack(codes).astype(np.uint16) if codes else np.empty((0, p), np.uint16)
    return Joint(
        np.array([*start, len(points.sizes)], np.int64),
        stacked,
        np.concatenate([[0], np.cumsum(sizes)]).astype(np.int64),
    )


@njit(cache=True)
def _rows(points, joint, centre, rows):
    """Distance of a centre to every combination of values, joint by joint."""
    for g in range(len(joint.start) - 1):
        row = rows[joint.row_start[g] : joint.row_start[g + 1]]
        filled = 0
        for j in range(joint.start[g], joint.start[g + 1]):
            values = points.sizes[j, 1]
            begin = points.distance_start[j] + centre[j] * values
            line = points.distance[begin : begin + values]
            if filled == 0:
                for b in range(values):
                    row[b] = line[b]
                filled = values
            else:
                for a in range(filled - 1, -1, -1):  # from the end: what is still needed is not overwritten
                    base = row[a]
                    for b in range(values):
                        row[a * values + b] = base + line[b]
                filled *= values


@njit(cache=True)
def _distances(points, joint, live, numbers, m, centre, means, rows, out, low, high):
    """Distance of a centre to each of the first m live tuples, and the least and greatest of every block."""
    _rows(points, joint, centre, rows)
    for begin in range(0, m, _BLOCK):
        end = min(m, begin + _BLOCK)
        part = out[begin:end]
        _look_up(joint, live, rows, begin, end, part)
        for q in range(numbers.shape[0]):
            mean = means[q]
            number = numbers[q, begin:end]
            if points.euclidean:
                for i in range(end - begin):
                    part[i] += (number[i] - mean) * (number[i] - mean)
            else:
                for i in range(end - begin):
                    part[i] += abs(number[i] - mean)
        low[begin // _BLOCK], high[begin // _BLOCK] = _edges(part)


@njit(cache=True)
def _look_up(joint, live, rows, begin, end, part):
    """Sums of table entries, three joints at a time; the entries are on a grid, so the order of sums is free."""
    joints = live.shape[0]
    size = end - begin
    start = joint.row_start
    g = joints % 3
    if g == 0:
        part[:] = 0.0
    elif g == 1:
        a, x = rows[start[0] : start[1]], live[0, begin:end]
        for i in range(size):
            part[i] = a[x[i]]
    else:
        a, x = rows[start[0] : start[1]], live[0, begin:end]
        b, y = rows[start[1] : start[2]], live[1, begin:end]
        for i in range(size):
            part[i] = a[x[i]] + b[y[i]]
    while g < joints:
        a, x = rows[start[g] : start[g + 1]], live[g, begin:end]
        b, y = rows[start[g + 1] : start[g + 2]], live[g + 1, begin:end]
        c, z = rows[start[g + 2] : start[g + 3]], live[g + 2, begin:end]
        for i in range(size):
            part[i] += a[x[i]] + b[y[i]] + c[z[i]]
        g += 3


@njit(cache=True, fastmath={"nnan", "nsz"})
def _edges(part):
    """The least and greatest distance; there is no NaN among them, which lets the loop run in lanes."""
    least = greatest = part[0]
    for i in range(len(part)):
        least = part[i] if part[i] < least else least
        greatest = part[i] if part[i] > greatest else greatest
    return least, greatest


@njit(cache=True)
def _add(points, t, weight, cost, sums):
    """Take a tuple into (or, with a negative weight, out of) the running sums of a group."""
    at = 0
    for j in range(points.codes.shape[0]):
        candidates = points.sizes[j, 0]
        begin = points.cost_start[j] + points.codes[j, t] * candidates
        line = points.cost[begin : begin + candidates]
        for c in range(candidates):
            cost[at + c] += weight * line[c]
        at += candidates
    for q in range(len(sums)):
        sums[q] += weight * points.numbers[q, t]


@njit(cache=True)
def _centre(points, cost, sums, total, centre, means):
    """The candidate of least cost per tabled column, the mean per numeric one."""
    at = 0
    for j in range(points.sizes.shape[0]):
        candidates = points.sizes[j, 0]
        best = 0
        for c in range(1, candidates):
            if cost[at + c] < cost[at + best]:
                best = c
        centre[j] = best
        at += candidates
    for q in range(len(sums)):
        means[q] = sums[q] / total


@njit(cache=True)
def _settle(points, t, centre, means):
    """Put the centre on one tuple."""
    for j in range(len(centre)):
        centre[j] = points.own[points.own_start[j] + points.codes[j, t]]
    for q in range(len(means)):
        means[q] = points.numbers[q, t]


@njit(cache=True)
def _extreme(points, out, low, high, weights, ident, m, far, weighted):
    """The place of the farthest or nearest of m tuples, ties to the earlier tuple."""
    best = -1
    if weighted:
        score = 0.0
        for i in range(m):
            d = (np.sqrt(out[i]) if points.euclidean else out[i]) * np.float64(weights[i])
            if best < 0 or (d > score if far else d < score) or (d == score and ident[i] < ident[best]):
                best = i
                score = d
        return best
    blocks = (m + _BLOCK - 1) // _BLOCK
    edges = high if far else low
    edge = edges[0]
    for block in range(blocks):
        edge = max(edge, edges[block]) if far else min(edge, edges[block])
    for block in range(blocks):
        if edges[block] == edge:
            for i in range(block * _BLOCK, min(m, (block + 1) * _BLOCK)):
                if out[i] == edge and (best < 0 or ident[i] < ident[best]):
                    best = i
    return best


@njit(cache=True)
def _remove(live, numbers, weights, ident, place, m):
    """Take the tuple at a place out of the first m by moving the last one there."""
    last = m - 1
    for g in range(live.shape[0]):
        live[g, place] = live[g, last]
    for q in range(numbers.shape[0]):
        numbers[q, place] = numbers[q, last]
    weights[place] = weights[last]
    ident[place] = ident[last]
    return last


def _totals(points: Any) -> tuple[int, int]:
    """Records in all, and candidates of all columns together."""
    return int(points.weights.sum()), int(points.sizes[:, 0].sum())


def sa_mdav(points: Any, k: int, weighted: bool, static: bool) -> NDArray[np.int32]:
    """SA-MDAV (thesis, Algorithm 4): adaptive groups of whole tuples; returns the group of each tuple."""
    return _sa_mdav(points, joined(points), k, weighted, static, *_totals(points))


@njit(cache=True)
def _sa_mdav(points, joint, k, weighted, static, left, candidates):
    p = len(points.weights)
    live, numbers = joint.codes.copy(), points.numbers.copy()
    weights, ident = points.weights.copy(), np.arange(p)
    columns, numeric = points.codes.shape[0], numbers.shape[0]
    label = np.empty(p, np.int32)
    out, rows = np.empty(p, np.float32), np.empty(joint.row_start[-1], np.float32)
    low, high = np.empty(p // _BLOCK + 1, np.float32), np.empty(p // _BLOCK + 1, np.float32)
    all_cost, all_sums = np.zeros(candidates), np.zeros(numeric)
    cost, sums = np.zeros(candidates), np.zeros(numeric)
    centre, means = np.zeros(columns, np.int64), np.zeros(numeric, np.float32)
    far_centre, far_means = np.zeros(columns, np.int64), np.zeros(numeric, np.float32)
    centres = np.empty((min(p, max(1, left // k)), columns), np.int64)
    centres_means = np.empty((len(centres), numeric), np.float32)
    for t in range(p):
        _add(points, t, weights[t], all_cost, all_sums)
    m = p
    groups = 0
    while left >= k:
        _centre(points, all_cost, all_sums, left, far_centre, far_means)
        for side in range(2):
            if left < k:
                break
            _distances(points, joint, live, numbers, m, far_centre, far_means, rows, out, low, high)
            place = _extreme(points, out, low, high, weights, ident, m, True, weighted)
            if side == 0:  # the second group starts at the tuple farthest from this one
                _settle(points, ident[place], far_centre, far_means)
            cost[:] = 0.0
            sums[:] = 0.0
            size = 0
            while True:
                weight = weights[place]
                _add(points, ident[place], weight, cost, sums)
                _add(points, ident[place], -weight, all_cost, all_sums)
                if not static:
                    _centre(points, cost, sums, size + weight, centre, means)
                elif size == 0:
                    _settle(points, ident[place], centre, means)
                size += weight
                left -= weight
                label[ident[place]] = groups
                m = _remove(live, numbers, weights, ident, place, m)
                if size >= k:
                    break
                _distances(points, joint, live, numbers, m, centre, means, rows, out, low, high)
                place = _extreme(points, out, low, high, weights, ident, m, False, weighted)
            _centre(points, cost, sums, size, centre, means)
            for j in range(columns):
                centres[groups, j] = centre[j]
            for q in range(numeric):
                centres_means[groups, q] = means[q]
            groups += 1
    nearest = np.empty(m, np.float32)
    nearest[:] = np.inf
    for g in range(groups):
        _distances(points, joint, live, numbers, m, centres[g], centres_means[g], rows, out, low, high)
        for i in range(m):
            if out[i] < nearest[i]:
                nearest[i] = out[i]
                label[ident[i]] = g
    return label


@njit(cache=True)
def _take(points, live, numbers, weights, ident, out, low, high, m, need, place, all_cost, all_sums, rows, row, group):
    """Put the record at a place and its nearest others, ``need`` in all, into one group; splits tuples."""
    while True:
        count = min(need, weights[place])
        _add(points, ident[place], -count, all_cost, all_sums)
        rows[row, 0], rows[row, 1], rows[row, 2] = ident[place], count, group
        row += 1
        need -= count
        weights[place] -= count
        if weights[place] == 0:
            m = _remove(live, numbers, weights, ident, place, m)
            out[place] = out[m]
            for block in (place // _BLOCK, m // _BLOCK):
                part = out[block * _BLOCK : min(m, (block + 1) * _BLOCK)]
                if len(part):
                    low[block], high[block] = _edges(part)
        if need == 0:
            return m, row
        place = _extreme(points, out, low, high, weights, ident, m, False, False)


def mdav(points: Any, k: int) -> NDArray[np.int64]:
    """MDAV (thesis, Algorithm 3): groups of exactly k records, the last of up to 2k-1.

    Single records count: a tuple's records may part. Returns rows of (tuple, count, group).
    """
    return _mdav(points, joined(points), k, *_totals(points))


@njit(cache=True)
def _mdav(points, joint, k, left, candidates):
    p = len(points.weights)
    live, numbers = joint.codes.copy(), points.numbers.copy()
    weights, ident = points.weights.copy(), np.arange(p)
    columns, numeric = points.codes.shape[0], numbers.shape[0]
    out, line = np.empty(p, np.float32), np.empty(joint.row_start[-1], np.float32)
    low, high = np.empty(p // _BLOCK + 1, np.float32), np.empty(p // _BLOCK + 1, np.float32)
    all_cost, all_sums = np.zeros(candidates), np.zeros(numeric)
    centre, means = np.zeros(columns, np.int64), np.zeros(numeric, np.float32)
    rows = np.empty((p + 2 * (left // k) + 2, 3), np.int64)
    row = 0
    for t in range(p):
        _add(points, t, weights[t], all_cost, all_sums)
    m = p
    group = 0
    while left >= 2 * k:
        _centre(points, all_cost, all_sums, left, centre, means)
        _distances(points, joint, live, numbers, m, centre, means, line, out, low, high)
        r = _extreme(points, out, low, high, weights, ident, m, True, False)
        _settle(points, ident[r], centre, means)
        _distances(points, joint, live, numbers, m, centre, means, line, out, low, high)
        far = ident[_extreme(points, out, low, high, weights, ident, m, True, False)]
        m, row = _take(
            points, live, numbers, weights, ident, out, low, high, m, k, r, all_cost, all_sums, rows, row, group
        )
        group += 1
        left -= k
        if left < 2 * k:
            break
        s = -1
        for i in range(m):
            if ident[i] == far:
                s = i
        if s < 0:  # only where everything is equally far: the first group used it up
            s = _extreme(points, out, low, high, weights, ident, m, True, False)
        _settle(points, ident[s], centre, means)
        _distances(points, joint, live, numbers, m, centre, means, line, out, low, high)
        m, row = _take(
            points, live, numbers, weights, ident, out, low, high, m, k, s, all_cost, all_sums, rows, row, group
        )
        group += 1
        left -= k
    for i in range(m):
        rows[row, 0], rows[row, 1], rows[row, 2] = ident[i], weights[i], group
        row += 1
    return rows[:row].copy()


def centres(points: Any, rows: NDArray[np.int64], groups: int) -> tuple[NDArray[np.int64], NDArray[np.float64]]:
    """What stands for each group: a candidate per tabled column and a mean per numeric one; rows sorted by group."""
    return _centres(points, rows, groups, _totals(points)[1])


@njit(cache=True)
def _centres(points, rows, groups, candidates):
    columns, numeric = points.codes.shape[0], points.numbers.shape[0]
    cost, sums = np.zeros(candidates), np.zeros(numeric)
    centre, means = np.zeros((groups, columns), np.int64), np.zeros((groups, numeric))
    i = 0
    for g in range(groups):
        cost[:] = 0.0
        sums[:] = 0.0
        total = 0
        while i < len(rows) and rows[i, 2] == g:
            t = rows[i, 0]
            _add(points, t, rows[i, 1], cost, sums)
            total += rows[i, 1]
            i += 1
        _centre(points, cost, sums, total, centre[g], means[g])
    return centre, means
