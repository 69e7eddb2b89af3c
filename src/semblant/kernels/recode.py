"""Recoding over distinct weighted tuples: which set of equal records takes the values of which other.

A set's records always carry the values of one tuple of the data. So the sets are the tuples that are still *active*,
with more and more records; the distances between them never change, and a set's nearest other is lost only when that
one is merged into another set. Distances are summed in float64: a few float32 entries add up exactly there, so a tie is
a tie whatever the order of the columns.
"""

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from semblant.kernels.compiled import ZERO, inner, lean

# mypy: disable-error-code="no-untyped-def"

_KEPT = 8  # equally near others that are kept; more would rarely save a scan


class ActiveSets(NamedTuple):
    """The active sets, in the first places of each row; records are counted by tuple, and 0 means merged."""

    codes: Any  # [column, place], unsigned: an index that may be negative costs a third of the speed
    numbers: Any  # [numeric column, place]
    ident: Any  # the tuple at each place
    records: Any  # [tuple]
    out: Any  # [place] distances, as last asked for


class Nearest(NamedTuple):
    """The nearest others of each tuple, the smallest few of equals."""

    tied: Any  # [tuple, kept]
    ties: Any  # how many are equally near, kept or not
    edge: Any  # records of the last one kept, when it was kept
    reach: Any  # records of the smallest: never more than there are


def _all(points: Any) -> ActiveSets:
    p = len(points.weights)
    return ActiveSets(
        points.codes.astype(np.uint32), points.numbers.copy(), np.arange(p), points.weights.copy(), np.empty(p)
    )


@inner
def _spread(points, sets, m, t):
    """Compute the distances of tuple t to every active set."""
    out = sets.out[:m]
    out[:] = 0.0
    for j in range(sets.codes.shape[0]):
        own = points.own[points.own_start[j] + points.codes[j, t]]
        row = points.distance[points.distance_start[j] + own * points.sizes[j, 1] :]
        code = sets.codes[j]
        for i in range(len(out)):
            out[i] += row[code[i]]
    for q in range(sets.numbers.shape[0]):
        here = np.float64(points.numbers[q, t])
        number = sets.numbers[q]
        for i in range(len(out)):
            apart = number[i] - here
            out[i] += apart * apart if points.euclidean else abs(apart)
    if points.euclidean:
        for i in range(len(out)):
            out[i] = np.sqrt(out[i])


@inner
def _move(sets, source, target):
    """Copy the set at one place to another."""
    for j in range(sets.codes.shape[0]):
        sets.codes[j, target] = sets.codes[j, source]
    for q in range(sets.numbers.shape[0]):
        sets.numbers[q, target] = sets.numbers[q, source]
    sets.ident[target] = sets.ident[source]


@inner
def _rarest(sets, m, small):
    """List the sets with the fewest records; returns how many there are, and how many records they have."""
    least, found = sets.records[sets.ident[0]], 0
    for i in range(m):
        t = sets.ident[i]
        if sets.records[t] < least:
            least, found = sets.records[t], 0
        if sets.records[t] == least:
            small[found] = t
            found += 1
    return found, least


@inner
def _keep(sets, m, more_than):
    """Move the sets with more records than this to the front, in their order; returns how many."""
    kept = ZERO
    for i in range(m):
        if sets.records[sets.ident[i]] > more_than:
            _move(sets, i, kept)
            kept += 1
    return kept


@inner
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


def recode(points: Any, k: int, weighted: bool) -> NDArray[np.int64]:
    """Recoding by two heuristics (thesis, Algorithm 2); returns the tuple whose values each tuple took."""
    into = np.arange(len(points.weights))
    _recode(points, _all(points), into, np.zeros_like(into), np.empty_like(into), k, weighted)
    return into


@lean
def _recode(points, sets, into, gained, small, k, weighted):
    records = sets.records
    m = len(records)
    while m > 1:
        found, least = _rarest(sets, m, small)
        if least >= k:
            break
        several = found < m  # no set is larger: one after another, or a and b would swap for ever
        if several:
            m = _keep(sets, m, least)
        for i in range(found):
            t = small[i]
            if records[t] != least:
                continue
            _spread(points, sets, m, t)
            v = _nearest(sets, m, t, weighted)
            into[t] = v
            if several:
                gained[v] += least
            else:
                records[v] += least
                records[t] = 0
        if several:
            for i in range(m):
                records[sets.ident[i]] += gained[sets.ident[i]]
                gained[sets.ident[i]] = 0
        else:
            m = _keep(sets, m, ZERO)


@inner
def _ahead(records, s, v):
    """Whether set s is smaller than set v, or as small and earlier."""
    return records[s] < records[v] or (records[s] == records[v] and s < v)


@inner
def _look(points, sets, m, t, nearest):
    """Find the nearest others of tuple t again and keep them, smallest first; returns their distance."""
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


@inner
def _smallest(sets, t, nearest):
    """The smallest of the nearest others of tuple t, the earlier of equals; -1 where a new search is needed.

    That is if all that were kept have been merged, or have outgrown those that were not kept.
    """
    tied, ties = nearest.tied[t], nearest.ties[t]
    best = ZERO - 1
    for j in range(min(ties, _KEPT)):
        s = tied[j]
        if sets.records[s] > 0 and (best < 0 or _ahead(sets.records, s, best)):
            best = s
    if best >= 0 and ties > _KEPT:
        edge = nearest.edge[t]
        if sets.records[best] > edge or (sets.records[best] == edge and best > tied[_KEPT - 1]):
            return ZERO - 1
    return best


@inner
def _before(gap, reach, turns, small, i, j):
    """Whether one set is recoded before another: the nearer merge, then the least anonymity reached, then its turn."""
    if gap[i] != gap[j]:
        return gap[i] < gap[j]
    s, t = small[i], small[j]
    return reach[s] < reach[t] or (reach[s] == reach[t] and turns[s] < turns[t])


@inner
def _first(sets, nearest, turns, small, gap, left):
    """The place in ``small`` of the set to recode next; what a merge reaches is only asked where that decides."""
    best = ZERO
    for i in range(left):
        if i == 0 or _before(gap, nearest.reach, turns, small, i, best):
            v = _smallest(sets, small[i], nearest)
            if v >= 0:
                nearest.reach[small[i]] = sets.records[v]
            if i == 0 or _before(gap, nearest.reach, turns, small, i, best):
                best = i
    return best


def recode_fusion(points: Any, k: int, turns: NDArray[np.int64]) -> NDArray[np.int64]:
    """Recoding by three heuristics (fusion paper), the smallest turn deciding what they leave open; returns as above.

    Every set of the smallest size keeps its nearest others. As sets merge and grow, what is kept can only be too
    optimistic. So only the best of them is checked again before it is used.
    """
    p = len(points.weights)
    into, place, spot, small = np.arange(p), np.arange(p), np.full(p, -1), np.empty(p, np.int64)
    nearest = Nearest(np.empty((p, _KEPT), np.int64), *(np.zeros(p, np.int64) for _ in range(3)))
    _recode_fusion(points, _all(points), nearest, into, place, spot, small, np.empty(p), k, turns)
    return into


@lean
def _recode_fusion(points, sets, nearest, into, place, spot, small, gap, k, turns):
    records = sets.records
    m = len(records)
    while m > 1:
        left, least = _rarest(sets, m, small)
        if least >= k:
            break
        for i in range(left):
            spot[small[i]] = i
            gap[i] = _look(points, sets, m, small[i], nearest)
        while left > 0 and m > 1:
            i = _first(sets, nearest, turns, small, gap, left)
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
