"""Starting the application: a socket on this machine, a secret address, and the browser."""

import signal
import socket
import sys
import threading
import webbrowser
from contextlib import suppress
from pathlib import Path

import uvicorn

from semblant.errors import OutputError
from semblant.folders import projects_folder
from semblant.web.app import application
from semblant.web.security import START, Guard, Keys
from semblant.web.session import Session

LOOPBACK = "127.0.0.1"


def serve(folder: Path | None, *, host: str = LOOPBACK, port: int = 0, browser: bool = True) -> None:
    """Serve the application until it is stopped; say its address, and open it."""
    bound = listening(host, port)
    number = bound.getsockname()[1]
    keys = Keys(number)
    store = folder if folder is not None else projects_folder()
    session = Session(folder, store)
    first = "/" if folder is not None or session.projects() else "/demo"
    app = Guard(application(session), keys, allowed(host, number), first=first)
    address = (
        f"http://{'localhost' if host in ('0.0.0.0', '::') else _bracketed(host)}:{number}{START}?token={keys.token}"
    )
    print(f"Semblant is open at  {address}", flush=True)
    print("The address works once, in one browser. Ctrl-C ends the application.", file=sys.stderr, flush=True)
    if browser:
        webbrowser.open(address)
    # what goes wrong is told on a page: a traceback in the terminal might quote the data
    config = uvicorn.Config(
        app, log_level="critical", access_log=False, server_header=False, date_header=False, ws="none",
        timeout_graceful_shutdown=1,
    )  # fmt: skip
    try:
        with suppress(KeyboardInterrupt):  # it has ended in good order, and hands the signal on
            uvicorn.Server(config).run([bound])
    finally:
        if threading.current_thread() is threading.main_thread():  # another Ctrl-C would only stop the tidying up
            signal.signal(signal.SIGINT, signal.SIG_IGN)
        session.close()


def allowed(host: str, port: int) -> set[str]:
    """The Host headers that are answered: the names of this machine's own address, and the one that was asked for."""
    names = {LOOPBACK, "localhost", "[::1]"} | ({_bracketed(host)} if host not in ("0.0.0.0", "::") else set())
    if host in ("0.0.0.0", "::"):
        names |= {socket.gethostname(), socket.getfqdn()}
    return {f"{name}:{port}" for name in names}


def _bracketed(host: str) -> str:
    return f"[{host}]" if ":" in host else host


def listening(host: str, port: int) -> socket.socket:
    """A socket on an address, or on a free port of it."""
    try:
        family = socket.AF_INET6 if ":" in host else socket.AF_INET
        bound = socket.socket(family, socket.SOCK_STREAM)
        if sys.platform != "win32":
            bound.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        bound.bind((host, port))
        bound.listen(128)  # before anybody is told the address
    except OSError as error:
        raise OutputError(
            f"The address {host}:{port} cannot be used: {error.strerror or error}.",
            where="--port",
            hints=["leave --port out to take a free one"],
        ) from None
    return bound
