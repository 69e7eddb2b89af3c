"""Our lists of words: what people write that a dictionary lacks, or uses in another sense.

``everyday.csv`` has everyday words and the narrowest concept that is certain, in columns of a domain or anywhere;
``abbreviations.csv`` has abbreviations, and words that stand for others, in one domain; ``usual_senses.csv`` says in
which sense the columns of a domain use a word.
"""

import csv
from collections.abc import Iterable
from functools import cache
from importlib import resources

_SHARED = {"products": ("foods", "drugs")}
"""Domains whose columns also use the words of others: shops sell food and medicines."""


@cache
def usual_senses(domain: str) -> dict[str, str]:
    """How the columns of a domain use words: in another sense than the first, or of which they mean no sense."""
    return {row["word"]: row["concept"] for row in _rows("usual_senses.csv") if row["domain"] == domain}


@cache
def listed(domain: str) -> dict[str, str]:
    """What words and abbreviations stand for in the columns of a domain, where a dictionary says otherwise or nothing.

    Example:
        >>> listed("diseases")["copd"], listed("sites")["tip"]
        ('chronic obstructive pulmonary disease', 'dump#2')
    """
    ours = _everyday(domain, *_SHARED.get(domain, ()))
    found = {word: concept if "#" in concept else f"{concept}#1" for word, concept in ours.items()}
    abbreviations = {r["abbreviation"]: r["meaning"] for r in _rows("abbreviations.csv") if r["domain"] == domain}
    return found | abbreviations


@cache
def anywhere() -> dict[str, str]:
    """The concepts of everyday words that mean the same wherever they stand.

    Example:
        >>> anywhere()["paracetamol"], anywhere()["washing up liquid"]
        ('acetaminophen', 'detergent#2')
    """
    return _words(row for row in _rows("everyday.csv") if row["anywhere"])


def _everyday(*domains: str) -> dict[str, str]:
    """The concepts of everyday words in the columns of some domains, of which the first goes first."""
    found: dict[str, str] = {}
    for domain in reversed(domains):
        found |= _words(row for row in _rows("everyday.csv") if row["domain"] == domain)
    return found


def _words(rows: Iterable[dict[str, str]]) -> dict[str, str]:
    return {word: row["concept"] for row in rows for word in row["written"].split("|")}


@cache
def _rows(name: str) -> list[dict[str, str]]:
    text = (resources.files("semblant.terms") / name).read_text("utf-8")
    return list(csv.DictReader(text.splitlines()))
