"""How the parts of kernels are compiled: only so far that a kernel can take them in.

By itself numba makes every function executable, also those that are only ever inlined into others: it optimises them on
their own and generates machine code, which nobody calls. Leaving that out saves a fifth of the time to compile.
"""

from typing import Any

import numba
from numba.core.codegen import JITCodeLibrary
from numba.core.compiler import CompilerBase, DefaultPassBuilder

# mypy: disable-error-code="misc, no-untyped-def, no-untyped-call"

TRIED = numba.version_info[:2] in ((0, 68),)
"""Whether inner parts of this version of numba are known to be replaceable; others compile and load as usual."""


class _Nothing:
    """Takes the place of the code generator where a part would be made executable."""

    def set_env(self, name, environment) -> None:
        """Do nothing: there is no machine code that could look for its environment."""


class _Part(JITCodeLibrary):
    """The code of a part: simplified function by function, then left for the kernel that takes it in."""

    @property
    def codegen(self):
        return _Nothing()

    def get_pointer_to_function(self, name) -> int:  # noqa: ARG002
        """No address: a part cannot be called."""
        self._ensure_finalized()
        return 0

    def _optimize_final_module(self) -> None:
        """Do nothing: it is optimised as a piece of the kernel."""

    def _finalize_final_module(self) -> None:
        self._finalize_dynamic_globals()
        self._finalized = True


class _PartCompiler(CompilerBase):
    """Numba's usual steps, but the result is a part."""

    def define_pipelines(self):
        self.state.library = _Part(self.state.targetctx.codegen(), self.state.func_id.func_qualname)
        return [DefaultPassBuilder.define_nopython_pipeline(self.state)]


PART_OPTIONS: dict[str, Any] = {"pipeline_class": _PartCompiler} if TRIED else {}
"""Options of numba for a function that is only ever inlined; it cannot be cached, as there is no machine code of it."""
