"""Refinement: records change groups while the loss falls, by annealing over small changes.

A change is a short list of transfers (tuple, count, from, to), and every change goes the same way: proposed, bounded
from below as seen from the present centres, carried out, checked, measured exactly with new centres, and kept or
undone. Chance comes from the grouping's own generator and effort is counted in operations, so that the same start and
budget end in the same groups.
"""

import numpy as np

from semblant.kernels.compiled import ZERO, inner, lean
from semblant.kernels.grouping import (
    COUNT,
    GROUP,
    NEXT,
    TRANSFERS,
    TUPLE,
    TWIN,
    UNKNOWN,
    apart,
    draw,
    transfer,
)
from semblant.kernels.keeping import kept

# mypy: disable-error-code="no-untyped-def"

DISSOLVE, FOUND = 0.02, 0.02
"""Share of changes that dissolve a group, and that found one; the others move or swap records."""

PASSES = 4
"""How often the columns of a centre are gone through, each given the others; rounding could go on for ever."""


@inner
def _members(grouping, desk, group):
    """Put the parts of a group on the desk; returns how many there are."""
    m = 0
    e = grouping.head[group]
    while e >= 0:
        desk.tuples[m], desk.counts[m] = grouping.parts[e, TUPLE], grouping.parts[e, COUNT]
        m += 1
        e = grouping.parts[e, NEXT]
    return m


@inner
def _fit(field, grouping, desk, group, centres, all_means, at):
    """Find what stands for a group at least cost, from the centre in this row; returns the cost and the effort."""
    centre, means, tuples, counts, rest = centres[at], all_means[at], desk.tuples, desk.counts, desk.rest
    m = _members(grouping, desk, group)
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


@inner
def _note(change, n, t, count, giver, taker):
    """Write a transfer into the change; returns how many there are."""
    change[n, 0], change[n, 1], change[n, 2], change[n, 3] = t, count, giver, taker
    return n + 1


@inner
def _dissolve(field, grouping, desk, near, a):
    """Every part of a group goes to the group that is cheapest for it, among those of its near tuples."""
    parts = grouping.parts
    n = ZERO
    e = grouping.head[a]
    while e >= 0:
        t = np.int64(parts[e, TUPLE])
        best, least = ZERO - 1, np.inf
        for i in range(-1, min(near.shape[1], 12)):
            u = t if i < 0 else near[t, i]
            f = grouping.home[u] if u >= 0 else -1
            while f >= 0:
                b = np.int64(parts[f, GROUP])
                d = apart(field, t, grouping.centre, grouping.means, b) if b != a else np.inf
                if d < least:
                    best, least = b, d
                f = parts[f, TWIN]
        if best < 0 or n == TRANSFERS:
            return 0
        n = _note(desk.change, n, t, np.int64(parts[e, COUNT]), a, best)
        e = parts[e, NEXT]
    return n


@inner
def _found(field, grouping, desk, near, k, e):
    """A new group around a part, of the nearest records that their groups can spare."""
    parts, size = grouping.parts, grouping.size
    t, a = np.int64(parts[e, TUPLE]), np.int64(parts[e, GROUP])
    take = min(parts[e, COUNT], size[a] - k)
    if take <= 0 or grouping.cost[a] == 0.0 or grouping.tally[1] == 0:
        return 0
    b = grouping.unused[grouping.tally[1] - 1]
    for j in range(field.codes.shape[1]):
        grouping.centre[b, j] = field.own[t, j]
    for q in range(field.numbers.shape[1]):
        grouping.means[b, q] = field.numbers[t, q]
    n = _note(desk.change, ZERO, t, take, a, b)
    need = k - take
    i = 0
    while need > 0 and i < near.shape[1] and n < TRANSFERS:
        u = np.int64(near[t, i])
        f = grouping.home[u] if u >= 0 and draw(grouping.chance) > 0.1 else -1
        while f >= 0:
            take = size[parts[f, GROUP]] - k
            for r in range(n):
                if desk.change[r, 2] == parts[f, GROUP]:
                    take -= desk.change[r, 1]
            take = min(take, min(need, parts[f, COUNT]))
            if take > 0:
                n = _note(desk.change, n, u, take, np.int64(parts[f, GROUP]), b)
                need -= take
                break
            f = parts[f, TWIN]
        i += 1
    return n if need <= 0 else 0


