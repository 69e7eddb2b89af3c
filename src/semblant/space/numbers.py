"""Columns of positions on a line: numbers, dates, ordered levels."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property

import numpy as np

from semblant.arrays import AnyInts, Flags, Floats, Floats32, Ints, Ints32
from semblant.data.joint import packed
from semblant.data.missing import is_nothing, no_value
from semblant.data.table import Column
from semblant.knowledge.taxonomy import VIRTUAL_ROOT
from semblant.policy.model import MISSING, SUPPRESSED
from semblant.space.column import Point, Rule, SpaceColumn, TabledColumn
from semblant.space.reader import Reader
from semblant.space.rulers import Numeric, Ordered, Ruler
from semblant.space.rules import ColumnRules


@dataclass(frozen=True, eq=False)
class NumberReader(Reader):
    """How one numeric, date or ordinal quasi-identifier is read and written.

    ``combine`` decides how places are scaled: by their range (mean) or their standard deviation (euclidean).
    ``labels`` are the positions of texts that are not values themselves: those of the column's hierarchy.
    """

    column: Column
    rules: ColumnRules
    ruler: Ruler
    combine: str = "mean"
    labels: Mapping[str, float] = field(default_factory=dict)
    persons: Ints | None = None

    @property
    def levels(self) -> tuple[str, ...]:
        return self.ruler.levels if isinstance(self.ruler, Ordered) else ()

    def places(self, texts: Sequence[str]) -> Floats:
        """The positions of texts; NaN where a text has none (missing, suppressed, or not readable)."""
        found = [self.ruler.place(t) if not is_nothing(t) else None for t in texts]
        return np.array([np.nan if p is None else p for p in found], np.float64)

    def point_of(self, text: str) -> Point:
        return self.point(text, float(self.places([text])[0]))

    def point(self, text: str, place: float) -> Point:
        """The point of a text: the same for all spellings of one position."""
        if np.isnan(place):
            return Point(VIRTUAL_ROOT, MISSING if no_value(text) and text.strip() != SUPPRESSED else text)
        usual = self.ruler.text(place)
        if self.ruler.place(usual) == place:
            return Point(VIRTUAL_ROOT, usual)
        return Point(VIRTUAL_ROOT, self.ruler.exact(place) if isinstance(self.ruler, Numeric) else repr(place))

    @cached_property
    def value_places(self) -> Floats:
        """Places of the original column's distinct values."""
        return self.places(self.column.values)

    @cached_property
    def span(self) -> float:
        """The distance from the lowest to the highest original position."""
        there = self.value_places[~np.isnan(self.value_places)]
        return float(there.max() - there.min()) if there.size else 0.0

    @cached_property
    def scale(self) -> float:
        """The distance that counts as 1: the range for mean, the standard deviation for euclidean."""
        if self.combine == "mean" or self.span == 0.0:
            return self.span or 1.0
        there = ~np.isnan(self.value_places)
        places, counts = self.value_places[there], self.column.counts[there]
        n = int(counts.sum())
        mean = float(places @ counts) / n
        return float(np.sqrt(((places - mean) ** 2) @ counts / max(1, n - 1))) or 1.0

    @property
    def width(self) -> float:
        """The distance between a position and a missing one: the width of the column."""
        return self.span / self.scale if self.span else 1.0

    def unrelated(self, measure: str) -> float:  # noqa: ARG002
        return self.width

    def label_losses(self, labels: Sequence[str], up: Ints32, points: Sequence[Point], measure: str) -> Floats:  # noqa: ARG002
        at = np.array([self.labels.get(label, np.nan) for label in labels])[up]
        apart = np.abs(at - np.unique(self.value_places)[None, :]) / self.scale
        return np.where(np.isnan(apart), self.width, apart)

    def in_space(self, measure: str, rule: Rule) -> SpaceColumn:  # noqa: ARG002
        return number_column(self)


