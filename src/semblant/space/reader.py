"""Readers of columns: from the text of a cell to its point, and back to text."""

from abc import ABC, abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from semblant.arrays import Floats, Ints, Ints32
from semblant.data.codings import category_keys
from semblant.data.same import fold
from semblant.data.table import Column
from semblant.knowledge.taxonomy import VIRTUAL_ROOT, Taxonomy
from semblant.policy.model import MISSING, SUPPRESSED, Kind, Source
from semblant.semantics.measure import DEFAULT
from semblant.semantics.measures import measure_named
from semblant.space.column import SUPPRESSED_POINT, Likeness, Point, Rule, SpaceColumn, point_distances, tabled_column
from semblant.space.holders import Holders
from semblant.space.rules import ColumnRules
from semblant.space.understanding import Understanding

_KEY = "\0"  # keeps keys apart from texts such as `*`


class Reader(ABC):
    """Reads and writes the values of one quasi-identifier, whatever its kind."""

    column: Column
    rules: ColumnRules
    understanding: Understanding | None = None  # where values mean concepts
    persons: Ints | None = None  # of every record; None: every record is a person

    @property
    def name(self) -> str:
        """The column's name."""
        return self.column.name

    @property
    def kind(self) -> Kind:
        """The column's kind."""
        return self.rules.kind

    @property
    def taxonomy(self) -> Taxonomy | None:
        """The knowledge by which values are compared."""
        return None if self.understanding is None else self.understanding.taxonomy

    @property
    def options(self) -> Source:
        """The options of that knowledge."""
        return DEFAULT if self.understanding is None else self.understanding.options

    @property
    def sources(self) -> tuple[str, ...]:
        """The names of that knowledge."""
        return () if self.understanding is None else self.understanding.sources

    @property
    def levels(self) -> tuple[str, ...]:
        """The levels of an ordinal column, lowest first."""
        return ()

    @property
    def holders(self) -> Holders:
        """The persons behind the records, and how many must hold a value for it to be published."""
        return Holders(self.rules.k if self.rules.rare == "hide" else 1, self.persons)

    @abstractmethod
    def point_of(self, text: str) -> Point:
        """The point of an original or released text, for assessment."""

    def masked(self, text: str) -> Point:
        """The point of an original text as the methods see it: missing and unknown values by the rules."""
        return self.point_of(text)

    def written(self, point: Point) -> str:
        """The text released for a point."""
        return point.text

    def nameable(self, point: Point) -> bool:  # noqa: ARG002
        """Whether a point can be written so that it is read back as itself."""
        return True

    def alike(self, point: Point) -> Point:
        """The same point for all between which there is no difference but in writing: they are compared by it."""
        return point

    def places(self, texts: Sequence[str]) -> Floats | None:  # noqa: ARG002
        """The positions of texts on the column's line, NaN where one has none; None where the kind has no line."""
        return None

    def unrelated(self, measure: str) -> float:
        """The distance of values that have nothing in common."""
        return measure_named(measure).farthest(self.taxonomy, self.options)

    def label_losses(self, labels: Sequence[str], up: Ints32, points: Sequence[Point], measure: str) -> Floats:
        """[level, value]: the distance of the label ``up[level, value]`` from its value."""
        meant = [self.point_of(label) for label in labels]
        far = point_distances(meant, points, self.taxonomy, measure, self.options).astype(np.float64)
        return np.asarray(far[up, np.arange(len(points))[None, :]])

    def in_space(self, measure: str, rule: Rule) -> SpaceColumn:
        """The column of a space, for a measure and a rule for centroids."""
        if self.taxonomy is None:
            measure, rule = "equality", "mode"
        likeness = Likeness(self.taxonomy, measure, rule, self.options)
        points, codes = [self.masked(text) for text in self.column.values], self.column.packed
        return tabled_column(
            self.name,
            points,
            codes,
            likeness,
            weight=self.rules.weight,
            spell=self.written,
            holders=self.holders,
            nameable=self.nameable,
            alike=self.alike,
        )


@dataclass(frozen=True, eq=False)
class CategoryReader(Reader):
    """Reads a nominal column: texts are unrelated categories, some of which are written in several ways.

    Spellings of one category are at distance 0, but each remains a text of its own: released is one that somebody in
    the class wrote, and classes are counted by exact text.
    """

    column: Column
    rules: ColumnRules
    persons: Ints | None = None

    def alike(self, point: Point) -> Point:
        nothing = point.named or not point.text.strip() or point == SUPPRESSED_POINT
        return point if nothing else Point(VIRTUAL_ROOT, self._keys.get(point.text) or _KEY + fold(point.text))

    @property
    def merged(self) -> str:
        """How many spellings are of how many categories, in words; empty where each is one of its own."""
        spellings, categories = len(self._keys), len(set(self._keys.values()))
        return f"{spellings:,} values are spellings of {categories:,} categories" if categories < spellings else ""

    @cached_property
    def _keys(self) -> dict[str, str]:
        """What a reader sees of every value."""
        return {
            text: _KEY + key for text, key in zip(self.column.values, category_keys(self.column.values), strict=True)
        }

    def point_of(self, text: str) -> Point:
        return SUPPRESSED_POINT if text == SUPPRESSED else Point(VIRTUAL_ROOT, text)

    def masked(self, text: str) -> Point:
        return SUPPRESSED_POINT if text == MISSING and self.rules.missing == "suppress" else self.point_of(text)
