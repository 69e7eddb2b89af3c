"""Whatever goes wrong is said in one sentence, and nothing is published or left behind."""

import os
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import polars as pl
import pytest

import semblant as sb
from semblant.data.read import read_release
from semblant.engine.count import Written, prove
from semblant.engine.session import check_workers
from semblant.engine.spark import engine
from semblant.engine.workers import Workers
from semblant.errors import InputError, OutputError, SemblantError, VerificationError
from semblant.proof.tables import privacy_of_table
from semblant.release.evidence_builder import semblant_version
from semblant.release.pipeline import anonymise_file
from tests.engine.test_identity import in_files
from tests.release.test_large import people, policy
from tests.sparkthere import QUICK


def refused(spark: Any, data: Path, folder: Path) -> SemblantError:
    """The error of a run that publishes nothing and leaves nothing behind."""
    work, out = folder / "work", folder / "out"
    work.mkdir()
    with pytest.raises(SemblantError) as raised, engine(spark, work, semblant_version()) as runs:
        anonymise_file(data, policy(), out=out, engine=runs)
    assert not out.exists()
    assert not Path(f"{out}-private").exists()
    assert not [*work.iterdir()]
    return raised.value


def test_a_broken_file_among_many(spark: Any, tmp_path: Path) -> None:
    data = in_files(tmp_path / "people", people(), 5)
    broken = data / "part-0003.parquet"
    content = bytearray(broken.read_bytes())
    content[4:400] = os.urandom(396)  # in the rows: the description at the end is whole
    broken.write_bytes(content)
    error = refused(spark, data, tmp_path)
    assert (type(error), error.where) == (InputError, str(broken))
    assert error.message == "The file is not a whole Parquet file."
    with pytest.raises(InputError, match=r"^A file that the DataFrame is read from is broken\."):
        sb.spark.anonymise(spark.read.parquet(data.as_uri()), policy())


def test_a_column_that_changes_its_type(spark: Any, tmp_path: Path) -> None:
    data = in_files(tmp_path / "people", people(), 5)
    people().head(5).with_columns(pl.col("age").cast(pl.String)).write_parquet(data / "part-0002.parquet")
    error = refused(spark, data, tmp_path)
    assert (type(error), error.where) == (InputError, str(data))
    assert error.message == (
        "The files of the folder have different columns: "
        "'age' is Int64 in part-0000.parquet and String in part-0002.parquet."
    )
    frame = spark.read.schema("age long").parquet(data.as_uri())
    with pytest.raises(InputError, match=r"^A column changes its type between the files of the DataFrame\."):
        sb.spark.anonymise(frame, attributes={"age": {"role": "quasi", "kind": "numeric"}})


def test_a_full_disk_on_a_worker(spark: Any, tmp_path: Path) -> None:
    from pyspark import cloudpickle

    cloudpickle.register_pickle_by_value(sys.modules[__name__])  # workers do not have the tests
    with pytest.raises(OutputError, match=r"^The disk of a worker is full\. Nothing was published\.$"):
        Workers(spark, tmp_path).each(1, _fill)


def _fill(number: int) -> None:
    Path("/dev/full").write_text(str(number), "utf-8")


def test_workers_of_another_version(spark: Any, tmp_path: Path) -> None:
    workers = Workers(spark, tmp_path)
    with pytest.raises(SemblantError, match=r"^The workers have Semblant .*; here it is 9\.9\. Nothing was published"):
        check_workers(workers, "9.9")


