"""Counts for the reports: values before and after, and the sizes of classes."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from semblant.arrays import Floats, Ints
from semblant.assessment.columns import ComparedColumn, Side, is_suppressed
from semblant.data.items import split
from semblant.report.wording import shown
from semblant.space.column import Point

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


def both(column: ComparedColumn) -> dict[Point, tuple[int, ...]]:
    """How many records have each value before and after."""
    before, after = tally(column.before), released(column)
    return {p: (before.get(p, 0), after.get(p, 0)) for p in {**before, **after}}


def released(column: ComparedColumn) -> dict[Point, int]:
    """How many released records have each value."""
    return tally(column.after)


def tally(side: Side) -> dict[Point, int]:
    """How many records of one file have each value."""
    counts = np.bincount(side.codes, minlength=len(side.points))
    return {point: int(n) for point, n in zip(side.points, counts, strict=True) if n}


def spelt(column: ComparedColumn, point: Point) -> str:
    """A value as written in the release."""
    return shown(column.reader.written(point))


def explained(column: ComparedColumn, point: Point) -> str:
    """A value as written in the release; a code with its name in the vocabulary."""
    text, taxonomy = column.reader.written(point), column.reader.taxonomy
    if (
        taxonomy is None
        or not point.named
        or text != taxonomy.ids[point.concept]
        or text == taxonomy.label(point.concept)
    ):
        return shown(text)
    return shown(f"{text} {taxonomy.label(point.concept)}")


def items(column: ComparedColumn, separator: str) -> dict[str, tuple[int, int]]:
    """How many records of a set column hold each item, before and after."""
    held: dict[str, list[int]] = {}
    for place, side in enumerate((column.before, column.after)):
        for point, n in tally(side).items():
            for item in split(point.text, separator):
                held.setdefault(item, [0, 0])[place] += n
    return {item: (before, after) for item, (before, after) in held.items()}


def item_shares(counts: Mapping[str, tuple[int, ...]]) -> list[Share]:
    """Items as a chart shows them, the most frequent first."""
    ranked = sorted(counts, key=lambda item: (-max(counts[item]), item))
    most = LINES if len(ranked) != LINES + 1 else LINES + 1
    rest = [f"{len(ranked) - most:,} others"] if ranked[most:] else []
    together = [
        Share(label, tuple(map(sum, zip(*(counts[i] for i in ranked[most:]), strict=True))), True) for label in rest
    ]
    return [Share(shown(item), counts[item]) for item in ranked[:most]] + together


def shares(column: ComparedColumn, counts: Tally, label: Callable[[ComparedColumn, Point], str]) -> list[Share]:
    """A column's values as a chart shows them: numbers in their order, others by how frequent they are."""
    points = list(counts)
    places = column.reader.places([p.text for p in points])
    if places is None:
        return _by_frequency(column, counts, label)
    return _in_order(points, places, counts, LEVELS if column.reader.kind == "ordinal" else LINES)


def _by_frequency(column: ComparedColumn, counts: Tally, label: Callable[[ComparedColumn, Point], str]) -> list[Share]:
    """The most frequent values; the suppressed value comes last, without a bar that would dwarf the others."""
    ranked = sorted(counts, key=lambda p: (-max(counts[p]), [-n for n in counts[p]], column.reader.written(p)))
    withheld = [p for p in ranked if is_suppressed(p)]
    ranked = [p for p in ranked if not is_suppressed(p)]
    most = LINES if len(ranked) != LINES + 1 else LINES + 1
    lines = [Share(label(column, p), counts[p]) for p in ranked[:most]]
    if ranked[most:]:
        lines.append(_together(f"{len(ranked) - most:,} others", counts, ranked[most:]))
    return lines + [Share(label(column, p), counts[p], rest=True) for p in withheld]


def _in_order(points: Sequence[Point], places: Floats, counts: Tally, most: int) -> list[Share]:
    """Numbers in order: one by one if there are few, in ranges of equal width otherwise."""
    there = [points[i] for i in np.argsort(places, kind="stable") if not np.isnan(places[i])]
    nowhere = [Share(shown(p.text), counts[p]) for p, x in zip(points, places, strict=True) if np.isnan(x)]
    if len(there) <= most:
        return [Share(shown(p.text), counts[p]) for p in there] + nowhere
    places = np.sort(places[~np.isnan(places)])
    bins = np.minimum((places - places[0]) / (places[-1] - places[0]) * LINES, LINES - 1).astype(np.int64)
    lines = []
    for b in np.unique(bins):
        inside = [there[i] for i in np.flatnonzero(bins == b)]
        first, last = shown(inside[0].text), shown(inside[-1].text)
        lines.append(_together(first if first == last else f"{first} – {last}", counts, inside, rest=False))
    return lines + nowhere


def _together(label: str, counts: Tally, points: Sequence[Point], *, rest: bool = True) -> Share:
    return Share(label, tuple(sum(line) for line in zip(*(counts[p] for p in points), strict=True)), rest)


# --- classes ---------------------------------------------------------------------------------------


def size_shares(sizes: Sequence[Ints], k: int, most: int = 8) -> tuple[list[Share], int]:
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
