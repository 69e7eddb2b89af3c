"""From a text to the concepts it can mean, and why."""

import re
from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import Literal, NamedTuple

from semblant.data.missing import is_nothing
from semblant.data.wholes import whole
from semblant.knowledge.taxonomy import Taxonomy
from semblant.knowledge.texts import key
from semblant.terms.codes import Codes, code_in
from semblant.terms.heads import heads, subject
from semblant.terms.lexicon import Lexicon
from semblant.terms.measures import unmeasured
from semblant.terms.normalise import (
    NON_ANSWERS,
    PLURALS,
    STOP_WORDS,
    bare,
    clean,
    singulars,
    spaced,
    spellings,
    spoken,
)
from semblant.terms.usage import Usage

Reason = Literal[
    "mapping", "exact", "spelling", "plural", "part", "stemmed", "trimmed", "abbreviation", "code", "edition",
    "voted", "suggested", "uncertain", "missing", "unknown",
]  # fmt: skip
"""Why a value means what it means.

mapping: the steward said so; exact: it is a term or an id; spelling: hyphens, accents or signs written otherwise;
plural: a bent form; part: one of the things a joined label names; stemmed: the same word stems; trimmed: only its head,
without words that describe it further; abbreviation: what an abbreviation of it stands for; code: a code written
otherwise; edition: a code of another edition; voted: the labels most like it agree; suggested: only similar, never
taken by itself; uncertain: a guess below the least score, not taken; missing: nothing there to read; unknown: nothing
found.
"""

LEAST = 0.5
"""The least score of a match that is taken, unless the policy says otherwise ..."""
LEAST_OF_WORDS = 0.75
"""... and that of a dictionary, whose words mean other things as well: from here on nine of ten matches are right."""

_SHORTEST = 3  # letters of the shortest plural, `GPs` aside
_INITIALS = re.compile(r"[A-Z]{2}s")
_STOPS = str.maketrans("-/,;:|&+()[]", " " * 12)
_NAMES: tuple[Reason, ...] = ("exact", "spelling", "plural", "code")


class Match(NamedTuple):
    """One reading of a text."""

    concept: int
    """The concept's number in the taxonomy, -1 where there is none."""
    sense: int
    """Which sense of the term it is, from 1; 0 where the text named the concept itself, or nothing was found."""
    score: float
    """The chance that it is right, once the column is known; before that, the share of the words that were read."""
    reason: Reason
    term: str = ""
    """The term it was found by."""
    whole: bool = True
    """Whether nothing of the text was left out, not even words that say little."""
    modifiers: int = 0
    """How many telling words of the phrase with its head were left out: before or behind it, not in an aside."""
    proposed: bool = False
    """Whether a review that nobody changed here says so, with the score it had then."""

    @property
    def is_name(self) -> bool:
        """Whether the text is a name of the concept, up to case, plural and spelling: nothing left out or added."""
        return self.whole and self.reason in _NAMES


