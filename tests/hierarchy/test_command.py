"""``semblant hierarchy``: what a person types and what comes back."""

import json
from pathlib import Path

import pytest
from typer.testing import CliRunner, Result

from semblant.cli import app
from semblant.hierarchy.vgh import Hierarchy
from tests.hierarchy.shapes import OCCUPATION


@pytest.fixture(autouse=True)
def workdir(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty folder to work in."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("SEMBLANT_CONFIG", str(tmp_path / "config"))
    monkeypatch.setenv("SEMBLANT_CACHE", str(tmp_path / "cache"))
    return tmp_path


@pytest.fixture
def occupation(workdir: Path) -> Path:
    Hierarchy.of(OCCUPATION).write(workdir / "occupation.csv")
    return Path("occupation.csv")


@pytest.fixture
def table(workdir: Path) -> Path:
    jobs = ["surgeon", "nurse", "dentist", "baker", "cook", "butcher", "painter", "sculptor"]
    rows = [f"{jobs[i % 8]},{20 + i},2024-0{1 + i % 3}-01" for i in range(40)]
    (workdir / "people.csv").write_text("\n".join(["job,age,seen", *rows]) + "\n")
    return Path("people.csv")


def run(*words: object) -> Result:
    return CliRunner().invoke(app, ["hierarchy", *map(str, words)])


def test_score_prints_the_table_of_the_paper_and_what_to_mend(occupation):
    result = run("score", occupation)
    assert result.exit_code == 0
    for part in (
        "0.1205",
        "0.3261",
        "0.8053",
        "Score 0.4173, poor",
        "0.0370↓",
        "0.8261≠",
        "'educator'",
        "exchange them",
    ):
        assert part in result.stdout
    assert max(map(len, result.stdout.splitlines())) <= 80


def test_score_for_scripts_is_the_contracts(occupation):
    told = json.loads(run("score", occupation, "--json").stdout)
    assert (round(told["score"], 4), told["rating"]) == (0.4173, "poor")
    assert [round(loss, 4) for loss in told["levels"]] == [0.1205, 0.3261, 0.8053]
    assert told["transitions"][0] == {
        "leaf": "math_teacher", "level": 1, "ancestor": "teacher", "loss": 0.04, "odd": [],
    }  # fmt: skip
    assert len(told["warnings"]) == 5


def test_score_takes_rules_weights_and_several_files(occupation):
    by_level = json.loads(run("score", occupation, "--weights", "level", "--level", "maximum", "--json").stdout)
    assert by_level["score"] == pytest.approx((3 * 0.304348 + 2 * 0.826087 + 0.826087) / 6, abs=1e-5)
    own = json.loads(run("score", occupation, "--weights", "0.5,0.3,0.2", "--measure", "logsc", "--json").stdout)
    assert 0 < own["score"] < 1
    both = json.loads(run("score", occupation, occupation, "--preference", "1,3", "--json").stdout)
    assert round(both["score"], 4) == round(2 * 0.417295, 4)
    assert "All 2 together: 0.4173" in run("score", occupation, occupation).stdout


def test_score_is_checked_against_the_data(occupation, table):
    result = run("score", occupation, "--data", table, "--column", "job")
    assert "7 of 8 distinct values have no leaf (35 rows, 87.5 %, first in record 2)" in " ".join(result.stdout.split())
    assert "sculptor" not in result.stdout
    assert "sculptor" in run("score", occupation, "--data", table, "--column", "job", "--show-values").stdout


def test_check_names_every_defect_with_its_line(table):
    Path("bad.csv").write_text(
        "nurse;health;work;*\ndoctor;health;person;*\nbaker;food;work;*\ncook;baker;work;*\npilot;work;*\n", "utf-8"
    )
    result = run("check", "bad.csv", "--data", table, "--column", "job")
    assert result.exit_code == 2
    said = " ".join(result.stdout.split())
    assert "ERROR bad.csv:2: 'health' has two parents: 'person' here, 'work' in line 1." in said
    assert "ERROR bad.csv: 5 of 8 distinct values have no leaf (25 rows, 62.5 %, first in record 1)." in said
    assert "note bad.csv:3: 1 value is a label of other values as well (line 3)." in said
    assert "note bad.csv:5: 1 of 5 values has fewer than 3 levels (line 5)" in said
    assert "note bad.csv:2: 2 of 5 leaves are no value of the data (lines 2, 5)." in said
    told = json.loads(run("check", "bad.csv", "--json").stdout)
    assert [r["kind"] for r in told["remarks"]] == ["two parents", "leaf and ancestor", "depth"]
    Path("good.csv").write_text("[0, 50[;*\n[50, 99];*\n", "utf-8")
    fine = run("check", "good.csv", "--data", table, "--column", "age")
    assert fine.exit_code == 0
    assert "Nothing is wrong with it." in fine.stdout


def test_rank_orders_and_improve_mends(occupation):
    result = run("improve", occupation, "-o", "better.csv")
    assert result.exit_code == 0
    assert "0.4173 (poor) became 0.1339 (good)." in result.stderr
    told = json.loads(run("rank", occupation, "better.csv", "--json").stdout)
    assert [(entry["file"], entry["rating"]) for entry in told] == [("better.csv", "good"), ("occupation.csv", "poor")]
    assert told[0].keys() == {"file", "score", "rating"}
    assert run("rank", occupation, "better.csv").stdout.splitlines()[1].split() == [
        "1",
        "0.1339",
        "good",
        "3",
        "better.csv",
    ]
    printed = run("improve", occupation, "--edits", "1", "--json")
    assert len(json.loads(printed.stdout)["edits"]) == 1


def test_build_by_meaning_numbers_and_dates(table):
    made = run("build", table, "--column", "job", "-o", "jobs.csv", "--levels", "2")
    assert made.exit_code == 0, made.stderr
    assert Hierarchy.read("jobs.csv").height == 2
    assert "8 values, 2 levels" in made.stderr
    assert run("build", table, "--column", "age", "--width", "10").stdout.startswith("20;[20,30);[20,40)")
    assert json.loads(run("build", table, "--column", "seen", "--json").stdout)["kind"] == "date"
    assert json.loads(run("score", "jobs.csv", "--json").stdout)["rating"] in ("good", "moderate")


def test_draw_and_convert(occupation, table):
    assert "├─ doctor  0.1938↓≠" in run("draw", occupation, "--knowledge", "wordnet").stdout
    assert run("draw", occupation).stdout.startswith("occupation\n├─ education#4\n")
    for name in ("o.svg", "o.html", "o.txt"):
        assert run("draw", occupation, "-o", name, "--knowledge", "wordnet").exit_code == 0
    assert "<svg" in Path("o.html").read_text()
    assert Path("o.svg").read_text().count("<circle") == 16
    assert run("draw", occupation, "-o", "o.png").exit_code == 2
    assert run("convert", occupation, "-o", "o.json").exit_code == 0
    assert Hierarchy.read("o.json") == Hierarchy.read(occupation)
    assert run("convert", "o.json", "--format", "child-parent").stdout.startswith("child,parent\n")
    Path("ranges.txt").write_text("range\nname age\ntype int\nheight 2\n\n0,99 has 0,39 40,99 \n\n")
    printed = run("convert", "ranges.txt", "--data", table, "--column", "age").stdout
    assert printed.startswith("20;[0,39];[0,99]\n")


def test_candidates_fill_a_folder_and_a_seed_repeats_them(occupation):
    for folder in ("one", "two"):
        assert run("candidates", occupation, "-o", folder, "--number", "5", "--seed", "3").exit_code == 0
    names = [f"occupation-{i}.csv" for i in range(1, 6)]
    assert sorted(path.name for path in Path("one").iterdir()) == names
    assert all(Path("one", n).read_bytes() == Path("two", n).read_bytes() for n in names)
    assert Hierarchy.read("one/occupation-1.csv") == Hierarchy.read(occupation)
    assert run("candidates", occupation, "-o", "one").exit_code == 2


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["score", "none.csv"], "cannot be read"),
        (["score", "occupation.csv", "--measure", "magic"], "measure 'magic' is not available"),
        (["score", "occupation.csv", "--weights", "a,b"], "numbers with commas"),
        (["score", "occupation.csv", "--weights", "0.5,0.5"], "3 numbers above 0"),
        (["score", "occupation.csv", "--level", "median"], "average or maximum"),
        (["score", "occupation.csv", "--sense", "best"], "context or first"),
        (["score", "occupation.csv", "--data", "people.csv"], "both --data and --column"),
        (["score", "occupation.csv", "--knowledge", "nosuch"], "no knowledge 'nosuch'"),
        (["build", "people.csv", "--column", "nojob"], "no column 'nojob'"),
        (["build", "people.csv", "--column", "job", "--kind", "set"], "semantic, numeric or date"),
        (["build", "people.csv", "--column", "job", "--unknown", "drop"], "an error, or go to the root"),
        (["convert", "occupation.csv", "-o", "occupation.csv", "--force"], "file it is made from"),
        (["convert", "occupation.csv", "-o", "people.csv"], "exists already"),
        (["convert", "occupation.csv", "--format", "word"], "format 'word' is not available"),
        (["convert", "occupation.csv", "-o", "o.xyz"], "does not say which format"),
    ],
)
@pytest.mark.usefixtures("occupation", "table")
def test_what_cannot_be_is_refused_and_nothing_is_written(workdir, words, message):
    before = sorted(path.name for path in workdir.iterdir())
    result = run(*words)
    assert result.exit_code == 2
    assert result.stdout == ""
    assert message in result.stderr
    assert sorted(path.name for path in workdir.iterdir() if path.name != "cache") == [
        n for n in before if n != "cache"
    ]


def test_unknown_values_are_counted_not_shown(workdir):
    (workdir / "odd.csv").write_text("job\nnurse\nxqzwv\n")
    result = run("build", "odd.csv", "--column", "job")
    assert result.exit_code == 2
    assert "1 of 2 distinct values (1 rows)" in result.stderr
    assert "xqzwv" not in result.stderr
    assert run("build", "odd.csv", "--column", "job", "--unknown", "root").stdout == "nurse;*\nxqzwv;*\n"
