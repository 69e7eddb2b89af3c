"""A hierarchy as a tree of labels, in which labels can be removed or moved."""

from collections import Counter
from collections.abc import Iterable, Mapping
from itertools import pairwise

from semblant.hierarchy.vgh import Hierarchy


class Tree:
    """The label above each label, and the one above each value; labels by number, as in the hierarchy.

    Example:
        >>> jobs = Hierarchy.of([("nurse", "care", "work"), ("doctor", "care", "work"), ("baker", "work")])
        >>> tree = Tree(jobs)
        >>> tree.remove([jobs.labels.index("care")])
        >>> tree.hierarchy("jobs").rows()
        [('nurse', 'work'), ('doctor', 'work'), ('baker', 'work')]
    """

    def __init__(self, hierarchy: Hierarchy) -> None:
        self.labels, self.leaves = hierarchy.labels, hierarchy.paths[0].tolist()
        self.above: dict[int, int] = {}
        self.start: list[int] = []
        inner = {
            int(n) for child, up in zip(hierarchy.paths[:-1], hierarchy.paths[1:], strict=True) for n in up[up != child]
        }
        for path in hierarchy.paths.T.tolist():
            distinct = list(dict.fromkeys(path[1:]))
            if distinct[0] == path[0] and path[0] not in inner and len(distinct) > 1:
                distinct = distinct[1:]  # a value that only stays itself for some levels is no label
            self.start.append(distinct[0])
            for low, high in pairwise(distinct):
                self.above.setdefault(low, high)

    @property
    def tops(self) -> set[int]:
        """The labels with none above."""
        return {*self.above.values(), *self.start} - {*self.above}

    def path(self, label: int) -> list[int]:
        """A label and those above it."""
        path = [label]
        while path[-1] in self.above:
            path.append(self.above[path[-1]])
        return path

    def tiers(self) -> dict[int, int]:
        """The tier of every label: all labels equally many steps below the top, the lowest tier being 1."""
        depth: dict[int, int] = {}
        for start in {*self.start}:
            depth.update({label: i for i, label in enumerate(reversed(self.path(start)))})
        lowest = max(depth.values()) + 1
        return {label: lowest - steps for label, steps in depth.items()}

    def remove(self, labels: Iterable[int]) -> None:
        """Take labels out; what lay under them lies under the next label that stays."""
        gone = {*labels} - self.tops

        def stays(label: int) -> int:
            while label in gone:
                label = self.above[label]
            return label

        self.start = [stays(label) for label in self.start]
        self.above = {low: stays(high) for low, high in self.above.items() if low not in gone}

    def children(self) -> Counter[int]:
        """How many labels and values lie directly under each label."""
        return Counter((*self.above.values(), *self.start))

    def hierarchy(self, name: str, called: Mapping[int, str] | None = None) -> Hierarchy:
        """The tree as a hierarchy; ``called`` gives labels other names."""
        names = self._named(called)
        rows = [
            (self.labels[leaf], *(names[label] for label in self.path(start)))
            for leaf, start in zip(self.leaves, self.start, strict=True)
        ]
        return Hierarchy.of(rows, name=name)

    def cut(
        self, name: str, cuts: Mapping[int, int], levels: Iterable[int], called: Mapping[int, str] | None = None
    ) -> Hierarchy:
        """The tree as a hierarchy with these levels, each label from the level on at which ``cuts`` has it."""
        names, levels = self._named(called), list(levels)
        rows = []
        for leaf, start in zip(self.leaves, self.start, strict=True):
            down = [label for label in reversed(self.path(start)) if label in cuts]
            labels = [next((label for label in down if cuts[label] <= level), None) for level in levels]
            rows.append([self.labels[leaf], *(self.labels[leaf] if n is None else names[n] for n in labels)])
        return Hierarchy.of(rows, name=name)

    def _named(self, called: Mapping[int, str] | None) -> dict[int, str]:
        return dict(enumerate(self.labels)) | dict(called or {})
