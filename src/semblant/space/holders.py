"""How many persons hold a value, or something below a concept: what fewer than k hold is not published."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from semblant.arrays import AnyInts, Flags, Ints
from semblant.data.joint import counts_of
from semblant.data.same import persons_of
from semblant.data.table import Table
from semblant.knowledge.graph import gather
from semblant.knowledge.taxonomy import Taxonomy
from semblant.policy.model import SUPPRESSED, Policy
from semblant.terms.senses import ancestor_lists

if TYPE_CHECKING:
    from semblant.space.column import Point

_TOP = 8
"""One in so many levels of a vocabulary, from the top, says too little to stand for something rare."""


@dataclass(frozen=True, eq=False)
class Holders:
    """The persons behind the records of a column, and how many must hold a value for it to be published.

    Example:
        >>> Holders(2, np.array([7, 7, 8])).count(np.array([0, 0, 1]), np.array([0, 1, 2]), 2).tolist()
        [1, 1]
    """

    least: int
    persons: Ints | None = None  # of every record; None: every record is a person of its own

    def count(self, things: AnyInts, records: Ints, size: int) -> Ints:
        """The persons who hold each thing, given the thing and the record of every occurrence."""
        who = records if self.persons is None else self.persons[records]
        span = int(who.max(initial=0)) + 1
        pairs = np.unique(things.astype(np.int64) * span + who)
        return np.bincount(pairs // span, minlength=size).astype(np.int64)

    def of_values(self, codes: AnyInts, size: int) -> Ints:
        """The persons who hold each value, given the value of every record."""
        if self.persons is None:
            return counts_of(codes, size)
        return self.count(codes, np.arange(len(codes)), size)

    def of_concepts(self, concepts: Ints, owners: Ints, taxonomy: Taxonomy) -> dict[int, int]:
        """The persons who hold something at or below each concept, given the concept and record of every occurrence."""
        distinct, thing = np.unique(concepts, return_inverse=True)
        if self.persons is None and bool((np.diff(owners) > 0).all()):  # everybody holds one thing
            return _below_counted(distinct.astype(np.int64), np.bincount(thing, minlength=len(distinct)), taxonomy)
        begin, nodes = ancestor_lists(taxonomy, distinct.astype(np.int64))
        above, place = np.unique(nodes, return_inverse=True)
        held = np.unique(np.stack([thing, owners if self.persons is None else self.persons[owners]]), axis=1)
        lengths = np.diff(begin)[held[0]]
        counted = Holders(self.least).count(
            gather(begin, place.astype(np.int32), held[0]), np.repeat(held[1], lengths), len(above)
        )
        return dict(zip(above.tolist(), counted.tolist(), strict=True))

    def enough(
        self, candidates: Sequence["Point"], values: Sequence["Point"], codes: AnyInts, taxonomy: Taxonomy | None
    ) -> Flags:
        """Which candidates enough persons hold: a concept or something below it, a text exactly; ``*`` is nobody's.

        ``codes`` are the values of all records.
        """
        if self.least <= 1:
            return np.ones(len(candidates), bool)
        counts = self.of_values(codes, len(values))
        held = dict(zip(values, counts.tolist(), strict=True))
        below: dict[int, int] = {}
        named = np.array([p.named for p in values], bool)
        if taxonomy is not None and self.persons is None and named.any():
            at = np.flatnonzero(named & (counts > 0))
            concepts = np.array([values[i].concept for i in at.tolist()], np.int64)
            below = _below_counted(concepts, counts[at], taxonomy)
        elif taxonomy is not None and (named := named[codes]).any():
            concepts = np.array([p.concept for p in values], np.int64)[codes[named]]
            below = self.of_concepts(concepts, np.flatnonzero(named), taxonomy)

        def persons(p: "Point") -> int:
            return below.get(p.concept, 0) if p.named and not p.senses else held.get(p, 0)

        return np.array([p.text == SUPPRESSED or persons(p) >= self.least for p in candidates], bool)


def _below_counted(concepts: Ints, counts: Ints, taxonomy: Taxonomy) -> dict[int, int]:
    """How many hold something at or below each concept, given how many hold each of some."""
    begin, nodes = ancestor_lists(taxonomy, concepts)
    above, place = np.unique(nodes, return_inverse=True)
    each = np.bincount(place, np.repeat(counts, np.diff(begin)), len(above)).astype(int)
    return dict(zip(above.tolist(), each.tolist(), strict=True))


def persons_in(table: Table, policy: Policy) -> Ints | None:
    """The person of every record, where the policy names them; None: every record is a person."""
    named = policy.individual is not None and policy.individual in table.names
    return persons_of(table.column(str(policy.individual))) if named else None


def telling(taxonomy: Taxonomy, concept: int) -> bool:
    """Whether a concept says enough to stand for something below it; those at the top, such as *entity*, do not.

    Example:
        >>> jobs = Taxonomy.from_paths(["work/health/nurse", "work/health/doctor"])
        >>> telling(jobs, jobs.index("health")), telling(jobs, jobs.index("work"))
        (True, False)
    """
    level = int(taxonomy.depth[concept]) + (len(taxonomy.roots) > 1)  # several roots have nothing above them
    return level > (taxonomy.greatest_depth - 1) // _TOP


def nearest_shared(taxonomy: Taxonomy, concept: int, held: Mapping[int, int], least: int) -> int | None:
    """The nearest concept at or above one that enough persons hold; None where only the top of the vocabulary is.

    Of equally near ones the deepest, then the one with the smaller id.
    """
    above = taxonomy.steps_up(concept)
    shared = [c for c in above if held.get(c, 0) >= least and (c == concept or telling(taxonomy, c))]
    return min(shared, key=lambda c: (above[c], -int(taxonomy.depth[c]), c), default=None)
