"""Original and released records side by side, as distinct pairs with counts; all figures are computed from these."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from semblant.arrays import Floats, Ints, Ints32
from semblant.assessment.columns import ComparedColumn, compared
from semblant.data.table import Table
from semblant.errors import InputError
from semblant.space.product import unique_columns
from semblant.space.reading import Readers


@dataclass(frozen=True)
class Pairing:
    """Distinct (original, released) tuples with how many records have them."""

    columns: tuple[ComparedColumn, ...]
    before: Ints32  # [column, pair]
    after: Ints32  # [column, pair]
    counts: Ints

    @property
    def records(self) -> int:
        """How many records there are."""
        return int(self.counts.sum())

    @cached_property
    def weights(self) -> Floats:
        """The columns' weights, summing to 1."""
        weights = np.array([c.reader.rules.weight for c in self.columns])
        return np.asarray(weights / weights.sum(), np.float64)

    @cached_property
    def distances(self) -> Floats:
        """[column, pair]: distance between the original and the released value."""
        return np.stack([c.apart(b, a) for c, b, a in zip(self.columns, self.before, self.after, strict=True)])

    @cached_property
    def centroid_distances(self) -> Floats:
        """[column, pair]: distance between the original value and the column's centroid."""
        return np.stack([c.to_centroid[b] for c, b in zip(self.columns, self.before, strict=True)])

    def distinct(self, *, original: bool) -> tuple[Ints32, Ints, Ints]:
        """The distinct tuples of one file, which of them every pair has, and how many records have each."""
        sizes = [len((c.before if original else c.after).points) for c in self.columns]
        tuples, of_pair, _ = unique_columns(self.before if original else self.after, sizes)
        counts = np.bincount(of_pair, self.counts, tuples.shape[1]).astype(np.int64)
        return tuples, of_pair.astype(np.int64), counts

    @cached_property
    def tuples(self) -> tuple[Ints, Ints]:
        """The original and the released tuple of every pair, in one numbering: equal numbers mean the same."""
        lines: list[Ints32] = []
        sizes: list[int] = []
        for column, before, after in zip(self.columns, self.before, self.after, strict=True):
            place = {p: i for i, p in enumerate(dict.fromkeys([*column.before.points, *column.after.points]))}
            sides = ((column.before.points, before), (column.after.points, after))
            lines.append(np.concatenate([np.array([place[p] for p in ps], np.int32)[codes] for ps, codes in sides]))
            sizes.append(len(place))
        number = unique_columns(lines, sizes)[1].astype(np.int64)
        return number[: len(self.counts)], number[len(self.counts) :]


def compare_columns(readers: Readers, original: Table, release: Table, loss_measure: str) -> tuple[ComparedColumn, ...]:
    """Read the quasi-identifiers of both files so that they can be compared."""
    for reader in readers:
        if reader.name not in release.names:
            raise InputError(f"The release has no column {reader.name!r}, which the policy masks.")
    return tuple(compared(r, original.column(r.name), release.column(r.name), loss_measure) for r in readers)


def pair(columns: Sequence[ComparedColumn]) -> Pairing:
    """Join the two files record by record, by position."""
    sides = [c.before for c in columns] + [c.after for c in columns]
    distinct, _, counts = unique_columns([side.codes for side in sides], [len(side.points) for side in sides])
    m = len(columns)
    return Pairing(tuple(columns), distinct[:m], distinct[m:], counts)


def link_by(id_column: str, original: Table, release: Table) -> Ints:
    """The original row of every released row, matched by a column that both have."""
    keys = [t.column(id_column) for t in (original, release)]
    for table, key in zip((original, release), keys, strict=True):
        if len(key.values) != table.records:
            raise InputError(f"The column {id_column!r} of {table.origin.name} does not tell its records apart.")
    before, after = keys
    place = {text: i for i, text in enumerate(before.values)}
    of_text = np.array([place.get(text, -1) for text in after.values], np.int64)
    if (of_text < 0).any():
        raise InputError(f"The release has values of {id_column!r} that the original does not have.")
    row = np.empty(original.records, np.int64)
    row[before.packed] = np.arange(original.records)
    return row[of_text[after.packed]]
