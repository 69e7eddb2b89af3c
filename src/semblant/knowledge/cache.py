"""Sources compiled once: files in the user's cache folder, keyed by checksum and opened by memory map.

The folder may be deleted at any time; where it cannot be written, sources are read anew each time.
"""

import contextlib
import hashlib
import os
import time
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import IO

from semblant.data.atomic import replacing
from semblant.errors import KnowledgeError
from semblant.folders import cache_folder
from semblant.knowledge import pack
from semblant.knowledge.assemble import Arrays

READING = 5
"""Version of the loaders: raised whenever one reads something differently, which invalidates the cache."""

_LARGE = 8_000_000  # bytes from which hashing is noticeable
_SETTLED = 2.0  # seconds after which a change is visible in a file's times


def checksum(files: Sequence[Path], *options: str) -> str:
    """A checksum of the bytes of files, in their order, and of how they are to be read."""
    with ThreadPoolExecutor(4) as pool:  # hashing releases the GIL, so that threads help
        parts = list(pool.map(_digest, files))
    whole = hashlib.sha256(repr((pack.VERSION, READING, options)).encode())
    for part in parts:
        whole.update(part)
    return whole.hexdigest()


def _digest(file: Path) -> bytes:
    """The checksum of a file; that of a large one is remembered for as long as nothing touches the file."""
    stat = file.stat()
    mark = f"{stat.st_size} {stat.st_mtime_ns} {stat.st_ctime_ns} {stat.st_ino}"
    note = cache_folder() / f"{hashlib.sha256(os.fsencode(file.resolve())).hexdigest()[:32]}.seen"
    if stat.st_size >= _LARGE:
        with contextlib.suppress(OSError, ValueError):
            seen, _, digest = note.read_text("ascii").partition("\n")
            if seen == mark and len(digest) == 64:
                return bytes.fromhex(digest)
    with file.open("rb") as stream:
        found = hashlib.file_digest(stream, "sha256").digest()
    settled = time.time() - max(stat.st_mtime, stat.st_ctime) > _SETTLED
    if stat.st_size >= _LARGE and settled:
        with contextlib.suppress(OSError):
            _keep(note, lambda aside: aside.write(f"{mark}\n{found.hex()}".encode()))
    return found


def mark(key: str) -> tuple[str, int, int, int] | None:
    """A stamp that changes whenever the file compiled under a key does; None where there is none."""
    place = cache_folder() / f"{key}.pack"
    try:
        stat = place.stat()
    except OSError:
        return None
    return str(place), stat.st_mtime_ns, stat.st_size, stat.st_ino


def compiled(key: str, build: Callable[[], Arrays]) -> Arrays:
    """Open what was compiled under a key before, or build it now and keep it.

    A file that is missing, cut short, damaged or of another version is built again. Two processes may do this at
    once: each writes a file of its own and puts it in place whole.
    """
    place = cache_folder() / f"{key}.pack"
    with contextlib.suppress(OSError, KnowledgeError):
        return pack.read(place)
    arrays = build()
    with contextlib.suppress(OSError):
        _keep(place, lambda file: pack.write(file, arrays))
    return arrays


def _keep(place: Path, write: Callable[[IO[bytes]], object]) -> None:
    place.parent.mkdir(parents=True, exist_ok=True)
    with replacing(place) as file:
        write(file)
