"""What the values of a column are taken to mean, for a steward to look through: what matters and is doubtful first."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

from semblant.charts.svg import Chart
from semblant.charts.treechart import Node, draw_tree
from semblant.data.same import fold
from semblant.data.table import Table
from semblant.knowledge.taxonomy import VIRTUAL_ROOT, Taxonomy
from semblant.policy.model import Policy
from semblant.space.reading import Library, read_meaning
from semblant.space.rules import rules_of
from semblant.space.searchlog import read_log
from semblant.space.setreader import read_sets
from semblant.terms.explicit import entry_lookup
from semblant.terms.mapping import Meanings, matcher_of, path_to
from semblant.terms.review import Reviewed, by_doubt, in_short, other_readings
from semblant.terms.score import CERTAIN, PROBABLE
from semblant.terms.suggest import Suggestions

QUALITIES = ("decided", "certain", "probable", "uncertain", "unknown")
"""How sure a match is; `decided` is the steward's."""
_ALTERNATIVES = 8
_FOUND = 12
_DRAWN = 24


@dataclass(frozen=True)
class Meaning:
    """A concept as a steward reads it."""

    name: str
    """A name that is read back as the concept, such as ``guard#2``."""
    label: str
    about: str
    """Its definition, or what stands above it."""
    defined: bool
    """Whether it has a definition."""
    above: str
    """What stands above it, from the root of the vocabulary down."""


@dataclass(frozen=True)
class Word:
    """A value with what it is taken to mean."""

    place: int
    value: str
    records: int
    quality: str
    score: float
    reason: str
    meaning: Meaning | None
    alternatives: tuple[Meaning, ...]


def meanings_of_column(table: Table, policy: Policy, library: Library, column: str) -> Meanings:
    """What the values of a column mean: of lists their items, of a log the phrases of its queries."""
    if policy.shape == "log":
        return read_log(table, policy, library, lenient=True).mapped_texts.phrases
    if policy.shape == "sets" and policy.attributes[column].kind == "set":
        rules = rules_of(column, policy).lenient()
        return read_sets(table.column(column), rules, library).understanding.meanings
    return read_meaning(table.column(column), policy, library).meanings


class Words:
    """The words of one column, mapped by a policy; ``matched`` tells how without the steward's decisions."""

    def __init__(
        self, table: Table, policy: Policy, base: Path, column: str, matched: Mapping[str, str] | None = None
    ) -> None:
        library = Library(policy, base)
        self.column, self._matched = column, matched
        self.meanings: Meanings = meanings_of_column(table, policy, library, column)
        self._said = entry_lookup(library.explicit, column)

    @property
    def taxonomy(self) -> Taxonomy:
        """The vocabulary of the column."""
        return self.meanings.taxonomy

    @cached_property
    def matched(self) -> Mapping[str, str]:
        """How sure the match of every value is before anybody decides, those to check first."""
        if self._matched is not None:
            return self._matched
        return {one.value: self._quality(one.place) for one in by_doubt(self.meanings)}

    @cached_property
    def order(self) -> list[Reviewed]:
        """The values, those to check first; a value that is decided keeps its place."""
        rank = {value: place for place, value in enumerate(self.matched)}
        return sorted(by_doubt(self.meanings), key=lambda one: rank.get(one.value, len(rank)))

    @cached_property
    def qualities(self) -> dict[str, tuple[int, int]]:
        """For every quality the values and the records that have it."""
        found = dict.fromkeys(QUALITIES, (0, 0))
        for one in self.order:
            values, records = found[kind := self.quality(one.place)]
            found[kind] = values + 1, records + one.records
        return found

    def of(self, quality: str) -> list[Reviewed]:
        """The values that were matched so, decided or not; or those that are decided."""
        if quality == "decided":
            return [one for one in self.order if self.quality(one.place) == quality]
        return [one for one in self.order if self.matched.get(one.value) == quality]

    def quality(self, place: int) -> str:
        """How sure the match of a value is."""
        decided = self._said(self.meanings.values[place].strip()) is not None
        return "decided" if decided else self._quality(place)

    def _quality(self, place: int) -> str:
        match = self.meanings.matches[place]
        if match.concept < 0:
            return "unknown"
        return "certain" if match.score >= CERTAIN else "probable" if match.score >= PROBABLE else "uncertain"

    def spelt_alike(self, value: str) -> list[str]:
        """A value and those that differ from it by case and spaces alone, if they are taken to mean the same."""
        meant = {one.value: int(self.meanings.concepts[one.place]) for one in self._alike[fold(value)]}
        return [other for other, concept in meant.items() if concept == meant[value]]

    @cached_property
    def _alike(self) -> dict[str, list[Reviewed]]:
        """The spellings of every text."""
        found: dict[str, list[Reviewed]] = {}
        for one in self.order:
            found.setdefault(fold(one.value), []).append(one)
        return found

    @cached_property
    def _suggestions(self) -> Suggestions:
        return Suggestions(matcher_of(self.taxonomy))

    def word(self, one: Reviewed) -> Word:
        """A value with its meaning and what else it could mean."""
        match = self.meanings.matches[one.place]
        others = other_readings(self.meanings, one.place)
        if not others and match.concept < 0:
            others = self._suggestions.of(one.value)
        return Word(
            one.place,
            one.value,
            one.records,
            self.quality(one.place),
            match.score,
            match.reason,
            self.meaning(match.concept) if match.concept >= 0 else None,
            tuple(self.meaning(other.concept) for other in others[:_ALTERNATIVES]),
        )

    def meaning(self, concept: int) -> Meaning:
        """A concept as a steward reads it."""
        name = self.taxonomy.written(concept)
        about = in_short(self.taxonomy, concept, name).removeprefix(f"{name}: ")
        defined = bool(self.taxonomy.gloss(concept).strip())
        above = path_to(self.taxonomy, concept).rpartition(" > ")[0]
        return Meaning(name, self.taxonomy.label(concept), about, defined, above)

    def search(self, text: str) -> list[Meaning]:
        """Concepts whose names are, contain or resemble a text."""
        found = list(self.taxonomy.senses(text))
        found += [match.concept for match in self._suggestions.of(text)]
        return [self.meaning(concept) for concept in dict.fromkeys(found)][:_FOUND]

    def drawn(self) -> Chart | None:
        """The commonest meanings of the column in their vocabulary, with the records of each."""
        counts: dict[int, int] = {}
        for one in self.order:
            if (concept := int(self.meanings.concepts[one.place])) >= 0:
                counts[concept] = counts.get(concept, 0) + one.records
        if not counts:
            return None
        top = sorted(counts, key=lambda concept: (-counts[concept], concept))[:_DRAWN]
        below: dict[int | None, list[int]] = {}
        for concept in top:
            path = [c for c in self.taxonomy.path_to_root(concept) if c != VIRTUAL_ROOT]
            for child, parent in zip(path, [*path[1:], None], strict=True):
                if child not in below.setdefault(parent, []):
                    below[parent].append(child)
        nodes: list[Node] = []

        def add(concept: int, above: int | None) -> None:
            while concept not in counts and len(below.get(concept, [])) == 1:
                concept = below[concept][0]  # what does not branch says nothing
            figure = f"{counts[concept]:,}" if concept in counts and concept in top else ""
            nodes.append(Node(self.taxonomy.label(concept), above, figure, full=concept in top))
            place = len(nodes) - 1
            for child in below.get(concept, []):
                add(child, place)

        for root in below[None]:
            add(root, None)
        title = f"The {len(top)} commonest meanings of {self.column}"
        return draw_tree(nodes, title=title, description=title, key="taxonomy", across=420)
