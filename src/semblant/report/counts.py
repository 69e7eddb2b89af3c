"""Counts for the reports: values before and after, and the sizes of classes."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial

import numpy as np

from semblant.arrays import Floats, Ints, Ints32
from semblant.assessment.columns import ComparedColumn, ReadColumn
from semblant.data.items import split
from semblant.data.table import Column
from semblant.policy.model import SUPPRESSED
from semblant.report.wording import shown
from semblant.space.column import Point

Tally = Mapping[str, tuple[int, ...]]
"""How many records have each text."""

LINES = 12
"""Values, or ranges of numbers, in a chart."""

LEVELS = 24
"""Ordered levels in a chart; ranges of levels would be hard to read."""

_RANGES = 8  # of sizes of classes, in a chart


@dataclass(frozen=True)
class Share:
    """How many records have a value, or one of these values; before and after, or released only."""

    label: str
    records: tuple[int, ...]
    rest: bool = False


def both(column: ComparedColumn) -> dict[str, tuple[int, ...]]:
    """How many records have each text in the original and in the release; texts of one concept under the commonest."""
    before, after = (_texts(side) for side in column.texts)
    counts: dict[str, tuple[int, ...]] = {
        text: (before.get(text, 0), after.get(text, 0)) for text in {**before, **after}
    }
    if column.reader.taxonomy is None:
        return counts
    found: dict[Point, tuple[str, tuple[int, ...]]] = {}
    for text, (then, now) in sorted(counts.items(), key=lambda one: (-sum(one[1]), one[0])):
        point = column.reader.point_of(text)
        name, (a, b) = found.get(point, (text, (0, 0)))
        found[point] = name, (a + then, b + now)
    return dict(found.values())


def released(column: ReadColumn) -> dict[str, int]:
    """How many released records have each text."""
    return _texts(column.released)


def _texts(column: Column) -> dict[str, int]:
    return {text: int(n) for text, n in zip(column.values, column.counts, strict=True) if n}


def released_concepts(column: ReadColumn, counts: Mapping[str, int]) -> dict[Point, tuple[str, int]]:
    """What the released texts mean: the commonest text of each meaning, and the records of all its texts."""
    found: dict[Point, tuple[str, int]] = {}
    for text, n in sorted(counts.items(), key=lambda one: (-one[1], one[0])):
        point = column.reader.point_of(text)
        name, before = found.get(point, (text, 0))
        found[point] = (name, before + n)
    return found


def commonest(column: Column, meaning: Ints32, code: int) -> str:
    """The commonest text of a meaning in one file, given the meaning of every text."""
    return column.values[int(np.where(meaning == code, column.counts, 0).argmax())]


def spelt(column: ReadColumn, text: str) -> str:  # noqa: ARG001
    """A value as it is written."""
    return shown(text)


def explained(column: ReadColumn, text: str) -> str:
    """A value as it is written; a code with its name in the vocabulary."""
    point, taxonomy = column.reader.point_of(text), column.reader.taxonomy
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
    before, after = (held_items(side, separator) for side in column.texts)
    return {item: (before.get(item, 0), after.get(item, 0)) for item in {**before, **after}}


def held_items(column: Column, separator: str) -> dict[str, int]:
    """How many records of one file hold each item of a set column."""
    held: dict[str, int] = {}
    for text, n in _texts(column).items():
        for item in split(text, separator):
            held[item] = held.get(item, 0) + n
    return held


def item_shares(counts: Mapping[str, tuple[int, ...]]) -> list[Share]:
    """Items as a chart shows them, the most frequent first."""
    return _foremost(sorted(counts, key=lambda item: (-max(counts[item]), item)), counts, shown)


def shares(column: ReadColumn, counts: Tally, label: Callable[[ReadColumn, str], str]) -> list[Share]:
    """A column's values as a chart shows them: numbers in their order, others by how frequent they are."""
    texts = list(counts)
    places = column.reader.places(texts)
    if places is None:
        return _by_frequency(column, counts, label)
    return _in_order(texts, places, counts, LEVELS if column.reader.kind == "ordinal" else LINES)


def _by_frequency(column: ReadColumn, counts: Tally, label: Callable[[ReadColumn, str], str]) -> list[Share]:
    """The most frequent values; the suppressed value comes last, without a bar that would dwarf the others."""
    ranked = sorted(counts, key=lambda text: (-max(counts[text]), [-n for n in counts[text]], text))
    withheld = [text for text in ranked if text == SUPPRESSED]
    lines = _foremost([text for text in ranked if text != SUPPRESSED], counts, partial(label, column))
    return lines + [Share(label(column, text), counts[text], rest=True) for text in withheld]


def _foremost(ranked: Sequence[str], counts: Tally, spell: Callable[[str], str]) -> list[Share]:
    """A line for each of the first, and one for all the others, unless that is a single one."""
    most = LINES if len(ranked) != LINES + 1 else LINES + 1
    lines = [Share(spell(one), counts[one]) for one in ranked[:most]]
    if ranked[most:]:
        lines.append(_together(f"{len(ranked) - most:,} others", counts, ranked[most:]))
    return lines


def _in_order(texts: Sequence[str], places: Floats, counts: Tally, most: int) -> list[Share]:
    """Numbers in order: one by one if there are few, in ranges of equal width otherwise."""
    there = [texts[i] for i in np.argsort(places, kind="stable") if not np.isnan(places[i])]
    nowhere = [Share(shown(text), counts[text]) for text, x in zip(texts, places, strict=True) if np.isnan(x)]
    if len(there) <= most or places[~np.isnan(places)].min() == places[~np.isnan(places)].max():
        return [Share(shown(text), counts[text]) for text in there] + nowhere
    places = np.sort(places[~np.isnan(places)])
    bins = np.minimum((places - places[0]) / (places[-1] - places[0]) * LINES, LINES - 1).astype(np.int64)
    lines = []
    for b in np.unique(bins):
        inside = [there[i] for i in np.flatnonzero(bins == b)]
        first, last = shown(inside[0]), shown(inside[-1])
        lines.append(_together(first if first == last else f"{first} – {last}", counts, inside, rest=False))
    return lines + nowhere


def _together(label: str, counts: Tally, texts: Sequence[str], *, rest: bool = True) -> Share:
    return Share(label, tuple(sum(line) for line in zip(*(counts[text] for text in texts), strict=True)), rest)


# --- classes ---------------------------------------------------------------------------------------


def size_shares(sizes: Sequence[Ints], k: int) -> tuple[list[Share], int]:
    """Records by the size of their class, in ranges that double from k on, and how many ranges lie below k.

    Example:
        >>> lines, below = size_shares([np.array([1, 2, 30]), np.array([5, 5, 23])], 5)
        >>> [(line.label, line.records) for line in lines], below
        ([('1', (1, 0)), ('2–4', (2, 0)), ('5–9', (0, 10)), ('10–19', (0, 0)), ('20–39', (30, 23))], 2)
    """
    largest = int(max(line.max(initial=0) for line in sizes))
    starts = sorted({1, 2, k})
    while starts[-1] * 2 <= largest and len(starts) < _RANGES:
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
