"""Refinement: records change groups while the loss falls, by annealing over small changes.

A change is a short list of transfers (tuple, count, from, to), and every change is treated alike: proposed, bounded
from below as seen from the present centres, carried out, checked, measured exactly with new centres, and kept or
undone. Randomness comes from the grouping's own generator and effort is counted in operations, so that the same start
and budget end in the same groups.
"""

import numpy as np

from semblant.kernels.compiled import ZERO, inner, lean
from semblant.kernels.grouping import COUNT, GROUP, NEXT, TRANSFERS, TUPLE, TWIN, UNKNOWN, apart, draw, transfer
from semblant.kernels.promise_rules import kept

# mypy: disable-error-code="no-untyped-def"

DISSOLVE, FOUND = 0.02, 0.02
"""Share of changes that dissolve a group, and that found one; the others move or swap records."""

PASSES = 4
"""Passes over the columns of a centre, each optimised given the others; without a limit rounding could loop."""


@inner
def _members(grouping, workspace, group):
    """Put the parts of a group into the workspace; returns how many there are."""
    m = 0
    e = grouping.head[group]
    while e >= 0:
        workspace.tuples[m], workspace.counts[m] = grouping.parts[e, TUPLE], grouping.parts[e, COUNT]
        m += 1
        e = grouping.parts[e, NEXT]
    return m


@inner
def _fit(layout, grouping, workspace, group, centres, all_means, at):
    """Find the centre of a group at least cost, from the one in this row; returns the cost and the effort."""
    centre, means, tuples, counts, rest = centres[at], all_means[at], workspace.tuples, workspace.counts, workspace.rest
    m = _members(grouping, workspace, group)
    numeric = len(means)
    for q in range(numeric):
        means[q] = 0.0
    for i in range(m):
        for q in range(numeric):
            means[q] += counts[i] * layout.numbers[tuples[i], q]
    for q in range(numeric):
        means[q] /= grouping.size[group]
    alone = m == 1
    for j in range(len(centre)):
        if m == 1:
            centre[j] = layout.own[tuples[0], j]
        if centre[j] >= layout.eligible[j]:
            centre[j] = 0
            alone = False
    cost = 0.0
    for i in range(m):
        d = 0.0
        for q in range(numeric):
            x = layout.numbers[tuples[i], q] - means[q]
            d += x * x if layout.euclidean else abs(x)
        cost += counts[i] * d
        if not layout.euclidean:
            for j in range(len(centre)):
                d += layout.table[layout.start[j] + layout.codes[tuples[i], j] * layout.width[j] + centre[j]]
        rest[i] = d
    effort = m * numeric
    if alone or len(centre) == 0:
        if not layout.euclidean:
            cost = 0.0
            for i in range(m):
                cost += counts[i] * rest[i] * rest[i]
        return cost, effort
    numbers_cost = cost
    for _ in range(PASSES):
        moved = False
        cost = numbers_cost if layout.euclidean else 0.0
        for j in range(len(centre)):
            width, eligible = layout.width[j], layout.eligible[j]
            sums = workspace.sums[:eligible]
            for c in range(eligible):
                sums[c] = 0.0
            old = centre[j]
            for i in range(m):
                begin = layout.start[j] + layout.codes[tuples[i], j] * width
                row = layout.table[begin : begin + eligible]
                weight = np.float64(counts[i])
                if layout.euclidean:
                    for c in range(eligible):
                        sums[c] += weight * row[c]
                else:
                    others = rest[i] - row[old]
                    for c in range(eligible):
                        d = row[c] + others
                        sums[c] += weight * d * d
            effort += m * eligible
            best = old
            for c in range(eligible):
                if sums[c] < sums[best]:
                    best = c
            if layout.euclidean:
                centre[j] = best
                cost += sums[best]
                continue
            if sums[best] < sums[old]:
                moved = True
                centre[j] = best
                cost = sums[best]
                for i in range(m):
                    begin = layout.start[j] + layout.codes[tuples[i], j] * width
                    rest[i] += layout.table[begin + best] - layout.table[begin + old]
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
def _dissolve(layout, grouping, workspace, near, a):
    """Propose to dissolve a group: every part goes to the cheapest group among those of its near tuples."""
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
                d = apart(layout, t, grouping.centre, grouping.means, b) if b != a else np.inf
                if d < least:
                    best, least = b, d
                f = parts[f, TWIN]
        if best < 0 or n == TRANSFERS:
            return 0
        n = _note(workspace.change, n, t, np.int64(parts[e, COUNT]), a, best)
        e = parts[e, NEXT]
    return n


