"""The space of records with sets: distances by the set column and the ordinary ones."""

from dataclasses import dataclass, replace
from functools import cached_property

import numpy as np

from semblant.arrays import Ints
from semblant.space.bags import Bags
from semblant.space.distances import Blocks, Distances, by_meaning, distances
from semblant.space.product import Product
from semblant.space.understanding import Understanding


@dataclass(frozen=True, eq=False)
class SetSpace:
    """Records in canonical order, or another if one is given, with all their distances.

    ``how`` is the set distance; ``counted`` weighs by repetitions (logs); ``blocks`` compares things, None by equality.
    """

    bags: Bags  # in the order of the table
    blocks: Blocks | None
    how: str
    counted: bool = False
    ordinary: Product | None = None
    weight: float = 1.0
    turns: Ints | None = None  # when each record has its turn among equal ones; absent: by position
    arrangement: Ints | None = None  # an order of the records in place of the canonical one

    @property
    def records(self) -> int:
        """How many records there are."""
        return self.bags.records

    @cached_property
    def distinct(self) -> Ints:
        """For every record the number of its distinct content: by its items, then by its ordinary columns."""
        number = self.bags.distinct()[1]
        if self.ordinary is None:
            return number
        lines = np.vstack([number, self.ordinary.codes[:, self.ordinary.record_tuple]])
        return np.unique(lines, axis=1, return_inverse=True)[1].reshape(-1).astype(np.int64)

    @cached_property
    def order(self) -> Ints:
        """The records in the order in which ties are decided; in canonical order, equal ones are by turn."""
        if self.arrangement is not None:
            return self.arrangement
        return np.lexsort((np.arange(self.records) if self.turns is None else self.turns, self.distinct))

    def shuffled(self, rng: np.random.Generator) -> "SetSpace":
        """The same space with its records in random order."""
        return replace(self, arrangement=rng.permutation(self.order))

    def part(self, rows: Ints) -> "SetSpace":
        """Some of the records, as a space of their own."""
        ordinary = None if self.ordinary is None else _some(self.ordinary, rows)
        turns = None if self.turns is None else self.turns[rows]
        arrangement = None if self.arrangement is None else np.arange(len(rows))
        return replace(self, bags=self.bags.take(rows), ordinary=ordinary, turns=turns, arrangement=arrangement)

    @cached_property
    def distance(self) -> Distances:
        """All pairs, in the order of ties."""
        return self.distance_by(self.how)

    def distance_by(self, how: str) -> Distances:
        """All pairs by one of the five set distances, in the order of ties."""
        held = self.bags.take(self.order)
        table = distances(held, held, [how], self.blocks, counted=self.counted)[how]
        if self.ordinary is not None:
            weights = sum(c.weight for c in self.ordinary.columns)
            table *= np.float32(self.weight / (self.weight + weights))
            share = weights / len(self.ordinary.columns) / (self.weight + weights)
            table += np.float32(share) * self._ordinary(self.ordinary)
        return table

    def _ordinary(self, product: Product) -> Distances:
        """The summed distances of the ordinary columns, each already weighted."""
        points, at = product.points, product.record_tuple[self.order]
        total = np.zeros((self.records, self.records), np.float32)
        for j, (_, values) in enumerate(points.sizes.tolist()):
            table = points.distance[points.distance_start[j] : points.distance_start[j + 1]].reshape(-1, values)
            own = points.own[points.own_start[j] : points.own_start[j + 1]]
            code = points.codes[j][at]
            total += table[own][np.ix_(code, code)]
        for line in points.numbers:
            total += np.abs(line[at][:, None] - line[at][None, :])
        return total


def item_distances(understanding: Understanding, bags: Bags, measure: str) -> Blocks | None:
    """The distances among all items or phrases, in blocks; None where only equal ones are alike."""
    if measure == "equality":
        return None
    return by_meaning(bags.points, understanding.taxonomy, measure, understanding.options)


def unmerged(product: Product) -> Product:
    """The same space with every record a tuple of its own: records equal here may differ in their sets."""
    return _some(product, np.arange(product.records))


def _some(product: Product, rows: Ints) -> Product:
    codes = np.ascontiguousarray(product.codes[:, product.record_tuple[rows]])
    return Product(product.columns, np.arange(len(rows)), codes, np.ones(len(rows), np.int64), product.euclidean)
