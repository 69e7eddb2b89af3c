"""Our refinement: improves the groups of any method by simulated annealing.

Records change groups one change at a time: moved, swapped, a group dissolved, another founded, while every group keeps
its k. At first, changes for the worse are sometimes accepted, less and less as the budget runs out, so that the result
depends little on the start. Randomness has a fixed seed unless the policy has one: the same table and budget give the
same groups.
"""

from collections.abc import Callable
from typing import NamedTuple

import numpy as np

from semblant.arrays import Ints, Ints32
from semblant.kernels import refine as kernel
from semblant.kernels.grouping import Grouping
from semblant.kernels.neighbours import MANY, neighbours, quick_groups
from semblant.kernels.promise_rules import NO_RULES, Rules
from semblant.methods.grouping import Groups, grouping_of, groups_of, layout_of, snapshot, workspace_for
from semblant.methods.job import Job, Share
from semblant.methods.masking import Centroids, Donors, Masking
from semblant.methods.starts import Start, start_of
from semblant.privacy.models import KAnonymity
from semblant.space.points import Points, centres
from semblant.space.product import Product

LAST = 0.1
"""What is left at the end of a temperature that falls by the same share every round."""

FEW = 100
"""With fewer tuples, another cooling reaches the same loss in three fifths of the effort."""

SETTLED = 60_000
"""With more tuples, centroids are not recomputed at the end: it takes long and gains little."""

_SEED = 20130525


class Cooling(NamedTuple):
    """How the temperature falls while the budget is used up."""

    heat: (
        float  # the first temperature, in costs per tuple: a change that costs so much is accepted once in three times
    )
    power: int  # 1: it falls evenly; 2: quickly at first; 0: by the same share every round, to a tenth
    effort: int  # per tuple, from which it pays to start at full heat; with less there is no time to cool down
    quench: float = 0.05  # share of the budget, at the beginning and at the end, that keeps only what is better
    coolest: float = 1.0  # the temperature of groups that cost next to nothing, as a share of that of usual ones

    @classmethod
    def of(cls, p: int, *, numbers: bool) -> "Cooling":
        """The one that suits so many tuples; of ``numbers`` alone, or not."""
        if p < FEW:
            return cls(0.5, 1, 120_000)
        return cls(0.7, 0, 200_000, 0.02, 0.05) if numbers else cls(0.8, 2, 200_000)

    def left(self, done: float) -> float:
        """What is left of the first temperature when this share of the budget is used up."""
        share = (done - self.quench) / (1.0 - self.quench - self.quench)
        if share >= 1.0:
            return 0.0
        return LAST**share if self.power == 0 else (1.0 - max(0.0, share)) ** self.power


def auto(space: Product, job: Job) -> Masking:
    """Microaggregate with the least loss we can find: quick groups, thoroughly refined.

    An interruption keeps the best groups so far.
    """
    promised = any(not isinstance(promise.model, KAnonymity) for promise in job.promises)
    # without any rules the groups are the same, but refinement under promises needs the kernel with rules anyway
    return masking_of(space, improve(space.points, job, rules=NO_RULES if promised else None))


def refine(space: Product, masking: Masking, job: Job) -> Masking:
    """Improve what another method found; never worse than it was.

    Groups represented by a centroid or a donor can be improved; a masking with any other is returned as it is.
    """
    if not masking.where(Centroids, Donors).all():
        return masking
    return masking_of(space, improve(space.points, job, start_of(space, masking)))


def masking_of(space: Product, groups: Groups) -> Masking:
    """Groups as a masking.

    While groups change, a centroid stays where nothing is nearer; one that is no nearer to anybody than ``*`` gives way
    to what stands for groups that have nothing in common.
    """
    tuples, counts, numbers = groups.rows.T
    centre, hiding = groups.centre.copy(), [j for j, (table, _) in enumerate(space.tabled) if table.foremost]
    if hiding:
        first, _ = centres(space.points, groups.rows, len(centre))
    for j in hiding:
        table, values = space.tabled[j][0], space.tabled[j][1][tuples]
        nearer = table.distance[centre[numbers, j], values] < table.distance[table.foremost - 1, values]
        nobody = np.bincount(numbers, nearer, len(centre)) == 0
        centre[nobody, j] = first[nobody, j]
    return Masking(tuples, counts, numbers, (Centroids.of(centre),))


