"""k^m-anonymity by generalisation against every cut there is, on tiny data."""

from collections.abc import Iterator
from itertools import combinations, product

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st

from semblant.methods.sets.itemtree import ItemTree
from semblant.methods.sets.km import km_apriori
from semblant.space.bags import Bags
from semblant.space.column import Point
from tests.sets.making import SHOP

ITEMS = ["apple", "pear", "plum", "milk", "cheese", "tea", "saw"]
POINTS = [Point(SHOP.index(name)) for name in ITEMS]
baskets = st.lists(st.sets(st.integers(0, len(ITEMS) - 1), min_size=1, max_size=4), min_size=4, max_size=12)


def over(held: list[set[int]]) -> tuple[Bags, ItemTree]:
    owners = [i for i, things in enumerate(held) for _ in things]
    bags = Bags.of(POINTS, len(held), owners, [t for things in held for t in sorted(things)])
    return bags, ItemTree.over(bags.points, SHOP)


def cuts(tree: ItemTree, node: int = 0) -> Iterator[tuple[int, ...]]:
    """Every way to cut the tree across."""
    yield (node,)
    children = tree.children[node].tolist()
    if children:
        for choice in product(*(list(cuts(tree, c)) for c in children)):
            yield tuple(n for part in choice for n in part)


def recoding(tree: ItemTree, nodes: tuple[int, ...]) -> np.ndarray:
    cut = tree.leaf.copy()
    for node in nodes:
        cut[tree.below[node]] = node
    return cut


def holds(bags: Bags, cut: np.ndarray, k: int, m: int) -> bool:
    released = [frozenset(cut[bags.of_record(i)].tolist()) for i in range(bags.records)]
    return all(
        sum(other.issuperset(known) for other in released) >= k
        for record in released
        for size in range(1, m + 1)
        for known in combinations(sorted(record), size)
    )


def price(bags: Bags, tree: ItemTree, cut: np.ndarray) -> float:
    return sum(tree.ncp(int(cut[code])) for code in bags.codes)


@given(baskets, st.integers(2, 4), st.integers(1, 3))
@settings(max_examples=60, deadline=None)
def test_the_promise_holds_and_nothing_is_generalised_in_vain(held, k, m) -> None:
    bags, tree = over(held)
    cut = km_apriori(bags, tree, k, m)
    assert holds(bags, cut, k, m)
    if holds(bags, tree.leaf, k, m):
        assert (cut == tree.leaf).all()


def test_it_costs_little_more_than_the_best_cut() -> None:
    chance = np.random.default_rng(2008)
    found = best = 0.0
    for _ in range(60):
        held = [set(chance.choice(len(ITEMS), chance.integers(1, 4), replace=False).tolist()) for _ in range(10)]
        bags, tree = over(held)
        found += price(bags, tree, km_apriori(bags, tree, 2, 2))
        kept = [cut for nodes in cuts(tree) if holds(bags, cut := recoding(tree, nodes), 2, 2)]
        best += min(price(bags, tree, cut) for cut in kept)
    assert best <= found <= 1.1 * best


def test_the_cheaper_of_two_generalisations_is_taken() -> None:
    held = [{0}, {1}, {1}, {1}, {1}, {3}, {4}]  # one apple, four pears; one milk, one cheese
    bags, tree = over(held)
    cut = km_apriori(bags, tree, 2, 1)
    of = {bags.points[i]: int(cut[i]) for i in range(len(bags.points))}
    assert of[POINTS[3]] == of[POINTS[4]] != of[POINTS[0]]
    assert tree.points[of[POINTS[3]]] == Point(SHOP.index("dairy"))
