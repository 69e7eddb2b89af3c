"""The set distances against their definitions, one pair at a time."""

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st

from semblant.knowledge.taxonomy import Taxonomy
from semblant.space.bags import NOTHING, Bags, together
from semblant.space.column import Point, point_distances
from semblant.space.distances import SET_DISTANCES, by_meaning, distances

TREE = Taxonomy.from_paths(["a/b/c", "a/b/d", "a/e", "f/g", "f/h/i", "f/h/j"])
THINGS = [*(Point(i) for i in range(len(TREE))), Point(-1, "x"), Point(-1, "y")]

records = st.lists(st.lists(st.integers(0, len(THINGS) - 1), max_size=6), min_size=1, max_size=7)


def bags_of(held: list[list[int]]) -> Bags:
    owners = [i for i, things in enumerate(held) for _ in things]
    return Bags.of(THINGS, len(held), owners, [t for things in held for t in things])


def by_hand(a: Bags, i: int, b: Bags, j: int, name: str, measure: str, counted: bool) -> float:
    x, y = slice(a.ptr[i], a.ptr[i + 1]), slice(b.ptr[j], b.ptr[j + 1])
    points = [[s.points[c] for c in s.codes[at]] for s, at in ((a, x), (b, y))]
    if measure == "equality":
        table = np.array([[float(p != q) for q in points[1]] for p in points[0]])
    else:
        table = point_distances(points[0], points[1], TREE, measure).astype(float)
    wx = a.counts[x] if counted else np.ones(len(points[0]))
    wy = b.counts[y] if counted else np.ones(len(points[1]))
    if name in ("min", "max", "avg"):
        return float({"min": table.min, "max": table.max, "avg": table.mean}[name]())
    near = np.min if name == "minsum" else np.max
    return float((wx @ near(table, axis=1) + wy @ near(table, axis=0)) / (wx.sum() + wy.sum()))


@given(records, records, st.sampled_from(["ratio", "logsc", "equality"]), st.booleans(), st.sampled_from([1, 40]))
@settings(max_examples=60, deadline=None)
def test_all_pairs_equal_the_definitions(one, other, measure, counted, cells) -> None:
    a, b = together(bags_of(one), bags_of(other))
    blocks = None if measure == "equality" else by_meaning(a.points, TREE, measure, cells=cells)
    for left, right in ((a, b), (a, a)):
        found = distances(left, right, SET_DISTANCES, blocks, counted=counted)
        for name in SET_DISTANCES:
            wanted = [
                [by_hand(left, i, right, j, name, measure, counted) for j in range(right.records)]
                for i in range(left.records)
            ]
            np.testing.assert_allclose(found[name], wanted, atol=3e-6)
    same = distances(a, a, SET_DISTANCES, blocks, counted=counted)
    assert all((table == table.T).all() for table in same.values())
    assert all((table * 2**20 % 1 == 0).all() for table in same.values()), "sums would not be exact"


def test_an_empty_set_is_like_empty_sets_only() -> None:
    bags = bags_of([[], [0, 1], []])
    assert NOTHING in bags.points
    for blocks in (None, by_meaning(bags.points, TREE, "ratio")):
        for name, table in distances(bags, bags, SET_DISTANCES, blocks).items():
            assert table[0, 2] == 0.0, name
            assert table[0, 1] == 1.0, name


@given(records)
@settings(max_examples=50, deadline=None)
def test_distinct_bags_are_found(held) -> None:
    bags = bags_of(held)
    kinds, number = bags.distinct()
    assert kinds.records == len({tuple(sorted(h)) for h in held})
    for i in range(bags.records):
        assert np.array_equal(kinds.of_record(int(number[i])), bags.of_record(i))
