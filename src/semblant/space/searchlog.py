"""A search log read by user: every user is a multiset of the things they searched for."""

from dataclasses import dataclass, replace
from functools import cached_property

import numpy as np

from semblant.arrays import Ints, entries, numbered
from semblant.data.missing import is_nothing
from semblant.data.same import persons_of
from semblant.data.table import Column, Table
from semblant.errors import InputError, PolicyError
from semblant.policy.model import Log, Policy
from semblant.space.bags import Bags
from semblant.space.column import Point
from semblant.space.holders import Holders
from semblant.space.reading import Library
from semblant.space.rules import ColumnRules, rules_of
from semblant.space.understanding import Understanding
from semblant.space.words import Terms, Uses, stand_ins
from semblant.terms.freetext import MappedTexts, map_texts


@dataclass(frozen=True, eq=False)
class Occurrences:
    """Every occurrence of a phrase: its user, its row and the phrase."""

    users: Ints
    rows: Ints
    phrases: Ints


@dataclass(frozen=True, eq=False)
class SearchLog:
    """A log read by user: users in order of first appearance, their queries and the phrases in these."""

    table: Table
    columns: Log
    users: tuple[str, ...]
    user_of_row: Ints
    queries: Column
    mapped_texts: MappedTexts
    understanding: Understanding

    @property
    def name(self) -> str:
        """The name of the text column."""
        return self.columns.text

    @cached_property
    def occurrences(self) -> Occurrences:
        """All phrases of all queries, row by row."""
        ptr, codes = self.mapped_texts.ptr, self.queries.codes
        rows = np.repeat(np.arange(len(codes)), np.diff(ptr)[codes])
        phrases = self.mapped_texts.places[entries(ptr, codes)].astype(np.int64)
        return Occurrences(self.user_of_row[rows], rows, phrases)

    @cached_property
    def meant(self) -> list[Point | None]:
        """The meaning of every distinct phrase under the policy."""
        return [self.understanding.masked(text) for text in self.mapped_texts.phrases.values]

    def bags(self) -> Bags:
        """Users by meaning, with multiplicity."""
        return self._gather(self.meant, self.occurrences.users, self.occurrences.phrases)

    def literal(self) -> Bags:
        """Users without any knowledge: whole queries as unrelated categories."""
        points = [None if is_nothing(q) else Point(-1, q.strip()) for q in self.queries.values]
        return self._gather(points, self.user_of_row, self.queries.codes.astype(np.int64))

    @cached_property
    def phrases_of(self) -> dict[str, list[str]]:
        """The phrases of every distinct query."""
        ptr, places, texts = self.mapped_texts.ptr, self.mapped_texts.places.tolist(), self.mapped_texts.phrases.values
        return {q.strip(): [texts[p] for p in places[ptr[i] : ptr[i + 1]]] for i, q in enumerate(self.queries.values)}

    def _gather(self, points: list[Point | None], owners: Ints, things: Ints) -> Bags:
        distinct = list(dict.fromkeys(p for p in points if p is not None))
        place = {p: i for i, p in enumerate(distinct)}
        number = np.array([-1 if p is None else place[p] for p in points], np.int64)[things]
        there = number >= 0
        return Bags.of(distinct, len(self.users), owners[there], number[there])

    def terms(self, bags: Bags, policy: Policy) -> Terms:
        """The phrases of the whole log, ready to be drawn for a release."""
        phrases = self.mapped_texts.phrases
        names = np.array([policy.rare == "publish" or m.is_name or m.concept < 0 for m in phrases.matches], bool)
        uses = Uses(phrases.values, self.meant, self.occurrences.users, self.occurrences.phrases, names)
        return self._drawable(uses, bags, policy)

    def whole_terms(self, bags: Bags, policy: Policy) -> Terms:
        """The whole queries of the log by each of the things they mention, ready to be drawn for a release.

        A drawn query may mention more than what it is drawn for.
        """
        place = {p: i for i, p in enumerate(bags.points)}
        thing = np.array([-1 if p is None else place.get(p, -1) for p in self.meant], np.int64)[
            self.occurrences.phrases
        ]
        query = self.queries.codes.astype(np.int64)[self.occurrences.rows]
        there = thing >= 0
        pairs, of_occurrence = np.unique(np.stack([query, thing])[:, there], axis=1, return_inverse=True)
        texts = [self.queries.values[q].strip() for q in pairs[0].tolist()]
        meant = [bags.points[t] for t in pairs[1].tolist()]
        users, things = self.occurrences.users[there], of_occurrence.reshape(-1)
        return self._drawable(Uses(texts, meant, users, things, np.ones(len(texts), bool)), bags, policy)

    def query_terms(self, bags: Bags, policy: Policy) -> Terms:
        """The whole queries as terms of their own, for methods without knowledge."""
        texts = [q.strip() for q in self.queries.values]
        things = self.queries.codes.astype(np.int64)
        meant = [Point(-1, t) for t in texts]
        return self._drawable(Uses(texts, meant, self.user_of_row, things, np.ones(len(texts), bool)), bags, policy)

    def _drawable(self, uses: Uses, bags: Bags, policy: Policy) -> Terms:
        holders = Holders(policy.least_term_holders)
        instead = self.stand_ins(bags, holders.least)
        return Terms.of(uses, bags.points, policy.k, holders, self.understanding.label, instead)

    def stand_ins(self, bags: Bags, least: int) -> list[str | None]:
        """What is written for phrases or whole queries that fewer than ``least`` users have."""
        concepts = self.mapped_texts.phrases.concepts.astype(np.int64)[self.occurrences.phrases]
        known, holders = concepts >= 0, Holders(least)
        shared = holders.of_concepts(concepts[known], self.occurrences.users[known], self.understanding.taxonomy)

        def mentioned(point: Point) -> list[int]:
            phrases = [] if point.named else self.phrases_of.get(point.text, [point.text])
            points = [point, *map(self.understanding.point_of, phrases)]
            return [p.concept for p in points if p.named]

        held = holders.count(bags.codes, bags.owners, len(bags.points)).tolist()
        return stand_ins(bags.points, held, mentioned, shared, self.understanding, least)


