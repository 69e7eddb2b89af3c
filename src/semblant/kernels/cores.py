"""Independent parts of work on all cores: kernels release the GIL, so threads are enough."""

import os
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from itertools import pairwise

_FEWEST = 1024
"""The fewest things worth a thread of their own."""


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
