"""Matching by votes: the labels of a vocabulary most like a text vote for the concepts they name.

A label is a vector of its words, its head and the character 3- and 4-grams of its words, weighted by how rare they are.
A vocabulary with many labels for a concept holds most ways to say it, so the labels nearest to a text tell what it
means better than any single one does, and where they disagree, the narrowest concept above most of them is certain.
"""

import math
from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from functools import cached_property, lru_cache
from types import MappingProxyType
from typing import TYPE_CHECKING, NamedTuple

import numpy as np
from rapidfuzz.distance import OSA

from semblant.arrays import Floats32, Ints, Ints32
from semblant.kernels.votes import add_similarities
from semblant.knowledge.taxonomy import Taxonomy

if TYPE_CHECKING:
    from scipy import sparse  # slow to import, and few vocabularies vote

NEIGHBOURS = 40
"""The most labels that vote."""
POWER = 6.0
"""A vote counts by the similarity of its label to this power."""
PREFERRED = 4.0
"""How many votes the preferred label of a concept has."""
ABSTAIN = 0.2
"""Votes for nothing, so that a few labels that are hardly alike decide nothing."""
_HALF = 0.5  # a label less than half as similar as the best has no vote worth counting
_HEADS = 5  # labels with a word as their head from which it is one
_OFTEN, _SELDOM = 0.5, 0.2  # the share of the labels with a word of which it is the head
_HEADLESS = 0.7  # what is left of the similarity of a label that has not the head of a text
_EXACT = 0.995  # the similarity of two phrases with the same words and head
_LEAST = 0.05  # the least share of the votes that is told
_GRAMS = (3, 4)
_WORD, _HEAD, _GRAM = 2.0, 2.0, 1.0  # the weights of the kinds of features
_SHORTEST = 5  # letters of a word in which a slip is mended
_USUAL = 0.05  # a gram in more of the labels than this says nothing


class Phrase(NamedTuple):
    """A text as votes compare it: its words in one spelling, and the one that the others describe further."""

    words: tuple[str, ...]
    head: str


