"""Blocks masked by the workers: each task in a file."""

from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from operator import attrgetter
from pathlib import Path
from shutil import rmtree
from typing import Any

import numpy as np

from semblant.engine.pickled import dump, dump_result, load, load_result
from semblant.engine.workers import Workers
from semblant.methods.job import Job
from semblant.methods.tasks import Task, Told
from semblant.progress import ignore
from semblant.space.column import TabledColumn
from semblant.space.product import Product
from semblant.space.sets import SetSpace


def on_workers(workers: Workers, tasks: Sequence[Task], told: Told) -> list[Any]:
    """Do tasks on the workers; the first ones begin first."""
    folder = workers.new_folder("blocks")
    for number, task in enumerate(tasks):
        part = task.part()
        dump((task.work, _light(part), _own(part), _light_job(task.job)), folder / f"{number}.task")
    sizes = np.array([task.size for task in tasks])

    def share(_: float) -> None:
        done = [file.stem for file in folder.glob("*.made")]
        told(float(sizes[[int(number) for number in done]].sum() / sizes.sum()) if done else 0.0)

    workers.each(len(tasks), partial(_do, folder), share)
    made = [load_result(folder / f"{number}.made") for number in range(len(tasks))]
    rmtree(folder, ignore_errors=True)  # all tuples are in it
    return made


def _do(folder: Path, number: int) -> None:
    """On a worker: do one task. The same task makes the same file, however often it is done."""
    work, part, points, job = load(folder / f"{number}.task")
    made = work(_whole(part, points), job)
    dump_result(made, folder / f"{number}.made")


def _light(part: Any) -> Any:
    """A part without what only the driver needs: which record has which tuple, and how words are spelt."""
    if isinstance(part, SetSpace):
        return replace(part, ordinary=_light(part.ordinary))
    if not isinstance(part, Product):
        return part
    none = np.empty(0, np.int32)
    columns = []
    for column in part.columns:
        lighter: Any = replace(column, codes=none)  # type: ignore[type-var]
        if isinstance(lighter, TabledColumn):
            lighter = replace(lighter, spell=attrgetter("text"))
        columns.append(lighter)
    return replace(part, columns=tuple(columns), record_tuple=none, draws=None)


def _own(part: Any) -> Any:
    """What a worker could not make without what it does not get."""
    product = part.ordinary if isinstance(part, SetSpace) else part
    return product.points if isinstance(product, Product) else None


def _whole(part: Any, points: Any) -> Any:
    """A part as it was, as far as the work needs it."""
    if isinstance(part, SetSpace):
        return replace(part, ordinary=_whole(part.ordinary, points))
    if isinstance(part, Product):
        part = replace(part, record_tuple=np.repeat(np.arange(len(part.weights)), part.weights))
        vars(part)["points"] = points
    return part


def _light_job(job: Job) -> Job:
    """A job without what the work on one block does not use: promises are kept on the driver, for all classes."""
    none = np.empty(0, np.int64)
    promises = [replace(one, codes=none, value_of=None, reader=None) for one in job.promises]
    return replace(job, advance=ignore, readers=None, promises=promises, solve=None)
