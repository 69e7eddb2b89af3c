"""A first policy for a table: suggestions with their reasons, for a person to check line by line.

Reasons are counts and the column's name; no value of the data is ever shown.
"""

import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cache
from typing import Any

from semblant.data.columnnames import CODE_WORDS, FREE_TEXT_WORDS, IDENTIFYING_WORDS, SENSITIVE_WORDS, words_of
from semblant.data.missing import no_value
from semblant.data.profile import ColumnProfile, profile_column
from semblant.data.table import Column, Table
from semblant.errors import KnowledgeError
from semblant.knowledge.sources import load
from semblant.knowledge.taxonomy import Taxonomy
from semblant.policy.model import Kind, Role
from semblant.privacy.values import counted_values
from semblant.report.plurals import counted
from semblant.space.rulers import Dated, Numeric, as_written
from semblant.terms.mapping import map_column

WORDS = "wordnet"
CODES = ("icd10", "icd10cm")
"""The vocabularies that are tried for words, and for what looks like codes of diseases."""

COVERED = 0.8
"""Share of the values that must have a meaning before a column is suggested as semantic, half of them word for word."""

DIVERSE = 2
"""The suggested l: distinct values of a sensitive column in every group."""

MANY = 6
"""From this many masked columns on, a warning is given: each additional one increases the loss of all."""

ROLES: dict[Role, str] = {
    "identifier": "names someone by itself, or nobody needs it; left out",
    "quasi": "an outsider could know it of someone, as age or job; masked",
    "sensitive": "what nobody should learn of someone; kept, and l asks for variety in it",
    "keep": "harmless, and nobody outside knows it; published as it is",
}
_WIDE = 60
_LONG = 120
_FEW = 10
_TERM = 4  # the most words of a term; a longer text is a sentence
_NEARLY_ALL = 0.95
_ICD = re.compile(r"[A-Z][0-9][0-9A-Z](\.?[0-9A-Z]{1,4})?")
_SHORT_YEAR = re.compile(r"\d{1,2}([./-])\d{1,2}\1\d{2}( .*)?")
_PLAIN_KEY = re.compile(r"[A-Za-z_][A-Za-z0-9_.-]*")


@dataclass(frozen=True)
class Suggestion:
    """What a column may be, and why."""

    column: str
    role: Role
    kind: Kind | None
    reason: str
    settings: Mapping[str, str | int] = field(default_factory=dict)

    def promising(self, l: int) -> "Suggestion":  # noqa: E741
        """The same suggestion with another l."""
        return replace(self, settings={"l": l} if l > 1 else {})

    def as_dict(self) -> dict[str, Any]:
        """The suggestion for a script."""
        return {"column": self.column, **self.attribute(), "reason": self.reason}

    def attribute(self) -> dict[str, Any]:
        """The suggestion as the policy's entry for the column."""
        return {"role": self.role, **({"kind": self.kind} if self.kind else {}), **self.settings}


def suggest(table: Table) -> list[Suggestion]:
    """Suggest a role, a kind and knowledge for every column.

    Example:
        >>> import polars as pl
        >>> jobs = ["nurse", "baker", "nurse", "teacher"] * 5
        >>> table = Table(pl.DataFrame({"person": [f"p{i}" for i in range(20)], "job": jobs}))
        >>> [(s.column, s.role, s.kind) for s in suggest(table)]
        [('person', 'identifier', None), ('job', 'quasi', 'semantic')]
    """
    columns = [table.column(name) for name in table.names]
    return [treated(column, *suggest_role(profile_column(column), column)) for column in columns]


