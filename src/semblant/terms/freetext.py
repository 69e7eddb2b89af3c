"""Mapping free texts, such as answers and queries, to phrases with one concept each."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from typing import NamedTuple

import numpy as np
from numpy.typing import ArrayLike, NDArray

from semblant.arrays import bounds
from semblant.data.missing import is_nothing
from semblant.evidence import MappingFacts
from semblant.knowledge.taxonomy import Taxonomy
from semblant.policy.model import Sense
from semblant.progress import SILENT, Progress
from semblant.terms.abbreviations import Abbreviations, written_out
from semblant.terms.explicit import Explicit, entry_lookup
from semblant.terms.mapping import Choice, Meanings, agreed, facts_of, matcher_of, settle
from semblant.terms.match import UNKNOWN, Match
from semblant.terms.phrases import Chunker, Phrase, Phrases
from semblant.terms.textreader import ReadTexts, read_here


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

    def coverage(self) -> MappingFacts:
        """How many texts have a known phrase; a text is understood as surely as the least sure of its phrases."""
        there = np.array([not is_nothing(text) for text in self.texts], bool)
        of_phrases = np.where(self.phrases.scores > 0, self.phrases.scores, np.inf)
        least = np.array([of_phrases[self.of(i)].min(initial=np.inf) for i in range(len(self.texts))])
        return facts_of(there, np.where(np.isinf(least), 0.0, least), self.counts)


class PhraseReader(NamedTuple):
    """Finds the phrases of texts; the abbreviations are the steward's."""

    taxonomy: Taxonomy
    abbreviations: Abbreviations
    chunker: Chunker | None = None

    def __call__(self, texts: Sequence[str]) -> list[tuple[Phrase, ...]]:
        """The phrases of every text, in their order."""
        spelt = [written_out(text, self.abbreviations) for text in texts]
        return list(Phrases(matcher_of(self.taxonomy), self.chunker).read_all(spelt))


def map_texts(
    texts: Sequence[str],
    counts: ArrayLike,
    taxonomy: Taxonomy,
    *,
    attribute: str,
    sense: Sense = "context",
    explicit: Explicit | None = None,
    chunker: Chunker | None = None,
    min_score: float | None = None,
    abbreviations: Abbreviations | None = None,
    progress: Progress = SILENT,
    read_texts: ReadTexts = read_here,
) -> MappedTexts:
    """Find the phrases of every distinct text and give each phrase its concept.

    The steward's mapping goes first, for a whole text or for a phrase. The phrases of a text depend on that text alone;
    with ``sense="context"`` their senses fit the phrases of the whole column. Every phrase is taken,
    unless ``min_score`` says otherwise: the phrases of a text have no column that would make them certain.
    """
    said = entry_lookup(explicit, attribute)
    reader = PhraseReader(taxonomy, abbreviations or {}, chunker)
    totals = np.array(counts, np.int64).reshape(len(texts))
    found: dict[str, tuple[Match, ...]] = {}
    spoken: list[list[str]] = []
    with progress.step(f"finding phrases in {attribute}", len(texts)) as advance:
        for text, phrases in zip(map(str.strip, texts), read_texts(reader, texts, advance), strict=True):
            entry = None if is_nothing(text) else said(text)
            if entry is not None:
                phrases = (Phrase(text, (agreed(entry, taxonomy),)),)
            elif not phrases and not is_nothing(text):
                phrases = (Phrase(text, (UNKNOWN,)),)
            for phrase in phrases:
                own = said(phrase.text)
                found[phrase.text] = phrase.readings if own is None else (agreed(own, taxonomy),)
            spoken.append([phrase.text for phrase in phrases])
    values = sorted(found)
    place = {value: i for i, value in enumerate(values)}
    lengths = np.array([len(phrases) for phrases in spoken], np.int64)
    places = np.array([place[p] for phrases in spoken for p in phrases], np.int32)
    records = np.bincount(places, weights=np.repeat(totals, lengths), minlength=len(values)).astype(np.int64)
    choice, step = Choice(sense, None, min_score or 0.0), partial(progress.step, "choosing senses")
    meanings = settle(values, records, taxonomy, lambda some, _: [found[one] for one in some], choice, step)
    ptr = bounds(lengths)
    for array in (ptr, places, totals):
        array.flags.writeable = False
    return MappedTexts(tuple(texts), totals, meanings, ptr, places)
