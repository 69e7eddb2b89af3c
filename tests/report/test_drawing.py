"""Drawings: the released concepts where the knowledge has them, words that fit, bars as long as they should be."""

import re
from xml.etree import ElementTree

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from semblant.charts.barchart import Bar, bar_chart
from semblant.charts.svg import WIDTH, clip, width
from semblant.knowledge.taxonomy import Taxonomy
from semblant.report.drawing import MOST, draw_concepts, largest
from semblant.semantics.outline import tree
from semblant.space.column import Point
from tests.report.making import JOBS


@st.composite
def chosen(draw: st.DrawFn) -> tuple[Taxonomy, dict[int, int]]:
    """A random graph, several parents and roots included, and some of its concepts with counts."""
    n = draw(st.integers(2, 14))
    edges = []
    for child in range(1, n):
        for parent in draw(st.lists(st.integers(0, child - 1), max_size=2, unique=True)):
            edges.append((f"c{child:02}", f"c{parent:02}"))
    taxonomy = Taxonomy.from_edges(edges, concepts=[f"c{i:02}" for i in range(n)])
    counts = draw(st.dictionaries(st.integers(0, n - 1), st.integers(1, 99), min_size=1, max_size=n))
    return taxonomy, counts


@settings(max_examples=150, deadline=None)
@given(chosen())
def test_a_tree_has_every_released_concept_once_below_an_ancestor(made: tuple[Taxonomy, dict[int, int]]) -> None:
    taxonomy, counts = made
    rows = tree(taxonomy, counts)
    assert sorted(row.concept for row in rows if row.records) == sorted(counts)
    assert len({row.concept for row in rows}) == len(rows)
    below = [row.above for row in rows]
    for place, row in enumerate(rows):
        assert row.records == counts.get(row.concept)
        if row.above is None:
            assert row.level == 0
        else:
            above = rows[row.above]
            assert row.above < place
            assert row.level == above.level + 1
            assert above.concept in taxonomy.ancestors(row.concept)
        if row.records is None:
            assert below.count(place) > 1


def test_the_most_frequent_concepts_are_drawn_and_texts_are_none() -> None:
    counts = {Point(i): i for i in range(1, 40)} | {Point(-1, "*"): 500}
    picked = largest(counts)
    assert list(picked) == list(range(39, 39 - MOST, -1))


def test_a_tree_without_names_for_joints_says_only_what_was_released() -> None:
    counts = {JOBS.index("nurse"): 3, JOBS.index("doctor"): 2, JOBS.index("baker"): 4}
    rows = tree(JOBS, counts)
    bare = draw_concepts(rows, {c: JOBS.label(c) for c in counts}, key="x", title="Jobs").__html__()
    full = draw_concepts(rows, {row.concept: JOBS.label(row.concept) for row in rows}, key="x", title="Jobs").__html__()
    for drawing in (bare, full):
        root = ElementTree.fromstring(drawing)
        assert len(root.findall("circle")) == len(rows)
    assert "health" not in bare
    assert "nurse (under health): 3" in full
    assert "nurse: 3" in bare


@settings(max_examples=60, deadline=None)
@given(st.lists(st.tuples(st.text(max_size=40), st.integers(0, 10**12), st.integers(0, 10**12)), max_size=8))
def test_bars_stay_within_the_drawing_and_keep_their_proportion(lines: list[tuple[str, int, int]]) -> None:
    bars = [Bar(re.sub(r"[^\w <&]", "", label), (a, b)) for label, a, b in lines]
    root = ElementTree.fromstring(bar_chart(bars, key="c", title="<Chart>", series=("before", "after")).__html__())
    lengths = [float(bar.get("width", "0")) for bar in root.findall("rect")]
    amounts = [n for bar in bars for n in bar.lengths if n]
    assert len(lengths) == len(amounts)
    for bar in root.findall("rect"):
        assert float(bar.get("x", "0")) + float(bar.get("width", "0")) <= WIDTH
    for length, amount in zip(lengths, amounts, strict=True):
        assert length == pytest.approx(max(1.0, amount / max(amounts) * max(lengths)), abs=0.11)


def test_all_others_are_told_but_not_drawn() -> None:
    bars = [Bar("x", (5,)), Bar("90 others", (9000,), rest=True)]
    root = ElementTree.fromstring(bar_chart(bars, key="c", title="t", series=("records",)).__html__())
    assert len(root.findall("rect")) == 1
    assert "9,000" in [element.text for element in root.findall("text")]


@settings(max_examples=100, deadline=None)
@given(st.text(max_size=60), st.integers(20, 200))
def test_clipped_words_fit_and_begin_as_they_did(words: str, room: int) -> None:
    fitting = clip(words, room)
    assert width(fitting) <= room
    assert fitting == words or words.startswith(fitting.removesuffix("…"))


def test_a_clipped_label_shows_in_full_on_hovering() -> None:
    long = "a label much longer than there is room for " * 2
    root = ElementTree.fromstring(bar_chart([Bar(long, (1,))], key="c", title="t", series=("records",)).__html__())
    assert [title.text for title in root.iter("title")] == ["t", long]


def test_long_labels_stand_above_their_bars_and_short_ones_beside() -> None:
    for label, left in (("hiking", 40.0), ("I21.4 Acute subendocardial myocardial infarction", 0.0)):
        root = ElementTree.fromstring(bar_chart([Bar(label, (3,))], key="c", title="t", series=("records",)).__html__())
        (bar,) = (one for one in root.iter() if one.tag.endswith("rect"))
        written = next(one for one in root.iter() if one.tag.endswith("text") and one.text == label)
        assert float(bar.get("x", "")) == pytest.approx(left, abs=20)
        assert (float(written.get("y", "")) < float(bar.get("y", ""))) == (left == 0.0)
