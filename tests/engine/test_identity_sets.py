"""Sets and search logs: the same bytes, link and evidence from every engine, however the rows lie in files."""

from pathlib import Path
from typing import Any

import polars as pl
import pytest

import semblant as sb
from semblant.data.read import read_release
from semblant.engine.count import Written, prove
from semblant.engine.workers import Workers
from semblant.errors import InputError, PolicyError, VerificationError
from semblant.policy.model import Policy
from semblant.proof.logs import privacy_of_log
from semblant.release.pipeline import anonymise_file
from tests.engine.test_identity import in_files, made_by
from tests.release.test_large_sets import CASES, N, data_of, log, sets


@pytest.fixture(autouse=True)
def stages(monkeypatch: pytest.MonkeyPatch) -> set[str]:
    """What workers have done, as if there were so many texts that they read them."""
    monkeypatch.setattr("semblant.engine.understand.FEWEST", 1)
    made, new_folder = set[str](), Workers.new_folder

    def noted(workers: Workers, name: str) -> Path:
        made.add(name)
        return new_folder(workers, name)

    monkeypatch.setattr(Workers, "new_folder", noted)
    return made


def frame_of(spark: Any, frame: pl.DataFrame, folder: Path) -> Any:
    """The same as a frame of Spark."""
    frame.write_parquet(folder / "frame.parquet")
    return spark.read.parquet((folder / "frame.parquet").as_uri())


@pytest.mark.parametrize("case", CASES)
def test_workers_make_what_one_machine_makes(case: str, spark: Any, tmp_path: Path, stages: set[str]) -> None:
    rules = CASES[case]
    data = in_files(tmp_path / "in", data_of(rules), 7)
    here = made_by(None, data, rules, tmp_path / "here" / "out")
    assert made_by(spark, data, rules, tmp_path / "there" / "out") == here
    expected = {"cells", "codes", "reading"} | ({"draws"} if rules.shape == "sets" else set())
    assert stages >= expected | ({"blocks"} if isinstance(rules.blocks, int) else set())


@pytest.mark.parametrize("case", ["sets, in blocks", "log, in blocks"])
def test_files_make_no_difference(case: str, spark: Any, tmp_path: Path) -> None:
    rules = CASES[case]
    one, many = (
        made_by(spark, in_files(tmp_path / f"in-{files}", data_of(rules), files), rules, tmp_path / f"{files}" / "out")
        for files in (1, 200)
    )
    assert (many["release"], many["link"]) == (one["release"], one["link"])


@pytest.mark.parametrize("case", ["sets", "sets, in blocks"])
def test_the_order_of_sets_makes_no_difference(case: str, spark: Any, tmp_path: Path) -> None:
    rules, before = CASES[case], data_of(CASES[case])
    mixed = before.sample(N, shuffle=True, seed=3)
    here = made_by(None, in_files(tmp_path / "one", before, 1), rules, tmp_path / "here" / "out")
    there = made_by(spark, in_files(tmp_path / "mixed", mixed, 7), rules, tmp_path / "there" / "out")
    assert there["release"] == here["release"]
    linked = [frame["id"][pl.read_csv(made["link"])["original_row"] - 1].to_list()
              for made, frame in ((here, before), (there, mixed))]  # fmt: skip
    assert linked[0] == linked[1]


def test_a_frame_of_sets_gives_a_frame(spark: Any, tmp_path: Path) -> None:
    rules, data = CASES["sets, in blocks"], tmp_path / "baskets.parquet"
    data_of(rules).write_parquet(data)
    here = made_by(None, data, rules, tmp_path / "here" / "out")
    release = sb.spark.anonymise(spark.read.parquet(data.as_uri()), rules, work=tmp_path)
    assert release.evidence.output.sha256 == here["evidence"]["output"]["sha256"]
    rows = [row["original_row"] for row in release.link.orderBy("released_row").collect()]
    assert rows == pl.read_csv(here["link"])["original_row"].to_list()
    assert release.data.count() == N


