"""The page of a comparison is sound, offline, and says of every run what it was."""

import math
import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from semblant.charts.riskmap import Mark, draw_map
from semblant.charts.style import SERIES
from semblant.policy.file import build_policy
from semblant.policy.model import Policy
from semblant.policy.text import parse
from semblant.release.compare import Comparison
from semblant.release.runs import Run
from tests.report.structure import Structure
from tests.report.test_pages import contrast

POLICY = Policy.model_validate({"seed": 77_123, "k": 3, "attributes": {"job": {"role": "quasi", "kind": "nominal"}}})


def made(*figures: tuple[str, int, float | None, float | None], source: str = "people.csv") -> Comparison:
    runs = [
        Run(method=m, k=k, loss_percent=loss, semantic_record_linkage_percent=risk, seconds=0.1,
            prosecutor_max=1 / k, reason=None if loss is not None else "fewer than k records")
        for m, k, loss, risk in figures
    ]  # fmt: skip
    return Comparison(tuple(runs), POLICY, 1200, source)


CASES = {
    "ordinary": made(("auto", 2, 1.5, 20.0), ("auto", 5, 4.0, 6.0), ("mdav", 2, 2.0, 25.0), ("mdav", 5, 7.0, 6.0)),
    "one run": made(("auto", 5, 4.0, 6.0)),
    "nothing lost": made(("auto", 2, 0.0, 0.0), ("mdav", 2, 0.0, 0.0)),
    "none measured": made(("auto", 5000, None, None)),
    "partly measured": made(("auto", 2, 1.0, 3.0), ("auto", 5000, None, None)),
    "many methods": made(*((f"method-{i}", 5, float(i), 20.0 - i) for i in range(20))),
    "huge and tiny": made(("auto", 2, 1e-7, 99.9), ("auto", 100_000, 250_000.0, 1e-9)),
    "hostile": made(("auto", 2, 1.0, 1.0), source="</title><script>alert(1)</script>.csv"),
}


@pytest.mark.parametrize("case", CASES)
def test_the_page_is_well_formed_accessible_and_offline(case: str) -> None:
    page = CASES[case].page()
    assert Structure(page).wrong == ["<script>"]  # the one of our own that copies a policy
    assert page.count("<script>") == 1


def test_every_run_is_told_and_its_policy_can_be_taken_as_it_stands() -> None:
    comparison = CASES["ordinary"]
    page = Structure(comparison.page(comparison.suggest("risk<=10")))
    assert "Recommended run: auto at k = 5" in page.words
    policies = re.findall(r'<pre id="run-\d+">(.*?)</pre>', comparison.page(), re.DOTALL)
    for one, text in zip(comparison.runs, policies, strict=True):
        again = build_policy(parse(text, "page"))
        assert again == comparison.policy_of(one).model_copy(update={"seed": None})
    assert "77123" not in comparison.page()


def test_points_say_what_they_were_and_the_frontier_is_marked() -> None:
    page = CASES["ordinary"].page()
    wide, narrow = page.split('class="chart map')[1:]
    assert narrow.startswith(" narrow")
    for drawing in (wide, narrow):
        assert drawing.count('data-run="run-') == 4
        assert drawing.count('class="point c0 best"') == 2
    assert "mdav, k = 2: loss 2\u00a0%, semantic record linkage 25\u00a0%. Click to copy its policy." in page


@settings(max_examples=60, deadline=None, derandomize=True, database=None)
@given(st.lists(st.tuples(st.floats(0, 1e6), st.floats(0, 100)), min_size=1, max_size=12), st.booleans())
def test_every_point_lies_on_the_map(points: list[tuple[float, float]], narrow: bool) -> None:
    marks = [Mark("auto", 2, loss, risk, True, f"run-{i}") for i, (loss, risk) in enumerate(points)]
    drawing = draw_map(marks, title="Map", narrow=narrow).__html__()
    left, right, bottom = (51, 309, 301) if narrow else (57, 625, 385)
    places = re.findall(r'class="reach" cx="([^"]+)" cy="([^"]+)"', drawing)
    assert len(places) == len(points)
    for x, y in places:
        assert math.isfinite(float(x))
        assert left <= float(x) <= right
        assert 13 <= float(y) <= bottom


def test_every_sign_can_be_told_from_its_ground_by_day_and_by_night() -> None:
    blocks = re.findall(r":root \{[^}]*\}", CASES["ordinary"].page())
    themes = [dict(re.findall(r"--([\w-]+): (#[0-9a-f]{6})", block)) for block in blocks]
    cards = [theme["card"] for theme in themes if "ground" in theme and "card" in theme][:2]
    signs = [
        [colour for name, colour in theme.items() if re.fullmatch(r"c\d", name)] for theme in themes if "c0" in theme
    ]
    assert len(cards) == len(signs) == 2
    for card, colours in zip(cards, signs, strict=True):
        assert len(colours) == SERIES
        assert all(contrast(colour, card) >= 3 for colour in colours)


def test_the_run_to_take_is_ringed_and_its_policy_is_at_hand() -> None:
    comparison = CASES["ordinary"]
    page = comparison.page(comparison.suggest("risk<=10"))
    assert page.count(" taken") == 2  # in the wide drawing and in the narrow one
    assert 'class="point c0 best taken" data-run="run-1"' in page
    assert page.count('data-copy="run-1"') == 2
    assert " taken" not in comparison.page(comparison.suggest("risk<=1"))
