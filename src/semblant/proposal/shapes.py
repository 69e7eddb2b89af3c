"""What the rows of a table are: records, persons with a list of items in a cell, or queries of a search log."""

from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np

from semblant.catalogue import Shape
from semblant.data.columnnames import words_of
from semblant.data.profile import profile_column
from semblant.data.table import Column, Table
from semblant.errors import InputError
from semblant.policy.model import Log
from semblant.proposal.kinds import find_kind
from semblant.proposal.lists import SEPARATORS, items_column, items_of, separator_of, share_of_lists
from semblant.proposal.suggest import Suggestion
from semblant.report.plurals import counted

_LOOKED_AT = 5_000  # distinct cells of a column
_USER_WORDS = frozenset("user users userid uid anonid visitor visitorid customer client member session".split())  # noqa: SIM905
_TEXT_WORDS = frozenset(
    "query queries search searches searched searchterm keyword keywords suchbegriff suchanfrage recherche".split()  # noqa: SIM905
)
_TIME_WORDS = frozenset("time timestamp date datetime when datum zeit querytime".split())  # noqa: SIM905
_RESULT_WORDS = frozenset("result results hits found".split())  # noqa: SIM905


@dataclass(frozen=True)
class ShapeFound:
    """What the rows may be, why, and the columns that go with it."""

    shape: Shape
    reason: str = ""
    items: str = ""
    """Of sets: the column with the lists."""
    separator: str = "|"
    log: Log | None = None


def find_shape(table: Table) -> ShapeFound:
    """What the rows of a table most likely are.

    Example:
        >>> import polars as pl
        >>> baskets = Table(pl.DataFrame({"who": ["a", "b", "c"], "items": ["tea|milk", "tea|salt|milk", "tea|salt"]}))
        >>> find_shape(baskets).shape, find_shape(baskets).reason
        ('sets', 'most cells of items hold several items with | between them')
    """
    if (log := _log_of(table)) is not None:
        reason = f"{log.text} looks like what {log.user} searched for, one query a row"
        return ShapeFound("log", reason, log=log)
    lists = [(name, sign) for name in table.names if (sign := separator_of(table.column(name))) is not None]
    if lists:
        name, sign = lists[0]
        return ShapeFound("sets", f"most cells of {name} hold several items with {sign} between them", name, sign)
    return ShapeFound("table")


def as_shape(table: Table, shape: Shape) -> ShapeFound:
    """The columns that go with a shape that somebody has chosen; they may correct them."""
    found = find_shape(table)
    if found.shape == shape or shape == "table":
        return found if found.shape == shape else ShapeFound("table")
    if shape == "sets":
        name, sign = max(
            ((name, sign) for name in table.names for sign in SEPARATORS),
            key=lambda one: share_of_lists(items_of(table.column(one[0]), one[1])),
        )
        return ShapeFound("sets", "chosen by the steward", name, sign)
    if len(table.names) < 2:
        raise InputError("A search log has a column of users and one of queries; this file has one column.")
    columns = [table.column(name) for name in table.names]
    text = max(columns, key=lambda one: float(np.mean([len(value) for value in one.values] or [0])))
    others = [one for one in columns if one is not text]
    user = next((one for one in others if _repeats(one)), others[0])
    return ShapeFound("log", "chosen by the steward", log=Log(user=user.name, text=text.name))


def suggested_items(column: Column, separator: str) -> Suggestion:
    """How a column of lists is treated: by the meaning of its items."""
    items = items_column(column, separator)
    kind = find_kind(profile_column(items), items, words_of(column.name))
    known = str(kind.settings.get("knowledge", "wordnet")) if kind.kind == "semantic" else "wordnet"
    settings = {"knowledge": known, "unknown": "nominal", "separator": separator}
    reason = f"lists of items: {counted(len(items.values), 'distinct item')}"
    return Suggestion(column.name, "quasi", "set", reason, settings)


def suggestions_for(table: Table, found: ShapeFound, suggestions: Iterable[Suggestion]) -> list[Suggestion]:
    """The suggestions for the columns of a table, as they are where some columns have a part in its shape."""
    if found.shape == "log" and found.log is not None:
        settings = {"knowledge": "wordnet", "sense": "first", "unknown": "suppress"}
        reason = "what users searched for; what the vocabulary does not know is left out"
        return [Suggestion(found.log.text, "quasi", None, reason, settings)]
    if found.shape == "sets":
        return [
            suggested_items(table.column(one.column), found.separator)
            if one.column == found.items
            else one.promising(1)
            for one in suggestions
        ]
    return list(suggestions)


# --- the columns of a log ------------------------------------------------------------------------------------


def _log_of(table: Table) -> Log | None:
    """The columns of a search log, by their names and contents; None where it is none."""
    columns = [table.column(name) for name in table.names]
    words = {one.name: words_of(one.name) for one in columns}
    text = next((c for c in columns if words[c.name] & _TEXT_WORDS and _spelt(c)), None)
    user = next((c for c in columns if words[c.name] & _USER_WORDS and c is not text and _repeats(c)), None)
    if text is None or user is None:
        return None
    left = [one for one in columns if one not in (text, user)]
    profiles = {one.name: profile_column(one) for one in left}
    time = next((c for c in left if profiles[c.name].dates == 1 or words[c.name] & _TIME_WORDS), None)
    url = next((c for c in left if c is not time and any("://" in value for value in c.values[:_LOOKED_AT])), None)
    hits = next((c for c in left if words[c.name] & _RESULT_WORDS and profiles[c.name].numeric == 1), None)
    return Log(
        user=user.name,
        text=text.name,
        time=time.name if time else None,
        url=url.name if url else None,
        results=hits.name if hits else None,
    )


def _repeats(column: Column) -> bool:
    return len(column.values) > 1 and 2 * len(column.values) <= column.records


def _spelt(column: Column) -> bool:
    """Whether most values have letters."""
    values = column.values[:_LOOKED_AT]
    return 2 * sum(any(letter.isalpha() for letter in value) for value in values) > len(values)