def suggest_role(counts: ColumnProfile, column: Column) -> tuple[Role, str]:
    """The role of a column, and the reason where it follows from the role alone."""
    filled = counts.records - counts.missing
    words = words_of(counts.name)
    varied = counted(counts.distinct, "distinct value")
    differ = (
        f"all {filled:,} values differ" if counts.distinct == filled else f"{counts.distinct:,} of {filled:,} differ"
    )
    nearly_all = counts.distinct >= _NEARLY_ALL * filled and filled >= _FEW
    measured = counts.dates == 1 or (counts.numeric == 1 and _measured(column))
    if counts.distinct <= 1:
        return "keep", "the same everywhere" if counts.distinct else "empty"
    if words & SENSITIVE_WORDS:
        known = f"{differ}: whoever knows one finds the record" if nearly_all else varied
        return "sensitive", f"its name says so; {known}"
    if words & IDENTIFYING_WORDS:
        return "identifier", f"its name says so; {varied}"
    if measured:
        return "quasi", ""
    if (counts.distinct == filled and filled >= _FEW) or (nearly_all and counts.numeric < 1):
        return "identifier", differ
    told = words & FREE_TEXT_WORDS or (_wordy(column) and 2 * counts.uniques > counts.distinct)
    if told or (counts.longest > _LONG and 2 * counts.distinct > filled):
        return "identifier", f"free texts may name people; {varied}"
    return "quasi", ""


def _wordy(column: Column) -> bool:
    """Whether most values are sentences rather than terms."""
    told = [len(value.split()) > _TERM for value in column.values if not no_value(value)]
    return 2 * sum(told) > len(told)


def treated(column: Column, role: Role, reason: str = "") -> Suggestion:
    """How a column of this role is treated: masked columns get a kind, sensitive ones a promise."""
    counts = profile_column(column)
    if role == "sensitive":
        diverse: dict[str, str | int] = {"l": DIVERSE} if variety(column) >= DIVERSE else {}
        return Suggestion(column.name, role, None, reason or counted(counts.distinct, "distinct value"), diverse)
    if role != "quasi":
        return Suggestion(column.name, role, None, reason or counted(counts.distinct, "distinct value"))
    kind, why, settings = _kind(counts, column)
    return Suggestion(column.name, role, kind, why, settings)


def variety(column: Column) -> int:
    """The number of distinct values of a sensitive column, as counted for l."""
    name, nothing = counted_values(column.values)
    return len(set(name.tolist()) - {nothing})


def _kind(counts: ColumnProfile, column: Column) -> tuple[Kind, str, dict[str, str | int]]:
    """The kind of a masked column; single letters and symbols are no evidence for a meaning."""
    told = [(value, int(n)) for value, n in zip(column.values, column.counts, strict=True) if not no_value(value)]
    texts = [value for value, _ in told]
    if counts.numeric == 1 and not words_of(counts.name) & CODE_WORDS:
        return "numeric", f"numbers only, {counts.distinct:,} distinct{as_written(texts)}", {}
    if counts.dates == 1 and (dated := Dated.over(texts)):
        return "date", f"dates only, {counts.distinct:,} distinct{_day_first(dated, texts)}", {}
    words = [(value, n) for value, n in told if sum(letter.isalpha() for letter in value) > 2]
    codes = [(value, n) for value, n in told if _ICD.fullmatch(value)]
    known = 0
    for name, evidence in ((WORDS, words), *((name, codes) for name in CODES)):
        if len(evidence) <= len(told) / 2 or (taxonomy := _opened(name)) is None:
            continue
        known, mapped = _understood(evidence, taxonomy, counts.name)
        if known >= COVERED * len(evidence) or (2 * known >= len(evidence) and mapped >= COVERED * len(evidence)):
            known, mapped = _understood(told, taxonomy, counts.name)
            return "semantic", *_meaning(counts, name, mapped, known)
    has = f"{WORDS} has {known:,} of them" if len(words) > len(told) / 2 else "few are words"
    if 2 * known >= len(words) > 0:
        has += "; if the others are misspelt, set kind: semantic and see semblant map"
    if counts.dates == 1:
        has = "dates, but not written in one way"
    elif texts and all(map(_SHORT_YEAR.fullmatch, texts)):
        has = "if these are dates, they need years of four digits"
    return "nominal", f"{counted(counts.distinct, 'distinct value')}; {has}", {}


def _understood(evidence: Sequence[tuple[str, int]], taxonomy: Taxonomy, column: str) -> tuple[int, int]:
    """How many values match the knowledge exactly, and how many match in any way."""
    values, weights = zip(*evidence, strict=True)
    matches = map_column(values, weights, taxonomy, attribute=column).matches
    known = sum(match.reason in ("exact", "spelling", "plural") for match in matches)
    return known, sum(match.concept >= 0 for match in matches)


