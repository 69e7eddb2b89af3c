"""Every format: what is read is what was written, in value and type, and nothing else of the original comes along."""

import gzip
import io
import json
from datetime import UTC, date, datetime
from pathlib import Path

import polars as pl
import pyarrow as pa
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from pyarrow import feather, parquet

from semblant.data import jsonlines
from semblant.data.compression import packed
from semblant.data.read import hidden_content, read, read_like
from semblant.data.source import Reading, Source, digest
from semblant.data.table import Table
from semblant.errors import InputError
from semblant.release.staging import write_table

UGLY = pl.DataFrame(
    {
        "id": ["12345678901234567890", "0012", ""],
        "text": ["emoji 😀, “quoted”", 'a "b"\nc', None],
        "n": [1, None, -3],
        "x": [0.5, 1e300, None],
        "day": [date(1815, 12, 10), None, date(2025, 1, 31)],
        "at": [datetime(2025, 1, 31, 23, 59, 59, 250_000, UTC), None, datetime(1850, 1, 1, tzinfo=UTC)],
        "yes": [True, False, None],
        **{f"c{i}": ["x", "y", "z"] for i in range(293)},
    }
)


def put(folder: Path, kind: str) -> Path:
    """The ugly table in a file."""
    path = folder / f"in.{kind}"
    if kind == "parquet":
        UGLY.write_parquet(path)
    elif kind == "arrow":
        UGLY.write_ipc(path)
    elif kind.startswith("jsonl"):
        lines = "".join(json.dumps(row, ensure_ascii=False, default=str) + "\n" for row in UGLY.iter_rows(named=True))
        path.write_bytes(packed(lines.encode(), {"gz": "gzip", "zst": "zstd"}.get(kind[6:])))
    else:
        path.write_bytes(packed(UGLY.write_csv().encode(), {"gz": "gzip", "zst": "zstd"}.get(kind[4:])))
    return path


KINDS = ["csv", "csv.gz", "csv.zst", "jsonl", "jsonl.zst", "parquet", "arrow"]


@pytest.mark.parametrize("kind", KINDS)
def test_a_table_comes_back_equal_in_value_and_type(tmp_path: Path, kind: str) -> None:
    table = read(put(tmp_path, kind))
    written = write_table(table, tmp_path)
    assert written.name == f"release.{kind}"
    back = read_like(table, written)
    assert back.frame.equals(table.frame)
    assert back.frame["id"][0] == "12345678901234567890"
    if table.typed is not None:
        assert back.typed is not None
        assert back.typed.equals(table.typed)
        assert back.typed.schema == table.typed.schema
    if kind.startswith("jsonl"):
        assert back.origin.details.equals(table.origin.details)
    assert write_table(back, tmp_path, "again").read_bytes() == written.read_bytes()
    assert hidden_content(written, back) == []


@pytest.mark.parametrize("to", ["csv", "tsv", "jsonl", "parquet", "arrow"])
@pytest.mark.parametrize("kind", ["csv", "jsonl", "parquet"])
def test_a_table_means_the_same_in_another_format(tmp_path: Path, kind: str, to: str) -> None:
    table = read(put(tmp_path, kind)).with_columns({"c0": ["a", "", "a"]}, drop=["c1"])
    written = write_table(table, tmp_path, to=to)
    assert written.name == f"release.{to}"
    assert read_like(table, written).frame.equals(table.frame)


def test_numbers_of_a_text_file_are_numbers_where_their_text_allows(tmp_path: Path) -> None:
    table = Table(pl.DataFrame({"n": ["1", "2"], "zip": ["0012", "7"], "x": ["0.5", "2.0"], "day": ["2025-01-31"] * 2}))
    written = write_table(table, tmp_path, to="parquet")
    assert pl.read_parquet_schema(written) == {"n": pl.Int64, "zip": pl.String, "x": pl.Float64, "day": pl.Date}


JSON = st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | st.text()


@given(st.lists(st.fixed_dictionaries({"a": JSON}, optional={"b": JSON, "c d": JSON}), min_size=1))
@settings(max_examples=100, deadline=None)
def test_json_lines_come_back_value_for_value(rows: list[dict[str, object]]) -> None:
    content = "\n".join(map(json.dumps, rows)).encode()
    table = jsonlines.read(Source("x", "x", content, ""), Reading())
    back = [json.loads(line) for line in jsonlines.write(table, "jsonl", "keep").decode().split("\n")[:-1]]
    for before, after in zip(rows, back, strict=True):
        assert {name: (type(v), v) for name, v in after.items() if v is not None} == {
            name: (type(v), v) for name, v in before.items() if v is not None
        }


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ('{"a": [1]}', "which is not a plain value"),
        ('{"a": {"b": 1}}', "which is not a plain value"),
        ('{"a": 1, "a": 2}', "a key twice"),
        ("[1]", "not an object"),
        ('{"a": NaN}', "not JSON"),
        ('{"a": "secret"', "not JSON"),
        ('{"a": "\\ud800 secret"}', "half of a character"),
    ],
)
def test_json_that_is_no_table_names_its_line(tmp_path: Path, line: str, message: str) -> None:
    path = tmp_path / "x.jsonl"
    path.write_text('{"a": 1}\n' + line)
    with pytest.raises(InputError, match=message) as caught:
        read(path)
    assert caught.value.where == f"{path}:2"
    assert "secret" not in caught.value.explain()


