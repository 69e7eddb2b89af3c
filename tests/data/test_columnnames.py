"""Names of columns as people write them: glued, shortened, bent, without accents."""

import pytest

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
    ],
)
def test_the_known_word_is_found(name: str, word: str) -> None:
    assert word in words_of(name)


@pytest.mark.parametrize("name", ["percentage", "average", "usage", "postage", "image", "page", "marker", "statement"])
def test_other_words_are_not_taken_apart(name: str) -> None:
    assert words_of(name) == {name}
