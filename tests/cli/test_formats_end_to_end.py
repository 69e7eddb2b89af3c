"""Every format all the way: anonymise, verify, assess and replay; and pipes."""

import gzip
import json
import re
import subprocess
import sys
from pathlib import Path

import polars as pl
import pytest

from semblant.data.read import read
from semblant.data.table import Table
from semblant.data.typed import spelled_for
from semblant.release.files import PRIVATE_FILES
from semblant.release.staging import write_table

FLAGS = ("--qi", "town,age", "--sensitive", "reason", "--identifier", "visitor", "--others", "keep", "--k", 3)
FLAGS = (*FLAGS, "--seed", 1, "--set", "attributes.town.kind=nominal")


def put(survey: Path, kind: str) -> Path:
    """The survey in a format."""
    for library in {"xlsx": ("fastexcel", "xlsxwriter"), "sav": ("pyreadstat",), "dta": ("pyreadstat",)}.get(kind, ()):
        pytest.importorskip(library)
    table = Table(read(survey).frame)
    return write_table(table, survey.parent, "people", to=kind)


@pytest.mark.parametrize("kind", ["jsonl", "arrow", "xlsx", "sav", "dta"])
def test_a_release_is_made_verified_assessed_and_made_again(run, survey, workdir, kind):
    data = put(survey, kind)
    made = run("anonymise", data, *FLAGS, "-o", "out", "--quiet")
    assert made.exit_code == 0, made.stderr
    release = workdir / "out" / f"release.{kind}"
    assert read(release).typed is not None or kind == "jsonl"
    assert read(release).names == ("job", "town", "age", "reason")
    verified = run("verify", "out", "--json", "--junit", "verify.xml")
    assert verified.exit_code == 0, verified.stdout
    assert (workdir / "verify.xml").read_text().count("<testcase") == len(json.loads(verified.stdout)["checks"])
    bounds = ("--require", "k>=3", "--require", "loss.age<=100", "--junit", "assess.xml")
    link = ("--link", "out-private/link.csv", "--policy", "out-private/evidence.json")
    assessed = run("assess", data, release, *link, *bounds, "--json", "--quiet")
    assert assessed.exit_code == 0, assessed.stdout + assessed.stderr
    assert [one["holds"] for one in json.loads(assessed.stdout)["requirements"]] == [True, True]
    again = run("anonymise", "--replay", "out-private", "-o", "again", "--quiet")
    assert again.exit_code == 0, again.stderr
    assert (workdir / "again" / release.name).read_bytes() == release.read_bytes()


def test_a_bound_that_does_not_hold_ends_with_1(run, survey, workdir):
    assert run("anonymise", survey, *FLAGS, "-o", "out", "--quiet").exit_code == 0
    given = ("assess", survey, "out/release.csv", "--policy", "out-private/evidence.json", "--quiet")
    unknown = run(*given, "--require", "risk<=5")
    assert (unknown.exit_code, "risk<=5  NOT KNOWN" in unknown.stdout) == (1, True)
    failing = run(*given, "--require", "k>=3", "--require", "k>=1000", "--junit", "a.xml")
    assert failing.exit_code == 1
    assert "k>=1000  DOES NOT HOLD" in failing.stdout
    text = (workdir / "a.xml").read_text()
    assert 'failures="1"' in text
    assert '<testcase classname="semblant.assess" name="k&gt;=3"/>' in text
    for wrong in ("k", "kk>=5", "risk<=a", "loss.nothing<=5"):
        refused = run(*given, "--require", wrong)
        assert refused.exit_code == 2, refused.stdout


def test_a_release_in_another_format(run, survey, workdir):
    made = run("anonymise", survey, *FLAGS, "-o", "out", "--to", "parquet", "--quiet")
    assert made.exit_code == 0, made.stderr
    assert pl.read_parquet_schema(workdir / "out" / "release.parquet")["age"] == pl.Int64
    again = run("anonymise", "--replay", "out-private", "-o", "again", "--quiet")
    assert again.exit_code == 0, again.stderr
    assert run("verify", "out").exit_code == 0
    wrong = run("anonymise", survey, *FLAGS, "-o", "out2", "--to", "docx")
    assert (wrong.exit_code, "--to arrow | csv" in wrong.stderr) == (2, True)


TREATED = ("--set", "attributes.pay={role: keep, kind: numeric, round: 100}", "--set", "attributes.age.round=0.5")


@pytest.mark.parametrize("to", [None, "xlsx", "parquet"])
@pytest.mark.parametrize("kind", ["xlsx", "sav", "dta", "parquet", "csv"])
def test_treated_and_masked_numbers_are_numbers_in_every_format(run, survey, workdir, kind, to):
    before = read(survey).frame.with_columns(pay=pl.Series([f"{1000 + 37 * i}.5" for i in range(40)]))
    before = before.with_columns(age=pl.Series([f"{20 + i % 9}.{(0, 5)[i % 2]}" for i in range(40)]))
    before.write_csv(survey)
    typed = before.cast({"pay": pl.Float64, "age": pl.Float64})
    typed.write_parquet(workdir / "people.parquet")
    table = spelled_for(read(workdir / "people.parquet"), kind)
    data = survey if kind == "csv" else write_table(table, workdir, "people", to=kind)
    flags = (*FLAGS, *TREATED, *(("--to", to) if to else ()))
    made = run("anonymise", data, *flags, "-o", "out", "--quiet")
    assert made.exit_code == 0, made.stderr
    release = next((workdir / "out").glob("release.*"))
    back = read(release)
    if back.typed is not None:
        assert back.typed.schema["pay"] == pl.Float64 or (kind, to) == ("csv", "parquet")
        assert back.typed.schema["age"] == pl.Float64
    assert {float(text) % 100 for text in back.frame["pay"]} == {0}
    link = ("--link", "out-private/link.csv", "--policy", "out-private/evidence.json")
    assessed = run("assess", data, release, *link, "--json", "--quiet")
    assert assessed.exit_code == 0, assessed.stdout
    explained = run("explain", "out", "--row", 1)
    assert explained.exit_code == 0, explained.stderr


