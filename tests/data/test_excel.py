"""Workbooks: what is read, what comes back, and what does not come along."""

import io
import zipfile
from datetime import date, datetime, time
from pathlib import Path
from typing import Any

import polars as pl
import pytest

from semblant.data.read import hidden_content, read
from semblant.data.table import Table
from semblant.errors import InputError, OutputError, PolicyError
from semblant.release.staging import write_table

pytest.importorskip("fastexcel")
xlsxwriter = pytest.importorskip("xlsxwriter")

ROWS: list[list[Any]] = [
    ["0012", 39, 0.5, date(2020, 1, 31), datetime(2020, 1, 31, 3, 4, 5), True, time(12, 30), "😀 ü", "a"],
    ["12345678901234567890", 41, 2, date(1901, 1, 1), datetime(1999, 12, 31), False, time(0, 0, 1), "1", 2],
    ["", None, None, None, None, None, None, "=1+2", None],
]
NAMES = ["id", "age", "x", "day", "at", "yes", "clock", "text", "mixed"]


def workbook(path: Path, rows: list[list[Any]], make: Any = lambda *_: None) -> Path:
    book = xlsxwriter.Workbook(str(path))
    sheet = book.add_worksheet("People")
    formats = {date: "yyyy-mm-dd", datetime: "yyyy-mm-dd hh:mm:ss", time: "hh:mm:ss"}
    for r, row in enumerate(rows):
        for c, cell in enumerate(row):
            if isinstance(cell, str):
                sheet.write_string(r, c, cell) if cell else None
            elif type(cell) in formats:
                sheet.write_datetime(r, c, cell, book.add_format({"num_format": formats[type(cell)]}))
            elif cell is not None:
                sheet.write(r, c, cell)
    make(book, sheet)
    book.close()
    return path


def test_cells_keep_their_text_and_their_types(tmp_path: Path) -> None:
    table = read(workbook(tmp_path / "in.xlsx", [NAMES, *ROWS]))
    assert table.frame.row(0) == (
        "0012",
        "39",
        "0.5",
        "2020-01-31",
        "2020-01-31T03:04:05",
        "true",
        "12:30:00",
        "😀 ü",
        "a",
    )
    assert table.frame.row(1)[:2] == ("12345678901234567890", "41")
    assert table.frame.row(1)[-2:] == ("1", "2")
    assert table.frame.row(2) == ("", "", "", "", "", "", "", "=1+2", "")
    written = write_table(table, tmp_path)
    back = read(written)
    assert back.frame.equals(table.frame)
    assert table.typed is not None
    assert back.typed is not None
    assert back.typed.equals(table.typed)
    assert back.typed.dtypes == table.typed.dtypes
    assert write_table(back, tmp_path, "again").read_bytes() == written.read_bytes()
    assert hidden_content(written, back) == []


def test_titles_above_the_header_and_blank_rows_are_left_out(tmp_path: Path) -> None:
    rows = [[None], ["Visitors of 2025"], [None], ["age", "job"], [39, "nurse"], [None], [41, "baker"], [" "]]
    table = read(workbook(tmp_path / "in.xlsx", rows[:-1]))
    assert table.frame.rows() == [("39", "nurse"), ("41", "baker")]
    assert [note.split(" are")[0] for note in table.origin.notes] == [
        "3 rows above the header",
        "blank rows between the records",
    ]
    assert read(tmp_path / "in.xlsx", header_row=5).names == ("39", "nurse")


def test_a_sheet_is_chosen_by_name_number_or_content(tmp_path: Path) -> None:
    def more(book: Any, _sheet: Any) -> None:
        for name, hide in (("Hidden", True), ("Towns", False)):
            sheet = book.add_worksheet(name)
            sheet.write_row(0, 0, ["town"])
            sheet.write_row(1, 0, [name])
            if hide:
                sheet.hide()

    path = workbook(tmp_path / "in.xlsx", [], more)
    assert read(path).frame.rows() == [("Towns",)]
    assert read(path, sheet="Hidden").frame.rows() == read(path, sheet="2").frame.rows() == [("Hidden",)]
    assert hidden_content(path, read(path)) == ["a hidden sheet", "more than one sheet"]
    with pytest.raises(PolicyError, match="no sheet 'x'"):
        read(path, sheet="x")
    with pytest.raises(InputError, match="has no table"):
        read(path, sheet="People")


def test_what_a_workbook_hides_is_listed_and_not_released(tmp_path: Path) -> None:
    def hide(book: Any, sheet: Any) -> None:
        sheet.write_comment("A2", "secret", {"author": "Ann"})
        sheet.set_column(1, 1, None, None, {"hidden": True})
        sheet.write_formula("B2", "=1+1", None, 2)
        sheet.merge_range("A4:A5", "both")
        book.set_properties({"author": "Ann", "company": "secret"})
        book.define_name("Secret", "=People!$A$1")

    path = workbook(tmp_path / "in.xlsx", [["job", "n"], ["nurse", 1], ["cook", 3]], hide)
    table = read(path)
    assert table.frame.rows()[0] == ("nurse", "2")
    assert "merged" in table.origin.notes[0]
    assert set(hidden_content(path, table)) == {
        "comments", "properties of the document", "hidden rows or columns", "formulas", "named ranges",
    }  # fmt: skip
    released = table.with_columns({}, drop=["n"])
    written = write_table(released, tmp_path)
    assert hidden_content(written, released) == []
    parts = zipfile.ZipFile(io.BytesIO(written.read_bytes()))
    content = b"".join(parts.read(name) for name in parts.namelist())
    assert not any(word in content for word in (b"Ann", b"secret", b"People"))
    assert {part.date_time[0] for part in parts.infolist()} == {1980}


def test_other_formats_become_workbooks_without_loss(tmp_path: Path) -> None:
    frame = pl.DataFrame(
        {"n": ["1", "2.5"], "zip": ["0012", "7"], "big": ["12345678901234567890", "1"], "old": ["1815-12-10"] * 2}
    )
    written = write_table(Table(frame), tmp_path, to="xlsx")
    back = read(written)
    assert back.frame.equals(frame)
    assert back.typed is not None
    assert back.typed.dtypes == [pl.Float64, pl.String, pl.String, pl.String]
    with pytest.raises(OutputError, match="32,767"):
        write_table(Table(pl.DataFrame({"a": ["x" * 40_000]})), tmp_path, to="xlsx")


def test_a_protected_workbook_is_told_apart(tmp_path: Path) -> None:
    path = tmp_path / "in.xlsx"
    path.write_bytes(b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + bytes(600) + "EncryptedPackage".encode("utf-16-le"))
    with pytest.raises(InputError, match="protected with a password"):
        read(path)
