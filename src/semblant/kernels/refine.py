"""Refinement: records change groups while the loss falls, by annealing over small changes.

A grouping is kept as *parts*: so many records of one tuple in one group. A change is a short list of transfers (tuple,
count, from, to). Every change goes the same way: proposed, bounded from below by the distances to the present centres,
carried out, checked, measured exactly with new centres, and kept or undone. Chance comes from a generator inside the
grouping, and effort is counted in operations, so that the same start and budget end in the same groups.
"""

from typing import NamedTuple

import numpy as np
from numba import njit

# mypy: disable-error-code="no-untyped-def"

TUPLE, COUNT, GROUP, NEXT, BACK, TWIN, TWIN_BACK = range(7)
"""A part: whose records, how many, where; its neighbours in the group and among the parts of its tuple."""

TRANSFERS = 256
"""A change with more transfers than this is not tried."""

PASSES = 4
"""How often the columns of a centre are gone through, each time given the others; rounding could go on for ever."""

DISSOLVE, FOUND = 0.02, 0.02
"""Share of changes that dissolve a group, and that found one; the others move or swap records."""


class Field(NamedTuple):
    """Points laid out for looking at one tuple after another."""

    codes: np.ndarray  # [tuple, tabled column]
    numbers: np.ndarray  # [tuple, numeric column]
    table: np.ndarray  # per tabled column [value, candidate], distances as they enter the loss
    start: np.ndarray  # where a column's table begins
    width: np.ndarray  # candidates per column
    own: np.ndarray  # [tuple, column] the candidate that is the value itself
    euclidean: bool


class Grouping(NamedTuple):
    """Which records are together, what stands for them and what that costs."""

    parts: np.ndarray  # [part, 7]
    home: np.ndarray  # the first part of each tuple
    head: np.ndarray  # the first part of each group
    size: np.ndarray  # records per group
    cost: np.ndarray
    centre: np.ndarray  # [group, tabled column]
    means: np.ndarray  # [group, numeric column]
    unused: np.ndarray  # a stack of empty groups
    count: np.ndarray  # how many parts there are, and how many empty groups
    chance: np.ndarray  # the state of the generator


class Desk(NamedTuple):
    """Room to work in: the members of one group, and a change with the groups it touches."""

    tuples: np.ndarray
    counts: np.ndarray
    rest: np.ndarray
    sums: np.ndarray
    change: np.ndarray  # [transfer, 4] tuple, count, from, to
    touched: np.ndarray
    after: np.ndarray  # sizes after the change
    square: np.ndarray
    pull: np.ndarray
    least: np.ndarray  # the least change of cost to hope for
    cost: np.ndarray
    centre: np.ndarray
    means: np.ndarray


@njit(cache=True, _nrt=False)
def _draw(chance):
    """A number from 0 to below 1 (xorshift64*)."""
    x = chance[0]
    x ^= x >> np.uint64(12)
    x ^= x << np.uint64(25)
    x ^= x >> np.uint64(27)
    chance[0] = x
    return np.float64((x * np.uint64(2685821657736338717)) >> np.uint64(11)) * (1.0 / 9007199254740992.0)


@njit(cache=True, _nrt=False)
def _part(grouping, t, group):
    """The part of a tuple in a group, or -1."""
    e = grouping.home[t]
    while e >= 0 and grouping.parts[e, GROUP] != group:
        e = grouping.parts[e, TWIN]
    return e


@njit(cache=True, _nrt=False)
def _hang(grouping, e):
    """Let the parts around a part, and the heads of its lists, point to its place."""
    parts = grouping.parts
    if parts[e, BACK] >= 0:
        parts[parts[e, BACK], NEXT] = e
    else:
        grouping.head[parts[e, GROUP]] = e
    if parts[e, NEXT] >= 0:
        parts[parts[e, NEXT], BACK] = e
    if parts[e, TWIN_BACK] >= 0:
        parts[parts[e, TWIN_BACK], TWIN] = e
    else:
        grouping.home[parts[e, TUPLE]] = e
    if parts[e, TWIN] >= 0:
        parts[parts[e, TWIN], TWIN_BACK] = e


