"""Tasks: the work on the blocks of a table, each a pure function of its part and its job, wherever it is done."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from threading import Event
from typing import Any, NamedTuple

import numpy as np

from semblant.kernels.cores import at_once, cores
from semblant.methods.job import Job


class Task(NamedTuple):
    """What is done with one block: a function of a module, so that it can be sent elsewhere, and what it is given."""

    work: Callable[[Any, Job], Any]
    part: Callable[[], Any]
    """Makes the block's part of the table; asked for when the work begins, as all parts together take much memory."""
    job: Job
    size: int
    alone: bool = False
    """Whether it takes so much memory that a process does no other task beside it."""


Told = Callable[[float], None]
"""Takes the share of all the work that is done."""

Solve = Callable[[Sequence[Task], Told], list[Any]]
"""Does some tasks, in any order and anywhere, and gives their results in the order of the tasks."""


def in_threads(tasks: Sequence[Task], told: Told) -> list[Any]:
    """Do the tasks on all cores of this process, or one after another where they need its memory.

    Example:
        >>> from semblant.policy.model import Policy
        >>> job = Job.of(Policy())
        >>> in_threads([Task(lambda part, _: part + 1, lambda: 1, job, 1)], lambda share: None)
        [2]
    """
    shares, stopped = np.zeros(len(tasks)), Event()
    sizes = np.array([task.size for task in tasks])

    def running(number: int) -> Callable[[], Any]:
        def advance(done: float, note: str = "") -> None:  # noqa: ARG001
            shares[number] = done
            if stopped.is_set():
                raise KeyboardInterrupt

        task = tasks[number]
        return lambda: task.work(task.part(), replace(task.job, advance=advance))

    def waiting() -> None:
        told(float(shares @ sizes / sizes.sum()))

    threads = 1 if any(task.alone for task in tasks) else cores()
    return at_once([running(number) for number in range(len(tasks))], waiting, stopped.set, threads)
