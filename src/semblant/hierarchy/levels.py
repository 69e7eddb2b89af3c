"""Which levels a hierarchy has: fewer of them, or evened out so that all values lose about as much on each."""

from collections.abc import Sequence
from itertools import pairwise

import numpy as np

from semblant.hierarchy.gsl import DIGITS, Losses
from semblant.hierarchy.vgh import Hierarchy

_LITTLE = 1e-6  # a level that loses nothing is worth keeping


def thinned(
    hierarchy: Hierarchy, losses: Sequence[float] | Losses, levels: int | None, children: int | None = None
) -> Hierarchy:
    """Leave out levels until there are at most ``levels``: each time the one whose next level loses fewest times more.

    ``losses`` are those of the levels, the lowest first. A level is not left out where a label would get more than
    ``children`` others under it. The top stays.

    Example:
        >>> ages = Hierarchy.of([("20", "20-21", "20-23", "*"), ("21", "20-21", "20-23", "*"), ("22", "20-23", "*")])
        >>> thinned(ages, [0.1, 0.15, 1.0], 2).rows()[0]
        ('20', '20-23', '*')
    """
    kept = list(range(1, hierarchy.height + 1))
    while levels is not None and len(kept) > levels:
        fits = [i for i in range(len(kept) - 1) if children is None or widest(hierarchy, kept, i) <= children]
        if not fits:
            break
        kept.pop(min(fits, key=lambda i: losses[kept[i + 1] - 1] / max(losses[kept[i] - 1], _LITTLE)))
    return hierarchy if len(kept) == hierarchy.height else hierarchy.with_levels(kept)


def widest(hierarchy: Hierarchy, kept: Sequence[int], without: int | None = None) -> int:
    """The most labels that lie under one if only some levels are kept, and one of those left out."""
    left = [0, *(level for i, level in enumerate(kept) if i != without)]
    most = 0
    for low, high in pairwise(left):
        pairs = np.unique(np.stack([hierarchy.ways[high], hierarchy.ways[low]]), axis=1)
        most = max(most, int(np.unique(pairs[0], return_counts=True)[1].max()))
    return most


def evened(hierarchy: Hierarchy, losses: Losses) -> Hierarchy:
    """Every level a cut through the tree: a value goes as far up as its labels lose no more than the level's bound.

    A label's loss is the mean over the values under it, and never less than that of a label below; ``losses`` are
    those of the transitions, [level, leaf]. Each bound that changes something makes a level.

    Example:
        >>> jobs = Hierarchy.of([("nurse", "care", "work"), ("doctor", "care", "work"), ("baker", "work")])
        >>> evened(jobs, np.array([[0.1, 0.1, 0.4], [0.5, 0.5, 0.4]])).rows()[2]
        ('baker', 'baker', 'work')
    """
    lost: dict[int, list[float]] = {}
    for leaf, way in enumerate(hierarchy.ways[1:].T.tolist()):
        for label in dict.fromkeys(way):
            lost.setdefault(label, []).append(float(losses[way.index(label), leaf]))
    bound = {label: float(np.mean(all_lost)) for label, all_lost in lost.items()}
    steps = sorted(
        {step for way in hierarchy.ways[1:].T.tolist() for step in pairwise(way) if step[0] != step[1]},
        key=lambda step: len(lost[step[0]]),
    )
    settled = False
    while not settled:  # once over the tree but for labels that put nothing together
        before = dict(bound)
        for below, above in steps:
            bound[above] = max(bound[above], bound[below])
        settled = bound == before
    rounded = {label: round(b, DIGITS) for label, b in bound.items()}
    rows = []
    for leaf, way in enumerate(hierarchy.ways[1:].T.tolist()):
        row = [int(hierarchy.ways[0, leaf])]
        for most in sorted({*rounded.values()}):
            row.append(next((label for label in reversed(way) if rounded[label] <= most), row[0]))
        rows.append([hierarchy.labels[label] for label in row])
    return busy(Hierarchy.of(rows, name=hierarchy.name))


def busy(hierarchy: Hierarchy) -> Hierarchy:
    """Without the levels that put nothing together; of two alike the lower one stays, because it says more."""
    kept = []
    below = 0
    for level in range(1, hierarchy.height + 1):
        groups = len(np.unique(hierarchy.ways[level]))
        if groups < len(np.unique(hierarchy.ways[below])):
            kept.append(level)
            below = level
    return hierarchy.with_levels(kept or [hierarchy.height])
