"""A released search log beside its original, user by user: only the steward sees this."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from semblant.data.table import Table

SHOWN = 10
"""The queries of a user that are shown of each side."""


@dataclass(frozen=True)
class UserLog:
    """What a user searched for, and what is released of it."""

    user: str
    before: tuple[str, ...]
    after: tuple[str, ...]
    queries: tuple[int, int]
    """How many there are on either side."""


def user_logs(before: Table, after: Table, user: str, text: str, link: Mapping[str, str]) -> list[UserLog]:
    """The users of the original in their order, each with the released log that the link says is theirs.

    Example:
        >>> import polars as pl
        >>> log = Table(pl.DataFrame({"who": ["ann", "ben", "ann"], "query": ["hay fever", "tea", "pollen"]}))
        >>> out = Table(pl.DataFrame({"who": ["1", "2"], "query": ["allergy", "drink"]}))
        >>> user_logs(log, out, "who", "query", {"1": "ann", "2": "ben"})[0]
        UserLog(user='ann', before=('hay fever', 'pollen'), after=('allergy',), queries=(2, 1))
    """
    asked = _by_user(before, user, text)
    given = {link.get(number, number): queries for number, queries in _by_user(after, user, text).items()}
    return [
        UserLog(one, tuple(queries[:SHOWN]), tuple(found[:SHOWN]), (len(queries), len(found)))
        for one, queries in asked.items()
        for found in (given.get(one, ()),)
    ]


def _by_user(table: Table, user: str, text: str) -> dict[str, Sequence[str]]:
    found: dict[str, list[str]] = {}
    users, texts = table.column(user), table.column(text)
    for who, what in zip(users.codes.tolist(), texts.codes.tolist(), strict=True):
        found.setdefault(users.values[who], []).append(texts.values[what])
    return dict(found)
