"""Groups that can change: records in linked lists, so that a few of them can be moved quickly.

A grouping consists of *parts*: so many records of one tuple in one group. The parts of a group are a linked list, and
so are the parts of a tuple.
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from semblant.kernels.compiled import inner

# mypy: disable-error-code="no-untyped-def"

TUPLE, COUNT, GROUP, NEXT, BACK, TWIN, TWIN_BACK, WIDTH = range(8)
"""The fields of a part: tuple, count, group, and its neighbours in the group and among the parts of its tuple."""

TRANSFERS = 256
"""A change of more transfers than this is not tried."""


UNKNOWN = -1.0
"""The cost of a group that has not been measured."""


class Layout(NamedTuple):
    """Points in a memory layout for processing tuple by tuple."""

    codes: NDArray[np.int32]  # [tuple, tabled column]
    numbers: NDArray[np.float64]  # [tuple, numeric column]
    table: NDArray[np.float32]  # per tabled column [value, candidate]: distances as they enter the loss
    start: NDArray[np.int64]  # where a column's table begins
    width: NDArray[np.int64]  # candidates per column
    eligible: NDArray[np.int64]  # of these, the first that may represent a group
    own: NDArray[np.int32]  # [tuple, column] the candidate that is the value itself
    euclidean: bool
    alone: bool  # numbers alone, and Euclidean: costs are exact without a look at the groups


class Grouping(NamedTuple):
    """Which records are together, what represents them and what that costs."""

    parts: NDArray[np.int32]
    home: NDArray[np.int32]  # the first part of each tuple
    head: NDArray[np.int32]  # the first part of each group
    size: NDArray[np.int64]  # records per group
    cost: NDArray[np.float64]
    centre: NDArray[np.int32]  # [group, tabled column]
    means: NDArray[np.float64]  # [group, numeric column]
    unused: NDArray[np.int64]  # a stack of empty groups
    tally: NDArray[np.int64]  # parts, empty groups, and the part that was looked at last
    state: NDArray[np.uint64]  # the state of the generator


class Workspace(NamedTuple):
    """Scratch arrays: the members of one group, a change, and the groups that it touches."""

    tuples: NDArray[np.int64]
    counts: NDArray[np.int64]
    rest: NDArray[np.float64]
    sums: NDArray[np.float64]
    change: NDArray[np.int64]  # [transfer, 4] tuple, count, from, to
    touched: NDArray[np.int64]
    after: NDArray[np.int64]  # records after the change
    square: NDArray[np.float64]  # the change of cost seen from the present centre
    pull: NDArray[np.float64]  # the pull on the centre
    least: NDArray[np.float64]  # a lower bound of the change of cost
    cost: NDArray[np.float64]
    centre: NDArray[np.int32]
    means: NDArray[np.float64]


@inner
def draw(state):
    """Draw a random number from [0, 1) (xorshift64*)."""
    x = state[0]
    x ^= x >> np.uint64(12)
    x ^= x << np.uint64(25)
    x ^= x >> np.uint64(27)
    state[0] = x
    return np.float64((x * np.uint64(2685821657736338717)) >> np.uint64(11)) * (1.0 / 9007199254740992.0)


@inner
def apart(layout, t, centre, means, at):
    """The cost of one record of a tuple in a group with the centre in this row."""
    d = 0.0
    for j in range(layout.codes.shape[1]):
        d += layout.table[layout.start[j] + layout.codes[t, j] * layout.width[j] + centre[at, j]]
    if layout.euclidean:
        for q in range(layout.numbers.shape[1]):
            x = layout.numbers[t, q] - means[at, q]
            d += x * x
        return d
    for q in range(layout.numbers.shape[1]):
        d += abs(layout.numbers[t, q] - means[at, q])
    return d * d


@inner
def _hang(parts, head, home, e):
    """Make the neighbours of a part, and the heads of its lists, point to it."""
    if parts[e, BACK] >= 0:
        parts[parts[e, BACK], NEXT] = e
    else:
        head[parts[e, GROUP]] = e
    if parts[e, NEXT] >= 0:
        parts[parts[e, NEXT], BACK] = e
    if parts[e, TWIN_BACK] >= 0:
        parts[parts[e, TWIN_BACK], TWIN] = e
    else:
        home[parts[e, TUPLE]] = e
    if parts[e, TWIN] >= 0:
        parts[parts[e, TWIN], TWIN_BACK] = e


@inner
def _part(parts, home, t, at):
    """The part of a tuple in a group, or -1."""
    e = home[t]
    while e >= 0 and parts[e, GROUP] != at:
        e = parts[e, TWIN]
    return np.int64(e)


@inner
def transfer(grouping, t, count, giver, taker):
    """Take records of a tuple from one group to another."""
    parts = grouping.parts
    e = _part(parts, grouping.home, t, giver)
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
        grouping.tally[0] -= 1
        last = grouping.tally[0]
        if last != e:
            for i in range(WIDTH):
                parts[e, i] = parts[last, i]
            _hang(parts, grouping.head, grouping.home, e)
    grouping.size[taker] += count
    e = _part(parts, grouping.home, t, taker)
    if e >= 0:
        parts[e, COUNT] += count
        return
    e = grouping.tally[0]
    grouping.tally[0] += 1
    parts[e, TUPLE], parts[e, COUNT], parts[e, GROUP] = t, count, taker
    parts[e, NEXT], parts[e, BACK] = grouping.head[taker], -1
    parts[e, TWIN], parts[e, TWIN_BACK] = grouping.home[t], -1
    _hang(parts, grouping.head, grouping.home, e)
