"""The same dates and codes in another notation: days however they are written, and codes by the number they end with.

Two columns are compared record by record. That they agree counts only where it is more than chance.
"""

import re
from collections.abc import Callable
from functools import partial

import numpy as np

from semblant.arrays import AnyInts, Ints
from semblant.data.filebacked import chunks, gathered
from semblant.data.looks import fold
from semblant.data.missing import no_value
from semblant.data.table import Column
from semblant.proof.hashes import joined
from semblant.proof.inside import likely

_CHANCE = 0.001  # how likely it may be that unrelated columns look so
_READ = 0.5  # share of records with a value that must be read for a column to be one of dates, or of codes
_LONGEST = 40  # characters of a date or a code
_WORTH = 0.1  # share of records that agree, below which chance need not be reckoned
_NONE = -1

_TIME = r"(?:[t ]\d{1,2}:[\d:.,+z-]*)?"
_YEAR_FIRST = re.compile(rf"(\d{{4}})([-/.])(\d{{1,2}})\2(\d{{1,2}}){_TIME}", re.ASCII)
_YEAR_LAST = re.compile(rf"(\d{{1,2}})([-/.])(\d{{1,2}})\2(\d{{4}}|\d\d){_TIME}", re.ASCII)
_NAMED = re.compile(rf"(\d{{1,2}})[- ]?([a-z]{{3,9}})[- ]?(\d{{4}}|\d\d){_TIME}", re.ASCII)
_TOGETHER = re.compile(r"(\d\d)(\d\d)(\d\d)(\d\d)", re.ASCII)
_MONTHS = (
    "january", "february", "march", "april", "may", "june", "july", "august", "september", "october", "november",
    "december",
)  # fmt: skip
_CENTURIES = (18, 19, 20)  # with which a date of eight digits begins if its year is first
_PRIME = (1 << 61) - 1
CODE = re.compile(r"^[^\W\d_]*0*([0-9]+)$")
"""A code without what parts its words: letters, and the number that it ends with, without its zeros."""


def days_of(column: Column) -> list[Ints]:
    """For every record the day as a number, -1 for none: once with the day, once with the month first, where it fits.

    Centuries make no difference, as years may be written with two digits. Empty where the column has hardly any dates.

    Example:
        >>> import polars as pl
        >>> from semblant.data.table import Table
        >>> told = Table(pl.DataFrame({"one": ["06/07/65"], "other": ["1965-07-06"], "third": ["nurse"]}))
        >>> one, other = (days_of(told.column(name)) for name in ("one", "other"))
        >>> any(np.array_equal(a, b) for a in one for b in other), days_of(told.column("third"))
        (True, [])
    """
    ways = (_numbers(column, partial(day, day_first=first)) for first in (True, False))
    return [way for way in ways if way is not None]


def day(text: str, *, day_first: bool) -> int:
    """The day that a folded text says, without its century; -1 for none.

    Example:
        >>> [day(text, day_first=True) for text in ("1965-06-07", "07.06.65", "7 jun 1965", "19650607", "65")]
        [24341, 24341, 24341, 24341, -1]
    """
    if (found := _YEAR_FIRST.fullmatch(text)) is not None:
        return _day(found[1], found[3], found[4])
    if (found := _YEAR_LAST.fullmatch(text)) is not None:
        return _day(found[4], *(found[3], found[1]) if day_first else (found[1], found[3]))
    if (found := _NAMED.fullmatch(text)) is not None:
        month = next((i for i, name in enumerate(_MONTHS, 1) if name.startswith(found[2])), 0)
        return _day(found[3], str(month), found[1])
    if (found := _TOGETHER.fullmatch(text)) is not None:
        a, b, c, d = found.groups()
        if int(a) in _CENTURIES and (number := _day(b, c, d)) != _NONE:
            return number
        return _day(d, *(b, a) if day_first else (a, b))
    return _NONE


def _day(year: str, month: str, of_month: str) -> int:
    if not (1 <= int(month) <= len(_MONTHS) and 1 <= int(of_month) <= 31):
        return _NONE
    return (int(year) % 100 * 12 + int(month) - 1) * 31 + int(of_month) - 1


def codes_of(column: Column) -> list[Ints]:
    """For every record the number that its code ends with, -1 for none; empty where hardly any is letters and a number.

    Example:
        >>> import polars as pl
        >>> from semblant.data.table import Table
        >>> told = Table(pl.DataFrame({"id": ["P00003", "P-17"]}))
        >>> [numbers.tolist() for numbers in codes_of(told.column("id"))]
        [[3, 17]]
    """
    found = _numbers(column, _code)
    return [] if found is None else [found]


def _code(text: str) -> int:
    found = CODE.fullmatch(joined(text))
    return _NONE if found is None else int(found[1]) % _PRIME


def _numbers(column: Column, read: Callable[[str], int]) -> Ints | None:
    """What every record says, by its folded text; None where too few records say anything."""
    folded = (fold(text) for text in column.values)
    of_value = np.array([read(text) if len(text) <= _LONGEST else _NONE for text in folded], np.int64)
    told = int(column.counts[of_value != _NONE].sum())
    if not told:
        return None
    there = column.records - sum(
        int(n) for text, n in zip(column.values, column.counts.tolist(), strict=True) if no_value(text)
    )
    return gathered(of_value, column.packed) if told >= _READ * there else None


def agreement(ones: list[Ints], others: list[Ints], among: AnyInts | None = None) -> float:
    """The greatest share of records for which two columns say the same, of those for which both say something.

    It is 0 where so many would agree by chance. Only the records of ``among`` count, if given.

    Example:
        >>> agreement([np.arange(20)], [np.arange(20)]), agreement([np.zeros(20, int)], [np.zeros(20, int)])
        (1.0, 0.0)
    """
    if among is not None:
        ones, others = ([gathered(numbers, among) for numbers in side] for side in (ones, others))
    return max((_agreement(one, other) for one in ones for other in others), default=0.0)


def _agreement(one: Ints, other: Ints) -> float:
    both = same = 0
    for part in chunks(len(one)):
        there = (one[part] != _NONE) & (other[part] != _NONE)
        both += int(np.count_nonzero(there))
        same += int(np.count_nonzero(there & (one[part] == other[part])))
    if not same or same < _WORTH * both:
        return 0.0
    there = (one != _NONE) & (other != _NONE)
    (first, held), (second, having) = (np.unique(side[there], return_counts=True) for side in (one, other))
    _, at, to = np.intersect1d(first, second, assume_unique=True, return_indices=True)
    expected = float(held[at].astype(np.float64) @ having[to]) / both
    return same / both if likely(same, expected) < _CHANCE else 0.0
