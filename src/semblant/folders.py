"""Where Semblant keeps files of its own on a user's machine: one folder for caches, one for settings."""

import os
from pathlib import Path

import platformdirs


def cache_folder() -> Path:
    """The folder for everything that can be recreated: ``SEMBLANT_CACHE``, or ``semblant`` in the user's caches."""
    return Path(os.environ.get("SEMBLANT_CACHE") or platformdirs.user_cache_dir("semblant", appauthor=False))


def config_folder() -> Path:
    """The folder for the user's settings: ``SEMBLANT_CONFIG``, or ``semblant`` in the user's settings."""
    return Path(os.environ.get("SEMBLANT_CONFIG") or platformdirs.user_config_dir("semblant", appauthor=False))
