"""``semblant anonymise``: a release or a reason, the right exit code, and nothing half written."""

import csv
import errno
import json
from collections import Counter
from pathlib import Path

import pytest

FILES = ["evidence.json", "release.csv", "report-public.html"]
PRIVATE = ["evidence.json", "link.csv", "report.html", "run.json"]


def rows(file: Path) -> list[dict[str, str]]:
    with file.open(newline="", encoding="utf-8") as stream:
        return list(csv.DictReader(stream))


def names(folder: Path) -> list[str]:
    return sorted(file.name for file in folder.iterdir())


def test_a_policy_gives_a_release_that_keeps_it(command, survey: Path, policy: Path, workdir: Path):
    done = command("anonymise", survey.name, "--policy", policy.name)
    assert done.returncode == 0, done.stderr
    folder = workdir / "survey-release"
    assert names(folder) == FILES
    assert names(workdir / "survey-release-private") == PRIVATE
    assert names(workdir) == ["policy.yaml", "survey-release", "survey-release-private", "survey.csv"]
    released = rows(folder / "release.csv")
    assert list(released[0]) == ["job", "town", "age", "reason"]
    assert min(Counter((row["job"], row["town"]) for row in released).values()) >= 4
    link, before = rows(workdir / "survey-release-private" / "link.csv"), rows(survey)
    assert [int(row["released_row"]) for row in link] == list(range(1, 41))
    assert [row["age"] for row in released] == [before[int(row["original_row"]) - 1]["age"] for row in link]
    assert released == sorted(released, key=lambda row: list(row.values()))
    assert "Every record shares its quasi-identifiers with at least 3 others" in done.stdout
    assert str(Path("survey-release", "release.csv")) in done.stdout
    assert max(map(len, done.stdout.splitlines())) <= 80


def test_json_is_the_evidence_and_nothing_else(command, survey: Path, policy: Path, workdir: Path):
    done = command("anonymize", survey.name, "-p", policy.name, "-o", "out", "--json", "--quiet")
    assert done.returncode == 0, done.stderr
    assert json.loads(done.stdout) == json.loads((workdir / "out-private" / "evidence.json").read_text())
    assert done.stderr == ""


def test_flags_alone_are_enough_once_they_say_what_becomes_of_the_rest(run, survey: Path, workdir: Path):
    words = ["anonymise", survey, "--qi", "job,town", "--identifier", "visitor", "--k", 3, "-o", "out"]
    refused = run(*words)
    assert refused.exit_code == 2
    assert "2 of 5 columns: 'age', 'reason'" in refused.stderr
    assert "--others drop" in refused.stderr
    assert not (workdir / "out").exists()
    result = run(*words, "--others", "keep")
    assert result.exit_code == 0, result.stderr
    assert "job is taken as semantic" in result.stdout
    assert "town is taken as nominal" in result.stdout
    assert list(rows(workdir / "out" / "release.csv")[0]) == ["job", "town", "age", "reason"]
    assert json.loads((workdir / "out-private" / "evidence.json").read_text())["privacy"]["k_required"] == 3


def test_quasi_identifiers_named_on_the_command_line_replace_those_of_the_policy(run, survey: Path, policy: Path):
    refused = run("anonymise", survey, "-p", policy, "--qi", "job", "-o", "out")
    assert refused.exit_code == 2
    assert "'town'" in refused.stderr
    made = run("anonymise", survey, "-p", policy, "--qi", "job", "--others", "drop", "-o", "out", "--json")
    attributes = json.loads(made.stdout)["policy"]["attributes"]
    assert [name for name, one in attributes.items() if one["role"] == "quasi"] == ["job"]


def test_flags_override_the_policy(run, survey: Path, policy: Path, workdir: Path):
    result = run(
        "anonymise", survey, "-p", policy, "--k", 10, "--method", "s-mdav", "--set", "others=drop", "-o", "out"
    )
    assert result.exit_code == 0, result.stderr
    evidence = json.loads((workdir / "out-private" / "evidence.json").read_text())
    assert (evidence["privacy"]["k_required"], evidence["plan"]["method"]) == (10, "s-mdav")


def test_the_evidence_of_a_release_makes_it_again(run, survey: Path, policy: Path, workdir: Path):
    assert run("anonymise", survey, "-p", policy, "--seed", 7, "-o", "one").exit_code == 0
    again = run("anonymise", survey, "-p", workdir / "one-private" / "evidence.json", "--seed", 7, "-o", "two")
    assert again.exit_code == 0, again.stderr
    assert (workdir / "one" / "release.csv").read_bytes() == (workdir / "two" / "release.csv").read_bytes()


