"""Reading a column of concepts, and choosing the spelling under which each is released."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cached_property

from semblant.arrays import Ints
from semblant.data.table import Column
from semblant.knowledge.prefixes import CODES
from semblant.knowledge.taxonomy import Taxonomy
from semblant.space.column import SUPPRESSED_POINT, Point
from semblant.space.reader import Reader
from semblant.space.rules import ColumnRules
from semblant.space.understanding import Understanding
from semblant.terms.mapping import Meanings


@dataclass(frozen=True, eq=False)
class ConceptReader(Reader):
    """Reads a column by the meanings of its knowledge, or of its hierarchy for a nominal column."""

    column: Column
    rules: ColumnRules
    understanding: Understanding
    persons: Ints | None = None

    @property
    def taxonomy(self) -> Taxonomy:
        """The knowledge behind the column."""
        return self.understanding.taxonomy

    @property
    def meanings(self) -> Meanings:
        """What each distinct value means."""
        return self.understanding.meanings

    def with_labels(self, labels: Mapping[str, Point]) -> "ConceptReader":
        """A reader that also reads the labels of a hierarchy."""
        return replace(self, understanding=replace(self.understanding, labels=labels))

    def point_of(self, text: str) -> Point:
        return self.understanding.point_of(text)

    def masked(self, text: str) -> Point:
        return self.understanding.masked(text) or SUPPRESSED_POINT

    def written(self, point: Point) -> str:
        """The name released for a point: the data's usual spelling of it, else the vocabulary's label."""
        return self._usual.get(point) or self.understanding.label(point, code=self._coded)

    def nameable(self, point: Point) -> bool:
        """Whether a point can be written so that it is read back as itself; several senses have no label."""
        return not point.senses or point in self._usual

    @cached_property
    def _coded(self) -> bool:
        """Whether the column is written in codes: then concepts that do not occur in it are written as codes too."""
        ids, found = self.taxonomy.ids, self.meanings.concepts
        known = [i for i, c in enumerate(found) if c >= 0]
        codes = [i for i in known if self.meanings.values[i].strip() == ids[int(found[i])]]
        return 2 * len(codes) > len(known)

    @cached_property
    def _usual(self) -> dict[Point, str]:
        """The most frequent spelling of each point, of those that are its names and that k persons wrote exactly.

        Several senses at once have no other name, so where rare values are published, so is their spelling. A code has
        one spelling, which the vocabulary knows.
        """
        if self.taxonomy.arrays.reading == CODES:
            return {}
        best: dict[Point, tuple[int, str]] = {}
        writers = self.holders.of_values(self.column.packed, len(self.column.values)).tolist()
        for text, match, count in zip(self.column.values, self.meanings.matches, writers, strict=True):
            point = self.point_of(text)
            least = self.holders.least if point.senses else self.rules.k
            if point.named and match.is_name and count >= least and count > best.get(point, (0, ""))[0]:
                best[point] = (count, text)
        return {point: text for point, (_, text) in best.items()}
