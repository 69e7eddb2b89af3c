"""Blocks masked by the workers: each task in a file, and large arrays that several share in one of their own."""

import hashlib
import io
import pickle
from collections.abc import Sequence
from dataclasses import replace
from functools import lru_cache, partial
from operator import attrgetter
from pathlib import Path
from shutil import rmtree
from typing import Any

import numpy as np
from numpy.typing import NDArray

from semblant.engine.failures import with_room
from semblant.engine.workers import Workers, write_once
from semblant.methods.job import Job
from semblant.methods.tasks import Task, Told
from semblant.progress import ignore
from semblant.space.column import TabledColumn
from semblant.space.product import Product

_SHARED = 1 << 16
"""Bytes from which an array has a file of its own: distances between values are the same for all blocks."""


def on_workers(workers: Workers, tasks: Sequence[Task], told: Told) -> list[Any]:
    """Do tasks on the workers; the first ones begin first."""
    folder = workers.new_folder("blocks")
    for number, task in enumerate(tasks):
        part = task.part()
        with with_room(folder), (folder / f"{number}.task").open("wb") as file:
            _Pickler(file, folder).dump((task.work, _light(part), _own(part), _light_job(task.job)))
    sizes = np.array([task.size for task in tasks])

    def share(_: float) -> None:
        done = [file.stem for file in folder.glob("*.made")]
        told(float(sizes[[int(number) for number in done]].sum() / sizes.sum()) if done else 0.0)

    workers.each(len(tasks), partial(_do, folder), share)
    made = [_load(folder, folder / f"{number}.made") for number in range(len(tasks))]
    rmtree(folder, ignore_errors=True)  # all tuples are in it
    return made


def _do(folder: Path, number: int) -> None:
    """On a worker: do one task. The same task makes the same file, however often it is done."""
    work, part, points, job = _load(folder, folder / f"{number}.task")
    if isinstance(part, Product):
        part = replace(part, record_tuple=np.repeat(np.arange(len(part.weights)), part.weights))
        vars(part)["points"] = points
    made = work(part, job)

    def write(path: Path) -> None:
        with path.open("wb") as file:
            pickle.dump(made, file)

    write_once(folder / f"{number}.made", write)


def _light(part: Any) -> Any:
    """A part without what only the driver needs: which record has which tuple, and how words are spelt."""
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
    return part.points if isinstance(part, Product) else None


def _light_job(job: Job) -> Job:
    """A job without what the work on one block does not use: promises are kept on the driver, for all classes."""
    none = np.empty(0, np.int64)
    promises = [replace(one, codes=none, value_of=None, reader=None) for one in job.promises]
    return replace(job, advance=ignore, readers=None, promises=promises, solve=None)


class _Pickler(pickle.Pickler):
    def __init__(self, file: Any, folder: Path) -> None:
        super().__init__(file, protocol=5)
        self._folder = folder

    def persistent_id(self, obj: Any) -> str | None:
        """The name of the file of a large array, by its content."""
        if type(obj) is not np.ndarray or obj.nbytes < _SHARED or obj.dtype.hasobject:
            return None
        content = np.ascontiguousarray(obj)
        name = hashlib.blake2b(content.data, digest_size=16, key=f"{obj.dtype} {obj.shape}".encode()[:64]).hexdigest()
        file = self._folder / f"{name}.npy"
        if not file.exists():
            np.save(file, content)
        return name


class _Unpickler(pickle.Unpickler):
    def __init__(self, file: Any, folder: Path) -> None:
        super().__init__(file)
        self._folder = folder

    def persistent_load(self, pid: str) -> NDArray[Any]:
        return _array(self._folder / f"{pid}.npy")


@lru_cache(maxsize=64)
def _array(file: Path) -> NDArray[Any]:
    return np.load(file)  # type: ignore[no-any-return]


def _load(folder: Path, file: Path) -> Any:
    return _Unpickler(io.BytesIO(file.read_bytes()), folder).load()
