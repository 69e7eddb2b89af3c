"""The compiled scans behind the MDAV family equal the algorithms as they are printed."""

from collections import Counter
from dataclasses import replace
from itertools import product

import numpy as np
import pytest
from hypothesis import assume, given, reject
from hypothesis import strategies as st

from semblant.kernels import mdav as kernel
from semblant.space.points import Points, centres
from semblant.space.product import Product
from semblant.space.tablespace import build_space
from tests.properties import slow_mdav
from tests.properties.strategies import MEANT, Case, Space, cases, examples, spaces


def points(space: Space) -> Points:
    """The space in the flat arrays that kernels take."""

    def start(parts):
        return np.cumsum([0, *(part.size for part in parts)]).astype(np.int64)

    def flat(parts, kind):
        return np.concatenate([np.empty(0, kind), *(np.ascontiguousarray(part, kind).ravel() for part in parts)])

    costs = [table.T for table in space.cost]
    return Points(
        codes=np.ascontiguousarray(space.codes),
        numbers=np.ascontiguousarray(space.numbers),
        weights=space.weights,
        sizes=np.array([table.shape for table in space.distance], np.int64).reshape(-1, 2),
        distance=flat(space.distance, np.float32),
        distance_start=start(space.distance),
        cost=flat(costs, np.float32),
        cost_start=start(costs),
        own=flat(space.own, np.int32),
        own_start=start(space.own),
        eligible=np.array(space.eligible or [len(table) for table in space.distance], np.int64),
        euclidean=space.euclidean,
    )


def plain(product: Product) -> Space:
    """A real space, taken apart; columns with a weight count so many times."""
    weight = [c.weight for c in product.columns]
    share = [w * len(weight) / sum(weight) for w in weight]
    return Space(
        [(c.distance**2 if product.euclidean else c.distance) * np.float32(s)
         for c, s in zip(product.columns, share, strict=True)],
        [c.cost for c in product.columns],
        [c.own for c in product.columns],
        product.codes,
        np.empty((0, len(product.weights)), np.float32),
        product.weights,
        product.euclidean,
        [c.eligible for c in product.columns],
    )  # fmt: skip


def check(space: Space, arrays: Points, k: int) -> None:
    try:
        adaptive = {way: slow_mdav.sa_mdav(space, k, *way) for way in product((True, False), repeat=2)}
        fixed = slow_mdav.mdav(space, k)
    except slow_mdav.TooCloseError:
        reject()
    assert {way: kernel.sa_mdav(arrays, k, *way).tolist() for way in adaptive} == adaptive
    rows = kernel.mdav(arrays, k).tolist()
    assert {(i, group): times for i, times, group in rows} == fixed
    assert len(rows) == len(fixed)


@examples(150)
@given(spaces(), st.integers(2, 6))
def test_groups_on_crooked_spaces(space, k):
    assume(space.records >= k)
    check(space, points(space), k)


@pytest.mark.parametrize(("size", "k", "values"), [(90, 4, [2, 2, 3, 2, 5]), (1_400, 500, [3, 5, 2, 7, 13, 4])])
def test_groups_on_large_spaces(size, k, values):
    """So many tuples that small columns are looked up together and distances come in blocks."""
    rng = np.random.default_rng(size)
    tables = [rng.integers(1, 40, (v, v)).astype(np.float32) / 64 for v in values]
    for table in tables:
        np.fill_diagonal(table, 0)
    codes = np.unique(np.stack([rng.integers(0, v, size) for v in values]), axis=1).astype(np.int32)
    own = [np.arange(v, dtype=np.int32) for v in values]
    weights = rng.integers(1, 4, codes.shape[1])
    numbers = np.empty((0, len(weights)), np.float32)
    space = Space(tables, tables, own, codes, numbers, weights, euclidean=False)
    check(space, points(space), k)


@pytest.mark.parametrize("measure", ["logsc", "wu-palmer", "path", "equality"])
@pytest.mark.parametrize("centroid", ["semantic", "mode", "lcs"])
@examples(12)
@given(case=cases(kinds=MEANT))
def test_groups_on_tables(measure, centroid, case: Case):
    combine = case.policy.combine or "mean"
    space = build_space(case.readers, measure=measure, centroid=centroid, combine=combine)
    check(plain(space), space.points, case.policy.k)


@examples(60)
@given(spaces(), st.integers(2, 6), st.integers(0, 99))
def test_random_ties_are_a_random_order_of_records(space, k, seed):
    """Records in the order of their turns, each a tuple of its own, fall into the same groups."""
    assume(space.records >= k)
    turns = np.random.default_rng(seed).permutation(space.records)
    tuples = np.repeat(np.arange(len(space.weights)), space.weights)[np.argsort(turns)]
    single = replace(
        space,
        codes=np.ascontiguousarray(space.codes[:, tuples]),
        numbers=np.ascontiguousarray(space.numbers[:, tuples]),
        weights=np.ones(len(tuples), np.int64),
    )
    try:
        expected = Counter((int(tuples[i]), group) for i, group in slow_mdav.mdav(single, k))
    except slow_mdav.TooCloseError:
        reject()
    found = kernel.mdav(points(space), k, turns).tolist()
    assert {(t, group): times for t, times, group in found} == expected


@examples(80)
@given(st.data(), spaces())
def test_centres_of_any_groups(data, space):
    labels = data.draw(st.lists(st.integers(0, 2), min_size=len(space.weights), max_size=len(space.weights)))
    groups = sorted(set(labels))
    rows = sorted((groups.index(label), i) for i, label in enumerate(labels))
    flat = np.array([(i, space.weights[i], g) for g, i in rows], np.int64)
    candidates, means = centres(points(space), flat, len(groups))
    slow = slow_mdav.SlowSpace(space)
    for g, label in enumerate(groups):
        expected = slow.centroid(space.weights * (np.array(labels) == label))
        assert tuple(candidates[g]) == expected.candidates
        assert means[g] == pytest.approx([float(mean) for mean in expected.means], abs=1e-6)
