"""k^m-anonymity of sets by generalisation: anyone who knows up to m items finds at least k records."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from itertools import combinations, product

import numpy as np

from semblant.arrays import Ints, Ints32
from semblant.errors import UnreachableError
from semblant.methods.sets.itemtree import ItemTree
from semblant.space.bags import Bags


def km_apriori(bags: Bags, tree: ItemTree, k: int, m: int, persons: Ints | None = None) -> Ints:
    """Find the node that every thing is recoded to, everywhere in the release (global recoding).

    For sizes 1 to m, every itemset that fewer than k records hold, the rarest first, is lifted by the generalisations
    that add the least NCP over all records, until k hold it. Data that are k^m-anonymous stay as they are. Where the
    person of every record is given, k persons must hold it, each in one record.

    Guarantee: k^m-anonymity, not k-anonymity: an intruder who knows any m items of somebody finds at least k records.
    Reference: Terrovitis, Mamoulis & Kalnis 2008, Privacy-preserving anonymization of set-valued data (Apriori).
    """
    who = range(bags.records) if persons is None else persons.tolist()
    if (there := len(set(who))) < k:
        raise UnreachableError(
            f"{there:,} {'records' if persons is None else 'persons'} cannot be made {k}^{m}-anonymous."
        )
    holders, loss = _Holders(bags, tree, who, k), _AddedLoss(bags, tree)
    cut = tree.leaf.copy()
    for size in range(1, m + 1):
        while rare := holders.rare(cut, size):
            for itemset in rare:
                now = sorted({_current(tree, cut, node) for node in itemset})
                if not holders.enough(now):
                    for node in _cheapest(tree, holders, now, loss):
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


class _Holders:
    """Who holds which itemsets: whether k persons do, each in one of their records."""

    def __init__(self, bags: Bags, tree: ItemTree, who: Sequence[int], k: int) -> None:
        self._who, self._k = who, k
        self._several = len(set(who)) < len(who)
        self._held: dict[int, list[Ints32]] = defaultdict(list)  # the records of every person
        self._masks = [0] * len(tree.points)  # per node the records that hold something at or below it, as bits
        for i in range(bags.records):
            self._held[who[i]].append(bags.of_record(i))
            for node in {up for code in bags.of_record(i) for up in tree.path_up(int(tree.leaf[code]))}:
                self._masks[node] |= 1 << i

    def rare(self, cut: Ints, size: int) -> list[tuple[int, ...]]:
        """Itemsets of a size under the cut that some but fewer than k persons hold, the rarest first."""
        counted: Counter[tuple[int, ...]] = Counter()
        for records in self._held.values():
            counted.update({s for codes in records for s in combinations(np.unique(cut[codes]).tolist(), size)})
        return sorted((s for s, n in counted.items() if n < self._k), key=lambda s: (counted[s], s))

    def enough(self, itemset: Iterable[int]) -> bool:
        """Whether k persons hold an itemset."""
        both = -1
        for node in itemset:
            both &= self._masks[node]
        if not self._several:
            return both.bit_count() >= self._k
        found: set[int] = set()
        while both and len(found) < self._k:
            last = both & -both
            found.add(self._who[last.bit_length() - 1])
            both ^= last
        return len(found) >= self._k


def _current(tree: ItemTree, cut: Ints, node: int) -> int:
    """What a node has become under the cut."""
    return int(cut[tree.below[node][0]])


def _cheapest(tree: ItemTree, holders: _Holders, itemset: list[int], loss: _AddedLoss) -> list[int]:
    """The generalisation of an itemset that adds the least cost and that k persons hold."""
    best: tuple[float, list[int]] | None = None
    for choice in product(*(tree.path_up(node) for node in itemset)):
        nodes = _topmost(tree, choice)
        key = (round(loss.of(nodes), 9), nodes)
        if (best is None or key < best) and holders.enough(nodes):
            best = key
    if best is None:
        raise UnreachableError("Too few records have any items: they would be alone with them.")
    return best[1]


def _topmost(tree: ItemTree, nodes: Iterable[int]) -> list[int]:
    """The nodes without those that lie below another of them."""
    chosen = set(nodes)
    return sorted(n for n in chosen if not chosen & set(tree.path_up(n)[1:]))
