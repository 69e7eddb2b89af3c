"""A column of places on a line: numbers, dates, ordered levels."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from semblant.data.missing import is_nothing, no_value
from semblant.data.table import Column
from semblant.knowledge.taxonomy import VIRTUAL_ROOT
from semblant.policy.model import MISSING, SUPPRESSED, Attribute, Kind, Source
from semblant.semantics.measure import DEFAULT
from semblant.space.column import Point
from semblant.space.rulers import Numeric, Ruler

Floats = NDArray[np.float64]


@dataclass(frozen=True)
class NumberReader:
    """How one numeric, date or ordinal quasi-identifier is read and written.

    ``labels`` say where texts stand that are no places themselves: those of the column's hierarchy.
    """

    column: Column
    attribute: Attribute
    kind: Kind
    ruler: Ruler
    combine: str
    taxonomy: None = None
    options: Source = DEFAULT
    sources: tuple[str, ...] = ()
    meanings: None = None
    labels: Mapping[str, float] = field(default_factory=dict)

    @property
    def name(self) -> str:
        """The column's name."""
        return self.column.name

    def places(self, texts: Sequence[str]) -> Floats:
        """Places of texts; NaN where a text is none (missing, suppressed, or foreign)."""
        found = [self.ruler.place(t) if not is_nothing(t) else None for t in texts]
        return np.array([np.nan if p is None else p for p in found], np.float64)

    def point(self, text: str, place: float) -> Point:
        """The point of a text: the same for every way to write one place."""
        if np.isnan(place):
            return Point(VIRTUAL_ROOT, MISSING if no_value(text) and text.strip() != SUPPRESSED else text)
        usual = self.ruler.text(place)
        if self.ruler.place(usual) == place:
            return Point(VIRTUAL_ROOT, usual)
        return Point(VIRTUAL_ROOT, self.ruler.exact(place) if isinstance(self.ruler, Numeric) else repr(place))

    def written(self, point: Point) -> str:
        """The text of a point."""
        return point.text

    @cached_property
    def value_places(self) -> Floats:
        """Places of the original column's distinct values."""
        return self.places(self.column.values)

    @cached_property
    def span(self) -> float:
        """From the lowest to the highest original place."""
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
    def unrelated(self) -> float:
        """The distance between a place and no place: the width of the column."""
        return self.span / self.scale if self.span else 1.0


@dataclass(frozen=True)
class NumberColumn:
    """A numeric column in a space: the place of every value and what stands for a group."""

    reader: NumberReader
    codes: NDArray[np.int32]  # per record
    values: Floats  # ascending; NaN last: no place
    nowhere: str  # what is written for no place
    weight: float = 1.0

    @property
    def name(self) -> str:
        """The column's name."""
        return self.reader.name

    @property
    def incomplete(self) -> bool:
        """Whether some records have no place."""
        return bool(np.isnan(self.values).any())

    def scaled(self, codes: NDArray[np.int32]) -> NDArray[np.float32]:
        """Places in units of the column's scale; the mean where there is none, so that only its absence counts."""
        there = ~np.isnan(self.values)
        filled = np.where(there, self.values, self.values[there].mean() if there.any() else 0.0)
        return np.asarray((filled[codes] - filled.mean()) / self.reader.scale, np.float32)

    def written(self, code: int) -> str:
        """The text of one value."""
        place = float(self.values[code])
        return self.nowhere if np.isnan(place) else self.reader.ruler.text(place)

    def stand_for(self, codes: NDArray[np.int32], counts: NDArray[np.int64]) -> str:
        """The text that stands for a group: mean or median of the places there are, or none if most have none."""
        return self.stand_for_each(codes, counts, np.zeros(len(codes), np.int64), 1)[0]

    def stand_for_each(
        self, codes: NDArray[np.int32], counts: NDArray[np.int64], groups: NDArray[np.int64], size: int
    ) -> list[str]:
        """The text that stands for each of many groups, given the group of every row."""
        places = self.values[codes]
        there = ~np.isnan(places)
        known = np.bincount(groups[there], counts[there], size)
        every = np.bincount(groups, counts, size)
        nowhere = (2 * known <= every) & (known < every) | (known == 0)
        places, counts, groups = places[there], counts[there], groups[there]
        if self.reader.kind == "ordinal" or self.reader.attribute.representative == "median":
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


def number_column(reader: NumberReader) -> NumberColumn:
    """The column of a reader; the same place written in two ways is one value."""
    places = reader.value_places
    values, inverse = np.unique(places, return_inverse=True)
    nowhere = SUPPRESSED if reader.attribute.missing == "suppress" else MISSING
    codes = inverse.astype(np.int32)[reader.column.codes]
    return NumberColumn(reader, codes, values, nowhere, reader.attribute.weight)