@dataclass(frozen=True)
class NumberColumn(SpaceColumn):
    """A numeric column in a space: the position of every value, and representatives of groups."""

    name: str
    reader: NumberReader
    codes: AnyInts  # per record
    values: Floats  # ascending; NaN last: no place
    nowhere: str  # what is written for no place
    weight: float = 1.0

    @property
    def points(self) -> tuple[Point, ...]:
        nowhere = Point(VIRTUAL_ROOT, self.nowhere)
        return tuple(nowhere if np.isnan(place) else self.reader.point("", place) for place in self.values.tolist())

    def tables(self, codes: Ints32) -> list[tuple[TabledColumn, Ints32]]:
        """A table of whether a value has a position, where some have none."""
        absent = np.isnan(self.values)
        if not absent.any():
            return []
        points = (Point(VIRTUAL_ROOT, "there"), Point(VIRTUAL_ROOT, "absent"))
        apart = np.array([[0.0, 1.0], [1.0, 0.0]], np.float32) * np.float32(self.reader.width)
        of_record, own = absent[self.codes].astype(np.int32), np.arange(2, dtype=np.int32)
        presence = TabledColumn(self.name, of_record, points, points, own, apart, apart, 2, self.weight)
        return [(presence, absent[codes].astype(np.int32))]

    def lines(self, codes: Ints32) -> "list[tuple[NumberColumn, Ints32]]":
        return [(self, codes)]

    def centre_texts(self, chosen: Ints, codes: Ints32, counts: Ints, groups: Ints) -> list[str]:
        return self.representatives(codes, counts, groups, len(chosen))

    def why(self, chosen: int, seen: Ints, own: int) -> tuple[float | None, str]:  # noqa: ARG002
        return None, f"It is the {self.reader.rules.representative} of the group."

    def scaled(self, codes: Ints32) -> Floats32:
        """Places in units of the column's scale; the mean where there is none, so that only its absence counts."""
        there = ~np.isnan(self.values)
        filled = np.where(there, self.values, self.values[there].mean() if there.any() else 0.0)
        return np.asarray((filled[codes] - filled.mean()) / self.reader.scale, np.float32)

    def written(self, code: int) -> str:
        place = float(self.values[code])
        return self.nowhere if np.isnan(place) else self.reader.ruler.text(place)

    @cached_property
    def common(self) -> Flags:
        """Which values may be published: levels that enough persons wrote as they are; of numbers and dates all."""
        column, holders = self.reader.column, self.reader.holders
        if self.reader.kind != "ordinal" or holders.least <= 1:
            return np.ones(len(self.values), bool)
        wrote = dict(zip(column.values, holders.of_values(column.packed, len(column.values)), strict=True))
        texts = [self.written(code) for code in range(len(self.values))]
        return np.array([text == SUPPRESSED or wrote.get(text, 0) >= holders.least for text in texts], bool)

    def donated(self, code: int) -> str:
        return self.written(code) if self.common[code] else SUPPRESSED

    def representative(self, codes: Ints32, counts: Ints) -> str:
        """The text that represents a group: mean or median of its positions, or missing if most are missing."""
        return self.representatives(codes, counts, np.zeros(len(codes), np.int64), 1)[0]

    def representatives(self, codes: Ints32, counts: Ints, groups: Ints, size: int) -> list[str]:
        """The text that represents each of many groups, given the group of every row."""
        if self.reader.kind == "ordinal" and self.reader.rules.rare == "hide":
            return self._commonest(codes, counts, groups, size)
        places = self.values[codes]
        there = ~np.isnan(places)
        known = np.bincount(groups[there], counts[there], size)
        every = np.bincount(groups, counts, size)
        nowhere = (2 * known <= every) & (known < every) | (known == 0)
        places, counts, groups = places[there], counts[there], groups[there]
        if self.reader.kind == "ordinal" or self.reader.rules.representative == "median":
            by = np.lexsort((places, groups))
            through = np.cumsum(counts[by])
            before = np.cumsum(known) - known
            middle = np.searchsorted(through, (before + (known + 1) // 2)[~nowhere])
            stand = places[by][middle]
        else:
            stand = (np.bincount(groups, places * counts, size)[~nowhere]) / known[~nowhere]
        distinct, which = np.unique(stand, return_inverse=True)
        texts = np.full(size, self.nowhere, object)
        texts[~nowhere] = np.array([self.reader.ruler.text(float(p)) for p in distinct], object)[which]
        return list(texts)

    def _commonest(self, codes: Ints32, counts: Ints, groups: Ints, size: int) -> list[str]:
        """The level that most of each group have, of those that may be published; of equals the lower; else ``*``."""
        held = np.zeros((size, len(self.values)), np.int64)
        np.add.at(held, (groups, codes), counts)
        held[:, ~self.common] = 0
        texts = [self.written(code) for code in range(len(self.values))]
        return [texts[best] if n else SUPPRESSED for best, n in zip(held.argmax(axis=1), held.max(axis=1), strict=True)]


def number_column(reader: NumberReader) -> NumberColumn:
    """The column of a reader; two spellings of one position are one value."""
    values, inverse = np.unique(reader.value_places, return_inverse=True)
    nowhere = SUPPRESSED if reader.rules.missing == "suppress" else MISSING
    codes = packed(inverse, len(values), reader.column.packed)
    return NumberColumn(reader.name, reader, codes, values, nowhere, reader.rules.weight)
