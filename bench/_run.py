"""What a command took: its process, and on Spark its Java, its workers, and what Spark wrote between its stages."""

import json
import os
import subprocess
import sys
import threading
import time
from collections import defaultdict
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

START = "from semblant.cli import main; main()"
_TICKS, _PAGE = os.sysconf("SC_CLK_TCK"), os.sysconf("SC_PAGE_SIZE")
_SECONDS = 0.2
"""How often the processes of a run are looked at."""


class Run(NamedTuple):
    """What a command took: seconds, and gigabytes at their peak."""

    processor: float  # of all processes
    clock: float
    memory: float  # of the command itself
    private: float  # of that, what is in no file
    java: float = 0.0
    workers: float = 0.0  # of all together
    work: float = 0.0  # the files that the driver and all workers share
    shuffled: Sequence[int] = ()  # the bytes that every stage wrote for the next one, one after another

    def __str__(self) -> str:
        memory = " | ".join(f"{one:.2f} GB" if one else "" for one in (*self[2:4], *self[4:7]))
        shuffled = ", ".join(f"{size / 1e6:.1f}" for size in self.shuffled) + " MB" * bool(self.shuffled)
        return f"{self.processor:.0f} s | {self.clock:.0f} s | {memory} | {shuffled}"


def run(*arguments: str | Path) -> Run:
    """Run a command in a process of its own."""
    return _run([*map(str, arguments)], {}, None)


def run_on_spark(folder: Path, *arguments: str | Path, master: str = "local[2]") -> Run:
    """Run a command on Spark, all in a folder of its own."""
    settings, log, work = folder / "conf", folder / "log", folder / "work"
    for one in (settings, log, work):
        one.mkdir()
    told = {"spark.eventLog.enabled": "true", "spark.eventLog.dir": log.as_uri(), "spark.eventLog.compress": "false"}
    (settings / "spark-defaults.conf").write_text("".join(f"{k} {v}\n" for k, v in told.items()), "utf-8")
    command = [*map(str, arguments), "--engine", "spark", "--master", master, "--work", str(work)]
    made = _run(command, {"SPARK_CONF_DIR": str(settings)}, work)
    (file,) = (path for path in log.rglob("*") if path.is_file() and not path.name.startswith((".", "appstatus")))
    return made._replace(shuffled=[*_shuffled(file)])


def _run(command: list[str], environment: dict[str, str], work: Path | None) -> Run:
    began = time.time()
    child = subprocess.Popen(
        [sys.executable, "-c", START, *command], stdout=subprocess.DEVNULL, env={**os.environ, **environment}
    )
    watched = _Watched(child.pid, work)
    code = child.wait()
    clock = time.time() - began
    watched.end()
    if code:
        raise SystemExit(f"semblant {' '.join(command)} ended with {code}")
    peaks = [watched.peaks[who] / 1e9 for who in ("driver", "private", "java", "workers", "work")]
    return Run(watched.processor, clock, *peaks)


class _Watched:
    """The processes below one, looked at again and again by a thread."""

    def __init__(self, root: int, work: Path | None) -> None:
        self.peaks: dict[str, int] = defaultdict(int)
        self._root, self._work = root, work
        self._ticks: dict[int, int] = {}
        self._over = threading.Event()
        self._thread = threading.Thread(target=self._watch)
        self._thread.start()

    @property
    def processor(self) -> float:
        return sum(self._ticks.values()) / _TICKS

    def end(self) -> None:
        self._over.set()
        self._thread.join()

    def _watch(self) -> None:
        while not self._over.wait(_SECONDS):
            now: dict[str, int] = defaultdict(int)
            for pid in _below(self._root):
                try:
                    command = Path(f"/proc/{pid}/cmdline").read_bytes()
                    told = Path(f"/proc/{pid}/stat").read_text("utf-8").rpartition(")")[2].split()
                except OSError:
                    continue  # it has just ended
                self._ticks[pid] = int(told[11]) + int(told[12])
                who = "driver" if pid == self._root else "java" if b"java" in command.split(b"\0")[0] else "workers"
                now[who] += int(told[21]) * _PAGE
            now["private"] = _private(self._root)
            if self._work is not None:
                now["work"] = sum(_size(file) for file in self._work.rglob("*"))
            for who, size in now.items():
                self.peaks[who] = max(self.peaks[who], size)


def _below(root: int) -> Iterator[int]:
    """A process and all below it."""
    yield root
    try:
        threads = Path(f"/proc/{root}/task").iterdir()
        children = [int(pid) for thread in threads for pid in (thread / "children").read_text("utf-8").split()]
    except OSError:
        return
    for pid in children:
        yield from _below(pid)


def _private(pid: int) -> int:
    """What a process holds in memory that is in no file."""
    try:
        lines = Path(f"/proc/{pid}/status").read_text("utf-8").splitlines()
    except OSError:
        return 0
    return sum(1024 * int(line.split()[1]) for line in lines if line.startswith("RssAnon"))


def _size(file: Path) -> int:
    try:
        return file.stat().st_blocks * 512
    except OSError:
        return 0


def _shuffled(log: Path) -> Iterator[int]:
    """What every stage wrote for the next one, from Spark's log of events."""
    for line in log.open(encoding="utf-8"):
        event = json.loads(line)
        if event["Event"] != "SparkListenerStageCompleted":
            continue
        stage = event["Stage Info"]
        values = {one["Name"]: one.get("Value", 0) for one in stage.get("Accumulables", [])}
        if size := int(values.get("internal.metrics.shuffle.write.bytesWritten", 0)):
            yield size
