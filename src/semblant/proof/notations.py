"""The same dates and codes in another notation: days however they are written, and codes by the number they hold.

Two columns are compared record by record. That they agree counts only where it is more than chance.
"""

import re
import unicodedata
from collections.abc import Sequence
from itertools import product
from typing import NamedTuple, Self

import numpy as np

from semblant.arrays import AnyInts, Flags, Ints
from semblant.data.filebacked import chunks, gathered
from semblant.data.looks import fold
from semblant.data.missing import no_value
from semblant.data.same import number_key
from semblant.data.table import Column
from semblant.proof.days import NONE, counted, day
from semblant.proof.hashes import joined
from semblant.proof.inside import likely

_CHANCE = 0.001  # how likely it may be that unrelated columns look so
_READ = 0.1  # share of records with a value that must be read for a column to be one of dates, or of codes
_LONGEST = 50  # characters of a date or a code
_WORTH = 0.1  # share of records that agree, below which chance need not be reckoned
_PRIME = (1 << 61) - 1
CODE = re.compile(r"^[^\W\d_]*0*([0-9]+)[^\W\d_]*$")
"""A code without what parts its words: a number, here without its zeros, and letters before it or behind it."""


class Reading(NamedTuple):
    """What the records of a column say as numbers: the number of every text, -1 for none; and the text of every record.

    Example:
        >>> Reading(np.array([7, -1]), np.array([0, 0, 1])).taken(np.array([2, 0])).of_record.tolist()
        [-1, 7]
    """

    of_text: Ints
    packed: AnyInts

    @property
    def of_record(self) -> Ints:
        """The number of every record."""
        return gathered(self.of_text, self.packed)

    def taken(self, rows: AnyInts) -> Self:
        """The same in some rows, or in another order."""
        return self._replace(packed=gathered(self.packed, rows))

    def only(self, texts: Flags) -> Self:
        """The same, but only some texts say anything."""
        return self._replace(of_text=np.where(texts, self.of_text, NONE))


class Days(NamedTuple):
    """The days of a column: as they are written, in each order that fits, and as they are counted if all are numbers.

    Centuries make no difference, as years may be written with two digits. Empty where the column has hardly any dates.

    Example:
        >>> import polars as pl
        >>> from semblant.data.table import Table
        >>> told = Table(pl.DataFrame({"one": ["06/07/65"] * 9, "other": ["July 6, 1965"] * 9, "third": ["nurse"] * 9}))
        >>> one, other, third = (Days.of(told.column(name)) for name in told.names)
        >>> bool(one), bool(third), {tuple(way.of_text.tolist()) for way in other.written}
        (True, False, {(24371,)})
    """

    written: list[Reading]
    counted: list[Reading]

    @classmethod
    def of(cls, column: Column) -> Self:
        """The days of a column."""
        said = [day(text) if len(text) <= _LONGEST else (NONE,) * 3 for text in map(plain, column.values)]
        orders = np.unique(np.array(said, np.int64).T, axis=0)
        return cls(_told(column, [*orders]), _told(column, counted([*map(_digits, column.values)])))

    def __bool__(self) -> bool:
        return bool(self.written or self.counted)

    def taken(self, rows: AnyInts) -> Self:
        """The same in some rows, or in another order."""
        return type(self)(*([way.taken(rows) for way in ways] for ways in self))

    def agreement(self, other: Self) -> float:
        """The greatest share of records that say the same day, if that is not chance; one of both must be written."""
        return agreement([*product(self.written, other.written + other.counted), *product(self.counted, other.written)])


def codes_of(column: Column) -> list[Reading]:
    """For every record the number in its code, -1 for none; empty where hardly any is a number or one with letters.

    Example:
        >>> import polars as pl
        >>> from semblant.data.table import Table
        >>> told = Table(pl.DataFrame({"id": ["P00003", "P-17", "17.0", "1.7e1", "17X", "٣", "1-a-1"]}))
        >>> [numbers.of_record.tolist() for numbers in codes_of(told.column("id"))]
        [[3, 17, 17, 17, 17, 3, -1]]
    """
    said = (code(text) for text in column.values)
    return _told(column, [np.array([NONE if one is None else int(one) % _PRIME for one in said], np.int64)])


def code(text: str) -> str | None:
    """The number in a code, without its zeros; a whole number, however it is written, is itself.

    Example:
        >>> [code(text) for text in ("P-084606", "84606X", "84606.0", "8.4606E+04", "84.606", "P1-2a3", "nurse")]
        ['84606', '84606', '84606', '84606', '84606', None, None]
    """
    if len(text) > _LONGEST:
        return None
    text = plain(text)
    if (key := number_key(text)) is not None and key != "0":
        digits, _, power = key.lstrip("-").partition("e")
        if 0 <= int(power) <= _LONGEST:
            return digits + "0" * int(power)
    found = CODE.fullmatch(joined(text))
    return None if found is None else found[1]


def plain(text: str) -> str:
    """A folded text with the digits of every script as 0 to 9."""
    return _digits(fold(text))


def _digits(text: str) -> str:
    if text.isascii():
        return text
    return "".join(str(unicodedata.decimal(sign, sign)) for sign in text)


def _told(column: Column, ways: Sequence[Ints]) -> list[Reading]:
    """Those ways to read a column by which enough of its records say something."""
    there = column.records - sum(
        int(n) for text, n in zip(column.values, column.counts.tolist(), strict=True) if no_value(text)
    )
    told = [(int(column.counts[way != NONE].sum()), way) for way in ways]
    return [Reading(way, column.packed) for records, way in told if records and records >= _READ * there]


def agreement(pairs: Sequence[tuple[Reading, Reading]]) -> float:
    """The greatest share of records for which both of a pair say the same, of those for which both say something.

    It is 0 where so many would agree by chance.

    Example:
        >>> same, twenty = Reading(np.zeros(20, int), np.arange(20)), Reading(np.arange(20), np.arange(20))
        >>> agreement([(twenty, twenty)]), agreement([(same, same)])
        (1.0, 0.0)
    """
    return max((_agreement(one, other, _CHANCE / len(pairs)) for one, other in pairs), default=0.0)


def _agreement(one: Reading, other: Reading, chance: float) -> float:
    numbers = np.intersect1d(one.of_text, other.of_text)
    if not (numbers != NONE).any():
        return 0.0
    sides = (one, other)
    both = same = 0
    for part in chunks(len(one.packed)):
        first, second = (side.of_text[side.packed[part]] for side in sides)
        there = (first != NONE) & (second != NONE)
        both += int(np.count_nonzero(there))
        same += int(np.count_nonzero(there & (first == second)))
    if not same or same < _WORTH * both:
        return 0.0
    held = [np.zeros(len(side.of_text), np.int64) for side in sides]
    for part in chunks(len(one.packed)):
        there = np.logical_and(*(side.of_text[side.packed[part]] != NONE for side in sides))
        for side, often in zip(sides, held, strict=True):
            often += np.bincount(side.packed[part][there], minlength=len(often))
    by_number = []
    for side, often in zip(sides, held, strict=True):
        at = np.searchsorted(numbers, side.of_text).clip(max=len(numbers) - 1)
        shared = (numbers[at] == side.of_text) & (side.of_text != NONE)
        by_number.append(np.bincount(at[shared], often[shared], len(numbers)))
    expected = float(by_number[0] @ by_number[1]) / both
    return same / both if likely(same, expected) < chance else 0.0
