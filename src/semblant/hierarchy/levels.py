"""Changing the levels of a hierarchy: fewer of them, or levels on which all values lose about as much."""

from collections.abc import Sequence
from itertools import pairwise

import numpy as np

from semblant.arrays import Floats
from semblant.hierarchy.gsl import DIGITS
from semblant.hierarchy.tree import Tree
from semblant.hierarchy.vgh import Hierarchy

_LITTLE = 1e-6  # a level that loses nothing is worth keeping


def thinned(
    hierarchy: Hierarchy, losses: Floats, levels: int | None, children: int | None = None, *, cuts: bool = False
) -> Hierarchy:
    """Leave out levels until there are at most ``levels``, those first that make least difference; the top stays.

    Where every level is a cut through the tree (``cuts``), a whole level goes: the one with the fewest times more
    labels than the next. Otherwise all labels go that are equally many steps below the top: those whose next ones lose
    the fewest times more (``losses`` are those of the transitions, [level, leaf]). Nothing goes where a label would get
    more than ``children`` others under it.

    Example:
        >>> ages = Hierarchy.of([("20", "20-21", "20-23", "*"), ("21", "20-21", "20-23", "*"), ("22", "20-23", "*")])
        >>> thinned(ages, np.array([[0.1, 0.1, 0.15], [0.15, 0.15, 1.0], [1.0, 1.0, 1.0]]), 2).rows()[0]
        ('20', '20-23', '*')
    """
    if levels is None or hierarchy.height <= levels:
        return hierarchy
    if cuts:
        return _fewer_cuts(hierarchy, levels, children)
    return _fewer_tiers(hierarchy, losses, levels, children)


def _fewer_cuts(hierarchy: Hierarchy, levels: int, children: int | None) -> Hierarchy:
    groups = [len(np.unique(line)) for line in hierarchy.paths]
    kept = list(range(1, hierarchy.height + 1))
    while len(kept) > levels:
        fits = [i for i in range(len(kept) - 1) if children is None or _widest(hierarchy, kept, i) <= children]
        if not fits:
            break
        kept.pop(min(fits, key=lambda i: groups[kept[i]] / groups[kept[i + 1]]))
    return hierarchy.with_levels(kept)


def _widest(hierarchy: Hierarchy, kept: Sequence[int], without: int) -> int:
    """The most labels that lie under one if one of the kept levels is left out."""
    left = [0, *(level for i, level in enumerate(kept) if i != without)]
    most = 0
    for low, high in pairwise(left):
        pairs = np.unique(np.stack([hierarchy.paths[high], hierarchy.paths[low]]), axis=1)
        most = max(most, int(np.unique(pairs[0], return_counts=True)[1].max()))
    return most


def _fewer_tiers(hierarchy: Hierarchy, losses: Floats, levels: int, children: int | None) -> Hierarchy:
    tree = Tree(hierarchy)
    lost = _label_losses(hierarchy, losses)
    while True:
        tiers: dict[int, list[int]] = {}
        for label, tier in tree.tiers().items():
            tiers.setdefault(tier, []).append(label)
        tall = max(tiers)
        if tall <= levels:
            break
        mean = {n: float(np.mean([x for label in tier for x in lost[label]])) for n, tier in tiers.items()}
        order = sorted(range(1, tall), key=lambda n: (mean[n + 1] / max(mean[n], _LITTLE), n))
        for n in order:
            trial = Tree(hierarchy)
            trial.start, trial.above = list(tree.start), dict(tree.above)
            trial.remove(tiers[n])
            if children is None or max(trial.children().values()) <= max(children, max(tree.children().values())):
                tree = trial
                break
        else:
            break
    return tree.hierarchy(hierarchy.name)


def _label_losses(hierarchy: Hierarchy, losses: Floats) -> dict[int, list[float]]:
    """What the values under each label lose by it."""
    lost: dict[int, list[float]] = {}
    for leaf, path in enumerate(hierarchy.paths[1:].T.tolist()):
        for label in dict.fromkeys(path):
            lost.setdefault(label, []).append(float(losses[path.index(label), leaf]))
    return lost


def evened(hierarchy: Hierarchy, losses: Floats) -> Hierarchy:
    """Make every level a cut through the tree: a value goes up as long as its label loses no more than a bound.

    A label's loss is the mean over the values under it, and never less than that of a label below; ``losses`` are
    those of the transitions, [level, leaf]. Each bound that changes something makes a level.

    Example:
        >>> jobs = Hierarchy.of([("nurse", "care", "work"), ("doctor", "care", "work"), ("baker", "work")])
        >>> evened(jobs, np.array([[0.1, 0.1, 0.4], [0.5, 0.5, 0.4]])).rows()[2]
        ('baker', 'baker', 'work')
    """
    lost = _label_losses(hierarchy, losses)
    bound = {label: float(np.mean(all_lost)) for label, all_lost in lost.items()}
    steps = sorted(
        {step for path in hierarchy.paths[1:].T.tolist() for step in pairwise(path) if step[0] != step[1]},
        key=lambda step: len(lost[step[0]]),
    )
    settled = False
    while not settled:  # once through the tree, except labels that merge nothing
        before = dict(bound)
        for below, above in steps:
            bound[above] = max(bound[above], bound[below])
        settled = bound == before
    rounded = {label: round(b, DIGITS) for label, b in bound.items()}
    rows = []
    for leaf, path in enumerate(hierarchy.paths[1:].T.tolist()):
        row = [int(hierarchy.paths[0, leaf])]
        for most in sorted({*rounded.values()}):
            row.append(next((label for label in reversed(path) if rounded[label] <= most), row[0]))
        rows.append([hierarchy.labels[label] for label in row])
    return busy(Hierarchy.of(rows, name=hierarchy.name))


def busy(hierarchy: Hierarchy) -> Hierarchy:
    """Remove levels that merge nothing; of two equal levels the lower one stays, because it is more specific."""
    kept = []
    below = 0
    for level in range(1, hierarchy.height + 1):
        groups = len(np.unique(hierarchy.paths[level]))
        if groups < len(np.unique(hierarchy.paths[below])):
            kept.append(level)
            below = level
    return hierarchy.with_levels(kept or [hierarchy.height])
