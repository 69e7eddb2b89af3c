"""Numbers, dates and ordered levels: reading a text as a position on a line, and writing a position as text."""

import math
import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta
from decimal import ROUND_HALF_UP, Decimal, localcontext
from typing import Protocol

from semblant.data.missing import no_value
from semblant.data.numerals import NUMBER as NUMBER
from semblant.data.numerals import PLAIN, Numerals
from semblant.errors import InputError, PolicyError
from semblant.policy.model import Kind, Precision

_DAYS = (
    "%Y-%m-%d", "%Y/%m/%d", "%Y.%m.%d", "%d.%m.%Y", "%d/%m/%Y", "%m/%d/%Y", "%d-%m-%Y", "%m-%d-%Y", "%d %b %Y",
    "%d %B %Y", "%d-%b-%Y", "%d%b%Y",
)  # fmt: skip
_TIMES = ("", " %H:%M", " %H:%M:%S")
_FORMATS = (
    *(day + time for time in _TIMES for day in _DAYS),
    "%Y-%m-%dT%H:%M", "%Y-%m-%dT%H:%M:%S", "%Y-%m-%dT%H:%M:%SZ", "%Y-%m", "%m/%Y", "%b-%Y", "%Y%m%d", "%Y-Q", "%Y",
    "%d%m%Y", "%m%d%Y",
    *(day + time for time in _TIMES for day in (
        "%d.%m.%y", "%d/%m/%y", "%m/%d/%y", "%d-%m-%y", "%m-%d-%y", "%d%b%y", "%d-%b-%y", "%d %b %y",
    )),
)  # fmt: skip
_UNPARTED = ("%d%m%Y", "%m%d%Y")
"""Only with all zeros: 1112020 may be two days."""
_SHORT_YEAR, _ANY_YEAR = "%y", 2000
_MOMENTS = tuple(f"%Y-%m-%d{mark}%H:%M:%S{end}" for end in (".%f", "%z") for mark in "T ")
"""Times with fractions of a second, which do not count, or with an offset from UTC, in which they are written then."""
_QUARTER = re.compile(r"(\d{4})-Q([1-4])", re.ASCII)
_MONTHS: dict[Precision | None, int] = {"month": 1, "quarter": 3, "year": 12}
"""How many months a period of a precision has."""
COARSE: dict[Precision, str] = {"month": "%Y-%m", "quarter": "%Y-Q", "year": "%Y"}
"""How dates of a precision are written."""
_PRECISIONS: dict[str, Precision] = {
    **{written: precision for precision, written in COARSE.items()},
    "%m/%Y": "month",
    "%b-%Y": "month",
}
_TIME = re.compile(r"[T ]\d{1,2}:")
_ONE_DIGIT, _ZERO = re.compile(r"(?<!\d)\d(?!\d)"), re.compile(r"(?<!\d)0(?=\d)")
_NEW_YEARS_EVE = 18_627.0  # of 2020: an example that shows what is the day and what the month
_ENOUGH = 1000  # texts used to find the usual format of a column with errors


_EARLIEST = 1000  # earlier years are not written with four digits
_LARGEST = 1e150  # so that squares stay finite
_DIGITS = 400  # of decimals, more than any number of a column has
_PRECISION, _POWER = 15, 4  # decimals that a float can hold, and letters of an exponent worth reading


class Ruler(Protocol):
    """Turns a text into a position on a line and back; None where the text is no such value."""

    def place(self, text: str) -> float | None: ...
    def text(self, place: float) -> str: ...
    def rounding(self, step: float | None, precision: Precision | None) -> "Ruler":
        """The same ruler, which writes only multiples of ``step``, or dates no finer than ``precision``."""


