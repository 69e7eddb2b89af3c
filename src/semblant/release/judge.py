"""Judging an assessed release: what drives its risk, and the checklist."""

from collections.abc import Iterable
from dataclasses import replace
from pathlib import Path
from typing import get_args

from semblant.assessment.assessment import Assessment
from semblant.data.formulas import formulas_in
from semblant.data.repeats import Repeated, repeated
from semblant.data.table import Table
from semblant.errors import ChecklistError, InputError
from semblant.evidence import CheckResult, Deviation
from semblant.policy.model import Accepted
from semblant.release.files import RUN, private_folder
from semblant.release.replay import read_run
from semblant.report.checklist import Facts, checklist, red, ways_to_accept
from semblant.shapes.shape import Shape
from semblant.shapes.table import TableShape

_MOST_FOLDERS = 200


def judged(
    shape: Shape, found: Assessment, release: Table, deviations: Iterable[Deviation], others: int | None = None
) -> Assessment:
    """The same assessment with the drivers of risk, the deviations that the policy does not accept, and the checklist.

    ``others`` is how many further releases of the same input there are, where that is known.
    """
    every = tuple(deviations)
    accepted = {check for check in get_args(Accepted) if check in shape.policy.accept}
    found = found.deviating(d for d in every if d.check not in accepted)
    found = replace(found, risk=found.risk.model_copy(update={"drivers": shape.drivers}))
    possible = shape.codes if isinstance(shape, TableShape) else {}
    facts = Facts.of(
        shape.policy,
        found.privacy,
        found.utility,
        found.risk,
        treated=shape.treated,
        mapping=shape.facts().mapping,
        deviations=every,
        formulas=formulas_in(release, shape.policy.formulas),
        missing_codes={name: sum(codes.values()) for name, codes in possible.items()},
        repeated=_repeated(shape),
        others=others,
    )
    return replace(found, checklist=checklist(facts))


def _repeated(shape: Shape) -> dict[str, Repeated]:
    """The identifiers of a table that repeat although the policy does not say that persons have several rows."""
    if shape.policy.shape != "table" or shape.policy.individual is not None:
        return {}
    return repeated(shape.table, shape.policy.columns("identifier"))


def refuse_red(found: tuple[CheckResult, ...], report: Path | None) -> None:
    """Refuse a release whose checklist is red; ``report`` is where the internal report was left."""
    if not (wrong := red(found)):
        return
    messages = dict.fromkeys(one.message for one in wrong)
    hints = [*dict.fromkeys(one.advice for one in wrong), *ways_to_accept(wrong)]
    see = [] if report is None else [f"see the internal report: {report}"]
    raise ChecklistError(
        " ".join([*messages, "Nothing was published."]), where="release", hints=[*hints, *see], checklist=found
    )


def releases_beside(target: Path, table: Table) -> int | None:
    """How many other releases of the same input lie beside a release; None for a table in memory."""
    if table.origin.sha256 is None or table.origin.path is None:
        return None
    own, target = 0, target.resolve()
    for run in sorted(target.parent.glob(f"*-private/{RUN}"))[:_MOST_FOLDERS]:
        if run.parent == private_folder(target):
            continue
        try:
            own += read_run(run.parent).input.sha256 == table.origin.sha256
        except InputError:
            continue
    return own
