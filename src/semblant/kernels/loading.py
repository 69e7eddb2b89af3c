"""How compiled kernels are loaded: without what only compiling needs.

Before it looks into its cache numba makes ready to compile: it imports all it knows of arrays, linear algebra, random
numbers and containers, and scipy with them. That takes a sixth of the time of a short command. Compiled kernels need
none of it, and where one has to be compiled after all, numba makes ready once more.
"""

from typing import Any

from numba.core.caching import FunctionCache

from semblant.kernels.inlining import TRIED

# mypy: disable-error-code="misc, no-untyped-def, no-untyped-call"


class _Kernels(FunctionCache):
    """Numba's cache of one function, which does not make ready to compile."""

    def load_overload(self, sig, target_context):
        with self._guard_against_spurious_io_errors():
            return self._load_overload(sig, target_context)


CACHE: Any = _Kernels if TRIED else FunctionCache
"""The cache of a kernel, made from its function."""
