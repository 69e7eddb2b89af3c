"""Stand-ins for missing values, such as 9999-12-31 or 999, which masking would average with real ones."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta

import numpy as np

from semblant.arrays import Floats, Ints
from semblant.assessment.columns import ComparedColumn, Places

_FAR = 2.0  # times the range of all other values: as far away as that, any value is strange
_RATHER_FAR = 0.5  # the same for a value that is often written for a missing one
_OTHERS = 3  # different values that make a range
_RECORDS = 2  # with the value: once is an outlier
_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
_FIRST_DAYS = {(1800, 1, 1), (1899, 12, 1), (1899, 12, 30), (1899, 12, 31), (1900, 1, 1), (1901, 1, 1), (1970, 1, 1)}
_FUTURE = 2099


@dataclass(frozen=True)
class StandIn:
    """A value of a numeric or date column that seems to stand for a missing one."""

    records: int
    between: int
    """Records that are released between it and the other values, where no original record is."""


def stand_ins(columns: Sequence[ComparedColumn]) -> dict[str, StandIn]:
    """The masked columns whose least or greatest value lies far from all others and is shared by several records."""
    found = {}
    for column in columns:
        before, after = column.before, column.after
        if column.reader.kind in ("numeric", "date") and isinstance(before, Places) and isinstance(after, Places):
            places, counts = _counted(before)
            for place, nearest, records in _far_off(places, counts, dates=column.reader.kind == "date"):
                now, many = _counted(after)
                inside = (now > min(place, nearest)) & (now < max(place, nearest))
                found[column.reader.name] = StandIn(records, int(many[inside].sum()))
    return found


def _counted(side: Places) -> tuple[Floats, Ints]:
    """The different places of one file, from the least on, and the records at each."""
    places = side.values[side.codes]
    return np.unique(places[~np.isnan(places)], return_counts=True)


def _far_off(places: Floats, counts: Ints, *, dates: bool) -> Iterator[tuple[float, float, int]]:
    """The least and the greatest place if they are far from the others, each with its neighbour and its records.

    Example:
        >>> ages, records = np.array([18.0, 40.0, 41.0, 80.0, 999.0]), np.array([3, 5, 5, 3, 4])
        >>> list(_far_off(ages, records, dates=False)), list(_far_off(ages[:-1], records[:-1], dates=False))
        ([(999.0, 80.0, 4)], [])
    """
    for at, beside, others in ((0, 1, places[1:]), (-1, -2, places[:-1])):
        if len(others) < _OTHERS or counts[at] < _RECORDS:
            continue
        place, nearest, span = float(places[at]), float(places[beside]), float(others.max() - others.min())
        usual = _usual_date(place) if dates else _usual_number(place)
        if abs(place - nearest) > (_RATHER_FAR if usual else _FAR) * span:
            yield place, nearest, int(counts[at])


def _usual_date(days: float) -> bool:
    """Whether a day, or a month by its first day, is often written for a missing one.

    Example:
        >>> _usual_date(-25567.0), _usual_date(2932896.0), _usual_date(19723.0)
        (True, True, False)
    """
    moment = _EPOCH + timedelta(days=days)
    return (moment.year, moment.month, moment.day) in _FIRST_DAYS or moment.year >= _FUTURE


def _usual_number(number: float) -> bool:
    """Whether a number is often written for a missing one: nothing but nines, or below zero.

    Example:
        >>> _usual_number(999.0), _usual_number(-1.0), _usual_number(120.0)
        (True, True, False)
    """
    return number < 0 or (number >= 99 and set(f"{number:.0f}") == {"9"})
