"""Numbers and dates of typed files and frames: what is released is what is read again, in every format."""

from datetime import date, datetime, time
from pathlib import Path

import polars as pl
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from semblant.data.frames import from_frame
from semblant.data.read import hidden_content, read, read_like
from semblant.data.table import Table
from semblant.data.typed import as_read, spelled_for
from semblant.release.staging import write_table

pytest.importorskip("fastexcel")
pytest.importorskip("xlsxwriter")
pytest.importorskip("pyreadstat")

TYPED = pl.DataFrame(
    {
        "price": [2.0, 2.5, None],
        "small": pl.Series([0.1, 3.0, 1e-7], dtype=pl.Float32),
        "money": pl.Series(["1.50", "2.00", None]).cast(pl.Decimal(10, 2)),
        "n": [1, None, 3],
        "day": [date(1960, 2, 29), None, date(2025, 1, 31)],
        "at": [datetime(2025, 1, 31, 1, 2, 3)] * 3,
    }
)


@pytest.mark.parametrize("to", ["parquet", "arrow", "xlsx", "sav", "dta", "xpt", "csv", "jsonl"])
@pytest.mark.parametrize("kind", ["parquet", "arrow", "xlsx", "sav", "dta"])
def test_numbers_stay_numbers_from_any_format_with_types_to_any_other(tmp_path: Path, kind: str, to: str) -> None:
    TYPED.write_parquet(tmp_path / "in.parquet")
    given = spelled_for(read(tmp_path / "in.parquet"), kind)
    table = spelled_for(read(write_table(given, tmp_path, "given", to=kind)), to)
    back = read_like(table, write_table(table, tmp_path, to=to))
    assert back.frame.equals(table.frame)
    if back.typed is not None:
        assert all(back.typed[name].dtype.is_numeric() for name in ("price", "small", "money", "n"))
        assert back.typed["day"].to_list() == TYPED["day"].to_list()
        assert back.typed["price"].to_list() == TYPED["price"].to_list()


numbers = (
    st.floats(-1e14, 1e14) | st.floats(allow_nan=False, allow_infinity=False) | st.integers(-9999, 9999).map(float)
)


@given(st.lists(numbers | st.none(), min_size=1, max_size=8), st.sampled_from(["xlsx", "sav", "parquet"]))
@settings(max_examples=50, deadline=None)
def test_a_number_spelled_for_another_format_is_the_same_number(values: list[float | None], to: str) -> None:
    column = pl.DataFrame({"x": pl.Series(values, dtype=pl.Float64)})
    table = from_frame(column)
    table = Table(table.frame, table.origin.as_format("parquet"), typed=column, types=table.types)
    there = spelled_for(table, to)
    assert [float(text) if text else None for text in there.frame["x"]] == values
    again = spelled_for(Table(there.frame, there.origin.as_format(to), types=there.types), "parquet")
    assert again.frame.equals(
        table.frame.with_columns(pl.col("x").replace({"-0.0": "0.0"})) if to != "parquet" else table.frame
    )


@pytest.mark.parametrize(
    ("to", "texts"), [("parquet", ["2.0", "3.5"]), ("xlsx", ["2", "3.5"]), ("csv", ["2.0", "3.5"])]
)
def test_replaced_numbers_are_written_as_their_release_is_read(to: str, texts: list[str]) -> None:
    table = spelled_for(Table(pl.DataFrame({"x": ["1.5"]}), types={"x": pl.Float64()}), to)
    assert as_read(table, "x", ["2", "3.50"]) == texts
    assert as_read(table, "x", ["2", "[3,4)"]) == ["2", "[3,4)"]
    plain = spelled_for(Table(pl.DataFrame({"x": ["1.5"]})), to)
    assert as_read(plain, "x", ["2.0", "3.5"], numeric=True) == (["2", "3.5"] if to == "xlsx" else ["2.0", "3.5"])
    assert as_read(plain, "x", ["2.0", "3.5"]) == ["2.0", "3.5"]


@pytest.mark.parametrize(
    "clock", [[time(0, 0), time(0, 0)], [time(1, 2, 3, 1500), time(0, 0, 0, 1)], [time(1, 2, 3, 250_000), time(4, 5)]]
)
def test_times_of_a_day_keep_their_fractions_and_midnight(tmp_path: Path, clock: list[time]) -> None:
    pl.DataFrame({"n": [1, 2], "clock": clock}).write_parquet(tmp_path / "in.parquet")
    table = read(tmp_path / "in.parquet")
    assert [time.fromisoformat(text) for text in table.frame["clock"]] == clock
    for to in ("xlsx", "parquet", "csv", "sav"):
        written = write_table(table, tmp_path, to=to)
        back = read_like(table, written)
        assert back.frame.equals(table.frame), to
        assert hidden_content(written, back) == [], to


@pytest.mark.parametrize(("to", "kept"), [("xpt", [1e-70, 1e70, 2.0**53 - 1]), ("sav", [1e299, 1e15, 1e-300])])
def test_numbers_that_a_format_cannot_hold_are_text_there(tmp_path: Path, to: str, kept: list[float]) -> None:
    pl.DataFrame({"kept": kept, "far": [1e-300, 1e301, 0.0]}).write_parquet(tmp_path / "in.parquet")
    table = spelled_for(read(tmp_path / "in.parquet"), to)
    back = read_like(table, write_table(table, tmp_path, to=to))
    assert back.frame.equals(table.frame)
    assert back.typed is not None
    assert back.typed.dtypes == [pl.Float64, pl.String]
