"""From the cells of a set column to the things they hold, and back to text."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from semblant.data.items import split
from semblant.data.missing import is_nothing
from semblant.data.table import Column
from semblant.errors import InputError, PolicyError, UnknownTermsError
from semblant.evidence import MappingFacts, UnknownFacts
from semblant.knowledge.taxonomy import Taxonomy
from semblant.policy.model import MISSING, SUPPRESSED, Attribute, Policy, Source, Unknown
from semblant.semantics.measure import DEFAULT
from semblant.space.bags import Bags
from semblant.space.column import SUPPRESSED_POINT, Point
from semblant.space.reading import Library
from semblant.space.words import Terms
from semblant.terms.mapping import Meanings, map_column


def knowledge_names(attribute: Attribute, policy: Policy) -> tuple[str, ...]:
    """The knowledge behind a column: its own, else the only one the policy names, else WordNet."""
    if attribute.knowledge:
        return (attribute.knowledge,) if isinstance(attribute.knowledge, str) else attribute.knowledge
    return (next(iter(policy.knowledge)),) if len(policy.knowledge) == 1 else ("wordnet",)


@dataclass(frozen=True)
class Understanding:
    """What texts mean under a policy, whether they are items of a set or phrases of a log."""

    meanings: Meanings
    unknown: Unknown
    options: Source = DEFAULT
    sources: tuple[str, ...] = ()

    @property
    def taxonomy(self) -> Taxonomy:
        """The knowledge behind it."""
        return self.meanings.taxonomy

    def said(self, text: str) -> Point:
        """What an original or released text means, as it is judged."""
        if text == SUPPRESSED:
            return SUPPRESSED_POINT
        concept = self.meanings.read(text)
        return Point(concept) if concept >= 0 else Point(-1, text)

    def masked(self, text: str) -> Point | None:
        """What an original text means to a method; None where the policy leaves it out."""
        point = self.said(text)
        if point.named:
            return point
        if text != SUPPRESSED and self.unknown == "nominal":
            return point
        roots = self.taxonomy.roots
        return Point(int(roots[0])) if self.unknown == "root" and len(roots) == 1 else None

    def label(self, point: Point) -> str:
        """The knowledge's own name for a concept, one that is read back as the same; a text is its own."""
        if not point.named:
            return point.text
        label = self.taxonomy.written(point.concept)
        return label if self.said(label) == point else self.taxonomy.ids[point.concept]


def refuse_unknown(meanings: Meanings, unknown: str, where: str, names: Sequence[str]) -> None:
    """Stop at texts the knowledge does not have, where the policy wants that."""
    absent = meanings.unknown()
    if unknown != "error" or not absent:
        return
    share = 100 * int(meanings.counts[absent].sum()) / max(int(meanings.counts.sum()), 1)
    raise UnknownTermsError(
        f"{len(absent):,} distinct item{'s are' if len(absent) > 1 else ' is'} not in knowledge "
        f"{' + '.join(map(repr, names))}: {share:.1f} % of all occurrences.",
        where=where,
        hints=[
            "semblant map DATA --policy POLICY -o review.csv, and name the corrected file as mapping: review.csv",
            f"set {where}.unknown: suppress | nominal | root",
        ],
        values=[meanings.values[i] for i in absent[:20]],
    )


