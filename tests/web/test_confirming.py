"""Columns that must be confirmed: by a click on the role that is chosen, and from the page of the result."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.web.browsing import known, opened, small_table
from tests.web.conftest import Server

pytestmark = [pytest.mark.slow, pytest.mark.compiled]


def people(folder: Path) -> Path:
    """A table with three columns that look like identifiers or secrets."""
    file = small_table(folder)
    lines = file.read_text().splitlines()
    rows = [f"p{i}@example.org,{line}" for i, line in enumerate(lines[1:])]
    file.write_text("\n".join([f"email,{lines[0]}", *rows]) + "\n")
    return file


def card(page: Any, name: str) -> Any:
    return page.locator("article", has=page.get_by_role("heading", name=name, exact=True))


def test_a_click_on_the_chosen_role_confirms_it(page: Any, server: Server, tmp_path: Path) -> None:
    known(page, server)
    opened(page, people(tmp_path))
    page.get_by_text("3 columns to confirm.").wait_for()
    card(page, "email").get_by_text("Identifier", exact=True).click()
    page.get_by_role("status").filter(has_text="Confirmed: email.").wait_for()
    assert card(page, "email").get_by_role("button", name="Confirm").count() == 0
    chosen = card(page, "person_id").locator("input[type=radio]:checked")
    chosen.focus()
    page.keyboard.press("Space")
    page.get_by_role("status").filter(has_text="Confirmed: person_id.").wait_for()
    page.get_by_text("1 column to confirm.").wait_for()
    # what would publish an identifier as it is takes its own button
    card(page, "email").get_by_text("Keep", exact=True).click()
    page.get_by_text("2 columns to confirm.").wait_for()
    card(page, "email").get_by_text("Keep", exact=True).click()
    page.reload()
    page.get_by_text("2 columns to confirm.").wait_for()
    card(page, "email").get_by_role("button", name="Confirm: publish it as it is").click()
    page.get_by_text("1 column to confirm.").wait_for()


def test_the_result_says_what_is_to_be_confirmed_and_takes_it(
    page: Any, server: Server, tmp_path: Path, axe: Callable[[Any], None]
) -> None:
    known(page, server)
    opened(page, people(tmp_path))
    card(page, "email").get_by_text("Keep", exact=True).click()
    page.locator("article.keep", has_text="email").wait_for()
    base = page.url.rpartition("/")[0]
    page.goto(f"{base}/result")
    notice = page.locator("#confirm")
    notice.get_by_text("3 columns look like identifiers or secrets").wait_for()
    axe(page)
    assert notice.get_by_role("link", name="salary_band").get_attribute("href").endswith("/columns#column-4")
    assert notice.get_by_role("button", name="Confirm email").count() == 0, "this would publish it"
    make = page.get_by_role("button", name="Make the release")
    assert make.is_disabled()
    notice.get_by_role("button", name="Confirm person_id: identifier").click()
    notice.get_by_text("2 columns look like identifiers or secrets").wait_for()
    notice.get_by_role("button", name="Confirm salary_band: sensitive").click()
    notice.get_by_text("1 column looks like an identifier or a secret").wait_for()
    assert make.is_disabled()
    notice.get_by_role("link", name="email").click()
    card(page, "email").get_by_role("button", name="Confirm: publish it as it is").click()
    page.get_by_role("status").filter(has_text="Confirmed: email.").wait_for()
    page.goto(f"{base}/result")
    assert notice.count() == 0
    assert make.is_enabled()


def test_all_that_is_safe_is_confirmed_at_once(server: Server, tmp_path: Path) -> None:
    project = server.begin("people.csv", people(tmp_path).read_bytes())
    server.post(f"{project}/columns/role", column="0", role="keep")
    assert "Confirm these 2" in server.settled(f"{project}/result").body
    after = server.post(f"{project}/columns/confirm", all="1", back="result").body
    assert "Confirmed: 2 columns." in after
    assert "1 column looks like an identifier or a secret" in after
