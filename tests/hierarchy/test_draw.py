"""Pictures of hierarchies: every label there, odd ones marked, names made harmless."""

from xml.etree import ElementTree

from hypothesis import given, settings

from semblant.hierarchy.draw import as_html, as_svg, as_text
from semblant.hierarchy.gsl import score
from semblant.hierarchy.vgh import Hierarchy
from tests.hierarchy.shapes import OCCUPATION, hierarchies


@given(hierarchies())
@settings(max_examples=40, deadline=None)
def test_every_value_and_label_is_drawn(made):
    text, picture = as_text(made), as_svg(made)
    shown = ["".join(node.itertext()) for node in ElementTree.fromstring(picture).iter() if node.tag.endswith("}text")]
    for label in {*made.leaves, *made.nodes(made.height)}:
        assert label in text
        assert label in shown
    assert len(shown) == len(text.split("\n"))


def test_a_value_that_is_its_own_label_stands_under_it():
    made = Hierarchy.of([("doctor", "doctor", "work"), ("surgeon", "doctor", "work")])
    assert as_text(made) == "work\n└─ doctor\n   ├─ doctor\n   └─ surgeon"


def test_names_cannot_break_the_page():
    made = Hierarchy.of([("<script>", '"&', "*")], name="<x>")
    page = as_html(made)
    assert "<script>" not in page
    assert "&lt;script&gt;" in page
    assert "<title>&lt;x&gt;</title>" in page


def test_a_tall_hierarchy_can_be_drawn():
    made = Hierarchy.of([["v", *(f"l{i}" for i in range(100))]])
    assert "l99" in as_svg(made)
    assert as_text(made).count("\n") == 100


def test_odd_labels_are_marked(wordnet):
    made = Hierarchy.of(OCCUPATION)
    found = score(made, wordnet)
    assert "doctor  0.1938↓≠" in as_text(made, found)
    assert 'class="strong alarming">doctor' in as_svg(made, found)
    assert "<li>" in as_html(made, found)
