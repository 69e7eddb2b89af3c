"""Long work: what a job is doing now; in threads for reading, and for runs in a process that can be stopped."""

import errno
import itertools
import multiprocessing
import os
import secrets
import signal
import sys
import threading
import time
import traceback
import warnings
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Any, Literal

from semblant.errors import SemblantError
from semblant.progress import Advance, show_on
from semblant.release.workers import alone

State = Literal["running", "done", "failed", "cancelled"]
FULL = (errno.ENOSPC, errno.EDQUOT, errno.EFBIG)
"""What the system says when there is no room."""
_HERE = str(Path(__file__).parents[1])
_PATIENCE = 5.0  # seconds that a stopped process has to tidy up
_OFTEN = 0.1  # seconds between two reports of progress


@dataclass(frozen=True)
class Trouble:
    """What went wrong, for the page: without any value of the data."""

    message: str
    hints: tuple[str, ...] = ()
    where: str = ""
    fault: bool = False
    """Whether it is ours, and to be mended."""

    @classmethod
    def of(cls, error: BaseException) -> "Trouble":
        """An error in words; one of our own is named, not quoted, as it may hold data."""
        if isinstance(error, SemblantError):
            return cls(error.message, error.hints, os.path.basename(error.where))  # not where a dropped file lies
        if isinstance(error, MemoryError):
            return cls("There is not enough memory for this.", ("take fewer columns, or a machine with more memory",))
        if isinstance(error, OSError) and error.errno in FULL:
            return cls("There is no room left on the disk.", ("make room there, then do this again",))
        frames = traceback.extract_tb(error.__traceback__)
        own = [frame for frame in frames if frame.filename.startswith(_HERE)]
        place = "".join(f" in {os.path.relpath(one.filename, _HERE)}:{one.lineno}" for one in (own or frames)[-1:])
        message = f"This is a fault of Semblant ({type(error).__name__}{place})."
        return cls(message, ("please report it, without your data",), fault=True)


def logged(what: str, trouble: Trouble) -> None:
    """Tell the terminal of a fault, without any value of the data."""
    if trouble.fault:
        print(f"semblant web: {what}: {trouble.message}", file=sys.stderr, flush=True)


@dataclass
class Job:
    """One piece of long work, as a page shows it."""

    what: str
    id: str = field(default_factory=lambda: secrets.token_hex(8))
    state: State = "running"
    step: str = ""
    share: float | None = None
    note: str = ""
    trouble: Trouble | None = None
    result: Any = None
    parts: list[Any] = field(default_factory=list)
    began: float = field(default_factory=time.monotonic)
    serial: int = 0
    ending: bool = False
    """Whether somebody has cancelled it, and it has not ended yet."""
    end: Callable[[], None] | None = None
    """How it is ended where it is done in a process; work in a thread ends when it next says how far it is."""
    left: Callable[[], Any] = lambda: None
    """Finds the result of what had just ended when it was to be stopped, and could not tell it."""
    lock: Any = field(default_factory=threading.RLock)

    @property
    def running(self) -> bool:
        """Whether it is still at work."""
        return self.state == "running"

    def wait(self, seconds: float = float("inf")) -> None:
        """Wait until it has ended, or for some time."""
        until = time.monotonic() + seconds
        while self.running and time.monotonic() < until:
            time.sleep(0.02)

    def stop(self) -> None:
        """Cancel it, in the way that it has; what has ended stays as it is."""
        with self.lock:
            if not self.running:
                return
            self.told(ending=True)
        if self.end is not None:
            self.end()

    def go_on(self) -> None:
        """Somebody wants it after all: where it is in a thread and has not ended yet, it goes on."""
        if self.end is None:
            self.told(ending=False)

    def told(self, **news: Any) -> None:
        """Note what has changed; what has ended does not change any more."""
        with self.lock:
            if self.running:
                for name, value in news.items():
                    setattr(self, name, value)
                self.serial += 1

    def snapshot(self) -> dict[str, Any]:
        """The job for the browser: counts and names of steps only."""
        return {
            "state": self.state,
            "step": self.step,
            "share": self.share,
            "note": self.note,
            "seconds": round(time.monotonic() - self.began),
            "parts": len(self.parts),
            "message": self.trouble.message if self.trouble else "",
        }


class _Telling:
    """Progress that is told to somebody else, not too often."""

    def __init__(self, tell: Callable[[str, float | None, str], None]) -> None:
        self._tell, self._last = tell, 0.0

    @contextmanager
    def step(self, name: str, total: float | None = None) -> Iterator[Advance]:
        """Tell that a step begins, and how far it is."""
        self._tell(name, 0.0 if total else None, "")

        def advance(done: float, note: str = "") -> None:
            now = time.monotonic()
            if now - self._last >= _OFTEN:
                self._last = now
                self._tell(name, min(done / total, 1.0) if total else None, note)

        yield advance


# --- threads -----------------------------------------------------------------------------------------


class _StoppedError(Exception):
    """Work that was cancelled."""


def in_thread(what: str, work: Callable[[Any], Any]) -> Job:
    """Start work in a thread; it gets a progress to report to."""
    job = Job(what)

    def tell(**news: Any) -> None:
        with job.lock:
            if job.ending:
                job.told(state="cancelled")
                raise _StoppedError
            job.told(**news)

    def run() -> None:
        try:
            with warnings.catch_warnings():
                warnings.simplefilter("ignore")
                result = work(_Telling(lambda step, share, note: tell(step=step, share=share, note=note)))
            tell(result=result, state="done")
        except _StoppedError:
            return
        except BaseException as error:
            trouble = Trouble.of(error)
            logged(what, trouble)
            job.told(trouble=trouble, state="failed")

    threading.Thread(target=run, name=what, daemon=True).start()
    return job


