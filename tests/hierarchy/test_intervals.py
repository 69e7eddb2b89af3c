"""Numbers and dates: nested intervals, and the positions of labels on the line."""

from decimal import Decimal

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from semblant.errors import PolicyError
from semblant.hierarchy.check import structure
from semblant.hierarchy.intervals import (
    date_hierarchy,
    interval,
    label_places,
    number_hierarchy,
    over_values,
    place_losses,
)
from semblant.hierarchy.vgh import Hierarchy


@given(
    st.lists(st.integers(-10_000, 10_000) | st.floats(-50, 50).map(lambda x: round(x, 2)), min_size=1, max_size=30),
    st.one_of(st.none(), st.integers(1, 4)),
    st.integers(2, 4),
)
@settings(max_examples=120, deadline=None)
def test_every_number_lies_in_its_intervals(numbers, levels, factor):
    made = number_hierarchy([str(n) for n in numbers], levels=levels, factor=factor)
    assert not any(remark.fatal for remark in structure(made))
    assert levels is None or made.height <= levels
    assert made.nodes(made.height) == ("*",)
    for row in made.rows():
        for label in row[1:-1]:
            low, high = interval(label)
            assert low - 1e-6 <= float(row[0]) < high + 1e-6


def test_widths_are_round_or_given():
    ages = [str(age) for age in range(17, 91)]
    assert number_hierarchy(ages, width=5).rows()[0] == (
        "17", "[15,20)", "[10,20)", "[0,20)", "[0,40)", "[0,80)", "*",
    )  # fmt: skip
    assert number_hierarchy(ages).rows()[0][1] == "[15,20)"
    assert number_hierarchy(ages, width=5, levels=3).height == 3


def test_ugly_numbers():
    assert number_hierarchy(["5"]).rows() == [("5", "*")]
    assert number_hierarchy(["", "*", "3", "3"]).rows() == [("3", "*")]
    assert number_hierarchy(["1e12", "-1e12"]).height == 1
    for width, factor in ((0, 2), (-1, 2), (5, 1)):
        with pytest.raises(PolicyError, match="width above 0"):
            number_hierarchy(["1", "2"], width=width, factor=factor)
    with pytest.raises(PolicyError, match="1 of 2 distinct values are not numbers") as raised:
        number_hierarchy(["1", "one"])
    assert raised.value.values == ("one",)
    with pytest.raises(PolicyError, match="no values"):
        number_hierarchy([""])


def test_dates_by_day_month_year_and_decade():
    made = date_hierarchy(["2024-03-01 10:00:00", "2024-03-01 11:00:00", "2024-03-09 00:00:00", "1999-01-01 00:00:00"])
    assert made.rows()[1] == ("2024-03-01 10:00:00", "2024-03-01", "2024-03", "*")
    assert date_hierarchy(["2024-03-01", "2023-03-01"], levels=1).rows()[0] == ("2023-03-01", "2020s")
    with pytest.raises(PolicyError, match="not dates"):
        date_hierarchy(["soon"])


def test_labels_stand_at_the_mean_of_what_they_cover():
    made = Hierarchy.of([("1", "low", "*"), ("3", "low", "*"), ("9", "high", "*")])
    places = np.array([1.0, 3.0, 9.0])
    assert label_places(made, places) == {"low": 2.0, "high": 9.0}
    assert place_losses(made, places).tolist() == [[0.125, 0.125, 0.0], [1.0, 1.0, 1.0]]


def test_bare_intervals_take_the_numbers_of_a_column():
    ranges = Hierarchy.of([("[0,18]", "minor", "*"), ("[18,99]", "adult", "*")])
    assert over_values(ranges, ["18", "7", "x"]).rows() == [
        ("18", "[18,99]", "adult", "*"),
        ("7", "[0,18]", "minor", "*"),
    ]
    names = Hierarchy.of([("a", "b")])
    assert over_values(names, ["1"]) is names


@pytest.mark.parametrize(
    ("label", "ends"),
    [
        ("[15, 20[", (15, 20)),
        ("[-5,3.5)", (-5, 3.5)),
        ("0,17", (0, 17)),
        ("]1;2]", (1, 2)),
        ("x", None),
        ("[9,1]", None),
        ("[1.2.3,4]", None),
    ],
)
def test_intervals_as_people_write_them(label, ends):
    assert interval(label) == ends


@settings(max_examples=80, deadline=None)
@given(st.lists(st.integers(-(10**18), 10**18) | st.integers(10**15, 10**15 + 40), min_size=2, max_size=8, unique=True))
def test_an_interval_holds_its_numbers_however_long_they_are(numbers):
    for value, *labels in number_hierarchy([str(n) for n in numbers]).rows():
        for label in labels[:-1]:
            low, high = map(Decimal, label.strip("[)").split(","))
            assert low <= Decimal(value) < high
