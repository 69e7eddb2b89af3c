"""What tests do in the browser again and again."""

import re
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from tests.web.conftest import Server


def opened(page: Any, file: Path) -> None:
    """Upload a file and start its project."""
    page.set_input_files("[data-file]", str(file))
    page.get_by_role("button", name="Look at the columns").click()
    page.get_by_role("heading", name="What is in each column?").wait_for()
    page.get_by_text("are unique by the quasi-identifiers chosen so far").wait_for()  # the script is at work


def known(page: Any, server: Server) -> None:
    """Open the first screen of an application that several tests share; the browser gets its cookie."""
    name, _, value = server.cookie.partition("=")
    page.context.add_cookies([{"name": name, "value": value, "url": server.root, "sameSite": "Strict"}])
    page.goto(f"{server.root}/")


def small_table(folder: Path) -> Path:
    jobs = ("nurse", "surgeon", "baker", "cook", "teacher", "professor")
    rows = [
        f"{i:04},{jobs[i % 6]},{20 + i % 23},{('low', 'mid', 'high')[i % 3]},{('a', 'b')[i % 2]}" for i in range(90)
    ]
    file = folder / "people.csv"
    file.write_text("person_id,job,age,salary_band,kept\n" + "\n".join(rows) + "\n")
    return file


def released(page: Any) -> None:
    """Make the release and wait for it."""
    page.get_by_role("button", name=re.compile("^Make the release")).click()
    page.get_by_role("heading", name="Rows before and after").wait_for()


def downloaded(page: Any, name: str) -> bytes:
    with page.expect_download() as found:
        page.get_by_role("link", name=f"Download {name}").click()
    return Path(found.value.path()).read_bytes()


def policy_of(server: Server) -> str:
    """The policy of the project that was changed last."""
    return max(server.folder.glob("*/policy.yaml"), key=lambda file: file.stat().st_mtime_ns).read_text()


def semblant(*arguments: str) -> "subprocess.CompletedProcess[str]":
    command = [sys.executable, "-c", "from semblant.cli import main; main()", *arguments]
    return subprocess.run(command, capture_output=True, text=True, check=False)


@contextmanager
def script_late(page: Any, url: str) -> Iterator[None]:
    """Open a page whose script comes only afterwards."""
    held: list[Any] = []
    page.route("**/static/app.js", lambda route: held.append(route))
    with page.expect_request("**/static/app.js"):
        page.goto(url, wait_until="commit")
    yield
    assert page.locator("html[data-ready]").count() == 0
    for route in held:
        route.continue_()
    page.unroute_all()
