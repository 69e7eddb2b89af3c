"""The pipeline: read, map, mask, represent, write to a temporary folder, verify, assess, publish."""

import json
import os
from collections.abc import Callable, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np

from semblant.arrays import AnyInts
from semblant.assessment.assessment import Assessment
from semblant.catalogue import CATALOGUE
from semblant.data.filebacked import gathered, row_numbers
from semblant.data.link import Link, link_parts
from semblant.data.order import arranged
from semblant.data.read import read_like
from semblant.data.table import Table
from semblant.data.typed import spelled_for
from semblant.engine.engine import LOCAL, Engine
from semblant.errors import OutputError
from semblant.evidence import Evidence
from semblant.policy.model import Policy
from semblant.privacy.promises import refuse_impossible
from semblant.progress import SILENT, Progress, Steps
from semblant.proof.tables import refuse_broken
from semblant.release.evidence_builder import build_evidence
from semblant.release.files import CHECKLIST, EVIDENCE, LINK, PUBLIC_REPORT, REPORT, RUN, private_folder
from semblant.release.judge import judged, refuse_red, releases_beside
from semblant.release.pair import Announce
from semblant.release.public_evidence import public
from semblant.release.release import Release
from semblant.release.replay import run_facts, with_earlier_levels
from semblant.release.staging import (
    Staged,
    check_format,
    leave_private,
    no_word,
    refuse_input,
    staging,
    write_synced,
    write_table,
)
from semblant.report.checklist import red
from semblant.report.fitness import fitness
from semblant.report.pages import internal_report, public_report
from semblant.runkey import RunKey
from semblant.shapes import read_shape
from semblant.shapes.shape import Masked, Shape
from semblant.space.reading import Library

Deliver = Callable[[bytes], None]
"""Takes the bytes of a release."""


def anonymise_file(
    source: Path | Table,
    policy: Policy,
    *,
    out: Path,
    base: Path | None = None,
    force: bool = False,
    reports: bool = True,
    key: RunKey | None = None,
    repeating: str | None = None,
    to: str | None = None,
    deliver: Deliver | None = None,
    announce: Announce = no_word,
    progress: Progress = SILENT,
    engine: Engine = LOCAL,
) -> Release:
    """Make a release in the folder ``out``, and its private folder beside it: complete and verified, or not at all.

    The same table, policy and run key make the same bytes; without a key it follows from the policy's seed, or is
    fresh. How far ``promises: blind`` goes up is kept from the release that is replaced, if its input was the same.
    ``repeating`` is the checksum that the release must have, where an earlier run is made again. ``to`` names another
    format for the release. ``deliver`` is given the bytes of the release once the rest is published, which then do not
    lie in the folder. ``announce`` is told of the publication when it happens. Every ``engine`` makes the same bytes.
    """
    refuse_input(out, source)
    steps, given = Steps(progress), policy
    shape = read_input(source, policy, base, steps, to=to, engine=engine)
    policy, key = shape.policy, key or RunKey.of(policy.seed)
    check_format(shape.table, policy, to)
    with staging(out, force=force, announce=announce) as staged:
        key = with_earlier_levels(key, out, shape.table)
        with steps.step("masking", 1.0) as advance:
            masked = shape.dealt(key).mask(key.stream("masking"), advance)
        with steps.step("writing"):
            with progress.step("sorting rows"):
                rows, link = published_rows(shape.table, masked, policy.order, key, engine)
            table = masked.table.with_columns({}, rows=rows)
            written = write_table(table, staged.public, formulas=policy.formulas, to=to)
            if table.coded:
                table = masked.table  # the sorted copy takes much room, and is read back below
        with steps.step("verifying"):
            engine.prove(written, shape.table, policy, shape.verify(written, link))
        with steps.step("assessing"):
            release = read_like(shape.table, written, policy.formulas, in_parts=policy.shape == "table")
            table = release.standing_for(table.replaced, rows) if table.coded else table
            found = shape.assess(release, link=link)
            refuse_broken(found.privacy, policy, "release")
            others = releases_beside(out, shape.table)
            found = judged(shape, found, release, shape.deviations(release, link), others)
        with steps.step("analysing"):
            analysis = found.analysis if reports else None  # frames get it when they ask
        shown = policy if isinstance(source, Table) else _seen_from(policy, base or Path(), private_folder(out))
        evidence = build_evidence(shape, masked, found, shown, release, analysis)
        if red(found.checklist):
            refuse_red(found.checklist, _left_behind(staged, out, evidence, found) if reports else None)
        if repeating is not None and evidence.output.sha256 != repeating:
            raise _unrepeatable(policy, out)
        with steps.step("reporting"):
            published = public(evidence, release)
            if reports:
                write_synced(staged.private / REPORT, internal_report(evidence, found))
                write_synced(staged.public / PUBLIC_REPORT, public_report(published, release))
        evidence = evidence.model_copy(update={"timings": steps.timings})
        write_synced(staged.private / EVIDENCE, evidence.model_dump_json(indent=2) + "\n")
        write_synced(staged.public / EVIDENCE, published.model_dump_json(indent=2) + "\n")
        if (run := run_facts(shape.table, given, key, base, evidence.output.sha256, to)) is not None:
            write_synced(staged.private / RUN, run.model_dump_json(indent=2) + "\n")
        if link is not None:
            write_synced(staged.private / LINK, link_parts(link))
        if deliver is not None:
            content = written.read_bytes()
            written.unlink()
    if deliver is not None:
        deliver(content)
    return Release(
        evidence, published, table, gathered(masked.groups, rows), shape.decisions, out, found, masked, rows, link, key
    )


