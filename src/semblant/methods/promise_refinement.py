"""Refinement under promises beyond k: improves groups while they keep l, t or the number of persons.

Records with equal quasi-identifiers may differ in sensitive values. So tuples are split by these as well: then all
records of a tuple are equal, and a group's tuples show whether it keeps its promises. The search decides only how many
records of a tuple each group gets. Which ones, the run key decides: if sensitive values did, the classes would tell of
them. Groups that break a promise once their records are dealt are merged.
"""

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from semblant.arrays import Floats, Ints, Ints32, bounds
from semblant.kernels import promise_rules as kernel
from semblant.kernels.neighbours import neighbours
from semblant.kernels.promise_rules import Rules
from semblant.methods.constrain import constrain
from semblant.methods.grouping import Groups, layout_of
from semblant.methods.job import Job
from semblant.methods.masking import Centroids, Masking
from semblant.methods.refine import improve, masking_of, reach
from semblant.methods.starts import candidates_of, start_of
from semblant.privacy.closeness import Ordered, Semantic, TCloseness
from semblant.privacy.histograms import Histograms
from semblant.privacy.models import SLACK, DistinctL, EntropyL, Model, Persons, RecursiveL, SemanticL
from semblant.privacy.promises import Promise
from semblant.space.order import far_from
from semblant.space.product import Product, unique_columns

_SIBLINGS = 4
"""How many tuples with equal quasi-identifiers are among the neighbours of a tuple."""

_GROUND = 1_000
"""The most values whose distances are used; with more, every difference counts as 1."""


def refine_under_promises(space: Product, masking: Masking, job: Job) -> Masking:
    """Improve groups without breaking a promise; they lose no more than before.

    Groups represented by a centroid can be improved; a masking with any other is returned as it is.
    """
    asked = [p for p in job.promises if isinstance(p.model, _KNOWN)]
    if not asked or not masking.where(Centroids).all():
        return masking
    stacked = np.stack([space.record_tuple, *(p.codes for p in asked)]).astype(np.int32)
    fine, of_record, weights = unique_columns(stacked, [int(line.max(initial=0)) + 1 for line in stacked])
    tuples = fine[0].astype(np.int64)
    points = space.points.part(tuples, weights)
    rows = Histograms.of(masking.group_of_records(space), of_record, masking.size)
    start = start_of(space, masking)._replace(rows=np.stack([rows.values, rows.counts, rows.classes], axis=1))
    rules = rules_of(asked, fine[1:].astype(np.int64))
    near = _around(space, tuples, job.k)
    better = masking_of(space, _joined(improve(points, job, start, rules=rules, near=near), tuples))
    return min(constrain(better, space, job.promises), masking, key=lambda one: _cost(space, one))


def _joined(groups: Groups, tuples: Ints) -> Groups:
    """Groups of split tuples as groups of the tuples that they are parts of, whose records are yet to be dealt."""
    parts, counts, numbers = groups.rows.T
    rows = Histograms.of(numbers, tuples[parts], len(groups.centre), counts)
    return groups._replace(rows=np.stack([rows.values, rows.counts, rows.classes], axis=1))


def _cost(space: Product, masking: Masking) -> float:
    """What groups with centroids lose, summed over records."""
    tuples, counts, groups = masking.tuples, masking.counts, masking.groups
    sums = [np.bincount(groups, line[tuples] * counts, masking.size) for line in space.points.numbers]
    means = np.array(sums).reshape(len(sums), masking.size).T / masking.group_sizes()[:, None]
    far = far_from(space.points, tuples, candidates_of(space, masking)[groups], means[groups])
    return float(far**2 @ counts)


def _around(space: Product, tuples: Ints, k: int) -> Ints32:
    """The neighbours of split tuples: some with equal quasi-identifiers, and one of each near tuple."""
    first = np.searchsorted(tuples, np.arange(len(space.weights) + 1))
    size, turn = np.diff(first), np.arange(len(tuples)) - first[tuples]
    near, _ = neighbours(layout_of(space.points), reach(len(space.weights), space.records, k))
    around = np.full((len(tuples), _SIBLINGS + near.shape[1]), -1, np.int32)
    for j in range(around.shape[1]):
        beside = tuples if j < _SIBLINGS else near[tuples, j - _SIBLINGS]
        there = (size[tuples] > j + 1) if j < _SIBLINGS else (beside >= 0)  # as many others as there are
        places = first[beside] + (turn + j + 1) % size[beside]
        around[there, j] = places[there]
    return around


