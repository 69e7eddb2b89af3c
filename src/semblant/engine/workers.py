"""Work on the workers of a Spark session: numbered tasks, each a function of a module, with a folder all can reach."""

import os
import pickle
import re
import tempfile
import time
import warnings
from collections.abc import Callable, Iterator
from concurrent.futures import Future, wait
from contextlib import contextmanager
from pathlib import Path
from threading import Thread
from typing import Any, TypeVar

from semblant.engine.failures import in_one_sentence, told_by_worker
from semblant.errors import OutputError
from semblant.folders import Scratch
from semblant.methods.tasks import Told

_SECONDS = 0.1
"""How often the driver looks how far the workers are."""

PATIENCE = 10.0
"""Seconds that workers have to stop what they do, where this process fails or is interrupted."""

_AGAIN = 100
"""How often a folder is removed until it is gone."""

_WAVES = 8
"""Tasks that a core gets one after another, at most: more are done several at a time, as each costs time to start."""

_PATTERN = re.compile(r"[][{}*?\\\\]")

Made = TypeVar("Made")


def started(action: Callable[[], Made]) -> "Future[Made]":
    """An action in a thread that does not outlive this process: Spark may try for long to reach what is gone."""
    made: Future[Made] = Future()

    def run() -> None:
        try:
            made.set_result(action())
        except BaseException as error:  # told to whoever waits for it
            made.set_exception(error)

    Thread(target=run, daemon=True).start()
    return made


def nobody(share: float) -> None:
    """Tell nobody."""


def temporary(parent: Path | None) -> Scratch:
    """A new folder for its owner alone."""
    try:
        return Scratch(parent)
    except OSError as error:
        raise OutputError(
            f"No working folder can be made: {error.strerror}.",
            where=str(parent or tempfile.gettempdir()),
            hints=["name another folder that all workers can reach: --work FOLDER (in Python: work=)"],
        ) from None


@contextmanager
def working_folder(parent: Path | None) -> Iterator[Path]:
    """A new folder for its owner alone, which is removed at the end, or by the next run where this one is killed."""
    made = temporary(parent)
    try:
        yield made.folder
    finally:
        for _ in range(_AGAIN):  # a task that was stopped may be writing its last file
            made.close()
            if not made.folder.exists():
                break
            time.sleep(_SECONDS)


class Workers:
    """The workers of a session. What they make goes into files of the folder; only words about it come back."""

    def __init__(self, spark: Any, folder: Path, slots: int = 2) -> None:
        self.spark, self.folder, self.slots = spark, folder, slots
        self._stages = 0

    def each(self, tasks: int, work: Callable[[int], Made], told: Told = nobody) -> list[Made]:
        """What the work makes of every number below ``tasks``, in their order; ``told`` is given the share done.

        A task may run again where a worker is lost, so the same number must make the same. What it returns must be
        small.
        """
        if not tasks:
            return []
        done = self.new_folder("done")
        numbers = self.spark.range(0, tasks, 1, min(tasks, _WAVES * self.slots))
        frame = mapped(numbers, _batches(work, done), "task long, made binary")
        rows = self.act(frame.collect, lambda: told(len(os.listdir(done)) / tasks))
        made = {row["task"]: pickle.loads(bytes(row["made"])) for row in rows}
        return [made[number] for number in range(tasks)]

    def act(self, action: Callable[[], Made], waiting: Callable[[], None] = lambda: None) -> Made:
        """Run an action of Spark; where this process fails or is interrupted, it is stopped on the workers too."""
        with in_one_sentence():
            running = started(action)
            try:
                while wait([running], _SECONDS).not_done:
                    waiting()
                waiting()
                return running.result()
            except BaseException:  # of this process: the workers would go on
                if not running.done():
                    wait([started(self.spark.interruptAll), running], PATIENCE)
                raise

    def new_folder(self, name: str) -> Path:
        """An empty folder for one stage."""
        self._stages += 1
        folder = self.folder / f"{self._stages:03}-{name}"
        folder.mkdir()
        return folder


def mapped(frame: Any, function: Callable[[Iterator[Any]], Iterator[Any]], schema: str) -> Any:
    """A DataFrame of what a function makes of the batches of another; what Spark warns of while that is planned is
    nothing that a user could change."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", FutureWarning)
        return frame.mapInArrow(function, schema)


def place(path: Path) -> str:
    """A file or folder as Spark takes it: no percent signs stand for anything there, and brackets are a pattern.

    Example:
        >>> place(Path("/data/my [first] table"))
        'file:///data/my \\\\[first\\\\] table'
    """
    return "file://" + _PATTERN.sub(r"\\\g<0>", path.absolute().as_posix())


def write_once(path: Path, write: Callable[[Path], Any]) -> None:
    """Write a file so that it is there whole or not at all, however many do so at the same time."""
    part = path.with_name(f".{path.name}.{os.getpid()}.{time.monotonic_ns()}")
    try:
        write(part)
        part.replace(path)
    finally:
        part.unlink(missing_ok=True)


def _batches(work: Callable[[int], Any], done: Path) -> Callable[[Iterator[Any]], Iterator[Any]]:
    def run(batches: Iterator[Any]) -> Iterator[Any]:
        import pyarrow as pa

        for batch in batches:
            for number in batch.column(0).to_pylist():
                with told_by_worker():
                    made = pickle.dumps(work(number))
                    (done / str(number)).touch()
                yield pa.RecordBatch.from_pydict(
                    {"task": pa.array([number], pa.int64()), "made": pa.array([made], pa.binary())}
                )

    return run
