"""The pipeline: read, map, mask, represent, write to a temporary folder, verify, assess, publish."""

import os
from pathlib import Path
from typing import Any

import numpy as np

from semblant.catalogue import CATALOGUE
from semblant.data.read import read_like
from semblant.data.table import Table
from semblant.evidence import BeforeShuffle
from semblant.policy.model import Policy
from semblant.progress import SILENT, Progress, Steps
from semblant.proof.tables import refuse_broken
from semblant.release.assess import read_by_policy
from semblant.release.evidence_builder import build_evidence
from semblant.release.release import Release
from semblant.release.staging import refuse_input, staging, write_table
from semblant.report.pages import build_reports
from semblant.shapes import read_shape
from semblant.shapes.shape import Shape
from semblant.space.reading import Library


def anonymise_file(
    source: Path | Table,
    policy: Policy,
    *,
    out: Path,
    base: Path | None = None,
    force: bool = False,
    reports: bool = True,
    progress: Progress = SILENT,
) -> Release:
    """Make a release in the folder ``out``, step by step: complete and verified, or not at all."""
    refuse_input(out, source)
    steps = Steps(progress)
    shape = read_input(source, policy, base, steps)
    policy = shape.policy
    shuffling, masking = random_streams(policy.seed)
    with staging(out, force=force) as folder:
        with steps.step("masking", 1.0) as advance:
            masked = shape.mask(masking, advance)
        with steps.step("writing"):
            rows, table = np.arange(masked.table.records), masked.table
            if policy.order == "shuffle" and masked.in_order is None:
                rows = shuffling.permutation(rows)
                table = table.with_columns({}, rows=rows)
            written = write_table(table, folder)
        with steps.step("verifying"):
            privacy = shape.verify(written)
        with steps.step("assessing"):
            found = shape.assess(read_like(shape.table, written), privacy)
            refuse_broken(found.privacy, policy, "release")
            before = None
            if policy.order == "shuffle":
                own = shape.assess(masked.in_order or masked.table, privacy, aligned=True)
                before = BeforeShuffle(utility=own.utility, risk=own.risk)
        shown = policy if isinstance(source, Table) else _seen_from(policy, base or Path(), out)
        evidence = build_evidence(shape, masked, found, shown, written, before)
        with steps.step("reporting"):
            for name, page in build_reports(evidence, found).items() if reports else ():
                (folder / name).write_text(page, encoding="utf-8")
        evidence = evidence.model_copy(update={"timings": steps.timings})
        (folder / "evidence.json").write_text(evidence.model_dump_json(indent=2) + "\n", encoding="utf-8")
    return Release(evidence, table, masked.groups[rows], shape.decisions, out, found, masked, rows)


def read_input(source: Path | Table, policy: Policy, base: Path | None = None, steps: Steps | None = None) -> Shape:
    """Read the data and map their values to concepts."""
    steps = steps or Steps()
    with steps.step("reading"):
        table = source if isinstance(source, Table) else read_by_policy(source, policy)
    return read_shape(table, policy, Library(policy, base or Path(), steps.progress), steps)


def random_streams(seed: int | None) -> tuple[np.random.Generator, np.random.Generator]:
    """Independent random streams for the order of rows and for masking."""
    shuffling, masking = map(np.random.default_rng, np.random.SeedSequence(seed).spawn(2))
    return shuffling, masking


def plan_file(source: Path | Table, policy: Policy, *, base: Path | None = None) -> dict[str, Any]:
    """What a run would do, without masking or writing anything."""
    shape = read_input(source, policy, base)
    policy, sizes = shape.policy, shape.sizes
    return {
        "records": int(sizes.sum()),
        "distinct": len(sizes),
        "uniques": int(np.count_nonzero(sizes == 1)),
        "below_k": int(sizes[sizes < policy.k].sum()),
        "method": policy.method,
        "paper": CATALOGUE[policy.shape][policy.method].paper,
        "measure": shape.measure,
        "decisions": list(shape.decisions),
        "mapping": {name: facts.model_dump() for name, facts in shape.facts().mapping.items()},
        "policy": policy.published(),
    }


def _seen_from(policy: Policy, base: Path, folder: Path) -> Policy:
    """The policy with paths relative to the release's folder, so that its evidence can serve as a policy."""

    def move(path: str) -> str:
        there = base / path
        return os.path.relpath(there.resolve(), folder.resolve()) if there.exists() else path

    return policy.relocated(move)
