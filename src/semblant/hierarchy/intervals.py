"""Hierarchies of numbers and dates: intervals that double in width, calendar months and years."""

import math
import re
from collections.abc import Callable, Sequence
from datetime import UTC, datetime
from decimal import Decimal, localcontext

import numpy as np

from semblant.arrays import Floats
from semblant.data.missing import is_nothing, no_value
from semblant.errors import PolicyError
from semblant.hierarchy.levels import busy, thinned
from semblant.hierarchy.vgh import Hierarchy
from semblant.policy.model import MISSING, SUPPRESSED
from semblant.space.rulers import COARSE, Dated, Numeric, Ruler

_INTERVAL = re.compile(
    r"[\[(\]]?\s*(-?[\d.]+(?:e[+-]?\d+)?)\s*(?:,|;|\.\.|–)\s*(-?[\d.]+(?:e[+-]?\d+)?)\s*[\[)\]]?", re.I
)
_DIGITS = 400  # of decimals, more than any number of a column has
_PARTS = 16
"""About how many intervals the lowest level has, unless a width is given."""


def number_hierarchy(
    values: Sequence[str],
    *,
    width: float | None = None,
    factor: int = 2,
    levels: int | None = None,
    name: str = "hierarchy",
) -> Hierarchy:
    """Numbers under half-open intervals, each level ``factor`` times as wide as the one below, ``*`` above all.

    ``width`` is that of the lowest level; absent: 1, 2 or 5 times a power of ten, so that there are about sixteen.

    Example:
        >>> number_hierarchy(["17", "18", "23", "38"], width=5).rows()[:2]
        [('17', '[15,20)', '[0,20)', '*'), ('18', '[15,20)', '[0,20)', '*')]
    """
    texts = _there(values, name)
    ruler = Numeric.over(texts)
    places = _places(texts, ruler, name, "numbers")
    if (width is not None and not width > 0) or factor < 2:
        raise PolicyError("Intervals have a width above 0 and grow by a factor of at least 2.", where=name)
    lowest = _round_width(float(places.max() - places.min()), ruler.decimals) if width is None else width
    begin, cells = _cells(texts, ruler, Decimal(repr(float(lowest))), factor)
    paths: list[list[str]] = [[text] for text in texts]
    step = Decimal(repr(float(lowest)))
    with localcontext(prec=_DIGITS):
        while len({*cells}) > 1:
            ends = {cell: (begin + cell * step, begin + (cell + 1) * step) for cell in {*cells}}
            labels = {cell: f"[{_written(low)},{_written(high)})" for cell, (low, high) in ends.items()}
            for path, cell in zip(paths, cells, strict=True):
                path.append(labels[cell])
            cells, step = [cell // factor for cell in cells], step * factor
    return _finished(paths, places, levels, name)


def _cells(texts: Sequence[str], ruler: Numeric, width: Decimal, factor: int) -> tuple[Decimal, list[int]]:
    """Where intervals of a width begin, and in which of them each number lies; exact, however long the numbers are."""
    with localcontext(prec=_DIGITS):
        numbers = [Decimal(ruler.numerals.plain(text) or 0) for text in texts]
        begin, least = Decimal(0), min(numbers)
        if least < 0:  # a multiple of every width, so that the intervals of one level fill those of the next
            begin = -width
            while begin > least:
                begin *= factor
        return begin, [int((number - begin) // width) for number in numbers]


def date_hierarchy(
    values: Sequence[str], *, levels: int | None = None, name: str = "hierarchy", last_year: int | None = None
) -> Hierarchy:
    """Dates under days (where times are given), months, years and decades, ``*`` above all.

    Years of two digits need ``last_year``, the latest that one can mean.

    Example:
        >>> date_hierarchy(["2024-03-01", "2024-03-12", "2024-05-12", "2021-05-12", "2019-05-12"]).rows()[-1]
        ('2024-05-12', '2024-05', '2024', '2020s', '*')
    """
    texts = _there(values, name)
    ruler = Dated.over(texts, last_year)
    if ruler is None:
        raise PolicyError("The values are not dates of one known format.", where=name, values=texts[:20])
    places = _places(texts, ruler, name, "dates")
    moments = [datetime.fromtimestamp(round(p * 86_400), UTC) for p in places]
    parts: list[Callable[[datetime], str]] = [
        lambda d: d.strftime("%Y-%m-%d"),
        lambda d: d.strftime("%Y-%m"),
        lambda d: d.strftime("%Y"),
        lambda d: f"{d.year // 10 * 10}s",
    ]
    whole = all(m.hour == m.minute == m.second == 0 for m in moments)
    finest = {COARSE["quarter"]: 2, COARSE["year"]: 3}.get(ruler.format, int(whole))
    paths = [[text, *(part(moment) for part in parts[finest:])] for text, moment in zip(texts, moments, strict=True)]
    return _finished(paths, places, levels, name)


def ordinal_hierarchy(ordered: Sequence[str], *, levels: int | None = None, name: str = "hierarchy") -> Hierarchy:
    """Values in order under runs of neighbours, each level with runs twice as long, ``*`` above all.

    Example:
        >>> ordinal_hierarchy(["low", "middle", "high"]).rows()
        [('low', 'low – middle', '*'), ('middle', 'low – middle', '*'), ('high', 'high', '*')]
    """
    texts = _there(ordered, name, levels=True)
    paths = [[text] for text in texts]
    run = 2
    while run < len(texts):
        for i, path in enumerate(paths):
            first, last = texts[i // run * run], texts[min(i // run * run + run, len(texts)) - 1]
            path.append(first if first == last else f"{first} – {last}")
        run *= 2
    return _finished(paths, np.arange(len(texts), dtype=np.float64), levels, name)


def _there(values: Sequence[str], name: str, levels: bool = False) -> list[str]:
    """The values that are not missing; a level may have the name that denotes a missing value elsewhere."""
    gone = is_nothing if levels else no_value
    texts = [value for value in dict.fromkeys(values) if not gone(value)]
    if not texts:
        raise PolicyError("The column has no values to build a hierarchy of.", where=name)
    return texts


def _places(texts: Sequence[str], ruler: Ruler, name: str, wanted: str) -> Floats:
    found = [ruler.place(text) for text in texts]
    unread = [text for text, place in zip(texts, found, strict=True) if place is None]
    if unread:
        raise PolicyError(
            f"{len(unread):,} of {len(texts):,} distinct values are not {wanted}.", where=name, values=unread[:20]
        )
    return np.array(found, np.float64)


def _round_width(span: float, decimals: int) -> float:
    """1, 2 or 5 times a power of ten that divides a span into about sixteen, no finer than the values' precision."""
    least = 10.0**-decimals
    wanted = max(span / _PARTS, least)
    power = 10.0 ** math.floor(math.log10(wanted))
    return max(least, next(power * n for n in (1, 2, 5, 10) if power * n >= wanted * (1 - 1e-9)))


def _written(bound: Decimal) -> str:
    return f"{(bound + 0).normalize():f}"


def _finished(paths: list[list[str]], places: Floats, levels: int | None, name: str) -> Hierarchy:
    """The finished hierarchy: values in order, without idle levels, ``*`` on top, and limited to the wanted levels."""
    order = np.argsort(places, kind="stable")
    rows = [(*paths[i], SUPPRESSED) for i in order]
    hierarchy = busy(Hierarchy.of(rows, name=name))
    return thinned(hierarchy, place_losses(hierarchy, places[order]), levels, cuts=True)


def label_places(hierarchy: Hierarchy, places: Floats) -> dict[str, float]:
    """The position of every label above the values: the mean of the values under it; ``*`` has none."""
    stand: dict[str, float] = {}
    for level in hierarchy.paths[1:]:
        for label in np.unique(level):
            text = hierarchy.labels[label]
            under = places[level == label]
            if text not in stand and text not in (SUPPRESSED, MISSING) and not np.isnan(under).all():
                stand[text] = float(np.nanmean(under))
    return stand


def place_losses(hierarchy: Hierarchy, places: Floats) -> Floats:
    """The loss of numbers on every level: their distance from the label's position, as a share of the range."""
    stand = label_places(hierarchy, places)
    span = float(np.nanmax(places) - np.nanmin(places)) or 1.0
    at = np.array([stand.get(label, np.nan) for label in hierarchy.labels])[hierarchy.paths[1:]]
    losses = np.abs(at - places) / span
    return np.asarray(np.where(np.isnan(losses), 1.0, losses), np.float64)


def over_values(hierarchy: Hierarchy, values: Sequence[str]) -> Hierarchy:
    """A hierarchy whose lowest labels are intervals, with the numbers that lie in them as its values.

    Example:
        >>> ages = Hierarchy.of([("[0,17]", "minor"), ("[18,99]", "adult")])
        >>> over_values(ages, ["12", "45", "n/a"]).rows()
        [('12', '[0,17]', 'minor'), ('45', '[18,99]', 'adult')]
    """
    bounds = [interval(leaf) for leaf in hierarchy.leaves]
    if None in bounds:
        return hierarchy
    rows = hierarchy.rows()
    found: list[tuple[str, ...]] = []
    ruler = Numeric.over([value for value in values if not no_value(value)])
    for value in dict.fromkeys(values):
        place = ruler.place(value)
        if place is None:
            continue
        inside = [i for i, bound in enumerate(bounds) if bound and bound[0] <= place <= bound[1]]
        # two closed intervals may share an end: the higher one takes it, as a half-open one would
        if inside:
            found.append((value, *rows[max(inside, key=lambda i: bounds[i][0])]))  # type: ignore[index]
    return Hierarchy.of(found, name=hierarchy.name) if found else hierarchy


def interval(label: str) -> tuple[float, float] | None:
    """Parse a label such as ``[20, 30)`` as an interval; None where it is none."""
    found = _INTERVAL.fullmatch(label.strip())
    if not found:
        return None
    try:
        low, high = float(found[1]), float(found[2])
    except ValueError:
        return None
    return (low, high) if low <= high else None
