"""Numbers, dates and levels: read as positions, written back in the column's own format."""

import math
import re
from datetime import datetime
from decimal import Decimal

import numpy as np
import polars as pl
import pytest
from hypothesis import given
from hypothesis import strategies as st

from semblant.data.table import Table
from semblant.errors import InputError, PolicyError
from semblant.policy.model import Policy
from semblant.space.numbers import NumberReader, number_column
from semblant.space.reading import Library, read_columns
from semblant.space.rulers import Dated, Numeric, Ordered, ruler_of
from tests.properties.strategies import examples


def column(values, combine="mean", **attribute):
    policy = Policy(attributes={"x": {"role": "quasi", **attribute}})
    table = Table(pl.DataFrame({"x": list(values)}))
    reader = read_columns(table, policy, Library(policy, None), combine=combine).columns[0]
    assert isinstance(reader, NumberReader)
    return reader, number_column(reader)


@examples(60)
@given(st.lists(st.decimals(-1000, 1000, places=2), min_size=1, max_size=20))
def test_a_number_is_written_as_precisely_as_the_column(numbers):
    ruler = Numeric.over([str(n) for n in numbers])
    for n in numbers:
        assert math.isclose(float(ruler.text(ruler.place(str(n)))), float(n), abs_tol=1e-9)


@pytest.mark.parametrize("text", ["", "*", "abc", "1,5", "١٢", "nan", "inf", "1e999", "0x1f", "1_000"])
def test_what_is_no_number(text):
    assert Numeric(0).place(text) is None


def test_minus_zero_is_zero():
    assert Numeric(1).text(-0.01) == "0.0"


@pytest.mark.parametrize(
    ("texts", "middle"),
    [
        (["2024-03-01", "2024-03-03"], "2024-03-02"),
        (["2024-03-01T10:00:00", "2024-03-01T12:00:00"], "2024-03-01T11:00:00"),
        (["31.12.1969", "02.01.1970"], "01.01.1970"),
        (["1901-01-01", "1901-01-03"], "1901-01-02"),
        (["2020-02", "2020-04"], "2020-03"),
        (["31/12/2020", "02/01/2021"], "01/01/2021"),
        (["12/31/2020", "01/02/2021"], "01/01/2021"),
        (["1.3.2020", "31.3.2020"], "16.3.2020"),
        (["1.3.2020 09:30", "3.3.2020 09:30"], "2.3.2020 09:30"),
        (["1-Mar-2020", "3-Mar-2020"], "2-Mar-2020"),
        (["31.12.99", "02.01.00"], "01.01.00"),
        (["01MAR23", "03MAR23"], "02MAR23"),
        (["12/30/98", "1/1/99"], "12/31/98"),
        (["2024-03-01T10:00:00Z", "2024-03-01T12:00:00Z"], "2024-03-01T11:00:00Z"),
    ],
)
def test_dates_keep_their_format(texts, middle):
    ruler = Dated.over(texts, 2030)
    assert [ruler.text(ruler.place(t)) for t in texts] == texts
    assert ruler.text(sum(ruler.place(t) for t in texts) / 2) == middle


def test_a_year_of_two_digits_is_of_the_hundred_to_the_last_year():
    whole = Dated("%Y")
    for last, year in ((2026, 1946), (2045, 1946), (2046, 2046), (2099, 2046), (1950, 1946)):
        ruler = Dated.over(["01.02.46"], last)
        assert whole.text(ruler.place("01.02.46")) == str(year)
        assert ruler.text(ruler.place("01.02.46")) == "01.02.46"
    assert Dated.over(["01.02.46"]) is None
    assert Dated.over(["29.02.00"], 1999) is None  # 1900 had no such day


def test_a_date_column_with_years_of_two_digits_needs_their_last_year():
    with pytest.raises(PolicyError, match="does not say from which century") as told:
        ruler_of("born", "date", None, ["01.02.46", "31.12.98"])
    assert "attributes.born.last_year" in told.value.hints[0]


@examples(60)
@given(
    st.sampled_from(["%d.%m.%Y", "%m/%d/%Y", "%Y-%m-%d %H:%M", "%d %b %Y", "%d/%m/%Y %H:%M:%S"]),
    st.lists(st.datetimes(datetime(1000, 1, 1)), min_size=1, max_size=6),
    st.booleans(),
)
def test_a_date_is_written_as_it_was(form, moments, bare):
    texts = [m.strftime(form) for m in moments]
    if bare:
        texts = [re.sub(r"^0|(?<=[./])0", "", t) for t in texts]
    ruler = Dated.over(texts)
    assert [ruler.text(ruler.place(t)) for t in texts] == texts
    assert Dated.over(texts[::-1]) == ruler


