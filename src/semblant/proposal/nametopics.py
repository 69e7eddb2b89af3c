"""What a name says whose words are in no list: WordNet knows that `ophthalmia` is a disease."""

from collections.abc import Collection
from functools import cache
from itertools import pairwise

from semblant.data.columnnames import plain_words
from semblant.data.columntranslations import meanings
from semblant.data.columnwords import (
    AMOUNT_WORDS,
    FREE_TEXT_WORDS,
    IDENTIFYING_WORDS,
    KEPT_WORDS,
    KNOWN,
    NEUTRAL_PARTS,
    NUMBERED_WORDS,
    QUASI,
    SENSITIVE,
    SHORT,
    THING_WORDS,
    WEAK_WORDS,
)
from semblant.data.sectorwords import PROCESSED_WORDS, RECORD_WORDS
from semblant.proposal.kinds import WORDS, opened

_TOPICS = {
    "disease": (
        "ill health#1", "symptom#1", "mental illness#1", "injury#2", "medical procedure#1", "medical care#1",
        "body substance#1", "microorganism#1", "disability#1", "pregnancy#1", "internal organ#1", "pain#2",
    ),
    "medication": ("drug#1", "medicine#2", "hormone#1", "tobacco#1"),
    "crime": ("crime#1", "misconduct#1", "criminal#1", "weapon#1"),
    "religion": ("religion#1", "religion#2", "religious person#1", "religious ceremony#1"),
    "party": ("political orientation#1", "politician#2", "political party#1"),
    "sexual": ("sexual activity#1",),
    "debt": ("debt#2", "income#1", "regular payment#1", "tax#1", "loan#1", "financial loss#1"),
    "family": ("relative#1", "marital status#1"),
    "ethnicity": ("ethnic group#1", "person of color#1"),
    "education": ("academic degree#1", "educational institution#1"),
}  # fmt: skip
"""The concepts of WordNet that a word in a list stands for."""
_TELLING = SENSITIVE.keys() | QUASI.keys() | IDENTIFYING_WORDS | KEPT_WORDS | FREE_TEXT_WORDS | AMOUNT_WORDS
_TELLING_OF_PERSONS = SENSITIVE.keys() | QUASI.keys() | IDENTIFYING_WORDS
_SEVERAL_SENSES = {"delivery", "returned", "term", "terms", "round", "arm", "steps", "experience", "proxy", "commute"}
"""Words for things that may be about persons: a delivery is a birth, and a term that of a pregnancy or in prison."""
_HARMLESS = (
    KEPT_WORDS | PROCESSED_WORDS | WEAK_WORDS | NEUTRAL_PARTS | RECORD_WORDS | THING_WORDS | NUMBERED_WORDS
) - (_TELLING_OF_PERSONS | _SEVERAL_SENSES)
_LETTERS = 4  # of a word that is no abbreviation
_AT_EDGES, _WITHIN = 5, 7  # letters of a word at an end of a glued name, and elsewhere in it


def with_topics(name: str, words: frozenset[str]) -> frozenset[str]:
    """The words of a name, with those that stand for its unlisted words where the others say nothing."""
    return words if words & _TELLING else words | topics_of(name)


def topics_of(name: str) -> frozenset[str]:
    """The listed words that stand for what the unlisted words in a name are about; none where WordNet is not installed.

    Only the most usual sense of a word counts, and only in a name of which nothing else is known.

    Example:
        >>> topics_of("ophthalmia_yn"), topics_of("pistol"), topics_of("basket")
        (frozenset({'disease'}), frozenset({'crime'}), frozenset())
    """
    told = {token for token in plain_words(name) if len(token) >= _LETTERS and token not in KNOWN}
    found = frozenset(topic for token in told for topic in _topics(token))
    return found or frozenset(word for token in told if not _is_word(token) for word in _inside(token))


