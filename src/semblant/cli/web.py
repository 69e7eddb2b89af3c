"""``semblant web``: the local web application."""

from importlib.util import find_spec
from pathlib import Path
from typing import Annotated

import typer

from semblant.cli.guard import guarded, say
from semblant.errors import InputError, SemblantError

_LOOPBACK = ("127.0.0.1", "localhost", "::1")


@guarded
def web(
    folder: Annotated[
        Path | None,
        typer.Argument(
            metavar="[FOLDER]", help="Tables to choose from; projects are kept there. [default: your own folder]"
        ),
    ] = None,
    port: Annotated[int, typer.Option("--port", metavar="N", min=0, max=65535, help="[default: a free one]")] = 0,
    host: Annotated[
        str,
        typer.Option("--host", metavar="ADDRESS", help="Another address of this machine: others can reach it then."),
    ] = "127.0.0.1",
    browser: Annotated[bool, typer.Option("--browser/--no-browser", help="Open the address in the browser.")] = True,
    quiet: bool = False,
) -> None:
    """Open the application in the browser: from a file to a proven release, step by step.

    Nothing leaves this machine. Every decision becomes a line of a policy file, which the command line takes as well.
    """
    if missing := [name for name in ("starlette", "uvicorn") if find_spec(name) is None]:
        raise SemblantError(f"The web application needs {missing[0]}.", hints=["pip install 'semblant[web]'"])
    if folder is not None and not folder.is_dir():
        raise InputError("There is no such folder.", where=str(folder))
    if host not in _LOOPBACK and not quiet:
        say(f"Warning: --host {host} lets other machines reach this one, and the connection is not encrypted.")
    from semblant.web.server import serve

    serve(folder and folder.resolve(), host=host, port=port, browser=browser)
