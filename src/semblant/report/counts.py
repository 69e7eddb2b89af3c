"""What the pages count: values before and after, class sizes, and what changed most."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from semblant.assessment.assess import Assessment
from semblant.assessment.pairing import Pairing
from semblant.assessment.sides import Judged
from semblant.knowledge.taxonomy import VIRTUAL_ROOT
from semblant.report.wording import shown
from semblant.space.column import SUPPRESSED_POINT, Point

Sizes = NDArray[np.int64]


@dataclass(frozen=True)
class Share:
    """How many records have a value, before and after."""

    label: str
    before: int
    after: int


@dataclass(frozen=True)
class Spread:
    """A column's values before and after: the most frequent ones, and all others together."""

    shares: tuple[Share, ...]
    others: int
    rest: Share | None
    values_before: int
    values_after: int


def spread(column: Judged, most: int = 10) -> Spread:
    """The distribution of a column before and after, by meaning."""
    tally: dict[Point, list[int]] = {}
    for place, side in enumerate((column.before, column.after)):
        for point, count in zip(side.points, np.bincount(side.codes, minlength=len(side.points)), strict=True):
            tally.setdefault(point, [0, 0])[place] = int(count)
    ranked = sorted(tally.items(), key=lambda one: (-max(one[1]), -one[1][1], column.reader.written(one[0])))
    if len(ranked) == most + 1:
        most += 1
    top, rest = ranked[:most], ranked[most:]
    return Spread(
        shares=tuple(Share(shown(column.reader.written(point)), *both) for point, both in top),
        others=len(rest),
        rest=Share("", sum(b for _, (b, _) in rest), sum(a for _, (_, a) in rest)) if rest else None,
        values_before=sum(b > 0 for b, _ in tally.values()),
        values_after=sum(a > 0 for _, a in tally.values()),
    )


def released(column: Judged) -> dict[Point, int]:
    """How many released records have each value, the most frequent first."""
    counts = np.bincount(column.after.codes, minlength=len(column.after.points))
    return {column.after.points[i]: int(counts[i]) for i in np.argsort(-counts, kind="stable") if counts[i]}


# --- classes ---------------------------------------------------------------------------------------


def class_sizes(assessment: Assessment) -> tuple[Sizes, Sizes] | None:
    """How many records every class had before and has after; a record withheld in full stands in no class."""
    pairing = assessment.pairing
    if pairing is None:
        return None
    before, after = pairing.tuples
    sizes_after = np.bincount(after, pairing.counts).astype(np.int64)
    gone = assessment.privacy.suppressed_records
    if gone:
        star = np.ones(len(pairing.counts), np.bool_)
        for column, codes in zip(pairing.columns, pairing.after, strict=True):
            star &= np.array([p == SUPPRESSED_POINT for p in column.after.points])[codes]
        sizes_after[after[star][0]] -= gone
    sizes_before = np.bincount(before, pairing.counts).astype(np.int64)
    return sizes_before[sizes_before > 0], sizes_after[sizes_after > 0]


@dataclass(frozen=True)
class Bin:
    """Records in classes of these sizes, before and after."""

    label: str
    before: int
    after: int
    below: bool


def size_bins(before: Sizes, after: Sizes, k: int, most: int = 8) -> list[Bin]:
    """Class sizes in ranges that double from k on; what lies below k is kept apart.

    Example:
        >>> [b.label for b in size_bins(np.array([1, 2, 30]), np.array([5, 5, 23]), 5)]
        ['1', '2–4', '5–9', '10–19', '20–39']
    """
    largest = int(max(before.max(initial=0), after.max(initial=0)))
    starts = sorted({1, 2, k})
    while starts[-1] * 2 <= largest and len(starts) < most:
        starts.append(starts[-1] * 2)
    bins = []
    for start, following in zip(starts, [*starts[1:], None], strict=True):
        end = largest if following is None else following - 1
        records = [int(sizes[(sizes >= start) & (sizes <= end)].sum()) for sizes in (before, after)]
        closing = starts[-1] * 2 - 1
        if following is None and largest <= closing:
            end = closing
        label = f"{start:,}" if end == start else f"{start:,}–{end:,}"
        bins.append(Bin(label, *records, below=start < k))
    return bins


# --- changes ---------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Change:
    """One value that became another, how often, how far, and why these two."""

    column: str
    before: str
    after: str
    records: int
    distance: float
    why: str


def most_changed(pairing: Pairing, most: int = 15) -> list[Change]:
    """The changes that cost most: records times distance, weighted as the columns are."""
    found: list[tuple[float, int, int, int, int]] = []
    for j, column in enumerate(pairing.columns):
        pairs = pairing.before[j].astype(np.int64) * len(column.after.points) + pairing.after[j]
        distinct, place = np.unique(pairs, return_inverse=True)
        counts = np.bincount(place, pairing.counts).astype(np.int64)
        b, a = np.divmod(distinct, len(column.after.points))
        cost = column.distance[b, a] * counts * pairing.weights[j]
        for i in np.argsort(-cost, kind="stable")[:most]:
            if cost[i] > 0:
                found.append((float(cost[i]), j, int(b[i]), int(a[i]), int(counts[i])))
    found.sort(key=lambda one: (-one[0], one[1:]))
    return [_change(pairing.columns[j], b, a, n) for _, j, b, a, n in found[:most]]


def _change(column: Judged, b: int, a: int, records: int) -> Change:
    before, after = column.before.points[b], column.after.points[a]
    return Change(
        column=column.reader.name,
        before=shown(column.reader.written(before)),
        after=shown(column.reader.written(after)),
        records=records,
        distance=float(column.distance[b, a]),
        why=_why(column, before, after),
    )


def _why(column: Judged, before: Point, after: Point) -> str:
    taxonomy = column.reader.taxonomy
    if after == SUPPRESSED_POINT:
        return "Withheld."
    if taxonomy is None:
        return "Another value of the column; no knowledge says how near they are."
    if not (before.named and after.named):
        return "One of the two is not in the knowledge, so nothing is known to join them."
    common = taxonomy.lcs(before.concept, after.concept)
    if common == after.concept:
        return "Made wider: the new value is a more general concept of the old one."
    if common == before.concept:
        return "Made narrower: the new value is a kind of the old one."
    if common == VIRTUAL_ROOT:
        return "They have nothing in common."
    return f"Both are kinds of “{shown(taxonomy.label(common), 60)}”."


def below_k(sizes: Sizes, k: int) -> int:
    """Records in classes smaller than k."""
    return int(sizes[sizes < k].sum())


def columns_of(assessment: Assessment) -> Sequence[Judged]:
    """The masked columns; none where released records cannot be matched with original ones."""
    return assessment.pairing.columns if assessment.pairing is not None else ()