def read_log(table: Table, policy: Policy, library: Library, *, lenient: bool = False) -> SearchLog:
    """Group a log by user and find the phrases of every query.

    Unknown phrases are treated as the policy says; with ``lenient`` they mean only themselves.
    """
    columns = _columns(table, policy)
    user, queries = table.column(columns.user), table.column(columns.text)
    of_row, _ = numbered(persons_of(user))
    first = np.unique(of_row, return_index=True)[1]
    users = tuple(user.values[code] for code in user.codes[first].tolist())  # as each first calls themselves
    rules = rules_of(columns.text, policy).lenient() if lenient else _rules(columns.text, policy)
    rules = rules.single_sense()
    mapped_texts = library.read(map_texts, queries.values, queries.counts, rules, columns.text)
    understanding = library.understanding(mapped_texts.phrases, rules, columns.text)
    return SearchLog(table, columns, users, of_row, queries, mapped_texts, understanding)


def _rules(name: str, policy: Policy) -> ColumnRules:
    """The rules of a log: unknown phrases of free text are left out unless the policy sets `unknown`."""
    rules, attribute = rules_of(name, policy), policy.attributes.get(name)
    told = attribute is not None and "unknown" in attribute.model_fields_set
    return rules if told else replace(rules, unknown="suppress")


def _columns(table: Table, policy: Policy) -> Log:
    if policy.log is None:
        raise PolicyError(
            "shape: log needs to know which columns hold the user and the query.",
            where="log",
            hints=["write log: {user: user_id, text: query, time: when}"],
        )
    named = policy.log.columns
    for name in named:
        table.column(name)  # raises, with a suggestion
    if twice := sorted({name for name in named if named.count(name) > 1}):
        raise PolicyError(
            f"A column of a log is one thing only; {', '.join(map(repr, twice))} is named for several.",
            where="log",
            hints=["name another column, or leave out time, url or results"],
        )
    if policy.individual not in (None, policy.log.user):
        raise PolicyError(
            f"The persons of a log are its users, {policy.log.user!r}; k counts nobody else.",
            where="individual",
            hints=["leave individual out", f"set log.user: {policy.individual}"],
        )
    if policy.log.time and not table.records:
        raise InputError("The log has no rows.")
    kept = [n for n, a in policy.attributes.items() if n not in named and a.role != "identifier"]
    unnamed = [n for n in table.names if n not in named and n not in policy.attributes]
    if kept or (unnamed and policy.others != "drop"):
        raise PolicyError(
            f"A log is released as user, text and time only; {len(kept) + len(unnamed)} more columns cannot be kept: "
            f"{', '.join(map(repr, [*kept, *unnamed][:8]))}.",
            where="attributes",
            hints=["give each the role identifier", "set others: drop"],
        )
    return policy.log
