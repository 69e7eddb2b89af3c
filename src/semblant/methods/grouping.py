"""From points and rows to groups that can change, and back."""

from typing import NamedTuple

import numpy as np

from semblant.arrays import Ints, Ints32, numbered
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
    Grouping,
    Layout,
    Workspace,
)
from semblant.space.points import Points


class Groups(NamedTuple):
    """Finished groups: rows of (tuple, count, group), the candidates that represent each, and the total cost.

    In canonical order: groups by their earliest tuple, rows by group and tuple. The cost is the sum over records by
    which a release is assessed, in the units of the points.
    """

    rows: Ints
    centre: Ints
    cost: float


def layout_of(points: Points) -> Layout:
    """Points in the layout of the kernels that process tuple by tuple."""
    tabled = range(len(points.sizes))
    tables = [
        points.distance[points.distance_start[j] : points.distance_start[j + 1]].reshape(points.sizes[j]).T.ravel()
        for j in tabled
    ]
    own = [points.own[points.own_start[j] + points.codes[j]] for j in tabled]
    return Layout(
        codes=np.ascontiguousarray(points.codes.T, np.int32),
        numbers=np.ascontiguousarray(points.numbers.T, np.float64),
        table=np.concatenate([np.empty(0, np.float32), *tables]),
        start=points.distance_start[: len(tables)].copy(),
        width=points.sizes[:, 0].copy(),
        eligible=points.eligible.copy(),
        own=np.ascontiguousarray(np.array(own, np.int32).reshape(points.codes.shape).T),
        euclidean=bool(points.euclidean),
        alone=bool(points.euclidean) and not tables,
    )


def workspace_for(layout: Layout) -> Workspace:
    """Scratch arrays large enough for any group and any change."""
    (p, columns), groups = layout.codes.shape, 2 * TRANSFERS
    return Workspace(
        tuples=np.empty(p, np.int64),
        counts=np.empty(p, np.int64),
        rest=np.empty(p),
        sums=np.empty(int(layout.width.max(initial=1))),
        change=np.empty((TRANSFERS, 4), np.int64),
        touched=np.empty(groups, np.int64),
        after=np.empty(groups, np.int64),
        square=np.empty(groups),
        pull=np.empty(groups),
        least=np.empty(groups),
        cost=np.empty(groups),
        centre=np.empty((groups, columns), np.int32),
        means=np.empty((groups, layout.numbers.shape[1])),
    )


def grouping_of(layout: Layout, rows: Ints, k: int, seed: int, candidates: Ints | None = None) -> Grouping:
    """A grouping from rows of (tuple, count, group); groups of one and the same tuple become one.

    ``candidates`` represent each group; without them they are sought from a group's first tuple.
    """
    tuples, counts, groups = rows.T
    alone = np.bincount(groups)[groups] == 1
    _, at, groups = np.unique(np.where(alone, -1 - tuples, groups), return_index=True, return_inverse=True)
    order = np.lexsort((tuples, groups))
    tuples, counts, groups = tuples[order], counts[order], groups[order]
    first = np.flatnonzero(np.concatenate([[True], (np.diff(tuples) != 0) | (np.diff(groups) != 0)]))
    counts = np.add.reduceat(counts, first)
    tuples, groups = tuples[first], groups[first]
    m, (p, columns), present = len(tuples), layout.codes.shape, int(groups[-1]) + 1
    most = max(present, min(int(counts.sum()) // k, 2 * p)) + 1
    parts = np.full((m + 2 * p + 2 * TRANSFERS, WIDTH), -1, np.int32)
    parts[:m, TUPLE], parts[:m, COUNT], parts[:m, GROUP] = tuples, counts, groups
    head = _chain(parts, groups, np.arange(m), NEXT, BACK, most)
    home = _chain(parts, tuples, np.lexsort((groups, tuples)), TWIN, TWIN_BACK, p)
    centre = np.zeros((most, columns), np.int32)
    centre[:present] = layout.own[tuples[head[:present]]] if candidates is None else candidates[rows[at, 2]]
    return Grouping(
        parts=parts,
        home=home,
        head=head,
        size=np.bincount(groups, counts, most).astype(np.int64),
        cost=np.where(np.arange(most) < present, UNKNOWN, 0.0),
        centre=centre,
        means=np.zeros((most, layout.numbers.shape[1])),
        unused=np.arange(most)[::-1].copy(),
        tally=np.array([m, most - present, 0]),
        state=np.array([seed], np.uint64),
    )


def _chain(parts: Ints32, key: Ints, order: Ints, after: int, before: int, size: int) -> Ints32:
    """Link the parts of each key in this order; returns the first of each."""
    same = key[order][1:] == key[order][:-1]
    left, right = order[:-1][same], order[1:][same]
    parts[left, after], parts[right, before] = right, left
    first = order[np.concatenate([[True], ~same])]
    heads = np.full(size, -1, np.int32)
    heads[key[first]] = first
    return heads


def snapshot(grouping: Grouping) -> Grouping:
    """A copy of a grouping as it is now, which later changes leave alone."""
    parts = grouping.parts[: grouping.tally[0]].copy()
    return grouping._replace(
        parts=parts, tally=grouping.tally.copy(), centre=grouping.centre.copy(), cost=grouping.cost.copy()
    )


def groups_of(grouping: Grouping) -> Groups:
    """The groups of a grouping, in canonical order."""
    parts = grouping.parts[: grouping.tally[0]].astype(np.int64)
    by_tuple = np.lexsort((parts[:, GROUP], parts[:, TUPLE]))
    tuples, counts, places = parts[by_tuple][:, [TUPLE, COUNT, GROUP]].T
    groups, present = numbered(places)
    rows = np.stack([tuples, counts, groups], axis=1)[np.argsort(groups, kind="stable")]
    return Groups(rows, grouping.centre[present].astype(np.int64), float(grouping.cost.sum()))
