"""Starting the application: what opens first, what is said, and how large the pages are."""

import io
import json
import subprocess
import sys
from pathlib import Path

import pytest

from tests.web.conftest import Server, Start

MOST = 300_000
"""Bytes of a page without data, with its style and script."""


def test_the_first_start_opens_the_survey_ready_to_play_with(start: Start) -> None:
    server = start(named=False)
    answer = server.send("GET", f"/start?token={server.token}", cookie="")
    server.cookie = answer.headers["set-cookie"].partition(";")[0]
    assert answer.headers["location"] == "/demo"
    shown = server.settled("/demo")
    assert "What is in each column?" in shown.body
    assert "activity" in shown.body
    (project,) = (server.folder.parent / "projects").iterdir()
    policy = (project / "policy.yaml").read_text()
    assert policy.startswith("# A first policy for survey.csv: 975 records, 5 columns.")
    assert "# uncertain, please check:" in policy, "the comments that init writes"
    assert server.settled("/demo").status == 200
    assert len(list(project.parent.iterdir())) == 1, "opened again, not started again"
    server.stop()
    again = start(named=False)
    assert again.send("GET", f"/start?token={again.token}", cookie="").headers["location"] == "/"


def test_pages_without_data_are_small(server: Server) -> None:
    parts = sum(len(server.send("GET", f"/static/{name}").body) for name in ("app.css", "app.js", "icon.svg"))
    assert parts + len(server.send("GET", "/").body) < MOST
    assert parts < MOST / 4


def test_a_folder_offers_its_tables_and_policies(start: Start) -> None:
    server = start()
    (server.folder / "people.csv").write_text("job,age\n" + "nurse,31\nbaker,45\nteacher,31\n" * 8)
    (server.folder / "mine.yaml").write_text("k: 3\nattributes: {job: quasi, age: keep}  # mine\n")
    (server.folder / "other.yaml").write_text("not: a policy\n")
    (server.folder / ".hidden.csv").write_text("a\n1\n")
    server.start()
    home = server.send("GET", "/").body
    assert "people.csv" in home
    assert ".hidden.csv" not in home
    key = home.partition('name="file" value="')[2].partition('"')[0]
    preview = server.post("/choose", file=key)
    assert "the policy mine.yaml" in preview.body
    assert "other.yaml" not in preview.body
    shown = server.post(f"/file/{key}/begin", start="mine.yaml")
    assert "What is in each column?" in shown.body
    (project,) = server.folder.glob("*-project")
    assert (project / "policy.yaml").read_text() == (server.folder / "mine.yaml").read_text()


def test_a_workbook_offers_its_sheets(server: Server) -> None:
    written = io.BytesIO()
    book = pytest.importorskip("xlsxwriter").Workbook(written)
    for name, head in (("People", "job"), ("More & others", "town")):
        sheet = book.add_worksheet(name)
        for row, cell in enumerate((head, "one", "two", "three")):
            sheet.write_string(row, 0, cell)
            sheet.write_string(row, 1, f"{cell} too")
    book.close()
    file = json.loads(server.upload("people.xlsx", written.getvalue()).body)["go"]
    shown = server.settled(file).body
    assert '<option value="More &amp; others">' in shown
    assert "job too" in shown
    assert "town too" in server.settled(f"{file}?sheet=More+%26+others").body


def test_another_host_is_possible_with_a_warning(tmp_path: Path) -> None:
    program = [sys.executable, "-c", "from semblant.cli import main; main()", "web", str(tmp_path), "--no-browser"]
    with subprocess.Popen(
        [*program, "--host", "0.0.0.0"], stderr=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    ) as run:
        assert run.stderr is not None
        assert "lets other machines reach this one" in run.stderr.readline()
        run.terminate()
        run.wait(120)
    gone = subprocess.run([*program[:-2], str(tmp_path / "none")], capture_output=True, text=True, check=False)
    assert gone.returncode == 2
    assert "There is no such folder" in gone.stderr
