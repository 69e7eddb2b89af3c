"""Values that do not fit the others of their column: what they are, and what can be done about them on its card."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from semblant.policy.file import build_policy, read_policy_text
from tests.web.browsing import known, opened, policy_of
from tests.web.conftest import Server

pytestmark = [pytest.mark.slow, pytest.mark.compiled]

JOBS = ("nurse", "baker", "cook", "teacher")


def table(folder: Path, dates: list[str]) -> Path:
    file = folder / "people.csv"
    file.write_text("date of birth,job\n" + "".join(f'"{one}",{JOBS[i % 4]}\n' for i, one in enumerate(dates)))
    return file


def two_styles() -> list[str]:
    usual = [f"{1 + i % 28:02}/{1 + i % 12:02}/{1950 + i % 40}" for i in range(80)]
    return [*usual, "1980-03-12", "1980-03-12", "1981-04-13", "in May", "12 May, 1980"]


def card(page: Any) -> Any:
    return page.locator("article", has=page.get_by_role("heading", name="date of birth", exact=True))


def as_dates(page: Any) -> Any:
    """Choose dates, whatever the column was suggested to be; the note that comes of it."""
    card(page).get_by_text("Quasi-identifier", exact=True).click()
    page.locator("article.quasi", has_text="date of birth").wait_for()
    card(page).get_by_label("Compared as").select_option("date")
    note = card(page).get_by_role("alert")
    note.wait_for()
    return note


def rules(server: Server) -> Any:
    return build_policy(read_policy_text(policy_of(server), Path("policy.yaml"))).attributes["date of birth"]


def test_dates_in_two_styles_have_a_way_out(
    page: Any, server: Server, tmp_path: Path, axe: Callable[[Any], None]
) -> None:
    known(page, server)
    opened(page, table(tmp_path, two_styles()))
    note = as_dates(page)
    said = note.inner_text()
    assert "Most of its values are written like 31/12/2020 (day, month, year)." in said
    assert "4 of " in said
    assert "in 5 records (5.9 %)" in said.replace("\xa0", " ")
    assert note.locator("li").all_inner_texts() == ["1980-03-12", "12 May, 1980", "1981-04-13", "in May"]
    axe(page)
    note.get_by_role("button", name="Take these for missing, and compare as dates").click()
    card(page).get_by_role("link", name="Precision").wait_for()
    kept = rules(server)
    assert kept.kind == "date"
    assert kept.precision == "month", "as of any date of birth"
    assert set(kept.missing_values) == {"1980-03-12", "1981-04-13", "in May", "12 May, 1980"}
    assert card(page).get_by_role("alert").count() == 0
    card(page).get_by_role("link", name="Precision").click()
    page.get_by_label("Released no finer than").select_option("year")
    page.get_by_role("button", name="Save").click()
    page.get_by_role("status").filter(has_text="Saved.").wait_for()
    assert set(rules(server).missing_values) == set(kept.missing_values), "a comma within a value parts nothing"
    page.get_by_label("Values that mean there is none").fill("1980-03-12")
    page.get_by_role("button", name="Save").click()
    page.get_by_role("alert").filter(has_text="date of birth cannot be compared as dates").wait_for()


def test_the_other_ways_out(page: Any, server: Server, tmp_path: Path) -> None:
    known(page, server)
    opened(page, table(tmp_path, two_styles()))
    as_dates(page).get_by_role("button", name="unrelated categories").click()
    card(page).get_by_role("alert").wait_for(state="detached")
    assert rules(server).kind == "nominal"
    as_dates(page).get_by_role("button", name="Leave the column out").click()
    page.locator("article.identifier", has_text="date of birth").wait_for()
    assert rules(server).role == "identifier"


def test_words_are_no_dates(page: Any, server: Server, tmp_path: Path) -> None:
    known(page, server)
    opened(page, table(tmp_path, [("spring", "summer", "autumn")[i % 3] for i in range(60)]))
    note = as_dates(page)
    note.get_by_text("None of them can be read as dates").wait_for()
    assert note.get_by_role("button", name="Take these for missing").count() == 0


def test_the_century_of_two_digits(page: Any, server: Server, tmp_path: Path) -> None:
    known(page, server)
    opened(page, table(tmp_path, [f"{1 + i % 28:02}/{1 + i % 12:02}/{i % 100:02}" for i in range(90)]))
    if rules(server).kind != "date":
        card(page).get_by_text("Quasi-identifier", exact=True).click()
        card(page).get_by_label("Compared as").select_option("date")
    assert rules(server).last_year > 2025
    card(page).get_by_role("link", name="century of two digits").click()
    page.get_by_label("Latest year that two digits can mean").fill("1999")
    page.get_by_role("button", name="Save").click()
    page.get_by_text("They are read as those from 1900 to 1999.").wait_for()
    assert rules(server).last_year == 1999
    page.get_by_label("Latest year that two digits can mean").fill("")
    page.get_by_role("button", name="Save").click()
    page.get_by_text("The years have two digits: say the latest year that they can mean.").wait_for()
    assert rules(server).last_year == 1999
