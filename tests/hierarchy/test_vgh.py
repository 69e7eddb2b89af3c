"""The object itself: ways up, levels, finding a value."""

import pytest

from semblant.errors import KnowledgeError
from semblant.hierarchy.vgh import Hierarchy
from tests.hierarchy.shapes import OCCUPATION


def test_short_ways_repeat_their_last_label_upward():
    made = Hierarchy.of([("a", "x", "top"), ("b", "top")])
    assert made.rows() == [("a", "x", "top"), ("b", "top", "top")]
    assert made.depths == (2, 1)
    assert made.nodes(1) == ("x", "top")


def test_one_value_with_two_ways_is_an_error_that_names_both_lines():
    with pytest.raises(KnowledgeError) as raised:
        Hierarchy.of([("a", "x"), ("b", "x"), ("a", "y")], name="jobs.csv", lines=[1, 2, 7])
    assert raised.value.where == "jobs.csv:7"
    assert "line 1" in raised.value.message
    assert raised.value.values == ("a",)


def test_the_same_way_twice_is_said_once():
    assert len(Hierarchy.of([("a", "x"), ("a", "x")]).leaves) == 1


def test_a_value_is_found_however_it_is_spelt_unless_two_leaves_differ_by_that():
    made = Hierarchy.of([("Ice cream", "food"), ("bread", "food")])
    assert [made.find(t) for t in ("Ice cream", "ice_cream", "BREAD", "cake")] == [0, 0, 1, None]
    both = Hierarchy.of([("US", "country"), ("us", "pronoun")])
    assert [both.find("US"), both.find("us")] == [0, 1]


def test_topped_adds_a_star_only_where_it_is_needed():
    assert Hierarchy.of([("a", "x"), ("b", "x")]).topped().height == 1
    assert Hierarchy.of([("a", "x"), ("b", "y")]).topped().nodes(2) == ("*",)
    assert Hierarchy.of([("a",)]).topped().rows() == [("a", "*")]


def test_as_knowledge_it_has_its_labels_without_the_star():
    made = Hierarchy.of([("a", "x", "*"), ("b", "x", "*"), ("", "*")])
    assert sorted(made.taxonomy.ids) == ["a", "b", "x"]
    assert made.taxonomy.parents(made.taxonomy.index("a")).tolist() == [made.taxonomy.index("x")]


def test_nothing_is_no_hierarchy():
    with pytest.raises(KnowledgeError, match="no values"):
        Hierarchy.of([])


def test_it_shows_itself():
    made = Hierarchy.of(OCCUPATION, name="<b>")
    assert "8 values, 3 levels" in repr(made)
    assert "&lt;b&gt;" in made._repr_html_()
    assert "<td>surgeon</td>" in made._repr_html_()
