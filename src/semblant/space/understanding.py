"""From a text to the concept it means and back: the same for cells of a table, items of a set and phrases of a log."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from semblant.errors import UnknownTermsError
from semblant.evidence import MappingFacts
from semblant.knowledge.taxonomy import VIRTUAL_ROOT, Taxonomy
from semblant.policy.model import MISSING, SUPPRESSED, Source
from semblant.semantics.measure import DEFAULT
from semblant.space.column import SUPPRESSED_POINT, Point
from semblant.space.rules import ColumnRules
from semblant.terms.mapping import Meanings


@dataclass(frozen=True, eq=False)
class Understanding:
    """What texts mean under the rules of their column.

    ``labels`` are texts with a meaning that do not occur in the column itself: those of its hierarchy.
    """

    meanings: Meanings
    rules: ColumnRules
    options: Source = DEFAULT
    labels: Mapping[str, Point] = field(default_factory=dict)

    @property
    def taxonomy(self) -> Taxonomy:
        """The knowledge behind it."""
        return self.meanings.taxonomy

    @property
    def sources(self) -> tuple[str, ...]:
        """The names of that knowledge."""
        return self.rules.knowledge

    def point_of(self, text: str) -> Point:
        """The meaning of an original or released text, for assessment."""
        if text == SUPPRESSED:
            return SUPPRESSED_POINT
        if self.meanings.is_missing(text):
            return Point(VIRTUAL_ROOT, MISSING)
        if text in self.labels and text not in self.meanings:
            return self.labels[text]
        if self.rules.sense == "best-pair":
            senses = self.meanings.senses(text)
            return Point(senses[0], "", senses if len(senses) > 1 else ()) if senses else Point(VIRTUAL_ROOT, text)
        concept = self.meanings.read(text)
        return Point(concept) if concept != VIRTUAL_ROOT else Point(VIRTUAL_ROOT, text)

    def masked(self, text: str) -> Point | None:
        """The meaning of an original text for a method; None where the rules leave it out."""
        point = self.point_of(text)
        if point.named:
            return point
        if text == SUPPRESSED:
            return None
        if point.text == MISSING:
            return None if self.rules.missing == "suppress" else point
        if self.rules.unknown == "nominal":
            return point
        roots = self.taxonomy.roots
        return Point(int(roots[0])) if self.rules.unknown == "root" and len(roots) == 1 else None

    def label(self, point: Point, *, code: bool = False) -> str:
        """The vocabulary's name for a concept that is read back as the same concept; a text is its own name.

        Its preferred label if that is one, else another of its names, else the label with the number of the sense, else
        its id. Where the column is written in codes, the concept's ``code`` is preferred.
        """
        if not point.named:
            return point.text
        (label, *others), identifier = self.taxonomy.terms(point.concept), self.taxonomy.ids[point.concept]
        senses = self.taxonomy.senses(label)
        numbered = f"{label}#{senses.index(point.concept) + 1}" if point.concept in senses else label
        names = (label, *(name for name in others if self._means_only(name, point.concept)), numbered)
        spellings = (identifier, *names) if code else (*names, identifier)
        return next((text for text in spellings if self.point_of(text) == Point(point.concept)), spellings[-1])

    def _means_only(self, name: str, concept: int) -> bool:
        """Whether a name of a concept is no name of another one, so that readers cannot take it for that.

        Where labels are read by what is most like them, they are examples of a group rather than names of it.
        """
        return (
            not self.taxonomy.arrays.reading
            and set(self.taxonomy.senses(name)) == {concept}
            and self.taxonomy.find(name) == concept
        )

    def coverage(self) -> MappingFacts:
        """How much the knowledge covers, and how surely."""
        return self.meanings.coverage()


def refuse_unknown(name: str, meanings: Meanings, rules: ColumnRules, *, cells: bool) -> None:
    """Raise an error for unknown texts, where the policy wants that; ``cells``: each is a whole cell."""
    absent = meanings.unknown()
    if rules.unknown != "error" or not absent:
        return
    where, sources = f"attributes.{name}", " + ".join(map(repr, rules.knowledge))
    total, several = int(meanings.counts.sum()), len(absent) > 1
    share = f"{100 * int(meanings.counts[absent].sum()) / max(total, 1):.1f} %"
    if cells:
        told = (
            f"{len(absent):,} distinct value{'s' if several else ''} ({share} of {total:,} rows) "
            f"{'are' if several else 'is'} not in knowledge {sources}."
        )
    else:
        told = (
            f"{len(absent):,} distinct item{'s are' if several else ' is'} not in knowledge {sources}: {share} of all "
            "occurrences."
        )
    raise UnknownTermsError(
        told,
        where=where,
        hints=[
            "semblant map DATA --policy POLICY -o review.csv, and name the corrected file as mapping: review.csv",
            f"set {where}.unknown: suppress | nominal | root",
            *([f"set {where}.kind: nominal"] if cells else []),
        ],
        values=[meanings.values[i] for i in absent[:20]],
    )
