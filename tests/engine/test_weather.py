"""The command in bad weather: one sentence, the right exit code, nothing published and nothing left behind."""

import os
import shutil
import signal
import subprocess
import sys
import venv
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import polars as pl
import pytest

from tests.engine.cluster import SECONDS, until
from tests.engine.test_identity import in_files
from tests.release.test_large import people
from tests.sparkthere import QUICK

pytestmark = [pytest.mark.slow, pytest.mark.usefixtures("installed")]

START = "from semblant.cli import main; main()"
POLICY = """\
k: 3
seed: 1
blocks: 12
others: keep
attributes:
  id: identifier
  job: {role: quasi, kind: semantic, knowledge: wordnet, unknown: nominal}
  town: {role: quasi, kind: nominal}
  age: {role: quasi, kind: numeric}
"""


class Weather:
    """One run of the command, with all folders in which it could leave something."""

    def __init__(self, folder: Path) -> None:
        self.data = in_files(folder / "people", people(), 12)
        self.work, self.temporary, self.local = (folder / name for name in ("work", "temporary", "local"))
        for one in (self.work, self.temporary, self.local):
            one.mkdir()
        self._folder, self._policy = folder, folder / "policy.yaml"
        self._policy.write_text(POLICY, "utf-8")

    def start(self, **environment: str) -> subprocess.Popen[str]:
        """Start the run, with a group of processes of its own."""
        out = str(self._folder / "out" / "release")
        command = ["anonymise", str(self.data), "--policy", str(self._policy), "-o", out, "--quiet"]
        command += ["--engine", "spark", "--master", "local[2]", "--work", str(self.work)]
        folders = {"TMPDIR": str(self.temporary), "SPARK_LOCAL_DIRS": str(self.local), "PYSPARK_SUBMIT_ARGS": QUICK}
        return subprocess.Popen(
            [sys.executable, "-c", START, *command],
            text=True, stdout=subprocess.PIPE, stderr=subprocess.PIPE, cwd=self._folder, start_new_session=True,
            env={**os.environ, **folders, **environment},
        )  # fmt: skip

    def refused(self, started: subprocess.Popen[str], expected: int) -> str:
        """What a run says that publishes nothing, leaves nothing behind and shows no value."""
        try:
            out, told = started.communicate(timeout=SECONDS)
        finally:
            started.kill()
        assert (started.returncode, out) == (expected, ""), told
        assert not [*self._folder.glob("out/*")]
        for folder in (self.work, self.temporary, self.local):  # Java ends after the command
            until(lambda folder=folder: not [*folder.iterdir()], f"an empty {folder}")
        assert "Traceback" not in told
        assert "\tat " not in told
        assert len(told.splitlines()) <= 6, told
        assert not [text for text in ("nurse", "Graz", "P00", "asthma") if text in told]
        return told


@pytest.fixture
def weather(tmp_path: Path) -> Weather:
    return Weather(tmp_path)


def test_a_broken_file_among_many(weather: Weather) -> None:
    broken = weather.data / "part-0007.parquet"
    content = bytearray(broken.read_bytes())
    content[4:400] = os.urandom(396)  # in the rows: what the file says of them at its end is whole
    broken.write_bytes(content)
    told = weather.refused(weather.start(), 2)
    assert "part-0007.parquet" in told
    assert "The file is not a whole Parquet file." in told


def test_a_column_that_changes_its_type(weather: Weather) -> None:
    file = weather.data / "part-0007.parquet"
    pl.read_parquet(file).with_columns(pl.col("age").cast(pl.String)).write_parquet(file)
    told = weather.refused(weather.start(), 2)
    assert "'age' is Int64 in part-0000.parquet and String in part-0007.parquet" in told


@pytest.mark.parametrize("which", ["work", "local"])
def test_a_full_disk(which: str, weather: Weather) -> None:
    full: Path = getattr(weather, which)
    with small_disk(full):
        told = weather.refused(weather.start(), 2)
    assert "The disk of a worker is full. Nothing was published." in told
    assert "--work" in told or which == "local"


@contextmanager
def small_disk(folder: Path) -> Iterator[None]:
    """A file system of 64 KB in a folder."""
    mounted = subprocess.run(["mount", "-t", "tmpfs", "-o", "size=64k", "none", folder], capture_output=True)
    if mounted.returncode:
        pytest.skip("a small disk needs the right to mount one")
    try:
        yield
    finally:
        subprocess.run(["umount", "--lazy", folder], check=True)


def test_workers_without_semblant(weather: Weather, tmp_path: Path) -> None:
    venv.create(tmp_path / "bare", symlinks=True)
    told = weather.refused(weather.start(PYSPARK_PYTHON=str(tmp_path / "bare" / "bin" / "python")), 2)
    assert "The Python of the workers does not have Semblant. Nothing was published." in told
    assert "PYSPARK_PYTHON" in told


def test_workers_of_another_python(weather: Weather) -> None:
    told = weather.refused(weather.start(PYSPARK_PYTHON=another_python()), 2)
    assert "The workers run another version of Python than this process. Nothing was published." in told
    assert "PYSPARK_PYTHON" in told


def another_python() -> str:
    """A Python of another version, which is not on every machine."""
    named = (shutil.which(f"python3.{minor}") for minor in range(10, 16) if minor != sys.version_info.minor)
    kept = (str(one) for one in sorted(Path.home().glob(".pyenv/versions/3.1*/bin/python")))
    for found in filter(None, (*named, *kept)):
        told = subprocess.run([found, "-c", "import sys; print(sys.version_info[:2])"], capture_output=True, text=True)
        if told.returncode == 0 and told.stdout.strip() != str(sys.version_info[:2]):
            return found
    pytest.skip("there is no other version of Python")


@pytest.mark.parametrize("stage", ["cells", "blocks"])
def test_an_interrupted_run(stage: str, weather: Weather) -> None:
    started = weather.start()

    def begun() -> bool:
        return started.poll() is not None or any(weather.work.glob(f"semblant-*/*-{stage}/*"))

    until(begun, stage)
    assert started.poll() is None
    seen = [one for folder in (weather.local, weather.work) for one in folder.iterdir()]
    assert seen
    assert not [one for one in seen if one.stat().st_mode & 0o077], "readable for others"
    os.killpg(started.pid, signal.SIGINT)
    weather.refused(started, 130)
