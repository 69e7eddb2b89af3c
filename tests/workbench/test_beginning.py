"""How a file begins, as the first page shows it."""

from pathlib import Path

import pytest

from semblant.workbench.beginning import Beginning, beginning_of

pytest.importorskip("fastexcel")
xlsxwriter = pytest.importorskip("xlsxwriter")

LAST_CELL = 1_048_575, 16_383


def workbook(path: Path, *far: tuple[int, int]) -> Path:
    book = xlsxwriter.Workbook(str(path))
    sheet = book.add_worksheet("People")
    sheet.write_column(0, 0, ["job", "nurse"])
    for cell in far:
        sheet.write_string(*cell, " ")
    book.close()
    return path


def test_the_first_rows_of_a_workbook(tmp_path: Path) -> None:
    assert beginning_of(workbook(tmp_path / "in.xlsx")) == Beginning(("People",), [["job"], ["nurse"]])


def test_a_workbook_that_would_fill_the_memory_is_not_laid_out(tmp_path: Path) -> None:
    assert beginning_of(workbook(tmp_path / "in.xlsx", LAST_CELL)) == Beginning((), [])
