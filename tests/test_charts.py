"""Charts draw whatever was assessed, stand alone as files, and let no value become markup."""

import re
from pathlib import Path
from xml.etree import ElementTree

import pytest

from semblant.charts.barchart import Bar, bar_chart, class_sizes, losses
from semblant.charts.htmltable import table_html
from semblant.charts.riskmap import Scale
from semblant.charts.style import DARK, LIGHT, RULES, SERIES, standalone
from semblant.charts.svg import Chart
from semblant.charts.treechart import Node, draw_tree
from semblant.errors import OutputError
from tests.report.making import CASES

SVG = "{http://www.w3.org/2000/svg}"
SIDES = ("before", "after")
VALUES = bar_chart([Bar("nurse", (3, 5)), Bar("<script>", (2, 0))], title="Records by job", series=SIDES, headed=True)


@pytest.mark.parametrize("case", CASES)
def test_losses_and_class_sizes_draw(case: str) -> None:
    _, found = CASES[case]
    for chart in (losses(found.utility), class_sizes(found.risk)):
        root = ElementTree.fromstring(chart.svg)
        assert root.tag == f"{SVG}svg"
        assert root.findtext(f"{SVG}title") == chart.title


def test_values_before_and_after() -> None:
    assert VALUES.description == "nurse: 3 before, 5 after; <script>: 2 before, 0 after"
    words = ["".join(one.itertext()) for one in ElementTree.fromstring(VALUES.svg).iter(f"{SVG}text")]
    assert words == ["Records by job", "before", "after", "nurse", "3", "5", "<script>", "2", "0"]


def test_a_chart_shows_itself_and_is_saved(tmp_path: Path) -> None:
    assert VALUES._repr_html_() == VALUES._repr_svg_() == VALUES.svg
    VALUES.save(tmp_path / "jobs.svg")
    VALUES.save(str(tmp_path / "again.svg"))
    assert (tmp_path / "jobs.svg").read_text("utf-8") == (tmp_path / "again.svg").read_text("utf-8") == VALUES.svg
    with pytest.raises(OutputError, match=r"saved as \.svg"):
        VALUES.save(tmp_path / "jobs.png")


def test_nothing_drawn_becomes_markup() -> None:
    hostile = "</style></title></svg><script>alert(1)</script>"
    made = [
        bar_chart([Bar(hostile, (1, 2))], title=hostile, series=SIDES, headed=True),
        draw_tree([Node(hostile, None, hostile, True)], title=hostile, description=hostile, across=None),
        Chart(hostile, hostile, 10, 10, [], hostile),
    ]
    for chart in made:
        for drawn in (chart.svg, chart.__html__()):
            ElementTree.fromstring(drawn)
            assert "<script" not in drawn


def test_a_chart_on_its_own_needs_no_variables_and_touches_no_other_drawing() -> None:
    assert "var(" not in standalone()
    selectors = [one.strip() for some in re.findall(r"([^{}]+)\{", RULES) for one in some.split(",")]
    assert all(selector.startswith("svg.chart ") for selector in selectors)
    assert LIGHT.keys() == DARK.keys() >= {f"c{i}" for i in range(SERIES)}


def test_a_tree_is_as_wide_as_its_labels_need() -> None:
    nodes = [Node("work", None), Node("a label that is quite a bit longer than usual", 0, "12", True)]
    narrow, wide = (draw_tree(nodes, title="t", description="s", across=across) for across in (100, None))
    assert "…" in narrow.svg
    assert "…" not in wide.svg


@pytest.mark.parametrize("values", [[], [0.0], [5.0, 5.0], [-3.0, 4.0], [1e-9, 2e-9], [float("inf"), 1.0], [1e12]])
@pytest.mark.parametrize("zero", [True, False])
def test_a_scale_holds_its_values(values: list[float], zero: bool) -> None:
    scale = Scale.over(values, zero=zero)
    assert scale.low < scale.high
    assert 2 <= len(scale.ticks) <= 9
    if not zero:
        assert all(scale.low <= v <= scale.high * (1 + 1e-9) for v in values if v < float("inf"))


def test_a_table_escapes_what_it_shows() -> None:
    made = table_html("a & b", ("<x>", "n"), [("<script>", "3")], right=(1,))
    assert "<script>" not in made
    assert "&lt;script&gt;" in made
    assert made.count('scope="row"') == 1
    assert made.count("text-align:right") == 2
