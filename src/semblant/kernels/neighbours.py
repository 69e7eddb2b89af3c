"""The nearest tuples of each tuple, and quick groups made of them, from which refinement starts."""

from collections.abc import Iterator
from functools import partial

import numpy as np
from numpy.typing import NDArray

from semblant.kernels.compiled import inner, lean
from semblant.kernels.cores import in_parts
from semblant.kernels.grouping import Layout, apart, draw

# mypy: disable-error-code="no-untyped-def"

LEAF, TREES = 128, 6
"""Tuples per leaf that are compared pair by pair, and the number of trees, where all pairs would be too many."""

MANY = 5_000
"""From this many tuples on, groups start where tuples are dense."""

ALL_PAIRS = 2048
"""Up to this many tuples, every pair is compared."""


def neighbours(layout: Layout, reach: int) -> tuple[NDArray[np.int32], NDArray[np.float64]]:
    """The nearest tuples of each tuple, nearest first, and how far they are; -1 where none was found."""
    p = len(layout.own)
    reach = min(reach, p - 1)
    near, far = np.full((p, reach), -1, np.int32), np.full((p, reach), np.inf)
    if reach > 0:
        order = np.arange(p)
        for leaves in _leaves(layout, order):
            in_parts(p, partial(_compare, layout, near, far, order, leaves))
    return near, far


def _leaves(layout: Layout, order: NDArray[np.int64]) -> Iterator[NDArray[np.int64]]:
    """The leaves of every tree, as ranges of the order, which is changed in place: one of all tuples where few."""
    p = len(order)
    if p <= ALL_PAIRS:
        yield np.array([[0, p]])
        return
    state, ends = np.array([20060214], np.uint64), np.empty((128, 2), np.int64)
    for _ in range(TREES):
        leaves = np.empty((p, 2), np.int64)
        yield leaves[: _part(layout, order, np.empty(p), ends, LEAF, leaves, state)]


@inner
def _offer(near, far, t, u, d):
    """Keep a tuple among the nearest of another."""
    last = near.shape[1] - 1
    if d >= far[t, last]:
        return
    for i in range(last + 1):
        if near[t, i] == u:
            return
    i = last
    while i > 0 and far[t, i - 1] > d:
        near[t, i], far[t, i] = near[t, i - 1], far[t, i - 1]
        i -= 1
    near[t, i], far[t, i] = u, d


@lean
def _part(layout, order, nearer, ends, leaf, leaves, state):
    """Split the tuples by which of two of them is nearer, until the leaves are small; returns the number of leaves."""
    ends[0, 0], ends[0, 1] = 0, len(order)
    waiting, found = 1, 0
    while waiting > 0:
        waiting -= 1
        low, high = ends[waiting, 0], ends[waiting, 1]
        if high - low <= leaf:
            leaves[found, 0], leaves[found, 1] = low, high
            found += 1
            continue
        a = order[low + int(draw(state) * (high - low))]
        b = order[low + int(draw(state) * (high - low))]
        mean = 0.0
        for i in range(low, high):
            nearer[i] = np.sqrt(apart(layout, order[i], layout.own, layout.numbers, a))
            nearer[i] -= np.sqrt(apart(layout, order[i], layout.own, layout.numbers, b))
            mean += nearer[i] / (high - low)
        i, j = low, high
        while i < j:
            if nearer[i] < mean:
                i += 1
            else:
                j -= 1
                order[i], order[j] = order[j], order[i]
                nearer[i], nearer[j] = nearer[j], nearer[i]
        if min(i - low, high - i) * 16 < high - low or waiting > 120:
            i = (low + high) // 2
        ends[waiting, 0], ends[waiting, 1] = low, i
        ends[waiting + 1, 0], ends[waiting + 1, 1] = i, high
        waiting += 2
    return found


@lean
def _compare(layout, near, far, order, leaves, begin, end):
    """Compare all pairs of tuples in the leaves that begin in a range."""
    for at in range(len(leaves)):
        low, high = leaves[at, 0], leaves[at, 1]
        if not begin <= low < end:
            continue
        for i in range(low, high):
            t = order[i]
            for j in range(low, i):
                d = apart(layout, order[j], layout.own, layout.numbers, t)
                _offer(near, far, t, order[j], d)
                _offer(near, far, order[j], t, d)


def quick_groups(
    weights: NDArray[np.int64], near: NDArray[np.int32], far: NDArray[np.float64], k: int, *, many: bool | None = None
) -> NDArray[np.int64]:
    """A group for every tuple, made of its nearest; ``many``: they are part of a table of many tuples.

    With few tuples, refinement makes the start irrelevant; isolated ones choose first, because they would find no
    partners later. With many tuples, dense regions come first: refinement then works at the edges and ends lower.
    """
    many = len(weights) > MANY if many is None else many
    isolated = far[:, min(k, near.shape[1]) - 1]
    order = np.lexsort((np.arange(len(weights)), isolated if many else -isolated))
    label = np.full(len(weights), -1, np.int64)
    _gather(weights, near, order, k, label)
    return label


@lean
def _gather(weights, near, order, k, label):
    groups = 0
    for t in order:
        if label[t] >= 0:
            continue
        have, i = weights[t], 0
        while have < k and i < near.shape[1] and near[t, i] >= 0:
            if label[near[t, i]] < 0:
                have += weights[near[t, i]]
            i += 1
        if have < k:
            continue
        label[t] = groups
        for r in range(i):
            if label[near[t, r]] < 0:
                label[near[t, r]] = groups
        groups += 1
    moved = True
    while moved:
        moved = False
        for t in order:
            i = 0
            while label[t] < 0 and i < near.shape[1] and near[t, i] >= 0:
                label[t] = label[near[t, i]]
                moved = moved or label[t] >= 0
                i += 1
    for t in order:
        label[t] = max(label[t], 0)
