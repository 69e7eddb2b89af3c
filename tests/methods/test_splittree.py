"""The split tree against its plain twin: every cut tried, sums of Python's own whole numbers."""

from math import sqrt

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st

from semblant.methods import splittree
from semblant.methods.splittree import Axis, Items, best_cut, groups_of_tuples, origins_of, split, tuples_of
from tests.methods.spaces import space_of, spaces


@st.composite
def many_items(draw: st.DrawFn) -> Items:
    """Items over one to three columns, full of ties, some from earlier blocks."""
    n = draw(st.integers(2, 24))

    def numbers(most: int, least: int = 0) -> np.ndarray:
        return np.array(draw(st.lists(st.integers(least, most), min_size=n, max_size=n)), np.int64)

    axes = []
    for _ in range(draw(st.integers(1, 3))):
        if draw(st.booleans()):
            axes.append(Axis(numbers(900, -900) if draw(st.booleans()) else numbers(5), None))
            continue
        apart = draw(st.lists(st.lists(st.integers(0, 9), min_size=4, max_size=4), min_size=2, max_size=5))
        axes.append(Axis(numbers(3), np.array(apart, np.float64)))
    return Items(tuple(axes), numbers(3, 1), numbers(9, 1), numbers(draw(st.sampled_from([0, 2]))))


