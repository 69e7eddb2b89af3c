"""Original and released records side by side, as distinct pairs with counts; all figures are computed from these."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from semblant.data.table import Column, Table
from semblant.errors import InputError
from semblant.semantics.measures import measure_named
from semblant.space.column import Point, canonical, point_distances, tabled_column
from semblant.space.product import unique_columns
from semblant.space.reading import Reader, Readers

Floats = NDArray[np.float64]
Codes = NDArray[np.int32]


@dataclass(frozen=True)
class Side:
    """One column of one file: its distinct points in canonical order, and the point of every record."""

    points: tuple[Point, ...]
    codes: Codes


def _side(reader: Reader, column: Column) -> Side:
    of_value = [reader.said(text) for text in column.values]
    points = canonical(of_value)
    place = {p: i for i, p in enumerate(points)}
    return Side(tuple(points), np.array([place[p] for p in of_value], np.int32)[column.codes])


@dataclass(frozen=True)
class Judged:
    """One column of both files, and how far apart its points are by the judging measure."""

    reader: Reader
    before: Side
    after: Side
    measure: str

    @property
    def unrelated(self) -> float:
        """The distance of what has nothing in common."""
        depth = self.reader.taxonomy.greatest_depth if self.reader.taxonomy is not None else 1
        return measure_named(self.measure).unrelated(depth)

    @cached_property
    def distance(self) -> Floats:
        """From every original point to every released one."""
        table = point_distances(
            self.after.points, self.before.points, self.reader.taxonomy, self.measure, self.reader.options
        )
        return table.T.astype(np.float64)

    @cached_property
    def to_centroid(self) -> Floats:
        """From every original point to the centroid of the whole original column."""
        column = tabled_column(
            self.reader.name,
            self.before.points,
            self.before.codes.astype(np.int64),
            self.reader.taxonomy,
            measure=self.measure,
            rule="semantic" if self.reader.taxonomy is not None else "mode",
            options=self.reader.options,
        )
        counts = np.bincount(column.codes, minlength=len(column.values))
        centroid = int(np.argmin(column.cost.astype(np.float64) @ counts))
        return column.distance[centroid].astype(np.float64)


@dataclass(frozen=True)
class Pairing:
    """Distinct (original, released) tuples with how many records have them."""

    columns: tuple[Judged, ...]
    before: Codes  # [column, pair]
    after: Codes  # [column, pair]
    counts: NDArray[np.int64]

    @property
    def records(self) -> int:
        """How many records there are."""
        return int(self.counts.sum())

    @cached_property
    def weights(self) -> Floats:
        """The columns' weights, summing to 1."""
        weights = np.array([c.reader.attribute.weight for c in self.columns])
        return np.asarray(weights / weights.sum(), np.float64)

    @cached_property
    def distances(self) -> Floats:
        """[column, pair]: how far the released value is from the original one."""
        return np.stack([c.distance[b, a] for c, b, a in zip(self.columns, self.before, self.after, strict=True)])

    @cached_property
    def centroid_distances(self) -> Floats:
        """[column, pair]: how far the original value is from the column's centroid."""
        return np.stack([c.to_centroid[b] for c, b in zip(self.columns, self.before, strict=True)])


    @cached_property
    def merged(self) -> tuple[Codes, Codes]:
        """[column, pair] of both sides in one numbering of points, so that equal codes mean the same."""
        return _merged(self.columns, self.before, self.after)

    @cached_property
    def tuples(self) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
        """The original and the released tuple of every pair, in one numbering."""
        before, after = self.merged
        sizes = [len(set(c.before.points) | set(c.after.points)) for c in self.columns]
        _, number, _ = unique_columns(np.concatenate([before, after], axis=1), sizes)
        return number[: len(self.counts)], number[len(self.counts) :]


def _merged(columns: Sequence[Judged], before: Codes, after: Codes) -> tuple[Codes, Codes]:
    both: tuple[list[Codes], list[Codes]] = ([], [])
    for j, column in enumerate(columns):
        place = {p: i for i, p in enumerate(canonical([*column.before.points, *column.after.points]))}
        for lines, side, codes in zip(both, (column.before, column.after), (before, after), strict=True):
            lines.append(np.array([place[p] for p in side.points], np.int32)[codes[j]])
    return np.stack(both[0]), np.stack(both[1])


def judge(readers: Readers, original: Table, release: Table, loss_measure: str) -> tuple[Judged, ...]:
    """Both files' columns, ready to be compared by meaning."""
    for reader in readers:
        if reader.name not in release.names:
            raise InputError(f"The release has no column {reader.name!r}, which the policy masks.")
    return tuple(
        Judged(
            reader,
            _side(reader, original.column(reader.name)),
            _side(reader, release.column(reader.name)),
            loss_measure if reader.taxonomy is not None else "equality",
        )
        for reader in readers
    )


def pair(columns: Sequence[Judged]) -> Pairing:
    """Join the two files record by record, by position."""
    stacked = np.concatenate([[c.before.codes for c in columns], [c.after.codes for c in columns]]).astype(np.int32)
    sizes = [len(c.before.points) for c in columns] + [len(c.after.points) for c in columns]
    distinct, _, counts = unique_columns(stacked, sizes)
    m = len(columns)
    return Pairing(tuple(columns), distinct[:m], distinct[m:], counts)
