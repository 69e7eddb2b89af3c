"""Hierarchies from knowledge: ideal, limited, evened; and what must hold of every one of them."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from semblant.errors import PolicyError, UnknownTermsError
from semblant.hierarchy.build import Form, build
from semblant.hierarchy.check import structure
from semblant.hierarchy.gsl import score, scored
from semblant.hierarchy.meaning import mapped_as
from semblant.hierarchy.vgh import Hierarchy
from semblant.knowledge.taxonomy import Taxonomy
from semblant.terms.mapping import map_column
from tests.properties.strategies import graphs

JOBS = ["surgeon", "nurse", "dentist", "baker", "cook", "butcher", "painter", "sculptor", "teacher", "lawyer", "farmer"]


def test_the_ideal_hierarchy_has_nothing_odd(wordnet):
    made = build(JOBS, wordnet)
    found = score(made, wordnet)
    assert not any(t.odd for t in found.transitions)
    assert found.rating == "good"
    assert len(made.nodes(made.height)) == 1


def test_levels_and_children_are_limits(wordnet):
    whole = build(JOBS, wordnet)
    assert whole.height > 2
    assert build(JOBS, wordnet, Form(levels=2)).height == 2
    narrow = build(JOBS, wordnet, Form(levels=1, children=4))
    assert 1 < narrow.height <= whole.height
    for made in (whole, narrow):
        assert not any(remark.fatal for remark in structure(made))


def test_even_levels_are_cuts_and_all_values_share_their_number(wordnet):
    made = build(JOBS, wordnet, Form(even=True))
    assert made.depths == (made.height,) * len(JOBS)
    for label in range(len(made.labels)):
        places = [{*np.flatnonzero(level == label).tolist()} for level in made.paths[1:] if (level == label).any()]
        assert all(place == places[0] for place in places)
    assert made == build(JOBS, wordnet)  # unless told otherwise
    uneven = build(JOBS, wordnet, Form(even=False))
    assert made.cuts is not None
    assert uneven.cuts is None
    assert score(made, wordnet).score < score(uneven, wordnet).score


def test_ratings_compare_with_even_levels(wordnet):
    even, uneven = (score(build(JOBS, wordnet, Form(even=form)), wordnet) for form in (True, False))
    assert even.ratio == pytest.approx(1.0, abs=1e-5)
    assert uneven.ratio == pytest.approx(uneven.score / even.score, abs=1e-4)
    assert uneven.ratio > 1.0


def test_idle_concepts_can_be_kept():
    jobs = Taxonomy.from_paths(["work/health/care/nurse", "work/health/care/doctor", "work/food/baker"])
    assert build(["nurse", "doctor", "baker"], jobs, Form(idle=True, even=False)).rows()[0] == (
        "nurse",
        "care",
        "health",
        "work",
    )


def test_values_that_mean_the_same_meet_on_the_first_level():
    jobs = Taxonomy.from_edges([("doctor", "work"), ("baker", "work")], terms={"doctor": ["doctor", "physician"]})
    assert build(["physician", "doctor", "baker"], jobs).rows() == [
        ("physician", "physician", "work"),
        ("doctor", "physician", "work"),
        ("baker", "baker", "work"),
    ]


def test_a_value_above_others_is_their_label():
    jobs = Taxonomy.from_paths(["work/health/nurse", "work/food/baker"])
    assert build(["nurse", "health", "baker"], jobs).rows() == [
        ("nurse", "health", "work"),
        ("health", "health", "work"),
        ("baker", "baker", "work"),
    ]


def test_values_with_nothing_in_common_end_in_a_star():
    two = Taxonomy.from_edges([("nurse", "work"), ("cook", "work"), ("dog", "animal")])
    assert build(["nurse", "cook", "dog"], two).rows() == [
        ("nurse", "work", "*"),
        ("cook", "work", "*"),
        ("dog", "dog", "*"),
    ]


def test_a_value_without_a_meaning_goes_to_the_top_if_told_and_is_an_error_otherwise():
    jobs = Taxonomy.from_paths(["work/health/nurse", "work/health/doctor"])
    with pytest.raises(UnknownTermsError):
        build(["nurse", "doctor", "astronaut"], jobs)
    concepts = [jobs.index("nurse"), jobs.index("doctor"), -1]
    for even in (False, True):
        made = build(["nurse", "doctor", "astronaut"], jobs, Form(even=even), concepts=concepts)
        assert made.rows()[2] == ("astronaut", "*", "*")


def test_a_name_of_the_data_is_no_label_for_something_else():
    jobs = Taxonomy.from_edges(
        [("a1", "coach-1"), ("a2", "coach-1"), ("coach-1", "work"), ("coach-2", "work")],
        terms={"coach-1": ["coach"], "coach-2": ["coach"]},
    )
    made = build(["a1", "a2", "coach"], jobs, concepts=[jobs.index("a1"), jobs.index("a2"), jobs.index("coach-2")])
    assert made.rows()[0][1] == "coach#1"


def test_one_value_and_none():
    jobs = Taxonomy.from_edges([("nurse", "work")])
    assert build(["nurse"], jobs).rows() == [("nurse", "nurse")]
    for values in ([], ["", "*"]):
        with pytest.raises(PolicyError, match="no values"):
            build(values, jobs)
    with pytest.raises(PolicyError, match="at least 1 level"):
        build(["nurse"], jobs, Form(levels=0))


@given(graphs(), st.data())
@settings(max_examples=60, deadline=None)
def test_every_built_hierarchy_is_sound(graph, data):
    taxonomy = graph.taxonomy
    concepts = data.draw(st.lists(st.integers(0, len(taxonomy) - 1), min_size=1, max_size=8))
    values = [f"v{i}" for i in range(len(concepts))]
    levels = data.draw(st.one_of(st.none(), st.integers(1, 3)))
    even = data.draw(st.booleans())
    made = build(values, taxonomy, Form(levels=levels, even=even), concepts=concepts)
    assert made.leaves == tuple(values)
    assert levels is None or made.height <= levels
    assert len(made.nodes(made.height)) == 1
    assert not any(remark.fatal for remark in structure(made))
    mapped = mapped_as(made, taxonomy, dict(zip(values, concepts, strict=True)))
    assert mapped.covered.all()
    if mapped.mapped_leaves.size and made.height:
        assert scored(mapped).losses.min() >= 0


def test_columns_of_the_insurance_data_can_be_built(wordnet, reference):
    lines = (reference / "insurance" / "insurance10K_Occup_Gauss_RiskClass.csv").read_text().splitlines()
    for column in (3, 4, 5, 6):
        values = sorted({line.split(",")[column] for line in lines})
        read = map_column(values, [1] * len(values), wordnet, attribute="", min_score=0)  # `heights` is no sure match
        made = build(values, wordnet, concepts=read.concepts)
        assert 3 <= made.height <= 9
        assert isinstance(made, Hierarchy)
        assert scored(mapped_as(made, wordnet, dict(zip(values, read.concepts.tolist(), strict=True)))).rating == "good"
