"""Where Semblant keeps files of its own on a machine: a folder for caches, one for settings, and temporary ones."""

import atexit
import os
import platform
import re
import shutil
import tempfile
import warnings
from contextlib import suppress
from functools import lru_cache
from pathlib import Path
from typing import Self

import platformdirs

try:
    import fcntl
except ImportError:  # Windows: what a killed process left stays there
    fcntl = None  # type: ignore[assignment]

_PREFIX, _LOCK = "semblant-tmp-", ".lock"


class CacheWarning(UserWarning):
    """The cache cannot be kept."""


def cache_folder() -> Path:
    """The folder for everything that can be recreated: ``SEMBLANT_CACHE``, or ``semblant`` in the user's caches.

    Where it cannot be written, it is a private temporary folder, which is removed when the process ends.
    """
    return _writable(Path(os.environ.get("SEMBLANT_CACHE") or platformdirs.user_cache_dir("semblant", appauthor=False)))


@lru_cache(maxsize=8)
def _writable(folder: Path) -> Path:
    try:
        folder.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryFile(dir=folder):
            return folder
    except OSError as error:
        private = Path(tempfile.mkdtemp(prefix="semblant-cache-"))  # for its owner alone
        atexit.register(shutil.rmtree, private, ignore_errors=True)
        warnings.warn(
            f"The cache {folder} cannot be written ({error.strerror}); a temporary one is used, so that the next run "
            "starts as slowly as this one. SEMBLANT_CACHE names another folder.",
            CacheWarning,
            stacklevel=3,
        )
        return private


def config_folder() -> Path:
    """The folder for the user's settings: ``SEMBLANT_CONFIG``, or ``semblant`` in the user's settings."""
    return Path(os.environ.get("SEMBLANT_CONFIG") or platformdirs.user_config_dir("semblant", appauthor=False))


def projects_folder() -> Path:
    """The folder for projects of the web application: ``SEMBLANT_PROJECTS``, or one in the user's data."""
    named = os.environ.get("SEMBLANT_PROJECTS")
    return Path(named) if named else Path(platformdirs.user_data_dir("semblant", appauthor=False)) / "projects"


class Scratch:
    """A temporary folder for its owner alone, which is locked while its process lives and removed at the end.

    What a killed process left is removed by the next one that needs such a folder. A ``parent`` may be shared by
    several machines, which need not see each other's locks: there only what this machine left is removed.
    """

    def __init__(self, parent: Path | None = None) -> None:
        prefix = _PREFIX if parent is None else f"{_PREFIX}{re.sub(r'[^A-Za-z0-9.]', '-', platform.node())}-"
        _sweep(parent or Path(tempfile.gettempdir()), prefix)
        self.folder = Path(tempfile.mkdtemp(prefix=prefix, dir=parent)).resolve()  # mode 0700
        self._lock = -1
        atexit.register(self.close)
        if fcntl is None:
            return
        unlocked = self.folder / f"{_LOCK}-made"  # under another name, so that nobody else locks it first
        self._lock = os.open(unlocked, os.O_CREAT | os.O_RDWR, 0o600)
        with suppress(OSError):  # some file systems know no locks: what is left there stays
            fcntl.flock(self._lock, fcntl.LOCK_EX)
            unlocked.rename(self.folder / _LOCK)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def new_file(self, name: str) -> Path:
        """A place for a file of this name, in a folder of its own."""
        return Path(tempfile.mkdtemp(dir=self.folder)) / name

    def close(self) -> None:
        """Remove everything."""
        atexit.unregister(self.close)
        shutil.rmtree(self.folder, ignore_errors=True)
        if self._lock >= 0:
            os.close(self._lock)
            self._lock = -1
            shutil.rmtree(self.folder, ignore_errors=True)  # on NFS a file that is open stays


def _sweep(parent: Path, prefix: str) -> None:
    """Remove what processes left that were killed: folders of ours whose lock nobody holds."""
    if fcntl is None:
        return
    for left in parent.glob(f"{prefix}*"):
        with suppress(OSError):
            if left.is_symlink() or left.lstat().st_uid != os.getuid():
                continue
            handle = os.open(left / _LOCK, os.O_RDWR | os.O_NOFOLLOW)
            try:
                fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
                shutil.rmtree(left, ignore_errors=True)
            finally:
                os.close(handle)
