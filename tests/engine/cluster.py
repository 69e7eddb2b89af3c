"""A stand-alone cluster of Spark on loopback: a master and some workers, each in a session of processes of its own."""

import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import TypeVar

SECONDS = 600
"""How long anything is waited for: Java starts slowly on a busy machine."""

_MASTER = "master"

Found = TypeVar("Found")


def until(found: Callable[[], Found], what: str) -> Found:
    """What is found, as soon as it is."""
    end = time.monotonic() + SECONDS
    while not (there := found()):
        assert time.monotonic() < end, f"waited for {what} in vain"
        time.sleep(0.005)
    return there


class Cluster:
    """What runs of a cluster, by name."""

    def __init__(self, folder: Path) -> None:
        self.master = ""
        self._folder = folder
        self._running: dict[str, subprocess.Popen[bytes]] = {}
        self._added = 0

    @property
    def workers(self) -> list[str]:
        """The names of the workers."""
        return [name for name in self._running if name != _MASTER]

    def start(self) -> None:
        """Start the master."""
        self.master = self._said(_MASTER, "master.Master", said="Starting Spark master at ")

    def add(self) -> None:
        """Start a worker with one core."""
        self._added += 1
        name = f"worker-{self._added}"
        words = ["--cores", "1", "--memory", "1g", "--work-dir", str(self._folder / name), self.master]
        self._said(name, "worker.Worker", *words, said="Successfully registered with master ")

    def halt(self, name: str) -> None:
        """Let a worker stand still with all it has started: what it is given to do is not done."""
        self._all(name, signal.SIGSTOP)

    def resume(self, name: str) -> None:
        """Let a worker go on."""
        self._all(name, signal.SIGCONT)

    def lose(self, name: str) -> None:
        """Kill a worker with all it has started, as when its machine fails."""
        self._all(name, signal.SIGKILL)
        self._running.pop(name).wait(SECONDS)

    def _all(self, name: str, number: int) -> None:
        for pid in _session(self._running[name].pid):
            with suppress(ProcessLookupError):
                os.kill(pid, number)

    def end(self) -> None:
        """Kill all."""
        for name in [*self._running]:
            self.lose(name)

    def _said(self, name: str, program: str, *words: str, said: str) -> str:
        """Start a program, and wait for what it says; the rest of that line."""
        import pyspark

        log, script = self._folder / f"{name}.log", Path(pyspark.__file__).parent / "bin" / "spark-class"
        ports = ["--host", "127.0.0.1", "--port", "0", "--webui-port", "0"]
        with log.open("wb") as file:
            self._running[name] = subprocess.Popen(
                [script, f"org.apache.spark.deploy.{program}", *ports, *words],
                stdin=subprocess.DEVNULL, stdout=file, stderr=file, start_new_session=True, cwd=self._folder,
                env={**os.environ, "SPARK_LOCAL_IP": "127.0.0.1", "PYSPARK_PYTHON": sys.executable},
            )  # fmt: skip
        lines = until(lambda: [one for one in log.read_text("utf-8").splitlines() if said in one], f"{said} in {log}")
        return lines[0].partition(said)[2].strip()


def _session(leader: int) -> list[int]:
    """The processes of a session. Those of Python leave the group of the Java that starts them, but not its session."""
    found = []
    for stat in Path("/proc").glob("[0-9]*/stat"):
        with suppress(OSError):
            if int(stat.read_text("utf-8").rpartition(")")[2].split()[3]) == leader:
                found.append(int(stat.parent.name))
    return found


@contextmanager
def cluster(folder: Path) -> Iterator[Cluster]:
    """A cluster of which nothing is left at the end."""
    made = Cluster(folder)
    try:
        made.start()
        yield made
    finally:
        made.end()