def _left_behind(staged: Staged, out: Path, evidence: Evidence, found: Assessment) -> Path:
    """Leave the internal report and the checklist of a release that is not published in its private folder."""
    told = {"semblant": evidence.semblant, "checklist": [one.model_dump(mode="json") for one in found.checklist]}
    write_synced(staged.private / REPORT, internal_report(evidence, found))
    write_synced(staged.private / CHECKLIST, json.dumps(told, indent=2, ensure_ascii=False) + "\n")
    return leave_private(staged, out)


def _unrepeatable(policy: Policy, out: Path) -> OutputError:
    timed = isinstance(policy.budget, str)
    why = "the budget is in seconds" if timed else "Semblant, its libraries or a file of the policy has changed"
    return OutputError(f"The run gave other bytes than before: {why}. Nothing was published.", where=str(out))


def published_rows(
    original: Table, masked: Masked, order: str, key: RunKey, engine: Engine = LOCAL
) -> tuple[AnyInts, Link | None]:
    """The masked rows in the order in which they are published, and whose they are."""
    # The users of a log were numbered, and so its rows arranged, by that order.
    if order == "keep" or isinstance(masked.link, Mapping):
        return row_numbers(masked.table.records), masked.link
    counted = masked.table.records != original.records  # a list of queries, whose rows are nobody's
    draws = engine.draws(masked.table if counted else original, key, "order")
    rows = arranged(masked.table, order, draws)
    if masked.table.coded:  # a table has every original row in its place
        return rows, rows
    return rows, None if masked.link is None else masked.link[rows]


def read_input(
    source: Path | Table,
    policy: Policy,
    base: Path | None = None,
    steps: Steps | None = None,
    *,
    to: str | None = None,
    engine: Engine = LOCAL,
) -> Shape:
    """Read the data for a release in their own format or in another, and map their values to concepts."""
    steps = steps or Steps()
    with steps.step("reading") as advance:
        table = source if isinstance(source, Table) else engine.read(source, policy, lambda rows: advance(rows))
        table = spelled_for(table, to)
        if table.coded:
            advance(table.records, "a large table: read in parts, and held as codes")
    refuse_impossible(policy, table)
    library = Library(policy, base or Path(), steps.progress, engine.read_texts)
    return replace(read_shape(table, policy, library, steps), engine=engine)  # type: ignore[type-var]


def plan_file(source: Path | Table, policy: Policy, *, base: Path | None = None) -> dict[str, Any]:
    """What a run would do, without masking or writing anything."""
    shape = read_input(source, policy, base)
    policy, sizes = shape.policy, shape.sizes
    return {
        "records": int(sizes.sum()),
        "distinct": len(sizes),
        "uniques": int(np.count_nonzero(sizes == 1)),
        "below_k": int(sizes[sizes < policy.k].sum()),
        "fits": fitness(policy.k, None, purpose=policy.purpose, promise=policy.promise),
        "method": policy.method,
        "paper": CATALOGUE[policy.shape][policy.method].paper,
        "measure": shape.measure,
        "decisions": list(shape.decisions),
        "treated": dict(shape.treated),
        "drivers": None if (drivers := shape.drivers) is None else drivers.model_dump(mode="json"),
        "mapping": {name: facts.model_dump() for name, facts in shape.facts().mapping.items()},
        "policy": policy.published(),
    }


def _seen_from(policy: Policy, base: Path, folder: Path) -> Policy:
    """The policy with paths relative to the release's folder, so that its evidence can serve as a policy."""

    def move(path: str) -> str:
        there = base / path
        return os.path.relpath(there.resolve(), folder.resolve()) if there.exists() else path

    return policy.relocated(move)
