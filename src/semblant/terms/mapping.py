"""Mapping the values of a column to one concept each, by the steward's mapping or by the taxonomy."""

import re
from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass, field
from functools import cached_property, lru_cache, partial
from types import MappingProxyType
from typing import NamedTuple

import numpy as np
from numpy.typing import ArrayLike, NDArray

from semblant.data.missing import is_nothing, no_value
from semblant.data.scales import recognise
from semblant.errors import PolicyError
from semblant.evidence import MappingFacts
from semblant.knowledge.taxonomy import Taxonomy
from semblant.knowledge.texts import key
from semblant.policy.model import Sense
from semblant.progress import SILENT, Advance, Progress
from semblant.terms.abbreviations import Abbreviations, written_out
from semblant.terms.clauses import is_clause, is_written_so, says_no
from semblant.terms.clinical import speaks_of_the_patient
from semblant.terms.diagnoses import DiagnosisMatcher
from semblant.terms.domains import DISEASES, Domains, Topic
from semblant.terms.explicit import Entry, Explicit, entry_lookup, read_mapping, refuse_spoilt
from semblant.terms.heads import names_several
from semblant.terms.match import LEAST, NO_CONCEPT, NOTHING, UNKNOWN, Match, Matcher, words_left
from semblant.terms.narrowing import Narrowing
from semblant.terms.neighbours import Neighbours, generality
from semblant.terms.normalise import STOP_WORDS, clean
from semblant.terms.places import PlaceMatcher
from semblant.terms.score import CERTAIN, PROBABLE, SURE, Evidence, scored
from semblant.terms.senses import WITHIN, choose
from semblant.terms.spreadsheet import is_spoilt, named_by_number, plain
from semblant.terms.textreader import ReadTexts, read_here
from semblant.terms.titles import TitleMatcher
from semblant.terms.wordlists import usual_senses

__all__ = ["Entry", "Explicit", "Meanings", "map_column", "matcher_of", "read_mapping"]

_FEW = 3  # values that stand against a share
_SIGNS = 60  # the most values of a scale
_ACRONYM = re.compile("[A-Z]{2,4}")
_LONGEST_ACRONYM = 4  # letters; who writes longer words in capitals may write any word so

_MATCHERS: dict[str, type[Matcher]] = {
    "titles": TitleMatcher,
    "places": PlaceMatcher,
    "diagnoses": DiagnosisMatcher,
}
"""How vocabularies are matched that are not read term by term."""


@lru_cache(maxsize=8)
def matcher_of(taxonomy: Taxonomy) -> Matcher:
    """The matcher of a taxonomy, kept so that a second column finds its index ready."""
    return _MATCHERS.get(taxonomy.arrays.reading, Matcher)(taxonomy)


domains_of = lru_cache(maxsize=8)(Domains)
"""The domains of a taxonomy, kept likewise."""


@dataclass(frozen=True, eq=False)
class Meanings:
    """What each value of one column means.

    Example:
        >>> jobs = Taxonomy.from_paths(["work/health/nurse", "work/health/doctor"])
        >>> column = map_column(["Nurses", "", "astronaut"], [3, 1, 2], jobs, attribute="job")
        >>> [jobs.label(c) if c >= 0 else None for c in column.concepts]
        ['nurse', None, None]
        >>> column.coverage()
        MappingFacts(values=2, mapped=1, records_covered=3, certain=3, probable=0, uncertain=0, unknown=2)
    """

    taxonomy: Taxonomy
    values: tuple[str, ...]
    counts: NDArray[np.int64]
    concepts: NDArray[np.int32]
    """Per value the concept's number; -1: none."""
    matches: tuple[Match, ...]
    """Per value the reading taken."""
    readings: tuple[tuple[Match, ...], ...] = field(repr=False)
    """Per value every reading there is, the taken one among them; what `best-pair` compares."""
    guesses: tuple[Match, ...] = field(repr=False, default=())
    """Per value the likeliest reading, also where it is too uncertain to be taken."""
    domain: str = ""
    """What the column is about; empty where that is open."""

    @cached_property
    def _place(self) -> dict[str, int]:
        return {value: i for i, value in enumerate(self.values)}

    def __contains__(self, text: str) -> bool:
        return text in self._place

    def is_missing(self, text: str) -> bool:
        """Whether a cell has no value: it is empty, or says so in a way that the knowledge takes for no word."""
        place = self._place.get(text)
        return not text.strip() if place is None else self.matches[place].reason == "missing"

    def read(self, text: str) -> int:
        """The concept of a released value: as in the column, else as the taxonomy names it; -1 where neither knows."""
        place = self._place.get(text)
        if place is not None:
            return int(self.concepts[place])
        found = None if is_nothing(text) else self.taxonomy.find(text)
        return -1 if found is None else found

    def senses(self, text: str) -> tuple[int, ...]:
        """Every concept a text may name: as in the column, else as the taxonomy has it; none where neither knows."""
        place = self._place.get(text)
        if place is not None:
            taken = self.readings[place] if self.concepts[place] >= 0 else ()
            return tuple(dict.fromkeys(m.concept for m in taken if m.concept >= 0))
        found = self.read(text)
        senses = self.taxonomy.senses(text)
        return tuple(senses) if found in senses else (found,) if found >= 0 else ()

    def unknown(self) -> list[int]:
        """The positions of the values that are not missing but have no concept."""
        return [i for i, match in enumerate(self.matches) if match.reason in ("unknown", "uncertain")]

    @property
    def scores(self) -> NDArray[np.float64]:
        """Per value the chance that its match is right; 0 where it has none."""
        return np.array([m.score if m.concept >= 0 else 0.0 for m in self.matches])

    def coverage(self) -> MappingFacts:
        """How much of the column the knowledge covers, and how surely; missing and suppressed cells are no values."""
        there = np.array([m.reason != "missing" for m in self.matches], bool)
        return facts_of(there, self.scores, self.counts)


