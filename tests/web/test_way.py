"""The whole way in a real browser: from a file to both archives, and what may go wrong on it."""

import hashlib
import io
import json
import re
import time
import zipfile
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest

from tests.web.browsing import downloaded, known, opened, policy_of, released, script_late, semblant, small_table
from tests.web.conftest import Server, Start

pytestmark = [pytest.mark.slow, pytest.mark.compiled]

UGLY = (
    "Name;Beruf;Alter;Einkommen;Bemerkung\n"
    + "".join(
        f"Person {i};{('Nurse', 'nurse ', 'baker', 'Bäcker', 'teacher', '', 'carpenter')[i % 7]};{20 + i % 9};"
        f"{1000 + 10 * (i % 5)},50;{'=1+1' if i == 3 else '<b>x</b>' if i == 4 else 'ok'}\n"
        for i in range(84)
    )
).encode("cp1252")


def test_from_a_file_to_both_archives(page: Any, start: Start, tmp_path: Path, axe: Callable[[Any], None]) -> None:
    server = start()
    page.goto(server.address)
    assert "token" not in page.url
    axe(page)
    opened(page, small_table(tmp_path))
    page.get_by_text("What each column adds").wait_for()
    axe(page)
    # the columns: a secret must be confirmed, a role is changed by one click, undone and made again
    page.get_by_role("button", name="Agree with all that is chosen").click()
    page.get_by_text("to confirm.").wait_for(state="detached")
    card = page.locator("article", has=page.get_by_role("heading", name="age", exact=True))
    before = page.locator("aside .big").inner_text()
    card.get_by_text("Keep", exact=True).click()
    page.get_by_text("You decided.").wait_for()
    page.locator("aside .big").filter(has_not_text=before).wait_for()
    assert "decided by the steward" in policy_of(server)
    page.get_by_role("button", name="Undo").click()
    page.get_by_text("Undone: age: keep.").wait_for()
    assert "decided by the steward" not in policy_of(server)
    # the words
    page.get_by_role("link", name="Words", exact=True).click()
    page.get_by_text("Taken to mean").wait_for()
    axe(page)
    page.get_by_label("Select surgeon").check()
    page.get_by_role("button", name="Unrelated category").click()
    page.locator("tr", has_text="surgeon").get_by_text("decided").wait_for()
    assert "mapping: mapping-1.csv" in policy_of(server)
    page.get_by_label("Select surgeon").check()
    page.get_by_role("button", name="Take my decision back").click()
    page.locator("tr", has_text="surgeon").get_by_text("certain").wait_for()
    # the promises
    page.get_by_role("link", name="Privacy", exact=True).click()
    axe(page)
    page.get_by_label("k", exact=True).fill("4")
    page.get_by_label("Internal use").check()
    page.get_by_label("Title").fill("People: a test")
    page.get_by_role("button", name="Save and compare").click()
    page.get_by_role("heading", name="What does protection cost?").wait_for()
    assert "k: 4 " in policy_of(server)
    assert "purpose: internal" in policy_of(server)
    # quick runs and variants
    page.get_by_text("All quick runs are done.").wait_for()  # nobody asked for them
    axe(page)
    page.get_by_label("Name").fill("first")
    page.get_by_role("button", name="Keep the policy under this name").click()
    page.get_by_role("rowheader", name="first").wait_for()
    page.get_by_role("button", name="Take k = 3").click()
    page.locator("tr", has_text="first").get_by_role("button", name="Take", exact=True).click()
    page.locator("tr", has_text="first").get_by_text("in force").wait_for()
    # the release
    page.get_by_role("link", name="Result", exact=True).click()
    released(page)
    axe(page)
    promised = re.search(r"shares its quasi-identifiers with at least (\d+) others", page.locator("h1").inner_text())
    assert promised is not None
    assert int(promised[1]) >= 3
    # what is decided on comes first: guarantee, risk and loss, then the checklist, then rows
    headings = page.locator("main h2").all_inner_texts()
    assert headings[:5] == ["Guarantee", "Risk left", "Loss", "Checklist", "Rows before and after"]
    judged = page.get_by_role("region", name="Guarantee, risk and loss")
    (project,) = server.folder.glob("*-project")
    found = json.loads((project / "release-private" / "evidence.json").read_text())
    lost, changed = found["utility"]["loss_percent"], found["utility"]["changed_cells"]
    masked = [name for name, one in found["policy"]["attributes"].items() if one["role"] == "quasi"]
    kept = 100 - 100 * changed / (90 * len(masked))
    said = judged.inner_text().replace("\xa0", " ")
    assert f"{lost:.1f}".removesuffix(".0") + " % of the information was lost, most in " in said
    assert f"{kept:.1f}".removesuffix(".0") + " % of the cells in masked columns are as they were." in said
    assert judged.get_by_role("rowheader").all_inner_texts() == masked
    page.get_by_role("button", name="Why is row 2 released like this?").click()
    page.get_by_text("Why row 2?").wait_for()
    page.get_by_text("Pictures of every masked column").click()
    page.locator("figure").first.wait_for()
    page.get_by_text("My analysis").click()
    page.get_by_role("button", name="Compare").click()
    page.get_by_text("distance correlation").wait_for()
    page.get_by_role("link", name="Next: export").click()
    axe(page)
    publish, private = downloaded(page, "publish.zip"), downloaded(page, "private.zip")
    told = page.locator("code").all_inner_texts()
    assert hashlib.sha256(publish).hexdigest() in told
    for name, content in (("publish", publish), ("private", private)):
        zipfile.ZipFile(io.BytesIO(content)).extractall(tmp_path / name)
        for line in (tmp_path / name / "SHA256SUMS").read_text().splitlines():
            wanted, file = line.split("  ")
            assert hashlib.sha256((tmp_path / name / file).read_bytes()).hexdigest() == wanted
    assert {one.name for one in (tmp_path / "publish").iterdir()} == {
        "SHA256SUMS", "evidence.json", "release.csv", "report-public.html",
    }  # fmt: skip
    # what the command line says to it
    verified = semblant("verify", str(tmp_path / "publish"))
    assert verified.returncode == 0
    assert "other files" not in verified.stdout, "its checksums are known"
    (tmp_path / "publish" / "SHA256SUMS").write_text("anything")
    assert "other files in the folder say: SHA256SUMS" in semblant("verify", str(tmp_path / "publish")).stdout
    again = semblant(
        "anonymise", str(tmp_path / "people.csv"), "--replay", str(tmp_path / "private"), "-o", str(tmp_path / "again")
    )
    assert again.returncode == 0, again.stderr
    assert (tmp_path / "again" / "release.csv").read_bytes() == (tmp_path / "publish" / "release.csv").read_bytes()
    same = semblant(
        "anonymise", str(tmp_path / "people.csv"), "--policy", str(tmp_path / "private" / "policy.yaml"), "--dry-run"
    )
    assert same.returncode == 0, same.stderr


