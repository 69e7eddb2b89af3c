"""How much it takes to turn one distribution into another: the earth mover's distance for any ground distance."""

from typing import Any

import numpy as np
from numpy.typing import NDArray
from scipy.optimize import linprog
from scipy.sparse import coo_matrix

from semblant.privacy.histograms import Counts, Floats

Pair = tuple[float, float]


def least_work(surplus: Counts, deficit: Counts, ground: NDArray[np.floating]) -> float:
    """The least sum of amount times distance by which the surplus (rows) can fill the deficit (columns).

    Amounts are whole and their sums equal. With whole amounts the best plan is whole too, so the solver's tolerance
    does not blur it.

    Example:
        >>> least_work(np.array([2, 1]), np.array([1, 2]), np.array([[0.0, 1.0], [1.0, 0.25]]))
        1.25
    """
    low, high = work_bounds(surplus, deficit, ground)
    if low >= high:
        return high
    rows, columns = ground.shape
    cell = np.arange(rows * columns)
    into = np.concatenate([cell // columns, rows + cell % columns])
    balance: Any = coo_matrix((np.ones(2 * len(cell)), (into, np.concatenate([cell, cell])))).tocsr()
    found = linprog(ground.ravel(), A_eq=balance, b_eq=np.concatenate([surplus, deficit]), method="highs")
    return min(max(float(found.fun), low), high) if found.success else high


def work_bounds(surplus: Counts, deficit: Counts, ground: NDArray[np.floating]) -> Pair:
    """At least and at most so much work: everything to its nearest place, and everything spread evenly."""
    amount = int(surplus.sum())
    if amount == 0:
        return 0.0, 0.0
    low = max(float(surplus @ ground.min(1)), float(deficit @ ground.min(0)))
    high = float(surplus @ ground @ deficit) / amount
    return (high, high) if 1 in ground.shape else (min(low, high), high)


def excess(counts: Counts, values: Counts, total: Counts) -> Counts:
    """How far a class is above (or below) the whole in every value, in whole parts of size times total."""
    difference = -total * int(counts.sum())
    difference[values] += counts * int(total.sum())
    return difference


def earth_movers(difference: Counts, ground: Floats, *, exact: bool = True) -> Pair:
    """The least and greatest work that an excess may take to level out; equal unless only bounds are asked for.

    What class and whole have in common stays where it is. For a metric that is the earth mover's distance; for a
    measure without triangle inequality it is not below it.
    """
    above, below = np.flatnonzero(difference > 0), np.flatnonzero(difference < 0)
    if not len(above):
        return 0.0, 0.0
    task = difference[above], -difference[below], ground[np.ix_(above, below)]
    if not exact:
        return work_bounds(*task)
    work = least_work(*task)
    return work, work
