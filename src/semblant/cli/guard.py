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
from contextlib import contextmanager, suppress
from functools import wraps
from pathlib import Path
from typing import TYPE_CHECKING, Any, NoReturn

import typer

from semblant.cli.options import EVERYWHERE, parameter, with_parameters
from semblant.errors import CapacityError, OutputError, SemblantError
from semblant.visible import escaped_json, visible

if TYPE_CHECKING:
    from semblant.policy.text import Raw

DEBUG = "SEMBLANT_DEBUG"
INTERRUPTED = 130
BROKEN_PIPE = 141

_NO_ROOM = (errno.ENOSPC, errno.EDQUOT, errno.EFBIG, errno.EROFS)

_LEAST_MEMORY = 1900 << 20  # bytes of address space; most of it is reserved by threads and never used
_RAISE = "raise the limit: ulimit -v unlimited"

_written: list[Path] = []
"""The release that the running command has published."""

_told: list[int] = []
"""The pipe to the process that stays behind, where there is one."""


def published(folder: Path) -> None:
    """Note that the running command has published a release, so that whatever fails later says so."""
    _written.append(folder)
    for pipe in _told:
        os.write(pipe, os.fsencode(folder))


def announce_to(pipe: int) -> None:
    """Tell another process of publications, too."""
    _told.append(pipe)


def lost(folder: str, *, as_json: bool) -> NoReturn:
    """Report a process that was lost for want of memory, after it had published a release into the folder, if any."""
    _written[:] = [Path(folder)] if folder else []
    _refuse(_too_little(), {"as_json": as_json})


def _outcome() -> str:
    return f"The release was written before that: {_written[-1]}" if _written else "Nothing was written."


def guarded(command: Callable[..., None]) -> Callable[..., None]:
    """Run a command so that whatever goes wrong is explained and has its exit code.

    It has the options of all commands by this, and is given those that it takes.
    """
    takes = inspect.signature(command).parameters

    @wraps(command)
    def run(**asked: Any) -> None:
        _written.clear()
        try:
            _refuse_little_memory()
            command(**{name: value for name, value in asked.items() if name in takes})
            sys.stdout.flush()
        except SemblantError as error:
            _refuse(error, asked)
        except KeyboardInterrupt:
            say(f"Interrupted. {_outcome()}")
            raise typer.Exit(INTERRUPTED) from None
        except BrokenPipeError:
            drop_output()
            if _written:
                say(f"Nobody reads the output. {_outcome()}")
            raise typer.Exit(0 if _written else BROKEN_PIPE) from None
        except MemoryError:
            _refuse(_too_little(), asked)
        except OSError as error:
            drop_output()
            _refuse(_system_error(error), asked)
        except typer.Exit:
            raise
        except BaseException as error:
            if isinstance(error, SystemExit):
                raise
            _refuse(_too_little() if _starved(error) else _own_error(error), asked)  # a panic is no Exception

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


def drop_output() -> None:
    """Give up standard output where it takes nothing more; Python would complain when it flushes at the end."""
    try:
        sys.stdout.flush()
    except OSError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def say(*lines: str) -> None:
    """Print a message that is not the result, line by line; what could control the terminal is written out.

    A closed stderr does not stop anything.
    """
    with suppress(OSError):
        typer.echo("\n".join(map(visible, lines)), err=True)


def show(lines: list[str]) -> None:
    """Print the result for a person; what could control the terminal is written out."""
    typer.echo("\n".join(map(visible, lines)))


def show_document(text: str) -> None:
    """Print a file's content: exact into another file or program, safe on a terminal."""
    # with color, echo does not take escape sequences out, which would change a file
    typer.echo(visible(text, keep="\n\t") if sys.stdout.isatty() else text, nl=False, color=True)


def show_json(document: Any) -> None:
    """Print the result for a script: one JSON document."""
    text = json.dumps(document, ensure_ascii=False, indent=2)
    try:
        text.encode(sys.stdout.encoding or "ascii")
    except UnicodeEncodeError:
        text = json.dumps(document, indent=2)
    typer.echo(escaped_json(text))


def _refuse_little_memory() -> None:
    """Refuse a limit of memory under which the libraries cannot even be loaded, and some would abort."""
    limit = memory_limit()
    if limit is not None and limit < _LEAST_MEMORY:
        raise CapacityError(
            f"This process may use {limit >> 20:,} MB of memory, and needs at least {_LEAST_MEMORY >> 20:,} MB. "
            "Nothing was written.",
            hints=[_RAISE],
        )


def memory_limit() -> int | None:
    """The bytes of memory that this process may address; None where they are not limited."""
    try:
        import resource
    except ImportError:  # Windows
        return None
    limit, _ = resource.getrlimit(resource.RLIMIT_AS)
    return None if limit == resource.RLIM_INFINITY else limit


def _starved(error: BaseException) -> bool:
    """Whether an error comes from a library that got no memory: under a limit, polars panics in many ways."""
    return memory_limit() is not None and type(error).__name__ == "PanicException"


def _too_little() -> CapacityError:
    if memory_limit() is None:
        return CapacityError(f"The computer has too little free memory for this. {_outcome()}")
    return CapacityError(f"The limit of memory of this process is too low for this. {_outcome()}", hints=[_RAISE])


def _refuse(error: SemblantError, asked: dict[str, Any]) -> NoReturn:
    say(*error.explain(bool(asked.get("show_values"))).split("\n"))
    if asked.get("as_json"):
        told = {"type": type(error).__name__, "where": error.where, "message": error.message, "hints": error.hints}
        with suppress(OSError):  # the error may be that stdout takes nothing
            show_json({"error": told})
        drop_output()
    raise typer.Exit(error.exit_code) from None


def _system_error(error: OSError) -> SemblantError:
    reason, where = error.strerror or type(error).__name__, str(error.filename or "")
    if error.errno in _NO_ROOM:
        hints = [] if _written else ["free some space, or choose another folder with -o"]
        return OutputError(f"Writing failed: {reason}. {_outcome()}", where=where, hints=hints)
    return OutputError(f"The system refused: {reason}. {_outcome()}", where=where)


def _own_error(error: BaseException) -> SemblantError:
    """Report a bug: its type and location, but not its text, which may quote the data."""
    if os.environ.get(DEBUG):
        traceback.print_exception(error)
    frames = traceback.extract_tb(error.__traceback__)
    place = f"{Path(frames[-1].filename).name}:{frames[-1].lineno}" if frames else ""
    return SemblantError(
        f"Semblant failed in a way it should not ({type(error).__name__}). {_outcome()}",
        where=place,
        hints=[f"report it; {DEBUG}=1 shows the whole story, which may quote the data"],
    )
