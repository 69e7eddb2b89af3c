"""Sorting by meaning and resampling: against the algorithms written out, and what they promise."""

from collections import Counter
from collections.abc import Sequence

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from semblant.errors import CapacityError, PolicyError
from semblant.knowledge.taxonomy import Taxonomy
from semblant.methods.job import Job
from semblant.methods.masking import Centroids, Masking
from semblant.methods.table import resample as module
from semblant.methods.table.resample import resample, resample_heer
from semblant.space.order import arranged
from semblant.space.points import Points
from semblant.space.product import Product
from tests.methods.spaces import apart, by, centre_of, is_whole, job, numeric, placed, same, semantic, space_of, spaces


def seeded(seed: int = 7) -> np.random.Generator:
    return np.random.default_rng(seed)


def run(k: int, seed: int = 7, *, weighted: bool = False) -> Job:
    return job(k, seeded(seed), weighting="frequency" if weighted else "none")


def all_records(space: Product) -> np.ndarray:
    return np.repeat(np.arange(len(space.weights)), space.weights)


# --- the algorithms, written out -------------------------------------------------------------------


def slow_sort(points: Points, records: Sequence[int], weighted: bool) -> list[int]:
    times = Counter(records)

    def far(centre: Sequence[int], means: Sequence[float], t: int) -> float:
        return apart(points, centre, means, t) * (times[t] if weighted else 1)

    middle = centre_of(points, records)
    extreme = max(sorted(records), key=lambda t: far(*middle, t))
    reference = placed(points, extreme)
    rest = sorted(t for t in records if t != extreme)
    return [extreme] * times[extreme] + sorted(rest, key=lambda t: far(*reference, t))


def slow_resample(space: Product, k: int, seed: int, weighted: bool) -> list[list[int]]:
    """The records of every group, in order of rank."""
    records = seeded(seed).permutation(all_records(space)).tolist()
    size = len(records) // k
    samples = [slow_sort(space.points, records[i * size : (i + 1) * size], weighted) for i in range(k)]
    groups = [[sample[i] for sample in samples] for i in range(size)]
    centres = [centre_of(space.points, group) for group in groups]
    left = records[k * size :]
    homes = [min(range(size), key=lambda g: apart(space.points, *centres[g], t)) for t in left]
    for t, g in zip(left, homes, strict=True):
        groups[g].append(t)
    return groups


def parts(masking: Masking) -> list[tuple[tuple[int, ...], tuple[int, ...]]]:
    """The records of every group and its centre, in no order."""
    found = []
    for g in range(masking.size):
        rows = masking.groups == g
        records = np.repeat(masking.tuples[rows], masking.counts[rows]).tolist()
        found.append((tuple(sorted(records)), tuple(by(Centroids, masking)[g].tolist())))
    return sorted(found)


@settings(max_examples=60, deadline=None)
@given(spaces(), st.booleans(), st.integers(1, 4))
def test_sorting_is_algorithm_1(space, weighted, lines):
    records = all_records(space)
    samples = np.stack([seeded(i).choice(records, min(9, len(records))) for i in range(lines)])
    found = arranged(space.points, samples, weighted=weighted)
    assert found.tolist() == [slow_sort(space.points, line, weighted) for line in samples.tolist()]


@settings(max_examples=60, deadline=None)
@given(spaces(least=5), st.integers(2, 5), st.integers(0, 99), st.booleans())
def test_resampling_is_algorithm_6(space, k, seed, weighted):
    groups = slow_resample(space, k, seed, weighted)
    expected = sorted((tuple(sorted(g)), tuple(centre_of(space.points, g)[0])) for g in groups)
    assert parts(resample(space, run(k, seed, weighted=weighted))) == expected


