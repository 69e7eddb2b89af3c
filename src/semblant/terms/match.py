"""From a text to the concepts it can mean, and why."""

from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import Literal, NamedTuple

from semblant.data.missing import is_nothing
from semblant.knowledge.taxonomy import Taxonomy
from semblant.knowledge.texts import key
from semblant.terms.codes import Codes, code_in
from semblant.terms.lexicon import Lexicon
from semblant.terms.normalise import PLURALS, STOP_WORDS, bare, clean, singulars, spellings
from semblant.terms.usage import Usage

Reason = Literal[
    "mapping", "exact", "spelling", "plural", "part", "stemmed", "trimmed", "code", "edition",
    "suggested", "missing", "unknown",
]  # fmt: skip
"""Why a value means what it means.

mapping: the steward said so; exact: it is a term or an id; spelling: hyphens, accents or signs written otherwise;
plural: a bent form; part: one of the things a joined label names; stemmed: the same word stems; trimmed: words left
out on the left; code: a code written otherwise; edition: a code of another edition; suggested: only similar, never
taken by itself; missing: nothing there to read; unknown: nothing found.
"""

_CERTAINTY: dict[Reason, float] = {"exact": 1.0, "spelling": 0.95, "plural": 0.9, "part": 0.75, "stemmed": 0.7}
_TRIMMED = 0.8


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
    """Matches texts with one taxonomy; a text is always read the same way, whatever the other texts are.

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
        self.lexicon = Lexicon(taxonomy)
        self.codes = Codes(taxonomy)
        self.usage = Usage(self.lexicon)
        self.readings = lru_cache(maxsize=1 << 16)(self._readings)
        self.term = lru_cache(maxsize=1 << 16)(self._term)

    def match(self, text: str) -> Match:
        """What a text means in its first sense."""
        return self.readings(text)[0]

    def candidates(self, text: str) -> tuple[list[int], Reason]:
        """Every concept the text can mean, the likeliest first, and how it was read."""
        found = self.readings(text)
        return [m.concept for m in found if m.concept >= 0], found[0].reason

    def _readings(self, text: str) -> tuple[Match, ...]:
        """All readings of a text, the best first; one that says `unknown` or `missing` where there is none."""
        if is_nothing(text):
            return (NOTHING,)
        phrase = clean(text)
        found = self.whole(text) or self._coded(text) or self._stem_or_trim(phrase)
        return tuple(found) or (UNKNOWN,)

    def usual(self, text: str, readings: Sequence[Match]) -> int:
        """The position of the default reading: the first, or a sense that is far more in use."""
        if len(readings) < 2:
            return 0
        head = bare(clean(text)).rpartition(" ")[2]
        return self.usage.usual([head, *self._bases(head)], [m.concept for m in readings])

    def whole(self, text: str) -> list[Match]:
        """Readings of a text as one term, nothing left out and no stems."""
        return self._named(text) or self.term(clean(text))

    def _named(self, text: str) -> list[Match]:
        """The concept that an id or `term#n` names, where the text itself is not a term."""
        by_id = self.lexicon.by_id(text.strip())
        if by_id >= 0:
            return [Match(by_id, 0, 1.0, "exact")]
        if "#" not in text or self.lexicon.senses(key(text)):
            return []
        found = self.taxonomy.find(text)
        return [] if found is None else [Match(found, int(text.rpartition("#")[2]), 1.0, "exact")]

    def phrase(self, phrase: str) -> list[Match]:
        """Readings of a cleaned phrase. A term that looks like a plural (`mechanics`) keeps its singular as a rival.

        Where people hardly ever mean the term of a dictionary, but several of its singular (`shoes`), that comes first.
        """
        senses = self.lexicon.senses
        spelt = phrase if senses(phrase) else next((s for s in spellings(phrase) if senses(s)), None)
        found = [] if spelt is None else self._as(spelt, "exact" if spelt == phrase else "spelling")
        for form in (phrase, *spellings(phrase)) if spelt is None else (spelt,):
            base = next((b for b in self._bases(form) if senses(b)), None)
            if base is not None:
                return _merged(self._as(base, "plural"), found, form in PLURALS and self.lexicon.is_dictionary)
        return found

    def _coded(self, text: str) -> list[Match]:
        """The reading of a code in another spelling or of another edition."""
        spelt = self.codes.spelt(text)
        if spelt >= 0:
            return [Match(spelt, 0, 0.95, "code")]
        lies_in = self.codes.other_edition(text)
        return [Match(lies_in, 0, 0.8, "edition")] if lies_in >= 0 else []

    def _term(self, phrase: str) -> list[Match]:
        """Readings of a cleaned phrase as a term, or as one of the things a joined label names."""
        found = self.phrase(phrase)
        if found:
            return found
        for form in (phrase, *spellings(phrase), *self._bases(phrase)):
            concepts = self.lexicon.joined(form)
            if concepts:
                return [Match(c, n, _CERTAINTY["part"], "part") for n, c in enumerate(concepts, 1)]
        return []

    def stemmed(self, phrase: str) -> list[Match]:
        """Readings of a cleaned phrase by the Porter stems of its words."""
        term = self.lexicon.stemmed(phrase)
        return [] if term is None else self._as(term, "stemmed")

    def _stem_or_trim(self, phrase: str) -> list[Match]:
        """Readings by stems, else after leaving out words on the left, as few as possible."""
        stemmed = self.stemmed(phrase)
        if stemmed:
            return stemmed
        words = phrase.replace("-", " ").replace("/", " ").split()
        told = sum(w not in STOP_WORDS for w in words)
        for start in range(max(1, len(words) - self.lexicon.longest), len(words)):
            rest = words[start:]
            kept = sum(w not in STOP_WORDS for w in rest)
            if not kept or len(rest[-1]) < 2 or not any(c.isalpha() for c in rest[-1]):
                return []
            tail = " ".join(rest)
            if code_in(tail) and any(code_in(bare(w)) for w in words[:start]):
                return []  # two codes, or a range: the last alone means something else
            begins = self.lexicon.longest_from(rest[0]) >= len(rest)
            found = (self.term(tail) if begins or len(rest) == 1 else []) or self.stemmed(tail)
            if found:
                return [m._replace(score=m.score * _TRIMMED * kept / told, reason="trimmed") for m in found]
        return []

    def _bases(self, form: str) -> Iterator[str]:
        """The base forms of an inflected word: by the source's list of irregular forms, then by rules."""
        irregular = self.lexicon.irregular(form)
        if irregular is not None:
            yield irregular
        before, space, last = form.rpartition(" ")
        if space:
            irregular = self.lexicon.irregular(last)
            if irregular is not None:
                yield f"{before} {irregular}"
        yield from singulars(form)

    def _as(self, term: str, reason: Reason) -> list[Match]:
        return [Match(c, n, _CERTAINTY[reason], reason) for n, c in enumerate(self.lexicon.senses(term), 1)]


def _merged(singular: list[Match], found: list[Match], plural: bool) -> list[Match]:
    """The readings of a form and of its singular, each concept once; the singular's first where it is a true plural."""
    first, second = (singular, found) if plural else (found, singular)
    taken = {m.concept for m in first}
    return first + [m for m in second if m.concept not in taken]
