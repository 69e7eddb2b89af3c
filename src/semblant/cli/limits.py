"""Limited memory: where libraries get too little they abort the process, so another one stays to say what happened."""

import os
import signal
import sys
from typing import NoReturn

import typer

from semblant.cli.guard import DEBUG, announce_to, lost, memory_limit

_CRASHES = {-signal.SIGABRT, -signal.SIGSEGV, -signal.SIGBUS, -signal.SIGILL, -signal.SIGTRAP, 127}
"""How a process ends to which a library could not give memory; 127 is the C library's."""

_PATIENCE = 1.0  # seconds until it looks again whether the process has ended


def stay_behind() -> None:
    """Where memory is limited, go on in a child process; this one waits and ends as it does, with a word if it crashed.

    Nothing may have started a thread yet.
    """
    if memory_limit() is None or not hasattr(signal, "sigtimedwait") or os.environ.get(DEBUG):
        return
    watched = {signal.SIGINT, signal.SIGTERM, signal.SIGCHLD}
    before = signal.pthread_sigmask(signal.SIG_BLOCK, watched)
    read, write = os.pipe()
    child = os.fork()
    if child == 0:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)
        os.close(read)
        announce_to(write)
        return
    os.close(write)
    _end(_code(child, watched), os.read(read, 1 << 16))


def _code(child: int, watched: set[signal.Signals]) -> int:
    """The exit code of the child; signals that only this process got are passed on, those of a terminal reach both."""
    while True:
        got = signal.sigtimedwait(watched, _PATIENCE)
        if got is not None and got.si_signo != signal.SIGCHLD and got.si_code <= 0:
            os.kill(child, got.si_signo)
        ended, status = os.waitpid(child, os.WNOHANG)
        if ended:
            return os.waitstatus_to_exitcode(status)


def _end(code: int, published: bytes) -> NoReturn:
    if code in _CRASHES:
        try:
            lost(os.fsdecode(published), as_json="--json" in sys.argv)
        except typer.Exit as refused:
            code = refused.exit_code
    sys.exit(code if code >= 0 else 128 - code)
