"""What words can mean: an immutable is-a graph of concepts in flat arrays.

Concepts are numbered in canonical order (ascending id), so that "ties go to the smaller concept id" is
"ties go to the smaller number" everywhere. A virtual root stands above the real root or roots; it is no
concept and has the number :data:`VIRTUAL_ROOT`.
"""

import hashlib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from typing import NamedTuple, Self

import numpy as np
from numpy.typing import ArrayLike

from semblant.arrays import Ints32
from semblant.data.wholes import whole
from semblant.errors import UnknownConceptError
from semblant.knowledge.assemble import Arrays, assemble_edges, assemble_paths
from semblant.knowledge.graph import fewest_steps, invert, levels, steps_up
from semblant.knowledge.texts import Texts, key

VIRTUAL_ROOT = -1
"""The number of the root above all roots."""


class Concept(NamedTuple):
    """One meaning: its id in the source and its preferred label."""

    id: str
    label: str

    def __str__(self) -> str:
        return self.label


Name = str | int | Concept
"""What a concept may be given by: an id, a term, ``term#n``, a number, or the concept itself."""


class Taxonomy:
    """An is-a graph of concepts with their terms; several parents, synonyms and senses are normal.

    Example:
        >>> jobs = Taxonomy.from_paths(["work/health/nurse", "work/health/doctor", "work/food/baker"])
        >>> len(jobs), jobs.concept(jobs.lcs(jobs.index("nurse"), jobs.index("doctor"))).label
        (6, 'health')
    """

    def __init__(self, arrays: Arrays, name: str = "taxonomy") -> None:
        self.arrays = arrays
        self.name = name

    @classmethod
    def from_edges(
        cls,
        edges: Iterable[tuple[str, str]],
        *,
        terms: Mapping[str, Sequence[str]] | None = None,
        concepts: Iterable[str] | None = None,
        name: str = "edges",
    ) -> Self:
        """Build from (child, parent) pairs of ids.

        ``terms`` gives a concept's names, the preferred one first (its id otherwise); with ``concepts`` the
        set of ids is closed, and a parent outside it is an error.

        Example:
            >>> pain = Taxonomy.from_edges([("pain", "symptom"), ("ache", "pain")])
            >>> [pain.ids[c] for c in pain.ancestors(pain.index("ache"))]
            ['ache', 'pain', 'symptom']
        """
        return cls(assemble_edges(edges, terms=terms, concepts=concepts), name)

    @classmethod
    def from_paths(cls, paths: Iterable[str], *, separator: str = "/", name: str = "paths") -> Self:
        """Build from paths from the root down, one text each; equal prefixes are the same concept.

        A concept's id is its whole path, so that `Sports/Regions` and `Regional/Regions` stay two concepts of one term.

        Example:
            >>> Taxonomy.from_paths(["Top/Sports/Swimming", "Top/Sports/Golf"]).roots.size
            1
        """
        return cls(assemble_paths(paths, separator), name)

    # --- concepts and terms ------------------------------------------------------------------------

    def __len__(self) -> int:
        return len(self.arrays.ids)

    def __repr__(self) -> str:
        return f"<{type(self).__name__} {self.name}: {len(self):,} concepts, {len(self.arrays.keys):,} terms>"

    @property
    def ids(self) -> Texts:
        """Concept ids, ascending."""
        return self.arrays.ids

    def concept(self, i: int) -> Concept:
        """The concept with number ``i``."""
        return Concept(self.ids[i], self.label(i))

    def label(self, i: int) -> str:
        """A concept's preferred label."""
        return self.arrays.labels[int(self.arrays.label_ptr[i])]

    def terms(self, i: int) -> list[str]:
        """All names of a concept, the preferred one first."""
        return self.arrays.labels[int(self.arrays.label_ptr[i]) : int(self.arrays.label_ptr[i + 1])]

    def gloss(self, i: int) -> str:
        """What the source says in words that a concept is; empty where it says nothing."""
        return "" if self.arrays.glosses is None else self.arrays.glosses[int(i)]

    def labels(self) -> list[str]:
        """Every term it knows, each once."""
        return sorted(set(self.arrays.labels))

    def senses(self, term: str) -> list[int]:
        """The concepts a term names, the most usual sense first; empty where it is unknown.

        Example:
            >>> Taxonomy.from_edges([("nurse", "job")]).senses("Nurse")
            [1]
        """
        found = self.arrays.keys.find(key(term))
        if found < 0:
            return []
        return [int(c) for c in self.arrays.senses[self.arrays.key_ptr[found] : self.arrays.key_ptr[found + 1]]]

    def lemma(self, term: str) -> str | None:
        """The base form of an irregular form, where the source lists it."""
        found = self.arrays.inflected.find(key(term))
        return self.arrays.lemmas[found] if found >= 0 else None

    def find(self, text: str) -> int | None:
        """The concept named by an id, a term, or ``term#n`` for its n-th sense; None where there is none."""
        by_id = self.ids.find(text.strip())
        if by_id >= 0:
            return by_id
        senses = self.senses(text)
        if senses:
            return senses[0]
        term, mark, number = text.rpartition("#")
        if mark and number.strip().isascii() and number.strip().isdigit():
            senses = self.senses(term)
            if 1 <= (place := whole(number)) <= len(senses):
                return senses[place - 1]
        return None

    def index(self, concept: Name) -> int:
        """The number of a concept given by id, term, ``term#n``, number or :class:`Concept`."""
        if isinstance(concept, Concept):
            concept = concept.id
        if isinstance(concept, (int, np.integer)):
            if not 0 <= concept < len(self):
                raise UnknownConceptError(f"There is no concept number {concept} in knowledge {self.name!r}.")
            return int(concept)
        found = self.find(concept)
        if found is None:
            raise UnknownConceptError(
                f"{concept!r} is not in knowledge {self.name!r}.", hints=[f"semblant knowledge search {self.name} WORD"]
            )
        return found

    def written(self, i: int) -> str:
        """A name that :meth:`find` takes back to this very concept: its label, ``label#n``, or its id."""
        label = self.label(i)
        if self.find(label) == i:
            return label
        senses = self.senses(label)
        numbered = f"{label}#{senses.index(i) + 1}" if i in senses else self.ids[i]
        return numbered if self.find(numbered) == i else self.ids[i]

    # --- the graph ---------------------------------------------------------------------------------

    def parents(self, i: int) -> Ints32:
        """The concepts directly above."""
        return self.arrays.parents[self.arrays.parent_ptr[i] : self.arrays.parent_ptr[i + 1]]

    def children(self, i: int) -> Ints32:
        """The concepts directly below."""
        ptr, below = self._below
        return below[ptr[i] : ptr[i + 1]]

    @cached_property
    def _below(self) -> tuple[Ints32, Ints32]:
        return invert(self.arrays.parent_ptr, self.arrays.parents)

    def wholes(self, i: int) -> Ints32:
        """The concepts that a concept is a part, a member or the substance of; empty where the source does not say."""
        ptr, wholes = self.arrays.whole_ptr, self.arrays.wholes
        return np.empty(0, np.int32) if ptr is None or wholes is None else wholes[ptr[i] : ptr[i + 1]]

    def parts(self, i: int) -> Ints32:
        """The parts, members and substances of a concept; empty where the source does not say."""
        ptr, parts = self._parts
        return parts[ptr[i] : ptr[i + 1]]

    @cached_property
    def _parts(self) -> tuple[Ints32, Ints32]:
        ptr, wholes = self.arrays.whole_ptr, self.arrays.wholes
        if ptr is None or wholes is None:
            return np.zeros(len(self) + 1, np.int32), np.empty(0, np.int32)
        return invert(ptr, wholes)

    @cached_property
    def depth(self) -> Ints32:
        """Edges on the longest path up to a root, per concept."""
        return levels(self.arrays.parent_ptr, self._below)

    @cached_property
    def shortest_depth(self) -> Ints32:
        """Edges on the shortest path up to a root, per concept."""
        return fewest_steps(self._below, self.roots)

    @cached_property
    def roots(self) -> Ints32:
        """The concepts without a parent."""
        return np.flatnonzero(np.diff(self.arrays.parent_ptr) == 0).astype(np.int32)

    @property
    def greatest_depth(self) -> int:
        """The longest path from a root down, in nodes: the D of Leacock & Chodorow."""
        return int(self.depth.max(initial=-1)) + 1

    def ancestors(self, i: int) -> Ints32:
        """T(c): the concept and everything above it, ascending; the virtual root is never counted."""
        return np.array(sorted(self.steps_up(i)), np.int32)

    def steps_up(self, i: int) -> dict[int, int]:
        """Every ancestor of a concept, itself included, with the fewest steps up to it."""
        return steps_up(self.arrays.parent_ptr, self.arrays.parents, i)

    def closure(self, concepts: ArrayLike) -> Ints32:
        """The concepts and everything above any of them, ascending."""
        steps = fewest_steps((self.arrays.parent_ptr, self.arrays.parents), np.asarray(concepts, np.int64))
        return np.flatnonzero(steps >= 0).astype(np.int32)

    def lcs(self, a: int, b: int) -> int:
        """The deepest common ancestor (longest path, ties to the smaller id), or the virtual root."""
        return self.lcs_of([a, b])

    def lcs_of(self, concepts: Iterable[int]) -> int:
        """The deepest common ancestor of all these concepts."""
        return max(self.common_ancestors(concepts), key=lambda c: (self.depth[c], -c), default=VIRTUAL_ROOT)

    def common_ancestors(self, concepts: Iterable[int]) -> set[int]:
        """Everything that is above, or is, each of these concepts."""
        above = [self.steps_up(c).keys() for c in {int(c) for c in concepts}]
        return set(above[0]).intersection(*above[1:]) if above else set()

    def hierarchy(self, concepts: Iterable[int]) -> Ints32:
        """H(V): every concept on a path up from a value to the deepest ancestor common to all, both included."""
        values = sorted({int(c) for c in concepts})
        top = self.lcs_of(values)
        above = self.closure(values)
        if top == VIRTUAL_ROOT:
            return above
        inside = {top}
        for c in above[np.argsort(self.depth[above], kind="stable")]:
            if any(int(p) in inside for p in self.parents(int(c))):
                inside.add(int(c))
        return np.array(sorted(inside), np.int32)

    def path_to_root(self, i: int) -> list[int]:
        """One path from a concept to its root: the longest, ties to the smaller id."""
        path = [i]
        while (above := self.parents(path[-1])).size:
            path.append(int(above[np.argmax(self.depth[above])]))
        return path

    def __iter__(self) -> Iterator[Concept]:
        return (self.concept(i) for i in range(len(self)))

    @cached_property
    def sha256(self) -> str:
        """A checksum of everything it holds."""
        digest = hashlib.sha256()
        for name, part in self.arrays._asdict().items():
            digest.update(name.encode())
            if isinstance(part, Texts):
                digest.update(np.ascontiguousarray(part.offsets).data)
                digest.update(np.ascontiguousarray(part.blob).data)
            elif isinstance(part, np.ndarray):
                digest.update(np.ascontiguousarray(part).data)
            elif part is not None:
                digest.update(repr(part).encode())
        return digest.hexdigest()
