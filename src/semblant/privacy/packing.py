"""How many values are truly different, where near ones count as one."""

from dataclasses import dataclass
from functools import cached_property

import numpy as np

from semblant.arrays import Flags, Floats, Ints
from semblant.privacy.histograms import Histograms

EXACT = 32
"""Components of up to this many values are solved exactly, larger ones greedily."""


def near(distance: Floats, apart: float) -> Flags:
    """Which pairs of values count as one: nearer than ``apart``, or equal."""
    return np.asarray((distance < apart) | (distance <= 0.0))


@dataclass(frozen=True, eq=False)
class Packing:
    """The greatest number of values of a class that are pairwise not near.

    Near values form connected components. Where all values of a component are near each other, it counts once,
    whichever of them a class holds. In any other component the best choice is searched (see :func:`most_apart`).

    Example:
        >>> chain = np.array([[1, 1, 0], [1, 1, 1], [0, 1, 1]], bool)
        >>> Packing(chain).per_class(Histograms.of([0, 0, 0, 1, 1], [0, 1, 2, 0, 1], 2)).tolist()
        [2, 1]
    """

    near: Flags  # [value, value], symmetric

    @cached_property
    def component(self) -> Ints:
        """The component of every value: values of different components are never near."""
        return _components(self.near)[1]

    @cached_property
    def _knotted(self) -> Flags:
        """Values of components in which some are not near each other."""
        together = self.component[:, None] == self.component[None, :]
        torn = (together & ~self.near & ~np.eye(len(self.near), dtype=bool)).any(1)
        return np.asarray(np.bincount(self.component, torn)[self.component] > 0)

    def per_class(self, classes: Histograms) -> Ints:
        """The number for every class."""
        knotted = self._knotted[classes.values]
        components = self.component[classes.values[~knotted]]
        found = Histograms.of(classes.classes[~knotted], components, classes.size).distinct.copy()
        torn = Histograms(classes.classes[knotted], classes.values[knotted], classes.counts[knotted], classes.size)
        for one in np.flatnonzero(torn.distinct):
            values = torn.values[torn.starts[one] : torn.starts[one + 1]]
            found[one] += most_apart(self.near[np.ix_(values, values)])
        return found


def most_apart(near: Flags) -> int:
    """How many of these values can be taken so that no two are near.

    Exact for components of up to ``EXACT`` values. In larger ones, the value with the fewest near ones is taken
    repeatedly: that choice is possible, so the number may be too low but never too high.
    """
    number, component = _components(near)
    total = 0
    for h in range(number):
        members = np.flatnonzero(component == h)
        if len(members) <= 2:
            total += 1
        elif len(members) <= EXACT:
            beside = [_bits(line) for line in near[np.ix_(members, members)]]
            total += _search([mask & ~(1 << v) for v, mask in enumerate(beside)], (1 << len(members)) - 1)
        else:
            total += _choice(near[np.ix_(members, members)])
    return total


def _components(near: Flags) -> tuple[int, Ints]:
    """The number of connected components, and the component of every value."""
    from scipy.sparse.csgraph import connected_components  # slow to import, and few policies ask for it

    number, component = connected_components(near, directed=False)
    return int(number), np.asarray(component, np.int64)


def _bits(line: Flags) -> int:
    return sum(1 << int(v) for v in np.flatnonzero(line))


def _search(beside: list[int], left: int) -> int:
    """The most values of ``left`` (a set of bits) of which no two are beside each other."""
    if not left:
        return 0
    degrees = [((beside[v] & left).bit_count(), v) for v in range(len(beside)) if left >> v & 1]
    fewest, value = min(degrees)
    if fewest > 1:  # a value with at most one near value can always be taken; else branch
        value = max(degrees)[1]
    taken = 1 + _search(beside, left & ~(beside[value] | 1 << value))
    return taken if fewest <= 1 else max(taken, _search(beside, left & ~(1 << value)))


def _choice(near: Flags) -> int:
    left, taken = np.ones(len(near), bool), 0
    while left.any():
        value = int(np.argmin(np.where(left, (near & left).sum(1), len(near) + 1)))
        left &= ~near[value]
        left[value] = False
        taken += 1
    return taken
