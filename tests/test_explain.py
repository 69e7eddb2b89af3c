"""Every released row can be explained, and the explanation agrees with the release."""

import json
import re
from pathlib import Path

import polars as pl
import pytest
from typer.testing import CliRunner

import semblant as sb
from semblant.cli import app
from semblant.policy.file import build_policy
from semblant.release.pipeline import anonymise_file

JOBS = ["surgeon", "nurse", "dentist", "surgeon", "painter", "sculptor", "potter", "potter"]
AGES = [31, 35, 33, 30, 61, 64, 69, 60]


@pytest.fixture
def release() -> sb.Release:
    frame = pl.DataFrame({"job": JOBS, "age": AGES})
    roles = {"job": "quasi", "age": {"role": "quasi", "kind": "numeric"}}
    return sb.anonymise(frame, k=4, attributes=roles, seed=1)


def test_the_group_is_told(release: sb.Release) -> None:
    for row, original in enumerate(release.link):
        job, age = JOBS[original], AGES[original]
        told = release.explain(row)
        assert told.records == list(release.groups).count(release.groups[row]) == 4
        values = {v.column: v for v in told.values}
        assert (values["job"].original, values["age"].original) == (job, str(age))
        assert values["job"].released == release.data["job"][row]
        assert values["age"].released == str(release.data["age"][row])
        assert sum(n for _, n in values["job"].group) == 4
        assert job in dict(values["job"].group)


def test_it_reads_as_sentences(release: sb.Release) -> None:
    told = str(release.explain(0))
    assert told.startswith("Row 0 is in a group of 4 records.")
    assert "It is the mean of the group." in told
    assert re.search(r"whose values are 0\.\d+ away from it on average \(0 is the same\)", told)
    assert "<table>" in release.explain(0)._repr_html_()


def test_a_shuffled_row_is_explained_by_its_own_original() -> None:
    frame = pl.DataFrame({"job": JOBS, "visit": [str(i) for i in range(8)]})
    release = sb.anonymise(frame, k=2, attributes={"job": "quasi", "visit": "keep"}, seed=5, order="shuffle")
    for row in range(8):
        visit = int(release.data["visit"][row])
        assert release.explain(row).values[0].original == JOBS[visit]


def test_a_row_that_is_not_there(release: sb.Release) -> None:
    with pytest.raises(sb.InputError, match="rows 0 to 7"):
        release.explain(8)


def test_the_command_explains_a_row_of_the_published_file(tmp_path: Path) -> None:
    data, out = tmp_path / "people.csv", tmp_path / "out"
    pl.DataFrame({"job": JOBS, "age": AGES}).write_csv(data)
    roles = {"job": "quasi", "age": {"role": "quasi", "kind": "numeric", "round": 5}}
    anonymise_file(data, build_policy({"k": 4, "attributes": roles}), out=out)
    released = pl.read_csv(out / "release.csv", infer_schema=False)
    run = CliRunner()
    for row in (1, 8):
        told = json.loads(run.invoke(app, ["explain", str(out), "--row", str(row), "--json"]).stdout)
        assert [value["released"] for value in told["values"]] == list(released.row(row - 1))
        assert (told["row"], told["records"]) == (row, 4)
    said = run.invoke(app, ["explain", f"{out}-private", "--row", "1"])
    assert "Row 1 is in a group of 4 records." in said.stdout
    assert run.invoke(app, ["explain", str(out), "--row", "9"]).exit_code == 2
    changed = pl.read_csv(out / "release.csv", infer_schema=False).with_columns(age=pl.lit("1"))
    changed.write_csv(out / "release.csv")
    assert run.invoke(app, ["explain", str(out), "--row", "1"]).exit_code == 2
