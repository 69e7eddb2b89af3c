"""The earth mover's distance between two distributions, for any ground distance."""

from typing import Any

import numpy as np

from semblant.arrays import Flags, Floats, Ints

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
