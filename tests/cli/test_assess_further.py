"""``semblant assess`` with an intruder's own file and with clusters."""

import json
import shutil
from pathlib import Path

import pytest

from semblant.report.pdf import BROWSERS


@pytest.fixture
def release(run, survey: Path, policy: Path, workdir: Path) -> Path:
    """A release of the survey."""
    assert run("anonymise", survey, "--policy", policy, "-o", "out", "--quiet").exit_code == 0
    return workdir / "out" / "release.csv"


@pytest.fixture
def words(survey: Path, policy: Path, release: Path) -> list[object]:
    return ["assess", survey, release, "--policy", policy, "--link", "out-private/link.csv"]


def test_an_intruder_who_knows_rows_can_be_right(run, workdir: Path, words: list[object]):
    (workdir / "known.csv").write_text("row,job,town\n1,surgeon,T0\n2,sculptor,T1\n")
    told = json.loads(run(*words, "--intruder", "known.csv", "--json").stdout)["intruder"]
    assert (told["people"], told["people_in_release"], told["columns"]) == (2, 2, ["job", "town"])
    assert 0 <= told["found_percent"] <= 25  # k = 4
    assert told["candidates_least"] >= 4
    shown = run(*words, "--intruder", "known.csv").stdout
    assert "of these people, picking among the nearest" in shown
    assert max(map(len, shown.splitlines())) <= 80


def test_an_intruder_without_rows_has_candidates_only(run, workdir: Path, words: list[object]):
    (workdir / "known.csv").write_text("town\nT0\nT1\nelsewhere\n")
    told = json.loads(run(*words, "--intruder", "known.csv", "--json").stdout)["intruder"]
    assert (told["people_in_release"], told["found_percent"], told["columns"]) == (None, None, ["town"])
    assert "right about" not in run(*words, "--intruder", "known.csv").stdout


def test_without_an_intruder_nothing_is_said_of_one(run, words: list[object]):
    assert "intruder" not in json.loads(run(*words, "--json").stdout)


def test_clusters_on_demand(run, words: list[object]):
    for given, clusters in (("3", 3), ("auto", None), ("each", None)):
        told = json.loads(run(*words, "--clusters", given, "--json").stdout)["utility"]["clustering"]
        assert told["clusters"] == (clusters or told["clusters"])
        assert 0 <= told["partition_distance"] <= 1
    assert json.loads(run(*words, "--json").stdout)["utility"]["clustering"] is None
    assert "dPart" in run(*words, "--clusters", "3").stdout


@pytest.mark.parametrize(
    ("more", "told"),
    [
        (["--clusters", "0"], "at least 1, 'auto' or 'each'"),
        (["--clusters", "some"], "at least 1, 'auto' or 'each'"),
        (["--intruder", "none.csv"], "no such file"),
        (["--intruder", "other.csv"], "none of the masked columns"),
        (["--intruder", "wrong.csv"], "from 1 to 40"),
    ],
)
def test_what_cannot_be_is_refused(run, workdir: Path, words: list[object], more: list[str], told: str):
    (workdir / "other.csv").write_text("shoe\n42\n")
    (workdir / "wrong.csv").write_text("row,town\n41,T0\n")
    result = run(*words, *more)
    assert result.exit_code == 2
    assert result.stdout == ""
    assert told in result.stderr


def test_clusters_need_matching(run, survey: Path, policy: Path, release: Path):
    result = run("assess", survey, release, "--policy", policy, "--clusters", "3")
    assert result.exit_code == 2
    assert "only where released records are matched" in " ".join(result.stderr.split())


def test_a_report_on_paper(run, survey: Path, policy: Path, workdir: Path):
    if not any(shutil.which(name) for name in BROWSERS):
        pytest.skip("install chromium to print reports")
    result = run("anonymise", survey, "--policy", policy, "-o", "out", "--pdf", "--quiet")
    assert result.exit_code == 0, result.stderr
    assert (workdir / "out-private" / "report.pdf").read_bytes().startswith(b"%PDF")


def test_paper_without_a_browser_is_refused_before_anything_is_written(
    run, survey: Path, policy: Path, workdir: Path, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setenv("PATH", str(workdir))
    result = run("anonymise", survey, "--policy", policy, "-o", "out", "--pdf", "--quiet")
    assert result.exit_code == 2
    assert "install chromium" in result.stderr
    assert not (workdir / "out").exists()