@dataclass(frozen=True)
class Numeric:
    """Numbers in the column's own format and precision.

    Example:
        >>> ruler = Numeric.over(["1.5", "20"])
        >>> ruler.place(" 20 "), ruler.text(2.26), ruler.place("n/a")
        (20.0, '2.3', None)
        >>> ruler = Numeric.over(["9.325,00", "12,5"])
        >>> ruler.place("12,5"), ruler.text(1234.5)
        (12.5, '1.234,50')
    """

    decimals: int
    numerals: Numerals = PLAIN
    step: float | None = None  # only multiples of it are written

    @classmethod
    def over(cls, texts: Iterable[str]) -> "Numeric":
        """The ruler of a column, with its own number format and precision."""
        texts = list(texts)
        numerals = Numerals.over(texts)
        plain = (numerals.plain(text) for text in texts)
        return cls(max((_decimals(text) for text in plain if text is not None), default=0), numerals)

    def place(self, text: str) -> float | None:
        """Parse a number."""
        plain = self.numerals.plain(text)
        if plain is None:
            return None
        number = float(plain)
        return number if math.isfinite(number) and abs(number) <= _LARGEST else None

    def text(self, place: float) -> str:
        """A number, rounded to the column's precision."""
        shown = f"{place if self.step is None else multiple(Decimal(repr(place)), self.step):.{self.decimals}f}"
        return self.numerals.written(shown[1:] if float(shown) == 0.0 and shown.startswith("-") else shown)

    def rounding(self, step: float | None, precision: Precision | None) -> "Numeric":  # noqa: ARG002
        return replace(self, step=step)

    def exact(self, place: float) -> str:
        """A number with all its decimals, which is read as just this place."""
        return repr(place) if self.numerals == PLAIN else self.numerals.written(f"{Decimal(repr(place)):f}")


def multiple(number: Decimal, step: float) -> Decimal:
    """The nearest multiple of a step; of two, the one further from zero.

    Example:
        >>> multiple(Decimal("22.5"), 5), multiple(Decimal("-22.5"), 5), multiple(Decimal("0.34"), 0.1)
        (Decimal('25'), Decimal('-25'), Decimal('0.3'))
    """
    unit = Decimal(repr(step)).normalize()
    with localcontext(prec=_DIGITS):
        return Decimal(f"{(number / unit).quantize(Decimal(1), ROUND_HALF_UP) * unit:f}")


def _decimals(text: str) -> int:
    digits, _, power = text.strip().lower().partition("e")
    shift = int(power) if power and len(power) <= _POWER else 0
    return min(_PRECISION, max(0, len(digits.partition(".")[2]) - shift))


