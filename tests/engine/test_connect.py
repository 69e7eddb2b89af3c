"""Spark Connect: the same bytes, and one sentence where it cannot be used."""

import os
import socket
import subprocess
import sys
from pathlib import Path

import pytest

from tests.engine.test_identity import CASES, all_of, in_files, made_by
from tests.release.test_large import people
from tests.sparkthere import QUICK

START = "from semblant.cli import main; main()"


def command(folder: Path, *words: str, **environment: str) -> tuple[int, str]:
    """What a run says, and its exit code."""
    made = folder / "people"
    data = made if made.exists() else in_files(made, people(), 3)
    (folder / "policy.json").write_text(CASES["l"].model_dump_json(exclude_unset=True), "utf-8")
    asked = ["anonymise", str(data), "--policy", str(folder / "policy.json"), "-o", str(folder / "there" / "out")]
    told = subprocess.run(
        [sys.executable, "-c", START, *asked, "--engine", "spark", "--quiet", *words],
        capture_output=True, text=True, timeout=500, env={**os.environ, "PYSPARK_SUBMIT_ARGS": QUICK, **environment},
    )  # fmt: skip
    return told.returncode, told.stderr


@pytest.fixture
def nobody() -> str:
    """A server that is not there."""
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        return f"sc://127.0.0.1:{taken.getsockname()[1]}"


@pytest.mark.slow
@pytest.mark.usefixtures("installed")
def test_a_server_makes_what_one_machine_makes(tmp_path: Path) -> None:
    pytest.importorskip("grpc", reason="pip install 'pyspark[connect]'")
    told = command(tmp_path, SPARK_REMOTE="local[2]")
    assert told == (0, "")
    there = all_of(tmp_path / "there" / "out")
    assert there == made_by(None, tmp_path / "people", CASES["l"], tmp_path / "here" / "out")


@pytest.mark.usefixtures("installed")
def test_a_server_that_is_not_there(tmp_path: Path, nobody: str) -> None:
    pytest.importorskip("grpc", reason="pip install 'pyspark[connect]'")
    for code, told in (command(tmp_path, "--master", nobody), command(tmp_path, SPARK_REMOTE=nobody)):
        assert code == 2
        assert "The Spark Connect server cannot be reached. Nothing was published." in told


@pytest.mark.usefixtures("installed")
def test_without_its_packages(tmp_path: Path, nobody: str) -> None:
    (tmp_path / "grpc.py").write_text("raise ImportError", "utf-8")
    where = f"{tmp_path}:{os.environ.get('PYTHONPATH', '')}"
    for given in ({"SPARK_REMOTE": nobody}, {"SPARK_REMOTE": "local[2]"}):
        code, told = command(tmp_path, PYTHONPATH=where, **given)
        assert code == 2
        assert "pip install 'pyspark[connect]'" in told


@pytest.mark.usefixtures("installed")
def test_two_places_are_refused(tmp_path: Path, nobody: str) -> None:
    code, told = command(tmp_path, "--master", "local[2]", SPARK_REMOTE=nobody)
    assert code == 2
    assert "Both --master and SPARK_REMOTE say where Spark is." in told
