"""``semblant assess``: from the files alone, exactly the figures of the evidence; exit code 1 where a promise fails."""

import json
from pathlib import Path

import pytest


@pytest.fixture
def release(run, survey: Path, policy: Path, workdir: Path) -> Path:
    """A release of the survey."""
    result = run("anonymise", survey, "--policy", policy, "-o", "out", "--quiet")
    assert result.exit_code == 0, result.stderr
    return workdir / "out" / "release.csv"


def test_a_fresh_process_finds_the_figures_of_the_evidence(command, survey: Path, release: Path):
    evidence = json.loads((release.parent / "evidence.json").read_text())
    for policy in ("policy.yaml", "out/evidence.json"):
        done = command("assess", survey, release, "--policy", policy, "--json")
        assert done.returncode == 0, done.stderr
        assert json.loads(done.stdout) == {part: evidence[part] for part in ("privacy", "utility", "risk")}


def test_a_person_reads_sentences(run, survey: Path, policy: Path, release: Path):
    result = run("assess", survey, release, "--policy", policy)
    assert result.exit_code == 0
    assert "Every record is like at least 3 others (k = 4, verified)." in result.stdout
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
    words = ["assess", survey, release, "--qi", "job,town", "--identifier", "visitor"]
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
        (["survey.csv", "out/release.csv"], "--policy out/evidence.json"),
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
