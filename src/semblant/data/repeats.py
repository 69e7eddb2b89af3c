"""Identifiers that stand in several records, so that one person may have several rows."""

from collections.abc import Iterable, Sequence
from typing import NamedTuple

import numpy as np

from semblant.arrays import Ints
from semblant.data.columnnames import words_of
from semblant.data.columnwords import FREE_TEXT_WORDS, IDENTIFYING_WORDS, NAME_WORDS, QUASI
from semblant.data.same import person_key
from semblant.data.table import Table

_ROWS, _SHARE = 3, 0.1  # rows of one person, or records of such persons, that are no coincidence of names
_MOST_ROWS = 3  # for each value on average; beyond it a column is left out for another reason than naming people
_MOST_NAMED = 20  # the same where the name of the column says that it identifies; beyond it, something larger


_SHARED = (
    NAME_WORDS
    | FREE_TEXT_WORDS
    | frozenset("name names nom nome nombre address addresses adresse anschrift street".split())  # noqa: SIM905
    | frozenset("phone telephone tel ip date datum fecha".split())  # noqa: SIM905
)
"""Words in the names of columns whose values several people may share, whatever else the names say: `home_address`."""
_TRAITS = QUASI.keys() - {"household", "family", "haushalt", "hogar", "ménage"}
"""Words of what several people may have in common, unless a name says that it identifies: `postcode`, `school_id`."""


class Repeated(NamedTuple):
    """An identifier whose values repeat: its different values, the records with one, and the most that share one."""

    values: int
    records: int
    most: int


def repeated(table: Table, names: Iterable[str]) -> dict[str, Repeated]:
    """Those of some columns whose values repeat as the keys of persons with several rows do.

    Example:
        >>> import polars as pl
        >>> table = Table(pl.DataFrame({"patient": ["a", "a", "A", "b", "c"], "stay": ["1", "2", "3", "4", "5"]}))
        >>> repeated(table, table.names)
        {'patient': Repeated(values=3, records=5, most=3)}
    """
    found = {name: _repeated(name, *_texts(table, name)) for name in names if name in table.names}
    return {name: one for name, one in found.items() if one is not None}


def _texts(table: Table, name: str) -> tuple[Sequence[str], Sequence[int]]:
    """The texts of a column and how often each occurs; of one in a file, numbers that are equal where its texts are."""
    if (aside := table.aside.get(name)) is not None:
        often = [] if aside.distinct else np.unique(aside.numbers(), return_counts=True)[1].tolist()
        return [f"#{i}" for i in range(len(often))], often
    column = table.column(name)
    return column.values, column.counts.tolist()


def _repeated(name: str, texts: Sequence[str], often: Sequence[int]) -> Repeated | None:
    rows = _rows_of_persons(name, texts, often)
    if rows is None or _are_few(rows):
        return None
    return Repeated(len(rows), int(rows.sum()), int(rows.max()))


def _rows_of_persons(name: str, texts: Sequence[str], often: Sequence[int]) -> Ints | None:
    """How many records each value has, where the column may name persons and some values repeat."""
    counts: dict[str, int] = {}
    for text, number in zip(texts, often, strict=True):
        if key := person_key(text):
            counts[key] = counts.get(key, 0) + number
    rows = np.array([*counts.values()], np.int64)
    words = words_of(name)
    named = words & IDENTIFYING_WORDS
    if words & _SHARED or (words & _TRAITS and not named):
        return None
    most = _MOST_NAMED if named else _MOST_ROWS
    if not rows.size or rows.max() == 1 or rows.sum() > most * len(rows):
        return None
    return rows


def _are_few(rows: Ints) -> bool:
    """Whether so few values repeat that it may be a coincidence, or a mistake."""
    return bool(rows.max() < _ROWS and rows[rows > 1].sum() < _SHARE * rows.sum())


def repeated_few(table: Table, names: Iterable[str]) -> dict[str, int]:
    """Those of some columns of numbers of persons in which only a few occur twice, each with how many do.

    Example:
        >>> import polars as pl
        >>> table = Table(pl.DataFrame({"Emp No": [str(max(i, 2)) for i in range(1, 41)]}))
        >>> repeated_few(table, table.names), repeated(table, table.names)
        ({'Emp No': 1}, {})
    """
    found = {}
    for name in names:
        texts, often = _texts(table, name) if name in table.names else ((), ())
        rows = _rows_of_persons(name, texts, often) if words_of(name) & IDENTIFYING_WORDS else None
        if rows is not None and _are_few(rows):
            found[name] = int(np.count_nonzero(rows > 1))
    return found
