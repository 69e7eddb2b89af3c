"""Workbooks: what is read, what comes back, and what does not come along."""

import io
import zipfile
from datetime import date, datetime, time
from pathlib import Path
from typing import Any

import polars as pl
import pytest

from semblant.data.read import hidden_content, read
from semblant.data.shownzeros import has_unread_zeros
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


def test_a_cover_sheet_is_passed_over(tmp_path: Path) -> None:
    book = xlsxwriter.Workbook(str(tmp_path / "in.xlsx"))
    book.add_worksheet("Info").write_column(0, 0, ["Please do not forward", "Owner: staff office"])
    data = book.add_worksheet("Data")
    for row, cells in enumerate((["job", "age"], ["nurse", "31"], ["baker", "40"])):
        data.write_row(row, 0, cells)
    book.close()
    assert read(tmp_path / "in.xlsx").names == ("job", "age")


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
    with pytest.raises(OutputError, match="'a', a cell has more than 32,767 characters"):
        write_table(Table(pl.DataFrame({"a": ["x" * 40_000]})), tmp_path, to="xlsx")


def test_a_cell_far_away_is_refused_and_a_colour_there_is_not(tmp_path: Path) -> None:
    far = (1_048_575, 16_383)
    path = workbook(tmp_path / "in.xlsx", [["job"], ["nurse"]], lambda _, sheet: sheet.write_string(*far, " "))
    with pytest.raises(InputError, match=r"spread over 1,048,576 rows and 16,384 columns.* 512 GiB") as caught:
        read(path)
    assert "far away" in caught.value.hints[0]

    def colour(book: Any, sheet: Any) -> None:
        sheet.write_blank(*far, None, book.add_format({"bold": True}))

    assert read(workbook(path, [["job"], ["nurse"]], colour)).frame.rows() == [("nurse",)]
    assert read(workbook(path, [["job"], ["nurse"]], lambda _, sheet: sheet.write_string(*far[:1], 0, "baker"))).records


def test_formulas_without_values_are_told_of(tmp_path: Path) -> None:
    path = workbook(
        tmp_path / "in.xlsx", [["a", "b"], [1, None]], lambda _, sheet: sheet.write_formula("B2", "=A2", None, 1)
    )
    assert read(path).origin.notes == ()
    assert read(path).frame.rows() == [("1", "1")]
    with zipfile.ZipFile(path) as whole, zipfile.ZipFile(tmp_path / "bare.xlsx", "w") as bare:
        for name in whole.namelist():
            bare.writestr(name, whole.read(name).replace(b"</f><v>1</v>", b"</f><v />"))
    table = read(tmp_path / "bare.xlsx")
    assert table.frame.rows() == [("1", "")]
    assert "formulas without a value" in table.origin.notes[0]


def test_a_sheet_that_is_a_chart_is_passed_over_in_silence(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    def chart(book: Any, _sheet: Any) -> None:
        drawn = book.add_chart({"type": "line"})
        drawn.add_series({"values": "=People!$A$2:$A$3"})
        book.add_chartsheet().set_chart(drawn)

    assert read(workbook(tmp_path / "in.xlsx", [["a"], [1], [2]], chart)).records == 2
    assert capfd.readouterr() == ("", "")


def test_records_without_any_value_are_refused_and_not_lost(tmp_path: Path) -> None:
    with pytest.raises(OutputError, match="2 of 3 records would have no value") as refused:
        write_table(Table(pl.DataFrame({"day": ["", "2020-01-31", ""], "n": ["", "1", ""]})), tmp_path, to="xlsx")
    assert "--to csv" in refused.value.hints
    assert read(write_table(Table(pl.DataFrame({"a": ["", "1"], "b": ["2", ""]})), tmp_path, to="xlsx")).records == 2


def test_a_workbook_with_a_broken_byte_is_read_or_refused(tmp_path: Path) -> None:
    whole, path, refused = (
        workbook(tmp_path / "whole.xlsx", [["a", "b"], [1, "x"]]).read_bytes(),
        tmp_path / "in.xlsx",
        0,
    )
    for at in range(0, len(whole), 23):
        broken = bytearray(whole)
        broken[at] ^= 0xFF
        path.write_bytes(broken)
        try:
            hidden_content(path, read(path))
        except InputError:
            refused += 1
    assert refused > 20


def test_an_archive_of_an_unknown_version_is_refused(tmp_path: Path) -> None:
    content = bytearray(workbook(tmp_path / "in.xlsx", [["a", "b"], [1, "x"]]).read_bytes())
    content[content.index(b"PK\x01\x02") + 6] = 235  # the version that the first entry of the contents needs
    (tmp_path / "in.xlsx").write_bytes(content)
    with pytest.raises(InputError):
        read(tmp_path / "in.xlsx")


def test_a_protected_workbook_is_told_apart(tmp_path: Path) -> None:
    path = tmp_path / "in.xlsx"
    path.write_bytes(b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + bytes(600) + "EncryptedPackage".encode("utf-16-le"))
    with pytest.raises(InputError, match="protected with a password"):
        read(path)


@pytest.mark.parametrize(("digits", "told"), [(5, True), (1, False)])
def test_zeros_of_an_open_document_are_told_of(digits: int, told: bool) -> None:
    number = f'<number:number number:min-integer-digits="{digits}"/>'
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w") as archive:
        archive.writestr("content.xml", f'<number:number-style style:name="N1">{number}</number:number-style>')
    assert has_unread_zeros(file.getvalue()) is told


def test_numbers_that_are_shown_with_zeros_are_read_as_they_are_shown(tmp_path: Path) -> None:
    def more(book: Any, sheet: Any) -> None:
        five, number, month, red = (
            book.add_format({"num_format": form})
            for form in ("00000", r"000\-00\-0000", "00", '[$-407]"D-"00000;[Red]-00000')
        )
        sheet.write_number("I6", 1e30, five)
        sheet.write_number("I5", 7, book.add_format({"num_format": "0" * 256}))
        sheet.write_row("C3", ["zip", "ssn", "month", "mixed", "plain", "odd", "far"])
        sheet.write_blank("A1", None, five)
        for row, (code, at) in enumerate([(1234, 10), (99999, 11), (-7, 12)], 3):
            sheet.write_number(row, 2, code, five)
            sheet.write_formula(row, 3, "=1+1", number, 12345678 + row)
            sheet.write_number(row, 4, at, month)
            sheet.write_number(row, 6, 5)
            sheet.write_number(row, 7, 0.5 * row, five)
        sheet.write_column("F4", ["x"])
        sheet.write_number("F5", 12, red)
        sheet.write_number("F6", 12)

    table = read(workbook(tmp_path / "in.xlsx", [], more))
    assert table.frame.rows() == [
        ("01234", "012-34-5681", "10", "x", "5", "1.5", ""),
        ("99999", "012-34-5682", "11", "D-00012", "5", "00002", "7"),
        ("-00007", "012-34-5683", "12", "12", "5", "2.5", "1e+30"),
    ]
    assert table.origin.notes[-1].endswith("with leading zeros or signs: zip, ssn, mixed, odd")
    written = write_table(table, tmp_path)
    assert read(written).frame.equals(table.frame)
    assert table.typed is not None
    assert table.typed.schema["month"] == pl.Float64
