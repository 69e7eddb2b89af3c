"""What the internal report sets side by side, and that none of it is public."""

import numpy as np

from semblant.charts.flowchart import flow_chart
from semblant.report.pictures import flow, lost_values, risk_histogram, side_by_side
from tests.report.making import assess_case, pages

BEFORE = {"a": list("xxxxyyyzz"), "b": list("pppppqqqq")}
AFTER = {"a": list("xxxxyyyyy"), "b": list("pppppqqqq")}


def test_records_stand_side_by_side_with_their_changes_marked() -> None:
    _, found = assess_case(BEFORE, AFTER, k=2)
    rows = side_by_side(found.columns)
    assert [row for row, _ in rows] == list(range(1, 10))
    changed = {(row, cell.column) for row, cells in rows for cell in cells if cell.changed}
    assert changed == {(8, "a"), (9, "a")}
    many = assess_case({"a": list("xy") * 500}, {"a": list("xx") * 500}, k=2)[1]
    assert len(side_by_side(many.columns)) == 20


def test_flows_count_what_became_which() -> None:
    _, found = assess_case(BEFORE, AFTER, k=2)
    drawn = flow(found.columns[0], 1)
    assert drawn is not None
    assert drawn.description == "z to y: 2"
    assert flow(found.columns[1], 2) is None
    assert flow_chart({("a", "b"): 1}, title="t").svg.count("<path") == 1


def test_what_vanished_is_named_in_the_internal_report_only() -> None:
    made = assess_case(BEFORE, AFTER, k=2)
    assert lost_values(made[1].columns[0], 2) == [("z", 2, 0)]
    both = pages(*made)
    assert "Categories that vanished" in both["report.html"]
    for private in ("Categories that vanished", "Records side by side", "What became of the values", "drives the risk"):
        assert private not in both["report-public.html"]


def test_every_record_has_one_bar_of_risk() -> None:
    chart = risk_histogram(np.array([1, 1, 2, 4, 150]), np.array([5, 153]))
    assert chart.description.startswith("100 %: 2 before, 0 after; 50 %: 2 before, 0 after; 25 – 33 %: 4 before")
    assert chart.description.endswith("under 1 %: 150 before, 153 after")
