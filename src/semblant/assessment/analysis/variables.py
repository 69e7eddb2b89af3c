"""The columns of both files as an analyst sees them: numbers, dates, levels, categories and concepts."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Literal

import numpy as np

from semblant.arrays import AnyInts, Floats, Ints
from semblant.assessment.columns import ComparedColumn, Places, Side
from semblant.data.joint import counts_of
from semblant.data.missing import no_value
from semblant.data.numerals import Numerals
from semblant.data.table import Column, Table
from semblant.policy.model import MISSING, SUPPRESSED
from semblant.space.column import Point, point_distances
from semblant.space.rulers import Numeric

Sort = Literal["number", "date", "level", "category", "concept"]

_MOST = 0.5  # a column of texts that differ in more than this share of its records tells records apart, not groups


@dataclass(frozen=True)
class Values:
    """One column of one file: the category of every record (-1: none), and its number where it has one (NaN: none)."""

    column: AnyInts  # the text of every record, by number
    category: Ints  # of every text
    number: Floats | None = None  # of every text

    @classmethod
    def plain(cls, codes: Ints, numbers: Floats | None = None) -> "Values":
        """A column given record by record."""
        return cls(np.arange(len(codes)), codes, numbers)

    @property
    def records(self) -> int:
        """How many records there are."""
        return len(self.column)

    @property
    def codes(self) -> Ints:
        """The category of every record."""
        return self.category[self.column]

    @property
    def numbers(self) -> Floats | None:
        """The number of every record, where the column has numbers."""
        return None if self.number is None else self.number[self.column]

    def counted(self, categories: int) -> Ints:
        """How many records have each category; no array has an entry for every record."""
        there = self.category >= 0
        return np.bincount(self.category[there], self._often[there], categories).astype(np.int64)

    @cached_property
    def placed(self) -> tuple[Floats, Ints]:
        """The different numbers in ascending order, and how many records have each.

        Figures made from these are the same in any order of the records.
        """
        assert self.number is not None
        used = ~np.isnan(self.number) & (self._often > 0)
        found, of_text = np.unique(self.number[used], return_inverse=True)
        return found, np.bincount(of_text, self._often[used], len(found)).astype(np.int64)

    @cached_property
    def _often(self) -> Ints:
        """How many records have each text."""
        return counts_of(self.column, len(self.category))

    def of(self, rows: Ints) -> "Values":
        """The same column in some rows."""
        return Values(self.column[rows], self.category, self.number)


@dataclass(frozen=True)
class Variable:
    """One column of both files, with one numbering of categories for both."""

    name: str
    sort: Sort
    labels: tuple[str, ...]
    sides: tuple[Values, Values]
    """The original and the released column."""
    compared: ComparedColumn | None = None
    """Where the column is masked."""

    def of(self, rows: Ints) -> "Variable":
        """The same column in some rows of both files, which are row by row."""
        return replace(self, sides=(self.before.of(rows), self.after.of(rows)))

    @property
    def before(self) -> Values:
        """The original column."""
        return self.sides[0]

    @property
    def after(self) -> Values:
        """The released column."""
        return self.sides[1]

    @property
    def measured(self) -> bool:
        """Whether its values are numbers, dates or levels: positions on a line."""
        return self.sort in ("number", "date", "level")

    @cached_property
    def above(self) -> tuple[frozenset[int], ...]:
        """For every category the concepts at and above it; nothing for a text that is no concept."""
        reader = None if self.compared is None else self.compared.reader
        if reader is None or reader.taxonomy is None:
            return (frozenset(),) * len(self.labels)
        taxonomy = reader.taxonomy
        points = _joint(self.compared) if self.compared is not None else []
        return tuple(frozenset(taxonomy.ancestors(p.concept).tolist()) if p.named else frozenset() for p in points)

    def between(self, categories: Ints) -> Floats:
        """The distances between some categories: by meaning for concepts, 0 or 1 for others."""
        if self.compared is None or self.compared.reader.taxonomy is None:
            return 1.0 - np.eye(len(categories))
        reader, every = self.compared.reader, _joint(self.compared)
        points = [every[i] for i in categories.tolist()]
        taxonomy, measure = reader.taxonomy, getattr(self.compared, "measure", "equality")
        table = np.asarray(point_distances(points, points, taxonomy, measure, reader.options), np.float64)
        return np.maximum(table, table.T)  # Tversky's measure has a direction


def variables(columns: Sequence[ComparedColumn], original: Table, release: Table) -> tuple[Variable, ...]:
    """Every released column that an analyst could count with; texts that hardly repeat are left out."""
    masked = {column.reader.name: column for column in columns}
    found = (_masked(masked[name]) if name in masked else _kept(name, original, release) for name in release.names)
    return tuple(one for one in found if one is not None)


def _masked(column: ComparedColumn) -> Variable:
    points = _joint(column)
    place = {point: i for i, point in enumerate(points)}

    def values(side: Side) -> Values:
        category = np.array([-1 if _nothing(p) else place[p] for p in side.points], np.int64)[side.of_text]
        number = side.values[side.of_text] if isinstance(side, Places) else None
        return Values(side.column.packed, category, number)

    sort = _SORTS.get(column.reader.kind, "category")
    labels = tuple(column.reader.written(point) for point in points)
    return Variable(column.reader.name, sort, labels, (values(column.before), values(column.after)), column)


_SORTS: dict[str, Sort] = {"numeric": "number", "date": "date", "ordinal": "level", "semantic": "concept"}


def _joint(column: ComparedColumn) -> list[Point]:
    """The points of both files, each once."""
    return [p for p in dict.fromkeys((*column.before.points, *column.after.points)) if not _nothing(p)]


def _nothing(point: Point) -> bool:
    return not point.named and point.text in (MISSING, SUPPRESSED)


def _kept(name: str, original: Table, release: Table) -> Variable | None:
    """A column that is released as it is, if it says anything of groups."""
    if name not in original.names:
        return None
    both = [table.column(name) for table in (original, release)]
    labels = tuple(dict.fromkeys(text for column in both for text in column.values if not _no_text(text)))
    numerals = Numerals.through(labels)
    if numerals is not None and not numerals.glued and not numerals.codes(labels):
        ruler = Numeric.over(labels)
        before, after = (Values(c.packed, np.zeros(len(c.values), np.int64), _numbers(c, ruler)) for c in both)
        return Variable(name, "number", (), (before, after))
    if len(labels) > max(2, _MOST * original.records):
        return None
    before, after = (Values(column.packed, _codes(column, labels)) for column in both)
    return Variable(name, "category", labels, (before, after))


def _no_text(text: str) -> bool:
    return no_value(text) or text == SUPPRESSED


def _codes(column: Column, labels: Sequence[str]) -> Ints:
    place = {text: i for i, text in enumerate(labels)}
    return np.array([place.get(text, -1) for text in column.values], np.int64)


def _numbers(column: Column, ruler: Numeric) -> Floats:
    found = [None if _no_text(text) else ruler.place(text) for text in column.values]
    return np.array([np.nan if place is None else place for place in found], np.float64)
