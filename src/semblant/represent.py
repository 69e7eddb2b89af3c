"""From a masking to the values that are released: one branch for each way a group can be represented."""

from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from semblant.data.table import Table
from semblant.methods.masking import Masking, Stands
from semblant.policy import SUPPRESSED
from semblant.space.product import Product
from semblant.space.reading import Readers


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
        reader.name: np.array([_text(readers, space, masking, g, j) for g in range(masking.size)], object)[groups]
        for j, reader in enumerate(readers)
    }
    gone = np.array([s is Stands.DROPPED for s in masking.stands], bool)[groups]
    if gone.any():
        for name in table.names:
            if name not in replaced and name not in drop:
                replaced[name] = table.frame.get_column(name).to_numpy().astype(object)
        for texts in replaced.values():
            texts[gone] = SUPPRESSED
    return Released(table.with_columns({n: t.tolist() for n, t in replaced.items()}, drop=drop), groups)


def _text(readers: Readers, space: Product, masking: Masking, group: int, j: int) -> str:
    """What a group's records say in the j-th quasi-identifier."""
    reader, column = readers.columns[j], space.columns[j]
    match masking.stands[group]:
        case Stands.CENTRE:
            return reader.written(column.candidates[masking.centre[group, j]])
        case Stands.DONOR:
            return reader.written(column.values[space.codes[j, masking.donor[group]]])
        case Stands.GENERALISED | Stands.SYNTHETIC:
            return masking.label[group][j]
        case Stands.DROPPED:
            return SUPPRESSED
