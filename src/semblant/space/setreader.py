"""Reading a set column: from cells to their items, and back to text."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from semblant.arrays import Ints, bounds, entries
from semblant.data.items import split
from semblant.data.missing import is_nothing
from semblant.data.table import Column
from semblant.errors import InputError, PolicyError
from semblant.evidence import MappingFacts
from semblant.policy.model import MISSING, Policy
from semblant.space.bags import Bags
from semblant.space.column import Point
from semblant.space.holders import Holders
from semblant.space.reading import Library
from semblant.space.rules import ColumnRules
from semblant.space.understanding import Understanding
from semblant.space.words import Terms, Uses, stand_ins
from semblant.terms.mapping import facts_of, map_column


@dataclass(frozen=True)
class SetReader:
    """A set column that was read: its items and their meanings."""

    column: Column
    rules: ColumnRules
    understanding: Understanding
    items: tuple[tuple[str, ...], ...]  # of every distinct cell
    persons: Ints | None = None  # of every record; None: every record is a person

    @property
    def name(self) -> str:
        """The column's name."""
        return self.column.name

    def coverage(self) -> MappingFacts:
        """How many items the knowledge covers; a record is understood as surely as the least sure of its items."""
        items = self.understanding.coverage()
        score = dict(zip(self.understanding.meanings.values, self.understanding.meanings.scores.tolist(), strict=True))
        least = np.array([min((score.get(item, 0.0) for item in cell), default=0.0) for cell in self.items])
        records = facts_of(np.array([bool(cell) for cell in self.items], bool), least, self.column.counts)
        return records.model_copy(update={"values": items.values, "mapped": items.mapped})

    def masked(self) -> Bags:
        """The records as methods see them, by meaning."""
        return self._bags([[self.understanding.masked(i) for i in items] for items in self.items])

    def literal(self) -> Bags:
        """The records without any knowledge: items are unrelated categories."""
        return self._bags([[Point(-1, i) for i in items] for items in self.items])

    def assessed(self, column: Column) -> Bags:
        """The records of an original or released column, for assessment."""
        point_of = self.understanding.point_of
        return _gathered([[point_of(i) for i in split(c, self.rules.separator)] for c in column.values], column)

    def _bags(self, held: Sequence[Sequence[Point | None]]) -> Bags:
        return _gathered([[p for p in points if p is not None] for points in held], self.column)

    @cached_property
    def _occurrences(self) -> tuple[list[str], Ints, Ints]:
        """The distinct items, and for every occurrence its record and its item."""
        texts = list(self.understanding.meanings.values)
        place = {text: i for i, text in enumerate(texts)}
        sizes = np.array([len(items) for items in self.items], np.int64)
        flat = np.array([place[i] for items in self.items for i in items], np.int64)
        owners = np.repeat(np.arange(len(self.column.codes)), sizes[self.column.codes])
        return texts, owners, flat[entries(bounds(sizes), self.column.codes)]

    def terms(self, bags: Bags, policy: Policy, *, literal: bool) -> Terms:
        """The terms of the whole column, ready to be drawn for a release."""
        texts, owners, things = self._occurrences
        understanding, holders = self.understanding, Holders(policy.least_term_holders, self.persons)
        meant = [Point(-1, t) if literal else understanding.masked(t) for t in texts]
        concepts = understanding.meanings.concepts.astype(np.int64)[things]
        shared = holders.of_concepts(concepts[concepts >= 0], owners[concepts >= 0], understanding.taxonomy)

        def mentioned(point: Point) -> list[int]:
            return [p.concept for p in (point if point.named else understanding.point_of(point.text),) if p.named]

        held = holders.count(bags.codes, bags.owners, len(bags.points)).tolist()
        instead = stand_ins(bags.points, held, mentioned, shared, understanding, holders.least)
        every = literal or policy.rare == "publish"
        names = np.array([every or m.is_name or m.concept < 0 for m in understanding.meanings.matches], bool)
        uses = Uses(texts, meant, owners, things, names)
        return Terms.of(uses, bags.points, policy.k, holders, understanding.label, instead)


def _gathered(held: Sequence[Sequence[Point]], column: Column) -> Bags:
    """Bags of the records from those of the distinct cells."""
    points = list(dict.fromkeys(p for cell in held for p in cell))
    place = {p: i for i, p in enumerate(points)}
    owners = np.repeat(np.arange(len(held)), [len(cell) for cell in held])
    things = np.array([place[p] for cell in held for p in cell], np.int64)
    return Bags.of(points, len(held), owners, things).take(column.codes)


def read_sets(column: Column, rules: ColumnRules, library: Library, persons: Ints | None = None) -> SetReader:
    """Map the items of a set column; unknown items and missing cells are treated by its rules."""
    if rules.missing == "error" and MISSING in column.values:
        raise InputError(f"Some records have no items in column {column.name!r}.", where=f"attributes.{column.name}")
    rules = rules.single_sense()
    items = tuple(tuple(i for i in split(c, rules.separator) if not is_nothing(i)) for c in column.values)
    counted: dict[str, int] = {}
    for cell, count in zip(items, column.counts.tolist(), strict=True):
        for item in cell:
            counted[item] = counted.get(item, 0) + count
    texts = sorted(counted)
    meanings = library.read(map_column, texts, [counted[t] for t in texts], rules, column.name)
    items = tuple(tuple(item for item in cell if not meanings.is_missing(item)) for cell in items)
    return SetReader(column, rules, library.understanding(meanings, rules, column.name), items, persons)


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
