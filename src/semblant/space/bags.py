"""Multisets: records that hold several things, with their frequencies."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from semblant.arrays import Flags, Ints, Ints32, bounds, entries
from semblant.policy.model import MISSING
from semblant.space.column import Point, canonical

NOTHING = Point(-1, MISSING)
"""The element of an empty set: unrelated to every other, so that empty sets are equal and far from the rest."""


@dataclass(frozen=True, eq=False)
class Bags:
    """Sets of points with multiplicity, one per record, flat.

    Example:
        >>> bags = Bags.of([Point(4), Point(2)], records=2, owners=[0, 0, 0], things=[0, 1, 0])
        >>> [(p.concept, p.text) for p in bags.points], bags.codes.tolist(), bags.counts.tolist()
        ([(2, ''), (4, ''), (-1, '')], [0, 1, 2], [1, 2, 1])
    """

    points: tuple[Point, ...]  # in canonical order unless renumbered
    ptr: Ints
    codes: Ints32  # ascending within a record
    counts: Ints

    @classmethod
    def of(cls, points: Sequence[Point], records: int, owners: ArrayLike, things: ArrayLike) -> "Bags":
        """Build from occurrences: record ``owners[i]`` holds ``points[things[i]]``; an empty record holds NOTHING."""
        owner, thing = np.asarray(owners, np.int64), np.asarray(things, np.int64)
        empty = np.flatnonzero(np.bincount(owner, minlength=records) == 0)
        used = [points[i] for i in np.unique(thing)] + ([NOTHING] if empty.size else [])
        vocabulary = canonical(used)
        place = {p: i for i, p in enumerate(vocabulary)}
        code = np.array([place.get(p, -1) for p in points], np.int64)[thing] if thing.size else thing
        if empty.size:
            owner = np.concatenate([owner, empty])
            code = np.concatenate([code, np.full(empty.size, place[NOTHING])])
        pairs, counts = np.unique(owner * max(len(vocabulary), 1) + code, return_counts=True)
        owner, code = np.divmod(pairs, max(len(vocabulary), 1))
        ptr = bounds(np.bincount(owner, minlength=records))
        return cls(tuple(vocabulary), ptr, code.astype(np.int32), counts.astype(np.int64))

    @property
    def records(self) -> int:
        """How many records there are."""
        return len(self.ptr) - 1

    @property
    def owners(self) -> Ints:
        """The record of every entry of ``codes``."""
        return np.repeat(np.arange(self.records), np.diff(self.ptr))

    @cached_property
    def sizes(self) -> Ints:
        """How many different things each record holds."""
        return np.diff(self.ptr)

    @cached_property
    def lengths(self) -> Ints:
        """How many things each record holds, repetitions counted."""
        return np.add.reduceat(self.counts, self.ptr[:-1]) if self.records else np.empty(0, np.int64)

    def of_record(self, i: int) -> Ints32:
        """The codes of one record."""
        return self.codes[self.ptr[i] : self.ptr[i + 1]]

    def take(self, rows: ArrayLike) -> "Bags":
        """Some records, in the order given."""
        at = np.asarray(rows, np.int64)
        held = entries(self.ptr, at)
        return Bags(self.points, bounds(self.sizes[at]), self.codes[held], self.counts[held])

    def renumbered(self, rng: np.random.Generator) -> "Bags":
        """With the points in random order, concepts still before texts.

        Example:
            >>> bags = Bags.of([Point(2), Point(4), Point(7)], records=2, owners=[0, 0, 1], things=[0, 2, 1])
            >>> other = bags.renumbered(np.random.default_rng(1))
            >>> sorted(p.concept for p in other.points), sorted(other.points[i].concept for i in other.of_record(0))
            ([2, 4, 7], [2, 7])
        """
        concepts = sum(p.named for p in self.points)
        order = np.concatenate([rng.permutation(concepts), concepts + rng.permutation(len(self.points) - concepts)])
        place = np.empty(len(order), np.int32)
        place[order] = np.arange(len(order))
        codes = place[self.codes]
        by_code = np.lexsort((codes, self.owners))
        points = tuple(self.points[i] for i in order.tolist())
        return Bags(points, self.ptr, codes[by_code], self.counts[by_code])

    def only(self, points: Flags) -> "Bags":
        """With some of the points only; a record may then be empty."""
        kept = points[self.codes]
        return Bags(self.points, bounds(kept)[self.ptr], self.codes[kept], self.counts[kept])

    def matrix(self, *, counted: bool = False) -> Any:
        """Records by points as a sparse matrix: how often each, or only whether."""
        from scipy import sparse

        values = self.counts.astype(np.float64) if counted else np.ones(len(self.codes))
        return sparse.csr_matrix((values, self.codes, self.ptr), shape=(self.records, len(self.points)))

    def distinct(self) -> tuple["Bags", Ints]:
        """The different bags in canonical order, and which of them every record is."""
        keys = [
            (self.of_record(i).tolist(), self.counts[self.ptr[i] : self.ptr[i + 1]].tolist())
            for i in range(self.records)
        ]
        order = sorted(range(self.records), key=keys.__getitem__)
        number = np.zeros(self.records, np.int64)
        first: list[int] = []
        for before, here in zip([-1, *order], order, strict=False):
            if before < 0 or keys[before] != keys[here]:
                first.append(here)
            number[here] = len(first) - 1
        return self.take(first), number


def together(a: Bags, b: Bags) -> tuple[Bags, Bags]:
    """Two collections over one vocabulary, so that they can be compared."""
    if a.points == b.points:
        return a, b
    points = canonical([*a.points, *b.points])
    place = {p: i for i, p in enumerate(points)}

    def recoded(bags: Bags) -> Bags:
        number = np.array([place[p] for p in bags.points], np.int32)
        return Bags(tuple(points), bags.ptr, number[bags.codes], bags.counts)

    return recoded(a), recoded(b)