def twin(items: Items, k: int) -> list[bool] | None:
    """The best cut by the plainest of means."""
    sizes, records, origin = items.sizes.tolist(), items.records.tolist(), items.origin.tolist()
    every = range(len(sizes))

    def worth(second: list[bool], gain: float, least: int) -> float:
        size = sum(sizes[i] for i in every if second[i])
        held = sum(records[i] for i in every if second[i])
        other = sum(sizes) - size
        if min(size, other) < least or min(held, sum(records) - held) < k:
            return 0.0
        score = gain / sqrt(sqrt(float(size * other)))
        if len(set(origin)) > 1:
            sides = [[sum(sizes[i] for i in every if origin[i] == o and second[i] is s) for s in (True, False)]
                     for o in set(origin)]  # fmt: skip
            score *= sum(map(min, sides))
        return score

    for least in (-(-sum(sizes) // splittree.SMALLEST), 1):
        best, found = 0.0, None
        for axis in items.axes:
            for second, gain in all_cuts(axis, sizes):
                if (score := worth(second, gain, least)) > best:
                    best, found = score, second
        if found is not None:
            return found
    if any(origin):
        return twin(items._replace(origin=items.origin * 0), k)
    allowed = [m for m in every if sum(records[:m]) >= k and sum(records[m:]) >= k]
    middle = min(allowed, key=lambda m: abs(2 * m - len(sizes)), default=None)
    return None if middle is None else [i >= middle for i in every]


def all_cuts(axis: Axis, sizes: list[int]) -> list[tuple[list[bool], float]]:
    at = axis.at.tolist()
    values, cuts = sorted(set(at)), []
    if axis.apart is None:
        for value in values[1:]:
            left = sum(s for s, v in zip(sizes, at, strict=True) if v < value)
            before = sum(s * v for s, v in zip(sizes, at, strict=True) if v < value)
            right, after = sum(sizes) - left, sum(s * v for s, v in zip(sizes, at, strict=True)) - before
            apart = before / left - after / right
            cuts.append(([v >= value for v in at], left * right / sum(sizes) * apart * apart * (4096 / 1024**2)))
        return cuts
    if len(values) < 2:
        return []
    costs = [sum(s * row[v] for s, v in zip(sizes, at, strict=True)) for row in axis.apart.tolist()]
    centre = axis.apart[costs.index(min(costs))].tolist()
    for row in axis.apart.tolist():
        second = [row[v] < centre[v] for v in at]
        cuts.append((second, sum(s * max(0.0, centre[v] - row[v]) for s, v in zip(sizes, at, strict=True))))
    return cuts


@settings(max_examples=300, deadline=None)
@given(items=many_items(), k=st.integers(1, 12))
def test_the_best_cut_is_that_of_the_plain_twin(items, k):
    found = best_cut(items, k)
    assert (None if found is None else found.tolist()) == twin(items, k)


@settings(max_examples=100, deadline=None)
@given(items=many_items(), k=st.integers(1, 6), most=st.integers(1, 12))
def test_blocks_divide_the_items_and_only_small_sides_stay_whole(items, k, most):
    blocks = split(items, most, k)
    assert sorted(np.concatenate([b.items for b in blocks]).tolist()) == list(range(len(items.sizes)))
    assert [b.path for b in blocks] == sorted(b.path for b in blocks)
    assert all((np.diff(b.items) > 0).all() for b in blocks)
    if items.records.sum() >= k:
        assert all(items.records[b.items].sum() >= k for b in blocks)
    if items.records.min() >= k and len(items.sizes) > 1:
        assert all(items.sizes[b.items].sum() <= most or len(b.items) == 1 for b in blocks)


@settings(max_examples=100, deadline=None)
@given(items=many_items(), data=st.data(), most=st.integers(1, 8))
def test_the_order_in_which_items_are_added_up_does_not_matter(items, data, most):
    """Where a cut is possible; where k forbids every one along a column, items are cut in canonical order."""
    n, k = len(items.sizes), 1
    unlike = Axis(np.arange(n) ** 2, None)  # so that columns tell all items apart
    items = items._replace(axes=(*items.axes, unlike))
    order = np.array(data.draw(st.permutations(range(n))), np.int64)
    other = Items(
        tuple(Axis(a.at[order], a.apart) for a in items.axes),
        items.sizes[order], items.records[order], items.origin[order],
    )  # fmt: skip
    there = {b.path: sorted(order[b.items].tolist()) for b in split(other, most, k)}
    assert {b.path: b.items.tolist() for b in split(items, most, k)} == there


def test_many_positions_are_cut_at_a_limited_number_of_places():
    numbers = np.arange(1000) ** 2
    one = np.ones(1000, np.int64)
    blocks = split(Items((Axis(numbers, None),), one, one, one * 0), 100, 3)
    assert max(len(b.items) for b in blocks) <= 100
    assert all(len(b.items) == b.items[-1] - b.items[0] + 1 for b in blocks)


def test_candidates_are_looked_at_a_few_at_a_time(monkeypatch):
    items = tuples_of(space_of([2] * 12).points)
    before = split(items, 4, 2)
    monkeypatch.setattr(splittree, "_AT_ONCE", 1)
    assert [b.items.tolist() for b in split(items, 4, 2)] == [b.items.tolist() for b in before]


def test_a_second_tree_cuts_elsewhere():
    one = np.ones(40, np.int64)
    items = Items((Axis(np.arange(40) * 10, None),), one, one, one * 0)
    first = split(items, 20, 2)
    second = split(items._replace(origin=origins_of(first, 40)), 20, 2)
    borders = [{int(b.items[0]) for b in blocks} - {0} for blocks in (first, second)]
    assert borders[0]
    assert borders[1]
    assert not borders[0] & borders[1]


@settings(max_examples=30, deadline=None)
@given(space=spaces(least=4))
def test_a_group_stands_at_its_centre(space):
    tuples = tuples_of(space.points)
    p = len(space.weights)
    rows = np.stack([np.arange(p), space.weights, np.arange(p) % 2], axis=1)
    centre = np.zeros((2 if p > 1 else 1, len(space.points.codes)), np.int64)
    groups = groups_of_tuples(tuples, rows, centre, np.zeros(len(centre), np.int64))
    assert groups.sizes.sum() == p
    assert groups.records.sum() == space.records
    for axis, made in zip(tuples.axes, groups.axes, strict=True):
        for g, at in enumerate(made.at.tolist()):
            if axis.apart is None:
                held = rows[rows[:, 2] == g]
                assert at == int((axis.at[held[:, 0]] * held[:, 1]).sum()) // int(held[:, 1].sum())
            else:
                assert axis.apart[0, at] == axis.apart[0].min()