def facts_of(there: NDArray[np.bool_], scores: NDArray[np.float64], counts: NDArray[np.int64]) -> MappingFacts:
    """The coverage of a column, given which values are not missing, and the scores of those with a concept."""
    mapped = scores > 0

    def records(which: NDArray[np.bool_]) -> int:
        return int(counts[which].sum())

    return MappingFacts(
        values=int(there.sum()),
        mapped=int(mapped.sum()),
        records_covered=records(mapped),
        certain=records(scores >= CERTAIN),
        probable=records((scores >= PROBABLE) & (scores < CERTAIN)),
        uncertain=records(mapped & (scores < PROBABLE)),
        unknown=records(there & ~mapped),
    )


def map_column(
    values: Sequence[str],
    counts: ArrayLike,
    taxonomy: Taxonomy,
    *,
    attribute: str,
    sense: Sense = "context",
    explicit: Explicit | None = None,
    min_score: float | None = None,
    abbreviations: Abbreviations | None = None,
    progress: Progress = SILENT,
    read_texts: ReadTexts = read_here,
) -> Meanings:
    """Give every distinct value of a column its concept; ``counts`` says how many records have it.

    ``explicit`` is the steward's mapping and goes first. With ``sense="context"`` an ambiguous value takes the sense
    that fits the rest of the column, otherwise its first sense. A match with a score below ``min_score`` is not taken.
    ``abbreviations`` are the steward's. The order of the values does not matter.
    """
    refuse_spoilt(explicit, attribute, values)
    said = entry_lookup(explicit, attribute)
    matcher, short = matcher_of(taxonomy), abbreviations or {}

    def agreed_reading(entry: Entry, text: str) -> tuple[Match, ...]:
        match = agreed(entry, taxonomy)
        return (match if entry.score is None else _proposed(match, entry.score, matcher, written_out(text, short)),)

    def read(texts: Sequence[str], advance: Advance) -> list[tuple[Match, ...]]:
        entries = [None if is_nothing(text) else said(text) for text in texts]
        others = [text for text, entry in zip(texts, entries, strict=True) if entry is None]
        found = iter(read_texts(ValueReader(taxonomy, short), others, advance))
        pairs = zip(texts, entries, strict=True)
        return [next(found) if entry is None else agreed_reading(entry, text) for text, entry in pairs]

    choice = Choice(sense, attribute, matcher.min_score if min_score is None else min_score, short)
    return settle(values, counts, taxonomy, read, choice, partial(progress.step, f"reading {attribute}"))


_LONGEST = 500
"""Letters of the longest text that can be a term; a longer one is unknown, however many ways there are to read it."""


class ValueReader(NamedTuple):
    """Reads whole values; the abbreviations are the steward's."""

    taxonomy: Taxonomy
    abbreviations: Abbreviations

    def __call__(self, texts: Sequence[str]) -> list[tuple[Match, ...]]:
        """All readings of every value."""
        matcher = matcher_of(self.taxonomy)
        return [
            matcher.readings(written_out(text, self.abbreviations)) if len(text) <= _LONGEST else (UNKNOWN,)
            for text in texts
        ]


