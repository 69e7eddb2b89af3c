"""The day that a text says, however it is written: in figures, with the name of the month, by its week, or counted."""

import re
from collections.abc import Sequence
from datetime import date

import numpy as np

from semblant.arrays import Floats, Ints
from semblant.data.looks import fold
from semblant.data.missing import no_value
from semblant.data.same import number_key
from semblant.data.scales import MONTHS, WEEKDAYS

NONE = -1
"""What a text says that says nothing."""

_TIME = re.compile(r"(?:t|,? )\d{1,2}:[\d:.,+z-]*(?: ?[ap]\.?m\.?)?(?: ?(?:utc|gmt|z))?$", re.ASCII)
_YEAR_FIRST = re.compile(r"(\d{4})([-/.])(\d{1,2})\2(\d{1,2})", re.ASCII)
_PARTED = re.compile(r"(\d{1,2})([-/.])(\d{1,2})\2(\d{4}|\d\d)", re.ASCII)
_SIX = re.compile(r"(\d\d)(\d\d)(\d\d)", re.ASCII)
_EIGHT = re.compile(r"(\d\d)(\d\d)(\d\d)(\d\d)", re.ASCII)
_WEEK = re.compile(r"(\d{4})-?w(\d\d)-?([1-7])", re.ASCII)
_NAMED = re.compile(r"[^\W\d_]+|\d+")
_MONTH = {fold(word): at for at, words in enumerate(MONTHS.split("|"), 1) for word in words.split()}
_ASIDE = frozenset(map(fold, [*WEEKDAYS.replace("|", " ").split(), "st", "nd", "rd", "th", "of", "the", "de"]))
_CENTURIES = (18, 19, 20)  # with which a date of eight digits begins if its year is first
_NOTHING = (NONE, NONE, NONE)
_FIRST, _LAST = -43_830, 54_787  # the days of 1850 and 2120, from the first of 1970 on
_BEFORE = (25_569, 24_107, 3_653, 0)  # days before 1970 from which programs count: 1899-12-30, 1904, 1960, 1970
_SECONDS_BEFORE = (141_428, 25_567, 24_107, 3_653, 0)  # 1582-10-14, 1900, 1904, 1960, 1970
_SECONDS = 86_400.0
_MOST = 1e11  # seconds; what is more is counted in thousandths


def day(text: str) -> tuple[int, int, int]:
    """The day that a folded text says, without its century: with the day, the month or the year first; -1 for none.

    Example:
        >>> {day(text) for text in ("1965-06-27", "27 jun 1965", "june 27, 1965 12:00 am", "1965-w25-7", "19650627")}
        {(24361, 24361, 24361)}
        >>> day("06.07.65"), day("060765")[:2], day("65")
        ((24371, 24341, -1), (24371, 24341), (-1, -1, -1))
    """
    text = _TIME.sub("", text)
    if (found := _YEAR_FIRST.fullmatch(text)) is not None:
        return _always(_day(found[1], found[3], found[4]))
    if (found := _PARTED.fullmatch(text)) is not None:
        return _by_order(found[1], found[3], found[4])
    if (found := _SIX.fullmatch(text)) is not None:
        return _by_order(*found.groups())
    if (found := _EIGHT.fullmatch(text)) is not None:
        a, b, c, d = found.groups()
        if int(a) in _CENTURIES and (number := _day(b, c, d)) != NONE:
            return _always(number)
        return _day(d, b, a), _day(d, a, b), NONE
    if (found := _WEEK.fullmatch(text)) is not None:
        try:
            then = date.fromisocalendar(int(found[1]), int(found[2]), int(found[3]))
        except ValueError:
            return _NOTHING
        return _always(_number(then.year, then.month, then.day))
    return _named(text)


def _by_order(a: str, b: str, c: str) -> tuple[int, int, int]:
    return _day(c, b, a), _day(c, a, b), NONE if len(c) > 2 else _day(a, b, c)


def _always(number: int) -> tuple[int, int, int]:
    return number, number, number


def _named(text: str) -> tuple[int, int, int]:
    """A day with the name of its month: ``7 jun 1965``, ``monday, june 7th, 1965``, ``1965-jun-07``."""
    words = _NAMED.findall(text)
    digits = [word for word in words if word[0].isdecimal()]
    if len(digits) != 2 or max(map(len, digits)) > 4 or not all(map(str.isascii, digits)):
        return _NOTHING
    others = [word for word in words if not word[0].isdecimal()]
    months = [_MONTH[word] for word in others if word in _MONTH]
    if not months or any(word not in _MONTH and word not in _ASIDE for word in others):
        return _NOTHING
    if len(months) > 1:  # Tuesday and March are both mar in French
        months = [_MONTH[word] for word in others if word in _MONTH and word not in _ASIDE] or months[-1:]
    then, year = digits if len(digits[0]) < 3 else digits[::-1]
    if len(months) > 1 or len(then) > 2 or len(year) not in (2, 4):
        return _NOTHING
    return _always(_day(year, str(months[0]), then))


def _day(year: str, month: str, of_month: str) -> int:
    if not (1 <= int(month) <= 12 and 1 <= int(of_month) <= 31):
        return NONE
    return _number(int(year), int(month), int(of_month))


def _number(year: int, month: int, of_month: int) -> int:
    return (year % 100 * 12 + month - 1) * 31 + of_month - 1


def counted(texts: Sequence[str]) -> list[Ints]:
    """The days of texts that are all numbers, as :func:`day` gives them: if those count days or seconds.

    They are counted from where sheets and programs for statistics count. Seconds may be thousandths or less, and of
    another time zone: of those since 1970, the nearest midnight is tried too. Days that are all the same tell nothing.

    Example:
        >>> [days.tolist() for days in counted(["32405", "32406", "NA"])][0], day("1988-09-19")[0]
        ([33002, 33003, -1], 33002)
    """
    numbers = np.full(len(texts), np.nan)
    for at, text in enumerate(texts):
        if (key := number_key(text)) is not None:
            numbers[at] = float(key)
        elif not no_value(text):
            return []
    there = np.abs(numbers[np.isfinite(numbers)])
    parts = 1.0
    while there.size and np.median(there) > _MOST * parts and parts < 1e9:
        parts *= 1000.0
    since = numbers / (_SECONDS * parts)
    ways = [numbers - before for before in _BEFORE] + [since - before for before in _SECONDS_BEFORE] + [since + 0.5]
    found = [_days(way) for way in ways]
    return [one for one in found if len(np.unique(one[one != NONE])) > 1]


def _days(since: Floats) -> Ints:
    """The days that numbers of them from the first of 1970 on are; -1 outside of what is a date."""
    with np.errstate(invalid="ignore"):
        fits = (since >= _FIRST) & (since < _LAST)
    then = np.floor(np.where(fits, since, 0)).astype("datetime64[D]")
    month = then.astype("datetime64[M]")
    year = then.astype("datetime64[Y]").astype(np.int64) + 1970
    number = (year % 100 * 12 + month.astype(np.int64) % 12) * 31 + (then - month).astype(np.int64)
    return np.where(fits, number, NONE)