def test_an_ugly_file_goes_through(page: Any, server: Server, tmp_path: Path) -> None:
    known(page, server)
    file = tmp_path / "Umfrage <1>.csv"
    file.write_bytes(UGLY)
    opened(page, file)
    page.get_by_role("button", name="Agree with all that is chosen").click()
    page.get_by_text("to confirm.").wait_for(state="detached")
    names = ("Name", "Bemerkung")
    for name in names:
        page.get_by_label(f"Select {name}", exact=True).check()
    page.locator("#bulk").get_by_role("button", name="Identifier", exact=True).click()
    page.locator("article.identifier").nth(1).wait_for()
    card = page.locator("article", has=page.get_by_role("heading", name="Alter", exact=True))
    card.get_by_text("Quasi-identifier", exact=True).click()
    page.locator("article.quasi", has_text="Alter").wait_for()
    page.get_by_role("link", name="Result", exact=True).click()
    released(page)
    page.get_by_role("link", name="Export", exact=True).click()
    publish = zipfile.ZipFile(io.BytesIO(downloaded(page, "publish.zip")))
    assert b"Person" not in publish.read("release.csv")


def test_cancel_reload_and_two_tabs(page: Any, server: Server, tmp_path: Path) -> None:
    known(page, server)
    lines = [f"{i},{('nurse', 'baker', 'cook', 'teacher', 'painter')[i % 5]},{i % 83},{i % 97}" for i in range(20_000)]
    file = tmp_path / "many.csv"
    file.write_text("id,job,age,weight\n" + "\n".join(lines) + "\n")
    opened(page, file)
    page.get_by_role("button", name="Agree with all that is chosen").click()
    page.get_by_text("to confirm.").wait_for(state="detached")
    # two tabs: changes of both are kept, whichever comes last
    other = page.context.new_page()
    other.goto(page.url)

    def card(tab: Any, name: str) -> Any:
        return tab.locator("article", has=tab.get_by_role("heading", name=name, exact=True))

    card(page, "weight").get_by_text("Sensitive", exact=True).click()
    page.locator("article.sensitive", has_text="weight").wait_for()
    card(other, "age").get_by_text("Keep", exact=True).click()
    other.locator("article.keep", has_text="age").wait_for()
    assert other.locator("article.sensitive", has_text="weight").count() == 1, "the other tab shows both changes"
    page.reload()
    assert page.locator("article.keep", has_text="age").count() == 1
    card(page, "age").get_by_text("Quasi-identifier", exact=True).click()
    page.locator("article.quasi", has_text="age").wait_for()
    # a run survives a reload, and can be cancelled
    page.get_by_role("link", name="Result", exact=True).click()
    page.get_by_role("button", name="Make the release").click()
    page.get_by_text("seconds so far").wait_for()
    page.reload()
    page.get_by_text("seconds so far").wait_for()
    page.get_by_role("button", name="Cancel").click()
    page.get_by_text("Cancelled. Nothing was published.", exact=True).wait_for()
    assert page.get_by_text("Cancelled.").count() == 1
    project = server.folder / "many-project"
    assert not (project / "release").exists()
    assert [one.name for one in project.iterdir() if "release" in one.name] == []


