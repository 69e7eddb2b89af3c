"""What the values of a column mean: one concept each, by the steward's word or by the taxonomy."""

import csv
import io
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property, lru_cache
from pathlib import Path
from typing import NamedTuple

import numpy as np
from numpy.typing import ArrayLike, NDArray

from semblant.errors import PolicyError
from semblant.knowledge.taxonomy import Taxonomy
from semblant.policy import MISSING, SUPPRESSED, MappingFacts, Sense
from semblant.terms.match import Match, Matcher


class Entry(NamedTuple):
    """One line of a mapping file."""

    concept: str
    where: str
    """File and line, for errors."""


Explicit = Mapping[tuple[str | None, str], Entry]
"""What the steward says: (attribute or None for any, value) to concept."""

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
        MappingFacts(values=2, mapped=1, records_covered=3)
    """

    taxonomy: Taxonomy
    values: tuple[str, ...]
    counts: NDArray[np.int64]
    concepts: NDArray[np.int32]
    """Per value the concept's number; -1: none."""
    matches: tuple[Match, ...]
    """Per value the reading taken."""
    readings: tuple[tuple[Match, ...], ...] = field(repr=False)
    """Per value every reading there is, the taken one among them."""

    @cached_property
    def _place(self) -> dict[str, int]:
        return {value: i for i, value in enumerate(self.values)}

    def read(self, text: str) -> int:
        """The concept of a released value: as in the column, else as the taxonomy names it; -1 where neither knows."""
        place = self._place.get(text)
        if place is not None:
            return int(self.concepts[place])
        if text.strip() in (MISSING, SUPPRESSED):
            return -1
        found = self.taxonomy.find(text)
        return -1 if found is None else found

    def unknown(self) -> list[int]:
        """Places of the values that are there but have no concept."""
        return [i for i, match in enumerate(self.matches) if match.reason == "unknown"]

    def coverage(self) -> MappingFacts:
        """How much of the column the knowledge covers; missing and suppressed cells are no values."""
        there = np.array([m.reason != "missing" for m in self.matches], bool)
        mapped = self.concepts >= 0
        return MappingFacts(
            values=int(there.sum()), mapped=int(mapped.sum()), records_covered=int(self.counts[mapped].sum())
        )


def map_column(
    values: Sequence[str],
    counts: ArrayLike,
    taxonomy: Taxonomy,
    *,
    attribute: str,
    sense: Sense = "context",  # noqa: ARG001
    explicit: Explicit | None = None,
) -> Meanings:
    """Give every distinct value of a column its concept; ``counts`` says how many records have it."""
    matcher = matcher_of(taxonomy)
    readings: list[tuple[Match, ...]] = []
    for value in values:
        entry = _said(explicit, attribute, value)
        readings.append(matcher.readings(value) if entry is None else (_agreed(entry, taxonomy),))
    matches = [found[0] for found in readings]
    concepts = np.array([m.concept for m in matches], np.int32)
    totals = np.array(counts, np.int64).reshape(len(values))
    for array in (concepts, totals):
        array.flags.writeable = False
    return Meanings(taxonomy, tuple(values), totals, concepts, tuple(matches), tuple(readings))


def _said(explicit: Explicit | None, attribute: str, value: str) -> Entry | None:
    """The steward's line for this value: the one that names the attribute before the one that does not."""
    text = value.strip()
    if not explicit or text in (MISSING, SUPPRESSED):
        return None
    return explicit.get((attribute, text)) or explicit.get((None, text))


def _agreed(entry: Entry, taxonomy: Taxonomy) -> Match:
    found = taxonomy.find(entry.concept)
    if found is None:
        raise PolicyError(
            f"The concept of this line is not in knowledge {taxonomy.name!r}.",
            where=entry.where,
            hints=["write a concept's id, or a term with its sense, such as guard#1", "semblant knowledge search WORD"],
            values=[entry.concept],
        )
    return Match(found, 0, 1.0, "mapping")


def read_mapping(path: Path) -> dict[tuple[str | None, str], Entry]:
    """Read the steward's mapping: a CSV with the columns value and concept, and attribute where it matters."""
    try:
        text = path.read_bytes().decode("utf-8-sig")
    except OSError as error:
        raise PolicyError(f"The mapping file cannot be read: {error.strerror}.", where=path.name) from error
    except UnicodeDecodeError as error:
        raise PolicyError("The mapping file is not UTF-8 text.", where=path.name) from error
    rows = csv.reader(io.StringIO(text, newline=""), strict=True)
    entries: dict[tuple[str | None, str], Entry] = {}
    columns: dict[str, int] = {}
    try:
        for row in rows:
            where = f"{path.name}:{rows.line_num}"
            if not columns:
                columns = _header(row, where)
            elif row:
                _add(entries, row, columns, where)
    except csv.Error as error:
        raise PolicyError("This line is not CSV.", where=f"{path.name}:{rows.line_num}") from error
    if not columns:
        raise PolicyError("The mapping file is empty.", where=path.name, hints=["begin it with: value,concept"])
    return entries


def _header(row: Sequence[str], where: str) -> dict[str, int]:
    names = [name.strip().lower() for name in row]
    for needed in ("value", "concept"):
        if needed not in names:
            raise PolicyError(
                f"The mapping file has no column {needed!r}.", where=where, hints=["begin it with: value,concept"]
            )
    return {name: names.index(name) for name in ("value", "concept", "attribute") if name in names}


def _add(
    entries: dict[tuple[str | None, str], Entry], row: Sequence[str], columns: Mapping[str, int], where: str
) -> None:
    if len(row) <= max(columns.values()):
        raise PolicyError("This line has fewer columns than the header.", where=where)
    cell = {name: row[place].strip() for name, place in columns.items()}
    if not cell["concept"]:
        raise PolicyError("This line gives no concept.", where=where, hints=["write a concept, or take the line out"])
    said = (cell.get("attribute") or None, cell["value"])
    before = entries.get(said)
    if before is not None and before.concept != cell["concept"]:
        raise PolicyError(
            f"This line contradicts line {before.where.rpartition(':')[2]}: one value, two concepts.",
            where=where,
            values=[cell["value"]],
        )
    entries.setdefault(said, Entry(cell["concept"], where))
