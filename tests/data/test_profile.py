"""Profiles: counts of a column, and nothing but counts."""

from dataclasses import asdict

import polars as pl
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from semblant.data.looks import fold
from semblant.data.profile import profile_column
from semblant.data.table import Table


def one(texts: list[str]) -> dict[str, object]:
    return asdict(profile_column(Table(pl.DataFrame({"c": texts})).column("c")))


def test_counts_of_a_column() -> None:
    assert one(["a", "bb", "a", "", "", "😀😀😀"]) == {
        "name": "c", "records": 6, "missing": 2,
        "distinct": 3, "uniques": 2, "numeric": 0.0, "dates": 0.0, "longest": 3,
    }  # fmt: skip


def test_a_column_with_nothing_in_it() -> None:
    assert one(["", ""]) == {
        "name": "c", "records": 2, "missing": 2,
        "distinct": 0, "uniques": 0, "numeric": 0.0, "dates": 0.0, "longest": 0,
    }  # fmt: skip


@pytest.mark.parametrize("text", ["0", "39", "-1", "+2.5", "1e-7", ".5", "7.", " 8 ", "0.10"])
def test_numbers(text: str) -> None:
    assert one([text, "", "x", text])["numeric"] == 2 / 3


@pytest.mark.parametrize("text", ["1,5", "$1,234", "12 %", "1 234", "€ 12,50"])
def test_numbers_written_in_the_way_of_the_column(text: str) -> None:
    assert one([text, "", text])["numeric"] == 1.0
    assert one([text, "few", text])["numeric"] == 0.0


@pytest.mark.parametrize("text", ["0012", "00,5", "nan", "inf", "1-2", "--1", "1 2", "e5", "."])
def test_codes_and_words_are_no_numbers(text: str) -> None:
    assert one([text])["numeric"] == 0.0


@pytest.mark.parametrize(
    "text",
    ["2020-01-31", "2020/1/3", "31.12.2020", "1/2/2020", "2020-01-31T03:04:05Z", "2020-01-31 03:04", "3 Mar 2020"],
)
def test_dates(text: str) -> None:
    assert one([text])["dates"] == 1.0


@pytest.mark.parametrize("text", ["20200131", "2020", "1-2", "12:30", "2020-01-31x", "03 Foo 2020"])
def test_other_texts_are_no_dates(text: str) -> None:
    assert one([text])["dates"] == 0.0


NOTHING = ("", "*", "na", "n/a", "n.a.", "nan", "null", "-", "--", "?", ".")


@given(st.lists(st.text(max_size=5) | st.sampled_from([*NOTHING, "NA"]), min_size=1, max_size=20))
@settings(max_examples=60, deadline=None)
def test_counts_agree_with_a_plain_count(texts: list[str]) -> None:
    found = one(texts)
    filled = [text for text in texts if fold(text) not in NOTHING]
    assert found["missing"] == len(texts) - len(filled)
    assert found["distinct"] == len(set(filled))
    assert found["uniques"] == sum(filled.count(text) == 1 for text in filled)
    assert found["longest"] == max(map(len, texts))
