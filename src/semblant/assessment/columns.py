"""One column of the original and of the release, compared by meaning or by position on a line."""

from abc import ABC, abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import Protocol

import numpy as np

from semblant.arrays import AnyInts, Flags, Floats, Floats32, Ints, Ints32
from semblant.assessment.exact import Line, Table, rounded_scale, whole_places
from semblant.assessment.ranges import placed
from semblant.data.filebacked import filled
from semblant.data.joint import counts_of, packed
from semblant.data.table import Column
from semblant.policy.model import SUPPRESSED
from semblant.space.column import Likeness, Point, Rule, canonical, point_distances, tabled_column
from semblant.space.numbers import NumberReader
from semblant.space.product import unique_columns
from semblant.space.reader import Reader

_TABLE = 1 << 22  # cells of a table of distances between numbers


@dataclass(frozen=True)
class Side:
    """One column of one file: its distinct points in canonical order, and the point of every record.

    That is kept as the point of every text of the column, and made when it is asked for.
    """

    points: tuple[Point, ...]
    of_text: Ints32
    column: Column

    @property
    def codes(self) -> AnyInts:
        """The point of every record; of many, in the smallest type."""
        return packed(self.of_text, len(self.points), self.column.packed)

    @property
    def counts(self) -> Ints:
        """How many records have each point."""
        return np.bincount(self.of_text, self.column.counts, len(self.points)).astype(np.int64)

    @property
    def tally(self) -> dict[Point, int]:
        """How many records have each point that any has."""
        return {point: n for point, n in zip(self.points, self.counts.tolist(), strict=True) if n}


@dataclass(frozen=True)
class Places(Side):
    """One numeric column of one file, with its distinct positions; texts without one (NaN) come last."""

    values: Floats


@dataclass(frozen=True)
class ReleasedColumn:
    """One column of a release, read without its original."""

    reader: Reader
    after: Side

    @property
    def released(self) -> Column:
        """The texts of the release."""
        return self.reader.column


class ReadColumn(Protocol):
    """A column of a release, with or without its original."""

    @property
    def reader(self) -> Reader: ...
    @property
    def after(self) -> Side: ...
    @property
    def released(self) -> Column: ...


class ComparedColumn(ABC):
    """One column of both files, whatever its kind."""

    reader: Reader
    before: Side
    after: Side
    texts: tuple[Column, Column]  # as they stand in both files

    @property
    def released(self) -> Column:
        """The texts of the release."""
        return self.texts[1]

    @cached_property
    def changed(self) -> Flags:
        """Which records' released text differs by more than case and spacing, where both files are row by row."""
        number: dict[str, int] = {}
        before, after = (
            np.array([number.setdefault(in_one_case(text), len(number)) for text in column.values], np.int32)
            for column in self.texts
        )
        codes = [column.packed for column in self.texts]
        return filled(len(codes[0]), np.bool_, lambda part: before[codes[0][part]] != after[codes[1][part]])

    @property
    def changed_records(self) -> int:
        """How many these are."""
        return int(np.count_nonzero(self.changed))

    @property
    @abstractmethod
    def unrelated(self) -> float:
        """The distance of values that have nothing in common."""

    @abstractmethod
    def table(self) -> Floats:
        """All distances, original by released point."""

    @abstractmethod
    def apart(self, before: AnyInts, after: AnyInts) -> Floats:
        """The distance between original and released codes, pair by pair."""

    @abstractmethod
    def within(self, *, original: bool) -> Floats:
        """All distances among the values of one file."""

    @property
    @abstractmethod
    def to_centroid(self) -> Floats:
        """From every original point to the centroid of the whole original column."""

    @property
    def line(self) -> tuple[Floats, Floats, float] | None:
        """The positions in both files and the scale, where a table of their distances would be too large."""
        return None

    @abstractmethod
    def exact(self) -> Line | Table:
        """What the column adds to the distances of records, for exact sums."""

    def moved(self, before: int, after: int) -> float | None:  # noqa: ARG002
        """How much higher a released position is than the original one; None where the kind has no line."""
        return None