# --- a process ---------------------------------------------------------------------------------------


class Worker:
    """A process that does one task at a time, keeps what it has read, and can be stopped at any moment."""

    def __init__(self) -> None:
        self._process: Any = None
        self._pipe: Connection | None = None
        self._listener: threading.Thread | None = None
        self._lock = threading.RLock()
        self.job: Job | None = None

    def start(self, what: str, task: str, left: Callable[[], Any] = lambda: None, **arguments: Any) -> Job:
        """Start a task of :mod:`semblant.web.tasks`; a task that is at work is stopped first."""
        with self._lock:
            self.cancel()
            job = self.job = Job(what, end=self.end, left=left)
            self._send(task, arguments)
            self._listener = threading.Thread(target=self._listen, args=(job, self._pipe), daemon=True)
            self._listener.start()
            return job

    def result_of(self, job: Job, seconds: float = 120.0) -> Any:
        """Wait for the result of a short task."""
        job.wait(seconds)
        with self._lock:
            if job.running and self.job is job:
                job.stop()
                raise SemblantError("This took too long and was stopped.")
        if job.trouble is not None:
            raise SemblantError(job.trouble.message, where=job.trouble.where, hints=job.trouble.hints)
        if job.state == "cancelled":
            raise SemblantError("This was stopped.")
        return job.result

    def _send(self, task: str, arguments: dict[str, Any]) -> None:
        if self._process is None or not self._process.is_alive():
            fresh = multiprocessing.get_context("spawn")
            self._pipe, theirs = fresh.Pipe()
            self._process = fresh.Process(target=serve, args=(theirs,), daemon=True)
            with alone():
                self._process.start()
            theirs.close()
        assert self._pipe is not None
        self._pipe.send((task, arguments))

    def _listen(self, job: Job, pipe: Connection) -> None:
        while job.running:
            try:
                kind, content = pipe.recv()
            except (EOFError, OSError):
                if not job.ending:
                    lost = Trouble("The process that did this has ended; it may have run out of memory.")
                    job.told(trouble=lost, state="failed")
                return
            if kind == "progress":
                step, share, note = content
                if not job.ending:
                    job.told(step=step, share=share, note=note)
            elif kind == "part":
                job.parts.append(content)
                job.told()
            elif kind == "done":
                job.told(result=content, state="done")
            else:
                job.told(trouble=content, state="failed")
                logged(job.what, content)

    def cancel(self) -> None:
        """Stop what is at work."""
        with self._lock:
            if self.job is not None:
                self.job.stop()

    def end(self) -> None:
        """End the process whose job is to be stopped: it tidies up, or is killed if it does not."""
        with self._lock:
            job = self.job
            if job is None or not job.ending or not job.running:
                return
            job.told(step="Cancelling …", share=None, note="")
            self.close()
            if job.running:
                result = job.left()
                job.told(result=result, state="cancelled" if result is None else "done")

    def tell_to_end(self) -> None:
        """Let the process end without waiting for it."""
        if self._process is not None and self._process.is_alive():
            self._process.terminate()

    def close(self) -> None:
        """End the process."""
        with self._lock:
            process, self._process = self._process, None
            if process is None:
                return
            process.terminate()
            process.join(_PATIENCE)
            if process.is_alive():
                process.kill()
                process.join(_PATIENCE)
            if self._listener is not None:
                self._listener.join(_PATIENCE)  # it hears what was said to the end
            if self._pipe is not None:
                self._pipe.close()


def serve(pipe: Connection) -> None:
    """The work of the process: take tasks until the application ends."""
    warnings.simplefilter("ignore")  # a library's warning may quote the data
    with suppress(KeyboardInterrupt):
        signal.signal(signal.SIGTERM, _interrupt)
        signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C at the terminal is for the application, which ends us
        threading.Thread(target=_end_with_parent, daemon=True).start()
        _work(pipe)


def _work(pipe: Connection) -> None:
    from semblant.web import tasks

    keeps = tasks.Tasks(lambda part: pipe.send(("part", part)))
    show_on(telling := _Telling(lambda *news: pipe.send(("progress", news))))
    for _ in itertools.count():
        try:
            task, arguments = pipe.recv()
        except (EOFError, OSError):
            return
        try:
            pipe.send(("done", getattr(keeps, task)(telling, **arguments)))
        except KeyboardInterrupt:
            raise
        except BaseException as error:
            with suppress(OSError):
                pipe.send(("failed", Trouble.of(error)))


def _interrupt(_signal: int, _frame: Any) -> None:
    """End as on Ctrl-C, so that temporary files are taken away; told again, go on with that."""
    signal.signal(signal.SIGTERM, signal.SIG_IGN)
    raise KeyboardInterrupt


def _end_with_parent() -> None:
    """Stop when the application is gone, however it ended."""
    parent = multiprocessing.parent_process()
    if parent is not None:
        parent.join()
        os.kill(os.getpid(), signal.SIGTERM)
        time.sleep(_PATIENCE)
        os._exit(1)
