"""What files carry beside their cells: anything that Semblant would not write for the same cells."""

import base64
import gzip
import io
import random
import struct
import zipfile
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path

import polars as pl
import pytest

from semblant.data.arrowschema import arrow_metadata
from semblant.data.formats import format_named
from semblant.data.parquet import hidden_in_parquet
from semblant.data.read import hidden_content, is_own_form, read_release
from semblant.data.table import Table
from semblant.errors import InputError


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


# --- all formats, against what the writer writes for the same cells ---------------------------------------

LOST, UNUSED = "bytes that are no part of its table", "lists of values, which are more than those of its cells"
BROKEN = "parts that cannot be read"
RNG = random.Random(1)
CELLS = {
    "whole": [str(RNG.randint(1, 99)) for _ in range(20)],
    "real": [str(RNG.random()) for _ in range(20)],
    "day": [f"2020-01-{1 + i:02}" for i in range(20)],
    "moment": [f"2020-01-01T10:{i:02}:00" for i in range(20)],
    "text": ["a b", " x ", "", "=1+1", "_x000D_", "é", "*", "12", "0012", '<&>"'] * 2,
    "flag": ["true", "false"] * 10,
    "mixed": ["1", "*"] * 10,
    "nothing": [""] * 20,
}


def written(folder: Path, kind: str) -> Path:
    path = folder / f"release.{kind}"
    path.write_bytes(format_named(kind).functions.write(Table(pl.DataFrame(CELLS)), kind, "keep"))
    return path


def told(path: Path) -> list[str]:
    return hidden_content(path, read_release(path))


@pytest.mark.parametrize("kind", ["csv", "tsv", "jsonl", "parquet", "arrow", "xlsx", "sav", "zsav", "dta", "xpt"])
def test_a_release_that_is_read_and_written_again_has_the_same_bytes(tmp_path: Path, kind: str) -> None:
    path = written(tmp_path, kind)
    assert is_own_form(path, read_release(path))
    assert told(path) == []


def rezipped(path: Path, change: Callable[[str, bytes], bytes], **more: bytes) -> Path:
    """The workbook with parts changed or added, and perhaps a comment of the archive."""
    before = zipfile.ZipFile(io.BytesIO(path.read_bytes()))
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as after:
        for one in before.infolist():
            after.writestr(one, change(one.filename, before.read(one.filename)))
        if "part" in more:
            after.writestr(zipfile.ZipInfo("xl/hello.txt", (1980, 1, 1, 0, 0, 0)), more["part"])
        after.comment = more.get("comment", b"")
    return path


def put(where: str, before: bytes, after: bytes) -> Callable[[str, bytes], bytes]:
    def change(name: str, content: bytes) -> bytes:
        if name != where:
            return content
        assert before in content
        return content.replace(before, after, 1)

    return change


SHEET = "xl/worksheets/sheet1.xml"


@pytest.mark.parametrize(
    "change",
    [
        put(SHEET, b"<sheetData>", b"<!-- Ann --><sheetData>"),
        put(SHEET, b'<row r="3"', b'<row r="3" ht="17" customHeight="1"'),
        put(SHEET, b"</t></is>", b"</t><rPh><t>Ann</t></rPh></is>"),
        put("xl/styles.xml", b"yyyy-mm-dd", b"&quot;Ann&quot;yyyy-mm-dd"),
        put("xl/theme/theme1.xml", b'name="Office', b'name="Ann'),
        put("xl/workbook.xml", b'name="release"', b'name="Ann"'),
        put("docProps/core.xml", b"2000-01-01", b"2001-01-01"),
        put("_rels/.rels", b"<Relationships", b"<!-- Ann --><Relationships"),
    ],
)
def test_whatever_a_workbook_says_beside_its_cells_is_told(
    tmp_path: Path, change: Callable[[str, bytes], bytes]
) -> None:
    path = rezipped(written(tmp_path, "xlsx"), change)
    assert read_release(path).frame.equals(pl.DataFrame(CELLS))
    assert told(path)


def test_whatever_an_archive_says_beside_its_parts_is_told(tmp_path: Path) -> None:
    same = put("none", b"", b"")
    assert told(rezipped(written(tmp_path, "xlsx"), same)) == []
    assert told(rezipped(written(tmp_path, "xlsx"), same, comment=b"Ann"))
    assert told(rezipped(written(tmp_path, "xlsx"), same, part=b"Ann"))


