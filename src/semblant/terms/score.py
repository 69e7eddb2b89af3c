"""The score of a match: the chance that it is right, as labelled columns show it.

A logistic model of how a value was read, how it fits what its column is about, and how many rivals it had. The weights
are those that ``scripts/fit_scores.py`` finds on the labelled sets; ``docs/accuracy.md`` shows how reliable they are.
"""

import math
from typing import NamedTuple

from semblant.terms.match import Match

CERTAIN = 0.9
"""From here on a match is certain ..."""
PROBABLE = 0.8
"""... and from here on probable; an accepted match below is uncertain."""

_TRIMMED = 0.89  # the most that a head alone is worth: probable, unless a column is about such things and nothing else
_HEAD = 0.79  # of what is no job, a dictionary's word for the head was right for so many values that strangers wrote
_OPEN = 0.49  # and hardly ever where the column is about something else, or nothing says about what

SURE = ("mapping", "missing", "unknown")
"""Reasons whose score is no estimate."""


class Evidence(NamedTuple):
    """What speaks for and against a match, besides the match itself."""

    rivals: int
    """Other senses that fit the column as well."""
    dictionary: bool
    """Whether the vocabulary is a dictionary of ordinary words."""
    fits: bool | None = None
    """Whether it lies in the domain of the column; None where the column has none."""
    strict: bool = False
    """Whether the column is about nothing else."""
    unusual: bool = False
    """Whether it lies in a part of the domain that such columns seldom speak of."""
    general: float = 0.0
    """How general the concept is, where only the head of the text was read."""
    head: bool = False
    """Whether only the head of the text was read; not of a job, as jobs have heads that are listed."""
    whole: bool = False
    """Whether the column is about what every word tells apart."""
    words_left: int = 0
    """How many telling words of the text were left out, where it was trimmed."""
    modifiers: int = 0
    """How many of them stand in the phrase with the head, not in an aside."""
    several: bool = False
    """Whether the text names several things."""
    named: bool = False
    """Whether the name of the column says what it is about."""
    part: bool = False
    """Whether something was left out that is no telling word, an amount or a word that all of the domain may have."""
    job: bool = False
    """Whether the column is about jobs, which have lists and rules of their own."""
    clause: bool = False
    """Whether the text is a clause, and no label."""
    clean: float = 0.0
    """The share of the column's values that are names as they stand: words chosen, and not free answers."""
    negated: bool = False
    """Whether the text says that something is not there."""
    phrase: bool = False
    """Whether it is a phrase of a text, and no value of a column."""
    everyday: bool = False
    """Whether it is an everyday word that means the same wherever it stands."""
    individual: bool = False
    """Whether it is an individual where the column is not about names."""


WEIGHTS: dict[str, float] = {
    "constant": 2.0,
    "plural": 0.0,
    "part": -0.8,
    "stemmed": -2.4,
    "abbreviation": -0.8,
    "title": -0.4,
    "everyday": -0.3,
    "edition": -0.8,
    "trimmed": 0.0,
    "head": -0.2,
    "head, open": -0.9,
    "head, outside": -0.6,
    "modified": -0.2,
    "modifiers": -0.3,
    "words left": 0.2,
    "several": -0.2,
    "without measures": -0.9,
    "negated": -1.8,
    "clause": -0.7,
    "job": -0.1,
    "built": -1.1,
    "left out": -2.1,
    "aside": -0.4,
    "general": -2.1,
    "general, listed": -1.6,
    "general job": -1.2,
    "later sense": -0.7,
    "later sense, whole": -0.8,
    "rivals": -1.1,
    "rivals, open": 0.1,
    "first of rivals": 0.6,
    "first of rivals, open": -0.6,
    "fits": 1.4,
    "unusual": -1.1,
    "clean, open": 0.8,
    "outside": -0.5,
    "outside, named": -1.0,
    "outside, one sense": 1.3,
    "outside, strict": -4.5,
    "individual": -2.8,
    "short": -0.9,
    "phrase": 0.2,
    "vocabulary": 2.7,
}
"""The weight of each feature, as log odds."""