UNKNOWN = Match(-1, 0, 0.0, "unknown")
NO_CONCEPT = UNKNOWN._replace(whole=False)
"""What the steward says of a value that has no concept; nothing else is sought for it."""
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
        self.min_score = LEAST_OF_WORDS if self.lexicon.is_dictionary else LEAST
        """The least score of a match that is taken, unless the policy says otherwise."""
        self.codes = Codes(taxonomy)
        self.usage = Usage(self.lexicon)
        self.readings = lru_cache(maxsize=1 << 16)(lambda text: self._readings(spaced(text)))
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
        if self.is_no_answer(phrase):
            return (UNKNOWN,)
        found = self.whole(text) or self._coded(text) or self._without_measures(phrase)
        if found and found[0].reason == "plural" and len(phrase) <= _SHORTEST and not _INITIALS.fullmatch(text.strip()):
            found = []  # `pos` is no plural of polonium
        if not found and (not self.lexicon.is_dictionary or " " not in phrase):
            found = self.stemmed(phrase)
        return tuple(found or next(self.headed(phrase), ())) or (UNKNOWN,)

    def _without_measures(self, phrase: str) -> list[Match]:
        """Readings of a phrase as one term, where it also says how much of that there is."""
        rest = unmeasured(spoken(phrase)) if self.lexicon.is_dictionary else phrase
        found = [] if rest == phrase else self.term(rest)
        return [m._replace(reason="spelling" if m.reason == "exact" else m.reason, whole=False) for m in found]

    def is_no_answer(self, phrase: str) -> bool:
        """Whether a cleaned phrase says that there is no answer, though a dictionary may have it as a word."""
        return self.lexicon.is_dictionary and bare(phrase) in NON_ANSWERS

    def headed(self, phrase: str, *, shared: bool = True) -> Iterator[list[Match]]:
        """Readings of a cleaned phrase by its head: of each phrase that ends with a head, then of ever less of it."""
        if self.lexicon.is_dictionary:
            phrase = unmeasured(spoken(phrase))
        words = phrase.translate(_STOPS).split()
        if sum(bool(code_in(word)) for word in words) > 1:
            return  # two codes, or a range: one of them alone means something else
        told = _telling(words)
        named = [*heads(phrase, shared=shared), *(subject(phrase) if self.lexicon.is_dictionary else ())]
        for head in named:
            said = head.replace("-", " ").split() if " " in head else [head]
            for found in self._tails(said):
                if kinds := self._kinds_of(said, found):
                    yield [_headed(m, "spelling", 1.0) for m in kinds]
                kept = _telling(found[0].term.replace("-", " ").split())
                if kept >= told:
                    yield [_headed(m, "spelling" if m.reason == "exact" else m.reason, 1.0) for m in found]
                else:
                    modifiers = max(_telling(said) - kept, 0)
                    yield [_headed(m, "trimmed", kept / told)._replace(modifiers=modifiers) for m in found]

    def _kinds_of(self, words: list[str], found: list[Match]) -> list[Match]:
        """What the words before a head name, where that is a kind of the head: an *HIV disease* is HIV."""
        before = words[: len(words) - len(found[0].term.replace("-", " ").split())]
        if not before or before == words or not self.lexicon.is_dictionary:
            return []
        heads_found = {m.concept for m in found}
        named = [m for m in self.term(" ".join(before)) if m.concept not in heads_found]
        return [m for m in named if not heads_found.isdisjoint(self.taxonomy.ancestors(m.concept).tolist())]

    def in_column(self, match: Match, text: str, column: str | None) -> Match:  # noqa: ARG002
        """A match as the name of its column lets it be understood; None where the text is a phrase of another."""
        return match

    def usual(self, text: str, readings: Sequence[Match]) -> int:
        """The position of the default reading: the first, or a sense that is far more in use."""
        if len(readings) < 2:
            return 0
        head = (readings[0].term or bare(clean(text))).rpartition(" ")[2]
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
        return [] if found is None else [Match(found, whole(text.rpartition("#")[2]), 1.0, "exact")]

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
            return [Match(spelt, 0, 1.0, "code")]
        lies_in = self.codes.other_edition(text)
        return [Match(lies_in, 0, 1.0, "edition")] if lies_in >= 0 else []

    def _term(self, phrase: str) -> list[Match]:
        """Readings of a cleaned phrase as a term, or as one of the things a joined label names."""
        found = self.phrase(phrase)
        if found:
            return found
        for form in (phrase, *spellings(phrase), *self._bases(phrase)):
            concepts = self.lexicon.joined(form)
            if concepts:
                return [Match(c, n, 1.0, "part", form) for n, c in enumerate(concepts, 1)]
        return []

    def stemmed(self, phrase: str) -> list[Match]:
        """Readings of a cleaned phrase by the Porter stems of its words."""
        term = self.lexicon.stemmed(phrase)
        return [] if term is None else self._as(term, "stemmed")

    def _tails(self, words: list[str]) -> Iterator[list[Match]]:
        """Readings of some words, then without one word after the other on the left."""
        for start in range(max(0, len(words) - self.lexicon.longest), len(words)):
            rest = words[start:]
            if not _telling(rest) or len(rest[-1]) < 2 or not any(c.isalpha() for c in rest[-1]):
                return
            tail = " ".join(rest)
            if code_in(tail) and any(code_in(bare(w)) for w in words[:start]):
                return  # two codes, or a range: the last alone means something else
            begins = self.lexicon.longest_from(rest[0]) >= len(rest)
            found = self.term(tail) if begins or len(rest) == 1 else []
            if not found and not self.lexicon.is_dictionary:
                found = self.stemmed(tail)
            if found:
                yield found

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
        if self.lexicon.everyday(term):
            reason = "abbreviation"  # by our lists: the text is no name of the concept
        return [Match(c, n, 1.0, reason, term) for n, c in enumerate(self.lexicon.senses(term), 1)]


def _headed(match: Match, reason: Reason, score: float) -> Match:
    """A match of the head of a text."""
    return match._replace(reason=reason, score=score, whole=False)


def _telling(words: list[str]) -> int:
    """How many words carry a topic."""
    return sum(w not in STOP_WORDS and any(map(str.isalnum, w)) for w in words)


def words_left(text: str, term: str) -> int:
    """How many telling words of a text a term leaves out.

    Example:
        >>> words_left("Blue tit on the feeder", "blue tit")
        1
    """
    told = _telling(bare(clean(text)).translate(_STOPS).split())
    return max(told - _telling(term.replace("-", " ").split()), 0)


def _merged(singular: list[Match], found: list[Match], plural: bool) -> list[Match]:
    """The readings of a form and of its singular, each concept once; the singular's first where it is a true plural."""
    first, second = (singular, found) if plural else (found, singular)
    taken = {m.concept for m in first}
    return first + [m for m in second if m.concept not in taken]
