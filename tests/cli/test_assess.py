"""``semblant assess``: from files and link, exactly the figures of the evidence; exit code 1 where a promise fails."""

import json
import re
from pathlib import Path

import pytest

from semblant.release.files import private_folder
from tests.cli.conftest import comparable


@pytest.fixture
def release(run, survey: Path, policy: Path, workdir: Path) -> Path:
    """A release of the survey."""
    result = run("anonymise", survey, "--policy", policy, "-o", "out", "--quiet")
    assert result.exit_code == 0, result.stderr
    return workdir / "out" / "release.csv"


def test_a_fresh_process_finds_the_figures_of_the_evidence(command, survey: Path, release: Path):
    evidence = json.loads((private_folder(release.parent) / "evidence.json").read_text())
    for policy in ("policy.yaml", "out-private/evidence.json"):
        done = command("assess", survey, release, "--policy", policy, "--link", "out-private/link.csv", "--json")
        assert done.returncode == 0, done.stderr
        told = json.loads(done.stdout)
        assert told == comparable(evidence)


def test_without_the_link_what_needs_matching_is_null(run, survey: Path, policy: Path, release: Path):
    evidence = json.loads((private_folder(release.parent) / "evidence.json").read_text())
    result = run("assess", survey, release, "--policy", policy, "--json")
    assert result.exit_code == 0
    told = json.loads(result.stdout)
    assert told["privacy"] == evidence["privacy"]
    assert told["utility"]["loss_percent"] is told["risk"]["record_linkage_percent"] is None
    assert told["risk"]["uniques"] == evidence["risk"]["uniques"]


def test_by_position_only_where_the_order_is_kept(run, survey: Path, policy: Path, workdir: Path):
    assert run("anonymise", survey, "-p", policy, "--order", "keep", "-o", "kept", "-q").exit_code == 0
    evidence = json.loads((workdir / "kept-private" / "evidence.json").read_text())
    told = json.loads(run("assess", survey, "kept/release.csv", "-p", policy, "--order", "keep", "--json").stdout)
    assert told == comparable(evidence)
    assert told["risk"]["original_order"] is True


def test_the_original_order_breaks_a_policy_that_does_not_keep_it(run, survey: Path, policy: Path):
    assert run("anonymise", survey, "-p", policy, "--order", "keep", "-o", "kept", "-q").exit_code == 0
    link = ["--link", "kept-private/link.csv"]
    result = run("assess", survey, "kept/release.csv", "-p", policy, *link)
    assert result.exit_code == 1
    assert "Rows stand in the order of the original" in " ".join(result.stdout.split())
    assert run("assess", survey, "kept/release.csv", "-p", policy, "--order", "keep", *link).exit_code == 0


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("", "The header of a link for shape: table is released_row,original_row."),
        ("released_user,original_user\n1,ann\n", "released_row,original_row"),
        ("released_row,original_row\n1,1\n2\n", "The row has 1 cells"),
        ("released_row,original_row\n1,1\n01,2\n", "1 values of released_row occur more than once"),
        ("released_row,original_row\n1,1\n3,2\n", "does not number the rows from 1 to 2"),
        ("released_row,original_row\n1,0\n", "must be a row number"),
        ("released_row,original_row\n1,ann\n", "must be a row number"),
        ("released_row,original_row\n1,1\n", "The link has 1 rows; the release has 40"),
        (
            "released_row,original_row\n" + "".join(f"{i},{i + 1}\n" for i in range(1, 41)),
            "which has 40, does not",
        ),
    ],
)
def test_a_link_that_does_not_fit_is_refused(run, survey: Path, policy: Path, release: Path, workdir: Path, text, told):
    (workdir / "link.csv").write_text(text)
    result = run("assess", survey, release, "-p", policy, "--link", "link.csv")
    assert result.exit_code == 2
    assert told in " ".join(result.stderr.split())
    assert "ann" not in result.stderr


def test_a_link_that_names_a_row_twice_is_listed(run, survey: Path, policy: Path, release: Path, workdir: Path):
    lines = Path("out-private/link.csv").read_text().splitlines()
    lines[2] = f"2,{lines[1].split(',')[1]}"
    (workdir / "link.csv").write_text("\n".join(lines))
    result = run("assess", survey, release, "-p", policy, "--link", "link.csv", "--json")
    assert result.exit_code == 1
    assert [d["check"] for d in json.loads(result.stdout)["deviations"]] == ["link"]


