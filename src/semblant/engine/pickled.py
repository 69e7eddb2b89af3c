"""Python objects in files, between the driver and workers; what several share has a file of its own."""

import hashlib
import io
import pickle
from functools import lru_cache
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from semblant.engine.failures import full_disk_told
from semblant.engine.workers import write_once
from semblant.knowledge.taxonomy import Taxonomy

_SHARED = 1 << 16
"""Bytes from which an array has a file of its own: distances between values are the same for all blocks."""


def dump(made: Any, file: Path) -> None:
    """Write an object for workers, and beside it the large arrays and vocabularies that it shares with others."""
    with full_disk_told(file.parent), file.open("wb") as opened:
        _Pickler(opened, file.parent).dump(made)


def load(file: Path) -> Any:
    """Read an object with all it shares."""
    return _Unpickler(io.BytesIO(file.read_bytes()), file.parent).load()


@lru_cache(maxsize=16)
def load_once(file: Path) -> Any:
    """Read an object that a process uses again and again."""
    return load(file)


def dump_result(made: Any, file: Path) -> None:
    """On a worker: write a result, whole or not at all."""
    write_once(file, lambda path: path.write_bytes(pickle.dumps(made, protocol=5)))


def load_result(file: Path) -> Any:
    """Read what a worker has made."""
    return pickle.loads(file.read_bytes())


class _Pickler(pickle.Pickler):
    def __init__(self, file: Any, folder: Path) -> None:
        super().__init__(file, protocol=5)
        self._folder = folder

    def persistent_id(self, obj: Any) -> str | None:
        """The name of the file of a large array or of a vocabulary, by its content."""
        if isinstance(obj, Taxonomy):
            return self._taxonomy(obj)
        if type(obj) is not np.ndarray or obj.nbytes < _SHARED or obj.dtype.hasobject:
            return None
        content = np.ascontiguousarray(obj)
        name = hashlib.blake2b(content.data, digest_size=16, key=f"{obj.dtype} {obj.shape}".encode()[:64]).hexdigest()
        file = self._folder / f"{name}.npy"
        if not file.exists():
            np.save(file, content)
        return file.name

    def _taxonomy(self, taxonomy: Taxonomy) -> str:
        """What was found out about a vocabulary meanwhile stays here."""
        named = hashlib.blake2b(f"{taxonomy.sha256} {taxonomy.name}".encode(), digest_size=16).hexdigest()
        file = self._folder / f"{named}.taxonomy"
        if not file.exists():
            dump((taxonomy.arrays, taxonomy.name), file)
        return file.name


class _Unpickler(pickle.Unpickler):
    def __init__(self, file: Any, folder: Path) -> None:
        super().__init__(file)
        self._folder = folder

    def persistent_load(self, pid: str) -> Any:
        file = self._folder / pid
        return _array(file) if file.suffix == ".npy" else _taxonomy(file)


@lru_cache(maxsize=64)
def _array(file: Path) -> NDArray[Any]:
    return np.load(file)  # type: ignore[no-any-return]


@lru_cache(maxsize=16)
def _taxonomy(file: Path) -> Taxonomy:
    return Taxonomy(*load(file))
