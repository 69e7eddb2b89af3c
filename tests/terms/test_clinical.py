"""What notes say of the diseases they name."""

import numpy as np
import pytest

from semblant.knowledge.sources import load
from semblant.terms.clinical import clauses, speaks_of_the_patient
from semblant.terms.mapping import map_column


@pytest.mark.parametrize(
    ("note", "status"),
    [
        ("HIV neg", "absent"),
        ("HIV negative", "absent"),
        ("Hep B -ve", "absent"),
        ("no evidence of MI", "absent"),
        ("ruled out MI", "absent"),
        ("PE excluded", "absent"),
        ("no PE", "absent"),
        ("denies chest pain", "absent"),
        ("no fracture seen", "absent"),
        ("non-diabetic", "absent"),
        ("kein Diabetes", "absent"),
        ("pas de fracture", "absent"),
        ("sin fiebre", "absent"),
        ("father had MI", "family"),
        ("mother has diabetes", "family"),
        ("sister's breast cancer", "family"),
        ("FHx breast ca", "family"),
        ("wife has TB", "others"),
        ("vaccination for hepatitis B", "vaccination"),
        ("flu jab", "vaccination"),
        ("screening for colon ca", "screening"),
        ("HIV test", "screening"),
        ("TB contact", "contact"),
        ("hx MI", "history"),
        ("Z.n. Herzinfarkt", "history"),
        ("r/o PE", "suspected"),
        ("?UTI", "suspected"),
        ("V.a. Appendizitis", "suspected"),
        ("non-Hodgkin lymphoma", "has"),
        ("triple negative breast cancer", "has"),
        ("Pneumonia, not specified", "has"),
        ("chest pain ?cause", "has"),
        ("not sleeping", "has"),
    ],
)
def test_a_cue_says_what_is_meant(note: str, status: str) -> None:
    assert [clause.status for clause in clauses(note)] == [status]


def test_a_cue_ends_with_its_clause() -> None:
    assert [tuple(c) for c in clauses("no chest pain, headache")] == [("absent", "chest pain"), ("has", "headache")]
    assert [tuple(c) for c in clauses("HTN but no diabetes")] == [("has", "HTN"), ("absent", "diabetes")]
    assert [tuple(c) for c in clauses("asthma no infection")] == [("has", "asthma"), ("absent", "infection")]
    assert speaks_of_the_patient("HTN but no diabetes")


def test_a_dictionary_reads_no_disease_into_a_note_that_denies_it() -> None:
    values = ["asthma", "diabetes", "pneumonia", "no pneumonia", "mother has diabetes", "severe asthma"]
    found = map_column(values, np.ones(6), load("wordnet"), attribute="diagnosis").concepts
    assert (found >= 0).tolist() == [True, True, True, False, False, True]