@dataclass(frozen=True)
class Dated:
    """Dates or times of one format, as days; written in the same format. ``bare``: days and months without zeros.

    A year of two digits is one of the hundred to ``last_year``; where this is not told, such texts are no dates.

    Example:
        >>> ruler = Dated.over(["2024-03-01", "2024-03-04"])
        >>> ruler.text((ruler.place("2024-03-01") + ruler.place("2024-03-04")) / 2)
        '2024-03-02'
        >>> Dated.over(["1/3/2024", "31/12/2024"]).text(0)
        '1/1/1970'
        >>> ruler = Dated.over(["2024-03-01T00:30:00+01:00", "2024-03-01T10:00:00.25Z"])
        >>> ruler.text(ruler.place("2024-03-01T00:30:00+01:00"))
        '2024-02-29T23:30:00+00:00'
        >>> Dated("%Y").text(Dated.over(["01MAR63", "30SEP11"], last_year=2026).place("01MAR63"))
        '1963'
    """

    format: str
    bare: bool = False
    precision: Precision | None = None  # only beginnings of such periods are written
    upper: bool = False  # months are written in capitals
    last_year: int | None = None  # the latest that a year of two digits can mean

    @classmethod
    def over(cls, texts: Sequence[str], last_year: int | None = None) -> "Dated | None":
        """The ruler of a column: the first format that all its texts follow, if there is one."""
        if not all(any(map(str.isdecimal, text)) for text in texts):
            return None  # a word: no need to try every format
        rulers = (cls(form, last_year=last_year) for form in (*_FORMATS, *_MOMENTS))
        found = next((ruler for ruler in rulers if all(ruler.place(text) is not None for text in texts)), None)
        return None if found is None else replace(found, bare=_bare(texts), upper=_upper(texts))

    @classmethod
    def usual(cls, texts: Sequence[str], last_year: int | None = None) -> "Dated | None":
        """The ruler of most texts of a column in which some are in error; None where none is a date."""
        some = texts[:_ENOUGH]
        rulers = [cls(form, last_year=last_year) for form in _FORMATS]
        read = [sum(ruler.place(text) is not None for text in some) for ruler in rulers]
        return rulers[read.index(max(read))] if any(read) else None

    def place(self, text: str) -> float | None:
        """Days since 1970."""
        text, how = text.strip(), self.format
        if how in _MOMENTS:
            return _moment(text, how)
        if how == COARSE["quarter"]:
            if (found := _QUARTER.fullmatch(text)) is None:
                return None
            text, how = f"{found[1]}-{3 * int(found[2]) - 2:02}", COARSE["month"]
        if how in _UNPARTED and len(text) != len("31122020"):
            return None
        if self.short_years and self.last_year is None:
            return None
        try:
            moment = datetime.strptime(text, how).replace(tzinfo=UTC)
        except ValueError:
            return None
        if self.short_years and self.last_year is not None:
            year = self.last_year - (self.last_year - moment.year) % 100
            try:
                moment = moment.replace(year=year)
            except ValueError:  # the 29th of February of another century
                return None
        return moment.timestamp() / 86_400 if moment.year >= _EARLIEST else None

    @property
    def short_years(self) -> bool:
        """Whether years are written with two digits."""
        return _SHORT_YEAR in self.format

    def text(self, place: float) -> str:
        """A date, cut to the column's format; of months, quarters and years the one whose beginning is nearest."""
        moment = datetime.fromtimestamp(round(place * 86_400), UTC)
        if (months := _MONTHS.get(self.precision or _PRECISIONS.get(self.format))) is not None:
            moment = _nearest(moment, months)
        if self.format == COARSE["quarter"]:
            return f"{moment.year:04}-Q{(moment.month + 2) // 3}"
        written = moment.strftime(self.format.removesuffix(".%f").replace("%z", "+00:00"))
        written = written.upper() if self.upper else written
        day = _day(written)
        return _ZERO.sub("", day) + written[len(day) :] if self.bare else written

    def rounding(self, step: float | None, precision: Precision | None) -> "Dated":  # noqa: ARG002
        return replace(self, precision=precision)

    def to_days(self) -> "Dated":
        """The same ruler without the time of day."""
        return replace(self, format=re.split("[T ]%H", self.format)[0])


def _moment(text: str, how: str) -> float | None:
    """Days since 1970, by UTC where the time says its offset, to the second."""
    try:
        moment = datetime.fromisoformat(text)
    except ValueError:
        return None
    zoned = moment.tzinfo is not None
    if (text[4:5], text[7:8], text[10:11]) != ("-", "-", how[8]) or zoned != how.endswith("%z"):
        return None
    moment = (moment if zoned else moment.replace(tzinfo=UTC)).astimezone(UTC).replace(microsecond=0)
    return moment.timestamp() / 86_400 if moment.year >= _EARLIEST else None


def period_of(moment: datetime, precision: Precision) -> datetime:
    """The beginning of the month, quarter or year that a moment is in."""
    return _period(moment, _MONTHS[precision])


