"""The space of records with sets: distances by the set column and the ordinary ones."""

from dataclasses import dataclass
from functools import cached_property

import numpy as np

from semblant.arrays import Ints
from semblant.space.bags import Bags
from semblant.space.distances import Blocks, Distances, by_meaning, distances
from semblant.space.product import Product
from semblant.space.understanding import Understanding


@dataclass(frozen=True, eq=False)
class SetSpace:
    """Records in canonical order with all their distances.

    ``how`` is the set distance; ``counted`` weighs by repetitions (logs); ``blocks`` compares things, None by equality.
    """

    bags: Bags  # in the order of the table
    blocks: Blocks | None
    how: str
    counted: bool = False
    ordinary: Product | None = None
    weight: float = 1.0

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
        """The records in canonical order, equal ones by position."""
        return np.argsort(self.distinct, kind="stable")

    def part(self, rows: Ints) -> "SetSpace":
        """Some of the records, as a space of their own."""
        ordinary = None if self.ordinary is None else _some(self.ordinary, rows)
        return SetSpace(self.bags.take(rows), self.blocks, self.how, self.counted, ordinary, self.weight)

    @cached_property
    def distance(self) -> Distances:
        """All pairs, in canonical order."""
        return self.distance_by(self.how)

    def distance_by(self, how: str) -> Distances:
        """All pairs by one of the five set distances, in canonical order."""
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
