"""The public ``evidence.json``: what may be published."""

from typing import Any, Literal

from pydantic import Field

from semblant.catalogue import Promise
from semblant.evidence.checks import CheckResult
from semblant.evidence.facts import OutputFacts
from semblant.policy.model import Model, Purpose


class PublicKnowledge(Model):
    """A vocabulary that everybody has."""

    source: str = Field(description="its name")
    sha256: str = Field(description="checksum of the compiled source")
    concepts: int = Field(description="how many it has")


class PublicPlan(Model):
    """The method and its options."""

    method: str = Field(description="the method that ran")
    measure: str = Field(description="what guided it")
    centroid: str = Field(description="what stands for a group")
    weighting: str = Field(description="whether frequency weighs in comparisons")
    combine: str = Field(description="how column distances make a record distance")
    refined: bool = Field(description="whether the groups were improved after the method")


class PublicPrivacy(Model):
    """What the bytes of the release show; null where they cannot show it."""

    k_required: int = Field(description="the k that was asked for")
    k_achieved: int | None = Field(description="records, persons or users of the smallest class")
    classes: int | None = Field(description="different combinations of quasi-identifiers in the release")
    suppressed_records: int = Field(description="released records that are suppressed in every column")
    l_achieved: dict[str, float] | None = Field(description="least l of any class, per sensitive column")
    t_achieved: dict[str, float] | None = Field(description="greatest t of any class, per sensitive column")
    verified: bool = Field(description="whether the run itself found every promise kept on the written bytes")
    promise: Promise = Field(description="what is promised")
    epsilon: float | None = Field(None, description="ε of a differentially private release")
    delta: float | None = Field(None, description="δ of a differentially private release")
    warnings: tuple[str, ...] = Field((), description="why a promise that is kept may still protect nobody")
    not_provable: tuple[str, ...] = Field((), description="promises that the bytes alone cannot show")


class PublicAttributeUtility(Model):
    """What masking cost one column."""

    loss_percent: float | None = Field(description="100·SSE/SST of the column, two significant digits")


class PublicUtility(Model):
    """What masking cost, rounded."""

    loss_percent: float | None = Field(description="100·SSE/SST, two significant digits")
    per_attribute: dict[str, PublicAttributeUtility] = Field(description="the same for each masked column")


class PublicRisk(Model):
    """What an intruder who knows every quasi-identifier can do."""

    record_linkage_percent: float | None = Field(description="found by equal values, two significant digits")
    semantic_record_linkage_percent: float | None = Field(
        description="found by nearest meaning, two significant digits"
    )
    uniques: int | None = Field(description="released records that are like no other; null where persons count")
    prosecutor_max: float | None = Field(description="greatest chance of finding somebody known to be in the release")
    prosecutor_mean: float | None = Field(description="the same on average; null where persons count")


class PublicEvidence(Model):
    """The public ``evidence.json``, which goes with the release.

    It holds what anyone can recompute from the release, the rules, and loss and linkage with two significant digits.
    An exact figure of the original would be a checksum: whoever knows all records but one could try out the last.
    """

    semblant: str = Field(description="version")
    title: str | None = Field(None, description="of the release")
    author: str | None = Field(None, description="who answers for it")
    purpose: Purpose | None = Field(None, description="who it is for")
    seed: Literal["given", "entropy"] = Field(description="whether chance had a seed, which itself is not told")
    policy: dict[str, Any] = Field(description="the rules: the policy without files and values")
    knowledge: dict[str, PublicKnowledge] = Field(description="published vocabularies that were used")
    plan: PublicPlan
    privacy: PublicPrivacy
    utility: PublicUtility
    risk: PublicRisk
    checklist: tuple[CheckResult, ...] = Field((), description="checks whose result everybody may know")
    output: OutputFacts
