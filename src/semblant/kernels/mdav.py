"""Microaggregation over distinct weighted tuples: the scans behind the MDAV family.

A record is a point: one value code per tabled column and one number per numeric column. A centre is a candidate per
tabled column and a mean per numeric one. Ties go to the earlier tuple and to the earlier candidate. Sums of weights
times table entries are kept up as tuples come and go; with whole weights and float32 tables they are exact.
"""

import numpy as np
from numba import njit

# mypy: disable-error-code="no-untyped-def"


@njit(cache=True)
def _distances(points, codes, numbers, m, centre, means, out):
    """Distance of a centre to each of the first m tuples."""
    for i in range(m):
        out[i] = 0.0
    for j in range(codes.shape[0]):
        values = points.sizes[j, 1]
        begin = points.distance_start[j] + centre[j] * values
        row = points.distance[begin : begin + values]
        code = codes[j]
        for i in range(m):
            out[i] += row[code[i]]
    for q in range(numbers.shape[0]):
        mean = means[q]
        number = numbers[q]
        if points.euclidean:
            for i in range(m):
                out[i] += (number[i] - mean) * (number[i] - mean)
        else:
            for i in range(m):
                out[i] += abs(number[i] - mean)
    if points.euclidean:
        for i in range(m):
            out[i] = np.sqrt(out[i])


@njit(cache=True)
def _add(points, tuple_codes, tuple_numbers, weight, cost, sums):
    """Take a tuple into (or, with a negative weight, out of) the running sums of a group."""
    at = 0
    for j in range(len(tuple_codes)):
        candidates = points.sizes[j, 0]
        begin = points.cost_start[j] + tuple_codes[j] * candidates
        line = points.cost[begin : begin + candidates]
        for c in range(candidates):
            cost[at + c] += weight * line[c]
        at += candidates
    for q in range(len(tuple_numbers)):
        sums[q] += weight * tuple_numbers[q]


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
def _settle(points, tuple_codes, tuple_numbers, centre, means):
    """Put the centre on one tuple."""
    for j in range(len(tuple_codes)):
        centre[j] = points.own[points.own_start[j] + tuple_codes[j]]
    for q in range(len(tuple_numbers)):
        means[q] = tuple_numbers[q]


@njit(cache=True)
def _extreme(out, weights, ident, m, far, weighted):
    """The place of the farthest or nearest of m tuples, ties to the earlier tuple."""
    best = -1
    score = 0.0
    for i in range(m):
        d = out[i] * weights[i] if weighted else out[i] * 1.0
        if best < 0 or (d > score if far else d < score) or (d == score and ident[i] < ident[best]):
            best = i
            score = d
    return best


@njit(cache=True)
def _remove(codes, numbers, weights, ident, place, m):
    """Take the tuple at a place out of the first m by moving the last one there."""
    last = m - 1
    for j in range(codes.shape[0]):
        codes[j, place] = codes[j, last]
    for q in range(numbers.shape[0]):
        numbers[q, place] = numbers[q, last]
    weights[place] = weights[last]
    ident[place] = ident[last]
    return last


