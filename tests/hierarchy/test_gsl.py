"""Generalisation semantic loss: the gsl paper's Table 3 to the digit, weights, senses, sets, words."""

from pathlib import Path

import pytest

from semblant.errors import KnowledgeError, PolicyError, UnknownTermsError
from semblant.hierarchy.gsl import level_weights, score, set_score
from semblant.hierarchy.vgh import Hierarchy
from semblant.knowledge.taxonomy import Taxonomy
from semblant.policy.model import Source
from semblant.terms.explicit import Entry
from semblant.vocabulary import load_taxonomy
from tests.hierarchy.shapes import ARX, OCCUPATION

TABLE_3 = {
    "math_teacher": (0.0400, 0.8261, 0.8095),
    "music_teacher": (0.0400, 0.8261, 0.8095),
    "surgeon": (0.0769, 0.0370, 0.8182),
    "ophthalmologist": (0.1111, 0.0714, 0.8261),
    "optician": (0.3043, 0.3333, 0.7895),
    "optometrist": (0.3043, 0.3333, 0.7895),
    "tamer": (0.0435, 0.0909, 0.8000),
    "baseball_coach": (0.0435, 0.0909, 0.8000),
}


@pytest.fixture
def occupation() -> Hierarchy:
    return Hierarchy.of(OCCUPATION, name="occupation.csv")


@pytest.mark.parametrize("sense", ["context", "first"])
def test_every_printed_digit(wordnet, occupation, sense):
    found = score(occupation, wordnet, sense=sense)
    for t in found.transitions:
        assert round(t.loss, 4) == TABLE_3[t.leaf][t.level - 1]
    assert [round(loss, 4) for loss in found.levels] == [0.1205, 0.3261, 0.8053]
    assert round(found.score, 4) == 0.4173


def test_the_public_way(tmp_path, occupation):
    occupation.write(tmp_path / "occupation.csv")
    found = Hierarchy.read(tmp_path / "occupation.csv").gsl(load_taxonomy("wordnet"), measure="wu-palmer")
    assert (round(found.score, 4), found.rating) == (0.4173, "poor")


def test_maximum_and_weights(wordnet, occupation):
    assert [round(loss, 4) for loss in score(occupation, wordnet, level="maximum").levels] == [0.3043, 0.8261, 0.8261]
    by_level = score(occupation, wordnet, weights="level")
    assert round(by_level.score, 4) == round((3 * 0.120461 + 2 * 0.32614 + 0.805283) / 6, 4)
    own = score(occupation, wordnet, weights=[0.5, 0.25, 0.25])
    assert round(own.score, 4) == round(0.5 * 0.120461 + 0.25 * 0.32614 + 0.25 * 0.805283, 4)
    assert level_weights(4).tolist() == [0.25] * 4


@pytest.mark.parametrize("weights", ["upward", [1.0], [0.5, 0.5, 0.0], [0.5, 0.5, 0.5], [0.5, 0.3, 0.3]])
def test_weights_that_cannot_be(wordnet, occupation, weights):
    with pytest.raises(PolicyError, match=r"[Ww]eights"):
        score(occupation, wordnet, weights=weights)


def test_a_level_is_joined_in_one_of_two_ways(wordnet, occupation):
    with pytest.raises(PolicyError, match="average or maximum"):
        score(occupation, wordnet, level="median")


def test_sets_of_hierarchies_with_preferences():
    assert set_score([0.2, 0.4]) == 0.3
    assert set_score([0.2, 0.4], [2, 1]) == 0.4
    for wanted in ([1], [1, -1], []):
        with pytest.raises(PolicyError, match="preference"):
            set_score([0.2, 0.4], wanted)


@pytest.mark.parametrize("measure", ["leacock-chodorow", "logsc", "path", "lin", "tversky"])
def test_any_measure(wordnet, occupation, measure):
    found = score(occupation, wordnet, measure)
    assert 0 < found.score <= found.farthest
    assert found.rating in ("moderate", "poor")
    assert found.transitions[0].odd == ()


def test_counting_is_an_option(wordnet, occupation):
    other = score(occupation, wordnet, options=Source(source="", counting="edges"))
    assert round(other.score, 4) != 0.4173


def test_odd_transitions_are_marked(wordnet, occupation):
    odd = {(t.leaf, t.level): t.odd for t in score(occupation, wordnet).transitions}
    assert odd["ophthalmologist", 1] == ()
    assert odd["ophthalmologist", 2] == ("falls",)
    assert odd["optician", 1] == ("no ancestor",)
    assert odd["math_teacher", 3] == ("falls", "no ancestor")
    assert odd["tamer", 2] == ()