def test_a_dry_run_shows_the_plan_and_writes_nothing(run, survey: Path, policy: Path, workdir: Path):
    result = run("anonymise", survey, "-p", policy, "--dry-run")
    assert result.exit_code == 0, result.stderr
    assert "records" in result.stdout
    assert "Nothing was written" in result.stdout
    told = json.loads(run("anonymise", survey, "-p", policy, "--dry-run", "--json").stdout)
    assert told["records"] == 40
    assert names(workdir) == ["policy.yaml", "survey.csv"]


def test_an_earlier_release_is_replaced_only_by_force(run, survey: Path, policy: Path, workdir: Path):
    assert run("anonymise", survey, "-p", policy).exit_code == 0
    before = (workdir / "survey-release" / "release.csv").read_bytes()
    refused = run("anonymise", survey, "-p", policy, "--k", 10)
    assert refused.exit_code == 2
    assert "--force" in refused.stderr
    assert (workdir / "survey-release" / "release.csv").read_bytes() == before
    assert run("anonymise", survey, "-p", policy, "--k", 10, "--force").exit_code == 0
    assert (workdir / "survey-release" / "release.csv").read_bytes() != before


@pytest.mark.parametrize(
    ("content", "words", "code", "told"),
    [
        (None, [], 2, ["InputError", "no such file"]),
        (b"", [], 2, ["InputError", "empty"]),
        (b"visitor,job,town,age,reason\n", [], None, []),
        (b"visitor,job,job,age,reason\n1,nurse,x,1,y\n", [], 2, ["Columns 2 and 3"]),
        (b"visitor,job,town,age,reason\n1,nurse,T1,1\n2,cook,T1,1,a,b,c\n", [], 2, ["InputError"]),
        ("visitor,job,town,age,reason\n1,кафе,T1,1,x\n".encode("cp1251"), [], 2, ["InputError", "utf-8"]),
        (b"visitor,job,town,age,reason\n1,nurse,T1,1,x\n", [], 1, ["UnreachableError"]),
        (b"visitor,jobs,town,age,reason\n1,nurse,T1,1,x\n", [], 2, ["'job'", "'jobs'"]),
        (b"visitor,job,town,age,reason,more\n1,nurse,T1,1,x,y\n", [], 2, ["PolicyError", "'more'", "others"]),
        (b"visitor,job,town,age,reason\n" + b"1,xqzzt,T1,1,x\n" * 9, [], 2, ["UnknownTermsError", "policy.yaml:5:3"]),
        (b"visitor,job,town,age,reason\n" + b"1,nurse,T1,1,x\n" * 9, ["--k", "1"], 2, ["at least 2. Got 1 instead."]),
        (b"visitor,job,town,age,reason\n" + b"1,nurse,T1,1,x\n" * 9, ["--set", "kk=1"], 2, ["no key 'kk'"]),
        (b"visitor,job,town,age,reason\n" + b"1,nurse,T1,1,x\n" * 9, ["--method", "magic"], 2, ["'method' parameter"]),
        (b"visitor,job,town,age,reason\n" + b"1,nurse,T1,1,x\n" * 9, ["--qi", "jbo"], 2, ["'jbo'", "'job'"]),
        (b"visitor,job,town,age,reason\n" + b"1,nurse,T1,1,x\n" * 9, ["-o", "policy.yaml/out"], 2, ["OutputError"]),
        (b"visitor,job,town,age,reason\n" + b"1,nurse,T1,1,x\n" * 9, ["-o", "."], 2, ["OutputError"]),
    ],
)
def test_bad_input_is_refused_with_its_exit_code_and_nothing_written(
    run, policy: Path, workdir: Path, content, words, code, told
):
    if content is not None:
        (workdir / "data.csv").write_bytes(content)
    before = names(workdir)
    result = run("anonymise", "data.csv", "-p", policy, *words)
    assert result.exit_code in ((1, 2) if code is None else (code,)), result.stderr
    assert result.stdout == ""
    for part in told:
        assert part in result.stderr
    assert "xqzzt" not in result.stderr
    assert names(workdir) == before


def test_a_misspelt_key_is_shown_with_line_and_column(command, survey: Path, workdir: Path):
    (workdir / "policy.yaml").write_text("k: 5\nattributes:\n  job: {role: quasi, knid: semantic}\n")
    done = command("anonymise", survey.name, "--policy", "policy.yaml")
    assert done.returncode == 2
    assert done.stdout == ""
    assert done.stderr.splitlines() == [
        "PolicyError  policy.yaml:3:22",
        "  There is no key 'knid' in attributes.job. Did you mean 'kind' or 'l_kind'?",
    ]
    assert names(workdir) == ["policy.yaml", "survey.csv"]


