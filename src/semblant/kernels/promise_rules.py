"""Whether a group keeps the promises beyond k, by the distribution of its sensitive values or persons.

Every rule here is at least as strict as the privacy model it represents, so a group that passes also keeps the model.
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from semblant.kernels.compiled import ZERO, inner
from semblant.kernels.grouping import COUNT, NEXT, TUPLE

# mypy: disable-error-code="no-untyped-def"

DISTINCT, ENTROPY, RECURSIVE, EQUAL, ORDERED, GROUND = range(6)
"""Kinds of rules: three of l-diversity, and t-closeness by three ground distances."""


class Rules(NamedTuple):
    """The promised rules, and scratch arrays to count in."""

    kind: NDArray[np.int64]
    bound: NDArray[np.float64]  # what must be reached, or not be exceeded
    factor: NDArray[np.float64]  # the c of recursive diversity
    once: NDArray[np.bool_]  # whether a code counts once, however many records have it
    code: NDArray[np.int64]  # [rule, tuple], counted through all rules
    value: NDArray[np.int64]  # the value of each code; -1: missing, which does not count
    share: NDArray[np.float64]  # [rule, value] in the whole file
    ground: NDArray[np.float64]  # [rule, value, value]
    nearest: NDArray[np.int64]  # [rule, value, rank]
    seen: NDArray[np.int64]  # when each code was last counted
    clock: NDArray[np.int64]
    counts: NDArray[np.int64]  # of each value, zero between two looks
    there: NDArray[np.int64]  # the values that were counted
    room: NDArray[np.float64]


NO_RULES = Rules(
    kind=np.empty(0, np.int64),
    bound=np.empty(0),
    factor=np.empty(0),
    once=np.empty(0, bool),
    code=np.empty((0, 0), np.int64),
    value=np.empty(0, np.int64),
    share=np.empty((0, 0)),
    ground=np.empty((0, 0, 0)),
    nearest=np.empty((0, 0, 0), np.int64),
    seen=np.empty(0, np.int64),
    clock=np.zeros(1, np.int64),
    counts=np.empty(0, np.int64),
    there=np.empty(0, np.int64),
    room=np.empty(0),
)
"""No rules yet. Starting with these avoids compiling the kernel a second time where rules follow."""


@inner
def _enough(rules, r, n, total):
    """Whether a group with these counts of n values keeps a diversity rule."""
    kind, bound = rules.kind[r], rules.bound[r]
    if kind == DISTINCT:
        return n >= bound
    if kind == ENTROPY:
        entropy = 0.0
        for i in range(n):
            share = rules.counts[rules.there[i]] / total
            entropy -= share * np.log(share)
        return entropy >= bound
    rest, most = total, total
    for rank in range(int(bound) - 1):  # remove the greatest counts one by one
        if rank >= n:
            return False
        best = rank
        for i in range(rank, n):
            if rules.counts[rules.there[i]] > rules.counts[rules.there[best]]:
                best = i
        rules.there[rank], rules.there[best] = rules.there[best], rules.there[rank]
        if rank == 0:
            most = rules.counts[rules.there[0]]
        rest -= rules.counts[rules.there[rank]]
    if bound < 2.0:
        most = 0
        for i in range(n):
            most = max(most, rules.counts[rules.there[i]])
    return most < rules.factor[r] * rest


@inner
def _near(rules, r, n, total):
    """Whether a group with these counts of n values is as close to the whole file as a closeness rule requires."""
    kind, bound, share, counts = rules.kind[r], rules.bound[r], rules.share[r], rules.counts
    far = 0.0
    if kind == EQUAL:
        for i in range(n):
            far += max(0.0, counts[rules.there[i]] / total - share[rules.there[i]])
        return far <= bound
    if kind == ORDERED:
        risen = 0.0
        for v in range(len(share)):
            risen += counts[v] / total - share[v]
            far += abs(risen)
        return far <= bound
    for v in range(len(share)):
        rules.room[v] = share[v] - counts[v] / total
    for i in range(n):  # what is too much goes to the nearest places that have too little: a plan, if not the best
        v = rules.there[i]
        at = 0
        while rules.room[v] < -1e-12 and at < len(share):
            w = rules.nearest[r, v, at]
            moved = min(-rules.room[v], rules.room[w])
            if moved > 0.0:
                rules.room[v] += moved
                rules.room[w] -= moved
                far += moved * rules.ground[r, v, w]
            at += 1
        if far > bound:
            return False
    return True


@inner
def kept(rules, grouping, group):
    """Whether a group keeps every rule."""
    parts = grouping.parts
    good = True
    for r in range(len(rules.kind)):
        rules.clock[0] += 1
        n, total, missing = ZERO, ZERO, ZERO
        e = grouping.head[group]
        while e >= 0:
            code = rules.code[r, parts[e, TUPLE]]
            count = parts[e, COUNT]
            if rules.once[r]:
                count = 0 if rules.seen[code] == rules.clock[0] else 1
                rules.seen[code] = rules.clock[0]
            v = rules.value[code]
            if v < 0:
                missing += count
            elif count > 0:
                if rules.counts[v] == 0:
                    rules.there[n] = v
                    n += 1
                rules.counts[v] += count
                total += count
            e = parts[e, NEXT]
        if n > 0 or missing > 0:
            good = _near(rules, r, n, total) if rules.kind[r] >= EQUAL else _enough(rules, r, n, total)
        for i in range(n):
            rules.counts[rules.there[i]] = 0
        if not good:
            break
    return good
