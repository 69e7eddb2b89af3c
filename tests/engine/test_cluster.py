"""A stand-alone cluster of two workers makes the bytes of one machine, also when it loses one in the middle."""

import glob
import json
import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from tests.engine.cluster import SECONDS, Cluster, cluster, until
from tests.engine.test_identity import all_of, in_files
from tests.release.test_large import people
from tests.sparkthere import QUICK

pytestmark = [pytest.mark.slow, pytest.mark.usefixtures("installed")]

START = "from semblant.cli import main; main()"
POLICY = """\
k: 3
seed: 1
blocks: 12
others: keep
order: shuffle
attributes:
  id: identifier
  job: {role: quasi, kind: semantic, knowledge: wordnet, unknown: nominal}
  town: {role: quasi, kind: nominal}
  age: {role: quasi, kind: numeric}
  ill: {role: sensitive, l: 2}
"""


@pytest.fixture(scope="module")
def run(tmp_path_factory: pytest.TempPathFactory) -> "Run":
    made = Run(tmp_path_factory.mktemp("run"))
    with made.started("here") as here:
        assert here.communicate(timeout=SECONDS) == (None, "")
    return made


@pytest.fixture(scope="module")
def running(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Cluster]:
    with cluster(tmp_path_factory.mktemp("cluster")) as made:
        yield made


@pytest.fixture
def two(running: Cluster) -> Cluster:
    """A cluster of two workers, whatever the last test has left."""
    while len(running.workers) < 2:
        running.add()
    return running


class Run:
    """Runs of the command on one table."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.policy = folder / "policy.yaml"
        self.policy.write_text(POLICY, "utf-8")
        self.data = in_files(folder / "people", people(), 40)

    def out(self, name: str) -> Path:
        """The release of a run, in a folder of its own: releases beside each other are compared."""
        return self.folder / name / "release"

    def work(self, name: str) -> Path:
        """The working folder of a run; a folder may be called anything."""
        return self.folder / f"{name} [work] 100%20"

    @contextmanager
    def started(self, name: str, *words: str) -> Iterator[subprocess.Popen[str]]:
        """A run, which does not outlive a test."""
        self._events(name).mkdir()
        log = {"enabled": "true", "compress": "false", "dir": self._events(name).as_uri()}
        told = "".join(f"--conf spark.eventLog.{key}={value} " for key, value in log.items()) + QUICK
        command = ["anonymise", str(self.data), "--policy", str(self.policy), "-o", str(self.out(name)), "--quiet"]
        made = subprocess.Popen(
            [sys.executable, "-c", START, *command, *words],
            text=True, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, cwd=self.folder,
            env={**os.environ, "SPARK_LOCAL_IP": "127.0.0.1", "PYSPARK_SUBMIT_ARGS": told},
        )  # fmt: skip
        with made:
            try:
                yield made
            finally:
                made.kill()

    @contextmanager
    def on(self, there: Cluster, name: str) -> Iterator[subprocess.Popen[str]]:
        """A run on a cluster, with a working folder of its own."""
        work = self.work(name)
        work.mkdir()
        with self.started(name, "--engine", "spark", "--master", there.master, "--work", str(work)) as made:
            yield made

    def halted(self, name: str, started: subprocess.Popen[str], there: Cluster, stage: str) -> Path:
        """Let all workers stand still once a stage has begun, before they can have done it; its folder."""
        until(lambda: started.poll() is not None or self._folders(name, stage), f"{stage} of the run")
        assert started.poll() is None, "it ended before"
        folder = self._folders(name, stage)[0]
        for worker in there.workers:
            there.halt(worker)
        until(lambda: [one for one in self._folders(name, "done") if one.name > folder.name], "the tasks of it")
        return folder

    def _folders(self, name: str, stage: str) -> list[Path]:
        work = glob.escape(str(self.work(name)))
        return sorted(map(Path, glob.glob(f"{work}/semblant-*/*-{stage}")))

    def lost_tasks(self, name: str) -> int:
        """How many tasks were lost with the worker that was doing them, by Spark's own account."""
        (log,) = (one for one in self._events(name).rglob("*") if one.is_file() and "appstatus" not in one.name)
        ends = map(json.loads, log.read_text("utf-8").splitlines())
        return sum(one.get("Task End Reason", {}).get("Reason") == "ExecutorLostFailure" for one in ends)

    def _events(self, name: str) -> Path:
        return self.folder / f"{name}-events"

    def same(self, name: str, started: subprocess.Popen[str]) -> None:
        """Expect that a run makes what one machine makes, says nothing, and leaves nothing else."""
        assert started.communicate(timeout=SECONDS) == (None, "")
        assert started.returncode == 0
        assert not [*self.work(name).iterdir()]
        assert all_of(self.out(name)) == all_of(self.out("here"))


def test_two_workers_make_the_bytes_of_one_machine(run: Run, two: Cluster) -> None:
    with run.on(two, "there") as started:
        run.same("there", started)


STAGES = {"cells": "*.arrow", "blocks": "*.made", "draws": "*.npy"}
"""Reading, masking and dealing, and the files that their tasks make."""


@pytest.mark.parametrize("stage", STAGES)
def test_a_worker_is_lost_in_the_middle(stage: str, run: Run, two: Cluster) -> None:
    """While it has a task of the stage, which it cannot have done, and the other worker has done one."""
    lost, other = two.workers
    with run.on(two, stage) as started:
        folder = run.halted(stage, started, two, stage)
        two.resume(other)
        until(lambda: [*folder.glob(STAGES[stage])], "what the other worker makes")
        two.lose(lost)
        run.same(stage, started)
    assert run.lost_tasks(stage)


def test_all_workers_are_lost_and_another_comes(run: Run, two: Cluster) -> None:
    with run.on(two, "all") as started:
        run.halted("all", started, two, "blocks")
        for name in two.workers:
            two.lose(name)
        two.add()
        run.same("all", started)