def _period(moment: datetime, months: int) -> datetime:
    return datetime(moment.year, (moment.month - 1) // months * months + 1, 1, tzinfo=UTC)


def _nearest(moment: datetime, months: int) -> datetime:
    """The nearest beginning of a period; of two, the earlier."""
    begin = _period(moment, months)
    try:
        following = _period(begin + timedelta(days=31 * months), months)
    except OverflowError:  # there is no year 10000
        return begin
    return begin if moment - begin <= following - moment else following


def _day(text: str) -> str:
    """The date before the time of day."""
    time = _TIME.search(text)
    return text[: time.start()] if time else text


def _upper(texts: Sequence[str]) -> bool:
    """Whether months are written in capitals: 01MAR2023."""
    return all(any(map(str.isalpha, text)) and text.isupper() for text in map(_day, texts))


def _bare(texts: Iterable[str]) -> bool:
    days = [_day(text) for text in texts]
    return any(map(_ONE_DIGIT.search, days)) and not any(map(_ZERO.search, days))


@dataclass(frozen=True)
class Ordered:
    """Levels in a given order, such as low < middle < high.

    Example:
        >>> ruler = Ordered(("low", "middle", "high"))
        >>> ruler.place("high"), ruler.text(0.7)
        (2.0, 'middle')
    """

    levels: tuple[str, ...]

    def place(self, text: str) -> float | None:
        """The number of the level, from 0."""
        try:
            return float(self.levels.index(text.strip()))
        except ValueError:
            return None

    def text(self, place: float) -> str:
        """The nearest level."""
        return self.levels[round(place)]

    def rounding(self, step: float | None, precision: Precision | None) -> "Ordered":  # noqa: ARG002
        return self


def as_written(texts: Sequence[str]) -> str:
    """Describe the number format if it is not the plain one, and how ambiguous numbers are read."""
    ruler = Numeric.over(texts)
    way = "" if ruler.numerals == PLAIN else f", written as {ruler.numerals.like(ruler.decimals)}"
    if not ruler.numerals.ambiguous:
        return way
    return way + ("; the comma parts thousands" if ruler.numerals.thousands else "; the dot parts decimals")


def ruler_of(
    name: str, kind: Kind, levels: Sequence[str] | None, values: Sequence[str], last_year: int | None = None
) -> Ruler:
    """The ruler of a numeric, date or ordinal column; a value it cannot read is an error."""
    texts = [v for v in values if not no_value(v)]
    ruler: Ruler | None
    if kind == "numeric":
        ruler, wanted = Numeric.over(texts), "a number"
    elif kind == "date":
        ruler, wanted = _dated(name, texts, last_year), "a date of one known format"
    elif levels:
        ruler, wanted = Ordered(tuple(levels)), "one of the levels"
    elif texts and all(NUMBER.fullmatch(t) for t in texts):
        return Ordered(tuple(sorted({t.strip() for t in texts}, key=float)))
    else:
        raise PolicyError(
            f"The ordinal column {name!r} needs its levels, lowest first.",
            where=f"attributes.{name}",
            hints=[f"set attributes.{name}.levels: [low, middle, high]", f"set attributes.{name}.kind: nominal"],
        )
    unread = texts if ruler is None else [t for t in texts if ruler.place(t) is None]
    if unread or ruler is None:
        raise InputError(
            f"{len(unread):,} of {len(texts):,} distinct values of column {name!r} "
            f"{'is' if len(unread) == 1 else 'are'} not {wanted}.",
            where=f"attributes.{name}",
            hints=[
                *_advice(ruler, unread),
                "correct or empty them in the data",
                f"set attributes.{name}.kind: nominal",
            ],
            values=unread[:20],
        )
    return ruler


def _dated(name: str, texts: Sequence[str], last_year: int | None) -> Dated | None:
    """The ruler of a column of dates; years of two digits need the latest that they can mean."""
    if found := Dated.over(texts, last_year):
        return found
    if last_year is None and (short := Dated.over(texts, _ANY_YEAR)) is not None and short.short_years:
        raise PolicyError(
            f"The years of column {name!r} have two digits, and the policy does not say from which century they are.",
            where=f"attributes.{name}",
            hints=[f"set attributes.{name}.last_year to the latest year that two digits can mean there, such as 2026"],
        )
    return Dated.usual(texts, last_year)


def _advice(ruler: Ruler | None, unread: Sequence[str]) -> list[str]:
    """Hints for values that are numbers or dates, but not in the format of the others."""
    if isinstance(ruler, Numeric) and any(Numerals.through([text]) for text in unread):
        return [f"write all of them in one way; most are written as {ruler.numerals.like(ruler.decimals)} is"]
    if isinstance(ruler, Dated):
        return [f"write all of them in one way; most are written as {ruler.text(_NEW_YEARS_EVE)} is"]
    if isinstance(ruler, Ordered):
        return ["add them to levels, each in its place"]
    if ruler is None:
        return [f"write dates as {', '.join(Dated(day).text(_NEW_YEARS_EVE) for day in _DAYS[:5])} …"]
    return []
