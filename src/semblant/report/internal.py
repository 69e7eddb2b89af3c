"""What the page for those who hold the original says: everything."""

from collections.abc import Sequence
from typing import Any

from semblant.assessment.assess import Assessment
from semblant.assessment.linkage import class_sizes, class_sizes_before
from semblant.assessment.sides import Judged
from semblant.policy import Evidence, Privacy
from semblant.report.changes import most_changed
from semblant.report.charts import Bar, bar_chart
from semblant.report.counts import both, explained, released, shares, size_shares
from semblant.report.drawing import draw_tree, largest
from semblant.report.figures import attribute_figures, exact_figures, loss_figures, overview
from semblant.report.wording import shown
from semblant.semantics.outline import tree

SIDES = ("before", "after")


def content(evidence: Evidence, assessment: Assessment) -> dict[str, Any]:
    """Everything the internal page shows."""
    columns, pairing = assessment.columns, assessment.pairing
    return overview(evidence) | {
        "evidence": evidence,
        "loss": loss_figures(evidence.utility, columns) + exact_figures(evidence.utility),
        "classes": _classes(evidence.privacy, columns),
        "columns": [_column(evidence, column, place) for place, column in enumerate(columns, 1)],
        "changes": most_changed(pairing) if pairing is not None else [],
        "policy": {key: value for key, value in evidence.policy.items() if key != "seed"},
    }


def _classes(privacy: Privacy, columns: Sequence[Judged]) -> dict[str, Any]:
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
            title="Records by the size of their class, before and after",
            said=SIDES,
            divide=(below, f"k = {k:,}"),
        ),
    }


def _column(evidence: Evidence, column: Judged, place: int) -> dict[str, Any]:
    name, tally = column.reader.name, both(column)
    bars = [Bar(share.label, share.records, rest=share.rest) for share in shares(column, tally, explained)]
    title = f"Records by value of {shown(name)}, before and after"
    return {
        "name": name,
        "kind": column.reader.kind,
        "values_before": sum(before > 0 for before, _ in tally.values()),
        "values_after": sum(after > 0 for _, after in tally.values()),
        "mapping": evidence.mapping.get(name),
        "figures": attribute_figures(evidence.utility.per_attribute[name], evidence.input.records),
        "chart": bar_chart(bars, key=f"column-{place}-values", title=title, said=SIDES),
        "drawing": _drawing(column, place),
    }


def _drawing(column: Judged, place: int) -> dict[str, Any] | None:
    counts, taxonomy = released(column), column.reader.taxonomy
    chosen = largest(counts)
    if taxonomy is None or not chosen:
        return None
    rows = tree(taxonomy, chosen)
    labels = {row.concept: shown(taxonomy.label(row.concept)) for row in rows}
    labels |= {p.concept: explained(column, p) for p in counts if p.concept in chosen}
    title = f"Released concepts of {shown(column.reader.name)}"
    left = [n for p, n in counts.items() if p.named and p.concept not in chosen]
    return {
        "svg": draw_tree(rows, labels, key=f"column-{place}-concepts", title=title),
        "left_out": len(left),
        "left_out_records": sum(left),
    }