@pytest.mark.parametrize(
    ("kind", "values", "told"),
    [
        ("date", ["31.12.2020", "30.12.2020", "Bob"], "written as 31.12.2020 is"),
        ("date", ["2020-12-31", "31.12.2020", "30.12.2020"], "written as 31.12.2020 is"),
        ("date", ["Bob", "Ann"], "write dates as 2020-12-31"),
        ("numeric", ["12,5", "7,5", "3.5"], "written as 1234,0 is"),
        ("numeric", ["5 Bob", "7 Bob", "8,5"], "written as 1234 is"),
    ],
)
def test_what_is_written_in_another_way_is_an_error_with_advice(kind, values, told):
    with pytest.raises(InputError, match=f"of {len(values)} distinct values of column 'x'") as caught:
        column(values, kind=kind)
    assert told in caught.value.explain()
    assert "Bob" not in caught.value.explain()


@examples(60)
@given(
    st.lists(st.decimals(-99_999, 99_999, places=2), min_size=2, max_size=10),
    st.sampled_from([(".", ","), (",", "."), (",", " ")]),
    st.sampled_from(["", " €", "%"]),
)
def test_whatever_stands_for_a_group_is_read_by_the_same_ruler(numbers, marks, unit):
    swap = str.maketrans(".,", "".join(marks))
    texts = [f"{n:,.2f}".translate(swap) + unit for n in [*numbers, Decimal("-1234567.25")]]
    ruler = Numeric.over(texts)
    assert [ruler.text(ruler.place(t)) for t in texts] == [
        t.replace("-0", "0") if ruler.place(t) == 0 else t for t in texts
    ]
    mean = float(np.mean([ruler.place(t) for t in texts]))
    assert ruler.place(ruler.text(mean)) == float(f"{mean:.2f}")


def test_a_number_with_more_decimals_than_the_column_is_a_point_that_is_read_again():
    for values, text, place in ((["1.234,5", "2,5"], "1.234,125", 1234.125), (["1.5"], "0.0000001", 1e-7)):
        reader, _ = column(values, kind="numeric")
        point = reader.point(text, place)
        assert reader.places([point.text]).tolist() == [place]


def test_levels_are_asked_for():
    with pytest.raises(PolicyError, match="levels"):
        ruler_of("x", "ordinal", None, ["low", "high"])
    assert ruler_of("x", "ordinal", None, ["10", "9"]) == Ordered(("9", "10"))


@pytest.mark.parametrize("kind", ["numeric", "date"])
def test_a_value_that_is_none_is_an_error_that_does_not_show_it(kind):
    with pytest.raises(InputError, match=r"1 of 2|2 of 2") as caught:
        column(["3", "Bob"], kind=kind)
    assert "Bob" not in caught.value.explain()
    assert "Bob" in caught.value.explain(show_values=True)


def test_scale_is_the_range_for_mean_and_the_deviation_for_euclidean():
    values = ["1", "2", "3", "10"]
    assert column(values, kind="numeric")[0].scale == 9
    assert column(values, "euclidean", kind="numeric")[0].scale == pytest.approx(np.std([1, 2, 3, 10], ddof=1))
    assert column(["4", "4"], kind="numeric")[0].scale == 1.0


def test_what_stands_for_a_group():
    _, numbers = column(["1", "2", "6", ""], kind="numeric")
    codes, ones = numbers.codes, np.ones(3, np.int64)
    assert numbers.representative(codes[:3], ones) == "3"
    assert numbers.representative(codes[[0, 1, 3]], ones) == "2"  # 1.5, to even; one missing of three
    assert numbers.representative(codes[[0, 3]], ones[:2]) == ""  # half of them are missing
    _, median = column(["1", "2", "6"], kind="numeric", representative="median")
    assert median.representative(median.codes, ones) == "2"
    _, levels = column(["low", "high", "low"], kind="ordinal", levels=["low", "mid", "high"])
    assert levels.representative(levels.codes, ones) == "*"  # three persons are too few to show a level of
    _, levels = column(["low", "high", "low"] * 5, kind="ordinal", levels=["low", "mid", "high"])
    assert levels.representative(levels.codes[:3], ones) == "low"
    assert levels.representative(levels.codes[1:2], ones[:1]) == "high"


@pytest.mark.parametrize(("missing", "written"), [("category", ""), ("suppress", "*")])
def test_no_value_is_written_as_the_policy_says(missing, written):
    _, made = column(["1", "", ""], kind="numeric", missing=missing)
    assert made.representative(made.codes, np.ones(3, np.int64)) == written


def test_missing_values_are_refused_where_the_policy_says_so():
    with pytest.raises(InputError, match="2 of 3"):
        column(["1", "", ""], kind="numeric", missing="error")


def test_an_unknown_level_offers_to_be_added():
    with pytest.raises(InputError) as raised:
        ruler_of("size", "ordinal", ["s", "m"], ["s", "xl"])
    assert "add them to levels, each in its place" in raised.value.hints
