"""Numbers, dates and ordered levels: how a text is read as a place on a line, and how a place is written again."""

import math
import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Protocol

from semblant.errors import InputError, PolicyError
from semblant.policy import MISSING, SUPPRESSED, Attribute

NUMBER = re.compile(r"\s*[+-]?(\d+\.?\d*|\.\d+)([eE][+-]?\d+)?\s*", re.ASCII)
_FORMATS = (
    "%Y-%m-%d", "%Y-%m-%dT%H:%M:%S", "%Y-%m-%d %H:%M:%S", "%Y-%m-%d %H:%M", "%Y-%m-%dT%H:%M", "%Y-%m", "%Y/%m/%d",
    "%d.%m.%Y", "%d/%m/%Y", "%m/%d/%Y", "%d-%m-%Y", "%Y%m%d", "%d %b %Y", "%d %B %Y",
)  # fmt: skip


_EARLIEST = 1000  # earlier years are not written with four digits
_LARGEST = 1e150  # so that squares stay finite
_PRECISION, _POWER = 15, 4  # decimals that a float can hold, and letters of an exponent worth reading


class Ruler(Protocol):
    """Turns a text into a place on a line and back; None where the text is no such value."""

    def place(self, text: str) -> float | None: ...
    def text(self, place: float) -> str: ...


@dataclass(frozen=True)
class Numeric:
    """Numbers, written with as many decimals as the column has.

    Example:
        >>> ruler = Numeric.over(["1.5", "20"])
        >>> ruler.place(" 20 "), ruler.text(2.26), ruler.place("n/a")
        (20.0, '2.3', None)
    """

    decimals: int

    @classmethod
    def over(cls, texts: Iterable[str]) -> "Numeric":
        """The ruler of a column: its own precision."""
        return cls(max((_decimals(t) for t in texts), default=0))

    def place(self, text: str) -> float | None:
        """The number a text says."""
        if not NUMBER.fullmatch(text):
            return None
        number = float(text)
        return number if math.isfinite(number) and abs(number) <= _LARGEST else None

    def text(self, place: float) -> str:
        """A number, rounded to the column's precision."""
        shown = f"{place:.{self.decimals}f}"
        return shown[1:] if float(shown) == 0.0 and shown.startswith("-") else shown


def _decimals(text: str) -> int:
    digits, _, power = text.strip().lower().partition("e")
    shift = int(power) if power and len(power) <= _POWER else 0
    return min(_PRECISION, max(0, len(digits.partition(".")[2]) - shift))


@dataclass(frozen=True)
class Dated:
    """Dates or times of one format, as days; written in the same format.

    Example:
        >>> ruler = Dated.over(["2024-03-01", "2024-03-04"])
        >>> ruler.text((ruler.place("2024-03-01") + ruler.place("2024-03-04")) / 2)
        '2024-03-02'
    """

    format: str

    @classmethod
    def over(cls, texts: Sequence[str]) -> "Dated | None":
        """The ruler of a column: the first format that all its texts follow, if there is one."""
        return next((cls(f) for f in _FORMATS if all(cls(f).place(t) is not None for t in texts)), None)

    def place(self, text: str) -> float | None:
        """Days since 1970."""
        try:
            moment = datetime.strptime(text.strip(), self.format).replace(tzinfo=UTC)
        except ValueError:
            return None
        return moment.timestamp() / 86_400 if moment.year >= _EARLIEST else None

    def text(self, place: float) -> str:
        """A date, cut to the column's precision."""
        seconds = round(place * 86_400)
        return datetime.fromtimestamp(seconds, UTC).strftime(self.format)


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
        """Which level it is, from 0."""
        try:
            return float(self.levels.index(text.strip()))
        except ValueError:
            return None

    def text(self, place: float) -> str:
        """The nearest level."""
        return self.levels[round(place)]


def ruler_of(name: str, attribute: Attribute, values: Sequence[str]) -> Ruler:
    """The ruler of a numeric, date or ordinal column; a value it cannot read is an error."""
    texts = [v for v in values if v.strip() not in (MISSING, SUPPRESSED)]
    ruler: Ruler | None
    if attribute.kind == "numeric":
        ruler, wanted = Numeric.over(t for t in texts if NUMBER.fullmatch(t)), "a number"
    elif attribute.kind == "date":
        ruler, wanted = Dated.over(texts), "a date of one known format"
    elif attribute.levels:
        ruler, wanted = Ordered(attribute.levels), "one of the levels"
    elif texts and all(NUMBER.fullmatch(t) for t in texts):
        return Ordered(tuple(sorted(texts, key=float)))
    else:
        raise PolicyError(
            f"The ordinal column {name!r} needs its levels, lowest first.",
            where=f"attributes.{name}",
            hints=[f"set attributes.{name}.levels: [low, middle, high]", f"set attributes.{name}.kind: nominal"],
        )
    unread = texts if ruler is None else [t for t in texts if ruler.place(t) is None]
    if unread or ruler is None:
        raise InputError(
            f"{len(unread):,} of {len(texts):,} distinct values of column {name!r} are not {wanted}.",
            where=f"attributes.{name}",
            hints=["correct or empty them in the data", f"set attributes.{name}.kind: nominal"],
            values=unread[:20],
        )
    return ruler
