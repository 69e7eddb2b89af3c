"""Progress of long work: a bar on a terminal, plain lines in a log, nothing when quiet.

Long work takes a :class:`Progress` and reports to it, whatever displays it. Only names of
steps, counts and figures such as a loss go through here, never a value of the data.

Example:
    >>> with SILENT.step("masking", total=10) as advance:
    ...     advance(4, note="loss 12.3 %")
"""

import sys
import time
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager, suppress
from typing import TYPE_CHECKING, Protocol, TextIO

from semblant.visible import visible

if TYPE_CHECKING:
    from rich.progress import Progress as Bars


class Advance(Protocol):
    """Reports how much of a step is done, with an optional figure."""

    def __call__(self, done: float, note: str = "") -> None: ...


def ignore(done: float, note: str = "") -> None:
    """Ignore the report."""


class Progress(Protocol):
    """Displays the progress of long work."""

    def step(self, name: str, total: float | None = None) -> AbstractContextManager[Advance]:
        """Begin a step that counts up to ``total``; without a total only its name and time are shown."""


class Silent:
    """Shows nothing."""

    @contextmanager
    def step(self, name: str, total: float | None = None) -> Iterator[Advance]:  # noqa: ARG002
        """Run a step without showing it."""
        yield ignore


SILENT: Progress = Silent()


_SAID = {
    "reading": "reading the data",
    "meaning": "mapping values to concepts",
    "space": "measuring distances between values",
    "masking": "grouping records",
    "writing": "writing the release",
    "verifying": "verifying the written file",
    "assessing": "measuring loss and risk",
    "reporting": "writing the reports",
}
"""What each step of a run is called while it lasts."""


class Steps:
    """The steps of a run: each is shown while it lasts, and timed."""

    def __init__(self, progress: Progress = SILENT) -> None:
        self.progress = progress
        self.timings: dict[str, float] = {}

    @contextmanager
    def step(self, name: str, total: float | None = None) -> Iterator[Advance]:
        """Run and time one step; with a total, it shows the share that is done."""
        began = time.perf_counter()
        with self.progress.step(_SAID.get(name, name), total) as advance:
            yield advance
        self.timings[name] = round(time.perf_counter() - began, 4)


class Lines:
    """Writes few plain lines: none for steps shorter than a second, then at most one every two seconds.

    Example:
        >>> clock = iter([0.0, 0.5, 4.0, 5.0])
        >>> with Lines(sys.stdout, lambda: next(clock)).step("masking", total=10) as advance:
        ...     advance(1)
        ...     advance(6, note="loss 12.3 %")
        masking: 60 % (loss 12.3 %)
        masking: done in 5.0 s
    """

    patience = 1.0
    interval = 2.0

    def __init__(self, stream: TextIO, clock: Callable[[], float] = time.monotonic) -> None:
        self._stream = stream
        self._clock = clock
        self._written = float("-inf")

    @contextmanager
    def step(self, name: str, total: float | None = None) -> Iterator[Advance]:
        """Run a step and write a line now and then."""
        began = self._clock()

        def advance(done: float, note: str = "") -> None:
            now = self._clock()
            if now - began >= self.patience and now - self._written >= self.interval:
                share = f"{min(done / total, 1):.0%}".replace("%", " %") if total else f"{done:,.0f}"
                self._write(f"{name}: {share}" + (f" ({note})" if note else ""), now)

        yield advance
        ended = self._clock()
        if ended - began >= self.patience:
            self._write(f"{name}: done in {ended - began:.1f} s", ended)

    def _write(self, line: str, now: float) -> None:
        with suppress(OSError, ValueError):  # that nobody reads on, or that it was closed, stops nothing
            print(visible(line), file=self._stream, flush=True)
        self._written = now


class Bar:
    """Draws a bar on a terminal for each step, and removes it when the step is done."""

    def __init__(self, stream: TextIO) -> None:
        self._stream = stream
        self._drawn: Bars | None = None

    @contextmanager
    def step(self, name: str, total: float | None = None) -> Iterator[Advance]:
        """Run a step under a bar; a step within a step gets a bar below."""
        with self._bars() as bars:
            task = bars.add_task(visible(name), total=total, note="")

            def advance(done: float, note: str = "") -> None:
                bars.update(task, completed=done, note=visible(note))

            try:
                yield advance
            finally:
                bars.remove_task(task)

    @contextmanager
    def _bars(self) -> "Iterator[Bars]":
        if self._drawn is not None:
            yield self._drawn
            return
        from rich import progress
        from rich.console import Console

        columns = (
            progress.SpinnerColumn(),
            progress.TextColumn("{task.description}", markup=False),
            progress.BarColumn(24),
            progress.TaskProgressColumn(),
            progress.TimeElapsedColumn(),
            progress.TextColumn("{task.fields[note]}", markup=False),
        )
        with progress.Progress(*columns, console=Console(file=self._stream), transient=True) as self._drawn:
            try:
                yield self._drawn
            finally:
                self._drawn = None


_chosen: Progress = SILENT


def chosen() -> Progress:
    """The display of this process, for work that nobody hands one to; silent unless a command chose it."""
    return _chosen


def watch(quiet: bool = False, stream: TextIO | None = None) -> Progress:
    """Choose the display of this process: none when quiet, a bar on a terminal, lines otherwise.

    Example:
        >>> watch(quiet=True) is SILENT
        True
    """
    stream = sys.stderr if stream is None else stream
    return show_on(SILENT if quiet else Bar(stream) if stream.isatty() else Lines(stream))


def show_on(progress: Progress) -> Progress:
    """Choose any display for this process, also for work that nobody hands one to."""
    global _chosen
    _chosen = progress
    return progress