@settings(max_examples=40, deadline=None)
@given(spaces(numbers=False), st.integers(2, 5), st.integers(0, 99), st.booleans())
def test_heer_is_algorithm_5(space, samples, seed, weighted):
    rng, records = seeded(seed), all_records(space)
    n = len(records)
    drawn = [slow_sort(space.points, records[rng.integers(n, size=n)].tolist(), weighted) for _ in range(samples)]
    released = [tuple(centre_of(space.points, [d[i] for d in drawn])[0]) for i in range(n)]
    linked = Counter(zip(slow_sort(space.points, records.tolist(), weighted), released, strict=True))
    masking = resample_heer(space, run(2, seed, weighted=weighted), samples=samples)
    centre = [tuple(c) for c in by(Centroids, masking).tolist()]
    rows = zip(masking.tuples.tolist(), masking.counts.tolist(), masking.groups.tolist(), strict=True)
    assert {(t, centre[g]): count for t, count, g in rows} == linked
    assert len(set(centre)) == len(centre)
    assert is_whole(space, masking)


# --- worked by hand --------------------------------------------------------------------------------


def test_sorting_starts_at_the_outlier_and_ends_far_from_it():
    tree = Taxonomy.from_edges(
        [("pain", "symptom"), ("ache", "pain"), ("lumbago", "ache"), ("migraine", "ache"), ("gastritis", "symptom")]
    )
    said = ["lumbago", "gastritis", "pain", "migraine", "lumbago"]
    space = Product.of([semantic("symptom", tree, said, measure="path")])
    found = arranged(space.points, space.record_tuple[None, :])[0]
    names = [tree.ids[space.columns[0].values[space.codes[0, t]].concept] for t in found]
    assert names == ["gastritis", "pain", "lumbago", "lumbago", "migraine"]  # path: 0, 2, 4, 4, 4


def test_numbers_sort_from_one_end():
    space = Product.of([numeric("age", [50, 20, 90, 30])])
    found = arranged(space.points, space.record_tuple[None, :])[0]
    assert space.columns[0].values[space.codes[0, found]].tolist() == [90, 50, 30, 20]


# --- what is promised ------------------------------------------------------------------------------


@settings(max_examples=30, deadline=None)
@given(spaces(least=4), st.integers(2, 9))
def test_there_are_as_many_groups_as_k_fits_into_the_records_and_each_has_k(space, k):
    k = min(k, space.records)
    masking = resample(space, run(k))
    assert is_whole(space, masking)
    assert masking.size == space.records // k
    assert masking.group_sizes().min() >= k
    assert same(masking, resample(space, run(k)))


def test_the_seed_decides_and_the_order_of_records_does_not():
    space = space_of([1] * 40)
    mixed = Product(space.columns, space.record_tuple[::-1].copy(), space.codes, space.weights)
    assert same(resample(space, run(3, 1)), resample(mixed, run(3, 1)))
    assert not same(resample(space, run(3, 1)), resample(space, run(3, 2)))


@pytest.mark.parametrize("measure", ["logsc", "equality"])
@pytest.mark.parametrize("columns", [1, 3])
def test_ugly_data(measure: str, columns: int):
    k = 4
    for weights in ([9], [1] * 50, [1] * k, [1] * (2 * k - 1), [k], [10**6, 1, 1, 1], [1, 3]):
        space = space_of(weights, columns=columns, measure=measure)
        masking = resample(space, run(k))
        assert is_whole(space, masking)
        assert masking.group_sizes().min() >= k


def test_records_that_are_all_equal_stay():
    masking = resample(space_of([11]), run(3))
    assert masking.group_sizes().tolist() == [5, 3, 3]
    assert len(by(Centroids, masking)) == 3


def test_heer_does_not_promise_k():
    sizes = [resample_heer(space_of([1] * 30), run(5, s)).group_sizes().min() for s in range(5)]
    assert min(sizes) < 5


def test_heer_takes_no_numbers():
    with pytest.raises(PolicyError, match="numeric columns"):
        resample_heer(Product.of([numeric("age", [1, 2, 3])]), run(2))


def test_heer_says_beforehand_what_does_not_fit(monkeypatch):
    monkeypatch.setattr(module, "_ROOM", 100)
    with pytest.raises(CapacityError, match="4 samples of 30 records do not fit into memory; 3 would"):
        resample_heer(space_of([1] * 30), run(4))


def test_heer_averages_block_by_block_alike(monkeypatch):
    space = space_of([3, 1, 4, 1, 5, 9, 2, 6])
    whole = resample_heer(space, run(3))
    monkeypatch.setattr(module, "_AT_ONCE", 10)
    assert same(whole, resample_heer(space, run(3)))