def test_a_frame_of_queries_gives_a_frame_and_whose_they_are(spark: Any, tmp_path: Path) -> None:
    rules, odd = log(), 'Ann "A",\nLee'
    frame = data_of(rules).with_columns(pl.col("user").replace({"user 3": odd, "user 4": "=1+1"}))
    made = frame_of(spark, frame.drop("when"), tmp_path)
    rules = rules.model_copy(update={"log": rules.log.model_copy(update={"time": None})})  # type: ignore[union-attr]
    here = sb.anonymise(frame.drop("when"), rules)
    release = sb.spark.anonymise(made, rules, work=tmp_path)
    assert release.evidence.privacy == here.evidence.privacy
    assert [tuple(map(str, row)) for row in release.data.collect()] == here.data.rows()
    assert {row["released_user"]: row["original_user"] for row in release.link.collect()} == here.link
    assert {odd, "=1+1"} <= {*here.link.values()}  # type: ignore[union-attr]


def test_a_list_of_queries_is_nobodys(spark: Any, tmp_path: Path) -> None:
    rules = log(
        method="log-korolova", accept="not-k-anonymous", d=2, K=12, b=1.0, log={"user": "user", "text": "query"}
    )
    release = sb.spark.anonymise(frame_of(spark, data_of(rules).drop("when"), tmp_path), rules, work=tmp_path)
    assert release.link is None
    assert release.data.columns == ["query", "count"]


def test_bad_input_is_said_in_a_sentence(spark: Any, tmp_path: Path) -> None:
    work = tmp_path / "work"
    work.mkdir()
    frame = frame_of(spark, data_of(log()).drop("when"), tmp_path)
    sets_without_any = Policy(shape="sets", others="drop", attributes={"query": "quasi"})
    wrong = {
        r"^There is no column 'when'": log(),
        r"^A log is released as user, text and time only; 2 more columns cannot be kept: 'clicked', 'row'": log(
            log={"user": "user", "text": "query"}, attributes={"clicked": "keep"}
        ),
        r"^shape: sets needs one quasi-identifier of kind set": sets_without_any,
    }
    for told, rules in wrong.items():
        with pytest.raises(PolicyError, match=told):
            sb.spark.anonymise(frame, rules, work=work)
    empty = in_files(tmp_path / "empty", data_of(sets()).head(0), 1)
    with pytest.raises(InputError, match="no records"):
        made_by(spark, empty, sets(), tmp_path / "out")
    changed = in_files(tmp_path / "changed", data_of(sets()), 3)
    pl.read_parquet(changed / "part-0001.parquet").with_columns(items=pl.lit(1)).write_parquet(
        changed / "part-0001.parquet"
    )
    with pytest.raises(InputError, match=r"'items' is String in part-0000.parquet and Int32 in part-0001.parquet"):
        made_by(spark, changed, sets(), tmp_path / "out")
    assert not [*work.iterdir()]
    assert not (tmp_path / "out").exists()


def test_a_log_that_changed_after_its_proof_is_noticed(spark: Any, tmp_path: Path) -> None:
    rules, data = log(), tmp_path / "log.parquet"
    data_of(rules).write_parquet(data)
    anonymise_file(data, rules, out=tmp_path / "out")
    written = tmp_path / "out" / "release.parquet"
    release = read_release(written)
    privacy, told = privacy_of_log(release, rules), Written(written, release.origin, release.names)
    workers = Workers(spark, tmp_path)
    prove(workers, told, rules, privacy)
    frame = pl.read_parquet(written)
    first = pl.int_range(pl.len()) == 0
    frame.with_columns(query=pl.when(first).then(pl.lit("x")).otherwise("query")).write_parquet(written)
    with pytest.raises(VerificationError, match=r"^Spark counted "):
        prove(workers, told, rules, privacy)
