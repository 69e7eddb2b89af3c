"""Promises kept blindly: groups are merged by their quasi-identifiers alone, and further than l and t need.

Merging exactly the groups that break l or t tells which ones broke it (minimality). Here a tree of merges is made
without a look at sensitive values: level 0 are the method's groups, and each level joins every group of the one before
with its nearest, up to one class of everybody. Sensitive values decide only the first level at which l and t hold
everywhere. What is published lies a random number of levels above it, so that the published level tells little about
whether the one below failed.

References: Wong et al. 2007 (minimality attack); Cormode et al. 2010 (how little it gains against some algorithms).
"""

from collections.abc import Iterator, Sequence
from dataclasses import replace

import numpy as np

from semblant.arrays import Ints
from semblant.kernels.neighbours import neighbours, quick_groups
from semblant.methods.constrain import Tally, merged, refuse_impossible, same_values
from semblant.methods.grouping import layout_of
from semblant.methods.masking import Masking
from semblant.methods.starts import candidates_of
from semblant.privacy.models import KAnonymity, Persons
from semblant.privacy.promises import Promise
from semblant.runkey import RunKey
from semblant.space.order import far_from
from semblant.space.points import centres
from semblant.space.product import Product

RATIO = 0.5
"""r: one level more is published with this chance, another one more with its square, and so on."""

_REACH = 20
"""How many of the nearest groups are considered as partners."""


def levels_above(key: RunKey) -> int:
    """How many levels above the first that keeps every promise: N, where P(N = j) = (1 - r)·r^j.

    An earlier run on the same input may have drawn it already.
    """
    return int(key.stream("blind").geometric(1.0 - RATIO)) - 1 if key.levels is None else key.levels


def chance(published: int, first: int, top: int) -> float:
    """The chance that a level is published, given the first level that keeps every promise; beyond the top: the top.

    Example:
        >>> [chance(level, 1, 3) for level in range(4)]
        [0.0, 0.5, 0.25, 0.25]
    """
    if published < first:
        return 0.0
    above = published - first
    return float(RATIO**above if published == top else (1.0 - RATIO) * RATIO**above)


def by_sensitive_values(promises: Sequence[Promise]) -> list[Promise]:
    """The promises that look at sensitive values: all but k, in records or in persons."""
    return [promise for promise in promises if not isinstance(promise.model, (KAnonymity, Persons))]


def keep_blindly(masking: Masking, space: Product, promises: Sequence[Promise], above: int) -> Masking:
    """The level of the merge tree that lies ``above`` levels over the first that keeps every promise, or the top.

    A level counts as keeping them only if all levels above it do too.
    """
    refuse_impossible(promises, np.ones(space.records, np.bool_))
    levels = list(merge_tree(masking, space))
    first = len(levels) - 1
    while first > 0 and _keeps(levels[first - 1], space, promises):
        first -= 1
    return levels[min(first + above, len(levels) - 1)]


def merge_tree(masking: Masking, space: Product) -> Iterator[Masking]:
    """The levels of the tree: the masking itself, then each with at most half the groups of the one before, up to one.

    No sensitive value is looked at.
    """
    while True:
        yield masking
        if masking.size == 1:
            return
        into = _partners(masking, space)
        masking = replace(merged(masking, space, into, _largest(masking, into)), blocks=masking.blocks)


def _partners(masking: Masking, space: Product) -> Ints:
    """For every group the first of those that it is joined with; each is joined with at least one other."""
    points, rows = space.points, np.stack([masking.tuples, masking.counts, masking.groups], axis=1)
    candidates, (_, means) = candidates_of(space, masking), centres(points, rows, masking.size)
    far = far_from(points, masking.tuples, candidates[masking.groups], means[masking.groups])
    order = np.lexsort((masking.tuples, far, masking.groups))
    medoid = masking.tuples[order[np.searchsorted(masking.groups, np.arange(masking.size))]]
    single = np.ones(masking.size, np.int64)
    placed = points._replace(
        codes=np.ascontiguousarray(points.codes[:, medoid]),
        numbers=np.ascontiguousarray(means.T, np.float32),
        weights=single,
    )
    near, apart = neighbours(layout_of(placed), _REACH)
    label = quick_groups(single, near, apart, 2)
    _, first, of_group = np.unique(label, return_index=True, return_inverse=True)
    return first[of_group].astype(np.int64)


def _largest(masking: Masking, into: Ints) -> Ints:
    """For every group the largest of those joined with it, whose donor stands for all; ties go to the earlier."""
    sizes = masking.group_sizes()
    order = np.lexsort((np.arange(masking.size), -sizes, into))
    lead = np.arange(masking.size)
    joined, at = np.unique(into[order], return_index=True)
    lead[joined] = order[at]
    return lead


def _keeps(level: Masking, space: Product, promises: Sequence[Promise]) -> bool:
    """Whether every class of a level, as it would be released, keeps every promise."""
    classes = merged(level, space, *same_values(level, space))
    there = np.ones(space.records, np.bool_)
    return not Tally(promises, there, classes.group_of_records(space), classes.size).failing().size
