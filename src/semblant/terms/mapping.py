"""Mapping the values of a column to one concept each, by the steward's mapping or by the taxonomy."""

from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass, field
from functools import cached_property, lru_cache, partial

import numpy as np
from numpy.typing import ArrayLike, NDArray

from semblant.data.missing import is_nothing
from semblant.errors import PolicyError
from semblant.evidence import MappingFacts, UnknownFacts
from semblant.knowledge.taxonomy import Taxonomy
from semblant.policy.model import Sense, Unknown
from semblant.progress import SILENT, Advance, Progress
from semblant.terms.explicit import Entry, Explicit, entry_lookup, read_mapping, refuse_spoilt
from semblant.terms.match import UNKNOWN, Match, Matcher
from semblant.terms.senses import choose
from semblant.terms.spreadsheet import is_spoilt, named_by_number, plain

__all__ = ["Entry", "Explicit", "Meanings", "map_column", "matcher_of", "read_mapping"]

_STEP = 1_000  # values between two reports of progress

matcher_of = lru_cache(maxsize=8)(Matcher)
"""The matcher of a taxonomy, kept so that a second column finds its index ready."""


@dataclass(frozen=True, eq=False)
class Meanings:
    """What each value of one column means.

    Example:
        >>> jobs = Taxonomy.from_paths(["work/health/nurse", "work/health/doctor"])
        >>> column = map_column(["Nurses", "", "astronaut"], [3, 1, 2], jobs, attribute="job")
        >>> [jobs.label(c) if c >= 0 else None for c in column.concepts]
        ['nurse', None, None]
        >>> column.coverage()
        MappingFacts(values=2, mapped=1, records_covered=3, unknown=None)
        >>> column.coverage("suppress").unknown
        UnknownFacts(choice='suppress', values=1, records=2)
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

    @cached_property
    def _place(self) -> dict[str, int]:
        return {value: i for i, value in enumerate(self.values)}

    def __contains__(self, text: str) -> bool:
        return text in self._place

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
            return tuple(dict.fromkeys(m.concept for m in self.readings[place] if m.concept >= 0))
        found = self.read(text)
        senses = self.taxonomy.senses(text)
        return tuple(senses) if found in senses else (found,) if found >= 0 else ()

    def unknown(self) -> list[int]:
        """The positions of the values that are not missing but have no concept."""
        return [i for i, match in enumerate(self.matches) if match.reason == "unknown"]

    def coverage(self, unknown: Unknown | None = None) -> MappingFacts:
        """How much of the column the knowledge covers; missing and suppressed cells are no values.

        With the policy's choice for ``unknown`` values it also counts how many records that choice affects.
        """
        there = np.array([m.reason != "missing" for m in self.matches], bool)
        return facts_of(there, self.concepts >= 0, self.counts, unknown)


def facts_of(
    there: NDArray[np.bool_], mapped: NDArray[np.bool_], counts: NDArray[np.int64], unknown: Unknown | None
) -> MappingFacts:
    """The coverage of a column, given which values are not missing and which have a concept."""
    absent = there & ~mapped
    told = unknown and UnknownFacts(choice=unknown, values=int(absent.sum()), records=int(counts[absent].sum()))
    return MappingFacts(
        values=int(there.sum()),
        mapped=int(mapped.sum()),
        records_covered=int(counts[mapped].sum()),
        unknown=told or None,
    )


def map_column(
    values: Sequence[str],
    counts: ArrayLike,
    taxonomy: Taxonomy,
    *,
    attribute: str,
    sense: Sense = "context",
    explicit: Explicit | None = None,
    progress: Progress = SILENT,
) -> Meanings:
    """Give every distinct value of a column its concept; ``counts`` says how many records have it.

    ``explicit`` is the steward's mapping and goes first. With ``sense="context"`` an ambiguous value takes the sense
    that fits the rest of the column, otherwise its first sense. The order of the values does not matter.
    """
    refuse_spoilt(explicit, attribute, values)
    said = entry_lookup(explicit, attribute)
    matcher = matcher_of(taxonomy)

    def read(text: str) -> tuple[Match, ...]:
        entry = None if is_nothing(text) else said(text)
        return matcher.readings(text) if entry is None else (agreed(entry, taxonomy),)

    return settle(values, counts, taxonomy, read, sense, partial(progress.step, f"reading {attribute}"))


def settle(
    values: Sequence[str],
    counts: ArrayLike,
    taxonomy: Taxonomy,
    read: Callable[[str], tuple[Match, ...]],
    sense: Sense,
    step: Callable[[int], AbstractContextManager[Advance]],
) -> Meanings:
    """Read every value and choose among its readings; values that differ only in outer space mean the same."""
    totals = np.array(counts, np.int64).reshape(len(values))
    stripped = [value.strip() for value in values]
    texts = sorted(set(stripped))
    place = {text: i for i, text in enumerate(texts)}
    rows = np.array([place[text] for text in stripped], np.int64)
    readings: list[tuple[Match, ...]] = []
    with step(len(texts)) as advance:
        for i, text in enumerate(texts):
            readings.append(read(text))
            if i % _STEP == 0:
                advance(i)
    chosen = np.zeros(len(texts), np.int64)
    if sense == "context":
        usual = [matcher_of(taxonomy).usual(text, found) for text, found in zip(texts, readings, strict=True)]
        chosen = choose(taxonomy, readings, np.bincount(rows, weights=totals, minlength=len(texts)), usual)
    matches = tuple(readings[i][chosen[i]] for i in rows.tolist())
    concepts = np.array([m.concept for m in matches], np.int32)
    for array in (concepts, totals):
        array.flags.writeable = False
    return Meanings(taxonomy, tuple(values), totals, concepts, matches, tuple(readings[i] for i in rows.tolist()))


def agreed(entry: Entry, taxonomy: Taxonomy) -> Match:
    """The match that a line of the steward's mapping gives; a line without a concept means that there is none.

    The id in a review does not count, so a changed id is an error rather than ignored. What a spreadsheet does to ids
    (``0012`` becomes 12, ``1-2`` a date) is not such a change.
    """
    if not entry.concept:
        if entry.id and not entry.path:
            raise _only_the_concept_counts(entry)
        return UNKNOWN
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