def features(match: Match, evidence: Evidence) -> dict[str, float]:
    """The features of a match, each 0 or more."""
    rivals = math.log2(1 + evidence.rivals)
    listed = match.reason == "abbreviation"
    lost = evidence.head and evidence.dictionary and not evidence.phrase
    outside = evidence.fits is False and not evidence.strict
    aside = lost and not evidence.modifiers
    return {
        "constant": 1.0,
        **{reason: float(match.reason == reason) for reason in ("plural", "part", "stemmed", "edition")},
        "abbreviation": float(listed and not evidence.job),
        "title": float(listed and evidence.job),
        "everyday": float(evidence.everyday),
        "trimmed": float(match.reason == "trimmed"),
        "head": float(evidence.head),
        "head, open": float(lost and evidence.fits is None),
        "head, outside": float(lost and evidence.fits is False),
        "modified": float(lost and evidence.modifiers > 0),
        "modifiers": math.log2(evidence.modifiers) if lost and evidence.modifiers else 0.0,
        "words left": math.log2(1 + evidence.words_left) if lost and evidence.modifiers else 0.0,
        "several": float(evidence.several and not evidence.job),
        "without measures": float(evidence.part),
        "clause": float(evidence.clause),
        "negated": float(evidence.negated),
        "job": float(evidence.job),
        "built": float(match.reason == "trimmed" and not match.term),
        "left out": 0.0 if aside else 1.0 - match.score,
        "aside": 1.0 - match.score if aside else 0.0,
        "general": evidence.general if evidence.head else 0.0,
        "general, listed": evidence.general if listed and not evidence.job else 0.0,
        "general job": evidence.general if evidence.job else 0.0,
        "later sense": math.log2(max(match.sense, 1)) if evidence.head else 0.0,
        "later sense, whole": 0.0 if evidence.head or evidence.job or listed else math.log2(max(match.sense, 1)),
        "rivals": rivals if evidence.fits else 0.0,
        "rivals, open": 0.0 if evidence.fits else rivals,
        "first of rivals": rivals if evidence.fits and match.sense == 1 else 0.0,
        "first of rivals, open": rivals if not evidence.fits and match.sense == 1 else 0.0,
        "fits": float(evidence.fits is True),
        "unusual": float(evidence.fits is True and evidence.unusual),
        "clean, open": 0.0 if evidence.fits or not evidence.dictionary else evidence.clean,
        "outside": float(outside),
        "outside, named": float(outside and evidence.named),
        "outside, one sense": float(outside and not evidence.rivals and match.is_name),
        "outside, strict": float(evidence.fits is False and evidence.strict),
        "individual": float(evidence.individual),
        "short": float(len(match.term) in (1, 2)),
        "phrase": float(evidence.phrase),
        "vocabulary": float(not evidence.dictionary),
    }


def scored(match: Match, evidence: Evidence) -> Match:
    """The match with the chance that it is right.

    Example:
        >>> alone = Evidence(rivals=0, dictionary=False)
        >>> scored(Match(0, 1, 1.0, "exact", "nurse"), alone).score > CERTAIN
        True
        >>> scored(Match(0, 1, 0.2, "trimmed", "nurse"), alone._replace(rivals=9, dictionary=True)).score < CERTAIN
        True
    """
    if match.reason in SURE or match.reason == "voted" or match.proposed:
        return match
    if match.sense == 0 and match.reason in ("exact", "code"):
        return match._replace(score=1.0)  # the text names the concept by its id
    odds = sum(WEIGHTS[name] * value for name, value in features(match, evidence).items())
    chance = 1 / (1 + math.exp(-odds))
    if match.reason == "trimmed" and not (evidence.fits and evidence.strict):
        chance = min(chance, _TRIMMED)  # what was left out may define it: a *care home* is more than a home
    if evidence.modifiers and evidence.head and evidence.dictionary and not evidence.phrase:
        chance = min(chance, _OPEN if evidence.whole else _HEAD)
    return match._replace(score=chance)
