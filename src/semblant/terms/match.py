"""From a text to the concepts it can mean, and why."""

from collections.abc import Iterator
from functools import lru_cache
from typing import Literal, NamedTuple

import numpy as np

from semblant.knowledge.taxonomy import Taxonomy
from semblant.knowledge.texts import Texts, key
from semblant.policy import MISSING, SUPPRESSED
from semblant.terms.normalise import STOP_WORDS, clean, singulars, spellings

Reason = Literal["mapping", "exact", "spelling", "plural", "trimmed", "missing", "unknown"]
"""Why a value means what it means: the steward's word, the text itself, hyphens or signs written otherwise,
a plural, words left out on the left, nothing there to read, or nothing found."""

_CERTAINTY: dict[str, float] = {"exact": 1.0, "spelling": 0.95, "plural": 0.9}
_MANY = 2_000  # look-ups after which an index in memory is cheaper than searching the pack


class Match(NamedTuple):
    """One reading of a text."""

    concept: int
    """The concept's number in the taxonomy, -1 where there is none."""
    sense: int
    """Which sense of the term it is, from 1; 0 where the text named the concept itself, or nothing was found."""
    score: float
    reason: Reason


UNKNOWN = Match(-1, 0, 0.0, "unknown")
NOTHING = Match(-1, 0, 0.0, "missing")


class Matcher:
    """Reads texts by one taxonomy; a text is always read the same way, whatever stands around it.

    Example:
        >>> sport = Taxonomy.from_paths(["sport/water sport/diving", "sport/golf"])
        >>> matcher = Matcher(sport)
        >>> matcher.match("exciting Water-Sports").reason, matcher.match("chess").reason
        ('trimmed', 'unknown')
        >>> sport.label(matcher.match("exciting Water-Sports").concept)
        'water sport'
    """

    def __init__(self, taxonomy: Taxonomy) -> None:
        self.taxonomy = taxonomy
        self.readings = lru_cache(maxsize=1 << 16)(self._readings)
        self._longest = _most_words(taxonomy.arrays.keys)
        self._index: dict[str, int] | None = None
        self._asked = 0

    def match(self, text: str) -> Match:
        """What a text means in its first sense."""
        return self.readings(text)[0]

    def candidates(self, text: str) -> tuple[list[int], Reason]:
        """Every concept the text can mean, the likeliest first, and how it was read."""
        found = self.readings(text)
        return [m.concept for m in found if m.concept >= 0], found[0].reason

    def _readings(self, text: str) -> tuple[Match, ...]:
        """All readings of a text, the best first; one that says `unknown` or `missing` where there is none."""
        if text.strip() in (MISSING, SUPPRESSED):
            return (NOTHING,)
        named = self._named(text)
        if named is not None:
            return (named,)
        phrase = clean(text)
        return tuple(self._phrase(phrase) or self._trimmed(phrase)) or (UNKNOWN,)

    def _named(self, text: str) -> Match | None:
        """The concept that an id or `term#n` names, where the text is no term as it stands."""
        by_id = self.taxonomy.ids.find(text.strip())
        if by_id >= 0:
            return Match(by_id, 0, 1.0, "exact")
        if "#" not in text or self._senses(key(text)):
            return None
        found = self.taxonomy.find(text)
        return None if found is None else Match(found, int(text.rpartition("#")[2]), 1.0, "exact")

    def _phrase(self, phrase: str) -> list[Match]:
        """Readings of a whole phrase. A term that looks like a plural (`mechanics`) keeps its singular as a rival."""
        spelt: str | None = phrase
        reason: Reason = "exact"
        if not self._senses(phrase):
            reason = "spelling"
            spelt = next((s for s in spellings(phrase) if self._senses(s)), None)
        found = self._as(spelt, reason) if spelt is not None else []
        for form in [spelt] if spelt is not None else [phrase, *spellings(phrase)]:
            base = next((b for b in self._bases(form) if self._senses(b)), None)
            if base is not None:
                known = {m.concept for m in found}
                return found + [m for m in self._as(base, "plural") if m.concept not in known]
        return found

    def _trimmed(self, phrase: str) -> list[Match]:
        """Readings after leaving out words on the left, as few as possible."""
        words = phrase.replace("-", " ").replace("/", " ").split()
        told = sum(w not in STOP_WORDS for w in words)
        for start in range(max(1, len(words) - self._longest), len(words)):
            rest = words[start:]
            kept = sum(w not in STOP_WORDS for w in rest)
            if not kept or len(rest[-1]) < 2 or not any(c.isalpha() for c in rest[-1]):
                return []
            found = self._phrase(" ".join(rest))
            if found:
                return [m._replace(score=m.score * 0.8 * kept / told, reason="trimmed") for m in found]
        return []

    def _bases(self, form: str) -> Iterator[str]:
        """The words a form may be bent from: the source's own list of irregular forms, then the rules."""
        irregular = self.taxonomy.lemma(form)
        if irregular is not None:
            yield irregular
        before, space, last = form.rpartition(" ")
        if space:
            irregular = self.taxonomy.lemma(last)
            if irregular is not None:
                yield f"{before} {irregular}"
        yield from singulars(form)

    def _as(self, term: str, reason: Reason) -> list[Match]:
        return [Match(c, n, _CERTAINTY[reason], reason) for n, c in enumerate(self._senses(term), 1)]

    def _senses(self, term: str) -> list[int]:
        """The taxonomy's senses of a key; from an index in memory once many have been asked for."""
        if self._index is None:
            self._asked += 1
            if self._asked <= _MANY:
                return self.taxonomy.senses(term)
            self._index = {k: i for i, k in enumerate(self.taxonomy.arrays.keys)}
        found = self._index.get(term)
        if found is None:
            return []
        arrays = self.taxonomy.arrays
        concepts: list[int] = arrays.senses[arrays.key_ptr[found] : arrays.key_ptr[found + 1]].tolist()
        return concepts


def _most_words(keys: Texts) -> int:
    """Words in the longest term; a longer tail of a text need not be tried."""
    if not len(keys):
        return 1
    spaces = np.concatenate(([0], np.cumsum((keys.blob == ord(" ")) | (keys.blob == ord("-")))))
    return 1 + int(np.diff(spaces[keys.offsets]).max())
