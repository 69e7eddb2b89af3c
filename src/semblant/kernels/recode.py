"""Recoding over distinct weighted tuples: which set of equal records takes the values of which other.

A set's records always carry the values of one tuple of the data. So the sets are the tuples that still *stand*, with
more and more records; the distances between them never change, and a set's nearest other is lost only when that one
falls. Distances are summed in float64: a few float32 entries add up exactly there, so a tie is a tie whatever the
order of the columns.
"""

from typing import Any, NamedTuple

import numpy as np
from numba import njit

# mypy: disable-error-code="no-untyped-def"

_KEPT = 8  # nearest others kept where several are equally near; more would rarely spare a scan


class Standing(NamedTuple):
    """The sets that stand, in the first places of each line; records count by tuple, and 0 is fallen."""

    codes: Any  # [column, place], unsigned: an index that may be negative costs a third of the speed
    numbers: Any  # [numeric column, place]
    ident: Any  # the tuple at each place
    records: Any  # [tuple]
    centre: Any
    means: Any
    out: Any  # [place] distances, as last asked for


class Nearest(NamedTuple):
    """The nearest others of each tuple, the smallest few of equals."""

    tied: Any  # [tuple, kept]
    ties: Any  # how many are equally near, kept or not
    edge: Any  # records of the last one kept, when it was kept
    reach: Any  # records of the smallest: never more than there are


@njit(cache=True)
def distances(points, codes, numbers, m, centre, means, out):
    """Distance of a centre (a candidate per tabled column, a number per numeric one) to each of the first m tuples."""
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
def _all(points):
    p = len(points.weights)
    return Standing(
        points.codes.astype(np.uint32),
        points.numbers.copy(),
        np.arange(p),
        points.weights.copy(),
        np.zeros(points.codes.shape[0], np.int64),
        np.zeros(points.numbers.shape[0]),
        np.empty(p),
    )


@njit(cache=True)
def _spread(points, sets, m, t):
    """Ask for the distances of tuple t to every set that stands."""
    settle(points, t, sets.centre, sets.means)
    distances(points, sets.codes, sets.numbers, m, sets.centre, sets.means, sets.out)


@njit(cache=True)
def _move(sets, source, target):
    sets.codes[:, target] = sets.codes[:, source]
    sets.numbers[:, target] = sets.numbers[:, source]
    sets.ident[target] = sets.ident[source]


@njit(cache=True)
def _keep(sets, kept):
    """Close the ranks: move the kept places to the front, in their order; returns how many there are."""
    m = 0
    for i in range(len(kept)):
        if kept[i]:
            _move(sets, i, m)
            m += 1
    return m


@njit(cache=True)
def _nearest(sets, m, t, weighted):
    """The set nearest to tuple t; of equals the one with the fewest records, then the earlier tuple."""
    best, least = -1, np.inf
    for i in range(m):
        s = sets.ident[i]
        size = sets.records[s]
        d = sets.out[i] * size if weighted else sets.out[i]
        if d > least or size == 0 or s == t:
            continue
        if best < 0 or d < least or size < sets.records[best]:
            best, least = s, d
    return best


@njit(cache=True)
def recode(points, k, weighted):
    """Recoding by two heuristics (thesis, Algorithm 2); returns the tuple whose values each tuple took."""
    sets = _all(points)
    records = sets.records
    m = len(records)
    into = np.arange(m)
    gained = np.zeros(m, np.int64)
    while m > 1:
        counts = records[sets.ident[:m]]
        least = counts.min()
        if least >= k:
            break
        small = sets.ident[:m][counts == least]
        if len(small) < m:
            m = _keep(sets, counts > least)
            for t in small:
                _spread(points, sets, m, t)
                into[t] = _nearest(sets, m, t, weighted)
                gained[into[t]] += least
            records += gained
            gained[:] = 0
        else:  # nothing is larger: one after another, or a and b would change places for ever
            for t in small:
                if records[t] == least:
                    _spread(points, sets, m, t)
                    into[t] = _nearest(sets, m, t, weighted)
                    records[into[t]] += least
                    records[t] = 0
            m = _keep(sets, records[sets.ident[:m]] > 0)
    return into


