"""Building the evidence of a release."""

import platform
from datetime import UTC, datetime
from functools import cache
from importlib.metadata import PackageNotFoundError, version
from typing import Any

from semblant.assessment.assessment import Assessment
from semblant.data.formats import is_text
from semblant.data.formulas import formulas_in
from semblant.data.table import Table
from semblant.evidence import Analysis, Environment, Evidence, InputFacts, OutputFacts, PlanFacts
from semblant.policy.model import Policy
from semblant.report.summary import worst_column
from semblant.shapes.shape import Masked, Shape

_PACKAGES = ("numpy", "numba", "polars", "pydantic")


def build_evidence(
    shape: Shape, masked: Masked, found: Assessment, shown: Policy, release: Table, analysis: Analysis | None = None
) -> Evidence:
    """Build the complete evidence of an assessed release; ``shown`` is the policy with its paths as they are shown."""
    facts, origin = shape.facts(), release.origin
    assert origin.sha256 is not None, "the release was read from its file"
    text = is_text(origin.format)
    return Evidence(
        semblant=semblant_version(),
        created=datetime.now(UTC).isoformat(timespec="seconds"),
        title=shown.title,
        author=shown.author,
        purpose=shown.purpose,
        seed="entropy" if shape.policy.seed is None else "given",
        input=InputFacts(records=shape.table.records, distinct=facts.distinct, treated=dict(shape.treated)),
        policy=_written_out(shown, masked.plan),
        knowledge=facts.knowledge,
        mapping=facts.mapping,
        plan=masked.plan,
        privacy=found.privacy,
        utility=found.utility,
        risk=found.risk,
        analysis=analysis,
        checklist=found.checklist,
        output=OutputFacts(
            file=origin.name,
            sha256=origin.sha256,
            records=release.records,
            delimiter=origin.delimiter if text else None,
            encoding=origin.encoding if text else None,
            formulas=formulas_in(release, shape.policy.formulas),
        ),
        timings={},
        environment=environment(),
    )


def _written_out(policy: Policy, plan: PlanFacts) -> dict[str, Any]:
    """The policy with every default, those of a table's method too."""
    own = {"measure": plan.measure, "centroid": plan.centroid, "weighting": plan.weighting, "combine": plan.combine}
    return (own if policy.shape == "table" else {}) | policy.written_out()


def in_brief(evidence: Evidence) -> str:
    """A release in one line: records, promise and information loss, overall and in the worst column."""
    privacy, loss, worst = evidence.privacy, evidence.utility.loss_percent, worst_column(evidence.utility)
    told = [f"{evidence.input.records:,} records", f"k = {privacy.k_achieved:,}"]
    told.append("verified" if privacy.verified else "NOT as promised")
    told += [] if loss is None else [f"{loss:.2f} % loss overall" if worst else f"{loss:.2f} % loss"]
    return ", ".join(told + ([] if worst is None else [f"{worst[1]:.2f} % in the worst column"]))


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
