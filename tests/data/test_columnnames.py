"""Names of columns as people write them: glued, shortened, bent, without accents."""

import pytest

from semblant.data.codebooks import explained
from semblant.data.columnnames import words_of


@pytest.mark.parametrize(
    ("name", "word"),
    [
        ("HIVStatus", "hiv"),
        ("PtName", "name"),
        ("HbA1c_pct", "hba1c"),
        ("A1Cresult", "result"),
        ("hhinc", "income"),
        ("hhsize", "household"),
        ("polparty", "party"),
        ("agegrp", "age"),
        ("marstat", "marital"),
        ("educ_lvl", "education"),
        ("niveau_etudes", "études"),
        ("Taetigkeit", "tätigkeit"),
        ("arrested", "arrested"),
        ("juv_fel_count", "felony"),
        ("gndr", "gender"),
        ("DIABETE4", "diabetes"),
        ("Staatsangeh", "staatsangehörigkeit"),
        ("Schwerbehinderung", "disability"),
        ("Geburtsort", "birthplace"),
        ("BMIcat", "bmi"),
        ("emp_status", "employment"),
    ],
)
def test_the_known_word_is_found(name: str, word: str) -> None:
    assert word in words_of(name)


@pytest.mark.parametrize(
    "name", ["percentage", "average", "usage", "postage", "image", "page", "marker", "statement", "composition"]
)
def test_other_words_are_not_taken_apart(name: str) -> None:
    assert words_of(name) == {name}


def test_a_codebook_explains_names_only_beside_others_of_it() -> None:
    assert explained(["AGEP", "PINCP", "WKHP", "CIT"])["CIT"] == {"citizenship"}
    assert explained(["AGEP", "CIT", "age", "sex", "income", "race"]) == {}
    assert explained(["age", "sex", "race", "health", "happy", "class", "id", "year"]) == {}
