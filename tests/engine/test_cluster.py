"""A stand-alone cluster of two workers on this machine; one of them is lost in the middle."""

import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

import polars as pl
import pytest

from semblant.release.pipeline import anonymise_file
from tests.engine.test_identity import all_of
from tests.release.test_large import people, policy

PATIENCE = 240.0
pytestmark = [pytest.mark.slow, pytest.mark.usefixtures("installed")]


@contextmanager
def process(*command: str, log: Path) -> Iterator[subprocess.Popen[bytes]]:
    """A process, killed at the end with all it has started."""
    with log.open("wb") as file:
        made = subprocess.Popen(command, stdout=file, stderr=file, cwd=log.parent, env=environment(log.parent))
    try:
        yield made
    finally:
        kill(made.pid)
        made.wait()


def environment(folder: Path) -> dict[str, str]:
    own = {"SPARK_LOCAL_IP": "127.0.0.1", "PYSPARK_PYTHON": sys.executable, "SPARK_LOG_DIR": str(folder)}
    return {**os.environ, **own}


def kill(pid: int) -> None:
    """Kill a process and its descendants, which are found before any of them is gone."""
    parents = {}
    for one in filter(str.isdigit, os.listdir("/proc")):
        try:
            parents[int(one)] = int(Path(f"/proc/{one}/stat").read_text().rsplit(")", 1)[1].split()[1])
        except OSError:
            continue
    family = {pid}
    while more := {child for child, parent in parents.items() if parent in family} - family:
        family |= more
    for one in family:
        try:
            os.kill(one, signal.SIGKILL)
        except ProcessLookupError:
            continue


def until(found: Callable[[], bool]) -> None:
    ends = time.monotonic() + PATIENCE
    while not found():
        assert time.monotonic() < ends, "it took too long"
        time.sleep(0.02)


@pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="finds processes in /proc")
def test_a_worker_is_lost_in_the_middle(tmp_path: Path) -> None:
    rules = policy(ill={"l": 2}, blocks=20, budget=1_000)
    data, asked, work = tmp_path / "people.parquet", tmp_path / "policy.json", tmp_path / "work"
    frame = pl.concat([people()] * 5).with_columns(age=pl.int_range(pl.len()) % 61, id=pl.int_range(pl.len()))
    frame.write_parquet(data)
    asked.write_text(rules.model_dump_json(exclude_unset=True), "utf-8")
    work.mkdir()
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    master, out = f"spark://127.0.0.1:{port}", tmp_path / "there" / "out"
    with ExitStack() as cluster:
        at = ["--host", "127.0.0.1", "--webui-port", "0"]
        java = [_spark_class(), "org.apache.spark.deploy.master.Master", *at, "--port", str(port)]
        cluster.enter_context(process(*java, log=tmp_path / "master.log"))
        until(lambda: b"I have been elected leader" in (tmp_path / "master.log").read_bytes())
        workers = []
        for number in range(2):
            java = [_spark_class(), "org.apache.spark.deploy.worker.Worker", *at, "--cores", "1", "--memory", "1g"]
            log = tmp_path / f"worker-{number}.log"
            workers.append(cluster.enter_context(process(*java, "-d", str(tmp_path / f"w{number}"), master, log=log)))
            until(lambda log=log: b"Successfully registered with master" in log.read_bytes())
        run = [sys.executable, "-c", "from semblant.cli import main; main()", "anonymise", str(data), "-o", str(out)]
        run += ["--policy", str(asked), "--engine", "spark", "--master", master, "--work", str(work), "--quiet"]
        running = cluster.enter_context(process(*run, log=tmp_path / "run.log"))
        until(lambda: running.poll() is not None or bool([*work.glob("*/*-blocks/*.made")]))
        assert running.poll() is None, (tmp_path / "run.log").read_text("utf-8")
        kill(workers[1].pid)
        (folder,) = work.glob("*/*-blocks")
        made, tasks = len([*folder.glob("*.made")]), len([*folder.glob("*.task")])
        assert made < tasks
        assert running.wait(PATIENCE) == 0, (tmp_path / "run.log").read_text("utf-8")
        assert not [*work.iterdir()]
    anonymise_file(data, rules, out=tmp_path / "here" / "out")
    here, there = all_of(tmp_path / "here" / "out"), all_of(out)
    assert {name for name in here if here[name] != there[name]} == set()


def _spark_class() -> str:
    import pyspark

    return str(Path(pyspark.__file__).parent / "bin" / "spark-class")
