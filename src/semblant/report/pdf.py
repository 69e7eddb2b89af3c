"""Printing a report to PDF with an installed browser."""

import os
import shutil
import subprocess
import tempfile
from pathlib import Path

from semblant.data.atomic import write_file
from semblant.errors import OutputError

BROWSERS = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome")
_PATIENCE = 120.0


def find_browser() -> str:
    """Find an installed browser, or raise an error before any work is done."""
    for name in BROWSERS:
        if (found := shutil.which(name)) is not None:
            return found
    raise OutputError(
        "Printing to PDF takes Chromium or Chrome, and none is installed.",
        where="--pdf",
        hints=["install chromium", "leave --pdf out and print report.html from any browser"],
    )


def print_pdf(page: Path, target: Path, browser: str | None = None) -> None:
    """Print a page to a PDF file, atomically."""
    browser = browser or find_browser()
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder:
        printed = Path(folder) / "page.pdf"
        command = [
            browser,
            "--headless",
            "--disable-gpu",
            "--no-first-run",
            "--disable-extensions",
            "--disable-background-networking",
            f"--user-data-dir={folder}/profile",
            "--no-pdf-header-footer",
            f"--print-to-pdf={printed}",
            *(["--no-sandbox"] if _is_root() else []),
            page.resolve().as_uri(),
        ]
        try:
            subprocess.run(command, capture_output=True, timeout=_PATIENCE, check=False)
        except (OSError, subprocess.TimeoutExpired) as error:
            raise _failed(browser, type(error).__name__) from None
        if not printed.is_file() or not printed.read_bytes().startswith(b"%PDF"):
            raise _failed(browser, "it made no PDF")
        write_file(target, printed.read_bytes())


def _is_root() -> bool:
    """Chromium refuses its own sandbox to the superuser, as in a container."""
    return hasattr(os, "geteuid") and os.geteuid() == 0


def _failed(browser: str, why: str) -> OutputError:
    return OutputError(
        f"{Path(browser).name} could not print the report ({why}). The release itself is complete.",
        where="--pdf",
        hints=["open report.html in a browser and print it from there"],
    )
