"""Clusters equal slow ones, and partitions are compared as independent libraries compare them."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from semblant.assessment import clusters
from semblant.assessment.clusters import cluster_loss, contingency, ward
from semblant.assessment.pairing import pair
from semblant.errors import CapacityError
from tests.assessment import slow_clusters
from tests.properties.strategies import Case, cases, examples
from tests.report.making import CASES

tried = settings(max_examples=60, deadline=None, derandomize=True, database=None)


def points(seed: int, euclidean: bool) -> tuple[np.ndarray, np.ndarray]:
    """Weighted points with their distances; some that no plane could hold."""
    rng = np.random.default_rng(seed)
    p = int(rng.integers(2, 12))
    if euclidean:
        at = rng.normal(size=(p, 2))
        distance = np.sqrt(((at[:, None] - at[None]) ** 2).sum(2))
    else:
        half = np.triu(rng.uniform(0.1, 1.0, (p, p)), 1)
        distance = half + half.T
    return distance, rng.integers(1, 9, p)


@tried
@given(st.integers(0, 10_000), st.booleans())
def test_merges_cost_what_the_definition_says(seed: int, euclidean: bool) -> None:
    distance, weights = points(seed, euclidean)
    tree = ward(distance.copy(), weights)
    assert tree.merge_cost == pytest.approx(slow_clusters.ward(distance, weights))
    assert tree.merge_cost.sum() == pytest.approx(slow_clusters.scatter(list(range(len(weights))), distance, weights))


@tried
@given(st.integers(0, 10_000), st.booleans())
def test_the_number_of_clusters_has_the_greatest_index(seed: int, euclidean: bool) -> None:
    distance, weights = points(seed, euclidean)
    p = len(weights)
    tree = ward(distance.copy(), weights)
    index = {
        n: slow_clusters.calinski_harabasz(tree.cut(n), distance, weights)
        for n in range(2, max(2, int(p**0.5)) + 1)
        if n < p
    }
    if index:
        assert index[tree.suited()] == pytest.approx(max(index.values()))
    for n in range(1, p + 1):
        assert len(np.unique(tree.cut(n))) == n


@tried
@given(st.integers(0, 10_000))
def test_a_weight_is_as_many_points_at_one_place(seed: int) -> None:
    distance, weights = points(seed, True)
    whole = np.repeat(np.arange(len(weights)), weights)
    apart = ward(distance[np.ix_(whole, whole)].copy(), np.ones(len(whole), np.int64))
    together = ward(distance.copy(), weights)
    assert apart.merge_cost[-len(together.merge_cost) :] == pytest.approx(together.merge_cost)
    for n in range(1, len(weights) + 1):
        assert slow_clusters.compared(apart.cut(n).tolist(), together.cut(n)[whole].tolist())[1] == 1.0


LABELS = st.lists(st.tuples(st.integers(0, 3), st.integers(0, 4)), min_size=1, max_size=30)


def dense(values: list[int]) -> np.ndarray:
    return np.unique(values, return_inverse=True)[1].astype(np.int64)


def table_of(labels: list[tuple[int, int]]) -> np.ndarray:
    a, b = (dense(list(side)) for side in zip(*labels, strict=True))
    return contingency(a, b, np.ones(len(labels), np.int64))


@tried
@given(LABELS)
def test_partitions_are_compared_as_the_definitions_say(labels: list[tuple[int, int]]) -> None:
    table = table_of(labels)
    found = (
        clusters.partition_distance(table),
        clusters.rand(table),
        clusters.normalised_mutual_information(table),
    )
    assert found == pytest.approx(slow_clusters.compared([a for a, _ in labels], [b for _, b in labels]), abs=1e-9)


@tried
@given(LABELS)
def test_scikit_learn_says_the_same(labels: list[tuple[int, int]]) -> None:
    metrics = pytest.importorskip("sklearn.metrics", reason="pip install scikit-learn")
    a, b = ([pair[side] for pair in labels] for side in (0, 1))
    table = table_of(labels)
    assert clusters.rand(table) == pytest.approx(metrics.rand_score(a, b))
    nmi = metrics.normalized_mutual_info_score(a, b)
    assert clusters.normalised_mutual_information(table) == pytest.approx(nmi, abs=1e-9)


def test_scipy_builds_the_same_tree_where_all_weights_are_one() -> None:
    from scipy.cluster.hierarchy import linkage

    at = np.random.default_rng(3).normal(size=(40, 3))
    distance = np.sqrt(((at[:, None] - at[None]) ** 2).sum(2))
    tree = ward(distance.copy(), np.ones(40, np.int64))
    assert np.sqrt(2 * tree.merge_cost) == pytest.approx(linkage(at, "ward")[:, 2])


@examples(25)
@given(cases(most=16))
def test_an_untouched_release_falls_into_the_same_clusters(case: Case) -> None:
    from semblant.assessment.tables import assess_table

    found = assess_table(case.table, case.table, case.readers, case.policy, combine=case.guide.combine)
    assert found.pairing is not None
    same = cluster_loss(found.pairing, combine=case.guide.combine)
    assert (same.partition_distance, same.rand, same.nmi) == (0.0, 1.0, 1.0)
    assert same.clusters == same.clusters_after


def test_given_numbers_are_kept_as_far_as_there_are_records_to_tell_apart() -> None:
    _, assessment = CASES["numbers"]
    pairing = pair(assessment.columns)
    given_four = cluster_loss(pairing, combine="mean", clusters=4)
    assert (given_four.clusters, given_four.clusters_after) == (4, 4)
    one = cluster_loss(pair(CASES["one class"][1].columns), combine="mean", clusters=3)
    assert (one.clusters, one.clusters_after, one.nmi) == (3, 1, 0.0)


def test_the_number_may_suit_each_file() -> None:
    _, assessment = CASES["numbers"]
    own = cluster_loss(pair(assessment.columns), combine="euclidean", clusters="each")
    both = cluster_loss(pair(assessment.columns), combine="euclidean")
    assert own.clusters == both.clusters


def test_too_many_kinds_of_records_are_refused_before_memory_is_taken(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(clusters, "MOST", 2)
    with pytest.raises(CapacityError, match="kinds are more than the 2"):
        cluster_loss(pair(CASES["ordinary"][1].columns), combine="mean")
