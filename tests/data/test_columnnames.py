"""Names of columns as people write them: glued, shortened, bent, without accents."""

import pytest

from semblant.data.codebooks import explained
from semblant.data.columnnames import _KEPT, _STEM, _stem, head_of, words_of, words_of_columns
from semblant.data.columnwords import KNOWN


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
        ("FodelseAr", "birth"),
        ("IRSEX", "sex"),
        ("EDUHIGHCAT", "education"),
        ("IRMARIT", "marital"),
        ("ANALWT_C", "weighting"),
        ("AGEP", "age"),
        ("RELIGEGO", "religion"),
        ("Nacionality", "nationality"),
        ("special needs", "specialneeds"),
        ("STAN_CYW", "marital"),
        ("DIAS_PERM", "hospitalization"),
        ("mahnstufe", "debt"),
        ("SP_DEPRESSN", "depression"),
        ("max_sent", "sentence"),
        ("AU_Tage", "sickness"),
    ],
)
def test_the_known_word_is_found(name: str, word: str) -> None:
    assert word in words_of(name)


@pytest.mark.parametrize(
    "name",
    [
        "percentage",
        "average",
        "usage",
        "postage",
        "image",
        "page",
        "marker",
        "statement",
        "composition",
        "intuition",
        "motel",
    ],
)
def test_other_words_are_not_taken_apart(name: str) -> None:
    assert words_of(name) == {name}


def test_a_word_is_read_in_the_language_of_the_table() -> None:
    swedish = words_of_columns(["Inkomst", "Utbildning", "AntalBarn", "Kon"])
    assert "children" in swedish[2]
    assert "sex" in swedish[3]
    assert words_of_columns(["income", "education", "barn"])[2] == {"barn"}


def test_what_follows_a_preposition_is_not_the_head() -> None:
    assert head_of("Marital status at diagnosis") == "marital"
    assert head_of("victim_sex") == "sex"
    assert head_of("Vict Sex") == "sex"


def test_a_codebook_explains_names_only_beside_others_of_it() -> None:
    assert explained(["AGEP", "PINCP", "WKHP", "CIT"])["CIT"] == {"citizenship"}
    assert explained(["AGEP", "CIT", "age", "sex", "income", "race"]) == {}
    assert explained(["age", "sex", "race", "health", "happy", "class", "id", "year"]) == {}


def test_the_stem_of_every_known_word_begins_as_the_word_does() -> None:
    """Bent words are looked for among those that begin alike."""
    stems = {word: _stem(word) for word in KNOWN}
    assert [word for word, stem in stems.items() if len(stem) >= _STEM and stem[:_KEPT] != word[:_KEPT]] == []
