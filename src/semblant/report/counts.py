"""What the pages count: values before and after, and the sizes of classes."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from semblant.assessment.sides import Judged, JudgedNumbers
from semblant.report.wording import shown
from semblant.space.column import Point
from semblant.space.numbers import NumberReader

Sizes = NDArray[np.int64]
Tally = Mapping[Point, tuple[int, ...]]

LINES = 12
"""Values, or ranges of numbers, in a chart."""

LEVELS = 24
"""Ordered levels in a chart; ranges of levels would be hard to read."""


@dataclass(frozen=True)
class Share:
    """How many records have a value, or one of these values; before and after, or released only."""

    label: str
    records: tuple[int, ...]
    rest: bool = False


def both(column: Judged) -> dict[Point, tuple[int, ...]]:
    """How many records have each value before and after."""
    before, after = _tally(column.before.points, column.before.codes), released(column)
    return {p: (before.get(p, 0), after.get(p, 0)) for p in {**before, **after}}


def released(column: Judged) -> dict[Point, int]:
    """How many released records have each value."""
    return _tally(column.after.points, column.after.codes)


def _tally(points: Sequence[Point], codes: NDArray[np.int32]) -> dict[Point, int]:
    counts = np.bincount(codes, minlength=len(points))
    return {point: int(n) for point, n in zip(points, counts, strict=True) if n}


def spelt(column: Judged, point: Point) -> str:
    """A value as it stands in the release."""
    return shown(column.reader.written(point))


def explained(column: Judged, point: Point) -> str:
    """A value as it stands in the release; a code with the name it has in the knowledge."""
    text, taxonomy = column.reader.written(point), column.reader.taxonomy
    if (
        taxonomy is None
        or not point.named
        or text != taxonomy.ids[point.concept]
        or text == taxonomy.label(point.concept)
    ):
        return shown(text)
    return shown(f"{text} {taxonomy.label(point.concept)}")


def shares(column: Judged, tally: Tally, label: Callable[[Judged, Point], str]) -> list[Share]:
    """A column's values as a chart shows them: numbers in their order, others by how frequent they are."""
    if isinstance(column, JudgedNumbers):
        return _in_order(column.reader, tally)
    return _by_frequency(column, tally, label)


def _by_frequency(column: Judged, tally: Tally, label: Callable[[Judged, Point], str]) -> list[Share]:
    ranked = sorted(tally, key=lambda p: (-max(tally[p]), [-n for n in tally[p]], column.reader.written(p)))
    most = LINES if len(ranked) != LINES + 1 else LINES + 1
    lines = [Share(label(column, p), tally[p]) for p in ranked[:most]]
    return [*lines, _together(f"{len(ranked) - most:,} others", tally, ranked[most:])] if ranked[most:] else lines


def _in_order(reader: NumberReader, tally: Tally) -> list[Share]:
    """Numbers along their line: one by one where they are few, in ranges of equal width otherwise."""
    points = list(tally)
    places = reader.places([p.text for p in points])
    there = [points[i] for i in np.argsort(places, kind="stable") if not np.isnan(places[i])]
    nowhere = [Share(shown(p.text), tally[p]) for p, x in zip(points, places, strict=True) if np.isnan(x)]
    if len(there) <= (LEVELS if reader.kind == "ordinal" else LINES):
        return [Share(shown(p.text), tally[p]) for p in there] + nowhere
    places = np.sort(places[~np.isnan(places)])
    bins = np.minimum((places - places[0]) / (places[-1] - places[0]) * LINES, LINES - 1).astype(np.int64)
    lines = []
    for b in np.unique(bins):
        inside = [there[i] for i in np.flatnonzero(bins == b)]
        first, last = shown(inside[0].text), shown(inside[-1].text)
        lines.append(_together(first if first == last else f"{first} – {last}", tally, inside, rest=False))
    return lines + nowhere


def _together(label: str, tally: Tally, points: Sequence[Point], *, rest: bool = True) -> Share:
    return Share(label, tuple(sum(line) for line in zip(*(tally[p] for p in points), strict=True)), rest)


# --- classes ---------------------------------------------------------------------------------------


def size_shares(sizes: Sequence[Sizes], k: int, most: int = 8) -> tuple[list[Share], int]:
    """Records by the size of their class, in ranges that double from k on, and how many ranges lie below k.

    Example:
        >>> lines, below = size_shares([np.array([1, 2, 30]), np.array([5, 5, 23])], 5)
        >>> [(line.label, line.records) for line in lines], below
        ([('1', (1, 0)), ('2–4', (2, 0)), ('5–9', (0, 10)), ('10–19', (0, 0)), ('20–39', (30, 23))], 2)
    """
    largest = int(max(line.max(initial=0) for line in sizes))
    starts = sorted({1, 2, k})
    while starts[-1] * 2 <= largest and len(starts) < most:
        starts.append(starts[-1] * 2)
    lines = []
    for start, end in zip(starts, [*(s - 1 for s in starts[1:]), None], strict=True):
        inside = [(line >= start) & (line <= (largest if end is None else end)) for line in sizes]
        records = tuple(int(line[where].sum()) for line, where in zip(sizes, inside, strict=True))
        closing = 2 * start - 1 if end is None and largest < 2 * start else end
        label = (
            f"{start:,} or more" if closing is None else f"{start:,}" if closing == start else f"{start:,}–{closing:,}"
        )
        lines.append(Share(label, records))
    return lines, sum(start < k for start in starts)
