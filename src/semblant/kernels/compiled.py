"""How kernels are compiled: cached, and without what they have no use for.

Compiling is paid once per machine, but it is paid. What makes it dear is memory: a kernel here gets all its arrays from
Python and allocates none, so numba need not count references to them. That is half the time to run and a third of the
time to compile.
"""

from collections.abc import Callable
from typing import Any

import numpy as np
from numba import njit
from numba.core.options import DefaultOptions

_compile: Any = njit  # its types do not know all its options
_LEAN = {"_nrt": False} if hasattr(DefaultOptions, "_nrt") else {}

ZERO: Any = np.int64(0)
"""To begin counting at. A part that is handed a plain 0 would be compiled once more for that very number."""


def lean(function: Callable[..., Any]) -> Any:
    """Compile a kernel that allocates nothing, and so holds no lock: several may run at once."""
    return _compile(cache=True, no_cfunc_wrapper=True, nogil=True, **_LEAN)(function)


def inner(function: Callable[..., Any], **options: Any) -> Any:
    """Compile a part of lean kernels that is never called from Python."""
    return _compile(cache=True, no_cpython_wrapper=True, no_cfunc_wrapper=True, **_LEAN, **options)(function)
