"""Whatever goes wrong is said in one sentence, and nothing is published or left behind."""

import os
import shutil
import signal
import subprocess
import sys
import time
from contextlib import suppress
from pathlib import Path
from typing import Any

import polars as pl
import pytest

import semblant as sb
from semblant.data.read import read_release
from semblant.engine.count import Written, prove
from semblant.engine.session import check_workers
from semblant.engine.spark import engine
from semblant.engine.workers import Workers, working_folder
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


KILLED = """
import os, signal, sys
from contextlib import suppress
from pathlib import Path
from semblant.engine.workers import working_folder

with working_folder(Path(sys.argv[1])) as folder:
    (folder / "texts").write_text("Ann Lee")
    os.kill(os.getpid(), signal.SIGTERM)
"""


@pytest.mark.skipif(sys.platform == "win32", reason="no locks")
def test_what_a_killed_run_left_goes_with_the_next(tmp_path: Path) -> None:
    """A program that calls ``sb.spark.anonymise`` ends at once where it is told to."""
    subprocess.run([sys.executable, "-c", KILLED, str(tmp_path)], check=False)
    (left,) = tmp_path.iterdir()
    assert (left / "texts").exists()
    assert left.stat().st_mode & 0o777 == 0o700
    host = left.name.removeprefix("semblant-tmp-").rpartition("-")[0]
    of_another = left.with_name(left.name.replace(host, f"{host}2"))
    shutil.copytree(left, of_another)  # a machine whose locks are not seen here
    with working_folder(tmp_path) as one, working_folder(tmp_path) as other:
        assert sorted(tmp_path.iterdir()) == sorted([one, other, of_another])
    assert [*tmp_path.iterdir()] == [of_another]


@pytest.mark.slow
@pytest.mark.usefixtures("installed")
@pytest.mark.parametrize(
    ("number", "all_there"),
    [(signal.SIGINT, False), (signal.SIGTERM, False), (signal.SIGTERM, True), (signal.SIGHUP, True)],
)
def test_an_interruption_leaves_nothing_behind(
    number: signal.Signals, all_there: bool, small: list[str], tmp_path: Path
) -> None:
    """Also where the signal goes to the Java of the run too, as when a terminal is closed."""
    work = tmp_path / "work"
    work.mkdir()
    code = "from semblant.cli import main; main()"
    run = [sys.executable, "-c", code, "anonymise", *small]
    asked = [*run, "--force", "--master", "local[1]", "--work", str(work), "--quiet"]
    for _ in range(5):
        running = subprocess.Popen(
            asked, stderr=subprocess.PIPE, text=True, env={**os.environ, "PYSPARK_SUBMIT_ARGS": QUICK},
            start_new_session=True,
        )  # fmt: skip
        while running.poll() is None and not [*work.glob("*/*-cells/*.arrow")]:
            time.sleep(0.02)
        with suppress(ProcessLookupError):
            (os.killpg if all_there else os.kill)(running.pid, number)
        _, told = running.communicate(timeout=120)
        if running.returncode:  # otherwise the run had ended before it was told to
            break
    assert running.returncode == 130
    assert "Interrupted. Nothing was written.\n" in told
    assert all_there or told.count("\n") == 1  # where its Java is gone, Spark tells a trace of its own
    assert not [*work.iterdir()]
    assert not (tmp_path / "out").exists()


@pytest.mark.slow
@pytest.mark.usefixtures("installed")
@pytest.mark.parametrize("script", ["", "#!/bin/sh\necho SyntaxError >&2\nexit 1\n"])
def test_a_python_that_cannot_be_started(script: str, small: list[str], tmp_path: Path) -> None:
    python = tmp_path / "python"
    if script:
        python.write_text(script, "utf-8")
        python.chmod(0o755)
    code, told = command(*small, "--master", "local[1]", PYSPARK_PYTHON=str(python))
    assert code == 2
    assert "The workers cannot start the Python that PYSPARK_PYTHON names. Nothing was published." in told
    assert "Traceback" not in told
    assert not (tmp_path / "out").exists()


def test_settings_of_spark_need_its_engine(tmp_path: Path) -> None:
    for given in (["--master", "local[2]"], ["--engine", "flink"]):
        code, told = command(str(tmp_path / "people.csv"), "--qi", "town", *given)
        assert (code, "PolicyError" in told) == (2, True)