@njit(cache=True, _nrt=False)
def _transfer(grouping, t, count, giver, taker):
    """Take records of a tuple from one group to another (from nowhere, where the giver is -1)."""
    parts = grouping.parts
    if giver >= 0:
        e = _part(grouping, t, giver)
        parts[e, COUNT] -= count
        grouping.size[giver] -= count
        if parts[e, COUNT] == 0:
            before, after, older, younger = parts[e, BACK], parts[e, NEXT], parts[e, TWIN_BACK], parts[e, TWIN]
            if before >= 0:
                parts[before, NEXT] = after
            else:
                grouping.head[giver] = after
            if after >= 0:
                parts[after, BACK] = before
            if older >= 0:
                parts[older, TWIN] = younger
            else:
                grouping.home[t] = younger
            if younger >= 0:
                parts[younger, TWIN_BACK] = older
            grouping.count[0] -= 1
            last = grouping.count[0]
            if last != e:
                for field in range(7):
                    parts[e, field] = parts[last, field]
                _hang(grouping, e)
    grouping.size[taker] += count
    e = _part(grouping, t, taker)
    if e >= 0:
        parts[e, COUNT] += count
        return
    e = grouping.count[0]
    grouping.count[0] += 1
    parts[e, TUPLE], parts[e, COUNT], parts[e, GROUP] = t, count, taker
    parts[e, NEXT], parts[e, BACK] = grouping.head[taker], -1
    parts[e, TWIN], parts[e, TWIN_BACK] = grouping.home[t], -1
    _hang(grouping, e)


@njit(cache=True, _nrt=False)
def _apart(field, t, centre, means, at):
    """What one record of a tuple costs in a group whose centre stands in this row."""
    d = 0.0
    for j in range(field.codes.shape[1]):
        d += field.table[field.start[j] + field.codes[t, j] * field.width[j] + centre[at, j]]
    if field.euclidean:
        for q in range(field.numbers.shape[1]):
            x = field.numbers[t, q] - means[at, q]
            d += x * x
        return d
    for q in range(field.numbers.shape[1]):
        d += abs(field.numbers[t, q] - means[at, q])
    return d * d


@njit(cache=True, _nrt=False)
def _fit(field, grouping, desk, group, centre, means):
    """Find what stands for a group at least cost, from the centre given; returns the cost and the effort."""
    tuples, counts, rest, parts = desk.tuples, desk.counts, desk.rest, grouping.parts
    m = 0
    e = grouping.head[group]
    while e >= 0:
        tuples[m], counts[m] = parts[e, TUPLE], parts[e, COUNT]
        m += 1
        e = parts[e, NEXT]
    numeric = len(means)
    for q in range(numeric):
        means[q] = 0.0
    for i in range(m):
        for q in range(numeric):
            means[q] += counts[i] * field.numbers[tuples[i], q]
    for q in range(numeric):
        means[q] /= grouping.size[group]
    if m == 1:
        for j in range(len(centre)):
            centre[j] = field.own[tuples[0], j]
    cost = 0.0
    for i in range(m):
        d = 0.0
        for q in range(numeric):
            x = field.numbers[tuples[i], q] - means[q]
            d += x * x if field.euclidean else abs(x)
        cost += counts[i] * d
        if not field.euclidean:
            for j in range(len(centre)):
                d += field.table[field.start[j] + field.codes[tuples[i], j] * field.width[j] + centre[j]]
        rest[i] = d
    effort = m * numeric
    if m == 1 or len(centre) == 0:
        if not field.euclidean:
            cost = 0.0
            for i in range(m):
                cost += counts[i] * rest[i] * rest[i]
        return cost, effort
    numbers_cost = cost
    for _ in range(PASSES):
        moved = False
        cost = numbers_cost if field.euclidean else 0.0
        for j in range(len(centre)):
            width = field.width[j]
            sums = desk.sums[:width]
            for c in range(width):
                sums[c] = 0.0
            old = centre[j]
            for i in range(m):
                begin = field.start[j] + field.codes[tuples[i], j] * width
                row = field.table[begin : begin + width]
                weight = np.float64(counts[i])
                if field.euclidean:
                    for c in range(width):
                        sums[c] += weight * row[c]
                else:
                    others = rest[i] - row[old]
                    for c in range(width):
                        d = row[c] + others
                        sums[c] += weight * d * d
            effort += m * width
            best = old
            for c in range(width):
                if sums[c] < sums[best]:
                    best = c
            if field.euclidean:
                centre[j] = best
                cost += sums[best]
                continue
            if sums[best] < sums[old]:
                moved = True
                centre[j] = best
                cost = sums[best]
                for i in range(m):
                    begin = field.start[j] + field.codes[tuples[i], j] * width
                    rest[i] += field.table[begin + best] - field.table[begin + old]
            else:
                cost = sums[old]
        if not moved:
            break
    return cost, effort


@njit(cache=True, _nrt=False)
def _note(desk, n, t, count, giver, taker):
    """Write a transfer into the change; returns how many there are."""
    desk.change[n, 0], desk.change[n, 1], desk.change[n, 2], desk.change[n, 3] = t, count, giver, taker
    return n + 1


