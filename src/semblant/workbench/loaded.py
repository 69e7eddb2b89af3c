"""A table that was read, with what was counted once and is shown on every screen."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from pathlib import Path
from threading import RLock
from typing import Any

from semblant.data.repeats import Repeated, repeated, repeated_few
from semblant.data.table import Table
from semblant.errors import PolicyError
from semblant.policy.model import TREATMENTS, Attribute, Policy
from semblant.progress import Progress
from semblant.proposal.lists import items_column
from semblant.proposal.suggest import Suggestion, last_year, suggest
from semblant.workbench.cards import Card, card_of
from semblant.workbench.readable import mostly_money
from semblant.workbench.spellings import Spellings, spellings
from semblant.workbench.treated import treated, without_codes
from semblant.workbench.uniqueness import Uniqueness, uniqueness

TREATED = ("missing_values", *TREATMENTS)
"""The settings of a column that change how many records are unique."""


@dataclass
class Loaded:
    """A table with what was counted once: cards, suggestions."""

    path: Path
    table: Table
    cards: dict[str, Card]
    suggestions: dict[str, Suggestion]
    uniques: dict[tuple[Any, ...], Uniqueness] = field(default_factory=dict)
    words: dict[Any, Any] = field(default_factory=dict)
    matched: dict[Any, Mapping[str, str]] = field(default_factory=dict)
    """How sure the matches of columns are before anybody decides."""
    lists: dict[tuple[str, ...], Card] = field(default_factory=dict)
    money: dict[str, bool] = field(default_factory=dict)
    spelt: dict[str, Spellings | None] = field(default_factory=dict)
    lock: Any = field(default_factory=RLock)
    """Held while words are mapped, so that two tabs do not both do it."""

    def unique_by(self, policy: Policy) -> Uniqueness:
        """Unique records by the quasi-identifiers of a policy, counted once for each choice."""
        names = tuple(sorted(n for n in policy.columns("quasi") if n in self.table.names))
        key = (policy.k, *((n, *(getattr(policy.attributes[n], one) for one in TREATED)) for n in names))
        if key not in self.uniques:
            try:
                table = treated(self.table, policy, names)
            except PolicyError:  # said where the setting is made, and by the run
                table = self.table
            self.uniques[key] = uniqueness(table, names, policy.k)
        return self.uniques[key]

    @cached_property
    def repeats(self) -> Mapping[str, Repeated]:
        """The columns that identify people and repeat, so that a person may have several records."""
        return repeated(self.table, self._identifiers)

    @cached_property
    def repeats_few(self) -> Mapping[str, int]:
        """The numbers of persons of which only a few occur twice, and how many do."""
        return repeated_few(self.table, self._identifiers)

    @property
    def _identifiers(self) -> list[str]:
        return [one.column for one in self.suggestions.values() if one.role == "identifier"]

    def amounts(self, name: str) -> bool:
        """Whether most values of a column are amounts of money; counted once."""
        if name not in self.money:
            self.money[name] = mostly_money(self.table.column(name))
        return self.money[name]

    def spellings(self, name: str) -> Spellings | None:
        """The categories of a column that are written in several ways; counted once."""
        if name not in self.spelt:
            self.spelt[name] = spellings(self.table.column(name))
        return self.spelt[name]

    def card(self, name: str, attribute: Attribute | None) -> Card:
        """What the column page shows of a column: of lists their items, of others no codes for no value."""
        if attribute is None or (attribute.kind != "set" and not attribute.missing_values):
            return self.cards[name]
        if attribute.kind != "set":
            key = (name, "missing", *attribute.missing_values)
            if key not in self.lists:
                self.lists[key] = card_of(without_codes(self.table, name, attribute), attribute.last_year)
            return self.lists[key]
        key = (name, "list", attribute.separator)
        if key not in self.lists:
            items = card_of(items_column(self.table.column(name), attribute.separator))
            empty = self.cards[name].missing
            self.lists[key] = replace(items, records=self.table.records, missing=empty)
        return self.lists[key]

    def people(self, policy: Policy) -> int:
        """How many users a log has, or persons a table; of a table without a column of persons its records."""
        name = policy.log.user if policy.log is not None else policy.individual
        values = self.table.column(name).values if name in self.table.names else ()
        return len(values) if values and all(value.strip() for value in values) else self.table.records


def look(path: Path, table: Table, progress: Progress) -> Loaded:
    """Count everything that the column page shows."""
    with progress.step("looking for what each column may be"):
        suggestions = {one.column: one for one in suggest(table)}
    with progress.step("counting values", len(table.names)) as advance:
        cards = {}
        for done, name in enumerate(table.names, 1):
            cards[name] = card_of(table.column(name), last_year(suggestions[name].settings))
            advance(done)
    return Loaded(path, table, cards, suggestions)
