"""Improving: less loss by few edits, each of them listed."""

import pytest

from semblant.errors import PolicyError
from semblant.hierarchy.build import build
from semblant.hierarchy.candidates import candidates
from semblant.hierarchy.check import structure
from semblant.hierarchy.improve import improve
from semblant.hierarchy.meaning import map_labels
from semblant.hierarchy.rating import ideal
from semblant.hierarchy.vgh import Hierarchy
from semblant.knowledge.taxonomy import Taxonomy
from tests.hierarchy.shapes import OCCUPATION
from tests.hierarchy.test_build import JOBS


def test_the_worked_example_is_mended(wordnet):
    made = improve(map_labels(Hierarchy.of(OCCUPATION), wordnet))
    assert [edit.text for edit in made.edits] == [
        "exchange 'medical_practitioner' (level 1) and 'doctor' (level 2)",
        "call 'occupation' (level 3) 'person'",
        "call 'education#4' (level 2) 'educator'",
        "part 'optician', 'optometrist' from 'doctor', under 'person'",
    ]
    assert (round(made.before.score, 4), round(made.after.score, 4)) == (0.4173, 0.1339)
    assert made.edits[-1].score == made.after.score
    assert not any(t.odd for t in made.after.transitions)
    assert made.hierarchy.leaves == tuple(row[0] for row in OCCUPATION)


def test_values_move_to_a_label_that_is_theirs(wordnet):
    rows = [
        (job, "cook" if job == "surgeon" else label, "person")
        for job, label in (
            ("surgeon", "doctor"),
            ("pediatrician", "doctor"),
            ("dermatologist", "doctor"),
            ("chef", "cook"),
            ("fry cook", "cook"),
        )
    ]
    made = improve(map_labels(Hierarchy.of(rows), wordnet))
    assert "move 'surgeon' from 'cook' to 'doctor'" in [edit.text for edit in made.edits]


def test_a_label_is_called_by_what_most_have_in_common_and_the_odd_one_is_parted():
    work = Taxonomy.from_paths(
        [*(f"work/health/care/{job}" for job in ("nurse", "doctor", "dentist", "vet")), "work/food/baker"]
    )
    rows = [(job, "stuff", "work") for job in ("nurse", "doctor", "dentist", "vet", "baker")]
    made = improve(map_labels(Hierarchy.of(rows), work))
    assert [edit.text for edit in made.edits] == [
        "call 'stuff' (level 1) 'care' and part 'baker' from 'stuff', under 'food'"
    ]
    assert made.hierarchy.rows()[3:] == [("vet", "care", "work"), ("baker", "food", "work")]
    # half and half is no mistake of one value
    rows = [(job, "stuff", "work") for job in ("nurse", "doctor", "baker")]
    assert "part" not in " ".join(edit.text for edit in improve(map_labels(Hierarchy.of(rows), work)).edits)


def test_no_more_edits_than_asked_for(wordnet):
    mapped = map_labels(Hierarchy.of(OCCUPATION), wordnet)
    assert len(improve(mapped, edits=2).edits) == 2
    none = improve(mapped, edits=0)
    assert none.edits == ()
    assert none.hierarchy == mapped.hierarchy
    with pytest.raises(PolicyError, match="at least 0"):
        improve(mapped, edits=-1)


def test_a_good_hierarchy_stays_as_it_is(wordnet):
    built = build(JOBS, wordnet)
    assert improve(map_labels(built, wordnet)).edits == ()


def test_bad_candidates_get_better_and_stay_sound(wordnet):
    mapped = map_labels(build(JOBS, wordnet), wordnet)
    given = ideal(wordnet, tuple(JOBS), tuple(mapped.paths[0].tolist()))
    for candidate in list(candidates(given, 8, seed=3))[4:]:
        made = improve(map_labels(candidate, wordnet))
        assert made.after.score <= made.before.score
        assert sum(r.fatal for r in structure(made.hierarchy)) <= sum(r.fatal for r in structure(candidate))
        assert made.hierarchy.leaves == candidate.leaves
        scores = [made.before.score, *(edit.score for edit in made.edits)]
        assert scores == sorted(scores, reverse=True)
