"""The whole way on one screen: read, map, encode, mask, represent, write aside, verify, assess, publish."""

import os
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from semblant.assessment.assess import Assessment, assess
from semblant.data.table import Table
from semblant.errors import InputError
from semblant.evidence import HierarchyFacts, PlanFacts, Privacy
from semblant.explain import Explanation, explain
from semblant.hierarchy.choose import Chosen, fit, read_with_hierarchies
from semblant.methods.mask import mask_space
from semblant.methods.masking import Masking
from semblant.methods.registry import Method, method_named, refines
from semblant.methods.table.generalise import FullDomain, climbed
from semblant.policy.model import Policy
from semblant.privacy.promises import Promise, promises_of
from semblant.progress import SILENT, Advance, Progress, ignore
from semblant.proof.tables import refuse_broken, verify
from semblant.release.evidence import Steps, knowledge_facts, mapping_facts
from semblant.release.shaped import ShapedRelease, plan_shape, publish_shape
from semblant.release.spine import AnyRelease, Facts, Made, opened, planned, publish
from semblant.release.staging import hidden_columns, refuse_input
from semblant.represent import Released, represent
from semblant.space.build import build_space
from semblant.space.kinds import resolve
from semblant.space.product import Product
from semblant.space.reading import Library, Readers


@dataclass(frozen=True, repr=False)
class Release(AnyRelease):
    """A published release of a table, and what is needed to explain its rows."""

    ready: "Prepared"
    masking: Masking
    rows: NDArray[np.int64]  # which original record each released row is

    def explain(self, row: int) -> Explanation:
        """Why a released row says what it says: its group, what stands for it, and what that cost."""
        if not 0 <= row < self.table.records:
            raise InputError(f"The release has rows 0 to {self.table.records - 1:,}. Got {row}.")
        names = [reader.name for reader in self.ready.readers]
        released = self.table.frame.select(names).row(row)
        original = int(self.rows[row])
        groups = np.empty_like(self.groups)
        groups[self.rows] = self.groups
        return explain(original, self.ready.readers, self.ready.space, self.masking, groups, released)


@dataclass(frozen=True)
class Prepared:
    """A table read, understood and placed in its space: ready for a method."""

    table: Table
    policy: Policy
    decisions: tuple[str, ...]
    readers: Readers
    space: Product
    method: Method
    promises: tuple[Promise, ...]
    chosen: Chosen
    library: Library

    def facts(self) -> Facts:
        """What the evidence says of the table."""
        knowledge = knowledge_facts(self.readers, self.promises)
        return Facts(len(self.space.weights), knowledge, mapping_facts(self.readers))

    def make(self, rng: np.random.Generator, advance: Advance) -> "MadeTable":
        """Mask and represent."""
        masking, guide = mask(self, rng, advance), self.method.guide(self.policy)
        released = released_table(self, masking)
        plan = PlanFacts(
            method=self.method.name,
            measure=guide.measure,
            centroid=guide.centroid,
            weighting=guide.weighting,
            combine=guide.combine,
            refined=not self.method.generalises and refines(self.policy),
            groups=masking.size,
            blocks=masking.blocks,
            hierarchies=_hierarchies(self, masking),
            decisions=self.decisions,
        )
        return MadeTable(released.table, released.groups, plan, masking=masking)

    def verify(self, written: Path) -> Privacy:
        """Read the written bytes back and refuse them unless they keep what bytes can show."""
        return verify(self.table, written, self.policy)

    def assess(self, release: Table, _: Privacy, *, aligned: bool | None = None) -> Assessment:
        """What masking cost and what risk is left; refuses a release that breaks what only meanings can tell."""
        found = assess(
            self.table,
            release,
            self.readers,
            self.policy,
            promises=self.promises,
            library=self.library,
            aligned=aligned,
        )
        refuse_broken(found.privacy, self.policy, "release")
        return found


