"""The content of the internal report, for those who may see the original; also coverage and the greatest changes."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any

import numpy as np

from semblant.assessment.assessment import Assessment
from semblant.assessment.columns import ComparedColumn, is_suppressed
from semblant.assessment.linkage import class_sizes, class_sizes_before
from semblant.assessment.pairing import Pairing
from semblant.charts.barchart import Bar, bar_chart
from semblant.evidence import Evidence, Particulars, Privacy
from semblant.knowledge.taxonomy import VIRTUAL_ROOT
from semblant.policy.model import MISSING, Kind, Policy
from semblant.report import figures
from semblant.report.analyses import analyses
from semblant.report.counts import both, commonest, explained, item_shares, items, released, shares, size_shares
from semblant.report.drawing import concepts_drawn
from semblant.report.pictures import drivers_drawn, flow, lost_values, match_quality, risk_histogram, side_by_side
from semblant.report.wording import counted, listed, number, percent, shown

SIDES = ("before", "after")


def content(evidence: Evidence, assessment: Assessment) -> dict[str, Any]:
    """Everything the internal page shows."""
    columns, pairing = assessment.columns, assessment.pairing
    about = figures.overview(evidence, columns)
    one, people = about["guarantee"].one, about["people"]
    return about | {
        "evidence": evidence,
        "linked": evidence.risk.semantic_record_linkage_percent,
        "risk": figures.risk_figures(evidence.risk, about["quasi"], one=one),
        "sensitive": figures.sensitive_figures(evidence.policy, evidence.privacy, evidence.risk.homogeneity),
        "loss": figures.loss_figures(evidence.utility, columns) + figures.exact_figures(evidence.utility),
        "classes": _classes(evidence.privacy, columns) if columns else None,
        "coverage": coverage(evidence, columns),
        "columns": [
            _column(evidence, column, place, people) | _beside(evidence, column, place, pairing)
            for place, column in enumerate(columns, 1)
        ],
        "topics": _topics(evidence.utility.particulars),
        "analyses": analyses(evidence.analysis),
        "changes": most_changed(pairing) if pairing is not None else [],
        "rows": side_by_side(columns) if pairing is not None else [],
        "drivers": drivers_drawn(evidence.risk.drivers, evidence.privacy.k_required),
        "quality": match_quality(evidence.mapping),
        "policy": Policy.model_validate(evidence.policy).published(),
    }


def _classes(privacy: Privacy, columns: Sequence[ComparedColumn]) -> dict[str, Any]:
    k = privacy.k_required
    before, after = class_sizes_before(columns), class_sizes(columns, privacy.suppressed_records)
    lines, below = size_shares([before, after], k)
    bars = [Bar(line.label, line.records, alarming=i < below) for i, line in enumerate(lines)]
    title = "Sizes of classes, before and after"
    return {
        "before": len(before),
        "after": len(after),
        "alone_before": int((before == 1).sum()),
        "below_before": int(before[before < k].sum()),
        "below_after": int(after[after < k].sum()),
        "chart": bar_chart(
            bars, key="class-sizes", title=title, series=SIDES, divide=(below, f"k = {k:,}"), overlaid=True
        ),
        "risks": risk_histogram(before, after),
    }


def _beside(evidence: Evidence, column: ComparedColumn, place: int, pairing: Pairing | None) -> dict[str, Any]:
    """What became of the values of a column."""
    table = pairing is not None and evidence.policy.get("shape", "table") == "table"
    return {
        "flow": flow(column, place) if table else None,
        "lost": lost_values(column, evidence.privacy.k_required) if table else [],
    }


def _column(evidence: Evidence, column: ComparedColumn, place: int, people: int) -> dict[str, Any]:
    name, tally, one = column.reader.name, both(column), figures.thing(evidence.policy, column)
    lines = [] if one == "log" else shares(column, tally, explained)
    if one == "set":
        lines = item_shares(items(column, figures.separator_of(evidence.policy, name)))
    bars = [Bar(share.label, share.records, rest=share.rest) for share in lines]
    title = f"Records by {'item' if one == 'set' else 'value'} of {shown(name)}, before and after"
    return {
        "name": name,
        "kind": column.reader.kind,
        "values_before": sum(before > 0 for before, _ in tally.values()),
        "values_after": sum(after > 0 for _, after in tally.values()),
        "thing": one,
        "figures": figures.attribute_figures(evidence.utility.per_attribute[name], people),
        "chart": bar_chart(bars, key=f"column-{place}-values", title=title, series=SIDES, overlaid=True)
        if bars
        else None,
        "drawing": concepts_drawn(column, released(column), partial(explained, column), place),
    }


def _topics(particulars: Particulars | None) -> dict[str, Any] | None:
    """The topics of sets and logs, before and after."""
    if particulars is None:
        return None
    bars = [Bar(shown(t.label), (round(1000 * t.before), round(1000 * t.after))) for t in particulars.topics]
    title = "Shares of the topics, before and after"
    lengths = f"{particulars.mean_length_before:.1f} → {particulars.mean_length_after:.1f}"
    kept = f"{number(particulars.vocabulary_kept)} of {number(particulars.vocabulary_before)} kept"
    return {
        "chart": bar_chart(
            bars, key="topics", title=title, series=SIDES, write=lambda n: f"{n / 10:.1f} %", overlaid=True
        ),
        "facts": [
            ("Share that changed topic", percent(100 * particulars.topics_moved)),
            ("Things each has, on average", lengths),
            ("Different texts", kept),
        ],
    }


_TREATED = {
    "error": "would have stopped the run",
    "suppress": "suppressed",
    "nominal": "unrelated categories",
    "root": "taken as the widest concept",
}
_ABSENT = {"category": "a value of their own", "suppress": "suppressed", "error": "would have stopped the run"}


@dataclass(frozen=True)
class Coverage:
    """One column as its knowledge reads it; numbers are written as the page shows them."""

    column: str
    knowledge: str
    spellings: str
    records: str
    certain: str
    probable: str
    uncertain: str
    unknown: str
    missing: str


def coverage(evidence: Evidence, columns: Sequence[ComparedColumn]) -> list[Coverage]:
    """The coverage of every column that is read by meaning."""
    judged = {column.reader.name: column for column in columns}
    return [_of(evidence, name, judged.get(name)) for name in evidence.mapping]


def _of(evidence: Evidence, name: str, column: ComparedColumn | None) -> Coverage:
    facts, attribute = evidence.mapping[name], evidence.policy.get("attributes", {}).get(name, {})
    named = attribute.get("knowledge") or list(evidence.knowledge)
    treated = _TREATED[attribute.get("unknown", "error")]
    absent = _ABSENT[attribute.get("missing") or evidence.policy.get("missing", Policy.model_fields["missing"].default)]
    missing = None
    if column is not None and column.reader.taxonomy is not None:
        rest = {p: n for p, n in column.before.tally.items() if not p.named and not is_suppressed(p)}
        missing = sum(n for p, n in rest.items() if p.text == MISSING)
    return Coverage(
        column=name,
        knowledge=listed([shown(one, 40) for one in ([named] if isinstance(named, str) else named)]),
        spellings=f"{number(facts.mapped)} of {number(facts.values)}",
        records=f"{number(facts.records_covered)} ({percent(100 * facts.records_covered / evidence.input.records)})",
        certain=number(facts.certain),
        probable=number(facts.probable),
        uncertain=number(facts.uncertain),
        unknown=_told(facts.unknown, treated),
        missing=_told(missing, absent),
    )


def _told(records: int | None, how: str) -> str:
    return f"{number(records)}, {how}" if records else "none"


@dataclass(frozen=True)
class Change:
    """One value that became another: its records, the distance, and what the two have in common."""

    column: str
    before: str
    after: str
    records: int
    distance: float
    why: str


def most_changed(pairing: Pairing, most: int = 15) -> list[Change]:
    """The changes that cost most: records times distance, weighted as the columns are."""
    found: list[tuple[float, int, int, int, int, float]] = []
    for j, column in enumerate(pairing.columns):
        pairs = pairing.before[j].astype(np.int64) * len(column.after.points) + pairing.after[j]
        distinct, place = np.unique(pairs, return_inverse=True)
        counts = np.bincount(place, pairing.counts).astype(np.int64)
        b, a = (code.astype(np.int32) for code in np.divmod(distinct, len(column.after.points)))
        apart = column.apart(b, a)
        cost = apart * counts * pairing.weights[j]
        for i in np.argsort(-cost, kind="stable")[:most]:
            if cost[i] > 0:
                found.append((-float(cost[i]), j, int(b[i]), int(a[i]), int(counts[i]), float(apart[i])))
    return [_change(pairing.columns[j], b, a, n, apart) for _, j, b, a, n, apart in sorted(found)[:most]]


def _change(column: ComparedColumn, b: int, a: int, records: int, apart: float) -> Change:
    before = explained(column, commonest(column.texts[0], column.before.of_text, b))
    after = explained(column, commonest(column.texts[1], column.after.of_text, a))
    return Change(column.reader.name, before, after, records, apart, _why(column, b, a))


def _why(column: ComparedColumn, b: int, a: int) -> str:
    before, after, taxonomy = column.before.points[b], column.after.points[a], column.reader.taxonomy
    if is_suppressed(after):
        return "Suppressed."
    if (by := column.moved(b, a)) is not None:
        return _moved(column.reader.kind, by)
    if taxonomy is None:
        return "Another value of the column; no vocabulary says how near the two are."
    if not (before.named and after.named):
        return "Not in the vocabulary, so nothing is known to relate the two."
    common = taxonomy.lcs(before.concept, after.concept)
    if common == after.concept:
        return "Made wider: the old value is a kind of the new one."
    if common == before.concept:
        return "Made narrower: the new value is a kind of the old one."
    if common == VIRTUAL_ROOT:
        return "The two have nothing in common."
    return f"Both are kinds of “{shown(taxonomy.label(common), 60)}”."


def _moved(kind: Kind, by: float) -> str:
    if np.isnan(by):
        return "One of the two has no place on the line."
    if kind == "date":
        return f"Moved {counted(round(abs(by)), 'day')} {'later' if by > 0 else 'earlier'}, to the middle of its group."
    unit = counted(round(abs(by)), "level") if kind == "ordinal" else f"by {number(abs(by))}"
    return f"Moved {'up' if by > 0 else 'down'} {unit}, to the middle of its group."
