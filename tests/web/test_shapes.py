"""Lists of items and search logs, from opening to both archives."""

import io
import re
import zipfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from semblant.policy.file import build_policy, read_policy
from semblant.policy.model import Policy
from tests.web.browsing import downloaded, known, semblant
from tests.web.conftest import Server

pytestmark = [pytest.mark.slow, pytest.mark.compiled]

EXAMPLES = Path(__file__).parents[2] / "examples"


def begun(page: Any, file: Path) -> None:
    page.set_input_files("[data-file]", str(file))
    page.get_by_role("button", name="Look at the columns").click()
    page.get_by_role("heading", name="What is in each column?").wait_for()


def step(page: Any, name: str) -> None:
    page.locator("html[data-ready]").wait_for(state="attached")
    page.get_by_role("link", name=name, exact=True).click()


def checked(page: Any, folder: Path, source: Path) -> Path:
    """Export both archives, verify one, make its bytes again with the other; the folder of the release."""
    step(page, "Export")
    for name in ("publish", "private"):
        zipfile.ZipFile(io.BytesIO(downloaded(page, f"{name}.zip"))).extractall(folder / name)
    verified = semblant("verify", str(folder / "publish"))
    assert verified.returncode == 0, verified.stderr
    again = semblant("anonymise", str(source), "--replay", str(folder / "private"), "-o", str(folder / "again"))
    assert again.returncode == 0, again.stderr
    release = folder / "publish" / "release.csv"
    assert (folder / "again" / "release.csv").read_bytes() == release.read_bytes()
    return release


def test_baskets(page: Any, server: Server, tmp_path: Path, axe: Callable[[Any], None]) -> None:
    known(page, server)
    source = tmp_path / "baskets.csv"
    source.write_bytes((EXAMPLES / "baskets" / "baskets.csv").read_bytes())
    page.set_input_files("[data-file]", str(source))
    page.get_by_text("most cells of items hold several items with | between them").wait_for()
    axe(page)
    page.get_by_role("button", name="Look at the columns").click()
    page.get_by_role("heading", name="What is in each column?").wait_for()
    page.get_by_text("Lists of items", exact=True).wait_for()
    page.locator("article.identifier", has_text="household").wait_for()
    page.get_by_role("button", name="Agree with all that is chosen").click()
    page.get_by_text("to confirm.").wait_for(state="detached")
    axe(page)
    step(page, "Words")
    page.get_by_label("Select butter", exact=True).check()
    page.get_by_role("button", name="Unrelated category").click()
    page.locator("tr", has_text="butter").get_by_text("decided").first.wait_for()
    axe(page)
    step(page, "Privacy")
    page.get_by_label("k", exact=True).fill("4")
    page.get_by_label("An item is published only if").fill("6")
    axe(page)
    page.get_by_role("button", name="Save and go to the result").click()
    page.get_by_role("button", name="Make the release").click()
    page.get_by_role("heading", name="Rows before and after").wait_for()
    axe(page)
    release = checked(page, tmp_path, source).read_text()
    assert release.startswith("age,items,visits\n")
    items = [cell for line in release.splitlines()[1:] for cell in line.split(",")[1].split("|") if cell]
    assert len(set(items)) > 10
    assert min(items.count(one) for one in set(items)) >= 4


def test_a_search_log(page: Any, server: Server, tmp_path: Path, axe: Callable[[Any], None]) -> None:
    known(page, server)
    topics = ("hay fever", "football", "cheap flights", "guitar lessons", "pizza recipe", "car insurance")
    lines = [
        f"u{i % 30:03},{topics[i * i % 6]}{' near me' if i % 4 == 0 else ''},2025-03-{1 + i % 27:02} 10:00:00,x{i}"
        for i in range(420)
    ]
    source = tmp_path / "searches.csv"
    source.write_text("visitor,search term,when,page\n" + "\n".join(lines) + "\n")
    begun(page, source)
    assert page.get_by_label("Who searched").input_value() == "visitor"
    assert page.get_by_label("What they searched for").input_value() == "search term"
    axe(page)
    page.get_by_label("Clicked address").select_option("page")
    page.get_by_label("Number of results").select_option("page")
    page.get_by_text("A column of a log is one thing only.").wait_for()
    page.locator("[name=time]").select_option("")
    page.locator("[name=time]").select_option("when")
    step(page, "Words")
    page.get_by_role("table").get_by_text("hay fever", exact=True).first.wait_for()
    axe(page)
    step(page, "Privacy")
    page.get_by_text("The log has 30 users.").wait_for()
    page.get_by_label("k", exact=True).fill("31")
    page.get_by_role("button", name="Save", exact=True).click()
    page.get_by_text("The file has 30 users, so k can be at most 30.").wait_for()
    page.get_by_label("k", exact=True).fill("3")
    page.get_by_label("Not at all").check()
    axe(page)
    page.get_by_role("button", name="Save and compare").click()
    page.get_by_text("All quick runs are done.").wait_for()
    step(page, "Result")
    page.get_by_role("button", name="Make the release").click()
    page.get_by_role("heading", name="Logs before and after").wait_for()
    assert re.match(r"Each of the 30 users has the same log as at least \d+ others", page.locator("h1").inner_text())
    axe(page)
    release = checked(page, tmp_path, source).read_text()
    assert release.startswith("visitor,search term\n")
    assert "u0" not in release


def test_a_shape_can_be_chosen_and_its_columns_corrected(server: Server) -> None:
    rows = "".join(f"{i};{('a+b', 'b+c', 'a+c+d', 'd')[i % 4]};{('x', 'y')[i % 2]}\n" for i in range(40))
    file = server.upload("odd.csv", f"no;tags;other\n{rows}".encode()).body.partition('"go":"')[2].partition('"')[0]
    assert server.settled(file).status == 200
    shown = server.post(f"{file}/begin", shape="sets").body
    assert "Lists of items" in shown
    project = re.search(r'href="(/p/[^/"]+)/columns"', shown)
    assert project is not None
    policy = server.folder / Path(project[1]).name / "policy.yaml"
    server.post(f"{project[1]}/columns/role", column="1", role="quasi", kind="set", separator="+")
    lists = {name: one.separator for name, one in read(policy).attributes.items() if one.kind == "set"}
    assert lists == {"tags": "+"}, "a policy has one column of lists"
    assert server.settled(f"{project[1]}/hierarchy/1").status == 400, "there are none for lists"
    server.post(f"{project[1]}/columns/role", column="1", role="quasi", kind="set", separator="|")
    assert read(policy).attributes["tags"].separator == "|"


def read(policy: Path) -> Policy:
    return build_policy(read_policy(policy))