@pytest.mark.parametrize("title", ["Ann is here\n\n", "# Ann\n"])
def test_lines_above_the_names_of_columns_are_told(tmp_path: Path, title: str) -> None:
    path = written(tmp_path, "csv")
    path.write_text(title + path.read_text())
    assert told(path) == ["lines above the names of its columns"]


def test_what_a_compressed_file_says_beside_its_content_is_told(tmp_path: Path) -> None:
    content = written(tmp_path, "csv").read_bytes()
    path = tmp_path / "release.csv.gz"
    for said, raw in (
        ([], gzip.compress(content, mtime=0)),
        (["a name or a time in its header"], gzip.compress(content, mtime=1)),
        (["more than one compressed part"], gzip.compress(content, mtime=0) + gzip.compress(b"", mtime=0)),
    ):
        path.write_bytes(raw)
        assert told(path) == said
    with path.open("wb") as file, gzip.GzipFile("Ann.csv", "wb", fileobj=file, mtime=0) as named:
        named.write(content)
    assert told(path) == ["a name or a time in its header"]


def test_categories_that_no_cell_has_and_metadata_of_batches_are_told(tmp_path: Path) -> None:
    pyarrow = pytest.importorskip("pyarrow")
    from pyarrow import parquet as files

    sizes = pyarrow.DictionaryArray.from_arrays(pyarrow.array([0, 1, 0]), pyarrow.array(["s", "m", "Ann"]))
    table, path = pyarrow.table({"size": sizes}), tmp_path / "x.parquet"
    files.write_table(table, path)
    assert told(path) == [UNUSED, "lists of categories, which may be more than those of its cells"]
    with pyarrow.ipc.new_file(tmp_path / "x.arrow", table.schema) as file:
        file.write_table(table)
    assert told(tmp_path / "x.arrow") == ["lists of categories, which may be more than those of its cells"]
    plain = pyarrow.table({"size": ["s", "m"]})
    for metadata, said in ((None, []), ({b"who": b"Ann"}, ["metadata of the file or of columns"])):
        with pyarrow.ipc.new_file(tmp_path / "y.arrow", plain.schema) as file:
            for batch in plain.to_batches():
                file.write_batch(batch, custom_metadata=metadata)
        assert told(tmp_path / "y.arrow") == said


# --- bytes and values that no cell has ---------------------------------------------------------------------

MANY = pl.DataFrame(
    {
        "job": ["nurse", "baker", None, "nurse"] * 20,
        "real": [0.0, -0.0, float("nan"), None] * 20,
        "day": pl.Series(["2020-01-01", "2020-01-02"] * 40).str.to_date(),
        "size": pl.Series(["s", "m"] * 40, dtype=pl.Enum(["s", "m"])),
        "pay": pl.Series(range(80), dtype=pl.Int16),
    }
)


def refooted(content: bytes, hidden: bytes) -> bytes:
    """A Parquet file with more bytes before its footer."""
    footer = len(content) - 8 - int.from_bytes(content[-8:-4], "little")
    return content[:footer] + hidden + content[footer:]


@pytest.mark.parametrize("compression", ["zstd", "snappy", "uncompressed"])
def test_bytes_that_the_footer_of_a_parquet_file_does_not_name_are_told(tmp_path: Path, compression: str) -> None:
    path = tmp_path / "x.parquet"
    content = parquet(MANY, compression=compression, row_group_size=30, statistics="full")
    for hidden, said in ((b"", []), (bytes(8), []), (b"Ann", [LOST])):
        path.write_bytes(refooted(content, hidden))
        assert told(path) == said
    path.write_bytes(
        content[:-8] + b"Ann" + (int.from_bytes(content[-8:-4], "little") + 3).to_bytes(4, "little") + b"PAR1"
    )
    assert told(path)


@pytest.mark.parametrize(
    "how",
    [
        {}, {"version": "1.0"}, {"data_page_version": "2.0"}, {"write_page_index": True}, {"row_group_size": 7},
        {"use_deprecated_int96_timestamps": True}, {"use_dictionary": False}, {"dictionary_pagesize_limit": 9},
        {"write_page_checksum": True},
    ],
)  # fmt: skip
def test_files_of_other_writers_carry_nothing(tmp_path: Path, how: dict[str, object]) -> None:
    pytest.importorskip("pyarrow")
    from pyarrow import parquet as files

    path = tmp_path / "x.parquet"
    table = MANY.drop("size").to_arrow()
    files.write_table(table, path, **how)
    assert told(path) == []
    (tmp_path / "parts").mkdir()
    for name, part in (("a", table), ("b", table.slice(0, 0))):
        files.write_table(part, tmp_path / "parts" / f"{name}.parquet", **how)
    assert told(tmp_path / "parts") == []