def test_killed_in_the_middle_of_a_run_and_started_again(page: Any, start: Start) -> None:
    server = start()
    file = server.folder / "many.csv"
    lines = [f"{i},{('nurse', 'baker', 'cook', 'teacher', 'painter')[i % 5]},{i % 83},{i % 97}" for i in range(20_000)]
    file.write_text("id,job,age,weight\n" + "\n".join(lines) + "\n")
    page.goto(server.address)
    page.get_by_label("Open many.csv").click()
    page.get_by_role("button", name="Look at the columns").click()
    page.get_by_role("button", name="Agree with all that is chosen").click()
    page.get_by_text("to confirm.").wait_for(state="detached")
    page.get_by_role("link", name="Result", exact=True).click()
    page.get_by_role("button", name="Make the release").click()
    page.get_by_text("grouping records").wait_for()
    server.kill()
    (project,) = server.folder.glob("*-project")
    policy = (project / "policy.yaml").read_text()
    assert not (project / "release").exists(), "nothing half made is published"
    until = time.monotonic() + 30
    while any("release" in one.name for one in project.iterdir()) and time.monotonic() < until:
        time.sleep(0.2)  # the working process notices, and tidies up
    assert [one.name for one in project.iterdir() if "release" in one.name] == []
    again = start()
    assert len(list(again.temporary.iterdir())) == 1
    page.goto(again.address)
    page.get_by_role("link", name="many.csv", exact=True).click()
    page.get_by_role("heading", name="What is in each column?").wait_for()
    assert (project / "policy.yaml").read_text() == policy
    assert page.get_by_text("to confirm.").count() == 0, "what was confirmed is remembered"


def test_a_dropped_file_is_asked_for_again_and_recognised(page: Any, start: Start, tmp_path: Path) -> None:
    server = start()
    page.goto(server.address)
    file = small_table(tmp_path)
    opened(page, file)
    server.stop()
    assert not [one for one in server.folder.rglob("*") if one.suffix == ".csv"], "the data are not kept"
    again = start()
    page.goto(again.address)
    page.get_by_role("link", name="people.csv", exact=True).click()
    page.get_by_role("heading", name="Open the data again").wait_for()
    other = tmp_path / "other" / "people.csv"
    other.parent.mkdir()
    other.write_text("job,age\nnurse,3\n")
    page.set_input_files("[data-file]", str(other))
    page.get_by_text("its content differs").wait_for()
    page.set_input_files("[data-file]", str(file))
    page.get_by_role("heading", name="What is in each column?").wait_for()


def test_what_is_chosen_before_the_script_has_come_is_taken(page: Any, server: Server, tmp_path: Path) -> None:
    known(page, server)
    with script_late(page, f"{server.root}/"):
        page.set_input_files("[data-file]", str(small_table(tmp_path)))
    page.get_by_role("button", name="Look at the columns").click()
    page.get_by_role("heading", name="What is in each column?").wait_for()
    with script_late(page, page.url):
        page.locator("article", has_text="age").get_by_text("Keep", exact=True).click()
        assert "decided by the steward" not in policy_of(server)
    page.get_by_text("You decided.").wait_for()
    assert "decided by the steward" in policy_of(server)


