"""Recoding over distinct weighted tuples: which set of equal records takes the values of which other.

A set's records always carry the values of one tuple of the data. So the sets are the tuples that still *stand*, with
more and more records; the distances between them never change, and a set's nearest other is lost only when that one
falls. Distances are summed in float64: a few float32 entries add up exactly there, so a tie is a tie whatever the
order of the columns.
"""

import numpy as np
from numba import njit

# mypy: disable-error-code="no-untyped-def"

_KEPT = 8  # nearest others kept where several are equally near; more would rarely spare a scan


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
def _nearest(out, ident, records, m, t, weighted):
    """The place nearest to tuple t among the first m that stand; of equals the smaller set, then the earlier tuple."""
    best, least = -1, np.inf
    for i in range(m):
        size = records[ident[i]]
        d = out[i] * size if weighted else out[i]
        if d > least or size == 0 or ident[i] == t:
            continue
        if best < 0 or d < least or size < records[ident[best]]:
            best, least = i, d
    return best


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
            v = _nearest(out, ident, records, m, t, weighted)
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
def _ahead(records, s, v):
    """Whether set s is smaller than set v, or as small and earlier."""
    return records[s] < records[v] or (records[s] == records[v] and s < v)


@njit(cache=True)
def _ties(out, ident, records, m, t, tied):
    """Keep in ``tied`` the sets nearest to tuple t, smallest first, as many as it holds.

    Returns how many there are and how near they are.
    """
    least, found, room = np.inf, 0, len(tied)
    for i in range(m):
        s = ident[i]
        if out[i] > least or s == t:
            continue
        if out[i] < least:
            least, found = out[i], 0
        j = min(found, room)
        while j > 0 and _ahead(records, s, tied[j - 1]):
            if j < room:
                tied[j] = tied[j - 1]
            j -= 1
        if j < room:
            tied[j] = s
        found += 1
    return found, least


@njit(cache=True)
def _smallest(tied, records, enough):
    """The smallest set in ``tied`` that still stands, the earlier of equals; any of ``enough`` records will do."""
    best = -1
    for s in tied:
        if records[s] > 0 and (best < 0 or _ahead(records, s, best)):
            best = s
            if records[s] <= enough:
                break
    return best


@njit(cache=True)
def _before(gap, reach, lots, s, t):
    """Whether set s comes before set t: the nearer merge, then the one that reaches fewer records, then the lot."""
    if gap[s] != gap[t]:
        return gap[s] < gap[t]
    return reach[s] < reach[t] or (reach[s] == reach[t] and lots[s] < lots[t])


@njit(cache=True)
def recode_fusion(points, k, lots):
    """Recoding by three heuristics (fusion paper), the smallest lot deciding what they leave open; returns as above.

    Every set of the smallest size keeps its nearest others, the smallest few of equals. What is kept can only be too
    good, as sets fall and grow. So the best that is kept is looked at again before it is used, and nothing else is.
    """
    p = len(points.weights)
    into, records = np.arange(p), points.weights.copy()
    codes, numbers, ident = points.codes.astype(np.uint32), points.numbers.copy(), np.arange(p)
    place = ident.copy()
    centre, means = np.zeros(codes.shape[0], np.int64), np.zeros(numbers.shape[0])
    out = np.empty(p)
    tied, kept = np.empty((p, _KEPT), np.int64), np.zeros(p, np.int64)
    gap, reach = np.full(p, -1.0), np.zeros(p, np.int64)
    edge = np.full(p, -1)  # the last set kept where more are as near, else -1
    edge_records = np.zeros(p, np.int64)  # what it had when they were looked for: those not kept have no fewer
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
                if records[s] != least:  # fallen or grown
                    left -= 1
                    small[i] = small[left]
                    continue
                i += 1
                if t >= 0 and not _before(gap, reach, lots, s, t):
                    continue
                v = _smallest(tied[s, : kept[s]], records, least)
                reach[s] = records[v] if v >= 0 else 0
                if edge[s] >= 0:
                    reach[s] = min(reach[s], edge_records[s])
                if t < 0 or _before(gap, reach, lots, s, t):
                    t = s
            if t < 0:
                break
            v = _smallest(tied[t, : kept[t]], records, 0)
            sure = v >= 0
            if sure and edge[t] >= 0:
                sure = records[v] < edge_records[t] or (records[v] == edge_records[t] and v <= edge[t])
            if sure:
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
                found, gap[t] = _ties(out, ident, records, m, t, tied[t])
                kept[t] = min(found, _KEPT)
                edge[t] = tied[t, _KEPT - 1] if found > _KEPT else -1
                edge_records[t] = records[edge[t]] if found > _KEPT else 0
    return into
