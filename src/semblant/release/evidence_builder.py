"""Building the evidence of a release."""

import hashlib
import platform
from functools import cache
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

from semblant.assessment.assessment import Assessment
from semblant.evidence import BeforeShuffle, Environment, Evidence, InputFacts, OutputFacts
from semblant.policy.model import Policy
from semblant.shapes.shape import Masked, Shape

_PACKAGES = ("numpy", "numba", "polars", "pydantic")


def build_evidence(
    shape: Shape, masked: Masked, found: Assessment, shown: Policy, written: Path, before: BeforeShuffle | None
) -> Evidence:
    """Build the evidence of an assessed release; ``shown`` is the policy as published."""
    facts = shape.facts()
    return Evidence(
        semblant=semblant_version(),
        seed="entropy" if shape.policy.seed is None else "given",
        input=InputFacts(sha256=shape.table.origin.sha256, records=shape.table.records, distinct=facts.distinct),
        policy=shown.published(),
        knowledge=facts.knowledge,
        mapping=facts.mapping,
        plan=masked.plan,
        privacy=found.privacy,
        utility=found.utility,
        risk=found.risk,
        before_shuffle=before,
        output=OutputFacts(file=written.name, sha256=hashlib.sha256(written.read_bytes()).hexdigest()),
        timings={},
        environment=environment(),
    )


def in_brief(evidence: Evidence) -> str:
    """A release in one line: records, promise and information loss."""
    privacy, loss = evidence.privacy, evidence.utility.loss_percent
    told = [f"{evidence.input.records:,} records", f"k = {privacy.k_achieved:,}"]
    told.append("verified" if privacy.verified else "NOT as promised")
    return ", ".join(told + ([] if loss is None else [f"{loss:.2f} % loss"]))


@cache
def environment() -> Environment:
    """The Python version, packages and platform of this run."""
    return Environment(
        python=platform.python_version(),
        packages={name: version(name) for name in _PACKAGES},
        platform=f"{platform.system()} {platform.machine()}",
    )


@cache
def semblant_version() -> str:
    """The version of this package."""
    try:
        return version("semblant")
    except PackageNotFoundError:
        return "unknown"
