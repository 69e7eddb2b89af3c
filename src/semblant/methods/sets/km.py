"""k^m-anonymity of sets by generalisation: anyone who knows up to m items finds at least k records."""

from collections import Counter
from collections.abc import Iterable
from itertools import combinations, product

import numpy as np

from semblant.arrays import Ints, Ints32
from semblant.errors import UnreachableError
from semblant.methods.sets.itemtree import ItemTree
from semblant.space.bags import Bags


def km_apriori(bags: Bags, tree: ItemTree, k: int, m: int) -> Ints:
    """Find the node that every thing is recoded to, everywhere in the release (global recoding).

    For sizes 1 to m, every itemset that fewer than k records hold, the rarest first, is lifted by the generalisations
    that add the least NCP over all records, until k hold it. Data that are k^m-anonymous stay as they are.

    Guarantee: k^m-anonymity, not k-anonymity: an intruder who knows any m items of somebody finds at least k records.
    Reference: Terrovitis, Mamoulis & Kalnis 2008, Privacy-preserving anonymization of set-valued data (Apriori).
    """
    if bags.records < k:
        raise UnreachableError(f"{bags.records:,} records cannot be made {k}^{m}-anonymous.")
    masks, loss = _masks(bags, tree), _AddedLoss(bags, tree)
    cut = tree.leaf.copy()
    held = [bags.of_record(i) for i in range(bags.records)]
    for size in range(1, m + 1):
        while rare := _rare(held, cut, k, size):
            for itemset in rare:
                now = sorted({_current(tree, cut, node) for node in itemset})
                if _support(masks, now) < k:
                    for node in _cheapest(tree, masks, now, k, loss):
                        loss.recode(node)
                        cut[tree.below[node]] = node
    return cut


class _AddedLoss:
    """The cost of generalisations: NCP, counted for every occurrence in the data."""

    def __init__(self, bags: Bags, tree: ItemTree) -> None:
        self._below = tree.below
        self._often = np.bincount(bags.codes, minlength=len(tree.leaf))
        self._paid = np.zeros(len(tree.leaf))
        self._whole = [tree.ncp(node) * float(self._often[below].sum()) for node, below in enumerate(tree.below)]

    def of(self, nodes: Iterable[int]) -> float:
        """The additional cost of recoding everything below some nodes to them."""
        return sum(self._whole[node] - float(self._paid[self._below[node]].sum()) for node in nodes)

    def recode(self, node: int) -> None:
        """Recode everything below a node to it."""
        below = self._below[node]
        self._paid[below] = self._whole[node] * self._often[below] / max(int(self._often[below].sum()), 1)


def _masks(bags: Bags, tree: ItemTree) -> list[int]:
    """Per node the records that hold something at or below it, as bits."""
    masks = [0] * len(tree.points)
    for i in range(bags.records):
        for node in {up for code in bags.of_record(i) for up in tree.path_up(int(tree.leaf[code]))}:
            masks[node] |= 1 << i
    return masks


def _rare(held: Iterable[Ints32], cut: Ints, k: int, size: int) -> list[tuple[int, ...]]:
    """Itemsets of a size under the cut that some but fewer than k records hold, the rarest first."""
    counted: Counter[tuple[int, ...]] = Counter()
    for codes in held:
        counted.update(combinations(np.unique(cut[codes]).tolist(), size))
    return sorted((s for s, n in counted.items() if n < k), key=lambda s: (counted[s], s))


def _current(tree: ItemTree, cut: Ints, node: int) -> int:
    """What a node has become under the cut."""
    return int(cut[tree.below[node][0]])


def _support(masks: list[int], itemset: Iterable[int]) -> int:
    both = -1
    for node in itemset:
        both &= masks[node]
    return both.bit_count()


def _cheapest(tree: ItemTree, masks: list[int], itemset: list[int], k: int, loss: _AddedLoss) -> list[int]:
    """The generalisation of an itemset that adds the least cost and that k records hold."""
    best: tuple[float, list[int]] | None = None
    for choice in product(*(tree.path_up(node) for node in itemset)):
        nodes = _topmost(tree, choice)
        key = (round(loss.of(nodes), 9), nodes)
        if (best is None or key < best) and _support(masks, nodes) >= k:
            best = key
    assert best is not None, "the top is held by every record"
    return best[1]


def _topmost(tree: ItemTree, nodes: Iterable[int]) -> list[int]:
    """The nodes without those that lie below another of them."""
    chosen = set(nodes)
    return sorted(n for n in chosen if not chosen & set(tree.path_up(n)[1:]))
