"""The private folder for uploaded files: for its owner alone, removed at the end, or by the next start."""

import atexit
import os
import shutil
import tempfile
from contextlib import suppress
from pathlib import Path

try:
    import fcntl
except ImportError:  # Windows: what a killed process left stays there
    fcntl = None  # type: ignore[assignment]

_PREFIX = "semblant-web-"
_LOCK = ".lock"


class Scratch:
    """A temporary folder that is locked while its process lives."""

    def __init__(self) -> None:
        _sweep()
        self.folder = Path(tempfile.mkdtemp(prefix=_PREFIX))  # mode 0700
        self._lock = os.open(self.folder / _LOCK, os.O_CREAT | os.O_RDWR, 0o600)
        if fcntl is not None:
            fcntl.flock(self._lock, fcntl.LOCK_EX)
        atexit.register(self.close)

    def new_file(self, name: str) -> Path:
        """A place for a file of this name, in a folder of its own."""
        return Path(tempfile.mkdtemp(dir=self.folder)) / name

    def close(self) -> None:
        """Remove everything."""
        shutil.rmtree(self.folder, ignore_errors=True)


def _sweep() -> None:
    """Remove what processes left that were killed: folders of ours whose lock nobody holds."""
    if fcntl is None:
        return
    for left in Path(tempfile.gettempdir()).glob(f"{_PREFIX}*"):
        with suppress(OSError):
            if left.is_symlink() or left.lstat().st_uid != os.getuid():
                continue
            handle = os.open(left / _LOCK, os.O_RDWR | os.O_NOFOLLOW)
            try:
                fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
                shutil.rmtree(left, ignore_errors=True)
            finally:
                os.close(handle)
