"""Decisions and what follows at once: the row of the names, reasons for checks, counts, settings that cannot be."""

import json
import os
import re
import signal
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from semblant.release.files import private_folder
from tests.web.browsing import known, opened, policy_of, released, small_table
from tests.web.conftest import Server

pytestmark = [pytest.mark.slow, pytest.mark.compiled]

DATES = "\n".join(f"{1 + i % 28}.{1 + i % 11}.{1950 + i % 30};{('nurse', 'baker')[i % 2]}" for i in range(90))


def test_a_file_that_cannot_be_read_shows_its_rows_to_choose_from(
    page: Any, server: Server, tmp_path: Path, axe: Callable[[Any], None]
) -> None:
    known(page, server)
    file = tmp_path / "people.csv"
    file.write_text("made;by;hand\nname;job;\nAnn;nurse;31\nBob;baker;45\nname;job;age\nAnn;nurse;31\nBob;baker;45\n")
    page.set_input_files("[data-file]", str(file))
    page.get_by_text("The file begins like this").click()
    page.get_by_role("button", name="The names are in row 2").click()
    page.get_by_text("Column 3 of 3 has no name.").wait_for()
    page.get_by_text("correct “Column names are in row” below").wait_for()
    axe(page)
    page.get_by_role("button", name="The names are in row 5").click()
    page.get_by_role("columnheader", name="age").wait_for()
    assert page.get_by_label("Column names are in row").input_value() == "5"


def test_a_workbook_shows_its_rows(server: Server, tmp_path: Path) -> None:
    import polars as pl

    file = tmp_path / "people.xlsx"
    pl.DataFrame({"Made by": ["name", "Ann", "Bob"], "hand": ["age", "31", "45"]}).write_excel(file)
    go = json.loads(server.upload(file.name, file.read_bytes()).body)["go"]
    shown = server.settled(go).body
    assert 'name="header_row" value="2"' in shown
    assert '<th scope="col"><bdi>name</bdi></th>' in server.settled(f"{go}?header_row=2").body


def test_unique_records_are_counted_as_they_will_be_grouped(page: Any, server: Server, tmp_path: Path) -> None:
    known(page, server)
    file = tmp_path / "born.csv"
    file.write_text(f"born;job\n{DATES}\n31.12.9999;baker\n31.12.9999;nurse\n")
    opened(page, file)
    card = page.locator("article", has=page.get_by_role("heading", name="born", exact=True))
    assert "9999" not in card.locator(".reason").filter(has_text=re.compile("^from ")).inner_text()
    by_month = int(page.locator("aside .big").inner_text())
    card.get_by_role("link", name="Precision, values for none").click()
    page.get_by_label("Released no finer than").select_option("year")
    page.get_by_role("button", name="Save").click()
    page.get_by_text("Saved.").wait_for()
    page.get_by_role("link", name="Back to the columns").click()
    page.get_by_text("are unique by the quasi-identifiers chosen so far").wait_for()
    assert int(page.locator("aside .big").inner_text()) < by_month


def test_a_setting_that_cannot_be_kept_is_refused_at_once(server: Server, tmp_path: Path) -> None:
    project = server.begin("people.csv", small_table(tmp_path).read_bytes())
    server.post(f"{project}/columns/role", column="2", role="quasi", kind="numeric")
    page = {"X-Page": f"{project}/column/2"}
    answer = server.send("POST", f"{project}/column/2", {"bands": "0.001"}, page)
    assert "bands; 1,000 are the most" in server.settled(answer.headers["location"]).body
    assert "bands" not in (server.folder / Path(project).name / "policy.yaml").read_text()


def test_what_is_said_to_an_amber_check_goes_into_the_evidence(page: Any, server: Server, tmp_path: Path) -> None:
    known(page, server)
    opened(page, small_table(tmp_path))
    page.get_by_role("button", name="Agree with all that is chosen").click()
    page.get_by_text("to confirm.").wait_for(state="detached")
    base = page.url.rpartition("/")[0]
    page.goto(f"{base}/privacy")
    page.get_by_label("k", exact=True).fill("3")
    page.get_by_label("Open data").check()
    page.get_by_role("button", name="Save and go to the result").click()
    released(page)
    check = page.locator("li.amber", has_text="K advice")
    check.get_by_text("Accept it with a reason").click()
    check.get_by_label("Why it is all right").fill("Agreed with the board.")
    check.get_by_role("button", name="Accept k advice with this reason").click()
    page.get_by_text("Accepted: Agreed with the board.").wait_for()
    page.get_by_role("button", name="Make the release again").click()
    page.get_by_text("The policy has changed since").wait_for(state="detached")
    page.get_by_role("heading", name="Rows before and after").wait_for()
    release = server.folder / base.rpartition("/")[2] / "release"
    evidence = json.loads((private_folder(release) / "evidence.json").read_text())
    assert "Agreed with the board." in [one.get("reason") for one in evidence["checklist"]]
    assert not [file for file in release.iterdir() if b"Agreed" in file.read_bytes()]