class Choice(NamedTuple):
    """How one reading of each value is chosen."""

    sense: Sense = "context"
    column: str | None = None
    """The name of a column whose values are of one kind; None for the phrases of texts."""
    min_score: float = LEAST
    abbreviations: Abbreviations = MappingProxyType({})


def settle(
    values: Sequence[str],
    counts: ArrayLike,
    taxonomy: Taxonomy,
    read: Callable[[Sequence[str], Advance], list[tuple[Match, ...]]],
    choice: Choice,
    step: Callable[[int], AbstractContextManager[Advance]],
) -> Meanings:
    """Read every value and choose among its readings; values that differ only in outer space mean the same."""
    totals = np.array(counts, np.int64).reshape(len(values))
    stripped = [value.strip() for value in values]
    texts = sorted(set(stripped))
    place = {text: i for i, text in enumerate(texts)}
    rows = np.array([place[text] for text in stripped], np.int64)
    with step(len(texts)) as advance:
        readings = read(texts, advance)
    weights = np.bincount(rows, weights=totals, minlength=len(texts)).astype(np.float64)
    texts = [text[:_LONGEST] for text in texts]
    topic, guesses, all_readings = _guess(texts, readings, weights, taxonomy, choice)
    taken = [_taken(guess, choice, text) for guess, text in zip(guesses, texts, strict=True)]
    concepts = np.array([taken[i].concept for i in rows.tolist()], np.int32)
    for array in (concepts, totals):
        array.flags.writeable = False
    places = rows.tolist()
    return Meanings(
        taxonomy,
        tuple(values),
        totals,
        concepts,
        matches=tuple(taken[i] for i in places),
        readings=tuple(all_readings[i] for i in places),
        guesses=tuple(guesses[i] for i in places),
        domain=topic.domain.name if topic else "",
    )


def _are_signs(texts: Sequence[str]) -> bool:
    """Whether a column has only signs such as yes and no, or positive and negative, which are no words in it."""
    scale = recognise(text for text in texts if not is_nothing(text)) if len(texts) <= _SIGNS else None
    return scale is not None and scale.what in ("yes or no", "positive or negative", "flags, 0 or 1", "grades", "bands")


def _taken(guess: Match, choice: Choice, text: str) -> Match:
    """A guess as it is used: one that is too uncertain means nothing, and what is no word then may say "no value"."""
    if guess.concept >= 0 and guess.score >= choice.min_score:
        return guess
    if choice.column is not None and no_value(text):
        return NOTHING
    return guess if guess.concept < 0 else Match(-1, 0, guess.score, "uncertain")


def _guess(
    texts: Sequence[str],
    readings: list[tuple[Match, ...]],
    weights: NDArray[np.float64],
    taxonomy: Taxonomy,
    choice: Choice,
) -> tuple[Topic | None, list[Match], list[tuple[Match, ...]]]:
    """What the column is about, the likeliest reading of each text with its score, and all its readings."""
    matcher, domains = matcher_of(taxonomy), domains_of(taxonomy)
    topic: Topic | None = None
    narrowing: Narrowing | None = None
    spoken = [written_out(text, choice.abbreviations) for text in texts]
    fitting: list[Sequence[Match]] = list(readings)
    taken = [found[0] for found in readings]
    if choice.sense == "context":
        usual = [matcher.usual(text, found) for text, found in zip(spoken, readings, strict=True)]
        topic = None if choice.column is None else domains.topic(choice.column, readings, usual)
        narrowing = Narrowing(matcher, domains, topic) if topic else None
        if narrowing:
            fitting = [narrowing.of(text, found) for text, found in zip(spoken, readings, strict=True)]
            usual = [matcher.usual(text, found) for text, found in zip(spoken, fitting, strict=True)]
        if isinstance(matcher, PlaceMatcher):
            taken = matcher.choose(spoken, fitting, weights)
        else:
            chosen = choose(taxonomy, fitting, weights, usual, prior=WITHIN if topic else None)
            taken = [found[one] for found, one in zip(fitting, chosen.tolist(), strict=True)]
        if narrowing:
            taken = _by_neighbours(taken, readings, narrowing)
    signs = matcher.lexicon.is_dictionary and _are_signs(texts)
    short = _acronyms(texts, spoken, matcher)
    alone = choice.column is None or choice.sense != "context"
    names = 0.0 if alone else _share_of_names(readings)
    guesses: list[Match] = []
    for i, (found, match) in enumerate(zip(fitting, taken, strict=True)):
        if match.reason not in SURE:
            if spoken[i] != texts[i] and match.reason not in ("trimmed", "voted") and not match.proposed:
                match = match._replace(reason="abbreviation")
            # which sense is meant is the steward's decision, unless the context decides
            rivals = len(found) - 1 if choice.sense == "context" else 0
            said_so = match.whole and match.reason == "abbreviation"  # all of it is in our lists
            everyday = match.reason == "abbreviation" and bool(matcher.lexicon.everyday(match.term))
            evidence = Evidence(
                rivals,
                matcher.lexicon.is_dictionary,
                everyday=everyday,
                phrase=choice.column is None,
                clean=names,
                job=bool(narrowing and narrowing.jobs),
                clause=choice.column is not None and not said_so and is_clause(texts[i]),
                negated=choice.column is not None and not match.whole and says_no(texts[i]),
            )
            if match.reason == "trimmed":
                evidence = evidence._replace(
                    head=not evidence.job,
                    whole=bool(topic and topic.domain.whole),
                    general=generality(taxonomy, match.concept),
                    words_left=words_left(spoken[i], match.term),
                    modifiers=match.modifiers,
                    several=names_several(clean(texts[i])),
                )
            elif match.reason == "abbreviation":
                evidence = evidence._replace(general=0.0 if evidence.job else generality(taxonomy, match.concept))
            elif not match.whole:
                evidence = evidence._replace(part=not evidence.job)
            if signs:
                evidence = evidence._replace(fits=False, strict=True)
            elif narrowing:
                evidence = _about(evidence, match, narrowing)
            known = match.score
            match = scored(match, evidence)
            if isinstance(matcher, PlaceMatcher):  # which of its places it is
                match = match._replace(score=min(match.score, known))
            if _misread(match, evidence, texts[i], domains, short[i]):
                match = UNKNOWN
            if not match.proposed:
                match = matcher.in_column(match, texts[i], choice.column)
        guesses.append(match)
    together = [tuple(dict.fromkeys((*a, *b))) if a is not b else b for a, b in zip(fitting, readings, strict=True)]
    for i, guess in enumerate(guesses):
        if guess.concept >= 0 and readings[i][0].concept < 0:  # what the other values say of a name that is not known
            together[i] = (guess,)
    return topic, guesses, together


