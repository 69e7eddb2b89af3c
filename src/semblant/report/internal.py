"""What the page for those who hold the original says: everything."""

from typing import Any

from semblant.assess.assess import Assessment
from semblant.assess.pairing import Judged
from semblant.policy import Evidence
from semblant.report.charts import Bar, bar_chart
from semblant.report.counts import below_k, class_sizes, columns_of, most_changed, released, size_bins, spread
from semblant.report.drawing import draw_tree, largest, tree
from semblant.report.figures import attribute_figures, exact_figures, loss_figures, overview
from semblant.report.wording import shown


def content(evidence: Evidence, assessment: Assessment) -> dict[str, Any]:
    """Everything the internal page shows."""
    columns = columns_of(assessment)
    return overview(evidence) | {
        "evidence": evidence,
        "loss": loss_figures(evidence.utility, columns) + exact_figures(evidence.utility),
        "classes": _classes(assessment, evidence.privacy.k_required),
        "columns": [_column(evidence, column, place) for place, column in enumerate(columns, 1)],
        "changes": most_changed(assessment.pairing) if assessment.pairing is not None else [],
        "policy": {key: value for key, value in evidence.policy.items() if key != "seed"},
    }


def _classes(assessment: Assessment, k: int) -> dict[str, Any] | None:
    sizes = class_sizes(assessment)
    if sizes is None:
        return None
    before, after = sizes
    bins = size_bins(before, after, k)
    bars = [Bar("1 (alone)" if b.label == "1" else b.label, (b.before, b.after), b.below) for b in bins]
    return {
        "before": len(before),
        "after": len(after),
        "alone_before": int((before == 1).sum()),
        "below_before": below_k(before, k),
        "below_after": below_k(after, k),
        "chart": bar_chart(
            bars,
            id="class-sizes",
            title="Records by the size of their class, before and after",
            said=("before", "after"),
            divide=(sum(b.below for b in bins), f"k = {k:,}"),
        ),
    }


def _column(evidence: Evidence, column: Judged, place: int) -> dict[str, Any]:
    name, values = column.reader.name, spread(column)
    bars = [Bar(share.label, (share.before, share.after)) for share in values.shares]
    if values.rest is not None:
        bars.append(Bar(f"{values.others:,} others", (values.rest.before, values.rest.after), muted=True))
    title = f"Records by value of {shown(name)}, before and after"
    return {
        "name": name,
        "values": values,
        "mapping": evidence.mapping.get(name),
        "figures": attribute_figures(evidence.utility.per_attribute[name], evidence.input.records),
        "chart": bar_chart(bars, id=f"column-{place}-values", title=title, said=("before", "after")),
        "drawing": _drawing(column, place),
    }


def _drawing(column: Judged, place: int) -> dict[str, Any] | None:
    counts, taxonomy = released(column), column.reader.taxonomy
    chosen = largest(counts)
    if taxonomy is None or not chosen:
        return None
    rows = tree(taxonomy, chosen)
    labels = {row.concept: shown(taxonomy.label(row.concept)) for row in rows}
    labels |= {p.concept: shown(column.reader.written(p)) for p in counts if p.concept in chosen}
    title = f"Released concepts of {shown(column.reader.name)}"
    left = [n for p, n in counts.items() if p.named and p.concept not in chosen]
    return {
        "svg": draw_tree(rows, labels, id=f"column-{place}-concepts", title=title),
        "left_out": len(left),
        "left_out_records": sum(left),
    }
