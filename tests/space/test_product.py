"""Several columns together: distinct tuples in canonical order, each with its records; flat arrays for the kernels."""

from collections import Counter

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from semblant.errors import PolicyError
from semblant.methods.masking import Dropped, Masking
from semblant.space.product import Product, unique_columns
from semblant.space.reading import Readers
from semblant.space.tablespace import build_space
from tests.properties.strategies import MEANT, cases, examples


@examples(60)
@given(st.data(), st.lists(st.integers(1, 5), min_size=1, max_size=4), st.integers(1, 20))
def test_distinct_tuples_are_sorted_and_counted(data, sizes, records):
    stacked = np.array(
        [data.draw(st.lists(st.integers(0, s - 1), min_size=records, max_size=records)) for s in sizes], np.int32
    )
    distinct, place, counts = unique_columns(stacked, sizes)
    rows = [tuple(row) for row in stacked.T.tolist()]
    assert [tuple(row) for row in distinct.T.tolist()] == sorted(set(rows))
    assert [tuple(distinct[:, p].tolist()) for p in place] == rows
    assert counts.tolist() == [Counter(rows)[row] for row in sorted(set(rows))]


def test_more_combinations_than_a_number_holds():
    stacked = np.array([[1, 0, 1], [2, 2, 2]] * 8, np.int32)
    distinct, place, counts = unique_columns(stacked, [100_000] * 16)
    assert distinct.T.tolist() == [[0, 2] * 8, [1, 2] * 8]
    assert (place.tolist(), counts.tolist()) == ([1, 0, 1], [1, 2])


@examples(40)
@given(cases())
def test_a_space_holds_every_record(case):
    space = case.space
    assert space.records == case.table.records == space.weights.sum()
    for column, codes in zip(space.columns, space.codes, strict=True):
        assert codes[space.record_tuple].tolist() == column.codes.tolist()
    assert np.bincount(space.record_tuple).tolist() == space.weights.tolist()


@examples(40)
@given(cases(kinds=MEANT))
def test_kernels_see_the_same_tables(case):
    """Weights of columns are shares that keep the mean; euclidean tables are squared; everything close to its own."""
    space, points = case.space, case.space.points
    weights = [c.weight for c in space.columns]
    for j, column in enumerate(space.columns):
        candidates, values = points.sizes[j]
        begin = points.distance_start[j]
        table = points.distance[begin : begin + candidates * values].reshape(candidates, values)
        share = weights[j] * len(weights) / sum(weights)
        expected = (column.distance**2 if space.euclidean else column.distance) * share
        np.testing.assert_allclose(table, expected, atol=2e-5)
        begin = points.own_start[j]
        own = points.own[begin : begin + values]
        assert np.all(table[own, np.arange(values)] == 0)
        assert own.tolist() == column.own.tolist()
    assert points.codes.tolist() == space.codes.tolist()
    assert points.euclidean == (case.guide.combine == "euclidean")


def test_nothing_to_mask():
    with pytest.raises(PolicyError):
        build_space(Readers((), {}), measure="logsc", centroid="semantic", combine="mean")


@examples(40)
@given(st.data(), st.lists(st.integers(1, 4), min_size=1, max_size=5))
def test_records_of_a_parted_tuple_go_to_its_groups(data, weights):
    """As many as were promised to each group, by turn, whatever the order of the rows."""
    rows = []
    for tuple_, weight in enumerate(weights):
        cut = data.draw(st.integers(0, weight))
        rows += [(tuple_, n, g) for g, n in ((0, cut), (1, weight - cut)) if n]
    tuples, counts, groups = np.array(data.draw(st.permutations(rows))).T
    masking = Masking(tuples, counts, groups, (Dropped.of(np.empty((2, 0))),))
    record_tuple = np.array(data.draw(st.permutations(np.repeat(np.arange(len(weights)), weights).tolist())))
    turns = np.array(data.draw(st.permutations(range(len(record_tuple)))))
    codes = np.arange(len(weights), dtype=np.int32)[None, :]
    found = masking.group_of_records(
        Product((), record_tuple, codes, np.array(weights), draws=turns.astype(np.uint64).__getitem__)
    )
    assert Counter(zip(record_tuple.tolist(), found.tolist(), strict=True)) == {(t, g): n for t, n, g in rows}
    for tuple_ in range(len(weights)):
        mine = found[record_tuple == tuple_][np.argsort(turns[record_tuple == tuple_])].tolist()
        assert mine == sorted(mine)
