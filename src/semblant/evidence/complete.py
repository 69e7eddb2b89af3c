"""The complete ``evidence.json``."""

from typing import Any, Literal

from pydantic import Field

from semblant.evidence.checks import CheckResult, Privacy
from semblant.evidence.facts import Environment, InputFacts, KnowledgeFacts, MappingFacts, OutputFacts, PlanFacts
from semblant.evidence.risks import Risk
from semblant.evidence.statistics import Analysis
from semblant.evidence.utility import Utility
from semblant.policy.model import Model, Purpose


class Evidence(Model):
    """The complete ``evidence.json``, for those who may see the original: everything about a release but the seed."""

    semblant: str = Field(description="version")
    created: str = Field(description="when, in UTC")
    title: str | None = Field(None, description="of the release, from the policy")
    author: str | None = Field(None, description="who answers for it, from the policy")
    purpose: Purpose | None = Field(None, description="who it is for, from the policy")
    seed: Literal["given", "entropy"] = Field(description="whether chance had a seed, which itself is not told")
    input: InputFacts
    policy: dict[str, Any] = Field(description="the policy with every default written out, without the seed")
    knowledge: dict[str, KnowledgeFacts]
    mapping: dict[str, MappingFacts]
    plan: PlanFacts
    privacy: Privacy
    utility: Utility
    analysis: Analysis | None = Field(None, description="what analyses lose; null where nobody asked for it")
    risk: Risk
    checklist: tuple[CheckResult, ...] = Field((), description="what to look at before publishing")
    output: OutputFacts
    timings: dict[str, float] = Field(description="seconds of each step")
    environment: Environment
