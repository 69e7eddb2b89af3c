"""Ranges as other tools write them are read as their middle, and nothing else is taken for a range."""

from dataclasses import replace
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from semblant.assessment.ranges import Range, placed, range_of
from semblant.data.table import encode
from semblant.space.numbers import NumberReader
from semblant.space.rulers import Dated, Numeric, Ordered, ruler_of
from semblant.space.rules import ColumnRules

NUMBERS = Numeric(0)
tried = settings(max_examples=80, deadline=None, derandomize=True, database=None)


def reader(texts: list[str], **said: Any) -> NumberReader:
    import polars as pl

    column = encode(pl.Series("age", texts))
    rules = ColumnRules(**{"kind": "numeric", **said})
    return NumberReader(column, rules, ruler_of("age", rules.kind, rules.levels, column.values))


@pytest.mark.parametrize(
    ("text", "low", "high"),
    [
        ("[20, 40[", 20, 40),
        ("[20, 40)", 20, 40),
        ("]20,40]", 20, 40),
        ("(20; 40]", 20, 40),
        ("20-40", 20, 40),
        (" 20 – 40 ", 20, 40),
        ("20..40", 20, 40),
        ("20 to 40", 20, 40),
        ("-5--1", -5, -1),
        ("-5 - 10", -5, 10),
        ("1e-2-3", 0.01, 3),
        (">=90", 90, None),
        ("≥ 90", 90, None),
        (">90", 90, None),
        ("90+", 90, None),
        ("[90, inf)", 90, None),
        ("[90, *[", 90, None),
        ("<20", None, 20),
        ("<= 20", None, 20),
        ("]-∞, 20]", None, 20),
        ("{20, 21, 25}", 20, 25),
        ("13***", 13_000, 13_999),
        ("1305*", 13_050, 13_059),
    ],
)
def test_ways_to_write_a_range(text: str, low: float | None, high: float | None) -> None:
    assert range_of(text, NUMBERS) == Range(low, high)


@pytest.mark.parametrize(
    "text",
    ["", "*", "**", "old", "40-20", "[40, 20]", "[, ]", "[a, b]", "{}", "{20, x}", ">=", "20-", "-", "to", "[20 40]",
     "20-40-60", "[1,2,3]", "1 to", "١-٢", "[" * 3000, "*13", "1 " * 9000, "9" * 400 + "*",
     "9" + "*" * 400, "9" * 60 + "***"],
)  # fmt: skip
def test_what_is_no_range(text: str) -> None:
    assert range_of(text, NUMBERS) is None


def test_dates_and_levels_have_ranges_too() -> None:
    days = Dated.over(["2024-03-01"])
    assert days is not None
    start, end = days.place("2024-01-01"), days.place("2024-12-31")
    for text in ("[2024-01-01, 2024-12-31]", "2024-01-01 - 2024-12-31", "2024-01-01..2024-12-31"):
        assert range_of(text, days) == Range(start, end)
    assert range_of("2024-01-01-2024-12-31", days) is None
    assert range_of("low to high", Ordered(("low", "middle", "high"))) == Range(0, 2)


def test_a_range_is_its_middle_and_a_value_of_its_own() -> None:
    ages = reader(["0", "30", "100", ""])
    texts = ["30", "[20, 40[", "20-40", ">=90", "<20", "*", "", "who knows"]
    points, places = placed(ages, texts)
    assert places[:5].tolist() == [30, 30, 30, 95, 10]
    assert np.isnan(places[5:]).all()
    assert points[1] == points[2] != points[0]
    assert len(set(points)) == 7


def test_a_range_of_dates_is_written_in_dates() -> None:
    days = reader(["2024-01-01", "2024-12-31"], kind="date")
    points, _ = placed(days, ["2024-02-01..2024-02-29", ">= 2024-06-01"])
    assert [p.text for p in points] == ["[2024-02-01, 2024-02-29]", "[2024-06-01, ]"]


def test_a_label_of_a_hierarchy_stands_where_the_reader_says_unless_it_is_a_value() -> None:
    ages = replace(reader(["0", "30", "100"]), labels={"young": 15.0, "30": 99.0, "200": 65.0})
    points, places = placed(ages, ["young", "nobody", "30", "200", "*"])
    assert places[[0, 2, 3]].tolist() == [15, 30, 65]
    assert np.isnan(places[[1, 4]]).all()
    assert len({*points}) == 5


@tried
@given(st.integers(-999, 999), st.integers(0, 999), st.sampled_from(["[{}, {}[", "{}-{}", "{}..{}", "]{} ; {}]"]))
def test_any_range_is_between_its_ends(low: int, width: int, way: str) -> None:
    found = range_of(way.format(low, low + width), NUMBERS)
    assert found == Range(low, low + width)
    assert found.middle(-1e6, 1e6) == pytest.approx(low + width / 2)


@tried
@given(st.text(max_size=30))
def test_any_text_is_a_range_or_not_but_never_an_error(text: str) -> None:
    found = range_of(text, NUMBERS)
    if found is not None:
        assert found.low is not None or found.high is not None
        assert np.isfinite(found.middle(0, 100))


@tried
@given(st.lists(st.sampled_from(["7", "7.0", "12", "", "*", "x", "1e3"]), min_size=1))
def test_plain_numbers_stay_where_they_were(texts: list[str]) -> None:
    ages = reader(["7", "12", "1000"])
    points, places = placed(ages, texts)
    assert np.array_equal(places, ages.places(texts), equal_nan=True)
    assert points == [ages.point(t, float(p)) for t, p in zip(texts, ages.places(texts), strict=True)]
