"""Results in plain sentences and short tables, from the models of the evidence alone."""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from semblant.cli.layout import aligned

if TYPE_CHECKING:
    from semblant.policy import Evidence, Privacy, Risk, Utility


def release_lines(evidence: "Evidence", decisions: Sequence[str], folder: Path) -> list[str]:
    """What was released, what it promises, what it cost and where it lies."""
    plan = evidence.plan
    rows = [
        ("records", f"{evidence.input.records:,}", f"{evidence.input.distinct:,} distinct combinations before"),
        ("method", plan.method, f"guided by {plan.measure}"),
    ]
    lines = [
        promise(evidence.privacy),
        "",
        *aligned(rows),
        *_figures(evidence.privacy, evidence.utility, evidence.risk),
    ]
    if decisions:
        lines += ["", "Taken from the data, as nothing said otherwise:", *(f"  {one}." for one in decisions)]
    files = [("release", evidence.output.file), ("report", "report.html"), ("to publish", "report-public.html")]
    rows = [(name, str(folder / file), "") for name, file in [*files, ("evidence", "evidence.json")]]
    return [*lines, "", *(line.rstrip() for line in aligned(rows))]


def assessment_lines(privacy: "Privacy", utility: "Utility", risk: "Risk") -> list[str]:
    """What a release promises, what risk is left and what it cost, column by column."""
    lines = [promise(privacy), "", *_figures(privacy, utility, risk)]
    rows = [
        (name, _percent(one.loss_percent), _number(one.semantic_loss), _count(one.changed_records))
        for name, one in utility.per_attribute.items()
    ]
    if rows:
        head = ("column", "loss", "semantic loss", "records changed")
        lines += ["", *aligned([head, *rows], right=(1, 2, 3))]
    return lines


def plan_lines(plan: Mapping[str, Any]) -> list[str]:
    """What a run would do."""
    rows = [
        (
            "records",
            f"{plan['records']:,}",
            f"{plan['distinct']:,} distinct combinations, {plan['uniques']:,} of them unique",
        ),
        ("at risk", f"{plan['below_k']:,}", f"records in combinations of fewer than {plan['policy']['k']}"),
        ("method", plan["method"], f"{plan['paper']}; guided by {plan['measure']}"),
    ]
    lines = aligned(rows)
    mapped = [
        (name, f"{facts['mapped']:,} of {facts['values']:,}", f"{facts['records_covered']:,}")
        for name, facts in plan["mapping"].items()
    ]
    if mapped:
        lines += ["", *aligned([("column", "values with a meaning", "records"), *mapped], right=(1, 2))]
    if plan["decisions"]:
        lines += ["", "Taken from the data, as nothing said otherwise:", *(f"  {one}." for one in plan["decisions"])]
    return lines


def promise(privacy: "Privacy") -> str:
    """The guarantee in one sentence."""
    if not privacy.verified:
        return (
            f"NOT k-anonymous: some records are like only {privacy.k_achieved - 1:,} others; "
            f"k = {privacy.k_required:,} asks for {privacy.k_required - 1:,}."
        )
    return f"Every record is like at least {privacy.k_achieved - 1:,} others (k = {privacy.k_required:,}, verified)."


def _figures(privacy: "Privacy", utility: "Utility", risk: "Risk") -> list[str]:
    suppressed = f", {privacy.suppressed_records:,} records suppressed" if privacy.suppressed_records else ""
    return aligned(
        [
            ("classes", f"{privacy.classes:,}", f"the smallest has {privacy.k_achieved:,} records{suppressed}"),
            ("loss", _percent(utility.loss_percent), "of what tells the records apart"),
            ("linkage", _percent(risk.record_linkage_percent), "of the records, by equal values"),
            ("", _percent(risk.semantic_record_linkage_percent), "of the records, by nearest meaning"),
            ("uniques", f"{risk.uniques:,}", f"at most {100 * risk.prosecutor_max:.3g} % sure of any one record"),
        ],
        right=(1,),
    )


def _percent(share: float | None) -> str:
    return "not known" if share is None else f"{share:.2f} %"


def _number(value: float | None) -> str:
    return "" if value is None else f"{value:,.2f}"


def _count(value: int | None) -> str:
    return "" if value is None else f"{value:,}"