def test_what_a_format_cannot_hold_is_refused_before_masking(run, survey, monkeypatch):
    frame = read(survey).frame.with_columns(note=pl.Series(["fine ", "x"] * 20))
    frame.write_csv(survey)
    monkeypatch.setattr("semblant.shapes.table.TableShape.mask", lambda *_: pytest.fail("masked"))
    refused = run("anonymise", survey, *FLAGS, "-o", "out", "--to", "sav")
    assert refused.exit_code == 2
    assert "In column 'note', 20 cells have a space at the end" in refused.stderr
    frame.rename({"note": "my note"}).with_columns(pl.col("my note").str.strip_chars()).write_csv(survey)
    named = run("anonymise", survey, *FLAGS, "-o", "out", "--to", "dta")
    assert (named.exit_code, "contains a space" in named.stderr) == (2, True)
    frame.with_columns(pl.col("town") + " ", note=pl.lit("x")).write_csv(survey)
    word = run("anonymise", survey, *FLAGS, "-o", "out", "--to", "sav")
    assert (word.exit_code, "In column 'town', " in word.stderr, "a space at the end" in word.stderr) == (2, True, True)


@pytest.mark.parametrize(
    ("shape", "policy"),
    [
        ("sets.SetsShape", "shape: sets\nattributes: {my items: {role: quasi, kind: set}, who: keep}\n"),
        ("log.LogShape", "shape: log\nlog: {user: who, text: my items}\n"),
    ],
)
def test_a_name_that_a_format_does_not_allow_is_refused_before_sets_and_logs_are_masked(
    run, workdir, monkeypatch, shape, policy
):
    (workdir / "in.csv").write_text("who,my items\n" + "".join(f"p{i % 5},nurse\n" for i in range(20)))
    (workdir / "policy.yaml").write_text(policy)
    monkeypatch.setattr(f"semblant.shapes.{shape}.mask", lambda *_: pytest.fail("masked"))
    refused = run("anonymise", "in.csv", "--policy", "policy.yaml", "-o", "out", "--to", "dta")
    assert (refused.exit_code, "contains a space" in refused.stderr) == (2, True), refused.stderr


def piped(workdir: Path, *words: object, data: bytes, **how: object) -> "subprocess.CompletedProcess[bytes]":
    line = [sys.executable, "-c", "from semblant.cli import main; main()", *map(str, words)]
    return subprocess.run(line, cwd=workdir, input=data, capture_output=True, timeout=120, **how)  # type: ignore[call-overload,no-any-return]


def test_a_pipe_takes_the_table_and_gives_the_release(run, survey, workdir):
    made = piped(workdir, "anonymise", "-", *FLAGS, "-o", "-", "--evidence", "out", data=survey.read_bytes())
    assert made.returncode == 0, made.stderr
    (workdir / "release.csv").write_bytes(made.stdout)
    assert read(workdir / "release.csv").records == 40
    assert b"verified" in made.stderr
    assert sorted(file.name for file in (workdir / "out").iterdir()) == ["evidence.json", "report-public.html"]
    assert "does not lie beside its evidence" in run("verify", "out").stderr
    assert run("verify", "out", "--release", "release.csv").exit_code == 0
    assert piped(workdir, "verify", "out", "--release", "-", data=made.stdout).returncode == 0
    other = piped(workdir, "verify", "out", "--release", "-", data=gzip.compress(made.stdout))
    assert (other.returncode, b"a name or a time in its header" in other.stdout) == (1, True), other.stdout
    again = piped(workdir, "anonymise", "--replay", "out-private", "-o", "again", "-q", data=survey.read_bytes())
    assert again.returncode == 0, again.stderr
    assert (workdir / "again" / "release.csv").read_bytes() == made.stdout
    other = piped(workdir, "anonymise", "--replay", "out-private", "-o", "other", "-q", data=b"a,b\n1,2\n")
    assert other.returncode == 2


def test_the_hook_for_commits_keeps_every_private_file_out():
    hooks = (Path(__file__).parents[2] / ".pre-commit-hooks.yaml").read_text()
    pattern = re.findall(r"^  files: (.*-private/.*)$", hooks, re.MULTILINE)[0]
    for name in PRIVATE_FILES:
        assert re.search(pattern, f"data/people-private/{name}"), name


def test_what_does_not_go_with_a_pipe_is_refused(run, survey):
    for words in (["-o", "-"], ["-o", "-", "--evidence", "out", "--json"], ["-o", "x", "--evidence", "out"]):
        assert run("anonymise", survey, *FLAGS, *words).exit_code == 2
    assert run("assess", "-", "-", *FLAGS).exit_code == 2


def test_a_closed_stdout_takes_no_release(survey, workdir):
    line = [
        sys.executable,
        "-c",
        "import os; os.close(1); os.execv(os.sys.executable, [os.sys.executable, *os.sys.argv[1:]])",
    ]
    words = ["-c", "from semblant.cli import main; main()", "anonymise", survey, *FLAGS, "-o", "-", "--evidence", "out"]
    made = subprocess.run([*line, *map(str, words)], cwd=workdir, capture_output=True, timeout=120)
    assert (made.returncode, b"stdout, which is closed" in made.stderr) == (2, True)
    assert not (workdir / "out").exists()
