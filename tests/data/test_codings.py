"""Spellings of one category: what readers, and the words of sex and of yes and no, take for the same."""

import pytest

from semblant.data.codings import category_keys


@pytest.mark.parametrize(
    ("values", "categories"),
    [
        (["Bristol", "bristol", " BRISTOL", "Bath"], 2),
        (["m", "M", "Male", "female", "F", "unknown", ""], 4),
        (["M", "mujer", "hombre", "H"], 2),
        (["m", "w", "männlich", "weiblich", "d"], 3),
        (["Y", "yes", "N", "no"], 2),
        (["M", "F"], 2),
        (["M", "S", "married"], 3),
        (["m", "cm", "km"], 3),
        (["A+", "A-", "a+"], 2),
    ],
)
def test_values_of_one_category_have_one_key(values: list[str], categories: int) -> None:
    assert len(set(category_keys(values))) == categories
