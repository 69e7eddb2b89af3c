"""Sorting by meaning and resampling: against the algorithms written out, and what they promise."""

from collections import Counter
from collections.abc import Sequence

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from semblant.errors import CapacityError
from semblant.knowledge.taxonomy import Taxonomy
from semblant.methods.job import Job
from semblant.methods.masking import Centroids, Masking, Synthetic
from semblant.methods.table import resample as module
from semblant.methods.table.resample import resample, resample_heer
from semblant.space.column import TabledColumn
from semblant.space.order import arranged
from semblant.space.points import Points
from semblant.space.product import Product
from tests.methods.spaces import apart, by, centre_of, is_whole, job, numeric, placed, same, semantic, space_of, spaces

TIES = st.sampled_from(["canonical", "random"])


def seeded(seed: int = 7) -> np.random.Generator:
    return np.random.default_rng(seed)


def run(k: int, seed: int = 7, *, weighted: bool = False, ties: str = "canonical") -> Job:
    return job(k, seeded(seed), weighting="frequency" if weighted else "none", ties=ties)


def all_records(space: Product) -> np.ndarray:
    return np.repeat(np.arange(len(space.weights)), space.weights)


# --- the algorithms, written out -------------------------------------------------------------------


def slow_sort(points: Points, records: Sequence[int], weighted: bool) -> list[int]:
    """Algorithm 1 on records in the order in which equals are taken."""
    times = Counter(records)

    def far(centre: Sequence[int], means: Sequence[float], t: int) -> float:
        return apart(points, centre, means, t) * (times[t] if weighted else 1)

    middle = centre_of(points, records)
    extreme = max(records, key=lambda t: far(*middle, t))
    reference = placed(points, extreme)
    rest = list(records)
    rest.remove(extreme)
    return [extreme, *sorted(rest, key=lambda t: far(*reference, t))]


def slow_ranks(space: Product, records: Sequence[int], weighted: bool, ties: str) -> list[int]:
    """The records of a sample in the order of a resampling; one column of numbers by value."""
    points, records = space.points, sorted(records) if ties == "canonical" else list(records)
    if len(space.columns) == 1 and len(points.numbers) and not len(points.codes):
        return sorted(records, key=lambda t: points.numbers[0, t])
    return slow_sort(points, records, weighted)


def slow_resample(space: Product, k: int, seed: int, weighted: bool, ties: str) -> list[list[int]]:
    """The records of every group, in order of rank."""
    records = seeded(seed).permutation(all_records(space)).tolist()
    size = len(records) // k
    samples = [slow_ranks(space, records[i * size : (i + 1) * size], weighted, ties) for i in range(k)]
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
@given(spaces(least=5), st.integers(2, 5), st.integers(0, 99), st.booleans(), TIES)
def test_resampling_is_algorithm_6(space, k, seed, weighted, ties):
    groups = slow_resample(space, k, seed, weighted, ties)
    expected = sorted((tuple(sorted(g)), tuple(centre_of(space.points, g)[0])) for g in groups)
    assert parts(resample(space, run(k, seed, weighted=weighted, ties=ties))) == expected


@settings(max_examples=40, deadline=None)
@given(spaces(), st.integers(2, 5), st.integers(0, 99), st.booleans(), TIES)
def test_heer_is_algorithm_5(space, samples, seed, weighted, ties):
    rng, records = seeded(seed), all_records(space)
    n = len(records)
    drawn = [slow_ranks(space, records[rng.integers(n, size=n)].tolist(), weighted, ties) for _ in range(samples)]
    own = rng.permutation(records) if ties == "random" else records
    released = [averaged(space, [d[i] for d in drawn]) for i in range(n)]
    linked = Counter(zip(slow_ranks(space, own.tolist(), weighted, ties), released, strict=True))
    masking = resample_heer(space, run(2, seed, weighted=weighted, ties=ties), samples=samples)
    texts = [tuple(row) for row in by(Synthetic, masking).tolist()]
    rows = zip(masking.tuples.tolist(), masking.counts.tolist(), masking.groups.tolist(), strict=True)
    assert {(t, texts[g]): count for t, count, g in rows} == linked
    assert len(set(texts)) == len(texts)
    assert is_whole(space, masking)


def averaged(space: Product, records: Sequence[int]) -> tuple[str, ...]:
    """The text of the centre of some records, column by column."""
    chosen, _ = centre_of(space.points, records)
    texts = []
    for column, codes in zip(space.columns, space.codes, strict=True):
        if isinstance(column, TabledColumn):
            texts.append(column.spell(column.candidates[chosen[space.table_of(column)]]))
        else:
            texts.append(column.representative(codes[list(records)], np.ones(len(records), np.int64)))
    return tuple(texts)


# --- worked by hand --------------------------------------------------------------------------------


def test_sorting_starts_at_the_outlier_and_ends_far_from_it():
    tree = Taxonomy.from_edges(
        [("pain", "symptom"), ("ache", "pain"), ("lumbago", "ache"), ("migraine", "ache"), ("gastritis", "symptom")]
    )
    said = ["lumbago", "gastritis", "pain", "migraine", "lumbago"]
    space = Product.of([semantic("symptom", tree, said, measure="path")])
    found = arranged(space.points, np.sort(space.record_tuple)[None, :])[0]
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


def test_heer_averages_the_numbers_it_was_made_for():
    """Two samples of the ages 20, 30 and 90 are sorted upwards and averaged rank by rank; 20 gets the lowest."""
    space, rng = Product.of([numeric("age", [90, 20, 30])]), seeded(3)
    drawn = [np.sort(np.array([20, 30, 90])[rng.integers(3, size=3)]) for _ in range(2)]
    masking = resample_heer(space, run(2, 3))
    given = {t: by(Synthetic, masking)[g, 0] for t, g in zip(masking.tuples, masking.groups, strict=True)}
    expected = np.mean(drawn, axis=0)
    assert [given[t] for t in range(3)] == [space.columns[0].reader.ruler.text(float(x)) for x in expected]


def test_heer_says_beforehand_what_does_not_fit(monkeypatch):
    monkeypatch.setattr(module, "_ROOM", 100)
    with pytest.raises(CapacityError, match="4 samples of 30 records do not fit into memory; 3 would"):
        resample_heer(space_of([1] * 30), run(4))


def test_heer_averages_block_by_block_alike(monkeypatch):
    space = space_of([3, 1, 4, 1, 5, 9, 2, 6])
    whole = resample_heer(space, run(3))
    monkeypatch.setattr(module, "_AT_ONCE", 10)
    assert same(whole, resample_heer(space, run(3)))
