"""Where a table is read from: a file, a folder of Parquet files, or standard input."""

import hashlib
import io
import os
import sys
import zipfile
from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import dataclass
from functools import cache, cached_property
from pathlib import Path
from typing import Any, NamedTuple

from semblant.data.compression import is_packed, unpacked
from semblant.data.formats import STDIN
from semblant.errors import InputError, files_like

AUTO = "auto"
"""The encoding of a text file that is to be found out."""

BROKEN = "?"
"""Stands for the names of what is inside an archive that cannot be opened."""

_HEAD, _NAMES = 2048, 128
_LONG = 1 << 26  # bytes of a file that is not read before it must be
_ZIP, _OLE = b"PK\x03\x04", b"\xd0\xcf\x11\xe0"
_STREAMS = ("EncryptedPackage", "Workbook", "Book", "WordDocument", "PowerPoint Document")


class Reading(NamedTuple):
    """How a file is to be read, as far as that was said."""

    delimiter: str | None = None
    encoding: str = AUTO
    sheet: str | None = None
    header_row: int | None = None
    hidden: "Hidden | None" = None
    """Given where a large table may be read in parts: which of its columns are not released."""


Hidden = Callable[[Sequence[str]], Collection[str]]
"""From the names of columns to those that are not released."""


@dataclass(frozen=True)
class Source:
    """The content of a file, decompressed, and what an error calls it; a folder has a path and no content."""

    where: str
    name: str
    content: bytes
    sha256: str
    path: Path | None = None
    packing: str | None = None

    @property
    def is_folder(self) -> bool:
        """Whether it is a folder of files."""
        return self.path is not None and self.path.is_dir()

    @property
    def raw(self) -> bytes:
        """The bytes as they came, compressed or not."""
        return _stdin() if self.path is None else self.path.read_bytes()

    @cached_property
    def head(self) -> bytes:
        """What shows the format, see :func:`fingerprint`."""
        return fingerprint(self.content)


class LongFile(Source):
    """A long file, which is read as a whole only if somebody asks for its content."""

    def __init__(self, path: Path) -> None:
        made = {"where": str(path), "name": path.name, "sha256": digest(path), "path": path, "packing": None}
        for name, value in made.items():
            object.__setattr__(self, name, value)

    @cached_property
    def content(self) -> bytes:
        """All of it."""
        return _bytes(self._file)

    @cached_property
    def head(self) -> bytes:
        """What shows the format."""
        return _beginning(self._file)

    @property
    def size(self) -> int:
        """How many bytes it has."""
        return self._file.stat().st_size

    def beginning(self, size: int) -> bytes:
        """Its first bytes."""
        return _beginning(self._file, size)

    def parts(self, size: int, start: int = 0) -> Iterator[bytes]:
        """All of it from some byte on, so many bytes at a time."""
        with self._file.open("rb") as file:
            file.seek(start)
            while part := file.read(size):
                yield part

    @property
    def _file(self) -> Path:
        assert self.path is not None
        return self.path


def _beginning(path: Path, size: int = _HEAD) -> bytes:
    with path.open("rb") as file:
        return file.read(size)


def _is_long(path: Path) -> bool:
    """Whether a file is long, and not an archive or compressed."""
    least = 0 if os.environ.get("SEMBLANT_LARGE") else _LONG
    try:
        if not path.is_file() or path.stat().st_size < max(least, 1):
            return False
        head = _beginning(path)
    except OSError:
        return False
    return not head.startswith((_ZIP, _OLE)) and not is_packed(head)


def open_source(path: Path) -> Source:
    """Read a file, or standard input for ``-``; a folder is looked into when it is read."""
    where = str(path)
    if where == STDIN:
        raw, name, there = _stdin(), "standard input", None
        where = name
    else:
        if _is_long(path):
            return LongFile(path)
        raw, name, there = _bytes(path), path.name, path
        if path.is_dir():
            return Source(where, path.resolve().name, b"", folder_digest(path), path)
    if not raw:
        raise InputError(f"{'Standard input' if there is None else 'The file'} is empty.", where=where)
    digest = hashlib.sha256(raw).hexdigest()
    content, packing = unpacked(raw, where)
    if not content:
        raise InputError("The file is empty.", where=where)
    return Source(where, name, content, digest, there, packing)


@cache
def _stdin() -> bytes:
    """All of standard input, which can be read only once."""
    return sys.stdin.buffer.read()


def _bytes(path: Path) -> bytes:
    where = str(path)
    try:
        return b"" if path.is_dir() else path.read_bytes()
    except FileNotFoundError:
        raise InputError("There is no such file.", where=where, hints=files_like(path)) from None
    except (OSError, ValueError) as error:
        reason = error.strerror if isinstance(error, OSError) else "not a path"
        raise InputError(f"The file cannot be read: {reason}.", where=where) from None


def digest(path: Path) -> str:
    """The checksum of an input: of the bytes of a file or of standard input, or of all files of a folder."""
    if str(path) == STDIN:
        return hashlib.sha256(_stdin()).hexdigest()
    if path.is_dir():
        return folder_digest(path)
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


class Checksum(io.RawIOBase):
    """Takes the bytes of a file and keeps nothing but their checksum."""

    def __init__(self) -> None:
        super().__init__()
        self._total = hashlib.sha256()

    @property
    def sha256(self) -> str:
        """The checksum of what was written so far."""
        return self._total.hexdigest()

    def writable(self) -> bool:
        """Whether it takes bytes."""
        return True

    def write(self, part: Any) -> int:
        """Take some bytes."""
        self._total.update(part)
        return memoryview(part).nbytes


def folder_digest(folder: Path) -> str:
    """One checksum of the names and contents of all files in a folder."""
    total = hashlib.sha256()
    for file in files_in(folder):
        with file.open("rb") as content:
            one = hashlib.file_digest(content, "sha256").hexdigest()
        total.update(f"{file.relative_to(folder).as_posix()}\0{one}\n".encode())
    return total.hexdigest()


def files_in(folder: Path) -> list[Path]:
    """The files of a folder and its folders, but those that are hidden or begin with ``_``, as logs of writers do."""
    found = (file for file in folder.rglob("*") if file.is_file())
    return sorted(f for f in found if not any(p.startswith((".", "_")) for p in f.relative_to(folder).parts))


def fingerprint(content: bytes) -> bytes:
    """The beginning of a file; of an archive or an old office file, also the names of what is inside, a line each."""
    if content.startswith(_ZIP):
        try:
            names = zipfile.ZipFile(io.BytesIO(content)).namelist()
        except (zipfile.BadZipFile, OSError, ValueError):
            names = [BROKEN]
        return content[:_NAMES] + "".join(f"\n{name}" for name in names).encode("utf-8", "replace")
    if content.startswith(_OLE):
        names = [name for name in _STREAMS if name.encode("utf-16-le") in content]
        return _OLE + "".join(f"\n{name}" for name in names).encode()
    return content[:_HEAD]