def test_a_proof_that_is_wrong_is_noticed(spark: Any, tmp_path: Path) -> None:
    rules = policy(ill={"l": 2})
    anonymise_file(in_files(tmp_path / "people", people(), 1), rules, out=tmp_path / "out")
    written, workers = tmp_path / "out" / "release.parquet", Workers(spark, tmp_path)
    release = read_release(written)
    privacy, told = privacy_of_table(release, rules), Written(written, release.origin, release.names)
    prove(workers, told, rules, privacy)
    for wrong in ({"classes": 3}, {"k_achieved": 99}, {"l_achieved": {"ill": 5.0}}):
        with pytest.raises(VerificationError, match=r"^Spark counted "):
            prove(workers, told, rules, privacy.model_copy(update=wrong))
    frame = pl.read_parquet(written)
    frame.with_columns(town=pl.when(pl.int_range(pl.len()) == 7).then(pl.lit("Ulm")).otherwise("town")).write_parquet(
        written
    )
    with pytest.raises(VerificationError, match="Nothing was published"):
        prove(workers, told, rules, privacy)


def test_a_frame_in_memory_is_not_for_spark() -> None:
    with pytest.raises(InputError, match=r"^This is a polars DataFrame, not a DataFrame of Spark\."):
        sb.spark.anonymise(people(), policy())


def command(*arguments: str, **environment: str) -> tuple[int, str]:
    code = "from semblant.cli import main; main()"
    told = subprocess.run(
        [sys.executable, "-c", code, "anonymise", *arguments, "--quiet"],
        capture_output=True, text=True, timeout=300, env={**os.environ, **environment},
    )  # fmt: skip
    return told.returncode, told.stderr


@pytest.fixture
def small(tmp_path: Path) -> list[str]:
    pl.DataFrame({"town": ["Graz"] * 9}).write_parquet(tmp_path / "towns.parquet")
    return [str(tmp_path / "towns.parquet"), "--qi", "town", "-o", str(tmp_path / "out"), "--engine", "spark"]


def test_without_java(small: list[str], tmp_path: Path) -> None:
    pytest.importorskip("pyspark")
    code, told = command(*small, JAVA_HOME=str(tmp_path))
    assert code == 2
    assert "Spark needs Java 17 or newer, and there is none. Nothing was published." in told
    assert not (tmp_path / "out").exists()


def test_without_pyspark(small: list[str], tmp_path: Path) -> None:
    (tmp_path / "pyspark.py").write_text("raise ImportError", "utf-8")
    code, told = command(*small, PYTHONPATH=f"{tmp_path}:{os.environ.get('PYTHONPATH', '')}")
    assert code == 2
    assert "pip install 'semblant[spark]'" in told
    assert "Traceback" not in told


@pytest.mark.slow
@pytest.mark.usefixtures("installed")
def test_an_interruption_leaves_nothing_behind(small: list[str], tmp_path: Path) -> None:
    work = tmp_path / "work"
    work.mkdir()
    code = "from semblant.cli import main; main()"
    asked = [sys.executable, "-c", code, "anonymise", *small, "--master", "local[1]", "--work", str(work), "--quiet"]
    running = subprocess.Popen(
        asked, stderr=subprocess.PIPE, text=True, env={**os.environ, "PYSPARK_SUBMIT_ARGS": QUICK}
    )
    while running.poll() is None and not [*work.glob("*/*-cells/*.arrow")]:
        time.sleep(0.02)
    running.send_signal(signal.SIGINT)
    _, told = running.communicate(timeout=120)
    assert (running.returncode, told) == (130, "Interrupted. Nothing was written.\n")
    assert not [*work.iterdir()]
    assert not (tmp_path / "out").exists()


@pytest.mark.slow
@pytest.mark.usefixtures("installed")
def test_a_python_that_is_not_there(small: list[str], tmp_path: Path) -> None:
    code, told = command(*small, "--master", "local[1]", PYSPARK_PYTHON=str(tmp_path / "no-python"))
    assert code == 2
    assert "PYSPARK_PYTHON" in told
    assert "Traceback" not in told
    assert not (tmp_path / "out").exists()


def test_settings_of_spark_need_its_engine(tmp_path: Path) -> None:
    for given in (["--master", "local[2]"], ["--engine", "flink"]):
        code, told = command(str(tmp_path / "people.csv"), "--qi", "town", *given)
        assert (code, "PolicyError" in told) == (2, True)
