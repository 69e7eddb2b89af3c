"""The rules for reading one column: its settings in the policy, with defaults filled in."""

from dataclasses import dataclass, replace
from typing import Literal

from semblant.policy.model import Attribute, Kind, Missing, Policy, Precision, Rare, Sense, Unknown

ON_A_LINE: tuple[Kind, ...] = ("numeric", "date", "ordinal")
"""Kinds whose values are places on a line."""

WORDNET = "wordnet"
"""The vocabulary of a column where neither the column nor the policy names one."""


@dataclass(frozen=True)
class ColumnRules:
    """How the cells of one column are read and written."""

    kind: Kind = "nominal"
    knowledge: tuple[str, ...] = ()  # in order of preference
    sense: Sense = "context"
    unknown: Unknown = "error"
    min_score: float | None = None
    missing: Missing = "category"
    weight: float = 1.0
    representative: Literal["mean", "median"] = "mean"
    levels: tuple[str, ...] | None = None
    separator: str = "|"
    hierarchy: str | tuple[str, ...] | None = None
    round: float | None = None  # released numbers are multiples of it
    precision: Precision | None = None  # released dates are no finer
    last_year: int | None = None  # the latest that a year of two digits can mean
    k: int = 2  # a spelling that this many persons wrote identifies nobody
    rare: Rare = "publish"  # values that fewer than k persons hold

    def lenient(self) -> "ColumnRules":
        """The same rules, but unknown and missing values are no error: each is a category of its own."""
        return replace(self, unknown="nominal", missing="category")

    def single_sense(self) -> "ColumnRules":
        """The same rules for texts that mean one concept each, as items and phrases do."""
        return replace(self, sense="first") if self.sense == "best-pair" else self


def rules_of(name: str, policy: Policy) -> ColumnRules:
    """The rules of a column; a column whose kind is left open is read by meaning."""
    attribute = policy.attributes.get(name, Attribute(role="quasi"))
    return ColumnRules(
        kind=attribute.kind or "semantic",
        knowledge=knowledge_of(attribute, policy),
        sense=attribute.sense,
        unknown=attribute.unknown,
        min_score=attribute.min_score,
        missing=attribute.missing or policy.missing,
        weight=attribute.weight,
        representative=attribute.representative,
        levels=attribute.levels,
        separator=attribute.separator,
        hierarchy=attribute.hierarchy,
        round=attribute.round,
        precision=attribute.precision,
        last_year=attribute.last_year,
        k=policy.k,
        rare=policy.rare,
    )


def knowledge_of(attribute: Attribute, policy: Policy) -> tuple[str, ...]:
    """The knowledge behind a column: its own, else the only one the policy names, else WordNet.

    Example:
        >>> knowledge_of(Attribute(role="quasi"), Policy(knowledge={"icd10": "icd10"}))
        ('icd10',)
        >>> knowledge_of(Attribute(role="quasi", knowledge=("mesh", "wordnet")), Policy())
        ('mesh', 'wordnet')
    """
    if isinstance(attribute.knowledge, str):
        return (attribute.knowledge,)
    return attribute.knowledge or ((*policy.knowledge,) if len(policy.knowledge) == 1 else (WORDNET,))
