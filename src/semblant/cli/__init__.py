"""The command line, one file per command.

Nothing heavy is imported before a command runs, so that ``semblant --help`` answers at once.
"""

import gc
import logging
import os
import signal
import sys
import warnings
from importlib.metadata import version
from typing import Annotated, Any

import typer
from typer.exceptions import Abort, TyperException

from semblant.cli import anonymise, assess, compare, explain, hierarchy, init, knowledge, verify
from semblant.cli.guard import BROKEN_PIPE, INTERRUPTED, say
from semblant.cli.limits import stay_behind
from semblant.cli.map import map_values
from semblant.cli.options import PLAIN
from semblant.cli.web import web
from semblant.folders import CacheWarning
from semblant.visible import visible

app = typer.Typer(name="semblant", **PLAIN)
app.command("init", short_help="Suggest a policy for a table.")(init.init)
app.command("anonymise", short_help="Write a proven release, its reports and evidence.")(anonymise.anonymise)
app.command("anonymize", hidden=True)(anonymise.anonymise)
app.command("verify", short_help="What does a published release show of itself?")(verify.verify)
app.command("assess", short_help="How private and how useful is a release?")(assess.assess)
app.command("compare", short_help="Several methods and k side by side, to choose one.")(compare.compare)
app.command("explain", short_help="Why does a released row say what it says?")(explain.explain)
app.command("map", short_help="What each value means, to look through and correct.")(map_values)
app.command("web", short_help="All of this in the browser, on this machine.")(web)
app.add_typer(knowledge.app, name="knowledge")
app.add_typer(hierarchy.app, name="hierarchy")


def _version(asked: bool) -> None:
    if asked:
        typer.echo(f"semblant {version('semblant')}")
        raise typer.Exit


@app.callback()
def semblant(
    _asked: Annotated[
        bool, typer.Option("--version", callback=_version, is_eager=True, help="Show the version and exit.")
    ] = False,
) -> None:
    """Publish data that means the same, about nobody in particular.

    Start with `semblant init DATA -o policy.yaml`, check the policy, then
    `semblant anonymise DATA --policy policy.yaml`.
    """


def main() -> None:
    """Run the command line."""
    gc.set_threshold(500_000, 20, 50)  # one command and the process ends: looking for garbage early only costs time
    warnings.simplefilter("ignore")  # a library's warning may quote the data
    logging.getLogger().addHandler(logging.NullHandler())  # so may its log; py4j logs whole traces on Ctrl-C
    warnings.simplefilter("once", CacheWarning)
    warnings.showwarning = lambda message, *_: say(f"Warning: {message}")
    signal.signal(signal.SIGTERM, _stop)
    hangup = getattr(signal, "SIGHUP", None)  # a closed terminal; under nohup it is ignored
    if hangup is not None and signal.getsignal(hangup) == signal.SIG_DFL:
        signal.signal(hangup, _stop)
    _reopen_closed()
    stay_behind()
    for stream in (sys.stdout, sys.stderr):
        stream.reconfigure(errors="backslashreplace")  # type: ignore[union-attr]
    try:
        code = app(standalone_mode=False)
    except TyperException as error:
        error.message = visible(error.message, keep="\n")  # it may quote names of files
        error.show()  # type: ignore[attr-defined]
        code = error.exit_code
    except Abort:
        code = INTERRUPTED
    except SystemExit:
        if type(sys.stdout).__name__ == "PacifyFlushWrapper":  # typer's, where nobody read the help and it exits 1
            sys.exit(BROKEN_PIPE)
        raise
    gc.freeze()  # nor is garbage looked for once more while the process ends, which took a fifth of a short command
    sys.exit(code)


def _reopen_closed() -> None:
    """Put the null device in the place of closed streams, so that no other file gets their numbers."""
    sys.stdin = sys.stdin or open(os.devnull, encoding="utf-8")  # noqa: SIM115
    sys.stdout = sys.stdout or open(os.devnull, "w", encoding="utf-8")  # noqa: SIM115
    sys.stderr = sys.stderr or open(os.devnull, "w", encoding="utf-8")  # noqa: SIM115


def _stop(_signal: int, _frame: Any) -> None:
    """End as on Ctrl-C, so that temporary files are taken away."""
    raise KeyboardInterrupt