def test_levels_are_ordered_by_keyboard_and_hierarchies_are_edited(
    page: Any, server: Server, tmp_path: Path, axe: Callable[[Any], None]
) -> None:
    known(page, server)
    opened(page, small_table(tmp_path))
    card = page.locator("article", has=page.get_by_role("heading", name="salary_band", exact=True))
    card.get_by_label("Compared as").select_option("ordinal")
    page.locator("article", has_text="salary_band").get_by_role("link", name="Order of levels").click()
    page.get_by_role("heading", name="The order of levels").wait_for()
    axe(page)
    page.get_by_role("button", name="Move high down").focus()
    page.keyboard.press("Enter")
    page.locator(".levels li").first.filter(has_text="low").wait_for()
    assert "levels: [low, high, mid]" in policy_of(server)
    page.get_by_role("button", name="Move high down").click()
    page.locator(".levels li").nth(2).filter(has_text="high").wait_for()
    page.goto(page.url.partition("/column/")[0] + "/hierarchy/1")
    page.get_by_role("heading", name="Hierarchy of job").wait_for()
    score = page.locator("aside .big").inner_text()
    axe(page)
    page.get_by_label("baker", exact=True).check()
    page.get_by_label("Another label").select_option(index=2)
    page.get_by_role("button", name="Move below it").click()
    page.locator("aside .big").filter(has_not_text=score).wait_for()
    assert "hierarchy: hierarchy-job-1.csv" in policy_of(server)
    page.get_by_role("button", name="Undo").click()
    page.get_by_text("Undone: job: hierarchy, move.").wait_for()
    assert "hierarchy-job" not in policy_of(server)
    assert page.url.endswith("/hierarchy/1"), "undoing stays on the page"
    score = page.locator("aside .big").inner_text()
    page.locator("[data-node][data-leaf]", has_text="nurse").drag_to(
        page.locator("[data-node]:not([data-leaf])").last, target_position={"x": 20, "y": 8}
    )
    page.locator("aside .big").filter(has_not_text=score).wait_for()
    assert "hierarchy: hierarchy-job-2.csv" in policy_of(server), "dragged with the mouse"
    (saved,) = server.folder.glob("*/hierarchy-job-2.csv")
    assert len({line.count(";") for line in saved.read_text().splitlines()}) == 1, "as ARX reads it"


def test_another_tools_file_is_checked(page: Any, server: Server, tmp_path: Path, axe: Callable[[Any], None]) -> None:
    known(page, server)
    file = small_table(tmp_path)
    opened(page, file)
    page.goto(page.url.replace("/columns", "/check"))
    page.set_input_files("[data-file]", str(file))
    page.get_by_text("It does not keep the policy").wait_for()
    axe(page)


def titled(folder: Path) -> Path:
    """A table below a line that is no header, though it looks like one."""
    file = folder / "people.csv"
    file.write_text("Made by hand; for us\njob;born\n" + "nurse;1.2.1980\nbaker;in spring\ncook;3.4.1990\n" * 12)
    return file


def test_the_preview_follows_corrections_and_k_is_advised(page: Any, server: Server, tmp_path: Path) -> None:
    known(page, server)
    page.set_input_files("[data-file]", str(titled(tmp_path)))
    page.get_by_role("columnheader", name="for us").wait_for()
    page.get_by_label("Column names are in row").fill("2")
    page.get_by_label("Column names are in row").press("Tab")
    page.get_by_role("columnheader", name="born").wait_for()
    page.get_by_role("button", name="Look at the columns").click()
    card = page.locator("article", has=page.get_by_role("heading", name="born", exact=True))
    card.get_by_text("Quasi-identifier", exact=True).click()
    card.get_by_label("Compared as").select_option("date")
    note = card.get_by_role("alert")
    note.get_by_text("born cannot be compared as dates.").wait_for()
    assert note.locator("li").all_inner_texts() == ["in spring"]
    page.goto(page.url.replace("/columns", "/privacy"))
    page.get_by_label("Open data").check()
    page.get_by_text("k = 5 is less than the 12 that is advised for this.").wait_for()
    page.get_by_role("button", name="Use 12").click()
    page.get_by_text("that is advised for this").wait_for(state="hidden")
    assert page.get_by_label("k", exact=True).input_value() == "12"
    page.get_by_role("button", name="Save", exact=True).click()
    page.get_by_text("Saved.").wait_for()
    assert "\nk: 12 " in policy_of(server)


