"""Items and their generalisations as a tree: one path up for each, the virtual root on top."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from semblant.arrays import Ints
from semblant.knowledge.taxonomy import Taxonomy
from semblant.policy.model import SUPPRESSED
from semblant.space.column import SUPPRESSED_POINT, Point


@dataclass(frozen=True, eq=False)
class ItemTree:
    """The things of a vocabulary and their generalisations.

    Node 0 is the top. Of several parents, the path takes the deepest (ties to the smaller id). A thing that others
    generalise to has a leaf of its own below itself, so that it can be distinguished from them.
    """

    points: tuple[Point, ...]  # of every node; the leaf of an inner thing repeats its point
    parent: Ints
    leaf: Ints  # the node of every thing
    below: tuple[Ints, ...]  # the things at or below every node
    children: tuple[Ints, ...]

    @classmethod
    def over(cls, things: Sequence[Point], taxonomy: Taxonomy | None) -> "ItemTree":
        """Build the tree above some things; texts are children of the top."""
        points: list[Point] = [SUPPRESSED_POINT]
        parent = [0]
        place: dict[int, int] = {}

        def node(concept: int) -> int:
            assert taxonomy is not None
            for c in reversed(taxonomy.path_to_root(concept)):
                if c not in place:
                    above = taxonomy.parents(c)
                    up = int(above[np.argmax(taxonomy.depth[above])]) if above.size else None
                    place[c] = len(points)
                    points.append(Point(c))
                    parent.append(0 if up is None else place[up])
            return place[concept]

        leaf = []
        for thing in things:
            if thing.named:
                leaf.append(node(thing.concept))
            else:
                leaf.append(len(points))
                points.append(thing)
                parent.append(0)
        inner = set(parent)
        for i, at in enumerate(leaf):
            if at in inner:
                leaf[i] = len(points)
                points.append(points[at])
                parent.append(at)
        below: list[list[int]] = [[] for _ in points]
        for i, at in enumerate(leaf):
            here = at
            while True:
                below[here].append(i)
                if here == 0:
                    break
                here = parent[here]
        children: list[list[int]] = [[] for _ in points]
        for at, up in enumerate(parent[1:], 1):
            children[up].append(at)
        arrays = [tuple(np.array(x, np.int64) for x in lists) for lists in (below, children)]
        return cls(tuple(points), np.array(parent, np.int64), np.array(leaf, np.int64), arrays[0], arrays[1])

    def ncp(self, node: int) -> float:
        """Normalised certainty penalty: the share of all things at or below the node; 0 for a single thing."""
        size = len(self.below[node])
        return 0.0 if size <= 1 else size / len(self.leaf)

    def path_up(self, node: int) -> list[int]:
        """The path from a node to the top."""
        way = [node]
        while way[-1]:
            way.append(int(self.parent[way[-1]]))
        return way

    def text(self, node: int, names: Sequence[str]) -> str:
        """The text of a node, given the names of all nodes; the top is ``*``."""
        return SUPPRESSED if node == 0 else names[node]
