"""Word-sense disambiguation: the values of a column explain each other.

A sense is as far from another value as the share of that value's ancestors it does not have. In a column of `tiger,
crane, bear` the bird shares with the others that it is an animal, the machine only that it is a thing. Summed over a
column this needs no table of pairs: every ancestor gets the weight of the values below it, and a sense sums the weights
of its ancestors. So a hundred thousand values cost seconds, and nothing is sampled.
"""

from collections.abc import Sequence

import numpy as np
from numpy.typing import ArrayLike, NDArray

from semblant.arrays import Ints32, bounds
from semblant.knowledge.graph import gather
from semblant.knowledge.taxonomy import Taxonomy
from semblant.terms.match import Match

PRIOR = 0.02
"""How much nearer the second sense must be than the first, of the greatest distance; the fourth twice that ..."""
WITHIN = 0.05
"""... and where all senses lie in the domain of the column, so that distance says less."""
NAMED = 0.2
"""How much nearer an individual must be in addition if the usual sense is a class: no farmer is Fannie Farmer."""
RELATED = 2 / 3
"""Values further apart than this on average have no topic to explain each other by: the usual senses stand."""
_TIE = 1e-9  # distances this near are equal, and the records decide
_BLOCKS = 64  # values are processed in this many blocks, each against all the others
_ROUNDS = 20


def choose(
    taxonomy: Taxonomy,
    readings: Sequence[Sequence[Match]],
    counts: ArrayLike,
    usual: ArrayLike = 0,
    prior: float | None = None,
) -> NDArray[np.int64]:
    """Which reading of each value fits the other values best: its place among the readings given.

    The usual sense (by default the first) stands unless another is nearer to the senses chosen for the rest of the
    column; of senses equally near, the one nearer to most records. Values that have too little in common keep their
    usual senses. The result is a function of the values in this order: give them sorted.

    Example:
        >>> from semblant.terms.match import Matcher
        >>> zoo = Taxonomy.from_edges(
        ...     [("machine", "thing"), ("crane-1", "machine"), ("animal", "thing"), ("bird", "animal"),
        ...      ("crane-2", "bird"), ("bear", "animal"), ("tiger", "animal")],
        ...     terms={"crane-1": ["crane"], "crane-2": ["crane"]})
        >>> column = [Matcher(zoo).readings(animal) for animal in ("bear", "crane", "tiger")]
        >>> choose(zoo, column, [1, 1, 1]).tolist()
        [0, 1, 0]
    """
    chosen = np.broadcast_to(np.asarray(usual, np.int64), len(readings)).copy()
    rows = [i for i, found in enumerate(readings) if found and found[0].concept >= 0]
    if any(len(readings[i]) > 1 for i in rows):
        records = np.asarray(counts, np.float64)[rows]
        least = PRIOR if prior is None else prior
        chosen[rows] = _Column(taxonomy, [readings[i] for i in rows], records, chosen[rows], least).settle()
    return chosen


