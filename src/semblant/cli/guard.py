"""Error handling and output of every command: results go to stdout, messages to stderr.

Every command runs inside :func:`guarded`, so that each kind of failure is reported in one form, with its documented
exit code and without any value of the data.
"""

import errno
import inspect
import json
import os
import sys
import traceback
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import wraps
from pathlib import Path
from typing import TYPE_CHECKING, Any, NoReturn

import typer

from semblant.cli.options import EVERYWHERE, parameter, with_parameters
from semblant.errors import CapacityError, OutputError, SemblantError

if TYPE_CHECKING:
    from semblant.policy.text import Raw

DEBUG = "SEMBLANT_DEBUG"
INTERRUPTED = 130
BROKEN_PIPE = 141

_NO_ROOM = (errno.ENOSPC, errno.EDQUOT, errno.EFBIG, errno.EROFS)


def guarded(command: Callable[..., None]) -> Callable[..., None]:
    """Run a command so that whatever goes wrong is explained and has its exit code.

    It has the options of all commands by this, and is given those that it takes.
    """
    takes = inspect.signature(command).parameters

    @wraps(command)
    def run(**asked: Any) -> None:
        try:
            command(**{name: value for name, value in asked.items() if name in takes})
            sys.stdout.flush()
        except SemblantError as error:
            _refuse(error, asked)
        except KeyboardInterrupt:
            say("Interrupted. Nothing was written.")
            raise typer.Exit(INTERRUPTED) from None
        except BrokenPipeError:
            # the reader of our output has closed the pipe; Python would complain when it flushes at the end
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
            raise typer.Exit(BROKEN_PIPE) from None
        except MemoryError:
            _refuse(CapacityError("The computer has too little free memory for this. Nothing was written."), asked)
        except OSError as error:
            _refuse(_system_error(error), asked)
        except typer.Exit:
            raise
        except Exception as error:
            _refuse(_own_error(error), asked)

    own = {name: one for name, one in takes.items() if name not in EVERYWHERE}
    return with_parameters(run, [*own.values(), *(parameter(name, kind, False) for name, kind in EVERYWHERE.items())])


@contextmanager
def located(raw: "Raw") -> Iterator[None]:
    """Point errors about a key of the policy at the line and column where it is written."""
    try:
        yield
    except SemblantError as error:
        error.where = raw.locate(error.where)
        raise


def say(line: str) -> None:
    """Print a message that is not the result."""
    typer.echo(line, err=True)


def show(lines: list[str]) -> None:
    """Print the result for a person."""
    typer.echo("\n".join(lines))


def show_json(document: Any) -> None:
    """Print the result for a script: one JSON document."""
    text = json.dumps(document, ensure_ascii=False, indent=2)
    try:
        text.encode(sys.stdout.encoding or "ascii")
    except UnicodeEncodeError:
        text = json.dumps(document, indent=2)
    typer.echo(text)


def _refuse(error: SemblantError, asked: dict[str, Any]) -> NoReturn:
    say(error.explain(bool(asked.get("show_values"))))
    if asked.get("as_json"):
        told = {"type": type(error).__name__, "where": error.where, "message": error.message, "hints": error.hints}
        show_json({"error": told})
    raise typer.Exit(error.exit_code) from None


def _system_error(error: OSError) -> SemblantError:
    reason, where = error.strerror or type(error).__name__, str(error.filename or "")
    if error.errno in _NO_ROOM:
        hints = ["free some space, or choose another folder with -o"]
        return OutputError(f"Writing failed: {reason}. Nothing was published.", where=where, hints=hints)
    return OutputError(f"The system refused: {reason}. Nothing was published.", where=where)


def _own_error(error: Exception) -> SemblantError:
    """Report a bug: its type and location, but not its text, which may quote the data."""
    if os.environ.get(DEBUG):
        traceback.print_exception(error)
    frames = traceback.extract_tb(error.__traceback__)
    place = f"{Path(frames[-1].filename).name}:{frames[-1].lineno}" if frames else ""
    return SemblantError(
        f"Semblant failed in a way it should not ({type(error).__name__}). Nothing was published.",
        where=place,
        hints=[f"report it; {DEBUG}=1 shows the whole story, which may quote the data"],
    )
