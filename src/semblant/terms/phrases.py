"""From free text to the several things it speaks of: phrases, each with the concepts it can mean.

Two chunkers share one seam. The default is driven by the taxonomy's own labels: in every stretch of text the longest
term wins, sought from the right, where English puts the head of a phrase. With ``semblant[nlp]`` spaCy says
which words are nouns.
"""

import re
from collections.abc import Iterable, Iterator
from typing import Any, NamedTuple, Protocol

from semblant.errors import PolicyError
from semblant.terms.match import Match, Matcher, is_nothing
from semblant.terms.normalise import LIGHT_WORDS, STOP_WORDS, clean

_ADDRESS = re.compile(
    r"\b(?:https?://|ftp://|www\.)\S+|\S+@\S+\.\w+"
    r"|\b(?:[a-z0-9-]+\.)+(?:com|org|net|edu|gov|info|biz|io|au|br|ca|ch|cn|de|es|eu|fr|jp|nl|pl|ru|se|uk)\b(?:/\S*)?",
    re.IGNORECASE,
)
"""Web and mail addresses: names of places on the net, not words."""
_STRETCH = re.compile(r"[^\w\s'.&-]+|(?<=\w\w)\.(?=\s|$)|\s-+\s")
_WORD = re.compile(r"\w+(?:[.'&-]\w+)*\.?|&")
_SUBJECTS = frozenset("i we they he she you who".split())  # noqa: SIM905
_MOST_CHARACTERS = 20_000  # of one text; a cell longer than that is a document, and its beginning is enough


class Word(NamedTuple):
    """One word of a text."""

    text: str
    alone: bool
    """Whether it may be a phrase by itself; else it only counts as part of a longer term."""


class Chunker(Protocol):
    """Cuts a cleaned text into stretches of words, each to be searched for terms."""

    def __call__(self, texts: Iterable[str]) -> Iterator[list[list[Word]]]:
        """The stretches of every text."""


class Phrase(NamedTuple):
    """One thing a text speaks of."""

    text: str
    readings: tuple[Match, ...]


class Phrases:
    """Reads free text, several concepts each; always the same way, whatever stands around it.

    Example:
        >>> from semblant.knowledge.taxonomy import Taxonomy
        >>> odp = Taxonomy.from_paths(["Sports/Water Sports/Swimming and Diving", "Regional/Europe/Mediterranean"])
        >>> [p.text for p in Phrases(Matcher(odp)).read("diving in the Mediterranean")]
        ['diving', 'mediterranean']
    """

    def __init__(self, matcher: Matcher, chunker: Chunker | None = None) -> None:
        self.matcher = matcher
        self.chunker = chunker or label_chunks

    def read(self, text: str) -> tuple[Phrase, ...]:
        """The phrases of one text, in their order."""
        return next(self.read_all([text]))

    def read_all(self, texts: Iterable[str]) -> Iterator[tuple[Phrase, ...]]:
        """The phrases of many texts; each is a function of its text alone."""
        waiting = [text[:_MOST_CHARACTERS] for text in texts]
        chunks = self.chunker(clean(_ADDRESS.sub(" . ", text)) for text in waiting)
        for text, stretches in zip(waiting, chunks, strict=True):
            yield self._phrases(text, stretches)

    def _phrases(self, text: str, stretches: list[list[Word]]) -> tuple[Phrase, ...]:
        if is_nothing(text):
            return ()
        term = self.matcher.whole(text)
        if term:
            return (Phrase(clean(text), tuple(term)),)
        found = [phrase for words in stretches for phrase in self._terms(words)]
        if not found:  # loose readings are better than none, and worse than any other
            found = [p for words in stretches for word in words if word.alone for p in self._loose(word.text)]
        return tuple(found)

    def _terms(self, words: list[Word]) -> list[Phrase]:
        """The terms in a stretch of words: from the right, the longest first."""
        found: list[Phrase] = []
        end = len(words)
        while end:
            start, phrase = self._ending_at(words, end)
            if phrase is not None:
                found.append(phrase)
            end = start
        return found[::-1]

    def _ending_at(self, words: list[Word], end: int) -> tuple[int, Phrase | None]:
        last = words[end - 1]
        if last.text not in STOP_WORDS:
            for start in range(max(0, end - self.matcher.lexicon.longest), end - 1):
                first = words[start].text
                if first not in STOP_WORDS and self.matcher.lexicon.longest_from(first) >= end - start:
                    text = " ".join(w.text for w in words[start:end])
                    readings = self.matcher.phrase(text)
                    if readings:
                        return start, Phrase(text, tuple(readings))
            if last.alone:
                readings = self.matcher.phrase(last.text)
                if readings:
                    return end - 1, Phrase(last.text, tuple(readings))
        return end - 1, None

    def _loose(self, word: str) -> list[Phrase]:
        readings = self.matcher.loosely(word)
        return [Phrase(word, tuple(readings))] if readings else []


def label_chunks(texts: Iterable[str]) -> Iterator[list[list[Word]]]:
    """Cut texts at their punctuation; words that carry no topic cannot stand alone.

    Example:
        >>> [[w.text for w in words if w.alone] for words in next(label_chunks(["we love the forests, and wild horses"]))]
        [['forests'], ['horses']]
    """
    for text in texts:
        stretches = []
        for stretch in _STRETCH.split(text):
            words = [_possessed(w) for w in _WORD.findall(stretch)]
            if words:
                stretches.append([Word(w, _stands(w, words[i - 1] if i else "")) for i, w in enumerate(words)])
        yield stretches


def _possessed(word: str) -> str:
    """A word without its possessive ending; `&` as the word it stands for."""
    return "and" if word == "&" else word.removesuffix("'s")


def _stands(word: str, before: str) -> bool:
    """Whether a word can be a topic by itself: a word of content that is not the verb after its subject."""
    plain = word.partition("'")[0]
    return (
        len(plain) > 1
        and plain not in STOP_WORDS
        and plain not in LIGHT_WORDS
        and before.partition("'")[0] not in _SUBJECTS
        and any(c.isalpha() for c in plain)
    )
