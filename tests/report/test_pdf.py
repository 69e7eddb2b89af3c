"""A report on paper, where there is a browser to print it; a clear word where there is none."""

import shutil
import stat
from pathlib import Path

import pytest

from semblant.errors import OutputError
from semblant.report.pdf import BROWSERS, find_browser, print_pdf

PAGE = "<!DOCTYPE html><html lang=en><title>t</title><h1>Every record is like at least 4 others.</h1></html>"


@pytest.fixture
def page(tmp_path: Path) -> Path:
    file = tmp_path / "a report with spaces & signs.html"
    file.write_text(PAGE)
    return file


def test_a_page_is_printed(page: Path, tmp_path: Path) -> None:
    if not any(shutil.which(name) for name in BROWSERS):
        pytest.skip("install chromium to print reports")
    print_pdf(page, tmp_path / "report.pdf")
    assert (tmp_path / "report.pdf").read_bytes().startswith(b"%PDF")
    assert sorted(p.name for p in tmp_path.iterdir()) == [page.name, "report.pdf"]


def test_without_a_browser_it_says_what_to_do(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(OutputError, match="none is installed") as refused:
        find_browser()
    assert "install chromium" in refused.value.hints


def test_a_browser_that_fails_leaves_nothing(page: Path, tmp_path: Path) -> None:
    broken = tmp_path / "chromium"
    broken.write_text("#!/bin/sh\nexit 3\n")
    broken.chmod(broken.stat().st_mode | stat.S_IXUSR)
    with pytest.raises(OutputError, match="made no PDF"):
        print_pdf(page, tmp_path / "report.pdf", str(broken))
    with pytest.raises(OutputError, match="FileNotFoundError"):
        print_pdf(page, tmp_path / "report.pdf", str(tmp_path / "absent"))
    assert not (tmp_path / "report.pdf").exists()