@dataclass(frozen=True)
class SetReader:
    """How a set column is read: its items and what each means."""

    column: Column
    attribute: Attribute
    understanding: Understanding
    items: tuple[tuple[str, ...], ...]  # of every distinct cell

    @property
    def name(self) -> str:
        """The column's name."""
        return self.column.name

    def coverage(self) -> MappingFacts:
        """How many items the knowledge covers, and in how many records every item is covered."""
        choice = self.understanding.unknown
        facts = self.understanding.meanings.coverage(choice)
        known = np.array([all(self.understanding.said(i).named for i in items) and bool(items) for items in self.items])
        touched = np.array([not all(self.understanding.said(i).named for i in items) for items in self.items])
        covered, left = (int(self.column.counts[which].sum()) for which in (known, touched))
        unknown = UnknownFacts(choice=choice, values=facts.values - facts.mapped, records=left)
        return facts.model_copy(update={"records_covered": covered, "unknown": unknown})

    def masked(self) -> Bags:
        """The records as methods see them, by meaning."""
        return self._bags([[self.understanding.masked(i) for i in items] for items in self.items])

    def literal(self) -> Bags:
        """The records without any knowledge: an item is only like itself."""
        return self._bags([[Point(-1, i) for i in items] for items in self.items])

    def judged(self, column: Column) -> Bags:
        """The records of an original or released column as they are judged."""
        said = self.understanding.said
        return _gathered([[said(i) for i in split(c, self.attribute.separator)] for c in column.values], column)

    def _bags(self, held: Sequence[Sequence[Point | None]]) -> Bags:
        return _gathered([[p for p in points if p is not None] for points in held], self.column)

    @cached_property
    def _occurrences(self) -> tuple[list[str], NDArray[np.int64], NDArray[np.int64]]:
        """The distinct items, and for every occurrence its record and its item."""
        texts = list(self.understanding.meanings.values)
        place = {text: i for i, text in enumerate(texts)}
        sizes = np.array([len(items) for items in self.items], np.int64)
        flat = np.array([place[i] for items in self.items for i in items], np.int64)
        starts = np.concatenate([[0], np.cumsum(sizes)])
        of_record = sizes[self.column.codes]
        owners = np.repeat(np.arange(len(self.column.codes)), of_record)
        shift = np.repeat(starts[self.column.codes] - np.concatenate([[0], np.cumsum(of_record)[:-1]]), of_record)
        return texts, owners, flat[shift + np.arange(len(owners))] if len(owners) else flat[:0]

    def terms(self, bags: Bags, *, literal: bool, k: int, min_count: int) -> Terms:
        """The terms of the whole column, ready to be drawn for a release."""
        texts, owners, things = self._occurrences
        meant = [Point(-1, t) if literal else self.understanding.masked(t) for t in texts]
        return Terms.of(texts, meant, bags.points, owners, things, k, min_count, self.understanding.label)


def _gathered(held: Sequence[Sequence[Point]], column: Column) -> Bags:
    """Bags of the records from those of the distinct cells."""
    points = list(dict.fromkeys(p for cell in held for p in cell))
    place = {p: i for i, p in enumerate(points)}
    owners = np.repeat(np.arange(len(held)), [len(cell) for cell in held])
    things = np.array([place[p] for cell in held for p in cell], np.int64)
    return Bags.of(points, len(held), owners, things).take(column.codes)


def read_sets(column: Column, policy: Policy, library: Library) -> SetReader:
    """Find out what the items of a set column mean; unknown items and missing cells by the policy."""
    attribute = policy.attributes[column.name]
    where = f"attributes.{column.name}"
    if (attribute.missing or policy.missing) == "error" and MISSING in column.values:
        raise InputError(f"Some records have no items in column {column.name!r}.", where=where)
    items = tuple(tuple(i for i in split(c, attribute.separator) if not is_nothing(i)) for c in column.values)
    counted: dict[str, int] = {}
    for cell, count in zip(items, column.counts.tolist(), strict=True):
        for item in cell:
            counted[item] = counted.get(item, 0) + count
    names = knowledge_names(attribute, policy)
    texts = sorted(counted)
    meanings = map_column(
        texts,
        [counted[t] for t in texts],
        library.get(names),
        attribute=column.name,
        sense=attribute.sense,
        explicit=library.explicit,
        progress=library.progress,
    )
    refuse_unknown(meanings, attribute.unknown, where, names)
    understanding = Understanding(meanings, attribute.unknown, library.options(names[0]), names)
    return SetReader(column, attribute, understanding, items)


def set_column(policy: Policy) -> str:
    """The name of the policy's set column; there must be exactly one."""
    named = [n for n, a in policy.attributes.items() if a.kind == "set"]
    if len(named) != 1:
        raise PolicyError(
            f"shape: sets needs one quasi-identifier of kind set; the policy has {len(named)}.",
            where="attributes",
            hints=["write for example items: {role: quasi, kind: set, knowledge: wordnet}"],
        )
    if policy.attributes[named[0]].role != "quasi":
        raise PolicyError("A set column is masked, so its role is quasi.", where=f"attributes.{named[0]}.role")
    return named[0]
