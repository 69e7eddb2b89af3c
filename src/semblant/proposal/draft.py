"""The suggestions as a commented policy, for a person to check; of the data it shows only the levels of scales."""

import json
import re
import shlex
from collections.abc import Mapping, Sequence
from typing import Any

from semblant.catalogue import Shape
from semblant.data.repeats import repeated
from semblant.data.table import Table
from semblant.proposal.apart import tell_apart
from semblant.proposal.shapes import ShapeFound, suggestions_for
from semblant.proposal.suggest import ROLES, Suggestion
from semblant.report.plurals import counted

MANY = 6
"""From this many masked columns on, a warning is given: each additional one increases the loss of all."""
_WIDE = 60
_SPECIAL = ("null", "true", "false")  # what YAML reads as something else than text
_PLAIN_KEY = re.compile(r"[A-Za-z_][A-Za-z0-9_.-]*")


def write_policy(
    table: Table,
    suggestions: Sequence[Suggestion],
    *,
    k: int,
    settings: Mapping[str, str | int],
    found: ShapeFound | None = None,
) -> str:
    """Write the suggestions as a commented policy.

    ``settings`` are the options with which the table was read, such as its encoding; ``found`` is what its rows are,
    one record each where it is absent.
    """
    found = found or ShapeFound("table")
    suggestions = suggestions_for(table, found, suggestions)
    source = _one_line(table.origin.name)
    lines = [
        f"# A first policy for {source}: {counted(table.records, 'record')}, {counted(len(table.names), 'column')}.",
        "#",
        "# These are suggestions from counts; you know the data. Check the role of every column:",
        *(f"#   {role:<12}{meaning}" for role, meaning in ROLES.items()),
        "#",
        f"# Then:  semblant anonymise {shlex.quote(source)} --policy THIS-FILE",
        "",
        "# Advice for k: 12 or more for open data (EMA and Health Canada: risk at most 0.09); by convention 5 for",
        "# researchers under contract and 3 for internal use.",
        f"k: {k}{' ' * 18}# {k_means(found.shape, k)}",
        "# purpose: open     # open | contract | internal: who the release is for; the checklist then judges k",
        "method: auto",
        f"order: sorted{' ' * 9}# by released values; keep tells who is who to anyone who knows the original order",
        *_shape(found),
        *(_individual(table, suggestions) if found.shape != "log" else ()),
        *(f"{name}: {json.dumps(value)}" for name, value in settings.items()),
    ]
    if used := sorted({str(s.settings["knowledge"]) for s in suggestions if "knowledge" in s.settings}):
        lines += ["", "knowledge:", *(f"  {name}: {{source: {name}}}" for name in used)]
    lines += ["", *_warnings(suggestions), *_apart(table, suggestions, found), "attributes:"]
    entries = [f"  {_key(s.column)}: {_flow(s.attribute())}" for s in suggestions]
    width = max((len(entry) for entry in entries if len(entry) <= _WIDE), default=0)
    for entry, s in zip(entries, suggestions, strict=True):
        reason = _one_line(s.reason if s.certain else f"uncertain, please check: {s.reason}")
        lines += [f"{entry:<{width}}  # {reason}"] if len(entry) <= width else [f"  # {reason}", entry]
    return "\n".join(lines) + "\n"


def k_means(shape: Shape, k: int) -> str:
    """What k asks for, in a sentence."""
    others = counted(k - 1, "other")
    if shape == "log":
        return f"every user will have the same released log as at least {others}"
    return f"every record will share its quasi-identifiers with at least {others}"


def _shape(found: ShapeFound) -> list[str]:
    """What the rows are, where they are not one record each."""
    if found.shape == "sets":
        return [f"shape: sets         # one person a row, with several items in {_one_line(found.items)}"]
    if found.log is None:
        return []
    return [
        "shape: log          # one query a row; released are user, query and time",
        f"log: {_flow(found.log.model_dump(exclude_none=True))}",
        "times: day          # keep | day | drop",
        "others: drop        # columns that the log does not name",
    ]


def _individual(table: Table, suggestions: Sequence[Suggestion]) -> list[str]:
    """The identifier that names persons, where it repeats; of several the one with the most different values."""
    found = repeated(table, [one.column for one in suggestions if one.role == "identifier"])
    if not found:
        return []
    name = max(found, key=lambda one: found[one].values)
    told = f"{counted(found[name].values, 'distinct value')} in {counted(found[name].records, 'record')}"
    return [f"individual: {_key(name)}  # {told}: a person may have several rows, so k counts persons"]


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


def _apart(table: Table, suggestions: Sequence[Suggestion], found: ShapeFound) -> list[str]:
    """How much the masked columns tell records apart, each and together; nothing of logs and lists."""
    masked = [one.column for one in suggestions if one.role == "quasi" and one.kind != "set"]
    if not masked or found.shape == "log":
        return []
    each = {_one_line(name): tell_apart([table.column(name)]) for name in masked}
    together = tell_apart([table.column(name) for name in masked])
    width = max(map(len, (*each, "together")))
    lines = [
        f"#   {name:<{width}}  {one.distinction:7.1%}  {one.separation:7.1%}"
        for name, one in (*each.items(), ("together", together))
    ]
    return [
        "# How much the masked columns tell records apart: different values per record (distinction), and the share of",
        "# pairs of records that differ (separation).",
        *(lines if len(masked) > 1 else lines[:1]),
        f"# Unique by them as they are written: {together.unique:,} of {counted(table.records, 'record')}.",
    ]


def _flow(attribute: Mapping[str, Any]) -> str:
    return "{" + ", ".join(f"{key}: {_value(value)}" for key, value in attribute.items()) + "}"


def _value(value: Any) -> str:
    if isinstance(value, tuple):
        return "[" + ", ".join(json.dumps(one, ensure_ascii=not one.isprintable()) for one in value) + "]"
    return _key(value) if isinstance(value, str) else str(value)


def _key(name: str) -> str:
    if _PLAIN_KEY.fullmatch(name) and name.lower() not in _SPECIAL:
        return name
    return json.dumps(name, ensure_ascii=not name.isprintable())


def _one_line(name: str) -> str:
    return name if name.isprintable() else json.dumps(name)
