"""Recoding over distinct weighted tuples: which set of equal records takes the values of which other.

A set's records always carry the values of one tuple of the data. So the sets are the tuples that still *stand*, with
more and more records; the distances between them never change, and a set's nearest other is lost only when that one
falls. Distances are summed in float64: a few float32 entries add up exactly there, so a tie is a tie whatever the
order of the columns.
"""

import numpy as np
from numba import njit

# mypy: disable-error-code="no-untyped-def"


@njit(cache=True)
def distances(points, codes, numbers, m, centre, means, out):
    """Distance of a centre (a candidate per tabled column, a number per numeric one) to each of the first m tuples.

    Codes are best unsigned: an index that may be negative costs a third of the speed.
    """
    out[:m] = 0.0
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
        for i in range(m):
            apart = number[i] - mean
            out[i] += apart * apart if points.euclidean else abs(apart)
    if points.euclidean:
        for i in range(m):
            out[i] = np.sqrt(out[i])


@njit(cache=True)
def settle(points, t, centre, means):
    """Put the centre on one tuple."""
    for j in range(points.codes.shape[0]):
        centre[j] = points.own[points.own_start[j] + points.codes[j, t]]
    for q in range(points.numbers.shape[0]):
        means[q] = points.numbers[q, t]


@njit(cache=True)
def _choose(out, ident, records, m, t, weighted):
    """The place nearest to tuple t among the first m that stand; of equals the smaller set, then the earlier tuple.

    Returns its distance and whether no other is as near, too.
    """
    best, least, alone = -1, np.inf, True
    for i in range(m):
        d = out[i] * records[ident[i]] if weighted else out[i]
        if d > least or ident[i] == t or records[ident[i]] == 0:
            continue
        if d < least or best < 0:
            best, least, alone = i, d, True
            continue
        alone = False
        ahead = records[ident[i]] - records[ident[best]]
        if ahead < 0 or (ahead == 0 and ident[i] < ident[best]):
            best = i
    return best, least, alone


@njit(cache=True)
def _keep(codes, numbers, ident, kept):
    """Close the ranks: move the kept places to the front, in their order; returns how many there are."""
    m = 0
    for i in range(len(kept)):
        if kept[i]:
            codes[:, m] = codes[:, i]
            numbers[:, m] = numbers[:, i]
            ident[m] = ident[i]
            m += 1
    return m


@njit(cache=True)
def recode(points, k, weighted):
    """Recoding by two heuristics (thesis, Algorithm 2); returns the tuple whose values each tuple took."""
    p = len(points.weights)
    into, records = np.arange(p), points.weights.copy()
    codes, numbers, ident = points.codes.astype(np.uint32), points.numbers.copy(), np.arange(p)
    centre, means = np.zeros(codes.shape[0], np.int64), np.zeros(numbers.shape[0])
    out = np.empty(p)
    m = p
    while m > 1:
        counts = records[ident[:m]]
        least = counts.min()
        if least >= k:
            break
        small = ident[:m][counts == least]
        level = len(small) == m  # nothing is larger: one after another, or a and b would change places for ever
        if not level:
            m = _keep(codes, numbers, ident, counts > least)
        gained = np.zeros(m, np.int64)
        for t in small:
            if records[t] != least:
                continue
            settle(points, t, centre, means)
            distances(points, codes, numbers, m, centre, means, out)
            v, _, _ = _choose(out, ident, records, m, t, weighted)
            into[t] = ident[v]
            if level:
                records[ident[v]] += least
                records[t] = 0
            else:
                gained[v] += least
        if level:
            m = _keep(codes, numbers, ident, records[ident[:m]] > 0)
        else:
            records[ident[:m]] += gained
    return into


@njit(cache=True)
def recode_fusion(points, k, lots):
    """Recoding by three heuristics (fusion paper), the smallest lot deciding what they leave open; returns as above.

    Every set of the smallest size keeps its nearest other. What is kept can only be too good: others fall and grow.
    So the best that is kept is looked at again before it is used, and nothing else is.
    """
    p = len(points.weights)
    into, records = np.arange(p), points.weights.copy()
    codes, numbers, ident = points.codes.astype(np.uint32), points.numbers.copy(), np.arange(p)
    place = ident.copy()
    centre, means = np.zeros(codes.shape[0], np.int64), np.zeros(numbers.shape[0])
    out = np.empty(p)
    near, gap, reach = np.full(p, -1), np.full(p, -1.0), np.zeros(p, np.int64)
    alone = np.zeros(p, np.bool_)
    m = p
    while m > 1:
        counts = records[ident[:m]]
        least = counts.min()
        if least >= k:
            break
        small = ident[:m][counts == least]
        left = len(small)
        while left > 0 and m > 1:
            t, i = -1, 0
            while i < left:
                s = small[i]
                if records[s] != least:
                    left -= 1
                    small[i] = small[left]
                    continue
                if alone[s]:
                    reach[s] = records[near[s]]
                if t < 0 or gap[s] < gap[t]:
                    t = s
                elif gap[s] == gap[t] and (reach[s] < reach[t] or (reach[s] == reach[t] and lots[s] < lots[t])):
                    t = s
                i += 1
            if t < 0:
                break
            v = near[t]
            if v >= 0 and records[v] > 0 and records[v] == reach[t]:
                into[t] = v
                records[v] += least
                records[t] = 0
                m -= 1
                at, last = place[t], ident[m]
                codes[:, at] = codes[:, m]
                numbers[:, at] = numbers[:, m]
                ident[at] = last
                place[last] = at
            else:
                settle(points, t, centre, means)
                distances(points, codes, numbers, m, centre, means, out)
                v, gap[t], alone[t] = _choose(out, ident, records, m, t, False)
                near[t] = ident[v]
                reach[t] = records[near[t]]
    return into
