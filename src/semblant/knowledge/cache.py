"""Sources compiled once: files in the user's cache folder, keyed by checksum and opened by memory map.

The folder is ``SEMBLANT_CACHE``, or ``semblant`` in ``XDG_CACHE_HOME`` or ``~/.cache``. It may be deleted at any
time; where it cannot be written, sources are read anew each time.
"""

import contextlib
import hashlib
import os
import tempfile
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from semblant.errors import KnowledgeError
from semblant.knowledge import pack
from semblant.knowledge.assemble import Arrays

READING = 1
"""Raised whenever a loader reads something differently, so that what was compiled before is not used again."""


def folder() -> Path:
    """Where compiled sources are kept."""
    if given := os.environ.get("SEMBLANT_CACHE"):
        return Path(given)
    return Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "semblant"


def checksum(files: Sequence[Path], *options: str) -> str:
    """A checksum of the bytes of files, in their order, and of how they are to be read."""
    with ThreadPoolExecutor(4) as pool:  # hashing leaves Python alone, so that threads help
        parts = list(pool.map(_digest, files))
    whole = hashlib.sha256(repr((pack.VERSION, READING, options)).encode())
    for part in parts:
        whole.update(part)
    return whole.hexdigest()


def _digest(file: Path) -> bytes:
    with file.open("rb") as stream:
        return hashlib.file_digest(stream, "sha256").digest()


def compiled(key: str, build: Callable[[], Arrays]) -> Arrays:
    """What was compiled under a key before, or else build it now and keep it.

    A file that is missing, cut short, damaged or of another version is built again. Two processes may do this at
    once: each writes a file of its own and puts it in place whole.
    """
    place = folder() / f"{key}.pack"
    with contextlib.suppress(OSError, KnowledgeError):
        return pack.read(place)
    arrays = build()
    with contextlib.suppress(OSError):
        _put(place, arrays)
    return arrays


def _put(place: Path, arrays: Arrays) -> None:
    place.parent.mkdir(parents=True, exist_ok=True)
    handle, name = tempfile.mkstemp(dir=place.parent, prefix=".", suffix=".part")
    try:
        with os.fdopen(handle, "wb") as file:
            pack.write(file, arrays)
        os.replace(name, place)
    except BaseException:
        with contextlib.suppress(OSError):
            os.unlink(name)
        raise
