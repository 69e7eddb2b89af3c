"""t-closeness: how far the sensitive values of a class may deviate from those of the whole file.

It is measured by the earth mover's distance between two distributions, for any ground distance.
"""

from abc import ABC, abstractmethod
from dataclasses import dataclass, field
from typing import Any, ClassVar

import numpy as np

from semblant.arrays import Flags, Floats, Ints
from semblant.privacy.histograms import Histograms
from semblant.privacy.models import SLACK, Bounds, Model

Pair = tuple[float, float]

_SMALL = 4_000
_NEAREST = 4


def excess(counts: Ints, values: Ints, total: Ints) -> Ints:
    """The surplus (or deficit) of a class against the whole in every value, in integer units of size times total."""
    difference = -total * int(counts.sum())
    difference[values] += counts * int(total.sum())
    return difference


def earth_movers(difference: Ints, ground: Floats, *, exact: bool = True) -> Pair:
    """Lower and upper bounds of the work to balance an excess; equal unless only bounds are asked for.

    The common part of class and whole is not moved. For a metric that is the earth mover's distance; for a measure
    without triangle inequality it is an upper bound.
    """
    above, below = np.flatnonzero(difference > 0), np.flatnonzero(difference < 0)
    if not len(above):
        return 0.0, 0.0
    task = difference[above], -difference[below], ground[np.ix_(above, below)]
    if not exact:
        return work_bounds(*task)
    work = least_work(*task)
    return work, work


def least_work(surplus: Ints, deficit: Ints, ground: Floats) -> float:
    """The least sum of amount times distance by which the surplus (rows) can fill the deficit (columns).

    Amounts are whole and their sums equal, so the best plan is whole too and the solver's tolerance does not blur it.

    Example:
        >>> least_work(np.array([2, 2]), np.array([1, 3]), np.array([[0.5, 1.0], [0.0, 0.75]]))
        2.75
    """
    low, high = work_bounds(surplus, deficit, ground)
    if low >= high:
        return high
    ways = np.ones(ground.shape, bool)
    if ways.size > _SMALL:  # few routes matter; omitted ones are added where the dual prices require them
        nearest = np.argsort(ground, axis=1, kind="stable")[:, :_NEAREST]
        ways = _nearest_first(surplus, deficit, ground) > 0
        np.put_along_axis(ways, nearest, True, axis=1)
    while True:
        work, bargains = _solved(surplus, deficit, ground, ways)
        if not bargains.any():
            return min(max(work, low), high)
        ways |= bargains


def _solved(surplus: Ints, deficit: Ints, ground: Floats, ways: Flags) -> tuple[float, Flags]:
    """The least work over some routes, and the omitted routes that would reduce it."""
    from scipy.optimize import linprog  # slow to import, and few policies ask for it
    from scipy.sparse import coo_matrix

    row, column = np.nonzero(ways)
    rows, cell = len(surplus), np.arange(len(row))
    into = np.concatenate([row, rows + column])
    balance: Any = coo_matrix((np.ones(len(into)), (into, np.concatenate([cell, cell])))).tocsr()
    found: Any = linprog(ground[ways], A_eq=balance, b_eq=np.concatenate([surplus, deficit]), method="highs")
    if not found.success:  # the caller then keeps its own plan: not optimal, but feasible
        return float("inf"), np.zeros_like(ways)
    price = found.eqlin.marginals
    return float(found.fun), ~ways & (ground - price[:rows, None] - price[None, rows:] < -1e-9)


def work_bounds(surplus: Ints, deficit: Ints, ground: Floats) -> Pair:
    """Lower and upper bounds of the work: everything to its nearest place, and a greedy plan."""
    low = max(float(surplus @ ground.min(1)), float(deficit @ ground.min(0)))
    high = float((_nearest_first(surplus, deficit, ground) * ground).sum())
    return min(low, high), high


def _nearest_first(surplus: Ints, deficit: Ints, ground: Floats) -> Ints:
    """A greedy plan: one surplus after another goes to the nearest places with room, or the other way round."""
    if len(surplus) > len(deficit):
        return _nearest_first(deficit, surplus, ground.T).T
    room, plan = deficit.copy(), np.zeros(ground.shape, np.int64)
    for i, amount in enumerate(surplus):
        nearest = np.argsort(ground[i], kind="stable")
        before = np.cumsum(room[nearest]) - room[nearest]
        plan[i, nearest] = np.clip(amount - before, 0, room[nearest])
        room -= plan[i]
    return plan


class Ground(ABC):
    """A ground distance between sensitive values, from 0 to 1, and the distance of classes from the whole by it."""

    name: ClassVar[str]

    @abstractmethod
    def far(self, classes: Histograms, total: Ints) -> Floats:
        """The distance of every class from the whole."""

    def guess(self, classes: Histograms, total: Ints) -> Floats:
        """An estimate of the distance of every class, good enough to compare classes."""
        return self.far(classes, total)

    def bounds(self, classes: Histograms, total: Ints) -> Bounds:
        """Lower and upper bounds of the distance of every class."""
        far = self.far(classes, total)
        return far, far


@dataclass(frozen=True)
class Equal(Ground):
    """All different values are equally far: the share of a class that would have to change."""

    name: ClassVar[str] = "equal"

    def far(self, classes: Histograms, total: Ints) -> Floats:
        """Half the sum of all absolute differences, which is the sum of the positive ones."""
        whole = total / total.sum()
        return classes.per_class(np.maximum(classes.shares - whole[classes.values], 0.0))