def test_another_page_begins_at_its_top_and_the_same_one_stays(page: Any, server: Server, tmp_path: Path) -> None:
    known(page, server)
    page.set_viewport_size({"width": 1024, "height": 400})
    page.set_input_files("[data-file]", str(small_table(tmp_path)))
    button = page.get_by_role("button", name="Look at the columns")
    button.scroll_into_view_if_needed()
    button.click()
    page.get_by_role("heading", name="What is in each column?").wait_for()
    assert page.evaluate("scrollY") == 0
    card = page.locator("article", has=page.get_by_role("heading", name="kept", exact=True))
    card.get_by_text("Keep", exact=True).scroll_into_view_if_needed()
    assert page.evaluate("scrollY") > 0
    card.get_by_text("Sensitive", exact=True).click()
    card.get_by_text("You decided.").wait_for()
    assert page.evaluate("scrollY") > 0
    page.goto(page.url.replace("/columns", "/privacy"))
    page.evaluate("scrollTo(0, document.body.scrollHeight)")
    assert page.evaluate("scrollY") > 0
    page.get_by_role("button", name="Save", exact=True).click()
    page.get_by_text("Saved.").wait_for()
    assert page.evaluate("scrollY") > 0
    page.get_by_role("button", name="Save and compare").click()
    page.get_by_role("heading", name="What does protection cost?").wait_for()
    assert page.evaluate("scrollY") == 0


def test_a_correction_before_the_script_has_come_is_followed(page: Any, server: Server, tmp_path: Path) -> None:
    known(page, server)
    page.set_input_files("[data-file]", str(titled(tmp_path)))
    page.get_by_role("columnheader", name="for us").wait_for()
    with script_late(page, page.url):
        page.get_by_label("Column names are in row").fill("2")
        page.get_by_label("Column names are in row").press("Tab")
    page.get_by_role("columnheader", name="born").wait_for()


def test_only_the_last_correction_is_shown_and_taken(page: Any, server: Server, tmp_path: Path) -> None:
    known(page, server)
    page.set_input_files("[data-file]", str(titled(tmp_path)))
    page.get_by_role("columnheader", name="for us").wait_for()
    page.locator("html[data-ready]").wait_for(state="attached")
    held: list[Any] = []
    page.route(re.compile("header_row=1"), lambda route: held.append(route))
    row = page.get_by_label("Column names are in row")
    with page.expect_request(re.compile("header_row=1")):
        row.fill("1")
        row.press("Tab")
    row.fill("2")
    row.press("Tab")
    page.get_by_role("columnheader", name="born").wait_for()
    for route in held:
        with suppress(Exception):  # the browser has given it up
            route.continue_()
    page.evaluate("fetch('/static/icon.svg').then((answer) => answer.text())")
    assert page.get_by_role("columnheader", name="born").count() == 1, "what came late is not shown"
    # what stands in the fields is what the project is made with, whether its preview has come or not
    page.unroute_all()
    page.route(re.compile("header_row=2"), lambda route: held.append(route))
    row.fill("1")
    row.press("Tab")
    page.get_by_role("columnheader", name="for us").wait_for()
    with page.expect_request(re.compile("header_row=2")):
        row.fill("2")
        row.press("Tab")
    page.get_by_role("button", name="Look at the columns").click()
    page.get_by_role("heading", name="born", exact=True).wait_for()


def test_quick_clicks_are_all_kept_and_two_make_no_second_project(page: Any, server: Server, tmp_path: Path) -> None:
    known(page, server)
    page.set_input_files("[data-file]", str(small_table(tmp_path)))
    before = set(server.folder.glob("*-project*"))
    page.get_by_role("button", name="Look at the columns").dblclick()
    page.get_by_role("heading", name="What is in each column?").wait_for()
    assert len(set(server.folder.glob("*-project*")) - before) == 1
    page.get_by_label("Select person_id").check()
    for name in ("job", "age", "salary_band"):
        card = page.locator("article", has=page.get_by_role("heading", name=name, exact=True))
        card.get_by_text("Keep", exact=True).click(force=True)
    for name in ("job", "age", "salary_band"):
        page.locator("article.keep", has=page.get_by_role("heading", name=name, exact=True)).wait_for()
    assert page.get_by_label("Select person_id").is_checked(), "what was ticked stays"


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_readable_on_a_phone(
    page: Any, server: Server, tmp_path: Path, axe: Callable[[Any], None], scheme: str
) -> None:
    page.emulate_media(color_scheme=scheme)
    page.set_viewport_size({"width": 390, "height": 844})
    known(page, server)
    opened(page, small_table(tmp_path))
    base = page.url.rpartition("/")[0]
    screens = (
        "words",
        "privacy",
        "compare",
        "result",
        "history",
        "policy",
        "export",
        "check",
        "column/2",
        "hierarchy/1",
    )
    for step in ("columns", *screens):
        page.goto(f"{base}/{step}")
        page.wait_for_url(lambda url: "/job/" not in url)
        wide = page.evaluate("document.documentElement.scrollWidth")
        assert wide <= 390, f"{step} is {wide} wide"
        axe(page)


