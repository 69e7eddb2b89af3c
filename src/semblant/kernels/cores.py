"""Independent parts of work on all cores: kernels release the GIL, so threads are enough."""

import os
from collections.abc import Callable, Sequence
from concurrent.futures import FIRST_EXCEPTION, ThreadPoolExecutor, wait
from itertools import pairwise
from typing import TypeVar

_FEWEST = 1024
"""The fewest things worth a thread of their own."""

_SECONDS = 0.1
"""How often those who wait are told."""

Result = TypeVar("Result")


def cores() -> int:
    """How many cores this process may use."""
    affinity: Callable[[int], set[int]] | None = getattr(os, "sched_getaffinity", None)
    return len(affinity(0)) if affinity is not None else os.cpu_count() or 1


def in_parts(things: int, work: Callable[[int, int], None]) -> None:
    """Call ``work(begin, end)`` for ranges of independent things, on all cores at once.

    Example:
        >>> seen = []
        >>> in_parts(5, lambda begin, end: seen.append((begin, end)))
        >>> seen
        [(0, 5)]
    """
    parts = max(1, min(cores(), things // _FEWEST))
    bounds = [things * i // parts for i in range(parts + 1)]
    if parts == 1:
        work(0, things)
        return
    with ThreadPoolExecutor(parts) as pool:
        for done in [pool.submit(work, a, b) for a, b in pairwise(bounds)]:
            done.result()


def at_once(
    tasks: Sequence[Callable[[], Result]], waiting: Callable[[], None], stop: Callable[[], None], threads: int
) -> list[Result]:
    """The results of independent tasks, in their order, so many of them at once.

    ``waiting`` is called now and then by the thread that waits for them. ``stop`` is called once where that thread is
    interrupted or a task fails, so that the other tasks can end early.

    Example:
        >>> at_once([lambda: 1, lambda: 2], waiting=lambda: None, stop=lambda: None, threads=2)
        [1, 2]
    """
    with ThreadPoolExecutor(min(threads, len(tasks))) as pool:
        running = [pool.submit(task) for task in tasks]
        try:
            while (seen := wait(running, _SECONDS, FIRST_EXCEPTION)).not_done:
                if any(one.exception() is not None for one in seen.done):
                    stop()
                    break
                waiting()
        except KeyboardInterrupt:
            stop()
        return [one.result() for one in running]