def test_a_column_that_is_missing_or_renamed_is_said_to_be_of_the_release(
    run, survey: Path, policy: Path, release: Path
):
    header, rest = release.read_text().split("\n", 1)
    name = header.split(",")[0]
    release.write_text(f"{header.replace(name, name.upper(), 1)}\n{rest}")
    result = run("assess", survey, release, "-p", policy)
    assert result.exit_code == 2
    assert f"The release has no column {name!r}, which the policy masks; {name.upper()!r} may be it" in " ".join(
        result.stderr.split()
    )


def test_rows_are_matched_in_one_way(run, survey: Path, policy: Path, release: Path):
    result = run("assess", survey, release, "-p", policy, "--link", "out-private/link.csv", "--id", "age")
    assert result.exit_code == 2
    assert "not by both" in result.stderr


def test_a_person_reads_sentences(run, survey: Path, policy: Path, release: Path):
    result = run("assess", survey, release, "--policy", policy)
    assert result.exit_code == 0
    assert "Every record shares its quasi-identifiers with at least 3 others (k = 4," in result.stdout
    assert "records changed" in result.stdout
    assert max(map(len, result.stdout.splitlines())) <= 80


def test_a_broken_release_is_told_in_full_and_is_exit_code_1(run, survey: Path, policy: Path, release: Path):
    head, first, *others = release.read_text().splitlines()
    town = first.split(",")[1]
    release.write_text("\n".join([head, first.replace(town, "elsewhere"), *others]) + "\n")
    result = run("assess", survey, release, "--policy", policy, "--json")
    assert result.exit_code == 1
    told = json.loads(result.stdout)
    assert (told["privacy"]["verified"], told["privacy"]["k_achieved"]) == (False, 1)
    assert told["risk"]["uniques"] == 1
    shown = run("assess", survey, release, "--policy", policy)
    assert shown.exit_code == 1
    assert "NOT k-anonymous" in shown.stdout
    assert "records changed" in shown.stdout


def test_the_same_promise_by_flags(run, survey: Path, release: Path):
    words = ["assess", survey, release, "--qi", "job,town", "--identifier", "visitor", "--others", "keep"]
    assert run(*words, "--k", 4).exit_code == 0
    assert run(*words, "--k", 41).exit_code == 1


def test_an_intruder_who_knows_less_links_less(run, survey: Path, policy: Path, release: Path):
    words = ["assess", survey, release, "--policy", policy, "--json"]
    everything, little = json.loads(run(*words).stdout), json.loads(run(*words, "--known", "town").stdout)
    assert little["risk"]["prosecutor_mean"] <= everything["risk"]["prosecutor_mean"]
    assert little["privacy"] == everything["privacy"]


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (["survey.csv", "out/release.csv"], "--policy out-private/evidence.json"),
        (["survey.csv", "survey.csv"], "Nothing says which columns"),
        (["none.csv", "out/release.csv", "-p", "policy.yaml"], "no such file"),
        (["survey.csv", "none.csv", "-p", "policy.yaml"], "no such file"),
        (["survey.csv", "out/release.csv", "-p", "none.yaml"], "There is no policy file 'none.yaml'"),
        (["survey.csv", "out/release.csv", "-p", "policy.yaml", "--known", "age"], "'age'"),
        (["survey.csv", "out/release.csv", "-p", "policy.yaml", "--id", "visitor"], "'visitor'"),
    ],
)
@pytest.mark.usefixtures("release")
def test_what_cannot_be_is_refused(run, words, told):
    result = run("assess", *words)
    assert result.exit_code == 2
    assert result.stdout == ""
    assert told in result.stderr


def test_a_pipeline_can_require_figures(run, survey, policy, release):
    line = ["assess", survey, release, "--policy", policy, "--link", "out-private/link.csv", "--quiet"]
    column = next(iter(json.loads(run(*line, "--json").stdout)["utility"]["per_attribute"]))
    fine = ["k>=4", "loss<=100", f"loss.{column} <= 100 %", "risk<=100", "prosecutor<=25", "suppressed=0"]
    assert run(*line, *(part for one in fine for part in ("--require", one))).exit_code == 0
    for wrong in ("k>=1000", "loss<0", "prosecutor<=1", "l>=2"):
        done = run(*line, "--require", "k>=4", "--require", wrong)
        assert done.exit_code == 1, wrong
        assert re.search(rf"{re.escape(wrong)}  (DOES NOT HOLD|NOT KNOWN)", done.stdout)
    for unreadable in ("wish<=5", "loss.nothing<5", "k"):
        assert run(*line, "--require", unreadable).exit_code == 2
