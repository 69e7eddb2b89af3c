"""Suggestions for unknown values: similar or longer terms, offered but never used automatically."""

import sys
from bisect import bisect_left
from collections.abc import Iterator, Sequence
from functools import cached_property

from rapidfuzz import process
from rapidfuzz.distance import OSA

from semblant.terms.codes import code_in
from semblant.terms.lexicon import Lexicon
from semblant.terms.match import Match, Matcher
from semblant.terms.normalise import bare, clean

LEAST_SCORE = 0.75
"""How alike two texts must be: 1 is the same, 0.75 is one slip in four letters (of the shorter, if there are more)."""
_LENGTHS = range(3, 41)
_TOGETHER = 3  # characters that codes of one category begin with
_APART = 2  # letters by which a term may be longer or shorter
_BEGUN = 4  # the fewest letters of a usable prefix


class Suggestions:
    """Finds terms that look like a text (slips of one letter or two, swapped neighbours), contain it or begin with it.

    Example:
        >>> from semblant.knowledge.taxonomy import Taxonomy
        >>> jobs = Taxonomy.from_edges([("nurse", "health"), ("eye surgeon", "health")])
        >>> alike = Suggestions(Matcher(jobs))
        >>> [(jobs.label(m.concept), round(m.score, 2)) for m in (*alike.of("nusre"), *alike.of("Surgeon"))]
        [('nurse', 0.8), ('eye surgeon', 0.64)]
    """

    def __init__(self, matcher: Matcher) -> None:
        self.lexicon: Lexicon = matcher.lexicon

    def of(self, text: str, most: int = 5) -> list[Match]:
        """The first sense of each similar term, the most similar first, then of terms that contain the text."""
        wanted = bare(clean(text))
        if len(wanted) not in _LENGTHS:
            return []
        offered = [*self.terms(wanted, most), *self._containing(wanted, most), *self._begun(wanted, most)]
        if code := code_in(wanted):  # similar codes are unrelated, unless they share a category
            offered = [(term, score) for term, score in offered if code_in(term)[:_TOGETHER] == code[:_TOGETHER]]
        found: dict[int, Match] = {}
        for term, score in offered:
            concept = self.lexicon.senses(term)[0]
            found.setdefault(concept, Match(concept, 1, score, "suggested"))
        return list(found.values())[:most]

    def terms(self, wanted: str, most: int) -> list[tuple[str, float]]:
        """Terms similar to a cleaned text, with their similarity."""
        if len(wanted) not in _LENGTHS:
            return []
        found: dict[str, float] = {}
        for terms in self._near(wanted):
            for term, score, _ in process.extract(
                wanted, terms, scorer=OSA.normalized_similarity, score_cutoff=LEAST_SCORE, limit=most
            ):
                if OSA.distance(wanted, term) <= max(1, min(len(wanted), len(term)) // 4):
                    found[term] = score
        return sorted(found.items(), key=lambda pair: (-pair[1], pair[0]))[:most]

    def _near(self, wanted: str) -> Iterator[Sequence[str]]:
        """Terms of about the same length with the same first or last letter: few typing errors change both."""
        for length in range(len(wanted) - _APART, len(wanted) + _APART + 1):
            yield self._buckets.get((wanted[0], "", length), ())
            yield self._buckets.get(("", wanted[-1], length), ())

    def _containing(self, wanted: str, most: int) -> list[tuple[str, float]]:
        """The shortest terms that have all the words of a text among their own, with the share of them it makes up."""
        places = [self._by_word.get(word, set()) for word in _words(wanted)]
        keys = self.lexicon.taxonomy.arrays.keys
        terms = sorted((keys[i] for i in set.intersection(*places)), key=lambda term: (len(term), term))
        return [(term, len(wanted) / len(term)) for term in terms[:most] if term != wanted]

    def _begun(self, wanted: str, most: int) -> list[tuple[str, float]]:
        """The shortest terms that begin with a text, with the share of them it makes up."""
        if len(wanted) < _BEGUN:
            return []
        keys = self.lexicon.taxonomy.arrays.keys
        first, end = bisect_left(keys, wanted), bisect_left(keys, wanted + chr(sys.maxunicode))
        terms = sorted(keys[first:end], key=lambda term: (len(term), term))
        return [(term, len(wanted) / len(term)) for term in terms[:most] if term != wanted]

    @cached_property
    def _by_word(self) -> dict[str, set[int]]:
        places: dict[str, set[int]] = {}
        for i, term in enumerate(self.lexicon.taxonomy.arrays.keys):
            for word in _words(term):
                places.setdefault(word, set()).add(i)
        return places

    @cached_property
    def _buckets(self) -> dict[tuple[str, str, int], list[str]]:
        buckets: dict[tuple[str, str, int], list[str]] = {}
        for term in self.lexicon.taxonomy.arrays.keys:
            if term:
                buckets.setdefault((term[0], "", len(term)), []).append(term)
                buckets.setdefault(("", term[-1], len(term)), []).append(term)
        return buckets


def _words(text: str) -> list[str]:
    return [bare(word) for word in text.split()]