@njit(cache=True)
def sa_mdav(points, k, weighted, static):
    """SA-MDAV (thesis, Algorithm 4): adaptive groups of whole tuples; returns the group of each tuple."""
    p = len(points.weights)
    codes, numbers = points.codes.copy(), points.numbers.copy()
    weights, ident = points.weights.copy(), np.arange(p)
    columns, numeric, candidates = codes.shape[0], numbers.shape[0], points.sizes[:, 0].sum()
    label = np.full(p, -1, np.int32)
    out = np.empty(p, np.float32)
    all_cost, all_sums = np.zeros(candidates), np.zeros(numeric)
    cost, sums = np.zeros(candidates), np.zeros(numeric)
    centre, means = np.zeros(columns, np.int64), np.zeros(numeric)
    far_centre, far_means = np.zeros(columns, np.int64), np.zeros(numeric)
    centres = np.empty((max(1, points.weights.sum() // k), columns), np.int64)
    centres_means = np.empty((len(centres), numeric))
    left = points.weights.sum()
    for i in range(p):
        _add(points, codes[:, i], numbers[:, i], weights[i], all_cost, all_sums)
    m = p
    groups = 0
    while left >= k:
        _centre(points, all_cost, all_sums, left, far_centre, far_means)
        for side in range(2):
            if left < k:
                break
            _distances(points, codes, numbers, m, far_centre, far_means, out)
            place = _extreme(out, weights, ident, m, True, weighted)
            if side == 0:  # the second group starts at the tuple farthest from this one
                _settle(points, codes[:, place], numbers[:, place], far_centre, far_means)
            cost[:] = 0.0
            sums[:] = 0.0
            size = 0
            first = True
            while True:
                weight = weights[place]
                _add(points, codes[:, place], numbers[:, place], weight, cost, sums)
                _add(points, codes[:, place], numbers[:, place], -weight, all_cost, all_sums)
                size += weight
                left -= weight
                label[ident[place]] = groups
                if first or not static:
                    if static:
                        _settle(points, codes[:, place], numbers[:, place], centre, means)
                    else:
                        _centre(points, cost, sums, size, centre, means)
                first = False
                m = _remove(codes, numbers, weights, ident, place, m)
                if size >= k:
                    break
                _distances(points, codes, numbers, m, centre, means, out)
                place = _extreme(out, weights, ident, m, False, weighted)
            _centre(points, cost, sums, size, centre, means)
            centres[groups] = centre
            centres_means[groups] = means
            groups += 1
    nearest = np.full(m, np.inf, np.float32)
    for g in range(groups):
        _distances(points, codes, numbers, m, centres[g], centres_means[g], out)
        for i in range(m):
            if out[i] < nearest[i]:
                nearest[i] = out[i]
                label[ident[i]] = g
    return label


@njit(cache=True)
def _take(points, codes, numbers, weights, ident, out, m, need, place, all_cost, all_sums, rows, row, group):
    """Put the record at a place and its nearest others, ``need`` in all, into one group; splits tuples."""
    while True:
        count = min(need, weights[place])
        _add(points, codes[:, place], numbers[:, place], -count, all_cost, all_sums)
        rows[row, 0], rows[row, 1], rows[row, 2] = ident[place], count, group
        row += 1
        need -= count
        weights[place] -= count
        if weights[place] == 0:
            m = _remove(codes, numbers, weights, ident, place, m)
            out[place] = out[m]
        if need == 0:
            return m, row
        place = _extreme(out, weights, ident, m, False, False)


@njit(cache=True)
def mdav(points, k):
    """MDAV (thesis, Algorithm 3): groups of exactly k records, the last of up to 2k-1.

    Single records count: a tuple's records may part. Returns rows of (tuple, count, group).
    """
    p = len(points.weights)
    codes, numbers = points.codes.copy(), points.numbers.copy()
    weights, ident = points.weights.copy(), np.arange(p)
    columns, numeric, candidates = codes.shape[0], numbers.shape[0], points.sizes[:, 0].sum()
    out, out_far = np.empty(p, np.float32), np.empty(p, np.float32)
    all_cost, all_sums = np.zeros(candidates), np.zeros(numeric)
    centre, means = np.zeros(columns, np.int64), np.zeros(numeric)
    left = points.weights.sum()
    rows = np.empty((p + 2 * (left // k) + 2, 3), np.int64)
    row = 0
    for i in range(p):
        _add(points, codes[:, i], numbers[:, i], weights[i], all_cost, all_sums)
    m = p
    group = 0
    while left >= 2 * k:
        _centre(points, all_cost, all_sums, left, centre, means)
        _distances(points, codes, numbers, m, centre, means, out)
        r = _extreme(out, weights, ident, m, True, False)
        _settle(points, codes[:, r], numbers[:, r], centre, means)
        _distances(points, codes, numbers, m, centre, means, out)
        far = ident[_extreme(out, weights, ident, m, True, False)]
        m, row = _take(points, codes, numbers, weights, ident, out, m, k, r, all_cost, all_sums, rows, row, group)
        group += 1
        left -= k
        if left < 2 * k:
            break
        s = -1
        for i in range(m):
            if ident[i] == far:
                s = i
        if s < 0:  # only where everything is equally far: the first group used it up
            s = _extreme(out, weights, ident, m, True, False)
        _settle(points, codes[:, s], numbers[:, s], centre, means)
        _distances(points, codes, numbers, m, centre, means, out_far)
        m, row = _take(points, codes, numbers, weights, ident, out_far, m, k, s, all_cost, all_sums, rows, row, group)
        group += 1
        left -= k
    for i in range(m):
        rows[row, 0], rows[row, 1], rows[row, 2] = ident[i], weights[i], group
        row += 1
    return rows[:row].copy()


@njit(cache=True)
def centres(points, rows, groups):
    """What stands for each group: a candidate per tabled column and a mean per numeric one; rows sorted by group."""
    columns, numeric, candidates = points.codes.shape[0], points.numbers.shape[0], points.sizes[:, 0].sum()
    cost, sums = np.zeros(candidates), np.zeros(numeric)
    centre, means = np.zeros((groups, columns), np.int64), np.zeros((groups, numeric))
    i = 0
    for g in range(groups):
        cost[:] = 0.0
        sums[:] = 0.0
        total = 0
        while i < len(rows) and rows[i, 2] == g:
            t = rows[i, 0]
            _add(points, points.codes[:, t], points.numbers[:, t], rows[i, 1], cost, sums)
            total += rows[i, 1]
            i += 1
        _centre(points, cost, sums, total, centre[g], means[g])
    return centre, means