@dataclass(frozen=True)
class Ordered(Ground):
    """Values in an order: the distance from lowest to highest is 1, and all neighbours are equally far apart.

    ``place`` is the position of every value in the order; values at one position are the same.
    """

    place: Ints = field(repr=False, compare=False)
    name: ClassVar[str] = "ordered"

    def far(self, classes: Histograms, total: Ints) -> Floats:
        """The summed differences of the distribution functions, divided by the number of steps in the order."""
        there = classes.distinct > 0
        if not there.all():  # without values there is no distance
            some = np.zeros(classes.size)
            some[there] = self.far(classes.some(there), total)
            return some
        occurring, rank = np.unique(self.place[total > 0], return_inverse=True)
        steps = len(occurring) - 1
        if steps < 1:
            return np.zeros(classes.size)
        name = np.zeros(len(total), np.int64)
        name[total > 0] = rank
        whole = np.cumsum(np.bincount(name, total))
        whole = whole / whole[-1]
        area = np.concatenate([[0.0], np.cumsum(whole)])
        ranked = classes.renamed(name)
        # A class's distribution function is constant between its values, and that of the whole crosses a constant once.
        risen = np.cumsum(ranked.counts)
        before = np.concatenate([[0], risen])[ranked.starts[:-1]]
        level = (risen - before[ranked.classes]) / ranked.sizes[ranked.classes]
        until = np.append(ranked.values[1:], steps + 1)
        until[ranked.starts[1:] - 1] = steps + 1
        first = ranked.values[ranked.starts[:-1]]
        far: Floats = (ranked.per_class(_gap(level, ranked.values, until, whole, area)) + area[first]) / steps
        return far


def _gap(level: Floats, begin: Ints, end: Ints, whole: Floats, area: Floats) -> Floats:
    """The area between a constant and a rising curve, from one position to another."""
    cross = np.clip(np.searchsorted(whole, level, side="right"), begin, end)
    under = level * (cross - begin) - (area[cross] - area[begin])
    over = (area[end] - area[cross]) - level * (end - cross)
    return np.asarray(under + over, np.float64)


@dataclass(frozen=True)
class Semantic(Ground):
    """Semantic distance of values: 0 for the same concept, 1 for nothing in common."""

    distance: Floats = field(repr=False, compare=False)
    name: ClassVar[str] = "semantic"

    def __post_init__(self) -> None:
        object.__setattr__(self, "distance", np.maximum(self.distance, self.distance.T))

    def far(self, classes: Histograms, total: Ints) -> Floats:
        """The earth mover's distance, by linear programming where simple bounds do not settle it."""
        return self._moved(classes, total, exact=True)[1]

    def guess(self, classes: Histograms, total: Ints) -> Floats:
        """The greatest difference in mean distance to any value: a lower bound of the distance for a metric."""
        from scipy.sparse import csr_array  # slow to import, and few policies ask for it

        shares = csr_array((classes.shares, classes.values, classes.starts), shape=(classes.size, len(total)))
        nearer = shares @ self.distance - total @ self.distance / total.sum()
        return np.asarray(np.abs(nearer).max(1, initial=0.0), np.float64)

    def bounds(self, classes: Histograms, total: Ints) -> Bounds:
        """Lower bound: everything moves to the nearest place; upper bound: everything is spread evenly."""
        return self._moved(classes, total, exact=False)

    def _moved(self, classes: Histograms, total: Ints, *, exact: bool) -> Bounds:
        found = np.zeros((2, classes.size))
        for one in np.flatnonzero(classes.distinct):
            begin, end = classes.starts[one], classes.starts[one + 1]
            counts = classes.counts[begin:end]
            work = earth_movers(excess(counts, classes.values[begin:end], total), self.distance, exact=exact)
            found[:, one] = np.array(work) / (int(counts.sum()) * int(total.sum()))
        return found[0], found[1]


@dataclass(frozen=True)
class TCloseness(Model):
    """In every class, the values of a column are distributed nearly as in the whole file.

    Example:
        >>> model = TCloseness("salary", 0.2, Ordered(np.arange(9)))
        >>> low = np.array([1, 1, 1, 0, 0, 0, 0, 0, 0])
        >>> round(model.value(low, np.ones(9, int)), 3), model.holds(low, np.ones(9, int))
        (0.375, False)

    Reference: Li, Li & Venkatasubramanian 2007.
    """

    attribute: str
    t: float
    ground: Ground
    paper: ClassVar[str] = "Li et al. 2007"

    @property
    def key(self) -> str:
        """The key of the policy that asks for it."""
        return f"attributes.{self.attribute}.t"

    def values(self, classes: Histograms, total: Ints) -> Floats:
        """The distance of every class from the whole."""
        return self.ground.far(classes, total)

    def achieved(self, classes: Histograms, total: Ints) -> float:
        """The greatest distance of a class; classes that bounds rule out are not computed exactly."""
        greatest, least = self.bounds(classes, total)
        candidates = greatest >= least.max(initial=0.0)
        return self.worst(self.values(classes.some(candidates), total))

    def bounds(self, classes: Histograms, total: Ints) -> Bounds:
        """The worst and the best possible value of every class."""
        least, greatest = self.ground.bounds(classes, total)
        return greatest, least

    def enough(self, values: Floats) -> Flags:
        """No more than t."""
        return values <= self.t + SLACK

    def shortfall(self, classes: Histograms, total: Ints) -> Floats:
        """How much closer every class would have to be."""
        return np.maximum(self.ground.guess(classes, total) - self.t, 0.0)

    def worst(self, values: Floats) -> float:
        """The greatest distance of a class."""
        return float(values.max(initial=0.0))

    def describe(self, value: float) -> str:
        """Describe an achieved distance in words."""
        return f"classes within {value:.3g} of the whole file in {self.attribute}"

    def __str__(self) -> str:
        return (
            f"every class within {self.t:g} of the whole file in {self.attribute} "
            f"(t-closeness with {self.ground.name} ground distance, {self.paper})"
        )
