"""The whole way on one screen: read, map, encode, mask, represent, write aside, verify, assess, publish."""

import hashlib
import os
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from semblant.assessment.assess import Assessment, assess
from semblant.data.read import read
from semblant.data.table import Table
from semblant.errors import InputError
from semblant.explain import Explanation, explain
from semblant.methods.constrain import constrain
from semblant.methods.masking import Masking
from semblant.methods.registry import Method, method_named, run
from semblant.policy import BeforeShuffle, Evidence, InputFacts, OutputFacts, PlanFacts, Policy
from semblant.privacy.promises import Promise, promises_of
from semblant.progress import SILENT, Advance, Progress, ignore
from semblant.release.evidence import Steps, environment, knowledge_facts, mapping_facts, semblant_version
from semblant.release.shaped import ShapedRelease, publish_shape
from semblant.release.write import refuse_input, staging, write_table
from semblant.report.build import build_reports
from semblant.represent import Released, represent
from semblant.space.build import build_space
from semblant.space.kinds import resolve
from semblant.space.product import Product
from semblant.space.reading import Library, Readers, read_columns
from semblant.verify import refuse_broken, verify


@dataclass(frozen=True)
class Release:
    """A published release: its evidence, its table and the equivalence class of every row."""

    evidence: Evidence
    table: Table
    groups: NDArray[np.int64]
    decisions: tuple[str, ...]
    folder: Path
    assessment: Assessment
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


def prepare(source: Path | Table, policy: Policy, base: Path, steps: Steps) -> Prepared:
    """Read a table and find out what its records mean."""
    method = method_named(policy.method)
    guide = method.guide(policy)
    with steps.step("reading"):
        table = (
            source if isinstance(source, Table) else read(source, delimiter=policy.delimiter, encoding=policy.encoding)
        )
    with steps.step("meaning"):
        library = Library(policy, base, steps.progress)
        resolved = resolve(table, policy, library)
        readers = read_columns(table, resolved.policy, library, combine=guide.combine)
        promises = promises_of(resolved.policy, table, library)
    with steps.step("space"):
        space = build_space(readers, measure=guide.measure, centroid=guide.centroid, combine=guide.combine)
    return Prepared(table, resolved.policy, resolved.decisions, readers, space, method, promises)


def anonymise_file(
    source: Path | Table,
    policy: Policy,
    *,
    out: Path,
    base: Path | None = None,
    force: bool = False,
    progress: Progress = SILENT,
) -> Release | ShapedRelease:
    """Make a release in the folder ``out``: whole and verified, or not at all."""
    if policy.shape != "table":
        shown = policy if isinstance(source, Table) else _seen_from(policy, base or Path(), out)
        return publish_shape(source, policy, out=out, base=base, shown=shown, force=force, progress=progress)
    return publish_table(source, policy, out=out, base=base, force=force, progress=progress)


def publish_table(
    source: Path | Table,
    policy: Policy,
    *,
    out: Path,
    base: Path | None = None,
    force: bool = False,
    progress: Progress = SILENT,
) -> Release:
    """The way of a table, station by station."""
    if isinstance(source, Path):
        refuse_input(out, source)
    steps = Steps(progress)
    shuffling, masking_seed = np.random.SeedSequence(policy.seed).spawn(2)
    ready = prepare(source, policy, base or Path(), steps)
    with staging(out, force=force) as folder:
        with steps.step("masking") as advance:
            masking = mask(ready, np.random.default_rng(masking_seed), advance)
        with steps.step("writing"):
            released = released_table(ready, masking)
            order = np.random.default_rng(shuffling).permutation(ready.table.records)
            shuffled = released.table.with_columns({}, rows=order) if policy.order == "shuffle" else released.table
            written = write_table(shuffled, folder)
        with steps.step("verifying"):
            verify(ready.table, written, ready.policy)
        with steps.step("assessing"):
            back = read(written, delimiter=ready.table.origin.delimiter, encoding=ready.table.origin.encoding)
            assessment = assess(ready.table, back, ready.readers, ready.policy, promises=ready.promises)
            refuse_broken(assessment.privacy, ready.policy, written.name)
            unshuffled = None
            if policy.order == "shuffle":
                unshuffled = assess(ready.table, released.table, ready.readers, ready.policy, aligned=True)
        shown = ready.policy if isinstance(source, Table) else _seen_from(ready.policy, base or Path(), out)
        evidence = _evidence(ready, shown, masking.size, assessment, unshuffled, written, steps)
        with steps.step("reporting"):
            for name, page in build_reports(evidence, assessment).items():
                (folder / name).write_text(page, encoding="utf-8")
        evidence = evidence.model_copy(update={"timings": steps.timings})
        (folder / "evidence.json").write_text(evidence.model_dump_json(indent=2) + "\n", encoding="utf-8")
    groups = released.groups[order] if policy.order == "shuffle" else released.groups
    rows = order if policy.order == "shuffle" else np.arange(ready.table.records)
    return Release(evidence, shuffled, groups, ready.decisions, out, assessment, ready, masking, rows)