def test_words_say_what_to_mend(wordnet, occupation):
    told = score(occupation, wordnet).warnings
    assert "'education#4' (level 2) is above none of its 2 values in wordnet; 'educator' is." in told
    assert "'doctor' (level 2) is narrower than 'medical_practitioner' (level 1): exchange them." in told
    assert any("not above optician, optometrist (2 of its 4 values)" in text for text in told)
    assert "'occupation' (level 3) is above none of its 8 values in wordnet; 'person' is." in told


def test_labels_the_knowledge_does_not_have_stand_for_what_they_cover():
    jobs = Taxonomy.from_paths(["work/health/nurse", "work/health/doctor", "work/food/baker"], name="jobs")
    made = Hierarchy.of([("nurse", "Helpers", "*"), ("doctor", "Helpers", "*"), ("baker", "Kitchen", "*")])
    found = score(made, jobs)
    covered = score(Hierarchy.of([("nurse", "health", "*"), ("doctor", "health", "*"), ("baker", "baker", "*")]), jobs)
    assert found.losses.tolist() == covered.losses.tolist()
    assert any(
        "'Helpers' (level 1) is not in jobs; it is taken for what it covers: 'health'" in w for w in found.warnings
    )
    assert all(t.loss == 1.0 for t in found.transitions if t.ancestor == "*")


def test_a_label_takes_the_sense_that_covers_its_values_unless_told_otherwise(wordnet):
    made = Hierarchy.of([("surgeon", "doctor", "person"), ("pediatrician", "doctor", "person")])
    assert score(made, wordnet).transitions[0].odd == ()
    theologian = {(None, "doctor"): Entry("doctor#2", "m.csv:2")}
    assert score(made, wordnet, explicit=theologian).transitions[0].odd == ("no ancestor",)


def test_a_mapping_says_what_values_mean(wordnet):
    from semblant.terms.explicit import read_mapping

    rows = [line.split(";") for line in ARX.splitlines()]
    with pytest.raises(UnknownTermsError) as raised:
        score(Hierarchy.of(rows, name="arx.csv"), wordnet, attribute="occupation")
    assert raised.value.where == "arx.csv"
    assert raised.value.values
    explicit = read_mapping(Path(__file__).parents[2] / "experiments" / "adult-mapping.csv")
    found = score(Hierarchy.of(rows, name="arx.csv"), wordnet, explicit=explicit, attribute="occupation")
    assert found.rating in ("moderate", "poor")


def test_missing_values_are_left_out():
    jobs = Taxonomy.from_edges([("nurse", "work"), ("baker", "work")])
    with_missing = Hierarchy.of([("nurse", "work"), ("baker", "work"), ("", "*")])
    without = Hierarchy.of([("nurse", "work"), ("baker", "work")])
    assert score(with_missing, jobs).score == score(without, jobs).score


def test_what_cannot_be_scored(wordnet):
    with pytest.raises(KnowledgeError, match="no level"):
        score(Hierarchy.of([("nurse",)]), wordnet)
    with pytest.raises(KnowledgeError, match="means anything"):
        score(Hierarchy.of([("", "*")]), wordnet)


def test_numbers_are_scored_by_their_places(wordnet):
    ages = Hierarchy.of([("10", "[10,20)", "*"), ("18", "[10,20)", "*"), ("30", "[30,40)", "*")])
    found = score(ages, wordnet)
    assert found.measure == "place"
    assert found.losses[0].round(3).tolist() == [0.2, 0.2, 0.0]
    assert found.losses[1].tolist() == [1.0, 1.0, 1.0]
    dates = Hierarchy.of([("2024-01-01", "2024", "*"), ("2024-01-31", "2024", "*")])
    assert score(dates, wordnet).losses[0].tolist() == [0.5, 0.5]


def test_the_document_is_the_contracts(wordnet, occupation):
    document = score(occupation, wordnet).document()
    assert {"levels", "score", "rating", "transitions", "warnings"} <= document.keys()
    assert {"leaf", "level", "ancestor", "loss"} <= document["transitions"][0].keys()
    assert len(document["transitions"]) == 24


def test_it_shows_itself(wordnet, occupation):
    found = score(occupation, wordnet)
    assert "0.4173 (poor)" in repr(found)
    assert '<td class="n odd">doctor 0.0370↓</td>' in found._repr_html_()
