"""``semblant map``: coverage, a review file, and the way back into the policy."""

import csv
import json
from pathlib import Path

import pytest

from semblant.progress import Lines
from tests.cli.conftest import Run

JOBS = "name,what\nAnn,nurse\nBob,nurses\nCid,roofer\nDan,zzyzx\nEve,welder\nFay,baker\n"


def review(path: Path) -> list[dict[str, str]]:
    with path.open(encoding="utf-8-sig", newline="") as file:
        return list(csv.DictReader(file))


def test_coverage_is_told_in_words_and_json(run: Run, workdir: Path) -> None:
    (workdir / "jobs.csv").write_text(JOBS, "utf-8")
    told = run("map", "jobs.csv", "--qi", "what")
    assert told.exit_code == 0, told.output
    assert "5 of 6" in told.stdout
    assert "zzyzx" not in told.output
    facts = json.loads(run("map", "jobs.csv", "--qi", "what", "--json").stdout)
    assert facts == {
        "attributes": {
            "what": {
                "values": 6,
                "mapped": 5,
                "records_covered": 5,
                "certain": 5,
                "probable": 0,
                "uncertain": 0,
                "unknown": 1,
            }
        }
    }


def test_why_records_are_not_covered_is_told_where_some_are_not(run: Run, workdir: Path) -> None:
    (workdir / "jobs.csv").write_text(JOBS + "Gus,\nHal,\nIda,zzyzx\n", "utf-8")
    assert "5 of 9  2 unknown, 2 empty\n" in run("map", "jobs.csv", "--qi", "what").stdout
    (workdir / "known.csv").write_text("name,what\nAnn,nurse\n", "utf-8")
    told = run("map", "known.csv", "--qi", "what").stdout
    assert "1 of 1\n" in told
    assert "the others" not in told


def test_what_to_do_next_can_be_done_as_it_is_told(run: Run, workdir: Path) -> None:
    (workdir / "jobs.csv").write_text(JOBS, "utf-8")
    (workdir / "rules").mkdir()
    (workdir / "out").mkdir()
    policy = workdir / "rules" / "policy.yaml"
    policy.write_text("k: 2\nattributes:\n  name: identifier\n  what: {role: quasi, kind: semantic}\n", "utf-8")
    told = run("map", "jobs.csv", "--policy", "rules/policy.yaml", "-o", "out/review.csv").stdout
    line = told.splitlines()[told.splitlines().index("review  out/review.csv") + 3].strip()
    assert line == "mapping: ../out/review.csv"
    policy.write_text(policy.read_text("utf-8") + line + "\n", "utf-8")
    assert run("map", "jobs.csv", "--policy", "rules/policy.yaml").exit_code == 0
    assert (
        "--set mapping=out/review.csv"
        in run("map", "jobs.csv", "--qi", "what", "-o", "out/review.csv", "--force").stdout
    )


@pytest.mark.parametrize(
    ("mapping", "hint"),
    [("revewed.csv", "did you mean reviewed.csv?"), ("out/reviewed.csv", "there is no folder"), ("elsewhere", "")],
)
def test_a_mistyped_mapping_is_answered_with_what_is_there(run: Run, workdir: Path, mapping: str, hint: str) -> None:
    (workdir / "jobs.csv").write_text(JOBS, "utf-8")
    (workdir / "reviewed.csv").write_text("value,concept\nnurse,nurse\n", "utf-8")
    told = run("map", "jobs.csv", "--qi", "what", "--set", f"mapping={mapping}")
    assert told.exit_code == 2
    assert "There is no such mapping file" in told.stderr
    assert hint in told.stderr
    assert ("did you mean" in told.stderr) == ("did you mean" in hint)


def test_an_edited_review_decides_the_next_run(run: Run, workdir: Path) -> None:
    (workdir / "jobs.csv").write_text(JOBS, "utf-8")
    assert run("map", "jobs.csv", "--qi", "what", "-o", "review.csv").exit_code == 0
    rows = review(workdir / "review.csv")
    assert {row["value"] for row in rows} == {"nurse", "nurses", "roofer", "zzyzx", "welder", "baker"}
    for row in rows:
        if row["value"] == "zzyzx":
            row["concept"] = "potter#1"
    with (workdir / "review.csv").open("w", encoding="utf-8", newline="") as file:
        writer = csv.DictWriter(file, rows[0])
        writer.writeheader()
        writer.writerows(rows)
    again = run("map", "jobs.csv", "--qi", "what", "--set", "mapping=review.csv", "--json")
    assert json.loads(again.stdout)["attributes"]["what"]["unknown"] == 0
    done = run(
        "anonymise", "jobs.csv", "--qi", "what", "--k", "2", "--set", "mapping=review.csv", "--identifier", "name"
    )
    assert done.exit_code == 0, done.output


def test_an_existing_file_is_not_replaced_unasked(run: Run, workdir: Path) -> None:
    (workdir / "jobs.csv").write_text(JOBS, "utf-8")
    (workdir / "review.csv").write_text("mine", "utf-8")
    refused = run("map", "jobs.csv", "--qi", "what", "-o", "review.csv")
    assert refused.exit_code == 2
    assert (workdir / "review.csv").read_text("utf-8") == "mine"


