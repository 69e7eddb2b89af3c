"""A first policy for a table: suggestions with their reasons, written so that a person checks every line.

Reasons are counts and the column's own name; no value of the data is ever shown.
"""

import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from typing import Any

from semblant.data.profile import ColumnProfile, profile
from semblant.data.table import Column, Table
from semblant.errors import KnowledgeError
from semblant.knowledge.sources import load
from semblant.knowledge.taxonomy import Taxonomy
from semblant.policy import MISSING, Kind, Role
from semblant.terms.mapping import map_column

WORDS = "wordnet"
CODES = ("icd10", "icd10cm")
"""The knowledge that is tried: for words, and for what looks like codes of diseases."""

COVERED = 0.8
"""Share of the values that must have a meaning before a column is suggested as semantic."""

_NAMES_PEOPLE = {
    "id", "uid", "uuid", "name", "names", "surname", "forename", "firstname", "lastname", "email", "mail", "phone",
    "telephone", "mobile", "ssn", "passport", "iban", "address", "street", "username", "login", "nickname",
}  # fmt: skip
_NOBODYS_BUSINESS = {
    "diagnosis", "diagnoses", "disease", "illness", "condition", "symptom", "treatment", "medication", "drug", "hiv",
    "salary", "income", "wage", "debt", "religion", "belief", "crime", "offence", "verdict", "orientation",
}  # fmt: skip
_ROLES: dict[Role, str] = {
    "identifier": "names someone by itself; it is dropped",
    "quasi": "could identify someone together with other columns; it is masked",
    "sensitive": "what nobody should learn of someone; kept, protected by l and t",
    "keep": "published as it is",
}
_WIDE = 60
_LONG = 120
_FEW = 10
_NEARLY_ALL = 0.95
_ICD = re.compile(r"[A-Z][0-9][0-9A-Z](\.?[0-9A-Z]{1,4})?")
_PLAIN_KEY = re.compile(r"[A-Za-z_][A-Za-z0-9_.-]*")


@dataclass(frozen=True)
class Suggestion:
    """What a column may be, and why."""

    column: str
    role: Role
    kind: Kind | None
    reason: str
    settings: Mapping[str, str] = field(default_factory=dict)

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
    return [_suggest(counts, table.column(counts.name)) for counts in profile(table)]


def _suggest(counts: ColumnProfile, column: Column) -> Suggestion:
    filled = counts.records - counts.missing
    words = set(re.findall(r"[a-z]+", re.sub(r"([a-z])([A-Z])", r"\1 \2", counts.name).lower()))
    varied = f"{counts.distinct:,} distinct values"
    if counts.distinct <= 1:
        return Suggestion(counts.name, "keep", None, "the same everywhere" if counts.distinct else "empty")
    if counts.distinct == filled and filled >= _FEW:
        return Suggestion(counts.name, "identifier", None, f"all {filled:,} values differ")
    if words & _NAMES_PEOPLE:
        return Suggestion(counts.name, "identifier", None, f"its name says so; {varied}")
    if counts.longest > _LONG and 2 * counts.distinct > filled:
        return Suggestion(counts.name, "identifier", None, f"long free texts may name people; {varied}")
    role: Role = "sensitive" if words & _NOBODYS_BUSINESS else "quasi"
    if counts.numeric == 1:
        return Suggestion(counts.name, role, "numeric", f"numbers only, {counts.distinct:,} distinct")
    if counts.dates == 1:
        return Suggestion(counts.name, role, "date", f"dates only, {counts.distinct:,} distinct")
    return _worded(counts, column, role)


def _worded(counts: ColumnProfile, column: Column, role: Role) -> Suggestion:
    """A column of words or codes: semantic where most have a meaning; letters and signs are no evidence for one."""
    filled = counts.records - counts.missing
    if counts.distinct >= _NEARLY_ALL * filled and filled >= _FEW:
        return Suggestion(counts.name, "identifier", None, f"{counts.distinct:,} of {filled:,} values differ")
    told = [(value, int(n)) for value, n in zip(column.values, column.counts, strict=True) if value != MISSING]
    words = [(value, n) for value, n in told if sum(letter.isalpha() for letter in value) > 2]
    codes = [(value, n) for value, n in told if _ICD.fullmatch(value)]
    known = 0
    for name, evidence in ((WORDS, words), *((name, codes) for name in CODES)):
        if len(evidence) <= len(told) / 2 or (taxonomy := _opened(name)) is None:
            continue
        values, weights = zip(*evidence, strict=True)
        matches = map_column(values, weights, taxonomy, attribute=counts.name).matches
        known = sum(match.reason in ("exact", "spelling", "plural") for match in matches)
        if known >= COVERED * len(evidence):
            return _meaning(counts, role, name, sum(match.concept >= 0 for match in matches))
    has = f"{WORDS} has {known:,} of them" if len(words) > len(told) / 2 else "few are words"
    return Suggestion(counts.name, role, "nominal", f"{counts.distinct:,} distinct values; {has}")


def _meaning(counts: ColumnProfile, role: Role, knowledge: str, mapped: int) -> Suggestion:
    settings = {"knowledge": knowledge}
    reason = f"{knowledge} has {mapped:,} of {counts.distinct:,} distinct values"
    if mapped < counts.distinct:
        settings["unknown"] = "nominal"
        reason += "; the others stand for themselves"
    return Suggestion(counts.name, role, "semantic", reason, settings)


@cache
def _opened(name: str) -> Taxonomy | None:
    """A piece of knowledge, or None where the package it comes in is not installed."""
    try:
        return load(name)
    except KnowledgeError:
        return None


def write_policy(table: Table, suggestions: Sequence[Suggestion], *, k: int, settings: Mapping[str, str]) -> str:
    """Write the suggestions as a commented policy.

    ``settings`` are what it took to read the table, such as its encoding.
    """
    source = _one_line(table.origin.name)
    lines = [
        f"# A first policy for {source}: {table.records:,} records, {len(table.names)} columns.",
        "#",
        "# These are suggestions from counts. Check the role of every column:",
        *(f"#   {role:<12}{meaning}" for role, meaning in _ROLES.items()),
        "#",
        f"# Then:  semblant anonymise {source} --policy THIS-FILE",
        "",
        f"k: {k}{' ' * 18}# every record will be like at least {k - 1} others",
        "method: auto",
        *(f"{name}: {json.dumps(value)}" for name, value in settings.items()),
    ]
    if used := sorted({s.settings["knowledge"] for s in suggestions if "knowledge" in s.settings}):
        lines += ["", "knowledge:", *(f"  {name}: {{source: {name}}}" for name in used)]
    lines += ["", "attributes:"]
    entries = [f"  {_key(s.column)}: {_flow(s.attribute())}" for s in suggestions]
    width = max((len(entry) for entry in entries if len(entry) <= _WIDE), default=0)
    for entry, s in zip(entries, suggestions, strict=True):
        lines += [f"{entry:<{width}}  # {s.reason}"] if len(entry) <= width else [f"  # {s.reason}", entry]
    return "\n".join(lines) + "\n"


def _flow(attribute: Mapping[str, str]) -> str:
    return "{" + ", ".join(f"{key}: {value}" for key, value in attribute.items()) + "}"


def _key(name: str) -> str:
    if _PLAIN_KEY.fullmatch(name):
        return name
    return json.dumps(name, ensure_ascii=not name.isprintable())


def _one_line(name: str) -> str:
    return name if name.isprintable() else json.dumps(name)