@dataclass(frozen=True)
class ComparedMeanings(ComparedColumn):
    """A semantic or nominal column of both files."""

    reader: Reader
    before: Side
    after: Side
    texts: tuple[Column, Column]
    measure: str

    @property
    def unrelated(self) -> float:
        return self.reader.unrelated(self.measure)

    @cached_property
    def _table(self) -> Floats:
        return np.asarray(self._apart(self.after, self.before).T, np.float64)

    def _apart(self, one: Side, other: Side) -> Floats32:
        """The distances of the points of two sides; spellings of one category are at 0."""
        rows, columns = ([self.reader.alike(p) for p in side.points] for side in (one, other))
        return point_distances(rows, columns, self.reader.taxonomy, self.measure, self.reader.options)

    def table(self) -> Floats:
        return self._table

    def exact(self) -> Line | Table:
        if self.reader.taxonomy is not None:
            return Table.by_meaning(self._table)
        before, after = (
            [(self.reader.alike(point), None) for point in side.points] for side in (self.before, self.after)
        )
        return Line(before, after, Fraction(1), Fraction(1))

    def apart(self, before: AnyInts, after: AnyInts) -> Floats:
        return np.asarray(self._table[before, after])

    def within(self, *, original: bool) -> Floats:
        side = self.before if original else self.after
        table = self._apart(side, side)
        return np.asarray(np.maximum(table, table.T), np.float64)  # Tversky's measure has a direction; Ward's has none

    @cached_property
    def to_centroid(self) -> Floats:
        taxonomy, codes = self.reader.taxonomy, self.before.codes
        rule: Rule = "semantic" if taxonomy is not None else "mode"
        likeness = Likeness(taxonomy, self.measure, rule, self.reader.options)
        column = tabled_column(self.reader.name, self.before.points, codes, likeness, alike=self.reader.alike)
        counts = counts_of(column.codes, len(column.values))
        centroid = int(np.argmin(column.cost.astype(np.float64) @ counts))
        return np.asarray(column.distance[centroid], np.float64)


@dataclass(frozen=True)
class ComparedNumbers(ComparedColumn):
    """A numeric, date or ordinal column of both files."""

    reader: NumberReader
    before: Places
    after: Places
    texts: tuple[Column, Column]

    @property
    def unrelated(self) -> float:
        return self.reader.width

    def table(self) -> Floats:
        apart = np.abs(self.before.values[:, None] - self.after.values[None, :]) / self.reader.scale
        apart[np.isnan(apart)] = self.unrelated
        where = {point: i for i, point in enumerate(self.after.points)}
        for i, point in enumerate(self.before.points):
            if np.isnan(self.before.values[i]) and point in where:
                apart[i, where[point]] = 0.0  # both are missing for the same reason
        return np.asarray(apart, np.float64)

    def apart(self, before: AnyInts, after: AnyInts) -> Floats:
        x, y = self.before.values[before], self.after.values[after]
        apart = np.abs(x - y) / self.reader.scale
        nowhere = np.isnan(apart)
        if nowhere.any():
            same = np.array([self.before.points[b] == self.after.points[a] for b, a in zip(before, after, strict=True)])
            apart = np.where(nowhere, np.where(same, 0.0, self.unrelated), apart)
        return np.asarray(apart, np.float64)

    def within(self, *, original: bool) -> Floats:
        values = (self.before if original else self.after).values
        apart = np.abs(values[:, None] - values[None, :]) / self.reader.scale
        apart = np.where(np.isnan(apart), self.unrelated, apart)
        np.fill_diagonal(apart, 0.0)
        return np.asarray(apart, np.float64)

    @property
    def line(self) -> tuple[Floats, Floats, float] | None:
        x, y = self.before.values, self.after.values
        tabled = np.isnan(x).any() or np.isnan(y).any() or len(x) * len(y) <= _TABLE
        return None if tabled else (x, y, self.reader.scale)

    def exact(self) -> Line | Table:
        reader, sides = self.reader, (self.before, self.after)
        original = reader.value_places
        places = np.concatenate([original, *(side.values for side in sides)])
        there = ~np.isnan(places)
        found, unit = whole_places(reader.ruler, places[there])
        whole: list[int | None] = [None] * len(places)
        for i, place in zip(np.flatnonzero(there).tolist(), found, strict=True):
            whole[i] = place
        known = [place for place in whole[: len(original)] if place is not None]
        span = max(known) - min(known) if known else 0
        one = Fraction(span) if span and reader.combine == "mean" else unit * rounded_scale(reader.scale)
        before, after = whole[len(original) :][: len(sides[0].values)], whole[len(original) + len(sides[0].values) :]
        return Line(
            list(zip(self.before.points, before, strict=True)),
            list(zip(self.after.points, after, strict=True)),
            one,
            span / one if span else Fraction(1),
        )

    def moved(self, before: int, after: int) -> float | None:
        return float(self.after.values[after] - self.before.values[before])

    @cached_property
    def to_centroid(self) -> Floats:
        """From every original position to the mean of the column; a record without one has the greatest distance."""
        counts = self.before.counts
        there = ~np.isnan(self.before.values)
        if not there.any():
            return np.zeros(len(there))
        mean = float(self.before.values[there] @ counts[there]) / int(counts[there].sum())
        apart = np.abs(self.before.values - mean) / self.reader.scale
        return np.where(there, apart, self.unrelated)


