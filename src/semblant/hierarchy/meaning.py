"""Mapping the labels of a hierarchy to concepts, and which of these cover which values."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache

import numpy as np

from semblant.arrays import Flags, Indices, Ints32
from semblant.errors import UnknownTermsError
from semblant.hierarchy.vgh import Hierarchy
from semblant.knowledge.taxonomy import VIRTUAL_ROOT, Taxonomy
from semblant.policy.model import MISSING, SUPPRESSED, Sense
from semblant.terms.explicit import Entry, Explicit, entry_lookup
from semblant.terms.mapping import agreed, map_column, matcher_of
from semblant.terms.match import Match
from semblant.terms.senses import ancestor_lists

NOTHING_LEFT = (SUPPRESSED, MISSING)
"""Labels without a meaning."""


@dataclass(frozen=True, eq=False)
class MappedHierarchy:
    """A hierarchy with the concept of every label; the virtual root where a label has no particular meaning."""

    hierarchy: Hierarchy
    taxonomy: Taxonomy
    concepts: Ints32  # per label
    invented: tuple[int, ...]  # labels that the vocabulary lacks, mapped to what they cover

    @cached_property
    def mapped_leaves(self) -> Indices:
        """The leaves with a meaning: all but missing and suppressed values."""
        return np.flatnonzero(self.concepts[self.hierarchy.paths[0]] != VIRTUAL_ROOT)

    @cached_property
    def paths(self) -> Ints32:
        """The concept of every mapped leaf on every level."""
        return self.concepts[self.hierarchy.paths[:, self.mapped_leaves]]

    @cached_property
    def covered(self) -> Flags:
        """Whether a label is an ancestor of the leaf in the knowledge, on every level; ``*`` covers everything."""
        above = _Above(self.taxonomy, self.paths[0])
        covered = above.includes(self.paths, np.arange(len(self.mapped_leaves))[None, :])
        return np.asarray(covered | (self.paths == VIRTUAL_ROOT), np.bool_)

    def members(self, label: int, level: int) -> Indices:
        """The mapped leaves under a label on a level, by their position among the mapped ones."""
        return np.flatnonzero(self.hierarchy.paths[level, self.mapped_leaves] == label)


class _Above:
    """The ancestors of some concepts, for membership tests."""

    def __init__(self, taxonomy: Taxonomy, concepts: Ints32) -> None:
        values, self._place = np.unique(concepts, return_inverse=True)
        ptr, nodes = ancestor_lists(taxonomy, values.astype(np.int64))
        self._size = len(taxonomy)
        self._pairs = np.repeat(np.arange(len(values)), np.diff(ptr)) * self._size + nodes  # ascending

    def includes(self, ancestors: Ints32, places: Indices) -> Flags:
        """Whether concepts are above (or are) those at some places, pair by pair."""
        if not len(self._pairs):
            return np.zeros(np.broadcast_shapes(ancestors.shape, places.shape), np.bool_)
        wanted = self._place[places] * self._size + ancestors
        at = np.minimum(np.searchsorted(self._pairs, wanted), len(self._pairs) - 1)
        return np.asarray(self._pairs[at] == wanted, np.bool_)


def map_labels(
    hierarchy: Hierarchy,
    taxonomy: Taxonomy,
    *,
    sense: Sense = "context",
    explicit: Explicit | None = None,
    attribute: str = "",
    values: Ints32 | None = None,
) -> MappedHierarchy:
    """Map every label to a concept.

    Values are read as a column of data is, or have the concepts ``values``. A label above them takes the sense that is
    an ancestor of most values under it, the first one where none is or ``sense`` is ``first``; the steward's mapping
    goes before both. A label that the vocabulary lacks is mapped to what it covers: the deepest concept above all its
    values.

    Example:
        >>> jobs = Taxonomy.from_paths(["work/health/nurse", "work/health/doctor", "work/food/baker"])
        >>> vgh = Hierarchy.of([("nurse", "Helpers", "work"), ("doctor", "Helpers", "work"), ("baker", "food", "work")])
        >>> [jobs.label(c) for c in map_labels(vgh, jobs).concepts]
        ['nurse', 'health', 'work', 'doctor', 'baker', 'food']
    """
    leaves = hierarchy.paths[0]
    concepts = np.full(len(hierarchy.labels), VIRTUAL_ROOT, np.int32)
    if values is None:
        values = leaf_concepts(hierarchy.leaves, taxonomy, hierarchy.name, sense, explicit, attribute)
    concepts[leaves] = values
    said, matcher = entry_lookup(explicit, attribute), matcher_of(taxonomy)
    mapped_leaves = np.flatnonzero(concepts[leaves] != VIRTUAL_ROOT)
    above = _Above(taxonomy, concepts[leaves[mapped_leaves]])
    invented = []
    for label in sorted({*hierarchy.paths[1:].ravel().tolist()} - {*leaves.tolist()}):
        text = hierarchy.labels[label]
        if text in NOTHING_LEFT:
            continue
        entry = said(text)
        found: Sequence[Match] = matcher.readings(text) if entry is None else (agreed(entry, taxonomy),)
        under = np.flatnonzero((hierarchy.paths[:, mapped_leaves] == label).any(axis=0))
        if found[0].reason != "mapping" and not found[0].is_name:
            invented.append(label)
            concepts[label] = taxonomy.lcs_of(concepts[leaves[mapped_leaves[under]]].tolist())
        elif sense == "first" or len(found) == 1:
            concepts[label] = found[0].concept
        else:
            senses = np.array([match.concept for match in found], np.int32)
            concepts[label] = senses[np.argmax(above.includes(senses[:, None], under[None, :]).sum(axis=1))]
    concepts.flags.writeable = False
    return MappedHierarchy(hierarchy, taxonomy, concepts, tuple(invented))


def mapped_as(hierarchy: Hierarchy, taxonomy: Taxonomy, concepts: Mapping[str, int]) -> MappedHierarchy:
    """A mapped hierarchy whose values have these concepts and whose other labels are terms of the vocabulary."""
    named = [concepts.get(label, VIRTUAL_ROOT) for label in hierarchy.labels]
    for i, label in enumerate(hierarchy.labels):
        if label not in concepts and label not in NOTHING_LEFT:
            named[i] = taxonomy.index(label)
    return MappedHierarchy(hierarchy, taxonomy, np.array(named, np.int32), ())


def leaf_concepts(
    leaves: Sequence[str],
    taxonomy: Taxonomy,
    where: str,
    sense: Sense = "context",
    explicit: Explicit | None = None,
    attribute: str = "",
) -> Ints32:
    """Map values like a column of data; an unknown one is an error."""
    said = entry_lookup(explicit, attribute)
    concepts, unknown = _read(taxonomy, tuple(leaves), tuple(said(leaf.strip()) for leaf in leaves), sense)
    if unknown:
        many = "values are" if len(unknown) > 1 else "value is"
        raise UnknownTermsError(
            f"{len(unknown):,} of {len(leaves):,} {many} not in knowledge {taxonomy.name!r}.",
            where=where,
            hints=[
                "say what they mean in a mapping file with the columns value,concept: --mapping FILE",
                "name the knowledge that has them: --knowledge NAME",
            ],
            values=[leaves[i] for i in unknown[:20]],
        )
    return concepts


@lru_cache(maxsize=32)
def _read(
    taxonomy: Taxonomy, leaves: tuple[str, ...], mapped: tuple[Entry | None, ...], sense: Sense
) -> tuple[Ints32, list[int]]:
    """The concepts of values and which have none, kept so that many candidates for one column are read once."""
    explicit: Explicit = {(None, leaf.strip()): entry for leaf, entry in zip(leaves, mapped, strict=True) if entry}
    meanings = map_column(leaves, [1] * len(leaves), taxonomy, attribute="", sense=sense, explicit=explicit)
    return meanings.concepts, meanings.unknown()