def test_nothing_but_data_is_a_question_not_a_guess(run, survey: Path):
    result = run("anonymise", survey)
    assert result.exit_code == 2
    assert "semblant init" in result.stderr


def test_unknown_values_are_shown_only_when_asked_for(run, policy: Path, workdir: Path):
    (workdir / "data.csv").write_bytes(b"visitor,job,town,age,reason\n" + b"1,xqzzt,T1,1,x\n" * 9)
    assert "xqzzt" not in run("anonymise", "data.csv", "-p", policy).stderr
    assert "xqzzt" in run("anonymise", "data.csv", "-p", policy, "--show-values").stderr


@pytest.mark.parametrize(
    ("fault", "code", "told"),
    [
        (KeyboardInterrupt(), 130, "Interrupted"),
        (OSError(errno.ENOSPC, "No space left on device"), 2, "No space left on device"),
        (MemoryError(), 2, "memory"),
        (RuntimeError("the value was surgeon"), 2, "RuntimeError"),
    ],
)
def test_an_end_in_the_middle_leaves_nothing_behind(run, survey, policy, workdir: Path, monkeypatch, fault, code, told):
    def fail(*_: object) -> None:
        raise fault

    monkeypatch.setattr("semblant.shapes.table.verify_table", fail)
    result = run("anonymise", survey, "-p", policy)
    assert result.exit_code == code
    assert told in result.stderr
    assert "surgeon" not in result.stderr
    assert names(workdir) == ["policy.yaml", "survey.csv"]


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (["survey.csv"], ["make a policy: semblant init survey.csv -o policy.yaml", "--qi age,occupation"]),
        (["surve.csv"], ["InputError  surve.csv", "no such file", "did you mean survey.csv?"]),
        (["."], ["This is a folder, and holds no Parquet files."]),
        (["rules.yaml"], ["This is a policy, and not a table.", "semblant anonymise DATA --policy FILE"]),
        (
            ["survey.csv", "--policy", "rule.yaml"],
            ["PolicyError  rule.yaml", "Did you mean 'rules.yaml'", "semblant init survey.csv -o rule.yaml"],
        ),
        (["my visits.csv", "--policy", "no.yaml"], ["semblant init 'my visits.csv' -o no.yaml"]),
        (["survey.csv", "--policy", "."], ["name the file in it"]),
        (["survey.csv", "--policy", "rules.yaml"], ["There is no column 'weight' in survey.csv.", "rules.yaml:2:3"]),
        (
            ["survey.csv", "--policy", "other.yaml"],
            ["2 of the policy's 3 columns are not in survey.csv.", "semblant init survey.csv -o NEW-POLICY.yaml"],
        ),
    ],
)
@pytest.mark.usefixtures("survey")
def test_who_has_no_policy_or_the_wrong_one_is_told_the_next_step(run, workdir: Path, words, told):
    (workdir / "rules.yaml").write_text("attributes:\n  weight: quasi\n")
    (workdir / "other.yaml").write_text("attributes:\n  weight: quasi\n  height: quasi\n  job: quasi\n")
    before = names(workdir)
    result = run("anonymise", *words)
    assert result.exit_code == 2
    for part in told:
        assert part in result.stderr
    assert names(workdir) == before


def test_cells_of_a_file_without_its_header_are_not_offered_as_columns(run, workdir: Path) -> None:
    (workdir / "people.csv").write_text(
        "Ann Smith,2020-02-05,Graz\nname,born,town\nBob Hill,2020-08-04,Wien\nname,born,town\n"
    )
    (workdir / "rules.yaml").write_text("attributes:\n  name: identifier\n  born: quasi\n  town: quasi\n")
    result = run("anonymise", "people.csv", "--policy", "rules.yaml")
    assert result.exit_code == 2
    assert "3 of the policy's 3 columns are not in people.csv." in result.stderr
    assert "Ann" not in result.output
    assert "Graz" not in result.output
    assert "the file has 3 columns" in result.stderr


@pytest.mark.usefixtures("policy")
def test_a_policy_that_lies_here_is_offered(run, survey: Path):
    result = run("anonymise", survey)
    assert result.exit_code == 2
    assert "Do one of:  take the policy that lies here: --policy policy.yaml" in result.stderr
