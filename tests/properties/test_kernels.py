"""The compiled scans behind the MDAV family equal the algorithms as they are printed."""

from itertools import product

import numpy as np
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from semblant.kernels import mdav as kernel
from semblant.space.build import build_space
from semblant.space.points import Points
from semblant.space.product import Product
from tests.properties import slow_mdav
from tests.properties.strategies import Case, Space, cases, examples, spaces


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
    )  # fmt: skip


def check(space: Space, arrays: Points, k: int) -> None:
    for weighted, static in product((True, False), repeat=2):
        found = kernel.sa_mdav(arrays, k, weighted, static).tolist()
        assert found == slow_mdav.sa_mdav(space, k, weighted, static), (weighted, static)
    rows = kernel.mdav(arrays, k).tolist()
    assert {(i, group): times for i, times, group in rows} == slow_mdav.mdav(space, k)
    assert len({(i, group) for i, _, group in rows}) == len(rows)


@examples(150)
@given(spaces(), st.integers(2, 6))
def test_groups_on_crooked_spaces(space, k):
    assume(space.records >= k)
    check(space, points(space), k)


@pytest.mark.parametrize("measure", ["logsc", "wu-palmer", "path", "equality"])
@pytest.mark.parametrize("centroid", ["semantic", "mode", "lcs"])
@examples(12)
@given(case=cases())
def test_groups_on_tables(measure, centroid, case: Case):
    combine = case.policy.combine or "mean"
    space = build_space(case.readers, measure=measure, centroid=centroid, combine=combine)
    check(plain(space), space.points, case.policy.k)


@examples(80)
@given(st.data(), spaces())
def test_centres_of_any_groups(data, space):
    labels = data.draw(st.lists(st.integers(0, 2), min_size=len(space.weights), max_size=len(space.weights)))
    groups = sorted(set(labels))
    rows = sorted((groups.index(label), i) for i, label in enumerate(labels))
    flat = np.array([(i, space.weights[i], g) for g, i in rows], np.int64)
    candidates, means = kernel.centres(points(space), flat, len(groups))
    for g, label in enumerate(groups):
        members = slow_mdav.Counter({i: int(space.weights[i]) for i, own in enumerate(labels) if own == label})
        expected = slow_mdav.centroid(space, members)
        assert (tuple(candidates[g]), tuple(means[g])) == expected