def mask(ready: Prepared, rng: np.random.Generator, advance: Advance = ignore) -> Masking:
    """Group the records by the policy's method, and merge groups until every promise is kept."""
    masking = run(ready.space, ready.policy, rng, ready.readers, advance)
    return constrain(masking, ready.space, ready.promises)


def released_table(ready: Prepared, masking: Masking) -> Released:
    """The table to be published: identifiers gone, quasi-identifiers as their groups say."""
    policy = ready.policy
    hidden = [
        name
        for name in ready.table.names
        if (policy.others != "keep" if (found := policy.attributes.get(name)) is None else found.role == "identifier")
    ]
    return represent(ready.table, ready.readers, ready.space, masking, hidden)


def _seen_from(policy: Policy, base: Path, folder: Path) -> Policy:
    """The policy with its files as seen from the release's folder, so that its evidence can serve as a policy."""

    def move(path: str) -> str:
        there = base / path
        return os.path.relpath(there.resolve(), folder.resolve()) if there.exists() else path

    return policy.relocated(move)


def _evidence(
    ready: Prepared,
    shown: Policy,
    groups: int,
    assessment: Assessment,
    unshuffled: Assessment | None,
    written: Path,
    steps: Steps,
) -> Evidence:
    guide = ready.method.guide(ready.policy)
    return Evidence(
        semblant=semblant_version(),
        seed="entropy" if ready.policy.seed is None else "given",
        input=InputFacts(
            sha256=ready.table.origin.sha256, records=ready.table.records, distinct=len(ready.space.weights)
        ),
        policy=shown.published(),
        knowledge=knowledge_facts(ready.readers, ready.promises),
        mapping=mapping_facts(ready.readers),
        plan=PlanFacts(
            method=ready.method.name,
            measure=guide.measure,
            centroid=guide.centroid,
            weighting=guide.weighting,
            combine=guide.combine,
            refined=ready.policy.refine is True or (ready.policy.refine == "auto" and ready.method.name == "auto"),
            groups=groups,
            blocks=1,
        ),
        privacy=assessment.privacy,
        utility=assessment.utility,
        risk=assessment.risk,
        before_shuffle=unshuffled and BeforeShuffle(utility=unshuffled.utility, risk=unshuffled.risk),
        output=OutputFacts(file=written.name, sha256=hashlib.sha256(written.read_bytes()).hexdigest()),
        timings=steps.timings,
        environment=environment(),
    )


def plan_file(source: Path | Table, policy: Policy, *, base: Path | None = None) -> dict[str, Any]:
    """What a run would do, without masking or writing anything."""
    ready = prepare(source, policy, base or Path(), Steps())
    guide = ready.method.guide(ready.policy)
    return {
        "records": ready.table.records,
        "distinct": len(ready.space.weights),
        "uniques": int(np.count_nonzero(ready.space.weights == 1)),
        "below_k": int(ready.space.weights[ready.space.weights < ready.policy.k].sum()),
        "method": ready.method.name,
        "paper": ready.method.paper,
        "measure": guide.measure,
        "decisions": list(ready.decisions),
        "mapping": {name: facts.model_dump() for name, facts in mapping_facts(ready.readers).items()},
        "policy": ready.policy.published(),
    }
