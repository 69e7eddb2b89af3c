"""The content of the public report: what follows from the release itself, and rounded totals.

Kept out: every count and every value of the original, counts below k, exact sums (anyone who knows all records but one
could compute the last), the checksum of the original (it could confirm a guess of the whole file), and the names of
concepts that were not released (one may be a person's rare answer).
"""

from collections.abc import Mapping, Sequence
from pathlib import PurePath
from typing import Any

from semblant.assessment.assessment import Assessment
from semblant.assessment.columns import ComparedColumn
from semblant.assessment.linkage import class_sizes
from semblant.charts.barchart import Bar, bar_chart
from semblant.charts.svg import Chart
from semblant.evidence import Evidence, PlanFacts, Privacy
from semblant.report import figures
from semblant.report.counts import item_shares, items, released, shares, size_shares, spelt
from semblant.report.drawing import concepts_drawn
from semblant.report.wording import number, percent, shown
from semblant.space.column import Point


def content(evidence: Evidence, assessment: Assessment) -> dict[str, Any]:
    """Everything the public page shows; the template is given nothing else."""
    k, columns = evidence.privacy.k_required, assessment.columns
    found, about = figures.measured(evidence), figures.overview(evidence, columns)
    alone = hidden(evidence.risk.uniques, k)
    return about | {
        "k": k,
        "plan": _unlocated(evidence.plan),
        "risk": figures.risk_figures(found.risk, about["quasi"], alone=alone, one=about["guarantee"].one),
        "sensitive": figures.sensitive_figures(evidence, lambda count: hidden(count, k)),
        "withheld": hidden(evidence.privacy.suppressed_records, k),
        "loss": figures.loss_figures(found.utility, columns)[:3],
        "classes": _classes(evidence.privacy, columns) if columns else None,
        "columns": [_column(evidence, column, place, k) for place, column in enumerate(columns, 1)],
        "policy": publishable(evidence.policy),
        "knowledge": {
            name: facts.model_copy(update={"source": _name_only(facts.source)})
            for name, facts in evidence.knowledge.items()
        },
    }


def _unlocated(plan: PlanFacts) -> PlanFacts:
    """The plan without folders and without decisions, which count values of the original."""
    named = {n: one.model_copy(update={"name": _name_only(one.name)}) for n, one in plan.hierarchies.items()}
    return plan.model_copy(update={"hierarchies": named, "decisions": ()})


def hidden(count: int, k: int) -> str:
    """A count as published: 0, at least k, or only that it is small.

    Example:
        >>> hidden(0, 5), hidden(3, 5), hidden(1200, 5)
        ('0', 'fewer than 5', '1,200')
    """
    return f"fewer than {k:,}" if 0 < count < k else f"{count:,}"


def publishable(policy: Mapping[str, Any]) -> dict[str, Any]:
    """A policy without anything that could identify a person: no seed, no values of a column, no folders.

    Example:
        >>> publishable({"k": 5, "seed": 7, "mapping": "home/ann/review.csv", "attributes": {"a": {"levels": ["x"]}}})
        {'k': 5, 'mapping': 'review.csv', 'attributes': {'a': {}}}
    """
    out = {key: value for key, value in policy.items() if key != "seed"}
    if "mapping" in out:
        out["mapping"] = _name_only(out["mapping"])
    if "knowledge" in out:
        out["knowledge"] = {n: {**s, "source": _name_only(s["source"])} for n, s in out["knowledge"].items()}
    if "attributes" in out:
        out["attributes"] = {name: _attribute(one) for name, one in out["attributes"].items()}
    return out


def _attribute(attribute: Mapping[str, Any]) -> dict[str, Any]:
    out = {key: value for key, value in attribute.items() if key != "levels"}
    if isinstance(files := out.get("hierarchy"), str):
        out["hierarchy"] = _name_only(files)
    elif files:
        out["hierarchy"] = [_name_only(file) for file in files]
    return out


def _name_only(source: str) -> str:
    return PurePath(source.replace("\\", "/")).name or source


# --- pictures --------------------------------------------------------------------------------------


def _classes(privacy: Privacy, columns: Sequence[ComparedColumn]) -> Chart:
    after = class_sizes(columns, privacy.suppressed_records)
    lines, _ = size_shares([after[after >= privacy.k_required]], privacy.k_required)
    bars = [Bar(line.label, line.records) for line in lines if line.records[0]]
    return bar_chart(bars, key="class-sizes", title="Released records by the size of their class", series=("records",))


def _column(evidence: Evidence, column: ComparedColumn, place: int, k: int) -> dict[str, Any]:
    counts = {point: n for point, n in released(column).items() if n >= k}
    cost = figures.measured(evidence).utility.per_attribute[column.reader.name]
    return {
        "name": column.reader.name,
        "kind": column.reader.kind,
        "thing": figures.thing(evidence, column),
        "values": len(counts),
        "figures": [("Loss (L)", percent(cost.loss_percent)), ("Semantic loss", number(cost.semantic_loss, 2))],
        "chart": _chart(evidence, column, counts, place, k),
        "drawing": concepts_drawn(column, counts, lambda point: spelt(column, Point(point.concept)), place),
    }


def _chart(evidence: Evidence, column: ComparedColumn, counts: Mapping[Point, int], place: int, k: int) -> Chart | None:
    name, one = column.reader.name, figures.thing(evidence, column)
    if one == "log":
        return None
    lines = shares(column, {point: (n,) for point, n in counts.items()}, spelt)
    if one == "set":
        counted = items(column, figures.separator_of(evidence, name))
        held = {item: (after,) for item, (_, after) in counted.items() if after >= k}
        lines = item_shares(held)
    bars = [Bar(share.label, share.records, rest=share.rest) for share in lines]
    title = f"Released records by {'item' if one == 'set' else 'value'} of {shown(name)}"
    return bar_chart(bars, key=f"column-{place}-values", title=title, series=("records",))
