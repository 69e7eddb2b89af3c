"""The taxonomy of the Python interface: concepts by their names, distances, centroids."""

from collections.abc import Mapping, Sequence
from html import escape
from pathlib import Path
from typing import Self

from semblant.arrays import Floats32
from semblant.charts.htmltable import table_html
from semblant.knowledge import sources
from semblant.knowledge import taxonomy as base
from semblant.knowledge.taxonomy import VIRTUAL_ROOT, Concept, Name
from semblant.policy.model import Centroid, Source
from semblant.semantics import matrix, measures, operators
from semblant.semantics.measure import DEFAULT

_TOP = Concept("", "*")
_SHOWN = 8


class Taxonomy(base.Taxonomy):
    """An is-a graph that also says how far apart its meanings are.

    Example:
        >>> jobs = Taxonomy.from_paths(["work/health/nurse", "work/health/doctor", "work/food/baker"])
        >>> jobs.similarity("nurse", "doctor", measure="wu-palmer")
        0.75
        >>> jobs.centroid({"nurse": 2, "doctor": 1}).label
        'nurse'
    """

    options: Source = DEFAULT

    @classmethod
    def of(cls, other: base.Taxonomy, options: Source = DEFAULT) -> Self:
        """The same taxonomy with its measures at hand."""
        made = cls(other.arrays, other.name)
        made.options = options
        return made

    def similarity(self, a: Name, b: Name, measure: str = "logsc") -> float:
        """How alike two concepts are, on the scale of the measure's paper."""
        return measures.similarity(self, a, b, measure, self.options)

    def distance(self, a: Name, b: Name, measure: str = "logsc") -> float:
        """How far apart two concepts are; 0 is the same."""
        return measures.distance(self, a, b, measure, self.options)

    def distances(self, concepts: Sequence[Name], measure: str = "logsc") -> Floats32:
        """All distances among concepts, as a matrix."""
        return matrix.pairwise(self, [self.index(c) for c in concepts], measure, self.options)

    def centroid(self, weights: Mapping[Name, float], measure: str = "logsc", rule: Centroid = "semantic") -> Concept:
        """The concept that stands for weighted values; `*` where they have nothing in common (rule lcs)."""
        numbers: dict[int, float] = {}
        for name, weight in weights.items():
            numbers[self.index(name)] = numbers.get(self.index(name), 0.0) + weight
        found = operators.aggregate(self, numbers, measure, rule, options=self.options)
        return _TOP if found == VIRTUAL_ROOT else self.concept(found)

    def _repr_html_(self) -> str:
        tops = [int(root) for root in self.roots[:_SHOWN]]
        rows = [(self.label(top), self._under(top)) for top in tops]
        said = (
            f"<p><b>{escape(self.name)}</b>: {len(self):,} concepts, {len(self.arrays.keys):,} terms, "
            f"{len(self.roots):,} root{'s' if len(self.roots) != 1 else ''}, "
            f"longest path down {self.greatest_depth} concepts</p>"
        )
        return said + table_html("Where it begins", ("root", "right below it"), rows)

    def _under(self, concept: int) -> str:
        below = self.children(concept)
        named = ", ".join(self.label(int(child)) for child in below[:_SHOWN])
        return named + (f" and {len(below) - _SHOWN:,} more" if len(below) > _SHOWN else "")


def load_taxonomy(source: str | Source, base_folder: Path | None = None) -> Taxonomy:
    """Open a piece of knowledge: ``wordnet``, a name added before, or a file or folder.

    Example:
        >>> wn = load_taxonomy("wordnet")
        >>> round(wn.similarity("surgeon", "doctor", measure="wu-palmer"), 3)
        0.963
    """
    options = sources.source_of(source)
    return Taxonomy.of(sources.load(options, base=base_folder), options)