def test_a_file_of_duckdb_carries_nothing(tmp_path: Path) -> None:
    duckdb = pytest.importorskip("duckdb")
    path, table = tmp_path / "x.parquet", MANY.drop("size")
    for how in ("", "(row_group_size 20)", "(parquet_version v2, compression zstd)"):
        duckdb.sql(f"copy \"table\" to '{path}' {how}")
        assert told(path) == []
    assert table.height == MANY.height


def test_values_of_a_dictionary_that_no_cell_has_are_told(tmp_path: Path) -> None:
    pyarrow = pytest.importorskip("pyarrow")
    from pyarrow import parquet as files

    path = tmp_path / "x.parquet"
    for values, said in ((["s", "m"], []), (["s", "m", "Ann"], [UNUSED])):
        sizes = pyarrow.DictionaryArray.from_arrays(pyarrow.array([0, 1, 0]), pyarrow.array(values))
        files.write_table(pyarrow.table({"size": sizes}), path, store_schema=False)
        assert told(path) == said


@pytest.mark.parametrize("kind", ["sav", "zsav", "dta", "xpt"])
def test_bytes_behind_the_table_of_a_statistics_program_are_told(tmp_path: Path, kind: str) -> None:
    path = written(tmp_path, kind)
    path.write_bytes(path.read_bytes() + b"Ann")
    assert told(path) in ([LOST], [BROKEN])


def statistics(folder: Path) -> Iterator[Path]:
    """The same table in forms that Semblant does not write itself."""
    pyreadstat = pytest.importorskip("pyreadstat")
    frame = pl.DataFrame({"v": [1.0, 2.0, None] * 9, "text": ["a", "long " * 60, ""] * 9, "note": ["x" * 700] * 27})
    labels = {"v": {1: "yes", 2: "no"}}
    for version in (8, 10, 11, 12, 13, 14, 15):
        path = folder / f"v{version}.dta"
        short = frame.with_columns(pl.col("text", "note").str.slice(0, 100 if version > 8 else 40))
        pyreadstat.write_dta(short if version < 13 else frame, str(path), version=version, variable_value_labels=labels)
        yield path
    for how in ({}, {"compress": True}, {"row_compress": True}):
        pyreadstat.write_sav(frame, str(folder / "x.sav"), variable_value_labels=labels, note="", **how)
        yield folder / "x.sav"
    for version in (5, 8):
        short = frame.with_columns(pl.col("text", "note").str.slice(0, 100))
        pyreadstat.write_xport(short, str(folder / "x.xpt"), file_format_version=version)
        yield folder / "x.xpt"


def test_what_follows_the_table_is_told_in_all_forms_of_files(tmp_path: Path) -> None:
    for path in statistics(tmp_path):
        content = path.read_bytes()
        assert told(path) == [], path.name
        path.write_bytes(content + b"Ann")
        if path.name in ("v8.dta", "v10.dta", "v11.dta", "v12.dta"):
            with suppress(InputError):  # more labels, which are none
                assert told(path) == [LOST]
        else:
            assert told(path) in ([LOST], [BROKEN]), path.name


def test_labels_of_no_column_are_told(tmp_path: Path) -> None:
    pyreadstat = pytest.importorskip("pyreadstat")
    path = tmp_path / "x.dta"
    pyreadstat.write_dta(pl.DataFrame({"v": [1, 2]}), str(path), variable_value_labels={"v": {1: "Ann", 2: "Bo"}})
    before, tag, after = path.read_bytes().partition(b"<value_label_names>")
    end = after.index(b"</value_label_names>")
    path.write_bytes(before + tag + bytes(end) + after[end:])
    assert told(path) == ["sets of labels that no column has"]


def test_characteristics_of_columns_are_told(tmp_path: Path) -> None:
    path = written(tmp_path, "dta")
    content, (name, text) = path.read_bytes(), (b"whole".ljust(129, b"\0"), b"Ann is first\0")
    inside = name + b"who".ljust(129, b"\0") + text
    more = b"<ch>" + len(inside).to_bytes(4, "little") + inside + b"</ch>"
    at = content.index(b"<map>") + 5
    places = struct.unpack_from("<14q", content, at)
    moved = struct.pack("<14q", *places[:9], *(place + len(more) for place in places[9:]))
    where = places[8] + len("<characteristics>")
    path.write_bytes(content[:at] + moved + content[at + 112 : where] + more + content[where:])
    assert told(path) == ["characteristics"]
