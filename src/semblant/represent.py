"""From a masking to the values that are released: one branch for each way a group can be represented."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from semblant.data.table import Table
from semblant.methods.masking import Centroids, Donors, Dropped, Generalised, Masking, Synthetic
from semblant.policy.model import SUPPRESSED
from semblant.space.numbers import NumberColumn
from semblant.space.product import AnyColumn, Product
from semblant.space.reading import AnyReader, Reader, Readers


@dataclass(frozen=True)
class Released:
    """The table to be written and the group of every record of the original."""

    table: Table
    groups: NDArray[np.int64]


def represent(table: Table, readers: Readers, space: Product, masking: Masking, drop: Iterable[str] = ()) -> Released:
    """Write every group's representative into its records; a dropped record is suppressed in every column."""
    drop = tuple(drop)
    groups = masking.group_of_records(space.record_tuple)
    replaced = {
        column.name: _texts(reader, column, j, space, masking)[groups]
        for j, (reader, column) in enumerate(zip(readers, space.columns, strict=True))
    }
    gone = masking.where(Dropped)[groups]
    if gone.any():
        for name in table.names:
            if name not in replaced and name not in drop:
                replaced[name] = table.frame.get_column(name).to_numpy().astype(object)
        for texts in replaced.values():
            texts[gone] = SUPPRESSED
    return Released(table.with_columns({n: t.tolist() for n, t in replaced.items()}, drop=drop), groups)


def _texts(reader: AnyReader, column: AnyColumn, j: int, space: Product, masking: Masking) -> NDArray[np.object_]:
    """What every group's records say in the j-th quasi-identifier."""
    codes = space.codes[j]
    centroid: Callable[[int, NDArray[np.int64]], str]
    value: Callable[[int], str]
    if isinstance(column, NumberColumn):
        means = column.stand_for_each(codes[masking.tuples], masking.counts, masking.groups, masking.size)
        centroid, value = lambda group, _: means[group], column.written
    else:
        assert isinstance(reader, Reader)
        place = [c.name for c, _ in space.tabled].index(column.name)
        points = [reader.written(p) for p in column.candidates]
        values = [reader.written(p) for p in column.values]
        centroid, value = lambda _, candidates: points[candidates[place]], values.__getitem__
    texts = np.empty(masking.size, object)
    for part in masking.represented:
        match part:
            case Centroids(groups, candidates):
                texts[groups] = [centroid(g, of_group) for g, of_group in zip(groups, candidates, strict=True)]
            case Donors(groups, tuples):
                texts[groups] = [value(v) for v in codes[tuples].tolist()]
            case Generalised(groups, labels) | Synthetic(groups, labels):
                texts[groups] = labels[:, j]
            case Dropped(groups):
                texts[groups] = SUPPRESSED
    return texts
