"""The review: a table of what every value was mapped to, for a steward to correct.

Written as CSV and edited in any spreadsheet, it is used through ``mapping:`` in a policy. Only the column ``concept``
counts there: a changed line wins, an emptied one says that the value has no concept. A line left as it was proposed
keeps its own score, as nobody may have read it, unless something stands in its column ``checked``.
"""

import csv
import io
import math
import textwrap
from collections.abc import Iterator, Mapping
from functools import cache, partial
from pathlib import Path
from typing import NamedTuple

from semblant.data.atomic import write_file
from semblant.data.formulas import escaped
from semblant.knowledge.taxonomy import Taxonomy
from semblant.progress import SILENT, Progress
from semblant.terms.explicit import hashed
from semblant.terms.mapping import Meanings, matcher_of, path_to
from semblant.terms.match import Match
from semblant.terms.suggest import Suggestions

COLUMNS = (
    "attribute", "value", "count", "concept", "id", "label", "path", "sense", "score", "reason", "alternatives",
    "meanings", "about", "checked", "proposed",
)  # fmt: skip
"""The columns of a review file, in order."""

MOST_SUGGESTED = 5_000
"""Unknown values, the most frequent first, for which similar terms are sought."""
_ALTERNATIVES = 8
_BETWEEN = "; "
_LONGEST = 160  # letters of a gloss


def write_review(
    path: Path, columns: Mapping[str, Meanings], *, no_values: bool = False, progress: Progress = SILENT
) -> None:
    """Write the review of some columns atomically; with ``no_values`` each value is replaced by a hash.

    Example:
        >>> from semblant.terms.mapping import map_column
        >>> jobs = Taxonomy.from_paths(["work/health/nurse", "work/health/doctor"])
        >>> import tempfile
        >>> folder = Path(tempfile.mkdtemp())
        >>> column = map_column(["Nurses", "docter"], [3, 1], jobs, attribute="job")
        >>> write_review(folder / "review.csv", {"job": column})
        >>> print((folder / "review.csv").read_text("utf-8-sig"))
        attribute,value,count,concept,id,label,path,sense,score,reason,alternatives,meanings,about,checked,proposed
        job,docter,1,,,,,,0.00,suggested,doctor (0.83),doctor < health < work,,,
        job,Nurses,3,nurse,work/health/nurse,nurse,work > health > nurse,1,0.99,plural,,nurse < health < work,,,nurse
        <BLANKLINE>
    """
    text = io.StringIO(newline="")
    writer = csv.writer(text, lineterminator="\r\n")
    writer.writerow(COLUMNS)
    for attribute, meanings in columns.items():
        for line in _lines(attribute, meanings, no_values, progress):
            writer.writerow(map(escaped, line))
    write_file(path, text.getvalue().encode("utf-8-sig", "surrogatepass"))


class Reviewed(NamedTuple):
    """A value to look at: its text without outer space, how many records have it, and its place in the column."""

    value: str
    records: int
    place: int


def by_doubt(meanings: Meanings) -> list[Reviewed]:
    """The values of a column, first those to check: by how many records would be wrong if the match is."""
    counts: dict[str, int] = {}
    place: dict[str, int] = {}
    for i, match in enumerate(meanings.matches):
        if match.reason != "missing":
            value = meanings.values[i].strip()  # spellings that differ only in outer space mean the same
            counts[value] = counts.get(value, 0) + int(meanings.counts[i])
            place.setdefault(value, i)

    def order(value: str) -> tuple[float, bool, str]:
        i = place[value]
        return -counts[value] * (1.0 - meanings.matches[i].score), len(meanings.readings[i]) == 1, value

    return [Reviewed(value, counts[value], place[value]) for value in sorted(counts, key=order)]


def _lines(attribute: str, meanings: Meanings, no_values: bool, progress: Progress) -> Iterator[list[str]]:
    """One line per value, those to check first."""
    name, paths = cache(meanings.taxonomy.written), cache(partial(_cells, meanings.taxonomy))
    explained = cache(lambda concept: in_short(meanings.taxonomy, concept, name(concept)))
    suggested = _suggestions(meanings, attribute, progress)
    for value, count, i in by_doubt(meanings):
        match = meanings.matches[i]
        others = other_readings(meanings, i) or suggested.get(i, [])
        others = others[:_ALTERNATIVES]
        shown = [match.concept] * (match.concept >= 0) + [other.concept for other in others]
        yield [
            attribute,
            hashed(value) if no_values else value,
            str(count),
            *(paths(match.concept) if match.concept >= 0 else [""] * 4),
            str(match.sense or ""),
            f"{math.floor(100 * match.score + 1e-6) / 100:.2f}",  # never rounded up into what is certain
            "suggested" if i in suggested and match.reason == "unknown" else match.reason,
            _BETWEEN.join(_offered(name(other.concept), other) for other in others),
            _BETWEEN.join(map(explained, shown)),
            meanings.domain,
            "yes" if match.reason == "mapping" else "",
            name(match.concept) if match.concept >= 0 else "",
        ]


def other_readings(meanings: Meanings, i: int) -> list[Match]:
    """The other readings of a value; a guess that was too uncertain comes first."""
    match, guess = meanings.matches[i], meanings.guesses[i]
    first = [guess._replace(reason="suggested")] if match.reason == "uncertain" else []
    taken = {match.concept, -1, *(m.concept for m in first)}
    rest = {m.concept: m for m in meanings.readings[i] if m.concept not in taken}
    return [*first, *rest.values()]


def _cells(taxonomy: Taxonomy, concept: int) -> list[str]:
    """The cells of a concept: a name that is read back as it, its id, its label, its path from the root."""
    return [taxonomy.written(concept), taxonomy.ids[concept], taxonomy.label(concept), path_to(taxonomy, concept)]


def in_short(taxonomy: Taxonomy, concept: int, name: str) -> str:
    """A short description of a concept: its gloss, or the two concepts above it.

    Example:
        >>> in_short(jobs := Taxonomy.from_paths(["all/jobs/health/nurse"]), jobs.index("nurse"), "nurse")
        'nurse < health < jobs'
    """
    gloss = " ".join(taxonomy.gloss(concept).partition('; "')[0].split())  # WordNet's examples follow in quotes
    if gloss:
        return f"{name}: {textwrap.shorten(gloss, _LONGEST, placeholder=' …')}"
    return " < ".join([name, *map(taxonomy.label, taxonomy.path_to_root(concept)[1:3])])


def _offered(name: str, match: Match) -> str:
    return f"{name} ({match.score:.2f})" if match.reason == "suggested" else name


def _suggestions(meanings: Meanings, attribute: str, progress: Progress) -> dict[int, list[Match]]:
    """Similar terms for the values without a concept; offered, never taken."""
    unknown = sorted(meanings.unknown(), key=lambda i: (-int(meanings.counts[i]), meanings.values[i]))[:MOST_SUGGESTED]
    if not unknown:
        return {}
    suggestions = Suggestions(matcher_of(meanings.taxonomy))
    found: dict[int, list[Match]] = {}
    with progress.step(f"looking for what {attribute} may mean", len(unknown)) as advance:
        for done, i in enumerate(unknown):
            if alike := suggestions.of(meanings.values[i]):
                found[i] = alike
            if done % 100 == 0:
                advance(done)
    return found
