"""From a masking to the values that are released: one branch for each way a group can be represented."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from semblant.data.table import Table
from semblant.methods.masking import Masking, Stands
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
        column.name: np.array(_texts(reader, column, j, space, masking), object)[groups]
        for j, (reader, column) in enumerate(zip(readers, space.columns, strict=True))
    }
    gone = np.array([s is Stands.DROPPED for s in masking.stands], bool)[groups]
    if gone.any():
        for name in table.names:
            if name not in replaced and name not in drop:
                replaced[name] = table.frame.get_column(name).to_numpy().astype(object)
        for texts in replaced.values():
            texts[gone] = SUPPRESSED
    return Released(table.with_columns({n: t.tolist() for n, t in replaced.items()}, drop=drop), groups)


def _texts(reader: AnyReader, column: AnyColumn, j: int, space: Product, masking: Masking) -> list[str]:
    """What every group's records say in the j-th quasi-identifier."""
    codes = space.codes[j]
    if isinstance(column, NumberColumn):
        means = column.stand_for_each(codes[masking.tuples], masking.counts, masking.groups, masking.size)
        return [_stand_in(masking, g, j, means.__getitem__, column.written, codes) for g in range(masking.size)]
    assert isinstance(reader, Reader)
    place = [c.name for c, _ in space.tabled].index(column.name)
    points = [reader.written(p) for p in column.candidates]
    values = [reader.written(p) for p in column.values]
    return [
        _stand_in(masking, g, j, lambda g: points[masking.centre[g, place]], values.__getitem__, codes)
        for g in range(masking.size)
    ]


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
