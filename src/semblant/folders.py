"""Where Semblant keeps files of its own on a user's machine: one folder for caches, one for settings."""

import atexit
import os
import shutil
import tempfile
import warnings
from functools import lru_cache
from pathlib import Path

import platformdirs


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
