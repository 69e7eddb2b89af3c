"""Ties without meaning: a space whose tuples and candidates stand in random order, and the way back.

Methods give ties to what comes first. The canonical order follows the ids of concepts, and the ids of WordNet, ICD and
other vocabularies are an order by meaning; a method that is to know no meanings must not profit from it.
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace

import numpy as np

from semblant.arrays import Ints, numbered
from semblant.methods.masking import Centroids, Donors, Masking, Representatives
from semblant.space.column import SpaceColumn, TabledColumn
from semblant.space.product import Product


@dataclass(frozen=True, eq=False)
class Shuffled:
    """A space in random order, and which canonical tuple and candidates stand at each place."""

    space: Product
    tuples: Ints
    candidates: tuple[Ints | None, ...]  # per table; None: in canonical order

    @classmethod
    def of(cls, space: Product, rng: np.random.Generator, *, candidates: bool) -> "Shuffled":
        """Shuffle the tuples of a space, and the candidates of its columns too if their order is only for ties."""
        tuples = rng.permutation(len(space.weights))
        orders = {c.name: _order(c, rng) if candidates else None for c in space.columns}
        place = np.empty_like(tuples)
        place[tuples] = np.arange(len(tuples))
        shuffled = replace(
            space,
            columns=tuple(_arranged(c, orders[c.name]) for c in space.columns),
            record_tuple=place[space.record_tuple],
            codes=np.ascontiguousarray(space.codes[:, tuples]),
            weights=space.weights[tuples],
        )
        return cls(shuffled, tuples, tuple(orders[table.name] for table, _ in space.tabled))

    def restored(self, masking: Masking) -> Masking:
        """A masking of the shuffled space as one of the canonical space; groups by their earliest tuple again.

        Every record stays in its group: promises were checked for these groups, and dealing goes by their numbers.
        """
        tuples = self.tuples[masking.tuples]
        by_tuple = np.lexsort((masking.groups, tuples))
        groups, old = numbered(masking.groups[by_tuple])
        rows = by_tuple[np.argsort(groups, kind="stable")]
        new = np.empty(masking.size, np.int64)
        new[old] = np.arange(len(old))
        return replace(
            masking,
            tuples=tuples[rows],
            counts=masking.counts[rows],
            groups=new[masking.groups[rows]],
            represented=tuple(self._represented(masking, new)),
            placed=new[masking.group_of_records(self.space)],
        )

    def _represented(self, masking: Masking, new: Ints) -> Iterator[Representatives]:
        for part in masking.represented:
            values = part.values
            if isinstance(part, Donors):
                values = self.tuples[values]
            elif isinstance(part, Centroids):
                lines = zip(values.T, self.candidates, strict=True)
                values = np.array([v if order is None else order[v] for v, order in lines], np.int64).T
                values = values.reshape(part.values.shape)
            by_group = np.argsort(new[part.groups], kind="stable")
            yield replace(part, groups=new[part.groups][by_group], values=values[by_group])


def _order(column: SpaceColumn, rng: np.random.Generator) -> Ints | None:
    """A random order of the candidates that differ by ties only, those that may represent a group still first."""
    if not isinstance(column, TabledColumn):
        return None
    order = np.arange(len(column.candidates))
    order[column.foremost : column.eligible] = rng.permutation(order[column.foremost : column.eligible])
    return order


def _arranged(column: SpaceColumn, order: Ints | None) -> SpaceColumn:
    """A column with its candidates in another order."""
    if order is None or not isinstance(column, TabledColumn):
        return column
    place = np.empty(len(order), np.int32)
    place[order] = np.arange(len(order))
    return replace(
        column,
        candidates=tuple(column.candidates[c] for c in order.tolist()),
        own=place[column.own],
        distance=np.ascontiguousarray(column.distance[order]),
        cost=np.ascontiguousarray(column.cost[order]),
        category=None if column.category is None else column.category[order],
    )