@inner
def _found(layout, grouping, workspace, near, k, e):
    """Propose a new group around a part, of the nearest records that their groups can spare."""
    parts, size = grouping.parts, grouping.size
    t, a = np.int64(parts[e, TUPLE]), np.int64(parts[e, GROUP])
    take = min(parts[e, COUNT], size[a] - k)
    if take <= 0 or grouping.cost[a] == 0.0 or grouping.tally[1] == 0:
        return 0
    b = grouping.unused[grouping.tally[1] - 1]
    for j in range(layout.codes.shape[1]):
        grouping.centre[b, j] = layout.own[t, j]
    for q in range(layout.numbers.shape[1]):
        grouping.means[b, q] = layout.numbers[t, q]
    n = _note(workspace.change, ZERO, t, take, a, b)
    need = k - take
    i = 0
    while need > 0 and i < near.shape[1] and n < TRANSFERS:
        u = np.int64(near[t, i])
        f = grouping.home[u] if u >= 0 and draw(grouping.state) > 0.1 else -1
        while f >= 0:
            take = size[parts[f, GROUP]] - k
            for r in range(n):
                if workspace.change[r, 2] == parts[f, GROUP]:
                    take -= workspace.change[r, 1]
            take = min(take, min(need, parts[f, COUNT]))
            if take > 0:
                n = _note(workspace.change, n, u, take, np.int64(parts[f, GROUP]), b)
                need -= take
                break
            f = parts[f, TWIN]
        i += 1
    return n if need <= 0 else 0


@inner
def partner(layout, grouping, t, a, b):
    """The part of a group that is best swapped for a record of a tuple in another, by what that costs; -1: none.

    Of numbers alone, and exact for one record each: centres move by what the swapped records differ in.
    """
    parts, numbers, means = grouping.parts, layout.numbers, grouping.means
    pull = 1.0 / grouping.size[a] + 1.0 / grouping.size[b]
    best, least = ZERO - 1, np.inf
    f = grouping.head[b]
    while f >= 0:
        u = parts[f, TUPLE]
        if u != t:
            cost = 0.0
            for q in range(numbers.shape[1]):
                x = numbers[u, q] - numbers[t, q]
                cost += x * (2.0 * (means[b, q] - means[a, q]) - pull * x)
            if cost < least:
                best, least = np.int64(f), cost
        f = parts[f, NEXT]
    return best, least


@inner
def _anyone(grouping, t, b):
    """A random part of a group, of another tuple than this; -1: none."""
    parts = grouping.parts
    f = grouping.head[b]
    other = ZERO - 1
    seen = 0
    while f >= 0:
        if parts[f, TUPLE] != t:
            seen += 1
            if seen == 1 or draw(grouping.state) * seen < 1.0:
                other = np.int64(f)
        f = parts[f, NEXT]
    return other


