"""Large arrays that lie in temporary files, so that memory holds what is in use; rows are worked on some at a time."""

import mmap
import os
import tempfile
from collections.abc import Callable, Iterator
from typing import IO, Any
from weakref import WeakSet

import numpy as np
from numpy.typing import DTypeLike, NDArray

from semblant.arrays import AnyInts, Flags

try:
    import resource
except ImportError:  # Windows
    resource = None  # type: ignore[assignment]

CHUNK = 1 << 20
"""How many rows are worked on at a time."""

LARGE = 1 << 22
"""Bytes from which an array lies in a file."""

_PIECE = bytes(1 << 20)

_mapped: WeakSet[mmap.mmap] = WeakSet()


def chunks(records: int, size: int = 0) -> Iterator[slice]:
    """All rows, so many at a time."""
    size = size or CHUNK
    for start in range(0, records, size):
        yield slice(start, min(start + size, records))


def large_array(size: int, kind: DTypeLike) -> NDArray[Any]:
    """An array of so many places, to be filled.

    A large one lies in a temporary file, which on Linux and macOS has no name: nobody else can open it, and it is gone
    when the process is. On Windows it has one, and is removed when it is closed. The system keeps of it in memory what
    there is room for, and writes the rest to the disk of ``TMPDIR``. Where there is no room for such a file, or so many
    are open that others might not be, it lies in memory after all.

    The others are let go first, so that this process never holds all that it has once looked at.
    """
    kind = np.dtype(kind)
    length = size * kind.itemsize
    if length < LARGE or not length or len(_mapped) >= _most_files():
        return np.empty(size, kind)
    _let_go()
    try:
        with tempfile.TemporaryFile() as file:
            _reserve(file, length)
            mapped = mmap.mmap(file.fileno(), length)
    except OSError:
        return np.empty(size, kind)
    _mapped.add(mapped)
    return np.frombuffer(mapped, kind)


def _let_go() -> None:
    """Give back the memory of all arrays in files; what is used again comes back from the system, or from the disk."""
    if hasattr(mmap, "MADV_DONTNEED"):  # of a file that is shared nothing is lost by it
        for mapped in tuple(_mapped):
            mapped.madvise(mmap.MADV_DONTNEED)


def _most_files() -> int:
    """Half of the files that this process may open: each array keeps one open."""
    if resource is None:
        return 256
    soft, _ = resource.getrlimit(resource.RLIMIT_NOFILE)
    return 1 << 16 if soft == resource.RLIM_INFINITY else soft // 2


def _reserve(file: IO[bytes], length: int) -> None:
    """Take the place on the disk now: a process that writes where there is none is killed by the system."""
    if hasattr(os, "posix_fallocate"):
        os.posix_fallocate(file.fileno(), 0, length)
        return
    for begin in range(0, length, len(_PIECE)):
        file.write(_PIECE[: length - begin])
    file.flush()


def filled(size: int, kind: DTypeLike, of: Callable[[slice], Any]) -> NDArray[Any]:
    """An array made some places at a time.

    Example:
        >>> filled(3, np.int32, lambda at: np.arange(at.start, at.stop) * 2).tolist()
        [0, 2, 4]
    """
    made = large_array(size, kind)
    for at in chunks(size):
        made[at] = of(at)
    return made


def gathered(values: NDArray[Any], at: AnyInts) -> NDArray[Any]:
    """The value at each of many places.

    Example:
        >>> gathered(np.array([5, 6, 7]), np.array([2, 2, 0])).tolist()
        [7, 7, 5]
    """
    return filled(len(at), values.dtype, lambda part: values[at[part]])


class Growing:
    """An array to which numbers are appended; it takes the smallest type that all so far have in common.

    Example:
        >>> found = Growing()
        >>> found.add(np.array([1, 2], np.uint8))
        >>> found.add(np.array([300], np.uint16))
        >>> found.made
        array([  1,   2, 300], dtype=uint16)
    """

    def __init__(self) -> None:
        self.size = 0
        self._held: NDArray[Any] = np.empty(0, np.uint8)

    @property
    def made(self) -> NDArray[Any]:
        """All so far; what was kept for more is given back."""
        if self.size < len(self._held):
            self._held = self._copied(self.size, self._held.dtype)
        return self._held

    def add(self, part: NDArray[Any]) -> None:
        """Append some numbers."""
        size = self.size + len(part)
        kind = np.promote_types(self._held.dtype, part.dtype) if self.size else part.dtype
        if size > len(self._held) or kind != self._held.dtype:
            self._held = self._copied(len(self._held) if size <= len(self._held) else max(size, 2 * self.size), kind)
        self._held[self.size : size] = part
        self.size = size

    def _copied(self, size: int, kind: DTypeLike) -> NDArray[Any]:
        """What is held, in an array of another size or type."""
        made = large_array(size, kind)
        made[: self.size] = self._held[: self.size]
        return made


def row_kind(records: int) -> type[np.signedinteger[Any]]:
    """The smallest type for the numbers of so many rows, and for how many there are."""
    return np.int32 if records < 1 << 31 else np.int64


def row_numbers(records: int) -> AnyInts:
    """The numbers of all rows.

    Example:
        >>> row_numbers(3)
        array([0, 1, 2], dtype=int32)
    """
    return filled(records, row_kind(records), lambda part: np.arange(part.start, part.stop))


def rows_where(records: int, of: Callable[[slice], Flags]) -> AnyInts:
    """The rows that meet a condition, given which of some rows do.

    Example:
        >>> codes = np.array([4, 0, 4])
        >>> rows_where(3, lambda part: codes[part] == 4)
        array([0, 2], dtype=int32)
    """
    number = sum(int(np.count_nonzero(of(part))) for part in chunks(records))
    made = large_array(number, row_kind(records))
    begin = 0
    for part in chunks(records):
        here = np.flatnonzero(of(part))
        made[begin : begin + len(here)] = here + part.start
        begin += len(here)
    return made
