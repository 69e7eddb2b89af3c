"""Charts are Altair objects that draw, whatever was assessed."""

import pytest

from semblant import charts
from tests.report.making import CASES


@pytest.mark.parametrize("case", CASES)
def test_losses_and_class_sizes_draw(case: str) -> None:
    convert = pytest.importorskip("vl_convert", reason="pip install vl-convert-python")
    _, found = CASES[case]
    for chart in (charts.losses(found.utility), charts.class_sizes(found.risk)):
        assert convert.vegalite_to_svg(chart.to_dict()).startswith("<svg")


def test_values_before_and_after() -> None:
    spec = charts.before_and_after("job", {"nurse": (3, 5), "baker": (2, 0)}).to_dict()
    (rows,) = spec["datasets"].values()
    assert [(r["value"], r["file"], r["records"]) for r in rows] == [
        ("nurse", "before", 3), ("nurse", "after", 5), ("baker", "before", 2), ("baker", "after", 0),
    ]  # fmt: skip


def test_a_table_escapes_what_it_shows() -> None:
    made = charts.table_html("a & b", ("<x>", "n"), [("<script>", "3")], right=(1,))
    assert "<script>" not in made
    assert "&lt;script&gt;" in made
    assert made.count('scope="row"') == 1
    assert made.count("text-align:right") == 2
