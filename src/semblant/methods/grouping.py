"""From points and rows to groups that can change, and back."""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from semblant.kernels.grouping import (
    BACK,
    COUNT,
    GROUP,
    NEXT,
    TRANSFERS,
    TUPLE,
    TWIN,
    TWIN_BACK,
    UNKNOWN,
    WIDTH,
    Desk,
    Field,
    Grouping,
)
from semblant.space.points import Points

Ints = NDArray[np.int64]


class Groups(NamedTuple):
    """Groups that stand: rows of (tuple, count, group), what stands for each group, and what it all costs.

    In canonical order: groups by their earliest tuple, rows by group and tuple. The cost is the sum over records that
    a release is judged by, in the units of the points.
    """

    rows: Ints
    centre: Ints
    cost: float


def lay_out(points: Points) -> Field:
    """Points as the kernels want them that look at one tuple after another."""
    tabled = range(len(points.sizes))
    tables = [
        points.distance[points.distance_start[j] : points.distance_start[j + 1]].reshape(points.sizes[j]).T.ravel()
        for j in tabled
    ]
    own = [points.own[points.own_start[j] + points.codes[j]] for j in tabled]
    return Field(
        codes=np.ascontiguousarray(points.codes.T, np.int32),
        numbers=np.ascontiguousarray(points.numbers.T, np.float64),
        table=np.concatenate([np.empty(0, np.float32), *tables]),
        start=points.distance_start[: len(tables)].copy(),
        width=points.sizes[:, 0].copy(),
        own=np.ascontiguousarray(np.array(own, np.int32).reshape(points.codes.shape).T),
        euclidean=bool(points.euclidean),
    )


def desk(field: Field) -> Desk:
    """Room to work in."""
    (p, columns), groups = field.codes.shape, 2 * TRANSFERS
    return Desk(
        tuples=np.empty(p, np.int64),
        counts=np.empty(p, np.int64),
        rest=np.empty(p),
        sums=np.empty(int(field.width.max(initial=1))),
        change=np.empty((TRANSFERS, 4), np.int64),
        touched=np.empty(groups, np.int64),
        after=np.empty(groups, np.int64),
        square=np.empty(groups),
        pull=np.empty(groups),
        least=np.empty(groups),
        cost=np.empty(groups),
        centre=np.empty((groups, columns), np.int32),
        means=np.empty((groups, field.numbers.shape[1])),
    )


def lay_down(field: Field, rows: Ints, k: int, seed: int, stands: Ints | None = None) -> Grouping:
    """A grouping from rows of (tuple, count, group); groups of one and the same tuple become one.

    ``stands`` are the candidates that stand for each group; without it they are sought from a group's first tuple.
    """
    tuples, counts, groups = rows.T
    alone = np.bincount(groups)[groups] == 1
    _, at, groups = np.unique(np.where(alone, -1 - tuples, groups), return_index=True, return_inverse=True)
    order = np.lexsort((tuples, groups))
    tuples, counts, groups = tuples[order], counts[order], groups[order]
    first = np.flatnonzero(np.concatenate([[True], (np.diff(tuples) != 0) | (np.diff(groups) != 0)]))
    counts = np.add.reduceat(counts, first)
    tuples, groups = tuples[first], groups[first]
    m, (p, columns), present = len(tuples), field.codes.shape, int(groups[-1]) + 1
    most = max(present, min(int(counts.sum()) // k, 2 * p)) + 1
    parts = np.full((m + 2 * p + 2 * TRANSFERS, WIDTH), -1, np.int32)
    parts[:m, TUPLE], parts[:m, COUNT], parts[:m, GROUP] = tuples, counts, groups
    head = _chain(parts, groups, np.arange(m), NEXT, BACK, most)
    home = _chain(parts, tuples, np.lexsort((groups, tuples)), TWIN, TWIN_BACK, p)
    centre = np.zeros((most, columns), np.int32)
    centre[:present] = field.own[tuples[head[:present]]] if stands is None else stands[rows[at, 2]]
    return Grouping(
        parts=parts,
        home=home,
        head=head,
        size=np.bincount(groups, counts, most).astype(np.int64),
        cost=np.where(np.arange(most) < present, UNKNOWN, 0.0),
        centre=centre,
        means=np.zeros((most, field.numbers.shape[1])),
        unused=np.arange(most)[::-1].copy(),
        tally=np.array([m, most - present, 0]),
        chance=np.array([seed], np.uint64),
    )


def _chain(parts: NDArray[np.int32], key: Ints, order: Ints, after: int, before: int, size: int) -> NDArray[np.int32]:
    """Hang the parts of each key together in this order; returns the first of each."""
    same = key[order][1:] == key[order][:-1]
    left, right = order[:-1][same], order[1:][same]
    parts[left, after], parts[right, before] = right, left
    first = order[np.concatenate([[True], ~same])]
    heads = np.full(size, -1, np.int32)
    heads[key[first]] = first
    return heads


def photograph(grouping: Grouping) -> Grouping:
    """A grouping as it stands now, for later: what follows does not change it."""
    parts = grouping.parts[: grouping.tally[0]].copy()
    return grouping._replace(
        parts=parts, tally=grouping.tally.copy(), centre=grouping.centre.copy(), cost=grouping.cost.copy()
    )


def take_up(grouping: Grouping) -> Groups:
    """The groups of a grouping, in canonical order."""
    parts = grouping.parts[: grouping.tally[0]].astype(np.int64)
    by_tuple = np.lexsort((parts[:, GROUP], parts[:, TUPLE]))
    tuples, counts, places = parts[by_tuple][:, [TUPLE, COUNT, GROUP]].T
    present, first, inverse = np.unique(places, return_index=True, return_inverse=True)
    turn = np.argsort(first, kind="stable")
    rank = np.empty(len(turn), np.int64)
    rank[turn] = np.arange(len(turn))
    by_group = np.argsort(rank[inverse], kind="stable")
    rows = np.stack([tuples, counts, rank[inverse]], axis=1)[by_group]
    return Groups(rows, grouping.centre[present[turn]].astype(np.int64), float(grouping.cost.sum()))