@pytest.mark.parametrize("encoding", ["utf-8-sig", "utf-16", "utf-16-le", "utf-16-be"])
def test_json_lines_in_other_encodings_are_recognised(tmp_path: Path, encoding: str) -> None:
    path = tmp_path / "x.jsonl"
    path.write_text('{"a": "ö"}\n{ "a": "😀"}\n', encoding)
    assert read(path).frame.rows() == [("ö",), ("😀",)]


def test_a_masked_column_of_numbers_stays_one(tmp_path: Path) -> None:
    path = tmp_path / "x.jsonl"
    path.write_text('{"age": 39, "job": "nurse"}\n{"age": 40, "job": "baker"}\n')
    masked = read(path).with_columns({"age": ["39.5", "39.5"], "job": ["*", ""]})
    assert write_table(masked, tmp_path).read_text().splitlines() == [
        '{"age": 39.5, "job": "*"}',
        '{"age": 39.5, "job": null}',
    ]


def test_a_folder_of_parquet_files_is_one_table(tmp_path: Path) -> None:
    folder = tmp_path / "people"
    for year, town in (("2024", "0%2F1"), ("2025", "__HIVE_DEFAULT_PARTITION__")):
        part = folder / f"year={year}" / f"town={town}"
        part.mkdir(parents=True)
        pl.DataFrame({"age": [39]}).write_parquet(part / "0.parquet")
    (folder / "_SUCCESS").touch()
    table = read(folder)
    assert table.frame.rows() == [("39", "2024", "0/1"), ("39", "2025", "")]
    assert table.origin.sha256 == digest(folder)
    assert write_table(table, tmp_path).name == "release.parquet"
    (folder / "notes.csv").write_text("a")
    with pytest.raises(InputError, match="1 files that are not Parquet"):
        read(folder)
    (folder / "_delta_log").mkdir()
    with pytest.raises(InputError, match="Delta"):
        read(folder)


def test_metadata_of_an_arrow_file_is_found_and_not_released(tmp_path: Path) -> None:
    pa = pytest.importorskip("pyarrow")
    table = pa.table({"job": pa.array(["nurse"])})
    field = pa.field("job", pa.string(), metadata={"source": "Ann"})
    for i, noted in enumerate([table.replace_schema_metadata({"author": "Ann"}), table.cast(pa.schema([field]))]):
        for make in (pa.ipc.new_file, pa.ipc.new_stream):
            path = tmp_path / f"{i}.arrow"
            with make(str(path), noted.schema) as file:
                file.write_table(noted)
            found = read(path)
            assert hidden_content(path, found) == ["metadata of the file or of columns"]
            written = write_table(found, tmp_path)
            assert hidden_content(written, read(written)) == []
            assert b"Ann" not in written.read_bytes()


def test_a_compressed_release_carries_no_name_or_time(tmp_path: Path) -> None:
    with gzip.GzipFile(tmp_path / "ann.csv.gz", "wb") as file:
        file.write(b"a,b\n1,2\n")
    written = write_table(read(tmp_path / "ann.csv.gz"), tmp_path).read_bytes()
    assert b"ann" not in written
    assert written[4:8] == bytes(4)


def test_an_arrow_file_with_a_broken_footer_is_read_or_refused(tmp_path: Path) -> None:
    content = io.BytesIO()
    pl.DataFrame({"town": ["graz", "wien"], "n": [1, 2]}).write_ipc(content)
    file, refused = tmp_path / "in.arrow", 0
    for at in range(len(content.getvalue()) - 400, len(content.getvalue())):
        broken = bytearray(content.getvalue())
        broken[at] ^= 0xFF
        file.write_bytes(broken)
        try:
            read(file)
        except InputError:
            refused += 1
    assert refused > 100


@pytest.mark.parametrize("kind", ["arrow", "parquet"])
def test_a_date_beyond_all_calendars_is_a_broken_file(tmp_path: Path, kind: str) -> None:
    days = pa.table({"born": pa.array([0, 2**31 - 1], pa.date32())})
    file = tmp_path / f"in.{kind}"
    writer = {"arrow": feather.write_feather, "parquet": parquet.write_table}[kind]
    writer(days, file)
    with pytest.raises(InputError, match="not a whole"):
        read(file)
