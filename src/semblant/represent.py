"""From a masking to the released values: one branch for each type of representative."""

from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from semblant.arrays import AnyInts
from semblant.data.table import Column, Table
from semblant.data.typed import as_read
from semblant.methods.masking import Centroids, Donors, Dropped, Generalised, Masking, Synthetic
from semblant.policy.model import SUPPRESSED
from semblant.space.column import SpaceColumn
from semblant.space.numbers import NumberColumn
from semblant.space.product import Product


@dataclass(frozen=True)
class Released:
    """The table to be written and the group of every record of the original."""

    table: Table
    groups: AnyInts


def represent(table: Table, space: Product, masking: Masking, drop: Iterable[str] = ()) -> Released:
    """Write every group's representative into its records; a dropped record is suppressed in every column."""
    drop = tuple(drop)
    groups = masking.group_of_records(space)
    replaced = {}
    for j, column in enumerate(space.columns):
        made = _texts(column, j, space, masking).tolist()
        made = as_read(table, column.name, made, numeric=_is_number(column))
        replaced[column.name] = Column.of(column.name, made, groups)
    gone = masking.where(Dropped)[groups]
    if gone.any():
        for name in table.names:
            if name not in drop:
                replaced[name] = (replaced.get(name) or table.column(name)).replaced(gone, SUPPRESSED)
    return Released(table.with_columns(replaced, drop=drop), groups)


def _texts(column: SpaceColumn, j: int, space: Product, masking: Masking) -> NDArray[np.object_]:
    """The released text of every group in the j-th quasi-identifier."""
    codes, table = space.codes[j], space.table_of(column)
    texts = np.empty(masking.size, object)
    for part in masking.represented:
        match part:
            case Centroids(groups, candidates):
                chosen = np.zeros(masking.size, np.int64)
                if table is not None:
                    chosen[groups] = candidates[:, table]
                centres = column.centre_texts(chosen, codes[masking.tuples], masking.counts, masking.groups)
                texts[groups] = [centres[g] for g in groups.tolist()]
            case Donors(groups, tuples):
                values, of_group = np.unique(codes[tuples], return_inverse=True)  # groups share few values: spell once
                texts[groups] = np.array([column.donated(v) for v in values.tolist()], object)[of_group]
            case Generalised(groups, labels) | Synthetic(groups, labels):
                texts[groups] = labels[:, j]
            case Dropped(groups):
                texts[groups] = SUPPRESSED
    return texts


def _is_number(column: SpaceColumn) -> bool:
    return isinstance(column, NumberColumn) and column.reader.kind == "numeric"
