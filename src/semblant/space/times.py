"""Times of a search log: kept, cut to the day, or dropped."""

import math
import re
from collections.abc import Sequence
from datetime import UTC, datetime

import numpy as np

from semblant.arrays import Floats
from semblant.errors import InputError
from semblant.policy.model import MISSING
from semblant.space.rulers import Dated

_DAY = re.compile(r"\d{1,4}([-/.])\d{1,2}\1\d{1,4}")
_EPOCH = re.compile(r"\d{9,10}(?:\d{3})?(?:\.\d+)?")


def day(text: str) -> str | None:
    """The day of a time as it is written; of seconds or milliseconds since 1970, the ISO day. None: unreadable.

    Example:
        >>> day("2006-03-01 12:30:09"), day("1/3/2006T09:00"), day("1141216209"), day("half past nine")
        ('2006-03-01', '1/3/2006', '2006-03-01', None)
    """
    text = text.strip()
    if not text:
        return MISSING
    found = _DAY.match(text)
    if found and (found.end() == len(text) or text[found.end()] in "T \t"):
        return found.group()
    if _EPOCH.fullmatch(text):
        seconds = float(text)
        return datetime.fromtimestamp(seconds / 1000 if seconds >= 1e11 else seconds, UTC).date().isoformat()
    return None


def moment(text: str) -> float:
    """A time in seconds since 1970, read as ISO or as such a number; nan where it cannot be read.

    Example:
        >>> moment("2006-03-01 12:30:09"), moment("1141216209"), moment("half past nine")
        (1141216209.0, 1141216209.0, nan)
    """
    text = text.strip()
    if _EPOCH.fullmatch(text):
        return float(text) / (1000 if float(text) >= 1e11 else 1)
    try:
        found = datetime.fromisoformat(text)
    except ValueError:
        return math.nan
    return (found if found.tzinfo else found.replace(tzinfo=UTC)).timestamp()


def moments(texts: Sequence[str]) -> Floats:
    """The times of a column in seconds since 1970: each by itself, or by the one date format that reads all; nan: none.

    Example:
        >>> moments(["1/12/2006 09:00", "15/3/2006 10:00"]).argsort(), moments(["noon", "1141216209"])
        (array([1, 0]), array([           nan, 1.14121621e+09]))
    """
    found = np.array([moment(text) for text in texts], np.float64)
    told = [text for text in texts if text.strip()]
    if np.isnan(found).sum() > len(texts) - len(told) and (dated := Dated.over(told)):
        found = np.array([np.nan if (p := dated.place(text)) is None else p * 86_400 for text in texts], np.float64)
    return found


def coarsened(texts: Sequence[str], where: str) -> list[str]:
    """The days of many times; a time whose day cannot be read is an error, because it would be published unchanged."""
    days = [day(text) for text in texts]
    unread = [text for text, found in zip(texts, days, strict=True) if found is None]
    if unread:
        raise InputError(
            f"The day of {len(unread):,} of {len(texts):,} distinct times cannot be told.",
            where=where,
            hints=["set times: drop, to publish none", "set times: keep, to publish them whole"],
            values=unread[:20],
        )
    return [found for found in days if found is not None]
