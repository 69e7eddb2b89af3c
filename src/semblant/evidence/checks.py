"""What a release promises, how it deviates from its policy, and what to look at before publishing."""

from typing import Any, Literal

from pydantic import Field

from semblant.catalogue import Promise
from semblant.policy.model import Model

Check = Literal[
    "identifier", "column", "look-alike", "determines", "changed", "rows", "link", "order", "suppression", "persons",
    "hidden content", "treatment",
]  # fmt: skip
"""What a release is checked for beyond its classes."""


class RareFacts(Model):
    """Published values of one column that few persons have."""

    values: int = Field(description="those of fewer than k persons; of sets and logs, of fewer than `min_term_count`")
    single: int = Field(description="those of a single person")
    invented: int = Field(
        0, description="those of nobody: nominal and ordinal ones of nobody in a class, others of nobody at all"
    )


class Privacy(Model):
    """What the written bytes promise."""

    k_required: int = Field(description="the k that was asked for")
    k_achieved: int = Field(description="records of the smallest class")
    classes: int = Field(description="different combinations of quasi-identifiers in the release")
    suppressed_records: int = Field(description="records of which nothing is published: `*` in every column")
    suppressed_beyond_limit: int = Field(0, description="how many of them are more than the policy allows")
    l_achieved: dict[str, float] | None = Field(description="least l of any class, per sensitive column")
    t_achieved: dict[str, float] | None = Field(description="greatest t of any class, per sensitive column")
    verified: bool = Field(description="whether the written bytes keep the promise")
    promise: Promise = Field("k-anonymity", description="what is promised, and verified where `verified` says so")
    epsilon: float | None = Field(None, description="ε of a differentially private release")
    delta: float | None = Field(None, description="δ of a differentially private release")
    rare_values: dict[str, RareFacts] = Field(
        {}, description="per column, published values that few persons have; none under `rare: hide`"
    )
    warnings: tuple[str, ...] = Field((), description="why a promise that is kept may still protect nobody")
    persons_counted: bool = Field(
        True, description="false where k counts persons, but nobody can tell from the files whose records these are"
    )


class Deviation(Model):
    """One way in which a release is not what its policy says."""

    check: Check = Field(description="which check found it")
    column: str | None = Field(None, description="the column it is about")
    message: str = Field(description="what was found, without any value")


Status = Literal["green", "amber", "red"]


Light = Literal[
    "promises", "identifier", "determines", "policy", "k-advice", "column-loss", "categories", "homogeneous",
    "kept-columns", "unique-values", "identifier-names", "mapping", "order", "rare", "missing-codes", "persons",
    "unchanged",
    "several-releases", "formulas",
]  # fmt: skip
"""The checks of the checklist."""


class CheckResult(Model):
    """One check of the checklist: green, amber (worth a look) or red (nothing is published unless it is accepted)."""

    check: Light = Field(description="which check")
    status: Status = Field(description="its traffic light; a red one that the policy accepts is amber")
    value: Any = Field(None, description="what was found")
    threshold: Any = Field(None, description="up to what the check is green")
    columns: tuple[str, ...] = Field((), description="the columns it is about")
    message: str = Field(description="what was found, in words, without any value of the data")
    advice: str = Field("", description="what to do about it; mostly empty where it is green")
    reason: str | None = Field(None, description="why the policy accepts it, or what it says to an amber one")
