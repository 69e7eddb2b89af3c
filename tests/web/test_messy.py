"""A register as people keep it, from the file to both archives."""

import io
import zipfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.web.browsing import downloaded, known, opened, policy_of, released
from tests.web.conftest import Server

pytestmark = [pytest.mark.slow, pytest.mark.compiled]

TITLES = (
    "Software Engineer, Senior", "Sr. Accountant", "Asst. Mgr.", "Nurse, RN", "Krankenpfleger", "Verkäuferin", "HR Mgr",
    "Lehrer", "teacher", "Truck driver, long haul", "CEO",
)  # fmt: skip


def register(folder: Path) -> Path:
    """Lines above the header, job titles with commas and abbreviations, two languages, two styles of dates, codes."""
    rows = []
    for i in range(330):
        born = f"{1 + i % 28:02}.{1 + i % 12:02}.{1950 + i * 7 % 50}"
        born = "31.12.9999" if i % 40 == 0 else "1980-03-12" if i % 53 == 0 else born
        rows.append(
            f'{1000 + i};"{TITLES[i % len(TITLES)]}";{born};{("ja", "nein", "yes", "no", "Ja")[i % 5]};'
            f"{('Wien', 'Graz', 'Linz', 'n/a')[i % 4]};{('m', 'f', '-')[i % 3]};{1800 + i * 13 % 4000},50"
        )
    head = "Personal 2025;;;;;;\nmade by HR;;;;;;\n\nPers.-Nr.;Job title;Geb.datum;Raucher;Stadt;Geschl.;Gehalt\n"
    file = folder / "Personal 2025.csv"
    file.write_text(head + "\n".join(rows) + "\n", encoding="cp1252")
    return file


def test_a_messy_register_goes_the_whole_way(
    page: Any, server: Server, tmp_path: Path, axe: Callable[[Any], None]
) -> None:
    known(page, server)
    opened(page, register(tmp_path))
    card = page.locator("article", has=page.get_by_role("heading", name="Geb.datum", exact=True))
    card.get_by_text("to see which ones do not fit").wait_for()
    card.get_by_label("Compared as").select_option("date")
    card.get_by_role("button", name="Take these for missing, and compare as dates").click()
    card.get_by_text("Taken as no value: 1980-03-12, 31.12.9999.").wait_for()
    base = page.url.rpartition("/")[0]
    page.goto(f"{base}/words")
    row = page.locator("table.words tbody tr", has=page.get_by_text("Krankenpfleger", exact=True))
    row.get_by_text("Search the vocabulary").click()
    row.get_by_role("searchbox").fill("nurse")
    row.get_by_role("button", name="Search").click()
    row.locator(".list button").first.click()
    page.get_by_role("status").filter(has_text="Saved: “Krankenpfleger” means").wait_for()
    page.goto(f"{base}/result")
    page.get_by_role("button", name="Confirm all of them").click()
    page.locator("#confirm").wait_for(state="detached")
    released(page)
    axe(page)
    page.get_by_role("link", name="Next: export").click()
    publish = zipfile.ZipFile(io.BytesIO(downloaded(page, "publish.zip")))
    private = zipfile.ZipFile(io.BytesIO(downloaded(page, "private.zip")))
    release = publish.read("release.csv").decode("cp1252")
    assert "9999" not in release
    assert "1980-03-12" not in release
    assert "Krankenpfleger" in private.read("mapping-1.csv").decode("utf-8-sig")
    assert private.read("policy.yaml").decode() == policy_of(server)