@njit(cache=True)
def _ahead(records, s, v):
    """Whether set s is smaller than set v, or as small and earlier."""
    return records[s] < records[v] or (records[s] == records[v] and s < v)


@njit(cache=True)
def _look(points, sets, m, t, nearest):
    """Find the nearest others of tuple t anew and keep them, smallest first; returns how near they are."""
    _spread(points, sets, m, t)
    tied, out = nearest.tied[t], sets.out
    least, found = np.inf, 0
    for i in range(m):
        if out[i] > least or sets.ident[i] == t:
            continue
        s = sets.ident[i]
        if out[i] < least:
            least, found = out[i], 0
        j = min(found, _KEPT)
        while j > 0 and _ahead(sets.records, s, tied[j - 1]):
            if j < _KEPT:
                tied[j] = tied[j - 1]
            j -= 1
        if j < _KEPT:
            tied[j] = s
        found += 1
    nearest.ties[t] = found
    nearest.edge[t] = sets.records[tied[min(found, _KEPT) - 1]]
    nearest.reach[t] = sets.records[tied[0]]
    return least


@njit(cache=True)
def _smallest(sets, t, nearest):
    """The smallest of the nearest others of tuple t, the earlier of equals; -1 where that takes a new look.

    It does where all that were kept have fallen, or have outgrown those that were not kept.
    """
    tied, ties = nearest.tied[t], nearest.ties[t]
    best = -1
    for j in range(min(ties, _KEPT)):
        s = tied[j]
        if sets.records[s] > 0 and (best < 0 or _ahead(sets.records, s, best)):
            best = s
    if best >= 0 and ties > _KEPT:
        edge = nearest.edge[t]
        if sets.records[best] > edge or (sets.records[best] == edge and best > tied[_KEPT - 1]):
            return -1
    return best


@njit(cache=True)
def _before(gap, reach, lots, small, i, j):
    """Whether one set is recoded before another: the nearer merge, then the least anonymity reached, then the lot."""
    if gap[i] != gap[j]:
        return gap[i] < gap[j]
    s, t = small[i], small[j]
    return reach[s] < reach[t] or (reach[s] == reach[t] and lots[s] < lots[t])


@njit(cache=True)
def _first(sets, nearest, lots, small, gap, left):
    """The place in ``small`` of the set to recode next; what a merge reaches is only asked where that decides."""
    best = -1
    for i in range(left):
        if best < 0 or _before(gap, nearest.reach, lots, small, i, best):
            v = _smallest(sets, small[i], nearest)
            if v >= 0:
                nearest.reach[small[i]] = sets.records[v]
            if best < 0 or _before(gap, nearest.reach, lots, small, i, best):
                best = i
    return best


@njit(cache=True)
def recode_fusion(points, k, lots):
    """Recoding by three heuristics (fusion paper), the smallest lot deciding what they leave open; returns as above.

    Every set of the smallest size keeps its nearest others. What is kept can only be too good, as sets fall and grow.
    So the best that is kept is looked at again before it is used, and nothing else is.
    """
    sets = _all(points)
    records = sets.records
    m = len(records)
    into, place, spot = np.arange(m), np.arange(m), np.full(m, -1)
    none = np.zeros(m, np.int64)
    nearest = Nearest(np.empty((m, _KEPT), np.int64), none, none.copy(), none.copy())
    while m > 1:
        counts = records[sets.ident[:m]]
        least = counts.min()
        if least >= k:
            break
        small = sets.ident[:m][counts == least]
        left = len(small)
        spot[small] = np.arange(left)
        gap = np.array([_look(points, sets, m, t, nearest) for t in small])
        while left > 0 and m > 1:
            i = _first(sets, nearest, lots, small, gap, left)
            t = small[i]
            v = _smallest(sets, t, nearest)
            if v < 0:
                gap[i] = _look(points, sets, m, t, nearest)
                continue
            into[t] = v
            records[v] += least
            records[t] = 0
            for s in (t, v):  # neither is among the smallest any more
                if spot[s] >= 0:
                    left -= 1
                    small[spot[s]], gap[spot[s]] = small[left], gap[left]
                    spot[small[left]] = spot[s]
                    spot[s] = -1
            m -= 1
            place[sets.ident[m]] = place[t]
            _move(sets, m, place[t])
    return into
