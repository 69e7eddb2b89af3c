"""Atomic writes: a file or a folder appears complete under its name, or not at all.

Everything is written beside its target first, under a random new name, so that nobody can plant a link there; until it
is complete, only its owner may read it.
"""

import os
import secrets
import shutil
import stat
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from threading import Lock
from typing import IO

from semblant.errors import OutputError

_NEW = os.O_WRONLY | os.O_CREAT | os.O_EXCL | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_BINARY", 0)
_PRIVATE_FILE, _PRIVATE_FOLDER = 0o600, 0o700
_umask_lock = Lock()


def write_file(path: Path, content: str | bytes) -> None:
    """Write a file atomically; raise an error for the user where that is impossible."""
    try:
        with replacing(path) as file:
            file.write(content if isinstance(content, bytes) else content.encode("utf-8"))
    except OSError as error:
        raise OutputError(f"{path.name} cannot be written: {error.strerror}.", where=str(path)) from None


@contextmanager
def replacing(path: Path) -> Iterator[IO[bytes]]:
    """Open a file that takes the place of ``path`` when the block ends, and vanishes with any error.

    The new file takes the permissions of the one it replaces; a link is replaced itself, not followed.
    """
    mode, aside = _mode_for(path), _beside(path)
    handle = os.open(aside, _NEW, _PRIVATE_FILE)
    try:
        with os.fdopen(handle, "wb") as file:
            yield file
            os.chmod(handle if os.chmod in os.supports_fd else aside, mode)
        os.replace(aside, path)
    except BaseException:
        with suppress(OSError):
            aside.unlink()
        raise


@contextmanager
def making_folder(target: Path) -> Iterator[Path]:
    """Make a folder that becomes ``target`` when the block ends, and vanishes with any error."""
    aside = _beside(target)
    aside.mkdir(_PRIVATE_FOLDER)
    try:
        yield aside
        aside.chmod(new_folder_mode(aside))
        aside.rename(target)
    except BaseException:
        shutil.rmtree(aside, ignore_errors=True)
        raise


def new_folder_mode(folder: Path) -> int:
    """The permissions that a folder would have if it had not been made for its owner alone."""
    inherited = stat.S_IMODE(folder.stat().st_mode) & ~_PRIVATE_FOLDER  # such as the setgid bit of the parent
    return inherited | 0o777 & ~_umask()


def _beside(path: Path) -> Path:
    """A name beside a path that nobody can guess."""
    return path.with_name(f".semblant-{secrets.token_hex(8)}")


def _mode_for(path: Path) -> int:
    """The permissions of the regular file at a path, or those of a new one."""
    with suppress(OSError):
        found = path.lstat().st_mode
        if stat.S_ISREG(found):
            return found & 0o777
    return 0o666 & ~_umask()


def _umask() -> int:
    """The permissions that new files of this process lack; it can be read only by setting it."""
    with _umask_lock:
        mask = os.umask(0o077)
        os.umask(mask)
    return mask
