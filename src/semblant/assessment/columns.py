"""One column of both files, ready to be compared: by meaning where it has one, by place on a line otherwise."""

from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from semblant.assessment.ranges import placed
from semblant.data.table import Column
from semblant.policy.model import SUPPRESSED
from semblant.semantics.measures import measure_named
from semblant.space.column import Point, canonical, point_distances, tabled_column
from semblant.space.numbers import NumberReader
from semblant.space.reading import AnyReader, Reader

Floats = NDArray[np.float64]
Codes = NDArray[np.int32]


@dataclass(frozen=True)
class Side:
    """One column of one file: its distinct points in canonical order, and the point of every record."""

    points: tuple[Point, ...]
    codes: Codes


@dataclass(frozen=True)
class Places:
    """One numeric column of one file: its distinct places, texts that are none (NaN) last, and every record's."""

    points: tuple[Point, ...]
    values: Floats
    codes: Codes


@dataclass(frozen=True)
class JudgedMeaning:
    """A semantic or nominal column of both files."""

    reader: Reader
    before: Side
    after: Side
    measure: str

    @property
    def unrelated(self) -> float:
        """The distance of what has nothing in common."""
        return measure_named(self.measure).farthest(self.reader.taxonomy, self.reader.options)

    @cached_property
    def distance(self) -> Floats:
        """From every original point to every released one."""
        table = point_distances(
            self.after.points, self.before.points, self.reader.taxonomy, self.measure, self.reader.options
        )
        return np.asarray(table.T, np.float64)

    def table(self) -> Floats:
        """All distances, original by released point."""
        return self.distance

    def apart(self, before: Codes, after: Codes) -> Floats:
        """How far apart original and released codes are, pair by pair."""
        return np.asarray(self.distance[before, after])

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
        return np.asarray(column.distance[centroid], np.float64)


@dataclass(frozen=True)
class JudgedNumbers:
    """A numeric, date or ordinal column of both files."""

    reader: NumberReader
    before: Places
    after: Places

    @property
    def unrelated(self) -> float:
        """The distance between a place and none."""
        return self.reader.unrelated

    def table(self) -> Floats:
        """All distances, original by released place; refused by the caller where there are too many."""
        b, a = np.indices((len(self.before.points), len(self.after.points)), np.int32)
        return self.apart(b.ravel(), a.ravel()).reshape(b.shape)

    def apart(self, before: Codes, after: Codes) -> Floats:
        """How far apart original and released codes are, pair by pair."""
        x, y = self.before.values[before], self.after.values[after]
        apart = np.abs(x - y) / self.reader.scale
        nowhere = np.isnan(apart)
        if nowhere.any():
            same = np.array([self.before.points[b] == self.after.points[a] for b, a in zip(before, after, strict=True)])
            apart = np.where(nowhere, np.where(same, 0.0, self.unrelated), apart)
        return np.asarray(apart, np.float64)

    @cached_property
    def to_centroid(self) -> Floats:
        """From every original place to the mean of the column; a record without a place is as far as can be."""
        counts = np.bincount(self.before.codes, minlength=len(self.before.values))
        there = ~np.isnan(self.before.values)
        if not there.any():
            return np.zeros(len(there))
        mean = float(self.before.values[there] @ counts[there]) / int(counts[there].sum())
        apart = np.abs(self.before.values - mean) / self.reader.scale
        return np.where(there, apart, self.unrelated)


Judged = JudgedMeaning | JudgedNumbers


def judged(reader: AnyReader, before: Column, after: Column, loss_measure: str) -> Judged:
    """Both files' texts of one column as points or places."""
    if isinstance(reader, NumberReader):
        return JudgedNumbers(reader, _places(reader, before), _places(reader, after))
    measure = loss_measure if reader.taxonomy is not None else "equality"
    return JudgedMeaning(reader, _side(reader, before), _side(reader, after), measure)


def _side(reader: Reader, column: Column) -> Side:
    of_value = [reader.said(text) for text in column.values]
    points = canonical(of_value)
    place = {p: i for i, p in enumerate(points)}
    return Side(tuple(points), np.array([place[p] for p in of_value], np.int32)[column.codes])


def _places(reader: NumberReader, column: Column) -> Places:
    of_value, found = placed(reader, column.values)
    place_of = dict(zip(of_value, found.tolist(), strict=True))
    points = sorted(place_of, key=lambda p: (np.isnan(place_of[p]), place_of[p], p.text))
    number = {p: i for i, p in enumerate(points)}
    codes = np.array([number[p] for p in of_value], np.int32)[column.codes]
    return Places(tuple(points), np.array([place_of[p] for p in points], np.float64), codes)


def is_suppressed(point: Point) -> bool:
    """Whether a point is the suppressed value."""
    return not point.named and point.text == SUPPRESSED