@njit(cache=True, _nrt=False)
def _propose(field, grouping, desk, near, k):
    """Think of a change; returns the number of its transfers, 0 where there is nothing to try."""
    parts, size, chance = grouping.parts, grouping.size, grouping.chance
    reach = near.shape[1]
    e = grouping.count[2] + 1
    if e >= grouping.count[0]:
        e = 0
    grouping.count[2] = e
    t, count, a = parts[e, TUPLE], parts[e, COUNT], parts[e, GROUP]
    kind = _draw(chance)
    n = 0
    if kind < DISSOLVE:  # every part of the group goes where it is cheapest
        e = grouping.head[a]
        while e >= 0 and n < TRANSFERS:
            best, least = -1, np.inf
            for i in range(-1, min(reach, 12)):
                u = parts[e, TUPLE] if i < 0 else near[parts[e, TUPLE], i]
                f = grouping.home[u] if u >= 0 else -1
                while f >= 0:
                    b = parts[f, GROUP]
                    if b != a:
                        d = _apart(field, parts[e, TUPLE], grouping.centre, grouping.means, b)
                        if d < least:
                            best, least = b, d
                    f = parts[f, TWIN]
            if best < 0:
                return 0
            n = _note(desk, n, parts[e, TUPLE], parts[e, COUNT], a, best)
            e = parts[e, NEXT]
        return 0 if e >= 0 else n
    spare = size[a] - k
    if kind < DISSOLVE + FOUND:  # a new group around the tuple, of records that others can spare
        if grouping.count[1] == 0 or spare <= 0 or grouping.cost[a] == 0.0:
            return 0
        b = grouping.unused[grouping.count[1] - 1]
        for j in range(field.codes.shape[1]):
            grouping.centre[b, j] = field.own[t, j]
        for q in range(field.numbers.shape[1]):
            grouping.means[b, q] = field.numbers[t, q]
        need = k - min(count, spare)
        n = _note(desk, n, t, min(count, spare), a, b)
        i = 0
        while need > 0 and i < reach and n < TRANSFERS and near[t, i] >= 0:
            f = grouping.home[near[t, i]] if _draw(chance) > 0.1 else -1
            while f >= 0:
                take = size[parts[f, GROUP]] - k
                for r in range(n):
                    if desk.change[r, 2] == parts[f, GROUP]:
                        take -= desk.change[r, 1]
                take = min(min(take, need), parts[f, COUNT])
                if take > 0:
                    n = _note(desk, n, near[t, i], take, parts[f, GROUP], b)
                    need -= take
                    break
                f = parts[f, TWIN]
            i += 1
        return n if need <= 0 else 0
    b = a
    for _ in range(3):
        u = near[t, int(reach * _draw(chance) ** 2)]
        if u < 0 or (parts[grouping.home[t], TWIN] >= 0 and _draw(chance) < 0.3):
            u = t
        f = grouping.home[u]
        seen = 0
        while f >= 0:
            seen += 1
            if seen == 1 or _draw(chance) * seen < 1.0:
                b = parts[f, GROUP]
            f = parts[f, TWIN]
        if b != a:
            break
    if b == a:
        return 0
    if (count <= spare or count == size[a]) and _draw(chance) < 0.7:
        return _note(desk, n, t, count, a, b)
    if 0 < spare < count and _draw(chance) < 0.5:
        return _note(desk, n, t, spare, a, b)
    f = grouping.head[b]
    seen = 0
    e = -1
    while f >= 0:
        if parts[f, TUPLE] != t:
            seen += 1
            if seen == 1 or _draw(chance) * seen < 1.0:
                e = f
        f = parts[f, NEXT]
    if e < 0:
        return 0
    back = max(1, count - spare) if _draw(chance) < 0.5 else parts[e, COUNT]
    if back > parts[e, COUNT]:
        back = parts[e, COUNT]
        count = min(count, spare + back)
    back = min(back, size[b] + count - k)
    if count <= 0 or back <= 0:
        return 0
    n = _note(desk, n, t, count, a, b)
    return _note(desk, n, parts[e, TUPLE], back, b, a)