def _share_of_names(readings: Sequence[Sequence[Match]]) -> float:
    """The share of the values of a column that are names of concepts as they stand; a few values show little."""
    there = [found[0] for found in readings if found[0].reason != "missing"]
    return sum(match.is_name for match in there) / (len(there) + _FEW)


def _acronyms(texts: Sequence[str], spoken: Sequence[str], matcher: Matcher) -> list[bool]:
    """Which texts are short words in capitals, where no others are: acronyms, and no words unless they are listed."""
    capitals = sum(text.isupper() for text in texts)
    habit = 2 * capitals > len(texts) or any(text.isupper() and len(text) > _LONGEST_ACRONYM for text in texts)
    if habit or not capitals or not matcher.lexicon.is_dictionary:
        return [False] * len(texts)
    return [bool(_ACRONYM.fullmatch(text)) and text == said for text, said in zip(texts, spoken, strict=True)]


def _misread(match: Match, evidence: Evidence, text: str, domains: Domains, acronym: bool) -> bool:
    """Whether a text was read as what it cannot say.

    That is a word of a dictionary read into an acronym, an acronym or a name into a word in lower case, a noun into a
    sentence, or a disease into a note that somebody has it not.
    """
    if match.concept < 0 or match.reason in SURE or match.proposed:
        return False
    taxonomy = domains.taxonomy
    if acronym and match.reason != "abbreviation":
        return text not in taxonomy.terms(match.concept)
    if evidence.dictionary and not evidence.fits and not evidence.phrase and match.reason != "abbreviation":
        if not any(map(str.isalpha, text)):
            return True  # a number is no word, though a dictionary has its name
        if match.reason in ("trimmed", "stemmed") and evidence.clause:
            return True
        spellings = [term for term in taxonomy.terms(match.concept) if key(term) == key(match.term)]
        name = domains.is_individual(match.concept) and all(map(str.isupper, spellings))
        if (name or match.reason == "trimmed" or match.term in STOP_WORDS) and not is_written_so(
            text, match.term, spellings
        ):
            return True
    return not match.whole and domains.within(DISEASES, match.concept) and not speaks_of_the_patient(text)


