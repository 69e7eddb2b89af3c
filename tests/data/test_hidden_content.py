"""What Parquet files carry beside their cells."""

import base64
import io

import polars as pl
import pytest

from semblant.data.arrowschema import arrow_metadata
from semblant.data.parquet import hidden_in_parquet


def parquet(frame: pl.DataFrame, **more: object) -> bytes:
    file = io.BytesIO()
    frame.write_parquet(file, **more)
    return file.getvalue()


PEOPLE = pl.DataFrame({"job": ["nurse", "baker"], "size": pl.Series(["s", "m"], dtype=pl.Enum(["s", "m"]))})


def test_our_own_files_carry_nothing():
    assert hidden_in_parquet(parquet(PEOPLE), PEOPLE.columns) == []


def test_metadata_of_the_file():
    assert hidden_in_parquet(parquet(PEOPLE, metadata={"author": "Ann"}), PEOPLE.columns) == ["metadata 'author'"]


def test_metadata_of_columns_and_traces_of_columns():
    pyarrow = pytest.importorskip("pyarrow")
    from pyarrow import parquet as files

    def written(table: object) -> bytes:
        file = io.BytesIO()
        files.write_table(table, file)
        return file.getvalue()

    plain = pyarrow.table({"job": ["nurse", "baker"]})
    assert hidden_in_parquet(written(plain), ["job"]) == []
    noted = plain.cast(pyarrow.schema([pyarrow.field("job", pyarrow.string(), metadata={"note": "Ann is first"})]))
    assert hidden_in_parquet(written(noted), ["job"]) == ["metadata of columns"]
    pandas = pytest.importorskip("pandas")
    frame = pandas.DataFrame({"job": ["nurse"], "name": ["Ann"]})
    assert hidden_in_parquet(written(pyarrow.Table.from_pandas(frame)), ["job", "name"]) == []
    left = pyarrow.Table.from_pandas(frame).drop_columns(["name"])
    assert hidden_in_parquet(written(left), ["job"]) == ["names of columns that are not released"]


def test_a_broken_description_is_told():
    schema = base64.b64decode(pl.read_parquet_metadata(io.BytesIO(parquet(PEOPLE)))["ARROW:schema"])
    for end in range(9, len(schema), 7):
        try:
            arrow_metadata(schema[:end])
        except ValueError:
            continue
