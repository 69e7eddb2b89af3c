"""Pictures and tables of the internal report that set the original beside the release."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from semblant.arrays import Ints
from semblant.assessment.categories import lost
from semblant.assessment.columns import ComparedColumn
from semblant.charts.barchart import Bar, bar_chart
from semblant.charts.flowchart import flow_chart
from semblant.charts.svg import Chart
from semblant.data.filebacked import gathered, rows_where
from semblant.data.joint import distinct_rows
from semblant.evidence import Drivers, MappingFacts
from semblant.report.counts import explained
from semblant.report.wording import percent, shown

ROWS = 20
"""Records that are shown side by side."""
_FLOWS = 16
_SIDES = ("before", "after")
_RISKS = (
    (1, "100 %"), (2, "50 %"), (3, "25 – 33 %"), (5, "10 – 20 %"), (11, "5 – 9 %"), (21, "1 – 5 %"), (101, "under 1 %"),
)  # fmt: skip
"""The least class size of each range of risk, and the range."""


@dataclass(frozen=True)
class Cell:
    """One cell of a record, before and after."""

    column: str
    before: str
    after: str
    changed: bool


def side_by_side(columns: Sequence[ComparedColumn]) -> list[tuple[int, list[Cell]]]:
    """Some records, evenly spread over the original, with every quasi-identifier before and after; rows from 1."""
    if not columns:
        return []
    records = columns[0].before.column.records
    rows = np.unique(np.linspace(0, records - 1, min(ROWS, records)).round().astype(np.int64)).tolist()
    return [(row + 1, [_cell(column, row) for column in columns]) for row in rows]


def _cell(column: ComparedColumn, row: int) -> Cell:
    before, after = (side.values[side.packed[row]] for side in column.texts)
    return Cell(shown(column.reader.name, 40), shown(before, 40), shown(after, 40), bool(column.changed[row]))


def risk_histogram(before: Ints, after: Ints) -> Chart:
    """How many records have which re-identification risk, before and after."""
    starts = [start for start, _ in _RISKS]
    bars = []
    for place, (_, label) in enumerate(_RISKS, 1):
        inside = [side[np.searchsorted(starts, side, "right") == place] for side in (before, after)]
        bars.append(Bar(label, tuple(int(one.sum()) for one in inside), alarming=place == 1))
    return bar_chart(
        bars, key="risk-histogram", title="Records by their re-identification risk", series=_SIDES, overlaid=True
    )


def flow(column: ComparedColumn, place: int) -> Chart | None:
    """Which values became which; None for numbers and dates, and where nothing changed."""
    if column.reader.kind not in ("semantic", "nominal", "ordinal"):
        return None
    if not column.changed.any():
        return None
    then, now = column.texts
    rows = rows_where(then.records, lambda part: column.changed[part])
    sizes = [len(then.values), len(now.values)]
    (old, new), _, counts = distinct_rows([gathered(then.packed, rows), gathered(now.packed, rows)], sizes)
    flows: dict[tuple[str, str], int] = {}
    for at in np.argsort(-counts, kind="stable")[:_FLOWS].tolist():
        pair = explained(column, then.values[old[at]]), explained(column, now.values[new[at]])
        flows[pair] = flows.get(pair, 0) + int(counts[at])
    title = f"What became of the values of {shown(column.reader.name)}: the {len(flows)} largest changes"
    return flow_chart(flows, title=title, key=f"column-{place}-flow", sides=_SIDES)


def lost_values(column: ComparedColumn, k: int) -> list[tuple[str, int, int]]:
    """The categories that vanished or lost more than half their records: name, before and after."""
    return [(_name(column, one.point), one.before, one.after) for one in lost(column, k)]


def _name(column: ComparedColumn, point: Any) -> str:
    at = column.before.points.index(point)
    first = np.argmax(column.before.of_text[column.before.column.packed] == at)
    return explained(column, column.texts[0].values[column.texts[0].packed[first]])


def match_quality(mapping: Mapping[str, MappingFacts]) -> Chart | None:
    """The share of records whose match is certain or probable, by column."""
    if not mapping:
        return None
    bars = []
    for name, facts in mapping.items():
        records = max(1, facts.records_covered + facts.unknown)
        sure, doubtful = facts.certain + facts.probable, facts.uncertain + facts.unknown
        bars.append(Bar(shown(name, 40), (100 * doubtful / records, 100 * sure / records)))
    series = ("uncertain or unknown", "certain or probable")
    return bar_chart(bars, key="match-quality", title="Match quality by column", series=series, write="{:.0f} %".format)


def drivers_drawn(drivers: Drivers | None, k: int) -> dict[str, Any] | None:
    """Which column drives the risk: a chart of small classes with each left out, and the combinations."""
    if drivers is None or not drivers.below_k:
        return None
    ranked = sorted(drivers.without.items(), key=lambda one: (one[1].below_k, one[1].uniques, one[0]))
    bars = [Bar("all columns", (drivers.below_k,), alarming=True)]
    bars += [Bar(f"without {shown(name, 40)}", (one.below_k,)) for name, one in ranked]
    title = f"Original records in classes smaller than {k:,}"
    return {
        "chart": bar_chart(bars, key="drivers", title=title, series=("records",)),
        "alike": all(one.below_k == drivers.below_k for one in drivers.without.values()),
        "without": [(shown(name, 40), one.uniques, one.below_k) for name, one in ranked],
        "all": (drivers.uniques, drivers.below_k),
        "combinations": [([shown(n, 40) for n in one.columns], one.uniques) for one in drivers.combinations],
        "quick": _quick(drivers),
        "quick_records": drivers.quick_records,
    }


def _quick(drivers: Drivers) -> list[tuple[str, str, str]]:
    """What the other columns lose with and without each column in quick runs, the costliest column first."""
    losses = [
        (shown(name, 40), one.others_loss_percent, one.others_loss_without_percent)
        for name, one in drivers.without.items()
        if one.others_loss_percent is not None and one.others_loss_without_percent is not None
    ]
    ranked = sorted(losses, key=lambda one: (one[2] - one[1], one[0]))
    return [(name, percent(with_it), percent(without)) for name, with_it, without in ranked]