def _about(evidence: Evidence, match: Match, narrowing: Narrowing) -> Evidence:
    """The evidence of a match, with how it fits what the column is about."""
    topic, domains = narrowing.topic, narrowing.domains
    usual = match.term in usual_senses(topic.domain.name)  # what such columns mean by it belongs to them
    listed = match.reason == "abbreviation" or usual
    fits = usual or domains.within(topic.domain, match.concept) or match.concept in narrowing.meant
    if evidence.everyday and not fits and not narrowing.jobs:
        return evidence
    return evidence._replace(
        fits=fits,
        strict=topic.strict,
        named=topic.named,
        unusual=topic.typical and not listed and not domains.preferred(topic.domain, match.concept),
        individual=not topic.domain.names and domains.is_individual(match.concept),
    )


def _by_neighbours(taken: Sequence[Match], readings: Sequence[Sequence[Match]], narrowing: Narrowing) -> list[Match]:
    """The readings taken, where listed senses give way to others that the nearest values clearly speak for."""
    rivals = [narrowing.rivals(match, found) for match, found in zip(taken, readings, strict=True)]
    if not any(rivals):
        return list(taken)
    near = Neighbours(narrowing.matcher.taxonomy, [match.concept for match in taken if match.concept >= 0])
    after = list(taken)
    for i, others in enumerate(rivals):
        if others:
            senses = [taken[i], *others]
            after[i] = senses[near.better([match.concept for match in senses])]
    return after


def _proposed(match: Match, score: float, matcher: Matcher, text: str) -> Match:
    """What an unread line of a review says: its concept with the score it had, read as it is read without a review."""
    ways = (reading for reading in matcher.readings(text) if reading.concept == match.concept)
    way = next(ways, Match(match.concept, 0, score, "voted", whole=False))
    return way._replace(score=score, proposed=True)


def agreed(entry: Entry, taxonomy: Taxonomy) -> Match:
    """The match that a line of the steward's mapping gives; a line without a concept means that there is none.

    The id in a review does not count, so a changed id is an error rather than ignored. What a spreadsheet does to ids
    (``0012`` becomes 12, ``1-2`` a date) is not such a change.
    """
    if not entry.concept:
        if entry.id and not entry.path:
            raise _only_the_concept_counts(entry)
        return NO_CONCEPT
    found = _named(entry, taxonomy)
    other = entry.id and plain(entry.id) != plain(taxonomy.ids[found]) and entry.path == path_to(taxonomy, found)
    if other and (not is_spoilt(entry.id) or taxonomy.find(entry.id) is not None):
        raise _only_the_concept_counts(entry)
    return Match(found, 0, 1.0, "mapping")


def _named(entry: Entry, taxonomy: Taxonomy) -> int:
    """The concept that a line names, also where a spreadsheet has removed leading zeros."""
    found = taxonomy.find(entry.concept)
    alike = named_by_number(taxonomy, entry.concept)
    if found is None and len(alike) == 1:
        return alike[0]
    if len(alike) > 1 and (found is None or _was_another(entry, taxonomy, found)):
        raise PolicyError(
            f"The column 'concept' of this line names {len(alike)} concepts that differ only in the zeros of their "
            "numbers, which a spreadsheet leaves out.",
            where=entry.where,
            hints=["write the number with its zeros, the column formatted as text"],
            values=[entry.concept],
        )
    if found is None:
        raise PolicyError(
            f"The concept of this line is not in knowledge {taxonomy.name!r}."
            + (" It looks like a date or a number that a spreadsheet has made." if is_spoilt(entry.concept) else ""),
            where=entry.where,
            hints=["write a concept's id, or a term with its sense, such as guard#1", "semblant knowledge search WORD"],
            values=[entry.concept],
        )
    return found


def _was_another(entry: Entry, taxonomy: Taxonomy, found: int) -> bool:
    """Whether a line gives the id of a concept but the path of another one."""
    return bool(entry.path) and entry.id == taxonomy.ids[found] and entry.path != path_to(taxonomy, found)


def _only_the_concept_counts(entry: Entry) -> PolicyError:
    said = "the column 'concept' still names another concept" if entry.concept else "the column 'concept' is empty"
    return PolicyError(
        f"In this line the column 'id' was changed, but {said}, and only the column 'concept' counts.",
        where=entry.where,
        hints=[
            "write what the value means into the column concept: an id, or a term such as guard#1",
            "if the concept is right as it is: empty the column id of this line",
        ],
        values=[entry.concept, entry.id] if entry.concept else [entry.id],
    )


def path_to(taxonomy: Taxonomy, concept: int) -> str:
    """The path from the root to a concept, as a review shows it.

    Example:
        >>> jobs = Taxonomy.from_paths(["work/health/nurse"])
        >>> path_to(jobs, jobs.index("nurse"))
        'work > health > nurse'
    """
    return " > ".join(taxonomy.label(c) for c in reversed(taxonomy.path_to_root(concept)))