def compared(reader: Reader, before: Column, after: Column, loss_measure: str) -> ComparedColumn:
    """Read one column of both files as points or positions, ready to be compared."""
    if isinstance(reader, NumberReader):
        return ComparedNumbers(reader, _places(reader, before), _places(reader, after), (before, after))
    measure = loss_measure if reader.taxonomy is not None else "equality"
    return ComparedMeanings(reader, side_of(reader, before), side_of(reader, after), (before, after), measure)


def side_of(reader: Reader, column: Column) -> Side:
    """One column of one file by the points of its texts."""
    of_value = [reader.point_of(text) for text in column.values]
    points = canonical(of_value)
    place = {p: i for i, p in enumerate(points)}
    return Side(tuple(points), np.array([place[p] for p in of_value], np.int32), column)


def _places(reader: NumberReader, column: Column) -> Places:
    of_value, found = placed(reader, column.values)
    place_of = dict(zip(of_value, found.tolist(), strict=True))
    points = sorted(place_of, key=lambda p: (np.isnan(place_of[p]), place_of[p], p.text))
    number = {p: i for i, p in enumerate(points)}
    of_text = np.array([number[p] for p in of_value], np.int32)
    return Places(tuple(points), of_text, column, np.array([place_of[p] for p in points], np.float64))


def distinct_tuples(columns: Sequence[ComparedColumn], *, original: bool) -> tuple[Ints32, Ints32, Ints]:
    """The distinct tuples of one file, which of them every record has, and how many have each."""
    sides = [c.before if original else c.after for c in columns]
    return unique_columns([s.codes for s in sides], [len(s.points) for s in sides])


def all_suppressed(columns: Sequence[ComparedColumn], tuples: Ints32) -> Flags:
    """Which released tuples are suppressed in every column."""
    stars = [np.array([is_suppressed(p) for p in c.after.points]) for c in columns]
    return np.asarray(np.logical_and.reduce([star[line] for star, line in zip(stars, tuples, strict=True)]))


def in_one_case(text: str) -> str:
    """A text in one case and with single spaces, which is how released texts are compared with original ones.

    Example:
        >>> in_one_case(" Night  NURSE")
        'night nurse'
    """
    return " ".join(text.casefold().split())


def is_suppressed(point: Point) -> bool:
    """Whether a point is the suppressed value."""
    return not point.named and point.text == SUPPRESSED
