"""The same bytes, link and evidence from every engine, however the rows lie in files and partitions."""

import hashlib
import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import polars as pl
import pytest

import semblant as sb
from semblant.engine.spark import engine
from semblant.policy.model import Policy
from semblant.release.evidence_builder import semblant_version
from semblant.release.pipeline import anonymise_file
from tests.release.test_large import N, columns, people, policy
from tests.sparkthere import QUICK

BLOCKS = 40
CASES = {
    "l": policy(ill={"l": 2}, blocks=BLOCKS),
    "t, by meaning": policy(ill={"t": 0.7, "ground": "semantic", "knowledge": "wordnet"}, blocks=BLOCKS),
    "persons": policy(individual="who", k=3, missing="suppress", blocks=BLOCKS),
    "treated, as text": policy(
        ill={"missing_values": ["cold"], "l": 2},
        order="shuffle",
        blocks=BLOCKS,
        method="mdav",
        measure="equality",
        formulas="escape",
        delimiter=";",
    ),
    "in place": policy(order="keep", blocks=BLOCKS, method="recode"),
    "few tuples": policy(),
}


def in_files(folder: Path, frame: pl.DataFrame, number: int) -> Path:
    """The rows in so many files; some are empty where there are more files than rows."""
    folder.mkdir()
    for i in range(number):
        first, end = len(frame) * i // number, len(frame) * (i + 1) // number
        frame.slice(first, end - first).write_parquet(folder / f"part-{i:04}.parquet")
    return folder


def made_by(spark: Any, data: Path, rules: Policy, out: Path) -> dict[str, Any]:
    """All that a run makes; without a session, of this process."""
    if spark is None:
        anonymise_file(data, rules, out=out)
        return all_of(out)
    with engine(spark, None, semblant_version()) as runs:
        anonymise_file(data, rules, out=out, engine=runs)
    return all_of(out)


def all_of(out: Path) -> dict[str, Any]:
    private = Path(f"{out}-private")
    evidence = json.loads((private / "evidence.json").read_text("utf-8"))
    public = json.loads((out / "evidence.json").read_text("utf-8"))
    return {
        "release": next(out.glob("release.*")).read_bytes(),
        "link": link.read_bytes() if (link := private / "link.csv").exists() else None,
        "evidence": {k: v for k, v in evidence.items() if k not in ("created", "timings", "environment")},
        "public": {k: v for k, v in public.items() if k != "created"},
    }


@pytest.mark.parametrize("case", CASES)
def test_workers_make_what_one_machine_makes(case: str, spark: Any, tmp_path: Path) -> None:
    rules = CASES[case]
    data = in_files(tmp_path / "people", people(), 7)
    if case == "treated, as text":
        data = tmp_path / "people.csv"
        people().write_csv(data, separator=";")
    here = made_by(None, data, rules, tmp_path / "here" / "out")
    assert made_by(spark, data, rules, tmp_path / "there" / "out") == here
    assert (here["evidence"]["plan"]["blocks"] > 1) == (rules.blocks == BLOCKS)


CONCEPTS = {"role": "quasi", "kind": "semantic", "knowledge": "wordnet", "unknown": "nominal"}
MATRIX = {
    "numbers": (
        columns("numeric", "age", "price", blocks=BLOCKS),
        "f456d2d947661aa78e7903b756d238a2fca585488ea060f61b499bce5a1e40e4",
    ),
    "concepts": (
        columns("", blocks=20, attributes={"id": "identifier", "job": CONCEPTS, "ill": CONCEPTS}),
        "4e9e032303d09bb7463ff7d3076e310814add2bbd9bc7d7b24a31043d9ec024e",
    ),
    "nominal": (
        columns("nominal", "job", "town", "ok", blocks=BLOCKS),
        "506fb48f74dd911b88ad2eca652a823e54d3b571074d914148731b04f2fde10e",
    ),
    "missing": (
        columns("nominal", "town", "price", "ok", blocks=BLOCKS, missing="suppress"),
        "b0f32d5f0e37be77ff92942f985d97cc39909bf715ff2c3679643e4bd3929dd0",
    ),
    "l": (CASES["l"], "cae942ad71722a89776876a462983f0c85d755503e54b4428e4d4203ee4f8ce7"),
    "persons": (CASES["persons"], "cd3f873b3f816ed82964cb538908ba2752981b58cfa5504bd59052e0380f96d3"),
}
"""What is masked, and the checksum of the rows of its release, sorted."""


