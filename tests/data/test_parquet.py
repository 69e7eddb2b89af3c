"""Parquet files: types survive where a column is left alone."""

import io
from datetime import date, datetime, time, timedelta
from decimal import Decimal
from pathlib import Path

import numpy as np
import polars as pl
import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from polars.testing import assert_frame_equal

from semblant.data.read import read
from semblant.errors import InputError
from semblant.release.staging import write_table

TYPED = pl.DataFrame(
    {
        "age": pl.Series([39, None, 7], dtype=pl.Int16),
        "share": [0.1, float("nan"), None],
        "job": ["nurse", "", None],
        "born": [date(1980, 2, 1), None, date(2001, 1, 1)],
        "seen": [datetime(2020, 1, 1, 3, 4, 5, 600_000), None, datetime(2020, 1, 2)],
        "day": [datetime(2020, 1, 1), None, datetime(2020, 1, 2)],
        "at": [time(3, 4, 5), None, time(0)],
        "took": [timedelta(hours=1), None, timedelta(days=1)],
        "paid": [Decimal("1.50"), None, Decimal("0.00")],
        "yes": [True, None, False],
        "site": pl.Series(["a", None, "b"], dtype=pl.Categorical),
        "none": [None, None, None],
    }
).with_columns(there=pl.col("seen").dt.replace_time_zone("Europe/Vienna"))


def stored(frame: pl.DataFrame, path: Path) -> Path:
    frame.write_parquet(path)
    return path


def test_every_type_is_spelt(tmp_path: Path) -> None:
    frame = read(stored(TYPED, tmp_path / "x.parquet")).frame
    assert frame.row(0, named=True) == {
        "age": "39", "share": "0.1", "job": "nurse", "born": "1980-02-01", "seen": "2020-01-01T03:04:05.600",
        "day": "2020-01-01", "at": "03:04:05", "took": "PT1H", "paid": "1.50", "yes": "true", "site": "a", "none": "",
        "there": "2020-01-01T03:04:05.600+01:00",
    }  # fmt: skip
    assert set(frame.row(1)) == {""}
    assert frame["share"].to_list() == ["0.1", "", ""]
    assert frame["job"].to_list() == ["nurse", "", ""]
    assert frame["seen"][2] == "2020-01-02"
    assert frame["there"][2] == "2020-01-02T00:00:00+01:00"


def test_columns_keep_type_and_nulls_also_where_numbers_were_replaced(tmp_path: Path) -> None:
    table = read(stored(TYPED, tmp_path / "x.parquet"))
    released = table.with_columns({"age": ["40", "", "40"]}, drop=["took"], rows=np.array([2, 1]))
    path = write_table(released, tmp_path)
    assert path.name == "release.parquet"
    assert write_table(released, tmp_path, "again").read_bytes() == path.read_bytes()
    back = pl.read_parquet(path)
    numbers = pl.Series([40, None, 40], dtype=TYPED["age"].dtype)
    expected = TYPED.drop("took").with_columns(age=numbers)[[2, 1]]
    assert_frame_equal(back, expected, categorical_as_str=True)
    assert read(path).frame.rows() == released.frame.rows()


def test_parquet_is_known_by_its_bytes_and_by_its_name(tmp_path: Path) -> None:
    assert read(stored(pl.DataFrame({"a": [1]}), tmp_path / "x.data")).origin.format == "parquet"
    (tmp_path / "y.parquet").write_bytes(b"a,b\n1,2\n")
    with pytest.raises(InputError, match="Parquet"):
        read(tmp_path / "y.parquet")


def test_a_file_cut_short_or_without_records_is_refused(tmp_path: Path) -> None:
    path = stored(TYPED, tmp_path / "x.parquet")
    path.write_bytes(path.read_bytes()[:-20])
    with pytest.raises(InputError, match="Parquet"):
        read(path)
    with pytest.raises(InputError, match="no records"):
        read(stored(TYPED.head(0), tmp_path / "y.parquet"))


def test_two_columns_of_one_name_are_refused(tmp_path: Path) -> None:
    file = io.BytesIO()
    pq.write_table(pa.table([pa.array([1]), pa.array([2])], names=["a", "a"]), file)
    (tmp_path / "x.parquet").write_bytes(file.getvalue())
    with pytest.raises(InputError, match="one name"):
        read(tmp_path / "x.parquet")


@pytest.mark.parametrize("values", [[["a", "b"]], [{"x": 1}], [b"raw"]])
def test_columns_that_are_not_plain_are_refused_by_name(tmp_path: Path, values: list[object]) -> None:
    with pytest.raises(InputError, match=r"Column 'items' holds (list|struct|binary) values") as caught:
        read(stored(pl.DataFrame({"items": values}), tmp_path / "x.parquet"))
    assert "a|b|c" in caught.value.hints[0]


def test_a_folder_may_be_called_anything(tmp_path: Path) -> None:
    folder = tmp_path / "visits [1] of *"
    folder.mkdir()
    stored(pl.DataFrame({"town": ["Graz"]}), folder / "x?.parquet")
    assert read(folder).frame.rows() == read(folder / "x?.parquet").frame.rows() == [("Graz",)]