def _measured(column: Column) -> bool:
    """Whether numbers are measurements, by their decimals, currency or unit, and so do not identify people."""
    ruler = Numeric.over(value for value in column.values if not no_value(value))
    return ruler.decimals > 0 or bool(ruler.numerals.before or ruler.numerals.after)


def _day_first(dated: Dated, texts: Sequence[str]) -> str:
    """The remark for dates whose day and month could be swapped."""
    swapped = Dated(dated.format.replace("%d/%m/", "%m/%d/").replace("%d-%m-", "%m-%d-"))
    both = swapped.format != dated.format and all(swapped.place(text) is not None for text in texts)
    return "; read with the day first, though the month could be" if both else ""


def _meaning(counts: ColumnProfile, knowledge: str, mapped: int, known: int) -> tuple[str, dict[str, str | int]]:
    settings: dict[str, str | int] = {"knowledge": knowledge}
    reason = f"{knowledge} has {mapped:,} of {counted(counts.distinct, 'distinct value')}"
    if known < mapped:
        reason += f", {mapped - known:,} not word for word"
    if mapped < counts.distinct:
        settings["unknown"] = "nominal"
        reason += "; the others stand for themselves"
    return reason, settings


@cache
def _opened(name: str) -> Taxonomy | None:
    """A piece of knowledge, or None where the package it comes in is not installed."""
    try:
        return load(name)
    except KnowledgeError:
        return None


def write_policy(table: Table, suggestions: Sequence[Suggestion], *, k: int, settings: Mapping[str, str]) -> str:
    """Write the suggestions as a commented policy.

    ``settings`` are the options with which the table was read, such as its encoding.
    """
    source = _one_line(table.origin.name)
    lines = [
        f"# A first policy for {source}: {counted(table.records, 'record')}, {counted(len(table.names), 'column')}.",
        "#",
        "# These are suggestions from counts; you know the data. Check the role of every column:",
        *(f"#   {role:<12}{meaning}" for role, meaning in ROLES.items()),
        "#",
        f"# Then:  semblant anonymise {source} --policy THIS-FILE",
        "",
        f"k: {k}{' ' * 18}# every record will be like at least {counted(k - 1, 'other')}",
        "method: auto",
        f"order: keep{' ' * 11}# or shuffle, if the order of the rows tells who is who",
        *(f"{name}: {json.dumps(value)}" for name, value in settings.items()),
    ]
    if used := sorted({str(s.settings["knowledge"]) for s in suggestions if "knowledge" in s.settings}):
        lines += ["", "knowledge:", *(f"  {name}: {{source: {name}}}" for name in used)]
    lines += ["", *_warnings(suggestions), "attributes:"]
    entries = [f"  {_key(s.column)}: {_flow(s.attribute())}" for s in suggestions]
    width = max((len(entry) for entry in entries if len(entry) <= _WIDE), default=0)
    for entry, s in zip(entries, suggestions, strict=True):
        lines += [f"{entry:<{width}}  # {s.reason}"] if len(entry) <= width else [f"  # {s.reason}", entry]
    return "\n".join(lines) + "\n"


def _warnings(suggestions: Sequence[Suggestion]) -> list[str]:
    """Warnings for the person who checks the policy."""
    masked = sum(s.role == "quasi" for s in suggestions)
    if not masked:
        return ["# No column is masked yet: give at least one the role quasi."]
    if masked > MANY:
        return [
            f"# {masked} columns are masked together, and the more there are, the more each of them loses.",
            "# Ask of each: could an outsider know it? If not, `keep`; if nobody needs it, `identifier` leaves it out.",
        ]
    return []


def _flow(attribute: Mapping[str, Any]) -> str:
    return "{" + ", ".join(f"{key}: {value}" for key, value in attribute.items()) + "}"


def _key(name: str) -> str:
    if _PLAIN_KEY.fullmatch(name):
        return name
    return json.dumps(name, ensure_ascii=not name.isprintable())


def _one_line(name: str) -> str:
    return name if name.isprintable() else json.dumps(name)