@dataclass(frozen=True, eq=False)
class MadeTable(Made):
    """A masked table, and the masking it comes from."""

    masking: Masking = field(kw_only=True)


def prepare(source: Path | Table, policy: Policy, base: Path, steps: Steps) -> Prepared:
    """Read a table and find out what its records mean."""
    method = method_named(policy.method)
    guide = method.guide(policy)
    with steps.step("reading"):
        table = opened(source, policy)
    with steps.step("meaning"):
        library = Library(policy, base, steps.progress)
        resolved = resolve(table, policy, library)
        chosen = read_with_hierarchies(table, resolved.policy, library, combine=guide.combine, every=method.generalises)
        promises = promises_of(resolved.policy, table, library)
    with steps.step("space"):
        space = build_space(chosen.readers, measure=guide.measure, centroid=guide.centroid, combine=guide.combine)
    decisions = (*resolved.decisions, *chosen.decisions)
    return Prepared(table, resolved.policy, decisions, chosen.readers, space, method, promises, chosen, library)


def anonymise_file(
    source: Path | Table,
    policy: Policy,
    *,
    out: Path,
    base: Path | None = None,
    force: bool = False,
    progress: Progress = SILENT,
) -> Release | ShapedRelease:
    """Make a release in the folder ``out``, station by station: whole and verified, or not at all."""
    if policy.shape != "table":
        shown = policy if isinstance(source, Table) else _seen_from(policy, base or Path(), out)
        return publish_shape(source, policy, out=out, base=base, shown=shown, force=force, progress=progress)
    refuse_input(out, source)
    steps = Steps(progress)
    ready = prepare(source, policy, base or Path(), steps)
    shown = ready.policy if isinstance(source, Table) else _seen_from(ready.policy, base or Path(), out)
    done = publish(ready, out, steps, shown=shown, force=force)
    return Release(
        done.evidence,
        done.table,
        done.groups,
        ready.decisions,
        out,
        done.assessment,
        ready,
        done.made.masking,
        done.rows,
    )


def mask(ready: Prepared, rng: np.random.Generator, advance: Advance = ignore) -> Masking:
    """Group the records by the policy's method, so that every promise is kept."""
    return mask_space(
        ready.space, ready.policy, rng, ready.readers, advance, chosen=ready.chosen, promises=ready.promises
    )


def released_table(ready: Prepared, masking: Masking) -> Released:
    """The table to be published: identifiers gone, quasi-identifiers as their groups say."""
    return represent(ready.table, ready.space, masking, hidden_columns(ready.table, ready.policy))


def _seen_from(policy: Policy, base: Path, folder: Path) -> Policy:
    """The policy with its files as seen from the release's folder, so that its evidence can serve as a policy."""

    def move(path: str) -> str:
        there = base / path
        return os.path.relpath(there.resolve(), folder.resolve()) if there.exists() else path

    return policy.relocated(move)


def _hierarchies(ready: Prepared, masking: Masking) -> dict[str, HierarchyFacts]:
    """Which hierarchies a method that generalises took, and how far up the values went in each."""
    if not ready.method.generalises:
        return {}
    levels = masking.levels if isinstance(masking, FullDomain) else [None] * len(ready.chosen.hierarchies)
    lost = climbed(ready.space, fit(ready.space, ready.chosen, "equality"), masking)
    given = [ready.chosen.hierarchies[reader.name] for reader in ready.readers]
    return {
        reader.name: HierarchyFacts(
            name=one.name, levels=max(one.height, level or 0), level=level, loss_percent=100 * share
        )
        for reader, one, level, share in zip(ready.readers, given, levels, lost, strict=True)
    }


def plan_file(source: Path | Table, policy: Policy, *, base: Path | None = None) -> dict[str, Any]:
    """What a run would do, without masking or writing anything."""
    if policy.shape != "table":
        return plan_shape(source, policy, base=base)
    ready = prepare(source, policy, base or Path(), Steps())
    return planned(ready, ready.space.weights, ready.method.guide(ready.policy).measure)