@pytest.mark.parametrize(
    ("name", "content", "words"),
    [
        ("empty.csv", b"", "The file is empty"),
        ("one.xlsx", b"not a workbook", "not an Excel workbook"),
        ("people.csv", b"a,a\n1,2\n", "the same name"),
    ],
)
def test_a_file_that_cannot_be_read_is_explained(
    page: Any, server: Server, tmp_path: Path, name: str, content: bytes, words: str
) -> None:
    known(page, server)
    file = tmp_path / name
    file.write_bytes(content)
    page.set_input_files("[data-file]", str(file))
    page.get_by_text(words).first.wait_for()


def test_a_file_that_is_too_large_is_not_sent(page: Any, server: Server, tmp_path: Path) -> None:
    known(page, server)
    with (tmp_path / "large.csv").open("wb") as file:
        file.truncate((2 << 30) + 1)  # it holds nothing
    page.set_input_files("[data-file]", str(tmp_path / "large.csv"))
    page.get_by_text("This file has more than 2 GB, which is the most that can be sent.").wait_for()


def test_an_error_on_every_screen_says_what_to_do(page: Any, server: Server, tmp_path: Path) -> None:
    known(page, server)
    opened(page, small_table(tmp_path))
    page.locator("#bulk").get_by_role("button", name="Keep", exact=True).click()
    page.get_by_text("No column is selected.").wait_for()
    base = page.url.rpartition("/")[0]
    page.goto(f"{base}/words")
    page.get_by_text("Taken to mean").wait_for()
    page.get_by_role("button", name="Accept", exact=True).click()
    page.get_by_text("Nothing was changed.").wait_for()
    page.goto(f"{base}/column/2")
    page.get_by_label("Bands of this width").fill("wide")
    page.get_by_role("button", name="Save").click()
    page.get_by_text("Bands of this width: this must be a number").wait_for()
    assert page.get_by_label("Bands of this width").input_value() == "wide", "what was typed stays"
    page.goto(f"{base}/privacy")
    page.locator("[data-k]").evaluate("field => { field.removeAttribute('min'); field.value = '1'; }")
    page.get_by_role("button", name="Save", exact=True).click()
    page.get_by_text("k must be a number from 2").wait_for()
    page.goto(f"{base}/result")
    page.get_by_text("Please confirm first").wait_for()
    assert page.get_by_role("button", name="Make the release").is_disabled()
    page.goto(f"{base}/export")
    page.get_by_text("There is no release yet").wait_for()
    page.goto(f"{server.root}/p/nothing/columns")
    page.get_by_text("There is no such project").wait_for()
    # a promise that cannot be reached
    page.goto(f"{base}/columns")
    page.get_by_role("button", name="Agree with all that is chosen").click()
    page.get_by_text("to confirm.").wait_for(state="detached")
    page.goto(f"{base}/privacy")
    page.get_by_label("k", exact=True).fill("5000")
    page.get_by_role("button", name="Save and go to the result").click()
    page.get_by_text("so k can be at most").wait_for()
    assert page.get_by_label("k", exact=True).input_value() == "5000", "what was typed stays"


def test_numbers_of_persons_that_occur_twice_are_said_beside_the_choice(
    page: Any, server: Server, tmp_path: Path
) -> None:
    known(page, server)
    jobs = ("nurse", "baker", "cook")
    rows = "".join(f"{1000 + i % 88},{jobs[i % 3]},{20 + i % 30}\n" for i in range(90))
    (tmp_path / "staff.csv").write_text(f"Emp No,Job,Age\n{rows}")
    opened(page, tmp_path / "staff.csv")
    page.goto(page.url.replace("/columns", "/privacy"))
    page.get_by_text("2 values of Emp No occur twice.").wait_for()
    page.get_by_role("button", name="Count persons by Emp No").click()
    assert page.get_by_label("k counts persons by").input_value() == "Emp No"
    page.get_by_role("button", name="Save", exact=True).click()
    page.get_by_text("Saved.").wait_for()
    assert "individual: Emp No" in policy_of(server)
    assert page.get_by_text("occur twice").count() == 0
