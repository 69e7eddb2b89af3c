"""Ours: groups of records improved until nothing more is to be gained, whatever made them.

Records change groups one change at a time: moved, swapped, a group dissolved, another founded, while every group keeps
its k. In the beginning changes for the worse are let through now and then, less and less as the budget runs out
(simulated annealing), so that the end does not depend on where it began. Chance has a fixed seed unless one is given:
the same table and budget give the same groups.
"""

import time
from collections.abc import Iterator
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from semblant.kernels import refine as kernel
from semblant.kernels.grouping import BACK, COUNT, GROUP, NEXT, TRANSFERS, TUPLE, TWIN, TWIN_BACK, WIDE
from semblant.kernels.grouping import Desk, Field, Grouping
from semblant.kernels.starts import loneliest_first, neighbours
from semblant.methods.masking import Masking, Stands
from semblant.progress import Advance, ignore
from semblant.space.points import Points
from semblant.space.product import Product

ROUNDS = 200
"""The budget where none is given."""

QUENCH = 0.05
"""Share of the budget at the beginning and at the end in which only changes for the better are kept."""

LEISURE = 200_000
"""Effort per tuple that it takes to start at full heat; with less, a hot start would not cool down in time."""

_SEED = 0x9E3779B97F4A7C15


class Found(NamedTuple):
    """Groups as they came out: rows of (tuple, count, group), what stands for each group, and what it all costs.

    Rows and groups are in canonical order: groups by their earliest tuple. The cost is the sum over records that the
    release is judged by, in the units of the points.
    """

    rows: NDArray[np.int64]
    centre: NDArray[np.int64]
    cost: float


def auto(
    space: Product,
    k: int,
    *,
    rounds: int = ROUNDS,
    seconds: float | None = None,
    rng: np.random.Generator | None = None,
    advance: Advance = ignore,
) -> Masking:
    """Microaggregate with the least loss we can find: quick groups, thoroughly refined.

    The budget counts rounds, so that a run can be repeated; ``seconds`` bounds the time instead. An interruption keeps
    the best groups so far.
    """
    return _masking(improve(space.points, k, rounds=rounds, seconds=seconds, rng=rng, advance=advance))


def refine(
    space: Product,
    masking: Masking,
    k: int,
    *,
    rounds: int = ROUNDS,
    seconds: float | None = None,
    rng: np.random.Generator | None = None,
    advance: Advance = ignore,
) -> Masking:
    """Improve what another method found; never worse than it was.

    Only groups represented by a centre or a donor can be improved; a masking with others is returned as it is.
    """
    if not all(s in (Stands.CENTRE, Stands.DONOR) for s in masking.stands):
        return masking
    rows = np.stack([masking.tuples, masking.counts, masking.groups], axis=1)
    return _masking(improve(space.points, k, rows, rounds=rounds, seconds=seconds, rng=rng, advance=advance))


def _masking(found: Found) -> Masking:
    tuples, counts, groups = found.rows.T
    return Masking(tuples, counts, groups, (Stands.CENTRE,) * len(found.centre), centre=found.centre)


def improve(
    points: Points,
    k: int,
    rows: NDArray[np.int64] | None = None,
    *,
    rounds: int = ROUNDS,
    seconds: float | None = None,
    rng: np.random.Generator | None = None,
    advance: Advance = ignore,
) -> Found:
    """Find groups of at least k records that cost little, from the rows given or from a quick start."""
    field, desk = lay_out(points), _desk(points)
    p, n = len(points.weights), int(points.weights.sum())
    if p == 1 or n < 2 * k:
        rows = np.stack([np.arange(p), points.weights, np.zeros(p, np.int64)], axis=1)
        near = np.empty((p, 0), np.int32)
    else:
        near, far = neighbours(field, reach(p, n, k))
        if rows is None:
            rows = np.stack([np.arange(p), points.weights, loneliest_first(points.weights, near, far, k)], axis=1)
    grouping = lay_down(field, rows, k, _SEED if rng is None else int(rng.integers(1, 2**63)))
    kernel.fit(field, grouping, desk)
    best = _keep(grouping)
    start = best.cost
    effort = effort_of_round(p)
    heat = 0.0
    try:
        for done, expected in _budget(rounds, seconds) if near.size and start > 0.0 else ():
            if done >= QUENCH and heat == 0.0:
                heat = best.cost / p * min(1.0, expected * effort / p / LEISURE)
            temperature = heat * max(0.0, 1.0 - (done - QUENCH) / (1.0 - 2 * QUENCH)) ** 2
            kernel.anneal(field, grouping, desk, near, k, temperature, effort)
            if grouping.cost.sum() < best.cost:
                best = _keep(grouping)
            advance(done * rounds, f"loss {best.cost / start:.1%} of the start".replace("%", " %"))
    except KeyboardInterrupt:  # whoever cannot wait gets the best so far
        pass
    return best