@inner
def _exchange(grouping, desk, near, k, e):
    """A part, or what its group can spare of it, goes to the group of a near tuple, or swaps with a part there."""
    parts, size, chance = grouping.parts, grouping.size, grouping.chance
    t, count, a = np.int64(parts[e, TUPLE]), np.int64(parts[e, COUNT]), np.int64(parts[e, GROUP])
    b = a
    for _ in range(3):
        u = near[t, int(near.shape[1] * draw(chance) ** 2)]
        if u < 0 or (parts[grouping.home[t], TWIN] >= 0 and draw(chance) < 0.3):
            u = t
        f = grouping.home[u]
        seen = 0
        while f >= 0:
            seen += 1
            if seen == 1 or draw(chance) * seen < 1.0:
                b = np.int64(parts[f, GROUP])
            f = parts[f, TWIN]
        if b != a:
            break
    if b == a:
        return 0
    spare = size[a] - k
    if (count <= spare or count == size[a]) and draw(chance) < 0.7:
        return _note(desk.change, ZERO, t, count, a, b)
    if 0 < spare < count and draw(chance) < 0.5:
        return _note(desk.change, ZERO, t, spare, a, b)
    f = grouping.head[b]
    other = -1
    seen = 0
    while f >= 0:
        if parts[f, TUPLE] != t:
            seen += 1
            if seen == 1 or draw(chance) * seen < 1.0:
                other = f
        f = parts[f, NEXT]
    if other < 0:
        return 0
    back = max(1, count - spare) if draw(chance) < 0.5 else parts[other, COUNT]
    if back > parts[other, COUNT]:
        back = parts[other, COUNT]
        count = min(count, spare + back)
    back = min(back, size[b] + count - k)
    if count <= 0 or back <= 0:
        return 0
    n = _note(desk.change, ZERO, t, count, a, b)
    return _note(desk.change, n, np.int64(parts[other, TUPLE]), np.int64(back), b, a)


@inner
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
                d = apart(field, t, grouping.centre, grouping.means, group)
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


@inner
def _keep(grouping, desk, touched):
    """Write down what a change made of the groups that it touched."""
    for i in range(touched):
        group = desk.touched[i]
        if grouping.size[group] == 0:
            grouping.unused[grouping.tally[1]] = group
            grouping.tally[1] += 1
        elif grouping.tally[1] > 0 and grouping.unused[grouping.tally[1] - 1] == group:
            grouping.tally[1] -= 1
        grouping.cost[group] = desk.cost[i]
        for j in range(desk.centre.shape[1]):
            grouping.centre[group, j] = desk.centre[i, j]
        for q in range(desk.means.shape[1]):
            grouping.means[group, q] = desk.means[i, q]


@lean
def anneal(field, grouping, desk, near, k, rules, temperature, usual, effort):
    """Try changes until the effort is used up: keep those that lower the cost, and by chance some that raise it.

    It is hotter where groups cost more than ``usual``, or outliers would freeze where they happen to be. Groups of
    unknown cost are measured first. Every group keeps k, and the rules where there are any.
    """
    for group in range(len(grouping.cost)):
        if grouping.cost[group] == UNKNOWN:
            grouping.cost[group], _ = _fit(field, grouping, desk, group, grouping.centre, grouping.means, group)
    room = len(grouping.parts) - TRANSFERS
    while effort > 0:
        effort -= 60
        e = grouping.tally[2] + 1
        if e >= grouping.tally[0]:
            e = 0
        grouping.tally[2] = e
        kind = draw(grouping.chance)
        if kind < DISSOLVE:
            n = _dissolve(field, grouping, desk, near, np.int64(grouping.parts[e, GROUP]))
        elif kind < DISSOLVE + FOUND:
            n = _found(field, grouping, desk, near, k, e)
        else:
            n = _exchange(grouping, desk, near, k, e)
        if n == 0 or grouping.tally[0] > room:
            continue
        touched, bound = _bound(field, grouping, desk, n)
        present = 0.0
        for i in range(touched):
            present += grouping.cost[desk.touched[i]]
        limit = -temperature * max(1.0, present / (touched * usual)) * np.log(1.0 - draw(grouping.chance))
        effort -= 10 * n * (field.codes.shape[1] + field.numbers.shape[1])
        if bound > limit:
            continue
        for undo in range(2):
            for r in range(n):
                i = n - 1 - r if undo else r
                transfer(
                    grouping, desk.change[i, 0], desk.change[i, 1], desk.change[i, 2 + undo], desk.change[i, 3 - undo]
                )
            if undo:
                break
            good = True
            for i in range(touched):
                size = grouping.size[desk.touched[i]]
                good = good and (size >= k or size == 0)
                if rules is not None:  # where there are none, this is not even compiled
                    good = good and kept(rules, grouping, desk.touched[i])
                    effort -= 100 * len(rules.kind)
            for i in range(touched):
                good = good and bound <= limit
                if not good:
                    break
                group = desk.touched[i]
                desk.cost[i] = 0.0
                if grouping.size[group] > 0:
                    for j in range(desk.centre.shape[1]):
                        desk.centre[i, j] = grouping.centre[group, j]
                    desk.cost[i], used = _fit(field, grouping, desk, group, desk.centre, desk.means, i)
                    effort -= used // 2 + 40
                bound += desk.cost[i] - grouping.cost[group] - desk.least[i]
            if good and bound <= limit:
                _keep(grouping, desk, touched)
                break
