"""How large and how fast the web application is: ``python -m bench.web [ROWS]``, by default a million.

A server in a process of its own and Chromium or Chrome: bytes of every screen, seconds to the first paint, and how soon
the screens of a large table answer. Takes Playwright, from the test group.
"""

import os
import random
import re
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import polars as pl
from playwright.sync_api import sync_playwright

from semblant.report.pdf import find_browser

LONG = 1_800_000  # milliseconds
JOBS = ("nurse", "surgeon", "baker", "cook", "teacher", "professor", "painter", "dentist", "farmer", "lawyer")
SCREENS = ("columns", "words", "privacy", "compare", "result", "export", "history", "policy", "check", "hierarchy/2")


@contextmanager
def served(folder: Path) -> Iterator[Any]:
    """A page of a browser that is known to an application over a folder."""
    (temporary := folder / "temporary").mkdir()
    (data := folder / "data").mkdir()
    command = [sys.executable, "-c", "from semblant.cli import main; main()", "web", str(data), "--no-browser"]
    environment = os.environ | {"TMPDIR": str(temporary)}
    with (
        subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env=environment) as server,
        sync_playwright() as play,
    ):
        assert server.stdout is not None
        found = re.search(r"http://\S+", server.stdout.readline())
        assert found is not None
        browser = play.chromium.launch(executable_path=str(find_browser()), args=["--no-sandbox"])
        page = browser.new_page()
        page.set_default_timeout(LONG)
        try:
            page.goto(found[0])
            yield page
        finally:
            browser.close()
            server.terminate()


def main() -> None:
    """Print a table of sizes, then one of seconds."""
    rows = int(sys.argv[1]) if sys.argv[1:] else 1_000_000
    with tempfile.TemporaryDirectory() as scratch, served(Path(scratch)) as page:
        root = page.url.rstrip("/")
        parts = sum(len(page.request.get(f"{root}/static/{name}").body()) for name in ("app.css", "app.js", "icon.svg"))
        print("| screen | bytes, with style and script |\n|---|---|")
        print(f"| without data: the first one | {parts + size(page, root):,} |")
        print(f"| without data: an error | {parts + size(page, f'{root}/nothing'):,} |")
        page.get_by_label("Open the example Visitor survey").click()
        project = begun(page)
        for screen in SCREENS:
            page.goto(f"{project}/{screen}")  # its words are mapped by then
            print(f"| survey: {screen} | {parts + size(page, f'{project}/{screen}'):,} |")
        print("\n| what | seconds |\n|---|---|", flush=True)
        said("first paint of the first screen", paint(page, root))
        said("first paint of the columns of the survey", paint(page, f"{project}/columns"))
        large(page, root, table(Path(scratch), rows), rows)


def large(page: Any, root: str, file: Path, rows: int) -> None:
    """How soon the screens of a large table answer."""
    page.goto(root)
    page.set_input_files("[data-file]", str(file))
    began = time.monotonic()
    page.get_by_role("button", name="Look at the columns").wait_for()
    said(f"{rows:,} rows ({file.stat().st_size >> 20} MB): sent, read and shown", time.monotonic() - began)
    began = time.monotonic()
    project = begun(page)
    said("columns counted and roles suggested", time.monotonic() - began)
    page.get_by_text("are unique by the quasi-identifiers").wait_for()
    said("the column page", median(lambda: page.request.get(f"{project}/columns")))
    said("unique records, counted before", median(lambda: page.request.get(f"{project}/unique")))
    card = page.locator("article", has=page.get_by_role("heading", name="visits", exact=True))
    began = time.monotonic()
    card.get_by_text("Quasi-identifier", exact=True).click()
    page.locator("article.quasi", has_text="visits").wait_for()
    said("a role changed, the page there again", time.monotonic() - began)
    page.get_by_text("are unique by the quasi-identifiers").wait_for()
    said("… and unique records counted anew", time.monotonic() - began)
    began = time.monotonic()
    page.get_by_role("button", name="Undo").click()
    page.get_by_text("Undone").wait_for()
    said("undone", time.monotonic() - began)
    began = time.monotonic()
    page.goto(f"{project}/compare")
    said("the screen of the curve, which starts quick runs", time.monotonic() - began)
    page.locator("[data-k-row] .num").first.wait_for()
    said("the first point of the curve", time.monotonic() - began)
    page.locator("tr.chosen .num").first.wait_for()
    said("the figures of the k in force", time.monotonic() - began)
    points = page.locator("[data-k-row]").count()
    page.get_by_text("All quick runs are done.").wait_for()
    said(f"the last of {points} points", time.monotonic() - began)


def begun(page: Any) -> str:
    """Go on from the preview to the columns; the address of the project."""
    page.get_by_role("button", name="Look at the columns").click()
    page.get_by_role("heading", name="What is in each column?").wait_for()
    return str(page.url.rpartition("/")[0])


def size(page: Any, address: str) -> int:
    """Bytes of one page."""
    return len(page.request.get(address).body())


def paint(page: Any, address: str) -> float:
    """Seconds to the first contentful paint, the median of five visits without a cache."""

    def once() -> float:
        page.goto(address)
        entries = "performance.getEntriesByName('first-contentful-paint')"
        while not page.evaluate(f"{entries}.length"):
            time.sleep(0.02)
        return float(page.evaluate(f"{entries}[0].startTime")) / 1000

    return statistics.median(once() for _ in range(5))


def median(work: Callable[[], object]) -> float:
    """Seconds of the clock that a request takes, the median of five."""

    def once() -> float:
        began = time.monotonic()
        work()
        return time.monotonic() - began

    return statistics.median(once() for _ in range(5))


def said(what: str, seconds: float) -> None:
    """One line of the table."""
    print(f"| {what} | {seconds:.2f} |", flush=True)


def table(folder: Path, rows: int) -> Path:
    """Ten columns of every kind, an identifier and a secret among them."""
    chance = random.Random(1)
    columns = {
        "person_id": [f"P{i:08}" for i in range(rows)],
        "job": chance.choices(JOBS, k=rows),
        "town": chance.choices([f"town {i}" for i in range(400)], k=rows),
        "age": [chance.randrange(18, 90) for _ in range(rows)],
        "born": [f"{chance.randrange(1940, 2005)}-{chance.randrange(1, 13):02}-15" for _ in range(rows)],
        "salary": [chance.randrange(15_000, 120_000) for _ in range(rows)],
        "diagnosis": chance.choices(("asthma", "diabetes", "flu", "fracture", "migraine"), k=rows),
        "visits": [chance.randrange(30) for _ in range(rows)],
        "score": [f"{chance.random():.6f}" for _ in range(rows)],
        "paid": chance.choices("yn", k=rows),
    }
    pl.DataFrame(columns).write_csv(file := folder / "large.csv")
    return file


if __name__ == "__main__":
    main()