def reach(p: int, n: int, k: int) -> int:
    """How many near tuples to look at: more where a group takes many tuples."""
    return min(64, 20 + 2 * p * k // n)


def effort_of_round(p: int) -> int:
    """Operations in one round: growing slowly with the number of tuples, then with it."""
    return int(max(min(80_000 * p**0.5, 5e6), 170 * p))


def _budget(rounds: int, seconds: float | None) -> Iterator[tuple[float, float]]:
    """The share of the budget used up, and how many rounds it will be in all, until it is used up."""
    began, r = time.monotonic(), 0
    while True:
        done = r / rounds if seconds is None else (time.monotonic() - began) / seconds
        if done >= 1.0:
            return
        last = seconds is None and r == rounds - 1
        yield (1.0 - QUENCH if last else done), (rounds if seconds is None or r == 0 else r / done)
        r += 1
def lay_out(points: Points) -> Field:
    """Points as a field."""
    tables = [
        points.distance[begin:end].reshape(size).T.ravel()
        for begin, end, size in zip(points.distance_start, points.distance_start[1:], points.sizes, strict=False)
    ]
    own = [points.own[begin + codes] for begin, codes in zip(points.own_start, points.codes, strict=False)]
    return Field(
        codes=np.ascontiguousarray(points.codes.T, np.int32),
        numbers=np.ascontiguousarray(points.numbers.T, np.float64),
        table=np.concatenate([np.empty(0, np.float32), *tables]),
        start=points.distance_start[: len(tables)].copy(),
        width=points.sizes[:, 0].copy(),
        own=np.stack(own, axis=1).astype(np.int32) if own else np.empty((len(points.weights), 0), np.int32),
        euclidean=bool(points.euclidean),
    )


def desk(field: Field) -> Desk:
    """An empty desk."""
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


def group(field: Field, rows: NDArray[np.int64], k: int, seed: int) -> Grouping:
    """A grouping from rows of (tuple, count, group); groups of one and the same tuple become one."""
    tuples, counts, groups = rows.T
    alone = np.bincount(groups)[groups] == 1
    _, groups = np.unique(np.where(alone, -1 - tuples, groups), return_inverse=True)
    order = np.lexsort((tuples, groups))
    tuples, counts, groups = tuples[order], counts[order], groups[order]
    first = np.concatenate([[True], (np.diff(tuples) != 0) | (np.diff(groups) != 0)])
    counts = np.add.reduceat(counts, np.flatnonzero(first))
    tuples, groups = tuples[first], groups[first]
    m, (p, columns), present = len(tuples), field.codes.shape, int(groups[-1]) + 1
    most = max(present, min(int(counts.sum()) // k, 2 * p)) + 1
    parts = np.full((m + 2 * p + 2 * TRANSFERS, WIDE), -1, np.int32)
    parts[:m, TUPLE], parts[:m, COUNT], parts[:m, GROUP] = tuples, counts, groups
    head = _chain(parts, groups, np.arange(m), NEXT, BACK, most)
    home = _chain(parts, tuples, np.lexsort((groups, tuples)), TWIN, TWIN_BACK, p)
    centre = np.zeros((most, columns), np.int32)
    centre[:present] = field.own[tuples[head[:present]]]
    return Grouping(
        parts=parts,
        home=home,
        head=head,
        size=np.bincount(groups, counts, most).astype(np.int64),
        cost=np.zeros(most),
        centre=centre,
        means=np.zeros((most, field.numbers.shape[1])),
        unused=np.arange(most)[::-1].copy(),
        count=np.array([m, most - present, 0]),
        chance=np.array([seed], np.uint64),
    )


def _chain(
    parts: NDArray[np.int32], key: NDArray[np.int64], order: NDArray[np.int64], after: int, before: int, size: int
) -> NDArray[np.int32]:
    """Hang the parts of each key together in this order; returns the first of each."""
    same = key[order][1:] == key[order][:-1]
    left, right = order[:-1][same], order[1:][same]
    parts[left, after], parts[right, before] = right, left
    first = order[np.concatenate([[True], ~same])]
    heads = np.full(size, -1, np.int32)
    heads[key[first]] = first
    return heads


