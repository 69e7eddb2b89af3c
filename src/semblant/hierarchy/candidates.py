"""Deliberately worse hierarchies for experiments: levels removed, groups mixed, labels replaced.

Reference: Ayala-Rivera et al. 2017, 4.3; the paper names the changes, their strengths are ours.
"""

from collections.abc import Iterator, Sequence

import numpy as np

from semblant.arrays import Floats32, Ints
from semblant.errors import PolicyError
from semblant.hierarchy.meaning import MappedHierarchy
from semblant.hierarchy.tree import Tree
from semblant.hierarchy.vgh import Hierarchy
from semblant.knowledge.taxonomy import VIRTUAL_ROOT, Taxonomy
from semblant.policy.model import Source
from semblant.semantics.matrix import candidates_by_values
from semblant.semantics.measure import DEFAULT
from semblant.semantics.measures import measure_named

REMOVED = 1 / 5
"""The probability that a level is removed, at full strength."""
MIXED = 1 / 20
"""The probability that a label or a value moves under another label, at full strength."""
_LINKS = 6  # between a label and what may replace it
_NEAR = 2_000  # how many concepts around a label are considered


def candidates(
    ideal: MappedHierarchy,
    number: int = 100,
    *,
    seed: int | None = None,
    bound: float = 0.9,
    measure: str = "wu-palmer",
    options: Source = DEFAULT,
) -> Iterator[Hierarchy]:
    """Hierarchies of the same values: the given one, then ever worse ones.

    The i-th after it is changed with strength i/(number-1), which is the probability that a label is replaced: by a
    concept around it whose distance lies between half the strength and the whole strength times ``bound`` of the
    greatest distance. Levels below the top are removed and labels move to other groups with smaller probabilities;
    the top may be replaced, but stays one label above all.
    """
    if number < 1 or not 0 < bound <= 1:
        raise PolicyError(
            f"Candidates are at least 1, within a bound above 0 and up to 1. Got {number} and {bound:g} instead."
        )
    rng = np.random.default_rng(seed)
    near = _Neighbours(ideal.taxonomy, bound, measure, options)
    cuts = ideal.hierarchy.cuts
    yield ideal.hierarchy
    for i in range(1, number):
        strength, name = i / (number - 1), f"candidate-{i + 1:0{len(str(number))}}"
        tree = Tree(ideal.hierarchy)
        if cuts is None:
            tier = tree.tiers()
            gone = _removed(sorted({*tier.values()}), strength, rng)
            tree.remove([label for label, n in tier.items() if n in gone])
            _regroup(tree, strength, rng)
            yield tree.hierarchy(name, _names(ideal, tree, strength, near, rng))
        else:
            levels = range(1, ideal.hierarchy.height + 1)
            kept = sorted({*levels} - _removed(levels, strength, rng))
            _regroup(tree, strength, rng)
            yield tree.cut(name, cuts, kept, _names(ideal, tree, strength, near, rng))


def _removed(levels: Sequence[int], strength: float, rng: np.random.Generator) -> set[int]:
    """The levels that are removed, none of them the top; one of those below it stays where there is any."""
    below = list(levels)[:-1]
    gone = {n for n in below if rng.random() < strength * REMOVED}
    return gone - {int(rng.choice(below))} if gone and len(gone) == len(below) else gone


def _regroup(tree: Tree, strength: float, rng: np.random.Generator) -> None:
    """Move some labels and values to another label of the same tier as the one above them."""
    tier = tree.tiers()
    for leaf in range(len(tree.start)):
        if rng.random() < strength * MIXED:
            hosts = sorted(label for label, n in tier.items() if n == tier[tree.start[leaf]])
            tree.start[leaf] = int(rng.choice(hosts))
    for label in sorted(tree.above):
        if rng.random() < strength * MIXED:
            hosts = sorted(host for host, n in tier.items() if n == tier[tree.above[label]])
            tree.above[label] = int(rng.choice(hosts))


def _names(
    ideal: MappedHierarchy, tree: Tree, strength: float, near: "_Neighbours", rng: np.random.Generator
) -> dict[int, str]:
    """New names for some labels; none is used twice."""
    names: dict[int, str] = {}
    used = {*ideal.hierarchy.labels}
    for label in sorted({*tree.start, *tree.above, *tree.tops}):
        concept = int(ideal.concepts[label])
        if concept == VIRTUAL_ROOT or rng.random() >= strength:
            continue
        replaced = near.draw(concept, strength, rng)
        if replaced is not None and (name := ideal.taxonomy.written(replaced)) not in used:
            used.add(name)
            names[label] = name
    return names


class _Neighbours:
    """The concepts around a concept by their distance."""

    def __init__(self, taxonomy: Taxonomy, bound: float, measure: str, options: Source) -> None:
        self._taxonomy, self._measure, self._options = taxonomy, measure, options
        self._most = bound * measure_named(measure).farthest(taxonomy, options)
        self._known: dict[int, tuple[Ints, Floats32]] = {}

    def draw(self, concept: int, strength: float, rng: np.random.Generator) -> int | None:
        """One of the concepts at about a strength's distance, or the farthest that is nearer."""
        if concept not in self._known:
            self._known[concept] = self._sorted(concept)
        found, far = self._known[concept]
        low, high = np.searchsorted(far, [strength * self._most / 2, strength * self._most])
        if not high:
            return None
        return int(found[rng.integers(low, high) if low < high else high - 1])

    def _sorted(self, concept: int) -> tuple[Ints, Floats32]:
        around = self._around(concept)
        far = candidates_by_values(self._taxonomy, around, [concept], self._measure, self._options)[:, 0]
        order = np.argsort(far, kind="stable")
        return around[order], far[order]

    def _around(self, concept: int) -> Ints:
        seen, frontier = {concept}, [concept]
        for _ in range(_LINKS):
            linked = [*map(self._taxonomy.parents, frontier), *map(self._taxonomy.children, frontier)]
            frontier = sorted({int(c) for several in linked for c in several} - seen)[: _NEAR - len(seen)]
            seen |= {*frontier}
        return np.array(sorted(seen - {concept}), np.int64)
