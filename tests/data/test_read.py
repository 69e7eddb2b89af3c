"""Reading files: what they are, and what is said when they are not."""

import bz2
import gzip
import hashlib
import lzma
from pathlib import Path

import polars as pl
import pytest

from semblant.data.read import read
from semblant.errors import InputError


def put(path: Path, data: bytes) -> Path:
    path.write_bytes(data)
    return path


def test_a_csv_file_keeps_its_text_and_its_ways(tmp_path: Path) -> None:
    raw = b"\xef\xbb\xbfjob;code\r\n nurse ;0012\r\nNA;\r\n"
    table = read(put(tmp_path / "jobs.csv", raw))
    assert table.names == ("job", "code")
    assert table.frame.rows() == [(" nurse ", "0012"), ("NA", "")]
    origin = table.origin
    assert (origin.name, origin.format, origin.delimiter, origin.newline) == ("jobs.csv", "csv", ";", "\r\n")
    assert (origin.bom, origin.encoding, origin.path) == (True, "utf-8", tmp_path / "jobs.csv")
    assert origin.sha256 == hashlib.sha256(raw).hexdigest()


@pytest.mark.parametrize(("name", "kind"), [("x.tsv", "tsv"), ("x.TAB", "tsv"), ("x.txt", "tsv"), ("x.csv", "csv")])
def test_tabs_make_a_tsv_unless_the_name_says_csv(tmp_path: Path, name: str, kind: str) -> None:
    table = read(put(tmp_path / name, b"a\tb\n1,0\t2\n"))
    assert (table.origin.format, table.origin.delimiter) == (kind, "\t")
    assert table.frame.rows() == [("1,0", "2")]


def test_a_tsv_of_one_column_may_hold_commas(tmp_path: Path) -> None:
    assert read(put(tmp_path / "x.tsv", b"text\na, b\n")).frame.rows() == [("a, b",)]


def test_a_given_delimiter_and_encoding_are_obeyed(tmp_path: Path) -> None:
    path = put(tmp_path / "x.tsv", "größe:n\na,b:1\n".encode("cp1252"))
    table = read(str(path), delimiter=":", encoding="cp1252")
    assert table.names == ("größe", "n")
    assert table.frame.rows() == [("a,b", "1")]