LOG = "who,asked\n" + "".join(
    f"{i % 4},{text}\n"
    for i, text in enumerate(["cheap flights to Rome", "www.example.com", "piano lessons", "zzyzx"] * 2)
)
LOG_POLICY = "shape: log\nk: 2\nlog: {user: who, text: asked}\nattributes:\n  asked: {role: quasi, unknown: error}\n"
SETS = "id,goods\n1,milk|leather sofa\n2,milk|zzyzx\n3,\n"
SETS_POLICY = (
    "shape: sets\nk: 2\nattributes:\n  id: identifier\n  goods: {role: quasi, kind: set, knowledge: wordnet}\n"
)


def test_a_log_is_read_by_its_phrases(run: Run, workdir: Path) -> None:
    (workdir / "log.csv").write_text(LOG, "utf-8")
    (workdir / "policy.yaml").write_text(LOG_POLICY, "utf-8")
    told = run("map", "log.csv", "--policy", "policy.yaml", "-o", "review.csv", "--json")
    assert json.loads(told.stdout)["attributes"] == {
        "asked": {
            "values": 4,
            "mapped": 2,
            "records_covered": 4,
            "certain": 2,
            "probable": 0,
            "uncertain": 2,
            "unknown": 4,
        }
    }
    rows = {row["value"]: row for row in review(workdir / "review.csv")}
    assert set(rows) == {"flights", "rome", "piano lessons", "www.example.com", "zzyzx"}
    assert rows["zzyzx"]["count"] == "2"
    (workdir / "review.csv").write_text("value,concept\nzzyzx,potter#1\nwww.example.com,potter#1\n", "utf-8")
    again = run("map", "log.csv", "--policy", "policy.yaml", "--set", "mapping=review.csv", "--json")
    assert json.loads(again.stdout)["attributes"]["asked"]["unknown"] == 0


def test_a_set_is_read_by_its_items(run: Run, workdir: Path) -> None:
    (workdir / "sets.csv").write_text(SETS, "utf-8")
    (workdir / "policy.yaml").write_text(SETS_POLICY, "utf-8")
    told = run("map", "sets.csv", "--policy", "policy.yaml", "-o", "review.csv")
    assert told.exit_code == 0, told.output
    assert "1 of 3" in told.stdout
    assert "unknown: suppress | nominal" in told.stdout
    assert {row["value"]: row["count"] for row in review(workdir / "review.csv")} == {
        "milk": "2",
        "leather sofa": "1",
        "zzyzx": "1",
    }


SECRETS = ["zzyzxname", "surgeonn", "Xylomancer of Ulm"]
PEOPLE = "name,what\n" + "".join(f"{i},{job}\n" for i, job in enumerate(["nurse", *SECRETS]))


@pytest.mark.parametrize(
    ("mapping", "code"),
    [
        ("value,concept\nzzyzxname,potter#1\n", 0),
        ("value,concept\nzzyzxname,Xylomancer of Ulm\n", 2),
        ("value,concept\nzzyzxname,potter\nzzyzxname,nurse\n", 2),
        ('value,concept\n"zzyzxname,potter\n', 2),
        ("value,concept\nzzyzxname\n", 2),
        ("zzyzxname,potter\n", 2),
    ],
)
def test_no_value_is_told_by_lines_or_errors(
    run: Run, workdir: Path, monkeypatch: pytest.MonkeyPatch, mapping: str, code: int
) -> None:
    monkeypatch.setattr(Lines, "patience", 0.0)
    monkeypatch.setattr(Lines, "interval", 0.0)
    (workdir / "people.csv").write_text(PEOPLE, "utf-8")
    (workdir / "mapping.csv").write_text(mapping, "utf-8")
    words = ("map", "people.csv", "--qi", "what", "--set", "mapping=mapping.csv", "-o", "review.csv", "--no-values")
    for told in (run(*words), run(*words, "--json", "--force")):
        assert told.exit_code == code, told.output
        assert not [secret for secret in SECRETS if secret.lower() in told.output.lower()]
    assert (workdir / "review.csv").exists() == (code == 0)
    if code == 0:
        assert "reading what: done" in told.stderr
        written = (workdir / "review.csv").read_text("utf-8")
        assert not [secret for secret in SECRETS if secret in written]
    elif "Xylo" in mapping:
        assert "Xylomancer" in run(*words, "--show-values").output


def test_nothing_to_read_by_meaning_is_told_with_what_to_do(run: Run, workdir: Path) -> None:
    (workdir / "jobs.csv").write_text(JOBS, "utf-8")
    told = run("map", "jobs.csv", "--qi", "what", "--set", "attributes.what.kind=nominal")
    assert told.exit_code == 2
    assert "kind: semantic" in told.output


def test_no_advice_on_unknown_values_where_the_policy_has_it(run: Run, workdir: Path) -> None:
    (workdir / "jobs.csv").write_text("job\nnurse\nqwxzt\n", "utf-8")
    policy = workdir / "policy.yaml"
    for said, advised in (("", True), (", unknown: suppress", False)):
        policy.write_text(f"k: 2\nattributes:\n  job: {{role: quasi, kind: semantic{said}}}\n", "utf-8")
        told = run("map", "jobs.csv", "--policy", "policy.yaml").stdout
        assert ("stay unknown" in told) is advised
