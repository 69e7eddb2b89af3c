"""What a measure is, and those that look only at the shape of the taxonomy.

Each structural measure is a function of two small numbers: what the two concepts have in common, and the sum of
their own keys. A pair, a matrix and a table for the compiled look-up all use the same function.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from semblant.knowledge.taxonomy import Taxonomy
from semblant.policy.model import Source

Numbers = NDArray[np.float64]
Concepts = NDArray[np.int64]
Walk = Literal["shared", "deepest", "path", "none"]

DEFAULT = Source(source="")
"""The counting that reproduces the worked example of the gsl paper."""


@dataclass(frozen=True)
class Structural:
    """A measure of what two concepts have in common in the graph; its formula is a distance (0 is the same)."""

    name: str
    paper: str
    walk: Walk
    distance: Callable[[Numbers, Numbers], Numbers]  # (sum of both keys, what is common) -> distance
    unbounded: Callable[[int], float] | None = None  # from the greatest depth D to the farthest; absent: it is 1
    peak: Callable[[int], float] | None = None  # from D to the greatest similarity, where that is not the farthest

    def similarity(self, taxonomy: Taxonomy, distance: float) -> float:
        """A distance as a similarity on the scale of the measure's paper."""
        return (self.farthest(taxonomy) if self.peak is None else self.peak(taxonomy.greatest_depth)) - distance

    def farthest(self, taxonomy: Taxonomy | None, options: Source = DEFAULT) -> float:  # noqa: ARG002
        """The distance of what has nothing in common."""
        depth = taxonomy.greatest_depth if taxonomy is not None else 1
        return 1.0 if self.unbounded is None else self.unbounded(depth)


@dataclass(frozen=True)
class Tabular:
    """A measure that compares many concepts at once by what is known about them; a similarity by nature."""

    name: str
    paper: str
    similar: Callable[[Taxonomy, Concepts, Concepts, Source], Numbers]
    most: Callable[[Taxonomy, Source], float] = lambda _taxonomy, _options: 1.0

    def farthest(self, taxonomy: Taxonomy | None, options: Source = DEFAULT) -> float:
        """The greatest similarity there is: a distance is this less the similarity, and 0 for the same concept."""
        return self.most(taxonomy, options) if taxonomy is not None else 1.0

    def distances(self, taxonomy: Taxonomy, rows: Concepts, columns: Concepts, options: Source) -> Numbers:
        """All distances between two lists of concepts."""
        apart = self.farthest(taxonomy, options) - self.similar(taxonomy, rows, columns, options)
        return np.where(rows[:, None] == columns[None, :], 0.0, np.maximum(apart, 0.0))


Measure = Structural | Tabular


def _guarded(top: Numbers, bottom: Numbers) -> Numbers:
    return np.divide(top, bottom, out=np.zeros(np.broadcast(top, bottom).shape), where=bottom > 0)


def _ratio(total: Numbers, common: Numbers) -> Numbers:
    return _guarded(total - 2 * common, total - common)


RATIO = Structural(
    "ratio", "Batet et al. 2013, eq. 1: differing ancestors over all ancestors of either", "shared", _ratio
)
LOGSC = Structural(
    "logsc",
    "Sánchez et al. 2012: the logarithm of the ancestors ratio",
    "shared",
    lambda total, common: np.log2(1.0 + _ratio(total, common)),
)
WU_PALMER = Structural(
    "wu-palmer",
    "Wu & Palmer 1994: depth of the deepest common ancestor over both depths",
    "deepest",
    # by the shortest way an ancestor may lie deeper than the concept itself: no less than nothing
    lambda total, common: np.where(total > 0, np.maximum(0.0, 1.0 - _guarded(2 * common, total)), 0.0),
)
PATH = Structural(
    "path",
    "Rada et al. 1989: edges up to a common ancestor and down again",
    "path",
    lambda _, common: common,
    unbounded=lambda depth: 2.0 * depth,
)
LEACOCK_CHODOROW = Structural(
    "leacock-chodorow",
    "Leacock & Chodorow 1998: logarithm of the path in nodes over twice the greatest depth",
    "path",
    lambda _, common: np.log(common + 1.0),  # max - sim = log(2D) + log((p+1) / 2D)
    unbounded=lambda depth: float(np.log(2.0 * depth + 1.0)),  # across the virtual root
    peak=lambda depth: float(np.log(2.0 * depth)),
)
EQUALITY = Structural("equality", "the non-semantic baseline: same or not", "none", lambda _, common: 1.0 - common)


def depths(taxonomy: Taxonomy, options: Source = DEFAULT) -> tuple[NDArray[np.int32], int]:
    """The depth of every concept, and of the virtual root, as the options count them."""
    edges = taxonomy.depth if options.depth == "longest" else taxonomy.shortest_depth
    nodes, root = options.counting == "nodes", options.root
    return edges + np.int32(nodes) + np.int32(root), int(nodes and root)
