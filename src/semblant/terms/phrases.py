"""Finding phrases in free text, each with the concepts it can mean.

There are two chunkers. The default is driven by the taxonomy's own labels: in every stretch of text the fewest
terms that cover the most words win, and words that no term has are left out. With ``semblant[nlp]`` spaCy says which
words are nouns.
"""

import re
from collections.abc import Iterable, Iterator
from typing import NamedTuple, Protocol

from semblant.data.missing import is_nothing
from semblant.terms.match import Match, Matcher
from semblant.terms.normalise import LIGHT_WORDS, STOP_WORDS, clean, plain

_ADDRESS = re.compile(
    r"\b(?:https?://|ftp://|www\.)\S+|\S+@\S+\.\w+"
    r"|\b(?:[a-z0-9-]+\.)+(?:com|org|net|edu|gov|info|biz|io|au|br|ca|ch|cn|de|es|eu|fr|jp|nl|pl|ru|se|uk)\b(?:/\S*)?",
    re.IGNORECASE,
)
"""Web and mail addresses: names of places on the net, not words."""
_STRETCH = re.compile(r"[^\w\s'.&-]+|(?<=\w\w)\.(?=\s|$)|\s-+\s")
_WORD = re.compile(r"\w+(?:[.'&-]\w+)*\.?|&")
_BEFORE_OTHERS = frozenset(
    """i we they he she you who can cannot could may might must shall should will would don doesn didn won couldn
    wouldn shouldn very too quite""".split()  # noqa: SIM905
)
"""Words after which a verb or an adjective follows, and hardly ever a noun: subjects, auxiliaries, `very`."""
_MOST_CHARACTERS = 20_000  # of one text; a cell longer than that is a document, and its beginning is enough


class Word(NamedTuple):
    """One word of a text."""

    text: str
    alone: bool
    """Whether it may be a phrase by itself; else it only counts as part of a longer term."""


class Chunker(Protocol):
    """Cuts texts into stretches of words, each to be searched for terms."""

    def __call__(self, texts: Iterable[str]) -> Iterator[list[list[Word]]]:
        """The stretches of every text."""


class Phrase(NamedTuple):
    """One thing that a text mentions."""

    text: str
    readings: tuple[Match, ...]


class _Cut(NamedTuple):
    """The best segmentation from one word on: the words covered, the number of terms, and the next step."""

    covered: int
    fewness: int
    end: int
    phrase: Phrase | None


class Phrases:
    """Finds the phrases of free texts; each text is read independently of the others.

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
        chunks = self.chunker(plain(_ADDRESS.sub(" ; ", text)) for text in waiting)
        for text, stretches in zip(waiting, chunks, strict=True):
            yield self._phrases(text, stretches)

    def _phrases(self, text: str, stretches: list[list[Word]]) -> tuple[Phrase, ...]:
        if is_nothing(text):
            return ()
        term = self.matcher.whole(text)
        if term and not self._is_ours(term):
            return (Phrase(clean(text), tuple(term)),)
        found = [phrase for words in stretches for phrase in self._terms(words)]
        if not found:  # stems are better than nothing, and worse than any term
            found = [p for words in stretches for word in words if word.alone for p in self._stemmed(word.text)]
        return tuple(found)

    def _terms(self, words: list[Word]) -> list[Phrase]:
        """The terms in a stretch of words: together they cover the most words, and are the fewest that do.

        Where that leaves a choice, the longer term comes first, since English compounds mostly branch to the left:
        `primary school` and `teacher`, not `primary` and `school teacher`.
        """
        best = [_Cut(0, 0, len(words), None)]  # from the last word backwards
        for start in range(len(words) - 1, -1, -1):
            cuts = [best[-1]._replace(end=start + 1, phrase=None)]
            for end, phrase in self._starting_at(words, start):
                rest = best[len(words) - end]
                cuts.append(_Cut(rest.covered + end - start, rest.fewness - 1, end, phrase))
            best.append(max(cuts, key=lambda cut: cut[:3]))
        found: list[Phrase] = []
        start = 0
        while start < len(words):
            cut = best[len(words) - start]
            found += [cut.phrase] if cut.phrase else []
            start = cut.end
        return found

    def _starting_at(self, words: list[Word], start: int) -> Iterator[tuple[int, Phrase]]:
        """Every term that begins with this word, and where it ends."""
        first = words[start]
        if first.text in STOP_WORDS:
            return
        for end in range(min(len(words), start + self.matcher.lexicon.longest_from(first.text)), start + 1, -1):
            if words[end - 1].text not in STOP_WORDS:
                text = " ".join(w.text for w in words[start:end])
                if (readings := self.matcher.term(text)) and not self._is_ours(readings):
                    yield end, Phrase(text, tuple(readings))
        if first.alone and (readings := self.matcher.term(first.text)) and not self._is_ours(readings):
            yield start + 1, Phrase(first.text, tuple(readings))

    def _is_ours(self, readings: list[Match]) -> bool:
        """Whether a term is in our list of everyday words, which say what a whole value means, not a part of a text."""
        return readings[0].reason == "abbreviation"

    def _stemmed(self, word: str) -> list[Phrase]:
        readings = self.matcher.stemmed(word)
        return [Phrase(word, tuple(readings))] if readings else []


def stretches(text: str) -> list[list[str]]:
    """The words of a plain text, cut at its punctuation, in their own case.

    Example:
        >>> stretches("The women's shoes; I don't like T-shirts.")
        [['The', 'women', 'shoes'], ['I', "don't", 'like', 'T-shirts']]
    """
    cut = (_WORD.findall(stretch) for stretch in _STRETCH.split(text.replace("_", " ")))
    return [["and" if w == "&" else w.removesuffix("'s") for w in words] for words in cut if words]


def label_chunks(texts: Iterable[str]) -> Iterator[list[list[Word]]]:
    """Cut texts at their punctuation; words that carry no topic cannot stand alone.

    Example:
        >>> chunks = next(label_chunks(["We love the forests, and wild horses"]))
        >>> [[word.text for word in words if word.alone] for words in chunks]
        [['forests'], ['horses']]
    """
    for text in texts:
        yield [
            [Word(word, _stands(word, before)) for before, word in zip(["", *words], words, strict=False)]
            for words in stretches(text.lower())
        ]


def _stands(word: str, before: str) -> bool:
    """Whether a word can be a topic by itself: a content word not in the position of a verb or adjective."""
    stem = word.partition("'")[0]
    return (
        len(stem) > 1
        and any(c.isalpha() for c in stem)
        and stem not in STOP_WORDS
        and stem not in LIGHT_WORDS
        and before.partition("'")[0] not in _BEFORE_OTHERS
    )
