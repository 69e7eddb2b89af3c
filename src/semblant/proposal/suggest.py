"""What every column of a table may be, with reasons. Reasons are counts and names; no value of the data is shown."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from semblant.data.codebooks import explained
from semblant.data.columnnames import words_of, words_of_columns
from semblant.data.profile import profile_column
from semblant.data.table import Column, Table
from semblant.policy.model import Kind, Role
from semblant.privacy.values import counted_values
from semblant.proposal.combinations import settle_roles
from semblant.proposal.kinds import KindFound, Settings, find_kind, with_american_dates
from semblant.proposal.nametopics import with_topics
from semblant.proposal.rolefound import RoleFound
from semblant.proposal.roles import find_role
from semblant.space.sentinels import looks_like_no_value

DIVERSE = 2
"""The suggested l: distinct values of a sensitive column in every group."""

ROLES: dict[Role, str] = {
    "identifier": "names someone by itself, or nobody needs it; left out",
    "quasi": "an outsider could know it of someone, as age or job; masked",
    "sensitive": "what nobody should learn of someone; kept, but must vary in every group (setting l)",
    "keep": "harmless, and nobody outside knows it; published as it is",
}


@dataclass(frozen=True)
class Suggestion:
    """What a column may be, and why."""

    column: str
    role: Role
    kind: Kind | None
    reason: str
    settings: Settings = field(default_factory=dict)
    certain: bool = True
    """Whether name or form decide; else a person must."""

    def promising(self, l: int) -> "Suggestion":  # noqa: E741
        """The same suggestion with another l."""
        others = {key: value for key, value in self.settings.items() if key != "l"}
        return replace(self, settings={**others, "l": l} if l > 1 else others)

    def as_dict(self) -> dict[str, Any]:
        """The suggestion for a script."""
        kind = {"kind": self.kind} if self.kind else {}
        return {"column": self.column, **self.attribute(), **kind, "reason": self.reason}

    def attribute(self) -> dict[str, Any]:
        """The suggestion as the policy's entry for the column."""
        kind = {"kind": self.kind} if self.kind and self.role in ("quasi", "sensitive") else {}
        return {"role": self.role, **kind, **self.settings}


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
    profiles = [profile_column(column) for column in columns]
    explanations = explained(table.names)
    named = zip(table.names, words_of_columns(table.names), strict=True)
    words = [explanations.get(name) or with_topics(name, told) for name, told in named]
    kinds = with_american_dates([find_kind(*one) for one in zip(profiles, columns, words, strict=True)])
    roles = [find_role(*one) for one in zip(profiles, columns, kinds, words, strict=True)]
    settled = settle_roles(table, roles, kinds)
    return [_joined(*one) for one in zip(columns, settled, kinds, strict=True)]


def treated(column: Column, role: Role, reason: str = "as you said") -> Suggestion:
    """How a column is treated whose role a person decided."""
    return _joined(column, RoleFound(role, reason), find_kind(profile_column(column), column, words_of(column.name)))


def _joined(column: Column, role: RoleFound, kind: KindFound) -> Suggestion:
    """A role with the kind that goes with it: masked columns get settings, sensitive ones a promise."""
    if role.role == "identifier" or not any(column.values):
        return Suggestion(column.name, role.role, None, role.reason, certain=role.certain)
    settings: Settings = kind.settings if role.role in ("quasi", "sensitive") else {}
    if role.role == "sensitive":
        settings = {**settings, "l": DIVERSE} if variety(column) >= DIVERSE else settings
    reasons = [role.reason, kind.reason]
    codes = looks_like_no_value(column, last_year(kind.settings)) if kind.kind in ("numeric", "date") else ()
    if codes:
        told = settings.get("missing_values", ())
        settings = {**settings, "missing_values": (*(told if isinstance(told, tuple) else ()), *codes)}
        reasons.append("missing_values look like codes for no value; check them")
    constant = len({value for value in column.values if value.strip()}) <= 1
    reason = "; ".join(dict.fromkeys(reasons[:1] if constant else reasons))
    return Suggestion(
        column.name,
        role.role,
        "nominal" if constant else kind.kind,
        reason,
        {} if constant else settings,
        role.certain and kind.certain and not (codes and role.role == "keep"),
    )


def last_year(settings: Mapping[str, object]) -> int | None:
    """The latest year that two digits can mean, where the settings of a column say it."""
    told = settings.get("last_year")
    return told if isinstance(told, int) else None


def variety(column: Column) -> int:
    """The number of distinct values of a sensitive column, as counted for l."""
    name, nothing = counted_values(column.values)
    return len(set(name.tolist()) - {nothing})