def improve(
    points: Points, job: Job, start: Start | None = None, *, rules: Rules | None = None, near: Ints32 | None = None
) -> Groups:
    """Find groups of at least k records that cost little, from a start given or from a quick one.

    Groups keep ``rules`` besides, if the start does; ``near`` are the tuples to look at around each tuple.

    Example:
        >>> from semblant.policy.model import Policy
        >>> numbers = np.array([[0.0, 1.0, 9.0, 10.0]], np.float32)
        >>> none = np.empty((0, 4), np.int32)
        >>> points = Points.of_tables([], none, np.ones(4, np.int64), numbers=numbers, euclidean=True)
        >>> improve(points, Job.of(Policy(k=2))).rows[:, 2].tolist()
        [0, 0, 1, 1]
    """
    layout, k = layout_of(points), job.k
    workspace = workspace_for(layout)
    p, n = len(points.weights), int(points.weights.sum())
    share = job.share or Share(p)
    several = p > 1 and n >= 2 * k
    if near is None:
        near, far = neighbours(layout, reach(p, n, k) if several else 0)
    if start is None:
        many = share.tuples > MANY
        label = quick_groups(points.weights, near, far, k, many=many) if several else np.zeros(p, np.int64)
        start = Start(np.stack([np.arange(p), points.weights, label], axis=1), None)

    def anneal(grouping: Grouping, temperature: float = 0.0, usual: float = 1.0, effort: int = 0) -> None:
        kernel.anneal(layout, grouping, workspace, near, k, rules, temperature, usual, effort)

    seed = _SEED if job.search_rng is None else int(job.search_rng.integers(1, 2**63))
    grouping = grouping_of(layout, start.rows, k, seed, start.centre)
    anneal(grouping)
    best = snapshot(grouping)
    first = least = float(best.cost.sum())
    effort = effort_of_round(share.tuples, numbers=layout.alone) * p // share.tuples
    cooling, usual_cost = Cooling.of(share.tuples, numbers=layout.alone), 0.0
    try:
        for passed, rounds in job.budget.steps() if several and first > 0.0 else ():
            done = share.begin + (share.end - share.begin) * passed
            if done >= cooling.quench and usual_cost == 0.0:
                usual_cost = least / p
            whole = rounds / (share.end - share.begin) * effort / p
            temperature = cooling.heat * usual_cost * min(1.0, whole / cooling.effort) * cooling.left(done)
            usual = least / np.count_nonzero(best.cost)
            anneal(grouping, temperature * cooling.coolest, usual * cooling.coolest, effort)
            if (cost := float(grouping.cost.sum())) < least:
                best, least = snapshot(grouping), cost
            if least == 0.0:
                break
            job.advance(passed, f"loss so far: {100 * least / first:.0f} % of the initial grouping")
        if share.end < 1.0:
            return groups_of(grouping)  # a later pass cools them down
    except KeyboardInterrupt:  # an interruption returns the best so far
        pass
    found = groups_of(best)

    def regrouped(candidates: Ints) -> Grouping:
        grouping = grouping_of(layout, found.rows, k, 1, candidates)
        anneal(grouping)
        return grouping

    return _settled(points, found, regrouped)


def _settled(points: Points, found: Groups, measured: Callable[[Ints], Grouping]) -> Groups:
    """The same groups with their centroids recomputed, starting from the best per column.

    Columns are optimised in turn, each given the others, which may end in a local optimum.
    """
    if len(points.codes) < 2 or points.euclidean or len(points.weights) > SETTLED:
        return found
    here, there = measured(found.centre), measured(centres(points, found.rows, len(found.centre))[0])
    better = there.cost < here.cost
    here.centre[better], here.cost[better] = there.centre[better], there.cost[better]
    return groups_of(here)


def reach(p: int, n: int, k: int) -> int:
    """How many near tuples to consider: more where groups are large."""
    return min(64, 20 + 2 * p * k // n)


def effort_of_round(p: int, *, numbers: bool) -> int:
    """Operations per round for so many tuples: a second or two for all the rounds, more for a great many tuples.

    A table of a few dozen tuples gets what the annealing needs to cool down from full heat and little more, so that
    small calls answer at once; from a hundred tuples on every tuple gets as much as can pay. Of ``numbers`` alone,
    operations are quicker where tuples are few, and slower where they are a great many.
    """
    if p < FEW:
        return max(600 * p, 30 * p * p)
    if numbers:
        return int(max(min(90_000 * p**0.5, 3_500_000), 110 * p))
    return int(max(min(5_000 * p, 80_000 * p**0.5, 4_000_000), 150 * p))