@pytest.mark.parametrize(
    ("name", "data", "words", "hint"),
    [
        ("x.csv.gz", gzip.compress(b"a,b\n1,2\n", mtime=0)[:-9], "compressed with gzip, but not whole", "again"),
        ("x.bz2", bz2.compress(b"a"), "bzip2", "bunzip2 -k x.bz2"),
        ("x.xz", lzma.compress(b"a"), "xz", "unxz -k x.xz"),
        ("x.xlsx", b"PK\x03\x04rest", "an archive, as workbooks are, and not whole", "copy or download"),
        ("x.csv", b"%PDF-1.7 ...", "a PDF document", "copy it into a spreadsheet"),
        ("x.csv", b"<!DOCTYPE html><html>", "a web page", "download the table again"),
        ("x.csv", b"SQLite format 3\0...", "an SQLite database", "sqlite3 -csv -header x.csv"),
        ("x.json", b'[{"a": 1}]', "one JSON array", "jq -c '.[]' x.json"),
        ("x.json", b'\xef\xbb\xbf[\n{"a": 1}]', "one JSON array", "jq -c '.[]' x.json"),
        ("x.json", b"[]\n", "one JSON array", "jq"),
        ("x.json", b'{\n"a": 1}', "one JSON object, not JSON lines", "jq -c . x.json"),
        ("x.geojson", b'{"type": "x", "features": [{"a": 1}]}', "one JSON object", "jq -c '.NAME[]' x.geojson"),
        ("x.xls", b"\xef\xbb\xbf<table><tr>", "a web page", "save it as .xlsx"),
        ("x.xls", "<html><table>".encode("utf-16"), "a web page", "save it as .xlsx"),
        ("x.xls", b"<!-- saved -->\n<HTML>", "a web page", "save it as .xlsx"),
        ("x.xls", b"<?xml version='1.0'?><?mso-application progid='Excel.Sheet'?><Workbook>", "as XML", "save it"),
        (
            "x.gz",
            gzip.compress(gzip.compress(b"a,b\n1,2\n", mtime=0), mtime=0),
            "compressed twice",
            "decompress it once",
        ),
        ("x.duckdb", b"12345678DUCK\xe7\x03" + b"\0" * 50, "a DuckDB database", "duckdb x.duckdb"),
        ("x.accdb", b"\0\1\0\0Standard ACE DB\0", "an Access database", "as .xlsx or CSV"),
        ("x.dbf", b"\x03\x7a\x01\x01" + b"\0" * 60, "a dBase file", "save it as .xlsx"),
        ("x.sas7bcat", b"\0" * 12 + b"\xc2\xea\x81\x63", "a SAS catalogue", ".sas7bdat"),
        ("x.csv", b"version https://git-lfs.github.com/spec/v1\noid sha256:1\n", "Git LFS", "git lfs pull"),
        ("x.csv.asc", b"-----BEGIN PGP MESSAGE-----\n", "encrypted", "decrypt it first"),
        ("x.rtf", rb"{\rtf1 x}", "a word processor", "spreadsheet"),
        ("x.zip", b"PK\5\6" + b"\0" * 18, "nothing in it", "again"),
        ("~$x.xlsx", b"\x03Ann" + b" " * 161, "only says that a workbook is open", "name the workbook itself: x.xlsx"),
        ("x.sql", b"-- made by hand\n\nCREATE TABLE p (a int);\n", "makes a database", "export the table"),
        ("x.sql", b"--\n-- PostgreSQL database dump\n--\nSET x = 0;\n", "makes a database", "export the table"),
        ("x.arff", b"% iris\n@RELATION iris\n", "a Weka file", "CSV"),
        ("x.yaml", b"k: 5\n", "This is a policy", "--policy FILE"),
        ("x.parquet", b"a,b\n1,2\n", "not a Parquet file", "export it again"),
    ],
)
def test_other_files_are_told_what_to_become(tmp_path: Path, name: str, data: bytes, words: str, hint: str) -> None:
    with pytest.raises(InputError) as caught:
        read(put(tmp_path / name, data))
    assert words in caught.value.message
    assert any(hint in line for line in caught.value.hints)
    assert name in caught.value.where


def test_a_file_that_is_not_there_names_the_one_beside(tmp_path: Path) -> None:
    put(tmp_path / "adult.csv", b"a\n1\n")
    with pytest.raises(InputError, match="no such file") as caught:
        read(tmp_path / "adlut.csv")
    assert caught.value.hints == ("did you mean adult.csv?",)
    with pytest.raises(InputError, match="no such file") as caught:
        read(tmp_path / "none" / "adult.csv")
    assert "no folder" in caught.value.hints[0]


def test_a_folder_an_empty_file_and_an_impossible_path(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="folder"):
        read(tmp_path)
    with pytest.raises(InputError, match="empty"):
        read(put(tmp_path / "x.csv", b""))
    with pytest.raises(InputError, match="cannot be read"):
        read(tmp_path / "x.csv" / "y.csv")
    with pytest.raises(InputError, match="cannot be read"):
        read("a\0b.csv")


def test_errors_never_show_cells(tmp_path: Path) -> None:
    for data in (b"a,b\nsecret,1,2\n", b'a,b\n"secret"x,1\n', b'a,b\n"secret,1\n', b"a,b\nsecret\n"):
        with pytest.raises(InputError) as caught:
            read(put(tmp_path / "x.csv", data))
        assert "secret" not in caught.value.explain(show_values=True)


def test_adult_is_read_whole(reference: Path, origin: str) -> None:
    table = read(reference / "adult" / "adult.csv")
    pairs = table.frame.group_by("occupation", "native-country").agg(pl.len())
    facts = (table.records, pairs.height, (pairs["len"] == 1).sum(), pairs["len"].max())
    assert facts == {"published": (30_162, 394, 84, 3_735), "stand-in": (6_000, 287, 118, 1_418)}[origin]
