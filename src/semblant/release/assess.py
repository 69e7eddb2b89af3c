"""Privacy, risk and utility of any release, made by any tool, from its files."""

import difflib
from contextlib import suppress
from dataclasses import replace
from functools import partial
from pathlib import Path

from semblant.assessment.assessment import Assessment, Questions
from semblant.assessment.pairing import link_by
from semblant.data.formats import release_format
from semblant.data.link import Link
from semblant.data.read import hidden_content, read_by_policy, read_release
from semblant.data.same import same_name
from semblant.data.survey import column_labels
from semblant.data.table import Table
from semblant.data.typed import spelled_for
from semblant.errors import InputError
from semblant.evidence import Deviation
from semblant.policy.model import Policy
from semblant.progress import SILENT, Progress, Steps
from semblant.proof.deviations import link_deviations
from semblant.release.judge import judged
from semblant.shapes import read_shape
from semblant.shapes.shape import NO_QUESTIONS
from semblant.space.reading import Library


def assess_release(
    original: Path | Table,
    release: Path | Table,
    policy: Policy,
    *,
    base: Path | None = None,
    link: Link | None = None,
    questions: Questions = NO_QUESTIONS,
    progress: Progress = SILENT,
) -> Assessment:
    """Assess a release against its original, from files or from tables, by the policy alone.

    Rows are matched by the link of the run, by a column that the questions name, or by position where the policy keeps
    the order.
    """
    with progress.step("reading"):
        before = original if isinstance(original, Table) else read_by_policy(original, policy)
        after = release if isinstance(release, Table) else _read_release(release, before, policy)
        _refuse_missing(after, policy)
        before = spelled_for(before, release_format(after.origin.format).name)
    shape = read_shape(before, policy, Library(policy, base or Path()), Steps(progress))
    doubts = link_deviations(link)
    link = None if doubts else link
    with progress.step("assessing"):
        found = shape.assess(after, link=link, questions=questions)
        if questions.id_column is not None:
            link = link_by(questions.id_column, before, after)
        deviations = doubts + shape.deviations(after, link)
        if not isinstance(release, Table):
            deviations += [_hidden(what) for what in hidden_content(release, after, policy.formulas)]
            if column_labels(after) - column_labels(before):
                deviations.append(_hidden("labels of columns that the original does not have"))
        records = before.records if policy.shape != "log" else int(shape.sizes.sum())  # of a log, users
        return judged(shape, replace(found, records=records), after, deviations)


def _refuse_missing(release: Table, policy: Policy) -> None:
    """Refuse a release without a column that its policy masks: its classes cannot be counted."""
    for name in policy.columns("quasi") if policy.shape != "log" else ():
        if name in release.names:
            continue
        like = [other for other in release.names if same_name(name, other)]
        near = like or difflib.get_close_matches(name, release.names, n=3, cutoff=0.5)
        told = f"; {', '.join(map(repr, near))} may be it under another name" * bool(
            near and not release.origin.headless
        )
        raise InputError(
            f"The release has no column {name!r}, which the policy masks{told}.",
            where=release.origin.name,
            hints=[
                *(
                    ["its first line looks like a record: add a line with the names of the columns before it"]
                    * release.origin.headless
                ),
                "name the columns of the release as the original does",
                f"take {name} out of the policy",
            ],
        )


def _hidden(what: str) -> Deviation:
    return Deviation(check="hidden content", message=f"The file carries more than its cells: {what}.")


def _read_release(release: Path, original: Table, policy: Policy) -> Table:
    """Read a release in the format of its original, or in its own if another tool wrote it."""
    reading = partial(
        read_release, release, encoding=policy.encoding, formulas=policy.formulas, in_parts=policy.shape == "table"
    )
    with suppress(InputError):
        found = reading(delimiter=policy.delimiter or original.origin.delimiter)
        if set(policy.columns("quasi")) <= set(found.names):
            return found
    return reading(delimiter=policy.delimiter)