_KNOWN = (Persons, DistinctL, EntropyL, RecursiveL, SemanticL, TCloseness)
"""The models that the kernel has rules for."""


class _Rule(NamedTuple):
    """A promise in the kernel's terms: value codes, the bound, and the ground distance."""

    kind: int
    bound: float
    name: Ints  # values with the same name count as one
    factor: float = 1.0
    ground: Floats | None = None


def rules_of(promises: Sequence[Promise], codes: Ints) -> Rules:
    """Promises as rules for the kernel; ``codes`` has a code for every promise and tuple."""
    every = np.ones(len(promises[0].codes), bool)
    totals = [p.total(every) for p in promises]
    rules = [_rule(p.model, total) for p, total in zip(promises, totals, strict=True)]
    said = [_said(rule, p) for rule, p in zip(rules, promises, strict=True)]
    offset = bounds([len(one) for one in said])
    value = np.concatenate(said)
    wide = max((len(rule.name) for rule in rules if rule.kind >= kernel.EQUAL), default=0)
    far = max((len(rule.name) for rule in rules if rule.kind == kernel.GROUND), default=0)
    share, ground = np.zeros((len(rules), wide)), np.full((len(rules), far, far), np.inf)
    for r, (rule, total) in enumerate(zip(rules, totals, strict=True)):
        if rule.kind >= kernel.EQUAL:
            share[r] = np.bincount(rule.name, total, wide) / total.sum()
        if rule.ground is not None:
            ground[r, : len(rule.ground), : len(rule.ground)] = rule.ground
    room = max(1, int(value.max()) + 1)
    return Rules(
        kind=np.array([rule.kind for rule in rules]),
        bound=np.array([rule.bound for rule in rules]),
        factor=np.array([rule.factor for rule in rules]),
        once=np.array([p.value_of is not None for p in promises]),
        code=codes + offset[:-1, None],
        value=value,
        share=share,
        ground=ground,
        nearest=np.argsort(ground, axis=2, kind="stable"),
        seen=np.zeros(len(value), np.int64),
        clock=np.zeros(1, np.int64),
        counts=np.zeros(max(room, wide), np.int64),
        there=np.empty(room, np.int64),
        room=np.empty(max(room, wide)),
    )


def _said(rule: _Rule, promise: Promise) -> Ints:
    """The value of each code of a promise; -1 where it is missing."""
    if promise.value_of is None:
        return np.where(np.arange(len(rule.name)) == promise.nothing, -1, rule.name)
    told = rule.name[promise.value_of] if isinstance(promise.model, SemanticL) else promise.value_of
    return np.where(promise.value_of == promise.nothing, -1, told)


def _rule(model: Model, total: Ints) -> _Rule:
    """A model in the kernel's terms, never less strict; half of the rounding tolerance is left to it."""
    every = np.arange(len(total))
    match model:
        case Persons(k=k):
            return _Rule(kernel.DISTINCT, k, every)
        case SemanticL(l=l, packing=packing):  # linked values count as one: a lower bound
            return _Rule(kernel.DISTINCT, l * (1 - SLACK / 2), packing.component)
        case EntropyL(l=l):
            return _Rule(kernel.ENTROPY, float(np.log(l * (1 - SLACK / 2))), every)
        case RecursiveL(l=l, c=c):
            return _Rule(kernel.RECURSIVE, float(np.ceil(l * (1 - SLACK / 2))), every, factor=c)
        case DistinctL(l=l):
            return _Rule(kernel.DISTINCT, l * (1 - SLACK / 2), every)
        case TCloseness(t=t, ground=Ordered(place=place)):
            occurring, rank = np.unique(place[total > 0], return_inverse=True)
            name = np.zeros(len(total), np.int64)
            name[total > 0] = rank
            return _Rule(kernel.ORDERED, (t + SLACK / 2) * max(1, len(occurring) - 1), name)
        case TCloseness(t=t, ground=Semantic(distance=distance)) if len(distance) <= _GROUND:
            return _Rule(kernel.GROUND, t + SLACK / 2, every, ground=distance)
        case TCloseness(t=t):  # no distance is above 1, so this is enough for any ground
            return _Rule(kernel.EQUAL, t + SLACK / 2, every)
    raise TypeError(f"nothing is known of {model}")
