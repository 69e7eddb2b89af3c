"""A command in a process of its own, with something that goes wrong at a given moment.

The processes are forked from a server that has loaded the libraries and used none, so that one costs little; in each
runs the command as a user's shell starts it.
"""

import ctypes
import errno
import faulthandler
import multiprocessing
import os
import resource
import signal
import sys
import time
import traceback
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from multiprocessing.process import BaseProcess
from pathlib import Path

from campaign.run import QUIET

FILE_EVENTS = (
    "open",
    "os.rename",
    "os.mkdir",
    "os.chmod",
    "os.rmdir",
    "os.remove",
    "shutil.rmtree",
    "tempfile.mkdtemp",
)
STACK = signal.SIGUSR1
"""The signal at which a process that does not end writes down where it stands."""

_CAPABILITIES = 0x20080522  # the version of the system's structure
_LOADED = ["campaign.warm", "campaign.child"]


@dataclass(frozen=True)
class Trouble:
    """What goes wrong in a process: a signal or an error at the moment of a number, streams, limits, another user."""

    moment: int = 0
    number: int = 0  # of a signal
    error: int = 0  # of the system
    everywhere: bool = False  # any event is a moment, not only those on files of the case
    stdout: str = "file"  # file, closed, full, gone
    stderr: str = "file"
    file_size: int = 0
    memory: int = 0
    humble: bool = False  # root may do anything; this process shall not
    cache: str = ""


def start(words: Sequence[str], folder: Path, trouble: Trouble, name: str = "run") -> BaseProcess:
    """Start ``semblant`` with these words in a folder; its streams go to files there."""
    context = multiprocessing.get_context("forkserver")
    context.set_forkserver_preload(_LOADED)
    process = context.Process(target=_run, args=(list(words), folder, trouble, name))
    process.start()
    return process


def finish(process: BaseProcess, seconds: float = 120) -> int | None:
    """The exit code of a process; None where it did nothing for so long, which its stack then explains.

    A machine with much to do lets processes wait, so the time counts from when this one last used the processor.
    """
    used, since = -1.0, time.monotonic()
    while process.exitcode is None and time.monotonic() < since + seconds:
        process.join(1)
        if (now := _used(process.pid)) != used:
            used, since = now, time.monotonic()
    code = process.exitcode
    if code is None:
        os.kill(process.pid or 0, STACK)
        process.join(2)
        process.kill()
        process.join()
    process.close()
    return code


def _used(pid: int | None) -> float:
    """The processor time of a process and its children, in ticks; of one that has ended, nothing."""
    try:
        fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    except OSError:
        return 0.0
    return sum(map(float, fields[11:15]))


def _run(words: list[str], folder: Path, trouble: Trouble, name: str) -> None:
    for variable in QUIET:  # a user's process has its threads
        os.environ.pop(variable, None)
    os.chdir(folder)
    os.environ["PWD"] = str(folder)
    if trouble.cache:
        os.environ["SEMBLANT_CACHE"] = trouble.cache
    stack = open(folder / f"{name}.stack", "w")  # noqa: SIM115
    faulthandler.register(STACK, stack, all_threads=True)
    _stream(1, trouble.stdout, folder / f"{name}.out")
    _stream(2, trouble.stderr, folder / f"{name}.err")
    sys.stdin = open(os.devnull)  # noqa: SIM115
    if trouble.humble and os.geteuid() == 0:
        _humble()
    if trouble.file_size:
        resource.setrlimit(resource.RLIMIT_FSIZE, (trouble.file_size, trouble.file_size))
    if trouble.memory:
        resource.setrlimit(resource.RLIMIT_AS, (trouble.memory, trouble.memory))
    if trouble.moment:
        sys.addaudithook(_Moment(trouble, str(folder)))
    sys.argv = ["semblant", *words]
    signal.signal(signal.SIGINT, signal.default_int_handler)
    os._exit(_main())


def _main() -> int:
    """Run the command as the interpreter does at its top: its exit code, and 120 where stdout cannot be flushed."""
    from semblant.cli import main

    code = 0
    try:
        main()
    except SystemExit as asked:
        code = asked.code if isinstance(asked.code, int) else int(asked.code is not None)
    except KeyboardInterrupt:
        code = 130
    except BaseException:
        traceback.print_exc()
        code = 1
    try:
        if sys.stdout is not None:
            sys.stdout.flush()
    except OSError:
        code = 120
    with suppress(OSError, AttributeError):
        sys.stderr.flush()
    return code


def _humble() -> None:
    """Give up what root may do beyond others, such as writing into folders that are closed."""
    libc = ctypes.CDLL(None, use_errno=True)
    header, nothing = (ctypes.c_uint32 * 2)(_CAPABILITIES, 0), (ctypes.c_uint32 * 6)()
    if libc.capset(header, nothing):
        raise OSError(ctypes.get_errno(), "capset")


def _stream(number: int, how: str, file: Path) -> None:
    """Give the process a standard stream, or none that works."""
    if how == "closed":
        os.close(number)
        setattr(sys, {1: "stdout", 2: "stderr"}[number], None)
        return
    if how == "gone":
        read, write = os.pipe()
        os.close(read)
    else:
        write = os.open(os.devnull.replace("null", "full") if how == "full" else file, os.O_WRONLY | os.O_CREAT, 0o666)
    os.dup2(write, number)
    os.close(write)
    setattr(sys, {1: "stdout", 2: "stderr"}[number], open(number, "w", closefd=False))  # noqa: SIM115


class _Moment:
    """Counts what the process asks of the system, and strikes at the moment of the trouble."""

    def __init__(self, trouble: Trouble, folder: str) -> None:
        self.trouble, self.folder, self.seen = trouble, folder, 0

    def __call__(self, event: str, arguments: tuple[object, ...]) -> None:
        if not self._counts(event, arguments):
            return
        self.seen += 1
        if self.seen != self.trouble.moment:
            return
        if self.trouble.number:
            os.kill(os.getpid(), self.trouble.number)
        if self.trouble.error:
            raise OSError(self.trouble.error, os.strerror(self.trouble.error))

    def _counts(self, event: str, arguments: tuple[object, ...]) -> bool:
        if self.trouble.everywhere:
            return True
        if event not in FILE_EVENTS or self.folder not in str(arguments[0]):
            return False
        writes = event != "open" or bool(int(str(arguments[2] or 0)) & (os.O_WRONLY | os.O_RDWR | os.O_CREAT))
        return writes or self.trouble.error != errno.ENOSPC