class _Column:
    """The senses of a column's values, flat, with the ancestors of each."""

    def __init__(
        self,
        taxonomy: Taxonomy,
        readings: Sequence[Sequence[Match]],
        records: NDArray[np.float64],
        usual: NDArray[np.int64],
        prior: float,
    ) -> None:
        lengths = [len(found) for found in readings]
        self.usual = usual
        self.begin = bounds(lengths)
        self.place = np.concatenate([np.arange(length) for length in lengths])
        before = np.repeat(usual, lengths)  # the usual sense ranks first, the others keep their order behind it
        self.rank = np.where(self.place == before, 0, self.place + (self.place < before))
        self.prior = prior * np.log2(1.0 + self.rank)
        concepts, self.concept = np.unique([m.concept for found in readings for m in found], return_inverse=True)
        named = _individuals(taxonomy, concepts)[self.concept]
        self.prior += NAMED * (named & ~np.repeat(named[self.begin[:-1] + usual], lengths))
        self.ptr, self.nodes = ancestor_lists(taxonomy, concepts)
        self.ancestors = np.diff(self.ptr).astype(np.float64)
        self.votes = np.stack([np.ones(len(readings)), records / max(records.max(), 1.0)])
        self.weights = np.zeros((2, len(taxonomy)))

    def settle(self) -> NDArray[np.int64]:
        """The senses that lie nearest together, found from two starts: the usual senses, and a step from them."""
        stepped, _ = self._sweep(self.usual, at_once=True)
        far, chosen = min((self._descend(start) for start in (self.usual, stepped)), key=lambda end: end[0])
        return chosen if far <= RELATED * len(self.usual) else self.usual

    def _descend(self, chosen: NDArray[np.int64]) -> tuple[float, NDArray[np.int64]]:
        """Change senses until none improves; returns their total distance and the senses."""
        for _ in range(_ROUNDS):
            before = chosen
            chosen, cost = self._sweep(chosen)
            if np.array_equal(before, chosen):
                break
        return cost, chosen

    def _sweep(self, chosen: NDArray[np.int64], at_once: bool = False) -> tuple[NDArray[np.int64], float]:
        """Let every value choose again, block by block, each against the current senses of all others."""
        values = len(chosen)
        after, total = chosen.copy(), 0.0
        self.weights[:] = 0.0
        self._vote(np.arange(values), chosen, 1.0)
        edges = np.linspace(0, values, min(_BLOCKS, values) + 1).astype(np.int64)
        for a, b in zip(edges[:-1].tolist(), edges[1:].tolist(), strict=True):
            block = np.arange(a, b)
            self._vote(block, chosen, -1.0)
            after[a:b], cost = self._nearest(a, b)
            total += cost
            self._vote(block, chosen if at_once else after, 1.0)
        return after, total

    def _vote(self, values: NDArray[np.int64], chosen: NDArray[np.int64], sign: float) -> None:
        """Add the chosen senses of some values to the weights of their ancestors, or take them away."""
        concepts = self.concept[self.begin[values] + chosen[values]]
        nodes = gather(self.ptr, self.nodes, concepts)
        lengths = self.ancestors[concepts].astype(np.int64)
        for weights, votes in zip(self.weights, self.votes, strict=True):
            np.add.at(weights, nodes, sign * np.repeat(votes[values] / lengths, lengths))

    def _nearest(self, a: int, b: int) -> tuple[NDArray[np.int64], float]:
        """The best sense of each value in a block against the weights of all others, and how far these are."""
        low, high = int(self.begin[a]), int(self.begin[b])
        concepts = self.concept[low:high]
        others = self.votes.sum(axis=1) - self.votes[:, a:b].sum(axis=1)
        starts = bounds(self.ancestors[concepts])[:-1]
        shared = np.add.reduceat(self.weights[:, gather(self.ptr, self.nodes, concepts)], starts, axis=1)
        far = 1.0 - shared / np.maximum(others, 1.0)[:, None]
        cost, rank = far[0] + self.prior[low:high], self.rank[low:high]
        segments = self.begin[a:b] - low
        owner = np.repeat(np.arange(b - a), np.diff(self.begin[a : b + 1]))
        nearest = np.lexsort((rank, cost, owner))[segments][owner]
        apart = np.abs(far[0] - far[0, nearest]) > _TIE
        best = np.lexsort((rank, far[1], apart, owner))[segments]
        return self.place[low:high][best], float(cost[best].sum())


def _individuals(taxonomy: Taxonomy, concepts: NDArray[np.int64]) -> NDArray[np.bool_]:
    """Which concepts are individuals, such as a person or place, and not classes."""
    ptr, instance = taxonomy.arrays.parent_ptr, np.append(taxonomy.arrays.instance, 0)  # the last may have no parent
    return (ptr[concepts + 1] > ptr[concepts]) & (instance[ptr[concepts]] > 0)


def ancestor_lists(taxonomy: Taxonomy, concepts: NDArray[np.int64]) -> tuple[Ints32, Ints32]:
    """The ancestors of many concepts at once, each with itself: where each list begins, and the lists."""
    ptr, parents, size = taxonomy.arrays.parent_ptr, taxonomy.arrays.parents, len(taxonomy)
    frontier = np.arange(len(concepts)) * size + concepts
    reached = [frontier]
    while frontier.size:
        row, node = np.divmod(frontier, size)
        up = gather(ptr, parents, node)
        frontier = np.unique(np.repeat(row, ptr[node + 1] - ptr[node]) * size + up)
        reached.append(frontier)
    row, node = np.divmod(np.unique(np.concatenate(reached)), size)
    begin = bounds(np.bincount(row, minlength=len(concepts))).astype(np.int32)
    return begin, node.astype(np.int32)
