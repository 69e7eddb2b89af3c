"""Dates with years of two digits, without separators, or with the month first: recognised, said, masked and written."""

from datetime import UTC, datetime

import polars as pl
import pytest

from semblant import anonymise
from semblant.data.table import Table
from semblant.errors import PolicyError
from semblant.proposal.suggest import suggest


def found(**columns):
    return {one.column: one for one in suggest(Table(pl.DataFrame(columns)))}


@pytest.mark.parametrize(
    "values",
    [
        ["01MAR23", "02JUL23"],
        ["31.12.98", "01.02.03"],
        ["12/31/19", "01/02/20"],
        ["1-Mar-98", "2-Feb-03"],
        ["00/00/0000", "31/12/2020"],
        ["00000000", "31122020"],
        ["99991231", "20201231"],
    ],
)
def test_a_column_of_dates_is_one(values):
    (one,) = found(seen=values * 10).values()
    assert (one.role, one.kind) == ("quasi", "date")


@pytest.mark.parametrize("values", [["0.9.4", "1.8.0", "2.1.7"], ["20-45-12", "30-12-22"], ["A1", "B2"]])
def test_versions_and_sort_codes_are_no_dates(values):
    (one,) = found(x=values * 10).values()
    assert one.kind == "nominal"


def test_what_stands_for_no_date_is_a_missing_value():
    assert found(due=["00/00/0000", "31/12/2020"] * 10)["due"].settings["missing_values"] == ("00/00/0000",)


def test_dates_whose_month_could_come_first_are_asked_about():
    told = found(filed=["01022020", "03042020"] * 10, closed=["12/31/2020", "01/30/2021"] * 10)
    assert not told["filed"].certain
    assert "though the month could be, as in other columns" in told["filed"].reason
    assert told["closed"].certain


def test_the_century_is_said():
    told = found(birth_date=["31.12.20", "01.01.31"] * 10, due=["31.12.20", "01.01.31"] * 10)
    births, others = told["birth_date"].reason, told["due"].reason
    assert "years of two digits are those from 19" in births
    assert births.split("from ")[1][:4] != others.split("from ")[1][:4]


def test_the_latest_year_is_written_into_the_policy_and_decides_whatever_the_day():
    days = [f"{1 + n % 28:02}.{1 + n % 12:02}.46" for n in range(24)]
    told = found(birth_date=days)["birth_date"].attribute()
    assert told["last_year"] == datetime.now(UTC).year
    frame = pl.DataFrame({"birth_date": days})
    for last, year in ((2030, "1946"), (2046, "2046")):
        asked = {"birth_date": {**told, "precision": "year", "last_year": last}}
        released = anonymise(frame, k=3, attributes=asked).data["birth_date"]
        assert {text[:4] for text in released} == {year}


def test_without_the_latest_year_two_digits_make_no_date():
    frame = pl.DataFrame({"seen": ["01.02.46", "03.02.46"] * 6})
    assert set(anonymise(frame, k=3, attributes={"seen": "quasi"}).data["seen"]) == {"01.02.46", "03.02.46"}
    with pytest.raises(PolicyError, match="from which century"):
        anonymise(frame, k=3, attributes={"seen": {"role": "quasi", "kind": "date"}})


def test_dates_with_years_of_two_digits_are_masked_and_written_as_they_were(tmp_path):
    frame = pl.DataFrame({"flight": ["01MAR23", "03MAR23", "01JUL98", "03JUL98"] * 3, "seat": ["a", "b", "c"] * 4})
    frame.write_csv(tmp_path / "in.csv")
    flight = {"role": "quasi", "kind": "date", "last_year": 2030}
    release = anonymise(pl.read_csv(tmp_path / "in.csv"), k=6, attributes={"flight": flight, "seat": "keep"})
    release.data.write_csv(tmp_path / "out.csv")
    assert set(pl.read_csv(tmp_path / "out.csv")["flight"]) == {"02MAR23", "02JUL98"}
