"""Groups represented by one of their own records: the consensus record, or a random one."""

from collections.abc import Callable
from dataclasses import replace

import numpy as np

from semblant.arrays import Floats, Ints
from semblant.errors import CapacityError
from semblant.methods.masking import Centroids, Donors, Masking, joined
from semblant.semantics.operators import confusion
from semblant.space.column import SpaceColumn
from semblant.space.product import Product
from semblant.space.reader import Reader
from semblant.space.reading import Readers

_MOST = 3_000
"""The most values of which all pairs are compared."""


def random_donors(masking: Masking, rng: np.random.Generator) -> Masking:
    """Every group takes the values of one of its records, drawn uniformly (RC)."""
    return _with_donors(masking, lambda rows: int(rng.choice(len(rows), p=_share(masking.counts[rows]))))


def consensus_donors(space: Product, masking: Masking, readers: Readers) -> Masking:
    """Every group takes the values of its record of least confusion (CC), ties to the earlier tuple.

    Reference: thesis 4.3.5, after Guzmán-Arenas & Jiménez-Contreras 2010 and Guzmán-Arenas et al. 2011.
    """
    tables = [_confusions(reader, column) for reader, column in zip(readers, space.columns, strict=True)]

    def least(rows: Ints) -> int:
        tuples, counts = masking.tuples[rows], masking.counts[rows]
        total = np.zeros(len(rows))
        for table, codes in zip(tables, space.codes, strict=True):
            said, place = np.unique(codes[tuples], return_inverse=True)
            seen = np.bincount(place, counts)
            confused = seen.sum() - seen if table is None else table[np.ix_(said, said)] @ seen
            total += confused[place]
        return int(np.lexsort((tuples, total))[0])

    return _with_donors(masking, least)


def _with_donors(masking: Masking, pick: Callable[[Ints], int]) -> Masking:
    """Every group represented by a centroid takes a donor instead; others stay as they are."""
    bounds = np.searchsorted(masking.groups, np.arange(masking.size + 1))

    def donor(group: int) -> int:
        rows = np.arange(bounds[group], bounds[group + 1])
        return int(masking.tuples[rows[pick(rows)]])

    parts = (
        Donors(part.groups, np.array([donor(g) for g in part.groups.tolist()], np.int64))
        if isinstance(part, Centroids)
        else part
        for part in masking.represented
    )
    return replace(masking, represented=joined(parts))


def _share(counts: Ints) -> Floats:
    return np.asarray(counts / counts.sum(), np.float64)


def _confusions(reader: Reader, column: SpaceColumn) -> Floats | None:
    """The confusion of using one value for another; None where all different values are equally confusing."""
    if reader.taxonomy is None:
        return None
    size = len(column.values)
    if size > _MOST:
        raise CapacityError(
            f"The consensus compares every value of {reader.name!r} with every other; {size:,} are too many, "
            f"{_MOST:,} would do.",
            where="centroid",
            hints=["leave centroid out", "set centroid: semantic"],
        )
    table = 1.0 - np.eye(size)
    for i, a in enumerate(column.points):
        for j, b in enumerate(column.points):
            if a.named and b.named:
                table[i, j] = confusion(reader.taxonomy, a.concept, b.concept)
    return table
