"""Mapping free texts, such as answers and queries, to phrases with one concept each."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from itertools import islice

import numpy as np
from numpy.typing import ArrayLike, NDArray

from semblant.arrays import bounds
from semblant.data.missing import is_nothing
from semblant.evidence import MappingFacts
from semblant.knowledge.taxonomy import Taxonomy
from semblant.policy.model import Sense, Unknown
from semblant.progress import SILENT, Progress
from semblant.terms.explicit import Explicit, entry_lookup
from semblant.terms.mapping import Meanings, agreed, facts_of, matcher_of, settle
from semblant.terms.match import UNKNOWN, Match
from semblant.terms.phrases import Chunker, Phrase, Phrases

_BATCH = 1_000


@dataclass(frozen=True, eq=False)
class MappedTexts:
    """The phrases of each text of one column, in their order; a text may have no known phrase.

    Example:
        >>> sports = Taxonomy.from_paths(["Sports/Water/Swimming and Diving", "Regional/Mediterranean"])
        >>> found = map_texts(["diving in the Mediterranean", "Mediterranean"], [1, 1], sports, attribute="query")
        >>> [[found.phrases.values[p] for p in found.of(i)] for i in (0, 1)]
        [['diving', 'mediterranean'], ['mediterranean']]
    """

    texts: tuple[str, ...]
    counts: NDArray[np.int64]
    phrases: Meanings
    """Every distinct phrase and what it means; a text without one is there whole, unknown."""
    ptr: NDArray[np.int64]
    places: NDArray[np.int32]
    """The phrases of text i are places[ptr[i]:ptr[i+1]] in ``phrases``."""

    def of(self, i: int) -> NDArray[np.int32]:
        """The places of a text's phrases."""
        return self.places[self.ptr[i] : self.ptr[i + 1]]

    def concepts(self, i: int) -> NDArray[np.int32]:
        """The concepts that a text mentions; one mentioned twice is listed twice."""
        found = self.phrases.concepts[self.of(i)]
        return found[found >= 0]

    def coverage(self, unknown: Unknown | None = None) -> MappingFacts:
        """How many texts have a known phrase, and how many the policy's choice for the others affects."""
        there = np.array([not is_nothing(text) for text in self.texts], bool)
        known = np.array([self.concepts(i).size > 0 for i in range(len(self.texts))], bool)
        return facts_of(there, known, self.counts, unknown)


def map_texts(
    texts: Sequence[str],
    counts: ArrayLike,
    taxonomy: Taxonomy,
    *,
    attribute: str,
    sense: Sense = "context",
    explicit: Explicit | None = None,
    chunker: Chunker | None = None,
    progress: Progress = SILENT,
) -> MappedTexts:
    """Find the phrases of every distinct text and give each phrase its concept.

    The steward's mapping goes first, for a whole text or for a phrase. The phrases of a text depend on that text alone;
    with ``sense="context"`` their senses fit the phrases of the whole column.
    """
    said = entry_lookup(explicit, attribute)
    reader = Phrases(matcher_of(taxonomy), chunker)
    totals = np.array(counts, np.int64).reshape(len(texts))
    found: dict[str, tuple[Match, ...]] = {}
    spoken: list[list[str]] = []
    with progress.step(f"finding phrases in {attribute}", len(texts)) as advance:
        waiting = iter(texts)
        while batch := list(islice(waiting, _BATCH)):
            for text, phrases in zip(map(str.strip, batch), reader.read_all(batch), strict=True):
                entry = None if is_nothing(text) else said(text)
                if entry is not None:
                    phrases = (Phrase(text, (agreed(entry, taxonomy),)),)
                elif not phrases and not is_nothing(text):
                    phrases = (Phrase(text, (UNKNOWN,)),)
                for phrase in phrases:
                    own = said(phrase.text)
                    found[phrase.text] = phrase.readings if own is None else (agreed(own, taxonomy),)
                spoken.append([phrase.text for phrase in phrases])
            advance(len(spoken))
    values = sorted(found)
    place = {value: i for i, value in enumerate(values)}
    lengths = np.array([len(phrases) for phrases in spoken], np.int64)
    places = np.array([place[p] for phrases in spoken for p in phrases], np.int32)
    records = np.bincount(places, weights=np.repeat(totals, lengths), minlength=len(values)).astype(np.int64)
    meanings = settle(values, records, taxonomy, found.__getitem__, sense, partial(progress.step, "choosing senses"))
    ptr = bounds(lengths)
    for array in (ptr, places, totals):
        array.flags.writeable = False
    return MappedTexts(tuple(texts), totals, meanings, ptr, places)
