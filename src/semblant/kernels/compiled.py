"""How kernels are compiled: cached, and without features that they do not use.

Compiling happens once per machine, but it takes seconds, and commands say so. Memory management is what makes it slow:
a kernel here gets all its arrays from Python and allocates none, so numba need not count references to them. That is
half the time to run and a third of the time to compile. The parts of kernels are compiled only so far that they can be
inlined (see inlining.py), and Python does not look for garbage meanwhile: compiling leaves hardly any. How long each
function takes is what ``python -m bench cold`` prints. Loading them later is quick (see loading.py).

Compiled kernels lie beside their source, where every user of an installation shares them. An installation that cannot
be written to keeps them in the cache folder, which is a temporary one where the user's cannot be written either.
``NUMBA_CACHE_DIR`` names another place. The folder is named after a checksum of all kernels: numba itself notices only
changes of the file that defines a function, and fails on types that an upgrade has renamed.
"""

import gc
import hashlib
import os
import shutil
from collections.abc import Callable
from contextlib import ExitStack, suppress
from functools import lru_cache
from pathlib import Path
from typing import Any

import numpy as np
from numba import njit
from numba.core import config, event
from numba.core.options import DefaultOptions

from semblant.folders import cache_folder
from semblant.kernels.inlining import PART_OPTIONS
from semblant.kernels.loading import CACHE
from semblant.progress import Advance, chosen, ignore

_njit: Any = njit  # its types do not know all its options
_settings: Any = config  # nor all its settings
_events: Any = event
_LEAN = {"_nrt": False} if hasattr(DefaultOptions, "_nrt") else {}

ZERO: Any = np.int64(0)
"""A zero to start counting from: with a literal 0, an inner function would be compiled again for that constant."""


def lean(function: Callable[..., Any]) -> Any:
    """Compile a kernel that allocates nothing and releases the GIL: several may run at once."""
    return _cached(function, no_cfunc_wrapper=True, nogil=True, **_LEAN)


def inner(function: Callable[..., Any], **options: Any) -> Any:
    """Compile a part of lean kernels that is never called from Python.

    It is inlined: to pass a few dozen arrays, each of them seven numbers, often takes longer than the part's own work.
    """
    whole = {"forceinline": True, "no_cpython_wrapper": True, "no_cfunc_wrapper": True, **_LEAN, **options}
    return _njit(**PART_OPTIONS, **whole)(function)


class _Announcing(event.Listener):
    """Shows that kernels are being compiled, and how many have been; what the cache holds is not."""

    def __init__(self) -> None:
        self._open: list[ExitStack] = []
        self._advance: Advance = ignore
        self._done = 0
        self._collects = False

    def on_start(self, event: Any) -> None:  # noqa: ARG002
        """A kernel, or a part of one, is to be compiled."""
        self._open.append(ExitStack())
        if len(self._open) == 1:
            self._collects = gc.isenabled()
            gc.disable()
            self._advance = self._open[0].enter_context(chosen().step("compiling for this machine, once"))

    def on_end(self, event: Any) -> None:  # noqa: ARG002
        """It is compiled."""
        self._done += 1
        self._advance(self._done, "functions so far")
        self._open.pop().close()
        if not self._open and self._collects:
            gc.enable()


_events.register("numba:compile", _Announcing())


def _cached(function: Callable[..., Any], **options: Any) -> Any:
    chosen = _settings.CACHE_DIR
    _settings.CACHE_DIR = str(Path(chosen) / _folder().name if chosen else _folder())
    kernel = _njit(**options)(function)
    with suppress(RuntimeError):  # nothing can be written anywhere
        kernel._cache = CACHE(function)  # what its enable_caching() does, with a cache of ours
    _settings.CACHE_DIR = chosen  # the setting is global, so it is restored for other packages
    return kernel


@lru_cache(maxsize=1)
def _folder() -> Path:
    """The cache folder of these kernels; those of earlier versions of this installation are removed."""
    here = Path(__file__).parent
    whole = hashlib.sha256()
    for source in sorted(here.glob("*.py")):
        whole.update(source.read_bytes())
    name = f"kernels-{whole.hexdigest()[:16]}"
    if not os.access(here, os.W_OK):
        return cache_folder() / name
    for old in here.glob("__pycache__/kernels-*"):
        if old.name != name:
            shutil.rmtree(old, ignore_errors=True)
    return here / "__pycache__" / name