@inner
def _exchange(layout, grouping, workspace, near, k, e):
    """Propose to move a part, or what its group can spare of it, to the group of a near tuple, or to swap it.

    Returns the number of transfers, and what the change costs where that is known by now.
    """
    parts, size, state = grouping.parts, grouping.size, grouping.state
    t, count, a = np.int64(parts[e, TUPLE]), np.int64(parts[e, COUNT]), np.int64(parts[e, GROUP])
    b, known = a, -np.inf
    for _ in range(3):
        drawn = draw(state)
        u = near[t, int(near.shape[1] * (drawn * drawn))]  # not ** 2, which is another function to compile
        if u < 0 or (parts[grouping.home[t], TWIN] >= 0 and draw(state) < 0.3):
            u = t
        f = grouping.home[u]
        seen = 0
        while f >= 0:
            seen += 1
            if seen == 1 or draw(state) * seen < 1.0:
                b = np.int64(parts[f, GROUP])
            f = parts[f, TWIN]
        if b != a:
            break
    if b == a:
        return ZERO, known
    spare = size[a] - k
    if (count <= spare or count == size[a]) and draw(state) < 0.7:
        return _note(workspace.change, ZERO, t, count, a, b), known
    if 0 < spare < count and draw(state) < 0.5:
        return _note(workspace.change, ZERO, t, spare, a, b), known
    if layout.alone:
        other, known = partner(layout, grouping, t, a, b)
    else:
        other = _anyone(grouping, t, b)
    if other < 0:
        return ZERO, known
    back = max(1, count - spare) if draw(state) < 0.5 else parts[other, COUNT]
    if back > parts[other, COUNT]:
        back = parts[other, COUNT]
        count = min(count, spare + back)
    back = min(back, size[b] + count - k)
    if count <= 0 or back <= 0:
        return ZERO, known
    n = _note(workspace.change, ZERO, t, count, a, b)
    n = _note(workspace.change, n, np.int64(parts[other, TUPLE]), np.int64(back), b, a)
    return n, known if count == 1 and back == 1 else -np.inf


@inner
def _bound(layout, grouping, workspace, n):
    """List the groups that a change touches; returns how many, and a lower bound of the change of cost.

    Seen from the present centres a change costs ``square``; moving a centre then saves what the weight of the records
    that came and went pulls at it, squared, by the new size. Exact for means of numbers; for the centres of tabled
    columns a bound that takes all pulls to go one way.
    """
    touched = 0
    numeric = layout.numbers.shape[1] if layout.euclidean else 0
    for i in range(n):
        t, count = workspace.change[i, 0], workspace.change[i, 1]
        for side in range(2, 4):
            group = workspace.change[i, side]
            at = 0
            while at < touched and workspace.touched[at] != group:
                at += 1
            if at == touched:
                touched += 1
                workspace.touched[at], workspace.after[at] = group, grouping.size[group]
                workspace.square[at], workspace.pull[at] = 0.0, 0.0
                for q in range(numeric):
                    workspace.means[at, q] = 0.0
            signed = np.float64(count if side == 3 else -count)
            if numeric > 0:
                d = 0.0
                for q in range(numeric):
                    x = layout.numbers[t, q] - grouping.means[group, q]
                    workspace.means[at, q] += signed * x
                    d += x * x
                workspace.square[at] += signed * d
                d = 0.0
                for j in range(layout.codes.shape[1]):
                    d += layout.table[
                        layout.start[j] + layout.codes[t, j] * layout.width[j] + grouping.centre[group, j]
                    ]
            else:
                d = apart(layout, t, grouping.centre, grouping.means, group)
            workspace.after[at] += count if side == 3 else -count
            workspace.square[at] += signed * d
            workspace.pull[at] += count * np.sqrt(d)
    bound = 0.0
    for at in range(touched):
        least = -grouping.cost[workspace.touched[at]]
        if workspace.after[at] > 0:
            pull = workspace.pull[at] * workspace.pull[at]
            for q in range(numeric):
                pull += workspace.means[at, q] * workspace.means[at, q]
            least = max(least, workspace.square[at] - pull / workspace.after[at])
        workspace.least[at] = least
        bound += least
    return touched, bound


