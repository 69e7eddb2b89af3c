"""Hierarchies: several values at once, a file that somebody has already, trees of what records are grouped by."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from semblant.hierarchy.vgh import Hierarchy
from tests.web.browsing import known, opened, policy_of, small_table
from tests.web.conftest import Server

TABLE = "job,age\n" + "nurse,31\nbaker,45\nteacher;night,31\n=cook,52\n" * 8


def begun(server: Server) -> tuple[str, Path]:
    """A project with a column of unrelated categories."""
    project = server.begin("数据.csv", TABLE.encode())
    server.post(f"{project}/columns/role", column="0", role="quasi", kind="nominal")
    return project, max(server.folder.glob("*/policy.yaml"), key=lambda file: file.stat().st_mtime_ns).parent


def test_a_hierarchy_is_taken_from_a_file_that_fits(server: Server) -> None:
    project, folder = begun(server)
    lines = ["nurse;care;*", "baker;food;*", '"teacher;night";school;*', "=cook;food;*", "pilot;air;*"]
    few = server.upload("jobs.csv", "\n".join(lines[:2]).encode(), f"{project}/hierarchy/0/upload")
    assert few.status == 400
    assert "2 values of the column stand in no line of jobs.csv, such as" in few.body
    two = server.upload("jobs.csv", "\n".join([*lines, "guard;care;food;*"]).encode(), f"{project}/hierarchy/0/upload")
    assert two.status == 400, "a label with two parents"
    assert not list(folder.glob("hierarchy-*"))
    done = server.upload("jobs.csv", "\n".join(lines).encode(), f"{project}/hierarchy/0/upload")
    assert "As it is in your project." in server.settled(json.loads(done.body)["go"]).body
    assert "hierarchy: hierarchy-job-1.csv" in (folder / "policy.yaml").read_text()
    assert Hierarchy.read(folder / "hierarchy-job-1.csv").rows()[2] == ("teacher;night", "school", "*")
    again = server.send("GET", f"{project}/hierarchy/0?file=1")
    assert '"teacher;night";school;*' in again.body, "what has the separator in it is quoted"
    server.post(f"{project}/undo", back=f"{project}/columns")
    assert "hierarchy-job" not in (folder / "policy.yaml").read_text()
    assert not list(server.temporary.rglob("jobs.csv")), "what was taken or refused is not left"


def test_archives_of_any_name_can_be_downloaded(server: Server) -> None:
    project, folder = begun(server)
    server.post(f"{project}/columns/confirm", all="1")
    assert "Rows before and after" in server.post(f"{project}/result/run").body
    answer = server.send("GET", f"{project}/export/publish.zip")
    assert answer.status == 200
    assert "%E6%95%B0%E6%8D%AE" in answer.headers["content-disposition"]
    assert folder.name.startswith("数据")


def test_bands_are_what_a_tree_is_built_of(server: Server) -> None:
    project, _ = begun(server)
    server.post(f"{project}/columns/role", column="1", role="quasi", kind="numeric")
    server.post(f"{project}/column/1", bands="20")
    shown = server.settled(f"{project}/hierarchy/1").body
    assert "[40,60)" in shown
    assert "<bdi>45</bdi>" not in shown


@pytest.mark.slow
def test_what_is_ticked_gets_one_label(page: Any, server: Server, tmp_path: Path, axe: Callable[[Any], None]) -> None:
    known(page, server)
    opened(page, small_table(tmp_path))
    card = page.locator("article", has=page.get_by_role("heading", name="job", exact=True))
    card.get_by_label("Compared as").select_option("nominal")
    card.get_by_label("Vocabulary").wait_for(state="detached")
    page.goto(page.url.replace("/columns", "/hierarchy/1"))
    page.get_by_role("heading", name="Hierarchy of job").wait_for()
    page.locator("html[data-ready]").wait_for(state="attached")
    page.get_by_label("Find").fill("ER")
    assert page.get_by_label("cook", exact=True).is_hidden()
    page.get_by_role("button", name="Tick all values shown").click()
    assert page.get_by_label("baker", exact=True).is_checked()
    axe(page)
    page.get_by_label("Name", exact=True).fill("ers")
    page.get_by_role("button", name="Add a level above").click()
    page.get_by_label("ers", exact=True).wait_for()
    assert "hierarchy: hierarchy-job-1.csv" in policy_of(server)
    file = max(server.folder.glob("*/hierarchy-job-1.csv"), key=lambda file: file.stat().st_mtime_ns)
    rows = [line.split(";") for line in file.read_text().splitlines()]
    assert {row[0] for row in rows if row[1] == "ers"} == {"baker", "teacher"}
    page.get_by_role("button", name="What lies below ers").click()
    assert page.get_by_label("baker", exact=True).is_hidden()


def test_numbers_of_thousands_of_digits_are_answered_with_a_sentence(server: Server) -> None:
    project, _ = begun(server)
    long = "9" * 5000
    for path in (f"hierarchy/{long}", f"column/{long}"):
        assert server.send("GET", f"{project}/{path}").status == 404
    forms = {
        "hierarchy/0": {"action": "add", "node": f"v{long}", "label": "x"},
        "columns/role": {"column": long, "role": "quasi"},
        "policy": {"version": long, "text": "k: 5"},
        "restore": {"version": long},
        "compare/take": {"k": long},
    }
    for path, form in forms.items():
        assert server.send("POST", f"{project}/{path}", form).status in (303, 400), path
    for query in ("words?column=", "words?page=", "result?from=", "result/why?row="):
        assert server.settled(f"{project}/{query}{long}").status in (200, 400), query


def test_a_hierarchy_of_very_many_levels_is_refused_and_one_of_many_is_drawn(server: Server) -> None:
    project, _ = begun(server)

    def lines(levels: int) -> bytes:
        values = ("nurse", "baker", '"teacher;night"', "=cook")
        return "\n".join(";".join([value, *(f"x{i}" for i in range(levels))]) for value in values).encode()

    deep = server.upload("deep.csv", lines(400), f"{project}/hierarchy/0/upload")
    assert deep.status == 400
    assert "A hierarchy has at most 100 levels" in deep.body
    assert server.upload("high.csv", lines(100), f"{project}/hierarchy/0/upload").status == 200
    assert "x99" in server.settled(f"{project}/hierarchy/0").body
