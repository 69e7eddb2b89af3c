"""Ours: groups of records improved until nothing more is to be gained, whatever made them.

Records change groups one change at a time: moved, swapped, a group dissolved, another founded, while every group keeps
its k. In the beginning changes for the worse are let through now and then, less and less as the budget runs out
(simulated annealing), so that the end does not hang on where it began. Chance has a fixed seed unless one is given: the
same table and budget give the same groups.
"""

import time
from collections.abc import Callable, Iterator

import numpy as np
from numpy.typing import NDArray

from semblant.kernels import refine as kernel
from semblant.kernels.grouping import Grouping
from semblant.kernels.keeping import NO_RULES, Rules
from semblant.kernels.starts import neighbours, quick_groups
from semblant.methods.grouping import Groups, Ints, desk, lay_down, lay_out, photograph, take_up
from semblant.methods.masking import Masking, Stands
from semblant.methods.starts import Start, start_of
from semblant.progress import Advance, ignore
from semblant.space.points import Points, centres
from semblant.space.product import Product

ROUNDS = 200
"""The budget where none is given."""

QUENCH = 0.05
"""Share of the budget, at the beginning and at the end, in which only changes for the better are kept."""

HEAT = 0.8
"""The first temperature, in costs per tuple: a change that costs so much is let through about once in three times."""

SETTLED = 60_000
"""With more tuples, what stands for groups is not sought once more at the end: it takes long and gains little."""

LEISURE = 200_000
"""Effort per tuple from which on it pays to start at full heat; with less there is no time to cool down."""

_SEED = 20130525


def auto(
    space: Product,
    k: int,
    *,
    rounds: int = ROUNDS,
    seconds: float | None = None,
    rng: np.random.Generator | None = None,
    advance: Advance = ignore,
    promised: bool = False,
) -> Masking:
    """Microaggregate with the least loss we can find: quick groups, thoroughly refined.

    ``promised`` says that more than k will be asked of the groups later; it changes none of them.

    The budget counts rounds, so that a run can be repeated; ``seconds`` bounds the time instead. An interruption keeps
    the best groups so far.
    """
    rules = NO_RULES if promised else None
    return _masking(improve(space.points, k, rules=rules, rounds=rounds, seconds=seconds, rng=rng, advance=advance))


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

    Groups represented by a centre or a donor can be improved; a masking with any other is returned as it is.
    """
    if not all(s in (Stands.CENTRE, Stands.DONOR) for s in masking.stands):
        return masking
    start = start_of(space, masking)
    return _masking(improve(space.points, k, start, rounds=rounds, seconds=seconds, rng=rng, advance=advance))


def _masking(groups: Groups) -> Masking:
    tuples, counts, numbers = groups.rows.T
    return Masking(tuples, counts, numbers, (Stands.CENTRE,) * len(groups.centre), centre=groups.centre)


def improve(
    points: Points,
    k: int,
    start: Start | None = None,
    *,
    rules: Rules | None = None,
    near: NDArray[np.int32] | None = None,
    rounds: int = ROUNDS,
    seconds: float | None = None,
    rng: np.random.Generator | None = None,
    advance: Advance = ignore,
) -> Groups:
    """Find groups of at least k records that cost little, from a start given or from a quick one.

    Groups keep ``rules`` besides, if the start does; ``near`` are the tuples to look at around each tuple.

    Example:
        >>> numbers = np.array([[0.0, 1.0, 9.0, 10.0]], np.float32)
        >>> none = np.empty((0, 4), np.int32)
        >>> points = Points.of_tables([], none, np.ones(4, np.int64), numbers=numbers, euclidean=True)
        >>> improve(points, 2).rows[:, 2].tolist()
        [0, 0, 1, 1]
    """
    field = lay_out(points)
    room = desk(field)
    p, n = len(points.weights), int(points.weights.sum())
    several = p > 1 and n >= 2 * k
    if near is None:
        near, far = neighbours(field, reach(p, n, k) if several else 0)
    if start is None:
        label = quick_groups(points.weights, near, far, k) if several else np.zeros(p, np.int64)
        start = Start(np.stack([np.arange(p), points.weights, label], axis=1), None)

    def anneal(grouping: Grouping, temperature: float = 0.0, usual: float = 1.0, effort: int = 0) -> None:
        kernel.anneal(field, grouping, room, near, k, rules, temperature, usual, effort)

    grouping = lay_down(field, start.rows, k, _SEED if rng is None else int(rng.integers(1, 2**63)), start.centre)
    anneal(grouping)
    best = photograph(grouping)
    first = least = float(best.cost.sum())
    effort, heat = effort_of_round(p), 0.0
    try:
        for done, expected in budget(rounds, seconds) if several and first > 0.0 else ():
            if done >= QUENCH and heat == 0.0:
                heat = HEAT * least / p * min(1.0, expected * effort / p / LEISURE)
            temperature = heat * max(0.0, 1.0 - (done - QUENCH) / (1.0 - 2 * QUENCH)) ** 2
            usual = least / np.count_nonzero(best.cost)
            anneal(grouping, temperature, usual, effort)
            if (cost := float(grouping.cost.sum())) < least:
                best, least = photograph(grouping), cost
            if least == 0.0:
                break
            advance(done, f"loss {100 * least / first:.1f} % of the start")
    except KeyboardInterrupt:  # whoever cannot wait gets the best so far
        pass
    return _settled(points, take_up(best), lambda found, stands: lay_down(field, found.rows, k, 1, stands), anneal)


def _settled(
    points: Points, found: Groups, lay: Callable[[Groups, Ints], Grouping], measure: Callable[[Grouping], None]
) -> Groups:
    """The same groups with what stands for each sought once more, from the best per column taken by itself.

    Columns are settled in turn, each given the others, and that may end beside the best.
    """
    if len(points.codes) < 2 or points.euclidean or len(points.weights) > SETTLED:
        return found
    here, there = lay(found, found.centre), lay(found, centres(points, found.rows, len(found.centre))[0])
    measure(here)
    measure(there)
    better = there.cost < here.cost
    here.centre[better], here.cost[better] = there.centre[better], there.cost[better]
    return take_up(here)


def reach(p: int, n: int, k: int) -> int:
    """How many near tuples to look at: more where a group takes many."""
    return min(64, 20 + 2 * p * k // n)


def effort_of_round(p: int) -> int:
    """Operations per round for so many tuples: a second or two for all the rounds, more for a great many tuples."""
    return int(max(min(5_000 * p, 80_000 * p**0.5, 4_000_000), 150 * p))


def budget(rounds: int, seconds: float | None) -> Iterator[tuple[float, float]]:
    """Until the budget is used up: the share that is, and how many rounds there will be in all.

    The last round counts as the end, so that even a small budget ends with changes for the better.

    Example:
        >>> list(budget(4, None))
        [(0.0, 4), (0.25, 4), (0.5, 4), (1.0, 4)]
    """
    if seconds is None:
        for r in range(rounds):
            yield (r / rounds if r < rounds - 1 else 1.0), rounds
        return
    began, r = time.monotonic(), 0
    while (passed := time.monotonic() - began) < seconds:
        yield passed / seconds, max(1.0, r * seconds / passed if passed else 0.0)
        r += 1