class Electorate:
    """The labels of a taxonomy, indexed by what they are made of.

    Example:
        >>> jobs = Taxonomy.from_edges([("bus driver", "driver"), ("truck driver", "driver"), ("nurse", "carer")])
        >>> votes = Electorate(jobs, lambda text: (Phrase(tuple(text.split()), text.split()[-1]),)).votes("truk driver")
        >>> max(votes, key=votes.get) == jobs.index("driver")
        True
    """

    def __init__(
        self,
        taxonomy: Taxonomy,
        phrases: Callable[[str], tuple[Phrase, ...]],
        votes: Callable[[int], bool] = lambda _: True,
        *,
        label: Callable[[str], Phrase] | None = None,
        parts: Callable[[str], Iterable[str]] = lambda _: (),
        restricting: frozenset[str] = frozenset(),
        implied: Mapping[str, frozenset[str]] = MappingProxyType({}),
        exact_wins: bool = False,
        head_decides: bool = False,
        is_word: Callable[[str], bool] = lambda _: False,
    ) -> None:
        self.taxonomy = taxonomy
        self._is_word = is_word
        self.restricting = {word: 1 << bit for bit, word in enumerate(sorted(restricting))}
        self._implied = {
            word: sum(self.restricting[other] for other in others) | self.restricting.get(word, 0)
            for word, others in implied.items()
        }
        self.exact_wins, self.head_decides = exact_wins, head_decides
        self._parts, self._label = parts, label or (lambda text: phrases(text)[0])
        self.phrases = phrases
        self._has_vote = votes
        self._grams_of = lru_cache(maxsize=1 << 16)(self._known_grams)
        self._respelt = lru_cache(maxsize=1 << 16)(self._nearest_word)
        self._narrower = lru_cache(maxsize=1 << 8)(self._narrower_labels)

    def says(self, text: str) -> bool:
        """Whether a label says just what a text says."""
        return any(self._similarities(phrase).max(initial=0.0) >= _EXACT for phrase in self.phrases(text))

    def votes(self, text: str) -> dict[int, float]:
        """The share of the votes of the nearest labels, for every concept they name and all above it."""
        phrase, *others = self.phrases(text)
        similarities = self._weighed(phrase)
        for other in others:
            np.maximum(similarities, self._weighed(other), out=similarities)
        best = float(similarities.max(initial=0.0))
        if best <= 0:
            return {}
        near = np.flatnonzero(similarities >= (_EXACT if self.exact_wins and best >= _EXACT else _HALF * best))
        if len(near) > NEIGHBOURS:
            near = near[np.argsort(-similarities[near], kind="stable")[:NEIGHBOURS]]
        shared = np.where(similarities[near] < _EXACT, self._shared[near], 1.0)
        weights = similarities[near] ** POWER * self._say[near] / shared
        weights /= weights.sum() + ABSTAIN
        named: dict[int, float] = {}
        for concept, weight in zip(self._owners[near].tolist(), weights.tolist(), strict=True):
            named[concept] = named.get(concept, 0.0) + weight
        shares: dict[int, float] = {}
        for concept, weight in named.items():
            for up in self.above(concept):
                shares[up] = shares.get(up, 0.0) + weight
        return {concept: share for concept, share in shares.items() if share >= _LEAST}

    def _weighed(self, phrase: Phrase) -> Floats32:
        """How alike every label that may vote is to a phrase."""
        phrase = self._headed(phrase) if self.head_decides else phrase
        similarities = self._similarities(phrase)
        if len(phrase.words) == 2 and similarities.max(initial=0.0) < _EXACT:
            joined = "".join(phrase.words)  # `book keeper`
            if self._uses[joined, True] >= _HEADS:
                phrase = Phrase((joined,), joined)
                similarities = self._similarities(phrase)
        if self.restricting:
            similarities[self._narrower(self._restricted(phrase, implied=True))] = 0.0
        return self._by_head(similarities, phrase) if self.head_decides else similarities

    def _similarities(self, phrase: Phrase) -> Floats32:
        """The cosine of a phrase with every label."""
        features: Counter[int] = Counter()
        unknown = 0.0
        spelt = [self._respelt(word, word == phrase.head) for word in phrase.words]
        for word in dict.fromkeys(spelt):
            number = self._words.get(word)
            if number is None:
                unknown += _WORD**2
            else:
                features[number] += 1
            features.update(self._grams_of(word))
        if (head := self._words.get(self._respelt(phrase.head, True))) is not None:
            features[len(self._words) + head] += 1
        else:
            unknown += _HEAD**2
        found = np.fromiter(features.keys(), np.int64, len(features))
        asked = np.fromiter(features.values(), np.float64, len(features)) * self._weights[found]
        length = math.sqrt(float(asked @ asked) + unknown * self._rarest**2)
        similarities = np.empty(len(self._owners), np.float32)
        begin, labels, weights = self._postings
        add_similarities(begin, labels, weights, found, (asked / (length or 1.0)).astype(np.float32), similarities)
        return similarities

    def _by_head(self, similarities: Floats32, phrase: Phrase) -> Floats32:
        """The similarities, where labels without the head of a phrase hardly count: it says what the rest describes."""
        head = self._respelt(phrase.head, True)
        if self._uses[head, True] < _HEADS:
            return similarities
        begin, labels, _ = self._postings
        word = self._words[head]
        having = labels[begin[word] : begin[word + 1]]
        kept = similarities[having]
        similarities *= np.float32(_HEADLESS)
        similarities[having] = kept
        return similarities

    def _headed(self, phrase: Phrase) -> Phrase:
        """A phrase with a head that labels have too: `site manager construction`, `water/wastewater operator`.

        An unknown word at its end is a name, and is left out: `cashier tesco`.
        """
        words = phrase.words
        at = words.index(phrase.head) if phrase.head in words else 0
        if self._as_head(phrase.head) >= _SELDOM:
            return phrase
        if self._respelt(phrase.head, True) in self._words:
            around = (*reversed(words[:at]), *words[at + 1 :])
            return phrase._replace(head=next((w for w in around if self.is_head(w)), phrase.head))
        if not at or self._is_word(phrase.head) or self._uses[self._respelt(words[at - 1], True), True] < _HEADS:
            return phrase
        return Phrase((*words[:at], *words[at + 1 :]), words[at - 1])

    def is_head(self, word: str) -> bool:
        """Whether a word is mostly what others describe further."""
        return self._uses[self._respelt(word, True), True] >= _HEADS and self._as_head(word) >= _OFTEN

    def _as_head(self, word: str) -> float:
        """The share of the labels with a word that have it as their head."""
        word = self._respelt(word, True)
        return self._uses[word, True] / max(self._uses[word, False], 1)

    def _nearest_word(self, word: str, head: bool) -> str:
        """A word of the labels that an unknown word differs from by one slip: of several the commonest, as a head."""
        if word in self._words or len(word) < _SHORTEST or not word.isalpha():
            return word
        for spelt in (word, word + "s"):  # what was cut as the ending of a plural may be none: `diverticulits`
            near = (self._alike.get((word[0], length), ()) for length in range(len(spelt) - 1, len(spelt) + 2))
            slips = [other for words in near for other in words if OSA.distance(spelt, other, score_cutoff=1) <= 1]
            if slips:
                break
        if not slips or self._is_word(word):
            return word
        return max(slips, key=lambda other: (self._uses[other, head], other))

    @cached_property
    def _alike(self) -> dict[tuple[str, int], list[str]]:
        """The words of the labels by first letter and length."""
        found: dict[tuple[str, int], list[str]] = {}
        for word in filter(None, self._words):
            found.setdefault((word[0], len(word)), []).append(word)
        return found

    @cached_property
    def _uses(self) -> Counter[tuple[str, bool]]:
        """How many labels have each word, and how many have it as their head."""
        phrases = self._ballots[0]
        words = Counter((word, False) for phrase in phrases for word in phrase.words)
        return words + Counter((phrase.head, True) for phrase in phrases)

    def _known_grams(self, word: str) -> tuple[int, ...]:
        first = 2 * len(self._words)
        return tuple(first + self._grams[gram] for gram in grams(word) if gram in self._grams)

    @cached_property
    def above(self) -> Callable[[int], frozenset[int]]:
        """The concepts above one, with itself."""
        return lru_cache(maxsize=None)(lambda concept: frozenset(self.taxonomy.ancestors(concept).tolist()))

    # --- the index ---------------------------------------------------------------------------------

    @cached_property
    def _ballots(self) -> tuple[list[Phrase], Ints32, Floats32, Floats32]:
        """Every label once per concept, as a phrase; the concept it names; its weight; how many concepts have it."""
        arrays = self.taxonomy.arrays
        owners = np.repeat(np.arange(len(self.taxonomy)), np.diff(arrays.label_ptr)).tolist()
        first = set(arrays.label_ptr[:-1].tolist())
        found: dict[tuple[Phrase, int], float] = {}
        for place, (label, owner) in enumerate(zip(arrays.labels, owners, strict=True)):
            if not self._has_vote(owner):
                continue
            for spoken in (label, *self._parts(label)):
                said = self._label(spoken), owner
                if said[0].words:
                    found[said] = max(found.get(said, 0.0), PREFERRED if place in first else 1.0)
        phrases = [phrase for phrase, _ in found]
        concepts = np.array([owner for _, owner in found], np.int32)
        named = Counter(phrases)
        shared = np.array([named[phrase] for phrase in phrases], np.float32)
        return phrases, concepts, np.array(list(found.values()), np.float32), shared

    def _restricted(self, phrase: Phrase, *, implied: bool = False) -> int:
        """The restricting words of a phrase, a bit each, with those that its other words imply."""
        found = 0
        for word in phrase.words:
            found |= self.restricting.get(word, 0) | (self._implied.get(word, 0) if implied else 0)
        return found

    @cached_property
    def _restrictions(self) -> tuple[Ints, Ints]:
        """The labels with restricting words, and which these are."""
        words = np.array([self._restricted(phrase) for phrase in self._ballots[0]], np.int64)
        labels = np.flatnonzero(words)
        return labels, words[labels]

    def _narrower_labels(self, said: int) -> Ints:
        """The labels with a restricting word that is not among those said."""
        labels, words = self._restrictions
        return labels[np.flatnonzero(words & ~said)]

    @cached_property
    def _owners(self) -> Ints32:
        return self._ballots[1]

    @cached_property
    def _say(self) -> Floats32:
        return self._ballots[2]

    @cached_property
    def _shared(self) -> Floats32:
        """How many concepts have each label."""
        return self._ballots[3]

    @cached_property
    def _words(self) -> dict[str, int]:
        return numbered(word for phrase in self._ballots[0] for word in (*phrase.words, phrase.head))

    @cached_property
    def _grams(self) -> dict[str, int]:
        return numbered(gram for word in self._words for gram in grams(word))

    @cached_property
    def _counted(self) -> "sparse.csr_array":
        """How often each label has each feature: its words, its head, its grams, in this order."""
        from scipy import sparse

        phrases = self._ballots[0]
        words = _matrix(([self._words[w] for w in dict.fromkeys(p.words)] for p in phrases), len(self._words))
        heads = _matrix(([self._words[p.head]] if p.head else [] for p in phrases), len(self._words))
        spelt = _matrix(([self._grams[g] for g in grams(word)] for word in self._words), len(self._grams))
        return sparse.csr_array(sparse.hstack([words, heads, words @ spelt], format="csr"))

    @cached_property
    def _rarest(self) -> float:
        return math.log(len(self._owners) + 1)

    @cached_property
    def _weights(self) -> Floats32:
        """The weight of each feature: rare ones tell most, and grams that most labels have tell nothing."""
        labels = len(self._owners)
        often = np.bincount(self._counted.indices, minlength=self._counted.shape[1])
        weights = np.log((labels + 1) / (often + 1)).astype(np.float32)
        parts = len(self._words), 2 * len(self._words)
        weights[: parts[0]] *= _WORD
        weights[parts[0] : parts[1]] *= _HEAD
        weights[parts[1] :] *= np.where(often[parts[1] :] > max(_USUAL * labels, 10), 0.0, _GRAM)
        return weights

    @cached_property
    def _postings(self) -> tuple[Ints, Ints32, Floats32]:
        """For every feature the labels that have it, and its weight in the label's vector of length one."""
        from scipy import sparse

        weighted = self._counted * self._weights[None, :]
        weighted = sparse.csr_array(weighted)
        weighted.eliminate_zeros()
        lengths = np.sqrt(weighted.power(2).sum(axis=1))
        scaled = sparse.diags_array(1 / np.where(lengths > 0, lengths, 1)) @ weighted
        by_feature = sparse.csc_array(scaled)
        return (
            by_feature.indptr.astype(np.int64),
            by_feature.indices.astype(np.int32),
            by_feature.data.astype(np.float32),
        )


def grams(word: str) -> list[str]:
    """The character 3- and 4-grams of a word with its ends.

    Example:
        >>> grams("rn")
        [' rn', 'rn ', ' rn ']
    """
    padded = f" {word} "
    return [padded[i : i + n] for n in _GRAMS for i in range(len(padded) - n + 1)]


def numbered(things: Iterable[str]) -> dict[str, int]:
    """Different things, numbered as they first occur."""
    found: dict[str, int] = {}
    for thing in things:
        found.setdefault(thing, len(found))
    return found


def _matrix(rows: Iterable[list[int]], columns: int) -> "sparse.csr_array":
    """A matrix of counts, given the columns of each row."""
    from scipy import sparse

    listed = list(rows)
    ends = np.cumsum([0, *map(len, listed)])
    places = np.fromiter((column for row in listed for column in row), np.int32, int(ends[-1]))
    return sparse.csr_array((np.ones(len(places), np.float32), places, ends), shape=(len(listed), columns))
