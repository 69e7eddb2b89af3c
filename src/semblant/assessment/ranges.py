"""Ranges and other labels for several numbers, as other tools release them.

A range is read as its midpoint. That is what an analyst would use for it, and it makes releases with ranges comparable
with releases with averages. An open end, as in ``>=90``, is closed by the range of the original column. Two ways of
writing one range are one value; a range and its middle are two.

Understood are ``[20, 40[``, ``[20, 40)``, ``]20, 40]``, ``20-40``, ``20 – 40``, ``20..40``, ``20 to 40``, ``>=90``,
``≥90``, ``90+``, ``<20``, ``{20, 21, 25}`` and ``13***`` (the digits that are left); for dates the same with dates,
but ``-`` between two only with spaces around it.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from semblant.arrays import Floats
from semblant.knowledge.taxonomy import VIRTUAL_ROOT
from semblant.policy.model import MISSING, SUPPRESSED
from semblant.space.column import Point
from semblant.space.numbers import NumberReader
from semblant.space.rulers import Numeric, Ruler

_NUMBER = r"[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d+)?"
_BRACKETS = re.compile(r"\s*[\[\](]\s*([^,;]*?)\s*[,;]\s*([^,;]*?)\s*[\[\])]\s*")
_DASHED = re.compile(rf"\s*({_NUMBER})\s*[-–—]\s*({_NUMBER})\s*", re.ASCII)
_WORDED = re.compile(r"\s*(.+?)\s*(?:\.\.+|…|\bto\b|\s[-–—]\s|[–—])\s*(.+?)\s*")
_ABOVE = re.compile(r"\s*(?:>=|=>|≥|>)\s*(.+?)\s*|\s*(.+?)\s*\+\s*")
_BELOW = re.compile(r"\s*(?:<=|=<|≤|<)\s*(.+?)\s*")
_LISTED = re.compile(r"\s*\{(.*)\}\s*")
_DIGITS = re.compile(r"\s*(\d{1,15})(\*{1,15})\s*", re.ASCII)
_LONGEST = 100  # a longer text is not a range and would be slow to search
_ENDLESS = ("", "*", "-inf", "+inf", "inf", "-∞", "+∞", "∞")


@dataclass(frozen=True)
class Range:
    """An interval; an absent end is open."""

    low: float | None
    high: float | None

    def middle(self, least: float, greatest: float) -> float:
        """The midpoint; ``least`` and ``greatest`` close an open end if they lie beyond the other end.

        Example:
            >>> Range(20, 40).middle(0, 90), Range(90, None).middle(0, 100), Range(None, 20).middle(30, 50)
            (30.0, 95.0, 20.0)
        """
        low = min(least, greatest if self.high is None else self.high) if self.low is None else self.low
        high = max(greatest, low) if self.high is None else self.high
        return (low + high) / 2


def range_of(text: str, ruler: Ruler) -> Range | None:
    """Parse a text as a range; None where it is none.

    Example:
        >>> ruler = Numeric(0)
        >>> range_of("[20, 40[", ruler), range_of(">=90", ruler), range_of("old", ruler)
        (Range(low=20.0, high=40.0), Range(low=90.0, high=None), None)
    """
    if len(text) > _LONGEST:
        return None
    numeric = isinstance(ruler, Numeric)
    if numeric and (digits := _DIGITS.fullmatch(text)):
        first = float(digits[1]) * 10.0 ** len(digits[2])
        return Range(first, first + 10.0 ** len(digits[2]) - 1)
    if listed := _LISTED.fullmatch(text):
        places = [ruler.place(part) for part in listed[1].split(",")]
        known = [place for place in places if place is not None]
        return Range(min(known), max(known)) if known and len(known) == len(places) else None
    if (ends := _BRACKETS.fullmatch(text)) or (numeric and (ends := _DASHED.fullmatch(text))):
        return _between(ends[1], ends[2], ruler)
    if above := _ABOVE.fullmatch(text):
        return _between(above[1] or above[2], "", ruler)
    if below := _BELOW.fullmatch(text):
        return _between("", below[1], ruler)
    if ends := _WORDED.fullmatch(text):
        return _between(ends[1], ends[2], ruler)
    return None


def _between(first: str, last: str, ruler: Ruler) -> Range | None:
    ends = [None if end.lower() in _ENDLESS else ruler.place(end) for end in (first, last)]
    said = [end.lower() not in _ENDLESS for end in (first, last)]
    if not any(said) or any(end is None and there for end, there in zip(ends, said, strict=True)):
        return None
    low, high = ends
    if low is not None and high is not None and low > high:
        return None
    return Range(low, high)


def placed(reader: NumberReader, texts: Sequence[str]) -> tuple[list[Point], Floats]:
    """The point and the place of every text of a numeric, date or ordinal column; NaN where it has no place.

    A label of the column's hierarchy is placed by the reader, unless it is also a value of the column.
    """
    found = reader.places(texts)
    points = [reader.point(text, float(place)) for text, place in zip(texts, found, strict=True)]
    there = reader.value_places[~np.isnan(reader.value_places)]
    least, greatest = (float(there.min()), float(there.max())) if there.size else (0.0, 0.0)
    own = frozenset(reader.column.values)
    for i, text in enumerate(texts):
        if text in (MISSING, SUPPRESSED):
            continue
        if text in reader.labels and text not in own:
            found[i], points[i] = reader.labels[text], Point(VIRTUAL_ROOT, text)
        elif np.isnan(found[i]) and (stretch := range_of(text, reader.ruler)):
            found[i] = stretch.middle(least, greatest)
            points[i] = Point(VIRTUAL_ROOT, _usual(stretch, reader.ruler))
    return points, found


def _usual(stretch: Range, ruler: Ruler) -> str:
    """The canonical text of a range, so that all its spellings are one value."""
    ends = []
    for end in (stretch.low, stretch.high):
        text = "" if end is None else ruler.text(end)
        ends.append(text if end is None or ruler.place(text) == end else repr(end))
    return f"[{ends[0]}, {ends[1]}]"
