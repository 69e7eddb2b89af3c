"""The page of words: what is decided stays in its place, and what was looked for stays too."""

import re
from pathlib import Path
from typing import Any

import pytest

from tests.web.browsing import known, opened, policy_of
from tests.web.conftest import Server

pytestmark = [pytest.mark.slow, pytest.mark.compiled]

JOBS = (
    "nurse", "head nurse", "Nurse ", "surgeon", "baker", "cook", "teacher", "professor", "guard", "coach", "conductor",
    "porter", "zzyzx", "driver", "engineer", "operator", "minister", "director", "actor", "model", "cleaner", "waiter",
    "carpenter", "plumber", "painter", "judge", "lawyer", "farmer", "fisherman", "pilot", "sailor", "host", "usher",
)  # fmt: skip


HEAD = "job,age,kept"


def table(folder: Path, head: str = HEAD, first: str = "") -> Path:
    file = folder / "people.csv"
    rows = [f"{first}{JOBS[i % len(JOBS)]},{20 + i % 23},{('a', 'b')[i % 2]}" for i in range(330)]
    file.write_text("\n".join([head, *rows]) + "\n")
    return file


def order(page: Any) -> list[str]:
    found: list[str] = page.locator("table.words tbody tr td:nth-child(2)").all_inner_texts()
    return found


def place(page: Any, value: str) -> float:
    """How far below the top of the window the row of a value is."""
    top: float = row(page, value).evaluate("row => row.getBoundingClientRect().top")
    return top


def row(page: Any, value: str) -> Any:
    return page.locator("table.words tbody tr", has=page.get_by_text(value, exact=True))


def test_a_decision_stays_where_it_was_made_and_can_be_undone(page: Any, server: Server, tmp_path: Path) -> None:
    known(page, server)
    opened(page, table(tmp_path))
    page.get_by_role("link", name="Words", exact=True).click()
    page.get_by_text("Taken to mean").wait_for()
    before = order(page)
    value = before[len(before) // 2]
    row(page, value).scroll_into_view_if_needed()
    row(page, value).locator("select").focus()
    top = place(page, value)
    row(page, value).locator("select").select_option(index=1)
    status = page.get_by_role("status").filter(has_text="Saved:")
    status.filter(has_text=f"“{value}”").wait_for()
    assert status.bounding_box()["y"] < 200, "it is in sight"
    assert row(page, value).locator(".badge").inner_text() == "decided"
    assert order(page) == before
    assert abs(place(page, value) - top) < 2
    assert page.evaluate("document.activeElement.tagName") == "SELECT", "the keyboard goes on from there"
    page.get_by_role("button", name="Undo this").click()
    page.get_by_role("status").filter(has_text="Undone: job").wait_for()
    assert "mapping:" not in policy_of(server)
    assert order(page) == before
    assert abs(place(page, value) - top) < 20


def test_what_was_looked_for_stays(page: Any, server: Server, tmp_path: Path) -> None:
    known(page, server)
    opened(page, table(tmp_path, f"town,{HEAD}", "Paris,"))
    base = page.url.rpartition("/")[0]
    page.goto(f"{base}/words?column=1")
    page.get_by_text("Taken to mean").wait_for()
    quality = row(page, "porter").locator(".badge").inner_text()
    page.locator("select[name=quality]").select_option(quality)
    page.get_by_label("Find a value").fill("r")
    page.get_by_role("button", name="Show").click()
    page.wait_for_url("**find=r*")
    before, asked = order(page), re.sub("&?said=[^&]*", "", page.url)
    others = [one for one in before if one != "porter"]
    assert len(others) == len(before) - 1 > 1
    row(page, "porter").locator("select").select_option(index=1)
    page.get_by_role("status").filter(has_text="Saved: “porter”").wait_for()
    assert order(page) == before
    assert row(page, "porter").locator(".badge").inner_text() == "decided"
    for name in ("column=1", f"quality={quality}", "find=r"):
        assert name in page.url, "the address says it, for whoever opens it again"
    # found in the vocabulary
    row(page, others[0]).get_by_text("Search the vocabulary").click()
    row(page, others[0]).get_by_role("button", name="Search").click()
    row(page, others[0]).locator(".list button").first.click()
    page.get_by_role("status").filter(has_text=f"Saved: “{others[0]}” means").wait_for()
    assert order(page) == before
    # several at once, and taken back
    for value in others:
        page.get_by_label(f"Select {value}", exact=True).check()
    page.get_by_role("button", name="Unrelated category").click()
    page.get_by_role("status").filter(has_text=f"Saved: {len(others)} values are unrelated categories").wait_for()
    assert order(page) == before
    assert set(page.locator("table.words .badge").all_inner_texts()) == {"decided"}
    page.get_by_role("button", name="Undo this").click()
    page.get_by_role("status").filter(has_text="Undone").wait_for()
    assert order(page) == before
    assert row(page, "porter").locator(".badge").inner_text() == "decided"
    assert "find=r" in page.url
    assert f"quality={quality}" in page.url
    page.goto(asked)
    assert order(page) == before, "a fresh page has the same order"
    assert page.locator("option", has_text=f"matched as {quality}").inner_text().endswith("2 decided")


def test_without_a_script_the_address_keeps_what_was_looked_for(server: Server, tmp_path: Path) -> None:
    project = server.begin("people.csv", table(tmp_path).read_bytes())
    shown = server.settled(f"{project}/words?column=0&find=nurse").body
    assert "Select head nurse" in shown
    assert "Select baker" not in shown
    form = {"column": "0", "find": "nurse", "action": "choose", "value": "nurse", "concept": ""}
    answer = server.send("POST", f"{project}/words", form)
    asked, _, part = answer.headers["location"].partition("#")
    assert "find=nurse" in asked
    after = server.settled(asked).body
    assert f'<tr id="{part}">' in after
    assert "Saved: “nurse” is an unrelated category, with 1 other spelling." in after
    assert "Select baker" not in after
    assert 'form="undo"' in after
    assert re.search(r'name="back" value="[^"]*column=0&amp;find=nurse"', after)
    undone = server.post(f"{project}/undo", back=asked.partition("&said")[0]).body
    assert "Undone: job: the meaning of 2 values." in undone
    assert "Select baker" not in undone
    elsewhere = server.send("POST", f"{project}/redo", {"back": "//example.org/"})
    assert elsewhere.headers["location"].startswith(f"{project}/columns")
