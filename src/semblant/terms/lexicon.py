"""The terms of a taxonomy, indexed for looking up very many texts."""

import re
from bisect import bisect_left
from functools import cached_property, lru_cache

import numpy as np
import snowballstemmer

from semblant.knowledge.taxonomy import Taxonomy
from semblant.knowledge.texts import unaccented
from semblant.terms.wordlists import anywhere

_MANY = 2_000  # look-ups after which an index in memory is cheaper than searching the pack
_TELLING = 16  # the most concepts that a part may name; one in more labels, like `unspecified`, is meaningless
_JOINED = re.compile(r"\s+and\s+|\s*[/,&]\s*")
_JOINT = re.compile(rb" and |[/,&]")


class Lexicon:
    """A taxonomy's terms as a dictionary: senses, irregular forms, stems, parts of joined labels.

    Example:
        >>> sports = Lexicon(Taxonomy.from_paths(["Sports/Swimming and Diving", "Sports/Water Sports"]))
        >>> sports.joined("diving") == sports.senses("swimming and diving"), sports.stemmed("water sporting")
        (True, 'water sports')
    """

    def __init__(self, taxonomy: Taxonomy) -> None:
        self.taxonomy = taxonomy
        self._asked = 0
        self._stems_from = lru_cache(maxsize=None)(self._stems_of_bucket)
        self.stem = lru_cache(maxsize=1 << 18)(snowballstemmer.stemmer("porter").stemWord)

    def senses(self, term: str) -> list[int]:
        """The concepts of a cleaned term, the most usual sense first; of an everyday word it lacks, ours."""
        if self._asked <= _MANY:
            self._asked += 1
            return self.taxonomy.senses(term) or self.everyday(term)
        found = self._index.get(term)
        if found is None:
            return self.everyday(term)
        arrays = self.taxonomy.arrays
        concepts: list[int] = arrays.senses[arrays.key_ptr[found] : arrays.key_ptr[found + 1]].tolist()
        return concepts

    def everyday(self, term: str) -> list[int]:
        """The concept of an everyday word that a dictionary lacks; none for what is in it, or in other vocabularies."""
        return self._everyday.get(term, [])

    @cached_property
    def _everyday(self) -> dict[str, list[int]]:
        if not self.is_dictionary:
            return {}
        concepts = {name: self.taxonomy.find(name) for name in set(anywhere().values())}
        named = ((word, concepts[name]) for word, name in anywhere().items() if not self.taxonomy.senses(word))
        return {word: [concept] for word, concept in named if concept is not None}

    def by_id(self, text: str) -> int:
        """The concept with this id, or -1."""
        if self._asked <= _MANY:
            return self.taxonomy.ids.find(text)
        return self._ids.get(text, -1)

    @cached_property
    def _ids(self) -> dict[str, int]:
        return {identifier: i for i, identifier in enumerate(self.taxonomy.ids)}

    @cached_property
    def _index(self) -> dict[str, int]:
        return {term: i for i, term in enumerate(self.taxonomy.arrays.keys)}

    def irregular(self, form: str) -> str | None:
        """What an irregular form is a form of, where the source lists it."""
        return self._irregular.get(form)

    @property
    def is_dictionary(self) -> bool:
        """Whether the source lists inflected forms, as WordNet does: its terms are then ordinary words, not names."""
        return len(self.taxonomy.arrays.inflected) > 0

    @cached_property
    def _irregular(self) -> dict[str, str]:
        arrays = self.taxonomy.arrays
        return dict(zip(arrays.inflected, arrays.lemmas, strict=True))

    def stemmed(self, phrase: str) -> str | None:
        """The term whose words have the same Porter stems: the one nearest in length, then in the alphabet."""
        if not phrase[:1].isalpha() or phrase.count(" ") >= self.longest:
            return None
        terms = self._stems_from(phrase[:2]).get(self._stems(phrase), ())
        return min(terms, key=lambda t: (abs(len(t) - len(phrase)), t), default=None)

    def _stems(self, phrase: str) -> str:
        return " ".join(self.stem(w) for w in phrase.replace("-", " ").split())

    def _stems_of_bucket(self, start: str) -> dict[str, list[str]]:
        """Terms by their stems, for those that begin with these letters, which stemming leaves alone."""
        keys = self.taxonomy.arrays.keys
        stems: dict[str, list[str]] = {}
        i = bisect_left(keys, start)
        while i < len(keys) and (term := keys[i]).startswith(start):
            stems.setdefault(self._stems(term), []).append(term)
            i += 1
        return stems

    def joined(self, phrase: str) -> list[int]:
        """Concepts whose label joins this phrase with others by `and`, `/` or `,`."""
        return self._parts.get(phrase, [])

    @cached_property
    def _parts(self) -> dict[str, list[int]]:
        arrays = self.taxonomy.arrays
        places = [m.start() for m in _JOINT.finditer(arrays.keys.blob.tobytes())]
        parts: dict[str, list[int]] = {}
        for i in np.unique(np.searchsorted(arrays.keys.offsets, places, side="right") - 1).tolist():
            for part in _JOINED.split(arrays.keys[i]):
                concepts: list[int] = arrays.senses[arrays.key_ptr[i] : arrays.key_ptr[i + 1]].tolist()
                known = parts.setdefault(part, [])
                known += [c for c in concepts if c not in known]
        return {part: concepts for part, concepts in parts.items() if part and len(concepts) <= _TELLING}

    @cached_property
    def longest(self) -> int:
        """Words in the longest term."""
        keys = self.taxonomy.arrays.keys
        ours = max((1 + word.count(" ") + word.count("-") for word in self._everyday), default=0)
        gaps = np.concatenate(([0], np.cumsum((keys.blob == ord(" ")) | (keys.blob == ord("-")))))
        return max(ours, 1 + int(np.diff(gaps[keys.offsets]).max(initial=0)))

    def longest_from(self, word: str) -> int:
        """Words in the longest term that begins with this word; 0 where none does."""
        return self._longest_from.get(word) or (0 if word.isascii() else self._longest_from.get(unaccented(word), 0))

    @cached_property
    def _longest_from(self) -> dict[str, int]:
        longest: dict[str, int] = {}
        for term in (*self.taxonomy.arrays.keys, *self._parts, *self._everyday):
            words = term.split(" ")
            pieces = term.replace("-", " ").split(" ")
            for first in {words[0], pieces[0]}:
                if longest.get(first, 0) < len(pieces):
                    longest[first] = len(pieces)
        return longest
