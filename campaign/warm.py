"""Loads what every command needs, before processes are forked: libraries, the registries of numba, page templates.

Nothing is computed here, because the threads of polars do not survive a fork.
"""

from numba.core.registry import cpu_target

import semblant.cli.anonymise
import semblant.release.pipeline  # noqa: F401
from semblant.report import pages

cpu_target.typing_context.refresh()
cpu_target.target_context.refresh()
for _name in ("report.html", "report-public.html"):
    pages._pages().get_template(_name)