@inner
def _keep(grouping, workspace, touched):
    """Store the new cost and centre of the groups that a change touched."""
    for i in range(touched):
        group = workspace.touched[i]
        if grouping.size[group] == 0:
            grouping.unused[grouping.tally[1]] = group
            grouping.tally[1] += 1
        elif grouping.tally[1] > 0 and grouping.unused[grouping.tally[1] - 1] == group:
            grouping.tally[1] -= 1
        grouping.cost[group] = workspace.cost[i]
        for j in range(workspace.centre.shape[1]):
            grouping.centre[group, j] = workspace.centre[i, j]
        for q in range(workspace.means.shape[1]):
            grouping.means[group, q] = workspace.means[i, q]


@lean
def anneal(layout, grouping, workspace, near, k, rules, temperature, usual, effort):
    """Try changes until the effort is used up: keep those that lower the cost, and at random some that raise it.

    The temperature is higher for groups that cost more than ``usual``, or outliers would freeze where they are. Groups
    of unknown cost are measured first. Every group keeps k, and the rules where there are any.
    """
    for group in range(len(grouping.cost)):
        if grouping.cost[group] == UNKNOWN:
            grouping.cost[group], _ = _fit(layout, grouping, workspace, group, grouping.centre, grouping.means, group)
    room = len(grouping.parts) - TRANSFERS
    while effort > 0:
        effort -= 60
        e = grouping.tally[2] + 1
        if e >= grouping.tally[0]:
            e = 0
        grouping.tally[2] = e
        kind, known = draw(grouping.state), -np.inf
        if kind < DISSOLVE:
            n = _dissolve(layout, grouping, workspace, near, np.int64(grouping.parts[e, GROUP]))
        elif kind < DISSOLVE + FOUND:
            n = _found(layout, grouping, workspace, near, k, e)
        else:
            n, known = _exchange(layout, grouping, workspace, near, k, e)
        if n == 0 or grouping.tally[0] > room:
            continue
        luck = -np.log(1.0 - draw(grouping.state))
        if known > -np.inf:
            a, b = workspace.change[0, 2], workspace.change[0, 3]
            effort -= grouping.size[b] * (20 + 2 * layout.numbers.shape[1])
            if known > luck * temperature * max(1.0, (grouping.cost[a] + grouping.cost[b]) / (2 * usual)):
                continue
        touched, bound = _bound(layout, grouping, workspace, n)
        present = 0.0
        for i in range(touched):
            present += grouping.cost[workspace.touched[i]]
        limit = temperature * max(1.0, present / (touched * usual)) * luck
        effort -= 10 * n * (layout.codes.shape[1] + layout.numbers.shape[1])
        if bound > limit:
            continue
        for undo in range(2):
            for r in range(n):
                i = n - 1 - r if undo else r
                transfer(
                    grouping,
                    workspace.change[i, 0],
                    workspace.change[i, 1],
                    workspace.change[i, 2 + undo],
                    workspace.change[i, 3 - undo],
                )
            if undo:
                break
            good = True
            for i in range(touched):
                size = grouping.size[workspace.touched[i]]
                good = good and (size >= k or size == 0)
                if rules is not None:  # where there are none, this is not even compiled
                    good = good and kept(rules, grouping, workspace.touched[i])
                    effort -= 100 * len(rules.kind)
            for i in range(touched):
                good = good and bound <= limit
                if not good:
                    break
                group = workspace.touched[i]
                workspace.cost[i] = 0.0
                if grouping.size[group] > 0:
                    for j in range(workspace.centre.shape[1]):
                        workspace.centre[i, j] = grouping.centre[group, j]
                    workspace.cost[i], used = _fit(
                        layout, grouping, workspace, group, workspace.centre, workspace.means, i
                    )
                    effort -= used // 2 + 40
                bound += workspace.cost[i] - grouping.cost[group] - workspace.least[i]
            if good and bound <= limit:
                _keep(grouping, workspace, touched)
                break
