"""The whole way for sets and logs, as for tables: read, map, encode, then along the spine."""

from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from semblant.assessment.assess import Assessment
from semblant.data.table import Table
from semblant.evidence import PlanFacts, Privacy
from semblant.methods.job import guide_of, refinement_of
from semblant.policy.model import Policy
from semblant.progress import SILENT, Advance, Progress
from semblant.release.evidence import Steps
from semblant.release.shapes import Ready, facts_of, judge_shape, mask_shape, prepare_shape, verify_shape
from semblant.release.spine import AnyRelease, Facts, Made, opened, planned, publish
from semblant.release.staging import refuse_input
from semblant.space.reading import Library


@dataclass(frozen=True, repr=False)
class ShapedRelease(AnyRelease):
    """A published release of sets or of a log."""


@dataclass(frozen=True, eq=False)
class ShapedWay:
    """Sets or a log on their way to a release."""

    ready: Ready
    library: Library

    @property
    def table(self) -> Table:
        """The data as they came in."""
        return self.ready.table

    @property
    def policy(self) -> Policy:
        """What is to be done with them."""
        return self.ready.policy

    @property
    def decisions(self) -> tuple[str, ...]:
        """What was decided because the policy left it open."""
        return self.ready.decisions

    def facts(self) -> Facts:
        """What the evidence says of them."""
        return Facts(int(self.ready.space.kinds.max(initial=-1)) + 1, *facts_of(self.ready, self.library))

    def make(self, rng: np.random.Generator, advance: Advance) -> Made:
        """Mask and represent."""
        shaped, policy, space = mask_shape(self.ready, rng, advance), self.policy, self.ready.space
        size = policy.blocks if isinstance(policy.blocks, int) else space.records
        plan = PlanFacts(
            method=policy.method,
            measure=guide_of(policy).measure,
            centroid="medoid",
            weighting="frequency" if space.counted else "none",
            combine="mean",
            refined=refinement_of(policy) is not None,
            groups=int(shaped.groups.max(initial=-1)) + 1,
            blocks=-(-space.records // max(size, 1)),
            decisions=self.decisions,
        )
        return Made(shaped.table, shaped.groups[shaped.rows], plan, shaped.own)

    def verify(self, written: Path) -> Privacy:
        """Read the written bytes back and refuse them unless they keep what is promised."""
        return verify_shape(self.ready, written)

    def assess(self, release: Table, privacy: Privacy, *, aligned: bool | None = None) -> Assessment:
        """What masking cost and what risk is left."""
        return judge_shape(self.ready, release, privacy, aligned=aligned)


def publish_shape(
    source: Path | Table,
    policy: Policy,
    *,
    out: Path,
    base: Path | None = None,
    shown: Policy | None = None,
    force: bool = False,
    progress: Progress = SILENT,
) -> ShapedRelease:
    """Make a release in the folder ``out``: whole and verified, or not at all. ``shown`` is the policy as published."""
    refuse_input(out, source)
    steps = Steps(progress)
    way = _way(source, policy, base or Path(), steps)
    made = publish(way, out, steps, shown=shown, force=force)
    return ShapedRelease(made.evidence, made.table, made.groups, way.decisions, out, made.assessment)


def _way(source: Path | Table, policy: Policy, base: Path, steps: Steps) -> ShapedWay:
    with steps.step("reading"):
        table = opened(source, policy)
    with steps.step("meaning"):
        library = Library(policy, base, steps.progress)
        return ShapedWay(prepare_shape(table, policy, library), library)


def plan_shape(source: Path | Table, policy: Policy, *, base: Path | None = None) -> dict[str, Any]:
    """What a run would do, without masking or writing anything; people are records of sets, or users of a log."""
    way = _way(source, policy, base or Path(), Steps())
    return planned(way, np.bincount(way.ready.space.kinds), guide_of(policy).measure)
