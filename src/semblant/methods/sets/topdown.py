"""k-anonymity of sets by specialising from the top: items are distinguished where k records agree."""

from collections import Counter, defaultdict
from collections.abc import Callable, Sequence

from semblant.arrays import Ints
from semblant.methods.job import refuse_few
from semblant.methods.sets.itemtree import ItemTree
from semblant.space.bags import Bags

Nodes = frozenset[int]


def top_down(bags: Bags, tree: ItemTree, k: int, persons: Ints | None = None) -> list[Nodes]:
    """The generalised set of every record; each is shared by at least k records, or persons (local recoding).

    A part of the data starts with one node, the top. The node whose expansion gains the most NCP is expanded, the
    part is split by the sets that result, and small splits stay together with the node as it was.

    Guarantee: k-anonymity of the generalised sets.
    Reference: He & Naughton 2009, Anonymization of set-valued data via top-down, local generalization.
    """
    who = range(bags.records) if persons is None else persons.tolist()
    refuse_few(len(set(who)), k, "record" if persons is None else "person")
    out: list[Nodes] = [frozenset()] * bags.records
    held = [_Held(tree, bags.of_record(i).tolist()) for i in range(bags.records)]
    waiting: list[tuple[list[int], Nodes]] = [(list(range(bags.records)), frozenset([0]))]
    while waiting:
        records, nodes = waiting.pop()
        for node in _by_gain(held, records, nodes):
            parts = _split(held, records, nodes, node, lambda part: len({who[i] for i in part}) >= k)
            if parts:
                waiting += parts
                break
        else:
            for i in records:
                out[i] = nodes
    return out


class _Held:
    """For one record: the gain and the children of every node at or above what it holds."""

    def __init__(self, tree: ItemTree, codes: Sequence[int]) -> None:
        number: Counter[int] = Counter()
        for code in codes:
            number.update(tree.path_up(int(tree.leaf[code])))
        inside: dict[int, set[int]] = defaultdict(set)
        self.gain: dict[int, float] = {node: n * tree.ncp(node) for node, n in number.items()}
        for node, n in number.items():
            if node:
                up = int(tree.parent[node])
                inside[up].add(node)
                self.gain[up] -= n * tree.ncp(node)
        self.children: dict[int, Nodes] = {node: frozenset(below) for node, below in inside.items()}


def _by_gain(held: Sequence[_Held], records: list[int], nodes: Nodes) -> list[int]:
    """Nodes of a part's set that can be expanded, those that gain the most NCP first."""
    open_nodes = [node for node in nodes if any(node in held[i].children for i in records)]
    gain = {node: sum(held[i].gain.get(node, 0.0) for i in records) for node in open_nodes}
    return sorted(open_nodes, key=lambda node: (-gain[node], node))


def _split(
    held: Sequence[_Held], records: list[int], nodes: Nodes, node: int, enough: Callable[[list[int]], bool]
) -> list[tuple[list[int], Nodes]]:
    """The part split by which children of a node its records hold; empty where no split that is enough comes out."""
    splits: dict[Nodes, list[int]] = defaultdict(list)
    for i in records:
        splits[held[i].children[node]].append(i)
    kept = sorted(((part, inside) for inside, part in splits.items() if enough(part)), key=lambda s: (len(s[0]), s[0]))
    left = sorted(i for part in splits.values() if not enough(part) for i in part)
    while left and not enough(left) and kept:
        left = sorted([*left, *kept.pop(0)[0]])
    if not kept:
        return []
    made = [(part, (nodes - {node}) | inside) for part, inside in kept]
    return [*made, (left, nodes)] if left else made