@njit(cache=True, _nrt=False)
def _bound(field, grouping, desk, n):
    """List the groups that a change touches; returns how many, and the least change of cost one can hope for.

    Seen from the present centres a change costs ``square``; moving a centre then saves what the weight of the records
    that came and went pulls at it, squared, by the new size. Exact for means of numbers; for the centres of tabled
    columns a bound that takes all pulls to go one way.
    """
    touched = 0
    numeric = field.numbers.shape[1] if field.euclidean else 0
    for i in range(n):
        t, count = desk.change[i, 0], desk.change[i, 1]
        for side in range(2, 4):
            group = desk.change[i, side]
            at = 0
            while at < touched and desk.touched[at] != group:
                at += 1
            if at == touched:
                touched += 1
                desk.touched[at], desk.after[at] = group, grouping.size[group]
                desk.square[at], desk.pull[at] = 0.0, 0.0
                for q in range(numeric):
                    desk.means[at, q] = 0.0
            signed = np.float64(count if side == 3 else -count)
            if numeric > 0:
                d = 0.0
                for q in range(numeric):
                    x = field.numbers[t, q] - grouping.means[group, q]
                    desk.means[at, q] += signed * x
                    d += x * x
                desk.square[at] += signed * d
                d = 0.0
                for j in range(field.codes.shape[1]):
                    d += field.table[field.start[j] + field.codes[t, j] * field.width[j] + grouping.centre[group, j]]
            else:
                d = _apart(field, t, grouping.centre, grouping.means, group)
            desk.after[at] += count if side == 3 else -count
            desk.square[at] += signed * d
            desk.pull[at] += count * np.sqrt(d)
    bound = 0.0
    for at in range(touched):
        least = -grouping.cost[desk.touched[at]]
        if desk.after[at] > 0:
            pull = desk.pull[at] * desk.pull[at]
            for q in range(numeric):
                pull += desk.means[at, q] * desk.means[at, q]
            least = max(least, desk.square[at] - pull / desk.after[at])
        desk.least[at] = least
        bound += least
    return touched, bound


@njit(cache=True, _nrt=False)
def _allowed(grouping, group, k):
    """Whether a group may stand as it is: the one place that knows what is promised."""
    return grouping.size[group] >= k or grouping.size[group] == 0


@njit(cache=True, _nrt=False)
def anneal(field, grouping, desk, near, k, temperature, effort):
    """Try changes until the effort is used up; returns by how much the cost changed."""
    total = 0.0
    parts, size = grouping.parts, grouping.size
    room = len(parts) - 2 * TRANSFERS
    while effort > 0:
        effort -= 60
        n = _propose(field, grouping, desk, near, k)
        if n == 0 or grouping.count[0] > room:
            continue
        limit = -temperature * np.log(1.0 - _draw(grouping.chance))
        touched, bound = _bound(field, grouping, desk, n)
        effort -= 10 * n * (field.codes.shape[1] + field.numbers.shape[1])
        if bound > limit:
            continue
        keep = True
        for undo in range(2):
            for r in range(n):
                i = n - 1 - r if undo else r
                giver, taker = desk.change[i, 2 + undo], desk.change[i, 3 - undo]
                _transfer(grouping, desk.change[i, 0], desk.change[i, 1], giver, taker)
            if undo:
                break
            for i in range(touched):
                keep = keep and _allowed(grouping, desk.touched[i], k)
            for i in range(touched):
                group = desk.touched[i]
                if not keep or bound > limit:
                    keep = False
                    break
                desk.cost[i] = 0.0
                if size[group] > 0:
                    for j in range(desk.centre.shape[1]):
                        desk.centre[i, j] = grouping.centre[group, j]
                    desk.cost[i], used = _fit(field, grouping, desk, group, desk.centre[i], desk.means[i])
                    effort -= used + 40
                bound += desk.cost[i] - grouping.cost[group] - desk.least[i]
            keep = keep and bound <= limit
            if keep:
                break
        if keep:
            total += bound
            for i in range(touched):
                group = desk.touched[i]
                if size[group] == 0:
                    grouping.unused[grouping.count[1]] = group
                    grouping.count[1] += 1
                elif grouping.count[1] > 0 and grouping.unused[grouping.count[1] - 1] == group:
                    grouping.count[1] -= 1
                grouping.cost[group] = desk.cost[i]
                for j in range(desk.centre.shape[1]):
                    grouping.centre[group, j] = desk.centre[i, j]
                for q in range(desk.means.shape[1]):
                    grouping.means[group, q] = desk.means[i, q]
    return total


@njit(cache=True, _nrt=False)
def fit(field, grouping, desk):
    """Find what stands for every group; returns the cost of all."""
    total = 0.0
    for group in range(len(grouping.size)):
        if grouping.size[group] > 0:
            grouping.cost[group], _ = _fit(field, grouping, desk, group, grouping.centre[group], grouping.means[group])
            total += grouping.cost[group]
    return total