@pytest.mark.parametrize("case", MATRIX)
def test_files_and_their_order_make_no_difference(case: str, spark: Any, tmp_path: Path) -> None:
    (rules, checksum), before = MATRIX[case], people()
    mixed = before.sample(N, shuffle=True, seed=3)
    here = made_by(None, in_files(tmp_path / "in", before, 1), rules, tmp_path / "here" / "out")
    assert here["evidence"]["plan"]["blocks"] > 1
    assert hashed(tmp_path / "here" / "out") == checksum
    for files in (1, 7, 200):
        data = in_files(tmp_path / f"in-{files}", before, files)
        there = made_by(spark, data, rules, tmp_path / f"there-{files}" / "out")
        assert (there["release"], there["link"]) == (here["release"], here["link"])
        again = made_by(None, data, rules, tmp_path / f"here-{files}" / "out")
        assert there == again
    other = made_by(spark, in_files(tmp_path / "mixed", mixed, 7), rules, tmp_path / "mixed-out" / "out")
    assert other["release"] == here["release"]
    assert other["link"] != here["link"]
    assert _linked(other["link"], mixed) == _linked(here["link"], before)


def hashed(out: Path) -> str:
    """The checksum of the rows of a release, sorted."""
    rows = sorted(pl.read_parquet(out / "release.parquet").cast(pl.String).fill_null("").rows())
    return hashlib.sha256("\n".join(map(repr, rows)).encode()).hexdigest()


def test_no_more_tuples_than_a_block_are_masked_as_ever(spark: Any, tmp_path: Path) -> None:
    data, whole, blocks = in_files(tmp_path / "in", people(), 7), policy(), policy(blocks=N)
    ever = made_by(None, data, whole, tmp_path / "ever" / "out")
    here = made_by(None, data, blocks, tmp_path / "here" / "out")
    assert here["evidence"]["plan"]["blocks"] == 1
    assert made_by(spark, data, blocks, tmp_path / "there" / "out") == here
    assert (here["release"], here["link"]) == (ever["release"], ever["link"])


def _linked(link: bytes, frame: pl.DataFrame) -> list[str]:
    rows = pl.read_csv(link)["original_row"] - 1
    ids: list[str] = frame["id"][rows].to_list()
    return ids


@pytest.mark.slow
@pytest.mark.usefixtures("installed")
def test_one_core_makes_the_same(tmp_path: Path) -> None:
    data = in_files(tmp_path / "people", people(), 3)
    (tmp_path / "policy.json").write_text(CASES["l"].model_dump_json(exclude_unset=True), "utf-8")
    here = made_by(None, data, CASES["l"], tmp_path / "here" / "out")
    out = tmp_path / "there" / "out"
    asked = ["--policy", str(tmp_path / "policy.json"), "--engine", "spark", "--master", "local[1]", "--quiet"]
    told = subprocess.run(
        [sys.executable, "-c", "from semblant.cli import main; main()", "anonymise", data, "-o", out, *asked],
        capture_output=True, text=True, timeout=500, env={**os.environ, "PYSPARK_SUBMIT_ARGS": QUICK},
    )  # fmt: skip
    assert (told.returncode, told.stderr) == (0, "")
    there = all_of(out)
    assert (there["release"], there["link"]) == (here["release"], here["link"])


@pytest.mark.parametrize("partitions", [1, 7, 200])
def test_a_frame_gives_a_frame(partitions: int, spark: Any, tmp_path: Path) -> None:
    plain = people().with_columns(pl.col("size").cast(pl.String))
    plain.write_parquet(tmp_path / "people.parquet")
    here = anonymise_file(tmp_path / "people.parquet", CASES["l"], out=tmp_path / "here" / "out", reports=False)
    frame = spark.read.parquet((tmp_path / "people.parquet").as_uri()).repartition(partitions)
    work = tmp_path / "work"
    work.mkdir()
    release = sb.spark.anonymise(frame, CASES["l"], work=work)
    assert release.evidence.output == here.evidence.output
    for part in ("privacy", "utility", "plan", "mapping", "policy"):
        assert getattr(release.evidence, part) == getattr(here.evidence, part)
    assert release.public_evidence.privacy == here.public_evidence.privacy
    assert release.data.count() == release.link.count() == N
    assert release.data.columns == [name for name in plain.columns if name != "id"]
    assert {row["original_row"] for row in release.link.collect()} == set(range(1, N + 1))
    page = release.report(tmp_path / "report.html").read_text("utf-8")
    assert "information loss" in page
    (left,) = work.iterdir()  # the release and nothing of the original but the link
    assert left.stat().st_mode & 0o777 == 0o700
    assert {one.name for one in left.iterdir()} == {".lock", "release", "release-private"}
