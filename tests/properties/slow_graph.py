"""Distances of concepts the slow and obvious way: plain sets, breadth-first search, the formulas of the papers."""

import math
from collections.abc import Iterable, Mapping, Sequence
from functools import cached_property

from semblant.policy.model import Source


class SlowGraph:
    """An is-a graph as a mapping from every concept to its parents, parents before children."""

    def __init__(self, parents: Mapping[str, Sequence[str]]) -> None:
        self.parents = parents

    def steps_up(self, concept: str) -> dict[str, int]:
        """Every ancestor, the concept included, and the fewest edges up to it."""
        found, layer, steps = {concept: 0}, [concept], 0
        while layer:
            steps += 1
            layer = [p for c in layer for p in self.parents[c] if p not in found]
            found |= dict.fromkeys(layer, steps)
        return found

    def ancestors(self, concept: str) -> set[str]:
        return set(self.steps_up(concept))

    @cached_property
    def longest(self) -> dict[str, int]:
        """Edges on the longest path up to a root."""
        depth: dict[str, int] = {}
        for concept, above in self.parents.items():
            depth[concept] = max((depth[p] + 1 for p in above), default=0)
        return depth

    @cached_property
    def shortest(self) -> dict[str, int]:
        """Edges on the shortest path up to a root."""
        depth: dict[str, int] = {}
        for concept, above in self.parents.items():
            depth[concept] = min((depth[p] + 1 for p in above), default=0)
        return depth

    def common(self, concepts: Iterable[str]) -> set[str]:
        """The ancestors that all these concepts share."""
        return set.intersection(*(self.ancestors(c) for c in concepts))

    def lcs(self, concepts: Iterable[str]) -> str | None:
        """The deepest common ancestor, the first by id among equals; None: only the virtual root."""
        return min(self.common(concepts), key=lambda c: (-self.longest[c], c.encode()), default=None)

    def hierarchy(self, concepts: Iterable[str]) -> set[str]:
        """All nodes on ways up from the values to the deepest ancestor of them all."""
        values = set(concepts)
        above = set().union(*(self.ancestors(v) for v in values))
        top = self.lcs(values)
        return above if top is None else {c for c in above if top in self.ancestors(c)}

    def path(self, a: str, b: str) -> int:
        """Edges up to a common ancestor and down again; the virtual root is one."""
        up_a, up_b = self.steps_up(a), self.steps_up(b)
        over = self.shortest[a] + 1 + 1 + self.shortest[b]
        return min([over, *(up_a[c] + up_b[c] for c in up_a.keys() & up_b.keys())])

    def wu_palmer(self, a: str, b: str, options: Source) -> float:
        """By the letter; not a number where the letter gives none between 0 and 1.

        A root at depth 0 has nothing to divide by, and by shortest ways an ancestor can be deeper than what is below.
        """
        edges = self.longest if options.depth == "longest" else self.shortest
        depth = {c: d + (options.counting == "nodes") + options.root for c, d in edges.items()}
        virtual = int(options.counting == "nodes" and options.root)
        deepest = max((depth[c] for c in self.common([a, b])), default=virtual)
        both = depth[a] + depth[b]
        return 1 - 2 * deepest / both if both >= max(1, 2 * deepest) else math.nan

    def distance(self, a: str, b: str, measure: str, options: Source) -> float:
        """0 is the same."""
        t_a, t_b = self.ancestors(a), self.ancestors(b)
        apart = len(t_a ^ t_b) / len(t_a | t_b)
        match measure:
            case "equality":
                return float(a != b)
            case "ratio":
                return apart
            case "logsc":
                return math.log2(1 + apart)
            case "path":
                return self.path(a, b)
            case "leacock-chodorow":
                return math.log(self.path(a, b) + 1)
            case "wu-palmer":
                return self.wu_palmer(a, b, options)
        raise AssertionError(f"no slow twin of {measure}")
