"""Reading job titles as persons of a dictionary: the longest end of a title that is listed or that it has as a job.

A dictionary lacks most jobs, and has other things under the names of many. ``jobs.csv`` says how people write them and
which concept is the narrowest that is certain: an *HGV driver* is a truck driver, a *dinner lady* kitchen help.
"""

import csv
import re
from collections.abc import Iterator, Sequence
from functools import cache, cached_property, lru_cache
from importlib import resources
from typing import NamedTuple

from semblant.terms.domains import DOMAINS, Domains
from semblant.terms.heads import heads, parts
from semblant.terms.match import Match, Matcher
from semblant.terms.normalise import clean, singulars, spoken, undotted
from semblant.terms.wordlists import usual_senses

_PERSONS = next(domain for domain in DOMAINS if domain.name == "persons")
_SUBJECTS = next(domain for domain in DOMAINS if domain.name == "subjects")
_SELDOM = (
    "bad person#1", "inhabitant#1", "innocent#1", "juvenile#1", "lover#1", "nonworker#1", "relative#1",
    "religious person#1", "traveler#1", "unfortunate#1", "unwelcome person#1", "woman#1",
)  # fmt: skip
"""Persons of whom titles speak only where they are listed."""
_LONGEST = 8  # words at the end of a phrase that are looked up together
_MOST_ASIDES = 4  # letters of an unknown word behind a job that is taken for an abbreviation
_LONGEST_ACRONYM = 6
_CAPITALS = re.compile(r"\b[A-Z][A-Z0-9&]{1,5}\b")
_SIGNS = re.compile(r"[^\w#+]+")
_FRONT = frozenset(
    """asst assistant associate avp chief coordinator dean deputy dir director evp head hod lecturer manager mgr
    president prof professor senior sr superintendent supervisor svp vp vice""".split()  # noqa: SIM905
)
"""Ranks that come first where a title names the field behind them: *VP sales*, *Director marketing*."""
_ASIDES = frozenset(
    """am band casual class contract days day employed emp evening evenings experience first ft
    grade hour hours hrs inc international level llc ltd night nights only own part perm permanent plc pm pt qualified
    registered relief ret retd retired seasonal second self shift shifts state step temp temporary third tier time uk us
    usa week weekend weekends year years yrs zero 1st 2nd 3rd 4th""".split()  # noqa: SIM905
)
"""Words behind a job that say when, for whom or on which terms somebody has it."""
_OF_PERSONS = frozenset(
    """academy agency association benefits care center centre college company department development education group
    institute management network office program programme recruitment relations safety school service services shop
    station support system systems team training union""".split()  # noqa: SIM905
)
"""What persons have or go to: *teacher training* is no teacher."""
_BUILT = (
    "assembler", "biologist", "botanist", "builder", "chemist", "cutter", "designer", "developer", "dresser",
    "driver", "engineer", "fighter", "finisher", "fitter", "geologist", "handler", "hygienist", "keeper", "loader",
    "maker", "member", "mender", "minder", "nurse", "operator", "painter", "pathologist", "picker", "physicist",
    "printer", "programmer", "psychologist", "repairer", "scientist", "seller", "setter", "smith", "stitcher",
    "surgeon", "teacher", "technician", "tester", "therapist", "trainer", "weaver", "welder", "worker", "writer",
)  # fmt: skip
"""Words with which others are written as one: a *chairmaker* is a maker."""
_SPECIALIST = re.compile(r"\w{3,}(?:ologist|iatrist|ician|grapher|\w\wist)")
_AGENT = re.compile(r"\w{3,}(?:er|or)")
_GENDERED = re.compile(r"(\w{3,})(?:woman|women|person|lady)")
_MAN = re.compile(r"(\w{3,})man")


class Job(NamedTuple):
    """One way to write a job."""

    meaning: str
    """The concept, as a term with its sense, or other words for it."""
    whole: bool
    """Whether it means that only where the title says nothing else."""


