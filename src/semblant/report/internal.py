"""The content of the internal report, for those who may see the original."""

from collections.abc import Sequence
from functools import partial
from typing import Any

from semblant.assessment.assessment import Assessment
from semblant.assessment.columns import ComparedColumn
from semblant.assessment.linkage import class_sizes, class_sizes_before
from semblant.charts.barchart import Bar, bar_chart
from semblant.evidence import Evidence, Particulars, Privacy
from semblant.report import figures
from semblant.report.changes import most_changed
from semblant.report.counts import both, explained, item_shares, items, released, shares, size_shares
from semblant.report.coverage import coverage
from semblant.report.drawing import concepts_drawn
from semblant.report.wording import number, percent, shown

SIDES = ("before", "after")


def content(evidence: Evidence, assessment: Assessment) -> dict[str, Any]:
    """Everything the internal page shows."""
    columns, pairing = assessment.columns, assessment.pairing
    found, about = figures.measured(evidence), figures.overview(evidence, columns)
    one, people = about["guarantee"].one, about["people"]
    return about | {
        "evidence": evidence,
        "linked": found.risk.semantic_record_linkage_percent,
        "risk": figures.risk_figures(found.risk, about["quasi"], one=one),
        "sensitive": figures.sensitive_figures(evidence),
        "loss": figures.loss_figures(found.utility, columns) + figures.exact_figures(found.utility),
        "classes": _classes(evidence.privacy, columns) if columns else None,
        "coverage": coverage(evidence, columns),
        "columns": [_column(evidence, column, place, people) for place, column in enumerate(columns, 1)],
        "topics": _topics(found.utility.particulars),
        "changes": most_changed(pairing) if pairing is not None else [],
        "policy": {key: value for key, value in evidence.policy.items() if key != "seed"},
    }


def _classes(privacy: Privacy, columns: Sequence[ComparedColumn]) -> dict[str, Any]:
    k = privacy.k_required
    before, after = class_sizes_before(columns), class_sizes(columns, privacy.suppressed_records)
    lines, below = size_shares([before, after], k)
    bars = [Bar(line.label, line.records, alarming=i < below) for i, line in enumerate(lines)]
    return {
        "before": len(before),
        "after": len(after),
        "alone_before": int((before == 1).sum()),
        "below_before": int(before[before < k].sum()),
        "below_after": int(after[after < k].sum()),
        "chart": bar_chart(
            bars,
            key="class-sizes",
            title="Sizes of classes, before and after",
            series=SIDES,
            divide=(below, f"k = {k:,}"),
        ),
    }


def _column(evidence: Evidence, column: ComparedColumn, place: int, people: int) -> dict[str, Any]:
    name, tally, one = column.reader.name, both(column), figures.thing(evidence, column)
    lines = [] if one == "log" else shares(column, tally, explained)
    if one == "set":
        lines = item_shares(items(column, figures.separator_of(evidence, name)))
    bars = [Bar(share.label, share.records, rest=share.rest) for share in lines]
    title = f"Records by {'item' if one == 'set' else 'value'} of {shown(name)}, before and after"
    return {
        "name": name,
        "kind": column.reader.kind,
        "values_before": sum(before > 0 for before, _ in tally.values()),
        "values_after": sum(after > 0 for _, after in tally.values()),
        "thing": one,
        "figures": figures.attribute_figures(figures.measured(evidence).utility.per_attribute[name], people),
        "chart": bar_chart(bars, key=f"column-{place}-values", title=title, series=SIDES) if bars else None,
        "drawing": concepts_drawn(column, released(column), partial(explained, column), place, name_joints=True),
    }


def _topics(particulars: Particulars | None) -> dict[str, Any] | None:
    """The topics of sets and logs, before and after."""
    if particulars is None:
        return None
    bars = [Bar(shown(t.label), (round(1000 * t.before), round(1000 * t.after))) for t in particulars.topics]
    title = "Shares of the topics, before and after"
    return {
        "chart": bar_chart(bars, key="topics", title=title, series=SIDES, write=lambda n: f"{n / 10:.1f} %"),
        "facts": [
            ("Share that changed topic", percent(100 * particulars.topics_moved)),
            (
                "Things each has, on average",
                f"{particulars.mean_length_before:.1f} → {particulars.mean_length_after:.1f}",
            ),
            (
                "Different texts",
                f"{number(particulars.vocabulary_kept)} of {number(particulars.vocabulary_before)} kept",
            ),
        ],
    }
