"""``semblant compare``: one table, one page, and the recommended run."""

import json
from pathlib import Path

import pytest

WORDS = ["--policy", "policy.yaml", "--methods", "s-mdav,mdav-mode", "--k", "2,5", "--jobs", "1", "--quiet"]


@pytest.mark.usefixtures("policy")
def test_the_grid_as_json(run, survey: Path, workdir: Path):
    result = run("compare", survey, *WORDS, "--json")
    assert result.exit_code == 0, result.stderr
    rows = json.loads(result.stdout)
    assert [(row["method"], row["k"]) for row in rows] == [
        ("s-mdav", 2), ("s-mdav", 5), ("mdav-mode", 2), ("mdav-mode", 5),
    ]  # fmt: skip
    keys = {"loss_percent", "record_linkage_percent", "semantic_record_linkage_percent", "seconds"}
    assert all(keys <= set(row) and row["loss_percent"] >= 0 for row in rows)
    assert {p.name for p in (workdir / "survey-comparison").iterdir()} == {"comparison.html", "runs"}
    assert not list(workdir.rglob("release*"))


@pytest.mark.usefixtures("policy")
def test_a_person_reads_a_table_and_what_to_take(run, survey: Path):
    result = run("compare", survey, *WORDS, "--suggest", "risk<=100")
    assert result.exit_code == 0, result.stderr
    assert "Recommended run: " in result.stdout
    assert "least loss" in result.stdout
    assert "survey-comparison/comparison.html" in result.stdout
    assert max(map(len, result.stdout.splitlines())) <= 80


@pytest.mark.usefixtures("policy")
def test_a_criterion_that_no_run_fulfils_is_exit_code_1(run, survey: Path, workdir: Path):
    result = run("compare", survey, *WORDS, "--suggest", "k>=7")
    assert result.exit_code == 1
    assert "No run has k of at least 7" in result.stdout
    assert (workdir / "survey-comparison" / "comparison.html").is_file()
    assert run("compare", survey, *WORDS[:4], "--k", "41", "--jobs", "1").exit_code == 1


@pytest.mark.usefixtures("policy")
def test_without_methods_the_policy_decides(run, survey: Path):
    result = run("compare", survey, "--policy", "policy.yaml", "--jobs", 1, "--json", "-o", "deep/er")
    assert [(row["method"], row["k"]) for row in json.loads(result.stdout)] == [("auto", 4)]


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (["--k", "1"], "such as 5-10. Got '1'"),
        (["--k", "many"], "such as 5-10. Got 'many'"),
        (["--methods", "magic"], "'magic'"),
        (["--suggest", "beauty>3"], "cannot be read"),
        (["-o", "."], "no comparison's"),
        (["--set", "shape=sets"], "shape"),
    ],
)
@pytest.mark.usefixtures("policy")
def test_what_cannot_be_is_refused(run, survey: Path, workdir: Path, words: list[str], told: str):
    result = run("compare", survey, "--policy", "policy.yaml", "--jobs", 1, *words)
    assert result.exit_code == 2
    assert result.stdout == ""
    assert told in result.stderr
    assert not (workdir / "survey-comparison").exists()


@pytest.mark.usefixtures("policy")
def test_interrupted_it_says_that_finished_runs_are_kept(run, survey: Path, monkeypatch: pytest.MonkeyPatch):
    from semblant.release import compare as module

    made: list[int] = []

    def interrupted(source, policy, base):
        if made:
            raise KeyboardInterrupt
        made.append(policy.k)
        return measure(source, policy, base)

    measure = module.measure
    monkeypatch.setattr(module, "measure", interrupted)
    result = run("compare", survey, *WORDS)
    assert result.exit_code == 130
    assert "Finished runs are kept" in result.stderr
    monkeypatch.setattr(module, "measure", measure)
    again = run("compare", survey, *WORDS, "--json")
    assert len(json.loads(again.stdout)) == 4


def test_a_range_of_k_is_all_of_them(run, survey, policy):
    done = run(
        "compare", survey, "--policy", policy, "--methods", "mdav-mode", "-k", "4-6", "--jobs", 1, "--json", "--quiet"
    )
    assert [one["k"] for one in json.loads(done.stdout)] == [4, 5, 6]
