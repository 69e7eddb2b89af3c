"""From a masking to the values that are released: one branch for each way a group can be represented."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from semblant.data.table import Table
from semblant.methods.masking import Masking, Stands
from semblant.policy.model import SUPPRESSED
from semblant.space.column import SpaceColumn
from semblant.space.product import Product


@dataclass(frozen=True)
class Released:
    """The table to be written and the group of every record of the original."""

    table: Table
    groups: NDArray[np.int64]


def represent(table: Table, space: Product, masking: Masking, drop: Iterable[str] = ()) -> Released:
    """Write every group's representative into its records; a dropped record is suppressed in every column."""
    drop = tuple(drop)
    groups = masking.group_of_records(space.record_tuple)
    replaced = {
        column.name: np.array(_texts(column, j, space, masking), object)[groups]
        for j, column in enumerate(space.columns)
    }
    gone = np.array([s is Stands.DROPPED for s in masking.stands], bool)[groups]
    if gone.any():
        for name in table.names:
            if name not in replaced and name not in drop:
                replaced[name] = table.frame.get_column(name).to_numpy().astype(object)
        for texts in replaced.values():
            texts[gone] = SUPPRESSED
    return Released(table.with_columns({n: t.tolist() for n, t in replaced.items()}, drop=drop), groups)


def _texts(column: SpaceColumn, j: int, space: Product, masking: Masking) -> list[str]:
    """What every group's records say in the j-th quasi-identifier."""
    codes, table = space.codes[j], space.table_of(column)
    chosen = np.zeros(masking.size, np.int64)
    if table is not None and masking.centre.size:
        centred = [s is Stands.CENTRE for s in masking.stands]
        chosen[centred] = masking.centre[centred, table]
    centres = column.centre_texts(chosen, codes[masking.tuples], masking.counts, masking.groups)
    return [_stand_in(masking, g, j, centres.__getitem__, column.written, codes) for g in range(masking.size)]


def _stand_in(
    masking: Masking,
    group: int,
    j: int,
    centre: Callable[[int], str],
    value: Callable[[int], str],
    codes: NDArray[np.int32],
) -> str:
    """The one place where it is decided how a group is written, by the way it is represented."""
    match masking.stands[group]:
        case Stands.CENTRE:
            return centre(group)
        case Stands.DONOR:
            return value(int(codes[masking.donor[group]]))
        case Stands.GENERALISED | Stands.SYNTHETIC:
            return masking.label[group][j]
        case Stands.DROPPED:
            return SUPPRESSED
