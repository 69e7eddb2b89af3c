"""Job titles as people write them: `rn`, `Sr. Software Engineer II`, `Engineer, civil`, `lorry driver (HGV class 1)`.

Seniority, terms of employment and word order do not matter; abbreviations are written out by ``titles.csv``, which also
has pairs of words that only one side of the ocean uses.
"""

import csv
import re
from collections.abc import Mapping
from functools import cache, lru_cache
from importlib import resources

from semblant.terms.normalise import NON_ANSWERS, STOP_WORDS, bare, clean, unaccented
from semblant.terms.vote import Phrase
from semblant.terms.votematcher import VoteMatcher

_WORD = re.compile(r"[a-z0-9+#]+")
_POSSESSIVE = re.compile(r"['’]s?\b")
_FIRST = re.compile(r"\b(?:of|for|in|at|with|to|by)\b|[,;:(/|]|\s-+\s|--+")
_PLURALS = (("ies", "y"), ("ches", "ch"), ("shes", "sh"), ("sses", "ss"), ("xes", "x"), ("men", "man"), ("s", ""))
_LONGEST = 4  # words of the longest entry in titles.csv
_RANKS = frozenset(
    """1 2 3 4 i ii iii iv v vi apprentice certified class contract contractor experienced fulltime full freelance
    grade interim jr junior lead level licensed lvl parttime part permanent principal retired self employed senior snr
    sr staff temporary time trainee""".split()  # noqa: SIM905
)
"""Words that say which rank somebody has, or on which terms."""
_NO_JOB = frozenset(
    """disabled; homemaker; house wife; housewife; n/a; none; not employed; not working; pensioner; retired; retiree;
    self; self employed; self-employed; student; unable to work; unemployed; phd student; full time student;
    assistant; associate; business owner; co-owner; consultant; contractor; employee; entrepreneur; lead; leader;
    member; owner; owner operator; partner; proprietor; specialist; staff; supervisor; team lead; team leader;
    team member; technician; worker""".split(";")  # noqa: SIM905
)
"""Answers that name no occupation, or one of any kind."""
_NO_TITLES = NON_ANSWERS | {" ".join(title.split()) for title in _NO_JOB}


class TitleMatcher(VoteMatcher):
    """Matches job titles with a classification of occupations."""

    odds = (1.5, 1.8)

    def phrase_of(self, text: str) -> Phrase:
        return title_phrase(text)

    def names_nothing(self, text: str) -> bool:
        return bare(clean(text)) in _NO_TITLES


@lru_cache(maxsize=1 << 17)
def title_phrase(text: str) -> Phrase:
    """A title as votes compare it.

    Example:
        >>> title_phrase("Engineer, civil"), title_phrase("Sr. Software Engineer II")
        (Phrase(words=('engineer', 'civil'), head='engineer'), Phrase(words=('software', 'engineer'), head='engineer'))
    """
    plain = text.lower() if text.isascii() else unaccented(text.lower())
    plain = _POSSESSIVE.sub("", plain)
    whole = _table("whole").get(" ".join(_WORD.findall(plain)))
    words: list[str] = []
    head = ""
    for part in _FIRST.split(whole or plain):
        told = [w for w in written_out(_WORD.findall(part)) if w not in _RANKS and w not in STOP_WORDS]
        words += told
        head = head or (told[-1] if told else "")
    if not words:
        words = written_out(_WORD.findall(plain))
        head = words[-1] if words else ""
    return Phrase(tuple(words), head)


def written_out(words: list[str]) -> list[str]:
    """Words in the singular, with abbreviations written out, the longest first.

    Example:
        >>> written_out(["admin", "asst", "mgrs"])
        ['administrative', 'assistant', 'manager']
    """
    found: list[str] = []
    table = _table("")
    at = 0
    while at < len(words):
        for length in range(min(_LONGEST, len(words) - at), 0, -1):
            here = words[at : at + length]
            meaning = table.get(" ".join(here)) or (table.get(singular(here[0])) if length == 1 else None)
            if meaning:
                found += [singular(word) for word in meaning.split()]
                at += length
                break
        else:
            found.append(singular(words[at]))
            at += 1
    return found


@lru_cache(maxsize=1 << 16)
def singular(word: str) -> str:
    """A word without the ending of a plural; what is no plural may lose its ending too, on both sides alike.

    Example:
        >>> [singular(word) for word in ("nurses", "secretaries", "salesmen", "business", "sales")]
        ['nurse', 'secretary', 'salesman', 'business', 'sale']
    """
    if len(word) <= 3 or word.endswith(("ss", "us", "is")):
        return word
    for ending, base in _PLURALS:
        if word.endswith(ending):
            return word.removesuffix(ending) + base
    return word


@cache
def _table(where: str) -> Mapping[str, str]:
    """What parts of titles, or whole ones, stand for."""
    text = (resources.files("semblant.terms") / "titles.csv").read_text("utf-8")
    return {row["written"]: row["meaning"] for row in csv.DictReader(text.splitlines()) if row["where"] == where}
