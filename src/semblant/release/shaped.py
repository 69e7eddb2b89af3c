"""The whole way for sets and logs, as for tables: read, map, encode, mask, represent, write aside, verify, publish."""

import hashlib
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from semblant.assessment.assess import Assessment
from semblant.assessment.shapes import Judgement
from semblant.data.read import read
from semblant.data.table import Table
from semblant.policy import BeforeShuffle, Evidence, InputFacts, OutputFacts, PlanFacts, Policy
from semblant.progress import SILENT, Progress
from semblant.release.evidence import Steps, environment, semblant_version
from semblant.release.shapes import (
    Ready,
    ReadyLog,
    Shaped,
    facts_of,
    judge_shape,
    mask_shape,
    measure_of,
    prepare_shape,
    rounds_of,
    verify_shape,
)
from semblant.release.write import refuse_input, staging, write_table
from semblant.report.build import build_reports
from semblant.space.reading import Library


@dataclass(frozen=True)
class ShapedRelease:
    """A published release of sets or of a log: its evidence, its table, and the group of every record or user."""

    evidence: Evidence
    table: Table
    groups: NDArray[np.int64]
    decisions: tuple[str, ...]
    folder: Path
    judgement: Judgement
    differential: tuple[float, float] | None = None


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
    if isinstance(source, Path):
        refuse_input(out, source)
    steps = Steps(progress)
    shuffling, masking_seed = np.random.SeedSequence(policy.seed).spawn(2)
    with steps.step("reading"):
        table = (
            source if isinstance(source, Table) else read(source, delimiter=policy.delimiter, encoding=policy.encoding)
        )
    library = Library(policy, base or Path())
    with steps.step("meaning"):
        ready = prepare_shape(table, policy, library)
    with staging(out, force=force) as folder:
        with steps.step("masking") as advance:
            shaped = mask_shape(ready, np.random.default_rng(masking_seed), advance)
        with steps.step("writing"):
            shuffled = shaped.table
            if policy.order == "shuffle" and policy.shape == "sets":
                order = np.random.default_rng(shuffling).permutation(table.records)
                shuffled = shuffled.with_columns({}, rows=order)
            written = write_table(shuffled, folder)
        with steps.step("verifying"):
            privacy = verify_shape(ready, written)
        with steps.step("assessing"):
            back = read(written, delimiter=table.origin.delimiter, encoding=table.origin.encoding)
            judgement = judge_shape(ready, back, privacy)
            unshuffled = None
            if policy.order == "shuffle" and policy.shape == "sets":
                own = judge_shape(ready, shaped.table, privacy, aligned=True)
                unshuffled = BeforeShuffle(utility=own.utility, risk=own.risk)
        evidence = _evidence(ready, library, shown or ready.policy, shaped, judgement, written, steps)
        evidence = evidence.model_copy(update={"before_shuffle": unshuffled})
        with steps.step("reporting"):
            assessment = Assessment(judgement.privacy, judgement.utility, judgement.risk, judgement.columns)
            pages = build_reports(evidence, assessment) if judgement.columns else {}
            for name, page in pages.items():
                (folder / name).write_text(page, encoding="utf-8")
        evidence = evidence.model_copy(update={"timings": steps.timings})
        (folder / "evidence.json").write_text(evidence.model_dump_json(indent=2) + "\n", encoding="utf-8")
    decisions = () if isinstance(ready, ReadyLog) else ready.decisions
    return ShapedRelease(evidence, shuffled, shaped.groups, decisions, out, judgement, shaped.differential)


def _evidence(
    ready: Ready, library: Library, shown: Policy, shaped: Shaped, judgement: Judgement, written: Path, steps: Steps
) -> Evidence:
    policy = ready.policy
    knowledge, mapping = facts_of(ready, library)
    size = policy.blocks if isinstance(policy.blocks, int) else ready.space.records
    return Evidence(
        semblant=semblant_version(),
        seed="entropy" if policy.seed is None else "given",
        input=InputFacts(
            sha256=ready.table.origin.sha256,
            records=ready.table.records,
            distinct=ready.space.bags.distinct()[0].records,
        ),
        policy=shown.published(),
        knowledge=knowledge,
        mapping=mapping,
        plan=PlanFacts(
            method=policy.method,
            measure=measure_of(policy),
            centroid="medoid",
            weighting="frequency" if ready.space.counted else "none",
            combine="mean",
            refined=rounds_of(policy) > 0,
            groups=int(shaped.groups.max(initial=-1)) + 1,
            blocks=-(-ready.space.records // max(size, 1)),
        ),
        privacy=judgement.privacy,
        utility=judgement.utility,
        risk=judgement.risk,
        output=OutputFacts(file=written.name, sha256=hashlib.sha256(written.read_bytes()).hexdigest()),
        timings=steps.timings,
        environment=environment(),
    )
