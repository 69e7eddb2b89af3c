"""Running tasks on all cores; each result is returned as soon as it is ready."""

import multiprocessing
import sys
import warnings
from collections.abc import Callable, Hashable, Iterator, Mapping
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from contextlib import contextmanager
from typing import Any, TypeVar

from semblant.kernels.cores import cores

Key = TypeVar("Key", bound=Hashable)
Result = TypeVar("Result")


def results(
    work: Callable[..., Result], tasks: Mapping[Key, tuple[Any, ...]], jobs: int | None = None
) -> Iterator[tuple[Key, Result]]:
    """Call ``work`` with the arguments of every task; results come in the order of completion.

    One job works in this process, several in fresh processes of their own; by default as many as there are cores.
    An error or an interruption ends all: tasks that have not begun are given up.

    Example:
        >>> dict(results(max, {"a": (3, 1), "b": (2, 4)}, jobs=1))
        {'a': 3, 'b': 4}
    """
    workers = min(cores() if jobs is None else jobs, len(tasks))
    if workers <= 1:
        for key, arguments in tasks.items():
            yield key, work(*arguments)
        return
    fresh = multiprocessing.get_context("spawn")  # a forked process may deadlock on a lock of another thread
    with ProcessPoolExecutor(workers, fresh, initializer=_quiet) as pool:
        with alone():
            keys: dict[Future[Result], Key] = {pool.submit(work, *given): key for key, given in tasks.items()}
        try:
            waiting = set(keys)
            while waiting:
                done, waiting = wait(waiting, return_when=FIRST_COMPLETED)
                for future in done:
                    yield keys[future], future.result()
        except BaseException:
            pool.shutdown(wait=False, cancel_futures=True)
            raise


def time_left(seconds: float, done: int, total: int) -> str:
    """The estimated remaining time in words, from the tasks done so far and their seconds.

    Example:
        >>> time_left(0.4, 2, 3), time_left(42.1, 5, 10), time_left(400, 1, 11)
        ('about 1 s', 'about 43 s', 'about 67 min')
    """
    left = seconds / done * (total - done)
    return f"about {int(left) + 1} s" if left < 90 else f"about {round(left / 60)} min"


@contextmanager
def alone() -> Iterator[None]:
    """Start processes without the caller's main script: otherwise each would first run it again."""
    main = sys.modules["__main__"]
    kept = {name: getattr(main, name, None) for name in ("__file__", "__spec__")}
    try:
        for name in kept:
            setattr(main, name, None)
        yield
    finally:
        for name, value in kept.items():
            setattr(main, name, value)


def _quiet() -> None:
    """Initialise a worker process: a library's warning may quote the data."""
    warnings.simplefilter("ignore")
