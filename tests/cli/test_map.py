"""``semblant map``: coverage, a review file, and the way back into the policy."""

import csv
import json
from pathlib import Path

from tests.cli.conftest import Run

JOBS = "name,job\nAnn,nurse\nBob,nurses\nCid,crane\nDan,zzyzx\nEve,bulldozer\nFay,baker\n"


def review(path: Path) -> list[dict[str, str]]:
    with path.open(encoding="utf-8-sig", newline="") as file:
        return list(csv.DictReader(file))


def test_coverage_is_told_in_words_and_json(run: Run, desk: Path) -> None:
    (desk / "jobs.csv").write_text(JOBS, "utf-8")
    told = run("map", "jobs.csv", "--qi", "job")
    assert told.exit_code == 0, told.output
    assert "5 of 6" in told.stdout
    assert "zzyzx" not in told.output
    facts = json.loads(run("map", "jobs.csv", "--qi", "job", "--json").stdout)
    assert facts == {"attributes": {"job": {"values": 6, "mapped": 5, "records_covered": 5, "unknown": 1}}}


def test_an_edited_review_decides_the_next_run(run: Run, desk: Path) -> None:
    (desk / "jobs.csv").write_text(JOBS, "utf-8")
    assert run("map", "jobs.csv", "--qi", "job", "-o", "review.csv").exit_code == 0
    rows = review(desk / "review.csv")
    assert {row["value"] for row in rows} == {"nurse", "nurses", "crane", "zzyzx", "bulldozer", "baker"}
    for row in rows:
        if row["value"] == "zzyzx":
            row["concept"] = "potter#1"
    with (desk / "review.csv").open("w", encoding="utf-8", newline="") as file:
        writer = csv.DictWriter(file, rows[0])
        writer.writeheader()
        writer.writerows(rows)
    again = run("map", "jobs.csv", "--qi", "job", "--set", "mapping=review.csv", "--json")
    assert json.loads(again.stdout)["attributes"]["job"]["unknown"] == 0
    done = run(
        "anonymise", "jobs.csv", "--qi", "job", "--k", "2", "--set", "mapping=review.csv", "--identifier", "name"
    )
    assert done.exit_code == 0, done.output


def test_an_existing_file_is_not_replaced_unasked(run: Run, desk: Path) -> None:
    (desk / "jobs.csv").write_text(JOBS, "utf-8")
    (desk / "review.csv").write_text("mine", "utf-8")
    refused = run("map", "jobs.csv", "--qi", "job", "-o", "review.csv")
    assert refused.exit_code == 2
    assert (desk / "review.csv").read_text("utf-8") == "mine"
