"""Why a row was released as it was: its group, how it is represented, and what that cost."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from semblant.arrays import AnyInts, Ints
from semblant.charts.htmltable import table_html
from semblant.methods.masking import Centroids, Donors, Dropped, Masking, Synthetic
from semblant.space.product import Product
from semblant.space.reading import Readers

_SHOWN = 6


@dataclass(frozen=True)
class Value:
    """One column of an explained row."""

    column: str
    original: str
    released: str
    distance: float | None
    group: tuple[tuple[str, int], ...]  # the values of the group, the most frequent first, with their records
    why: str


@dataclass(frozen=True)
class Explanation:
    """Why one row was released as it was; it shows original values, so it is only for those who may see the data."""

    row: int
    records: int
    values: tuple[Value, ...]

    def __str__(self) -> str:
        lines = [f"Row {self.row} is in a group of {self.records:,} records."]
        for value in self.values:
            lines.append(f"  {value.column}: {value.original!r} is released as {value.released!r}. {value.why}")
            members = ", ".join(f"{text!r} ×{count:,}" for text, count in value.group[:_SHOWN])
            more = len(value.group) - _SHOWN
            lines.append(f"    in the group: {members}" + (f" and {more:,} more" if more > 0 else ""))
        return "\n".join(lines)

    def _repr_html_(self) -> str:
        rows = [(v.column, v.original, v.released, v.why) for v in self.values]
        title = f"Row {self.row}, in a group of {self.records:,}"
        return table_html(title, ("column", "original", "released", "why"), rows)


def explain(
    row: int, readers: Readers, space: Product, masking: Masking, groups: AnyInts, released: Sequence[str]
) -> Explanation:
    """Explain one row of the original; ``released`` are its texts in the quasi-identifiers, in order."""
    group = int(groups[row])
    inside = masking.groups == group
    tuples, counts = masking.tuples[inside], masking.counts[inside]
    values = []
    for j, (reader, column) in enumerate(zip(readers, space.columns, strict=True)):
        codes = space.codes[j]
        seen = np.bincount(codes[tuples], counts, len(column.values)).astype(np.int64)
        names = [column.written(v) for v in np.flatnonzero(seen).tolist()]
        told = sorted(zip(names, seen[seen > 0].tolist(), strict=True), key=lambda pair: (-pair[1], pair[0]))
        original = reader.column.values[reader.column.codes[row]]
        distance, why = _why(masking, group, j, space, seen, row)
        values.append(Value(column.name, original, released[j], distance, tuple(told), why))
    return Explanation(row, int(counts.sum()), tuple(values))


def _why(masking: Masking, group: int, j: int, space: Product, seen: Ints, row: int) -> tuple[float | None, str]:
    column, own = space.columns[j], int(space.codes[j][space.record_tuple[row]])
    part, at = masking.representative(group)
    if isinstance(part, Synthetic):
        return None, "It is an average of records drawn at random, not of this group's."
    if np.count_nonzero(seen) == 1:
        return 0.0, "All records of the group have the same value."
    match part:
        case Dropped():
            return None, "Fewer than k records are like it, and the method suppresses those."
        case Donors():
            return None, "The group took over the values of the records it joined."
        case Centroids(_, candidates):
            of_group = candidates[at]
        case _:
            return None, "It is a wider value that covers the whole group."
    table = space.table_of(column)
    return column.why(-1 if table is None else int(of_group[table]), seen, own)