def _inside(token: str) -> frozenset[str]:
    """The telling words at the end of a glued name of no language, or at its beginning, or else well inside it."""
    size = len(token)
    for least, starts in ((_AT_EDGES, range(2, size)), (_AT_EDGES, (0,)), (_WITHIN, range(1, size))):
        for start in starts:
            ends = (size,) if start and least == _AT_EDGES else range(size, start, -1)
            for part in (token[start:end] for end in ends if end - start >= least):
                if (words := _telling(part)) and len(part) < size:
                    return words
    return frozenset()


def _telling(part: str) -> frozenset[str]:
    """The words that say what a column is about, if a part of a name is one of them or says one in another language."""
    found = {part, *meanings().get(part, ())} & _TELLING if part in KNOWN or len(part) > _AT_EDGES else set()
    return frozenset(found - IDENTIFYING_WORDS)


def understood(name: str) -> bool:
    """Whether a name is in plain words, so that a reader knows what it is about, and no code or abbreviation.

    Example:
        >>> understood("remote work"), understood("plan_tier"), understood("thalach"), understood("value_7")
        (True, True, False, False)
    """
    tokens = plain_words(name)
    told = [token for token in tokens if token not in WEAK_WORDS | NEUTRAL_PARTS]
    plain = bool(told) or sum(_is_word(token) for token in tokens) > 1
    return plain and all(token in KNOWN or _is_word(token) for token in told)


def has_a_word(name: str) -> bool:
    """Whether a name has a word of some letters that a reader knows, among whatever abbreviations.

    Example:
        >>> has_a_word("store_and_fwd_flag"), has_a_word("is_verified"), has_a_word("stg_flag")
        (True, True, False)
    """
    plain = (token for token in plain_words(name) if token not in WEAK_WORDS | NEUTRAL_PARTS)
    return any(len(token) >= _AT_EDGES and _is_word(token) for token in plain)


def wholly_harmless(name: str, others: Collection[str] = frozenset()) -> bool:
    """Whether every part of a name is a listed word for things or the handling of records, or one of some ``others``.

    A word of English is not enough: `belly_colour` has one that no list knows.

    Example:
        >>> wholly_harmless("last_upd_ts"), wholly_harmless("product rating"), wholly_harmless("belly_colour")
        (True, True, False)
    """
    tokens = plain_words(name)
    paired = {part for a, b in pairwise(tokens) if _says_harmless(a + b) for part in (a, b)}
    return all(len(token) == 1 or token in paired or token in others or _says_harmless(token) for token in tokens)


def _says_harmless(token: str) -> bool:
    """Whether a part of a name is a listed word for something harmless, short for one, or one in another language."""
    said = {token, SHORT.get(token, token), *meanings().get(token, ())}
    return bool(said & _HARMLESS) and not said & _TELLING_OF_PERSONS


def _is_word(token: str) -> bool:
    """Whether a part of a name is a word; very short ones, such as `crt`, are abbreviations."""
    wordnet = opened(WORDS)
    if len(token) < _LETTERS or wordnet is None:
        return False
    if len(token) >= _WITHIN and token.endswith(("ed", "ing")):
        return True  # WordNet has nouns alone: `verified`
    return any(len(wordnet.senses(token.removesuffix(ending))) > 0 for ending in ("", "s"))


@cache
def _topics(word: str) -> frozenset[str]:
    if (wordnet := opened(WORDS)) is None:
        return frozenset()
    senses = wordnet.senses(word) or (wordnet.senses(word[:-1]) if word.endswith("s") else [])
    above = set(wordnet.ancestors(senses[0]).tolist()) if senses else set()
    return frozenset(topic for topic, roots in _roots().items() if above & roots)


@cache
def _roots() -> dict[str, frozenset[int]]:
    if (wordnet := opened(WORDS)) is None:
        return {}
    found = {topic: (wordnet.find(concept) for concept in concepts) for topic, concepts in _TOPICS.items()}
    return {topic: frozenset(one for one in roots if one is not None) for topic, roots in found.items()}