class Jobs:
    """Reads titles as jobs of a dictionary.

    Example:
        >>> from semblant.knowledge.sources import load
        >>> wordnet = load("wordnet")
        >>> jobs = Jobs(Matcher(wordnet), Domains(wordnet))
        >>> titles = ("HGV driver", "Manager (nights)", "VP sales", "English as a second language teacher")
        >>> [wordnet.label(jobs.readings(title)[0].concept) for title in titles]
        ['teamster', 'director', 'vice president', 'teacher']
    """

    def __init__(self, matcher: Matcher, domains: Domains, *, strict: bool = True) -> None:
        self.matcher, self.domains, self.strict = matcher, domains, strict
        self.taxonomy = matcher.taxonomy
        self.concept = lru_cache(maxsize=None)(matcher.taxonomy.find)

    def readings(self, text: str, found: Sequence[Match] = ()) -> list[Match]:
        """The readings of a title as a job, the likeliest first; none where it names no person.

        ``found`` are its readings as any text.
        """
        phrase = undotted(spoken(clean(text)))
        if listed := self._listed(_plain(phrase), alone=True):
            return listed
        named = [m for m in found if m.is_name]
        doubtful: list[Match] = []
        for group in self._groups(text, phrase, named):
            if self._certain(group[0]):
                return group
            if not doubtful and self._is_likely(group[0]):
                doubtful = group
        if not self.strict or (doubtful and self.domains.preferred(_PERSONS, doubtful[0].concept)):
            return doubtful
        return self._built(phrase, alone=not doubtful) or doubtful

    def _groups(self, text: str, phrase: str, named: list[Match]) -> Iterator[list[Match]]:
        """Groups of readings, the best first: of the whole title, its heads, its other parts, without asides."""
        if found := self._best(named):
            yield found
        for head in heads(phrase, shared=False):
            if " " not in head and (found := self._listed(_plain(head), alone=True)):
                yield found
            yield from self._ends(head)
        for part in parts(phrase):
            yield from (found for found in self._ends(part) if self._certain(found[0]))
        if self.strict:
            yield from self._before_asides(text, phrase)

    def _ends(self, head: str) -> Iterator[list[Match]]:
        """Readings of a phrase that ends with its head, and of ever less of it."""
        every = head.replace("-", " ").split()
        spelt = [self._spelt(word) for word in every]
        longest = self.matcher.lexicon.longest_from
        for start in range(max(0, len(every) - _LONGEST), len(every)):
            for words in (every[start:], spelt[start:]) if spelt != every else (every[start:],):
                tail = " ".join(words)
                found = self._listed(_plain(tail))
                if not found and (len(words) == 1 or longest(words[0]) >= len(words)):
                    found = self._best(self.matcher.term(tail))
                if found:
                    kept = len(words) / len(every)
                    yield [self._headed(m, kept, given=words == every) for m in found]
                    break
        if "-" in head:
            yield from self._ends(head.replace("-", ""))

    def _headed(self, match: Match, kept: float, *, given: bool) -> Match:
        """A match of the end of a title."""
        if match.reason == "abbreviation":
            return match._replace(score=kept)
        if kept < 1:
            return match._replace(reason="trimmed", score=kept, whole=False)
        reason = match.reason if given and match.reason != "exact" else "spelling"
        return match._replace(reason=reason, score=1.0, whole=False)

    def _spelt(self, word: str) -> str:
        """A word of a title with its abbreviation written out."""
        job = table().get(word)
        plain = job is not None and not job.whole and " " not in job.meaning and "#" not in job.meaning
        return job.meaning if job and plain else word

    def _listed(self, key: str, *, alone: bool = False) -> list[Match]:
        """What the list of jobs says of some words; ``alone`` where the title has no others."""
        listed = table()
        one = _each_singular(key)
        for form in dict.fromkeys((key, *singulars(key), one, *singulars(one))):
            job = listed.get(form)
            if job and (alone or not job.whole):
                concept = self.concept(job.meaning) if "#" in job.meaning else None
                found = [Match(concept, 1, 1.0, "exact")] if concept is not None else self.matcher.whole(job.meaning)
                return [m._replace(reason="abbreviation", score=1.0, whole=False) for m in self._best(found)]
        return []

    def _best(self, found: Sequence[Match]) -> list[Match]:
        """The senses in which titles use a word: as listed, else those of jobs; none where it names no person."""
        if not found:
            return []
        listed = usual_senses(_PERSONS.name).get(found[0].term)
        named = self.concept(listed) if listed else None
        inside = [m for m in found if self._is_person(m.concept)]
        if named is not None:
            chosen = [m for m in inside if m.concept == named]
            return chosen or [found[0]._replace(concept=named, sense=0, reason="abbreviation")]
        return [m for m in inside if self.domains.preferred(_PERSONS, m.concept)] or inside

    def _is_person(self, concept: int) -> bool:
        return self.domains.within(_PERSONS, concept) and not self.domains.is_individual(concept)

    def _certain(self, match: Match) -> bool:
        """Whether a word surely names a job in titles: it is listed, or that is its first sense."""
        if match.reason == "abbreviation" or match.term in usual_senses(_PERSONS.name):
            return True
        if not self.domains.preferred(_PERSONS, match.concept):
            return False
        return " " in match.term or self._is_first(match)

    def _is_likely(self, match: Match) -> bool:
        """Whether a word may name a job: its first sense is a person, or it is built as such words are."""
        if not self.strict:
            return True
        if self.domains.preferred(_PERSONS, match.concept):
            return self._is_first(match) or bool(_AGENT.fullmatch(match.term))
        return self._is_first(match) and self._seldom.isdisjoint(self.taxonomy.ancestors(match.concept).tolist())

    @cached_property
    def _seldom(self) -> set[int]:
        return {concept for name in _SELDOM if (concept := self.taxonomy.find(name)) is not None}

    def _is_first(self, match: Match) -> bool:
        """Whether a word names persons first of all: no sense before that of a match is a thing."""
        before = self.matcher.lexicon.senses(match.term)[: max(match.sense - 1, 0)]
        return all(self.domains.within(_PERSONS, c) or self.domains.is_individual(c) for c in before)

    def _before_asides(self, text: str, phrase: str) -> Iterator[list[Match]]:
        """Readings of what stands before words that say where, when or on which terms a job is done."""
        shouted = text.isupper() and any(len(word) > _LONGEST_ACRONYM for word in text.split())
        capitals = set() if shouted else {word.lower() for word in _CAPITALS.findall(text)}
        for part in (*heads(phrase, shared=False), *parts(phrase)):
            words = part.replace("-", " ").split()
            front = next((i for i, word in enumerate(words) if word not in _FRONT), len(words))
            for end in range(len(words) - 1, 0, -1):
                field = end == len(words) - 1 > 1 and words[end] not in _OF_PERSONS
                if end != front and not field and not self._is_aside(words[end], capitals):
                    break
                before = " ".join(words[:end])
                ends = (f for f in self._ends(before) if self._certain(f[0]))
                if found := self._listed(_plain(before), alone=True) or next(ends, []):
                    yield [m._replace(reason="trimmed", score=m.score * end / len(words), whole=False) for m in found]
                    break
            else:
                continue
            if 0 < front < len(words):
                for found in self._ends(" ".join(words[:front])):
                    if self._certain(found[0]):
                        yield [m._replace(reason="trimmed", score=front / len(words), whole=False) for m in found]

    def _is_aside(self, word: str, capitals: set[str]) -> bool:
        """Whether a word behind a job only says where, when, for whom or in which subject it is done."""
        if word in _ASIDES or word in capitals or not word.isalpha():
            return True
        senses = self.matcher.lexicon.senses(word)
        return (not senses and len(word) <= _MOST_ASIDES) or any(self.domains.within(_SUBJECTS, s) for s in senses[:1])

    def _built(self, phrase: str, *, alone: bool) -> list[Match]:
        """A guess by how the last word of a title is built: a *toymaker* is a maker, an unknown *deburrer* a worker."""
        words = next(heads(phrase, shared=False), "").replace("-", " ").split()
        last = words[-1] if words else ""
        if not last.isalpha():
            return []
        known = bool(self.matcher.term(last))
        if known and (alone or len(words) < 2 or not _AGENT.fullmatch(last)):
            return []
        return [] if known and self._certain_any(last) else self._of_word(last, known, len(words) > 1)

    def _certain_any(self, word: str) -> bool:
        found = self._best(self.matcher.term(word))
        return bool(found) and self._certain(found[0])

    def _of_word(self, word: str, known: bool, compound: bool) -> list[Match]:
        """What the ending of a word says of the person it names."""
        if known:
            return self._guess("worker#1")
        for at in range(3, len(word) - 2):
            if found := self._listed(f"{word[:at]} {word[at:]}", alone=True) or self._best(
                self.matcher.term(f"{word[:at]} {word[at:]}")
            ):
                return [m._replace(reason="spelling", score=1.0, whole=False) for m in found]
        for ending in _BUILT:
            if word.endswith(ending) and len(word) > len(ending) + 2:
                found = self._listed(ending) or self._best(self.matcher.term(ending))
                return [m._replace(reason="trimmed", score=0.5, whole=False) for m in found]
        if built := _GENDERED.fullmatch(word):
            man = self._best(self.matcher.term(f"{built[1]}man"))
            return [m._replace(reason="spelling", whole=False) for m in man] or self._guess("worker#1")
        if _SPECIALIST.fullmatch(word):
            return self._guess("specialist#1")
        noun = self.matcher.lexicon.senses
        if (built := _MAN.fullmatch(word)) and (compound or noun(built[1])):
            return self._guess("workman#1")
        if _AGENT.fullmatch(word) and (compound or noun(word[:-2]) or noun(word[:-1]) or noun(word[:-3])):
            return self._guess("worker#1")
        return []

    def _guess(self, name: str) -> list[Match]:
        concept = self.concept(name)
        return [] if concept is None else [Match(concept, 1, 0.0, "trimmed", "", whole=False)]


def _plain(phrase: str) -> str:
    """A phrase as the list of jobs has it: words alone.

    Example:
        >>> _plain("plumber's mate/driver"), _plain("painter & decorator")
        ('plumbers mate driver', 'painter and decorator')
    """
    if phrase.isascii() and phrase.replace(" ", "").isalnum():
        return phrase
    return " ".join(_SIGNS.sub(" ", phrase.replace("&", " and ").replace("'", "")).split())


def _each_singular(key: str) -> str:
    """A title whose modifiers are in the singular: a *loans officer* is a loan officer.

    Example:
        >>> _each_singular("loans officer"), _each_singular("business analyst")
        ('loan officer', 'business analyst')
    """
    if "s " not in key:
        return key
    return _PLURAL_MODIFIER.sub("", key)


_PLURAL_MODIFIER = re.compile(r"(?<=[a-rt-z]{3})(?<!u)(?<!i)s(?= )")


@cache
def table() -> dict[str, Job]:
    """How people write jobs, and what that stands for."""
    text = (resources.files("semblant.terms") / "jobs.csv").read_text("utf-8")
    return {row["written"]: Job(row["meaning"], row["where"] == "whole") for row in csv.DictReader(text.splitlines())}