def test_the_whole_way_by_keyboard(page: Any, server: Server, tmp_path: Path) -> None:
    """The file itself is chosen in the window of the system, which is not ours."""
    known(page, server)
    page.set_input_files("[data-file]", str(small_table(tmp_path)))
    page.get_by_role("button", name="Look at the columns").wait_for()

    def reach(name: str, role: str = "button") -> None:
        """Tab until something has the focus, and see that it shows."""
        wanted = page.get_by_role(role, name=name, exact=True).first
        wanted.wait_for()
        page.locator("html[data-ready]").wait_for(state="attached")
        for _ in range(400):
            page.keyboard.press("Tab")
            if wanted.evaluate("one => one === document.activeElement"):
                style = wanted.evaluate("one => getComputedStyle(one.closest('label.button') || one).outlineStyle")
                assert style != "none", f"{name}: the focus cannot be seen"
                return
        raise AssertionError(f"{name} cannot be reached")

    def press(name: str, role: str = "button") -> None:
        reach(name, role)
        page.keyboard.press("Enter")

    press("Look at the columns")
    page.get_by_text("are unique by the quasi-identifiers chosen so far").wait_for()
    press("Agree with all that is chosen")
    page.get_by_text("to confirm.").wait_for(state="detached")
    card = page.locator("article", has=page.get_by_role("heading", name="age", exact=True))
    card.locator("input[type=radio]:checked").focus()
    before = card.get_attribute("class")
    page.keyboard.press("ArrowRight")
    page.wait_for_function(
        "([id, old]) => document.getElementById(id).className !== old", arg=[card.get_attribute("id"), before]
    )
    assert page.evaluate("document.activeElement.type") == "radio", "the focus stays where it was"
    page.keyboard.press("ArrowLeft")
    page.wait_for_function(
        "([id, old]) => document.getElementById(id).className === old", arg=[card.get_attribute("id"), before]
    )
    press("Next: words", "link")
    page.get_by_text("Taken to mean").wait_for()
    press("Next: privacy", "link")
    page.get_by_role("heading", name="How well must people be protected?").wait_for()
    press("Save and compare")
    page.get_by_role("heading", name="What does protection cost?").wait_for()
    page.get_by_label("k", exact=True).focus()
    page.keyboard.press("ArrowLeft")
    page.locator("tr.chosen .badge").wait_for()
    press("Next: make the release", "link")
    press("Make the release")
    page.get_by_role("heading", name="Rows before and after").wait_for()
    press("Why is row 1 released like this?")
    page.get_by_text("Why row 1?").wait_for()
    press("Next: export", "link")
    reach("Download publish.zip", "link")
    with page.expect_download():
        page.keyboard.press("Enter")


@contextmanager
def halted(server: Server) -> Iterator[None]:
    """Let a server answer nothing for a while, as on a machine under load."""
    os.kill(server.process.pid, signal.SIGSTOP)
    try:
        yield
    finally:
        os.kill(server.process.pid, signal.SIGCONT)


def test_changes_are_kept_though_the_page_is_left_at_once(page: Any, server: Server, tmp_path: Path) -> None:
    known(page, server)
    opened(page, small_table(tmp_path))
    columns = page.url
    with halted(server):
        choose(page, "Sensitive", "age", "salary_band")
        page.get_by_role("link", name="Privacy", exact=True).click(no_wait_after=True)
    page.get_by_role("group", name="age").wait_for()
    assert page.get_by_role("group", name="salary_band").count() == 1, "the next page knows of both"
    page.goto(columns)
    page.get_by_text("are unique by the quasi-identifiers chosen so far").wait_for()
    with halted(server):
        choose(page, "Keep", "age", "salary_band")
        page.evaluate("setTimeout(() => location.assign('/'))")  # not by a link
    page.get_by_role("heading", name="Anonymise a file").wait_for()
    until = time.monotonic() + 60
    while len(re.findall(r"(?:age|salary_band): (?:\{role: )?keep", policy_of(server))) < 2:
        assert time.monotonic() < until, policy_of(server)
        time.sleep(0.1)


def choose(page: Any, role: str, *names: str) -> None:
    for name in names:
        card = page.locator("article", has=page.get_by_role("heading", name=name, exact=True))
        card.get_by_text(role, exact=True).click()


def test_a_refusal_stays_in_sight_of_somebody_who_is_leaving(page: Any, server: Server, tmp_path: Path) -> None:
    known(page, server)
    file = tmp_path / "born.csv"
    file.write_text(f"born;job\n{DATES}\nin spring;baker\n")
    opened(page, file)
    card = page.locator("article", has=page.get_by_role("heading", name="born", exact=True))
    with halted(server):
        card.get_by_label("Compared as").select_option("date")
        page.get_by_role("link", name="Privacy", exact=True).click(no_wait_after=True)
    page.get_by_text("born cannot be compared as dates").wait_for()
    assert page.url.endswith("/columns")


def test_columns_are_found_by_name_and_changed_together(page: Any, server: Server, tmp_path: Path) -> None:
    known(page, server)
    file = tmp_path / "answers.csv"
    names = [f"q{i}_{('age', 'job')[i % 2]}" for i in range(12)]
    rows = "".join(",".join(str((i * j) % 7) for j in range(12)) + "\n" for i in range(40))
    file.write_text(f"{','.join(names)}\n{rows}")
    opened(page, file)
    page.get_by_label("Find a column").fill("JOB")
    assert page.locator("article:visible").count() == 6
    page.get_by_role("button", name="Select all that are shown").first.click()
    page.locator("#bulk").get_by_role("button", name="Sensitive", exact=True).click()
    page.locator("article.sensitive", has_text="q11_job").wait_for()
    assert page.locator("article:visible").count() == 6, "what was looked for stays"
    page.get_by_label("Find a column").fill("")
    sensitive = page.locator("article.sensitive:visible h2").all_inner_texts()
    assert [name for name in names if name.endswith("job")] == [one for one in sensitive if one.endswith("job")]
    assert "6 columns: sensitive" in page.get_by_role("button", name="Undo").get_attribute("title")
