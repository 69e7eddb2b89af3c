"""A release and its private folder, published together: the private one is placed first, the release last.

Both are made in one working folder beside the target. What lies in it tells how far a run came, so that the next run
can undo what a killed one left half done:

    private, public                nothing was moved yet
    old-private                    the earlier private folder was moved aside
    no private, but public         the new private folder is in place
    old-public                     the earlier release was moved aside
    no public                      the new release is in place: it is published

A running process holds a lock on its working folder; what nobody holds was left by a process that died.
"""

import hashlib
import os
import secrets
import shutil
import signal
import stat
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from semblant.data.atomic import new_folder_mode
from semblant.errors import OutputError
from semblant.release.files import private_folder, refuse_foreign

try:
    import fcntl
except ImportError:  # Windows has no such locks: working folders that were left behind stay there
    fcntl = None  # type: ignore[assignment]

PUBLIC, PRIVATE = "public", "private"
_OLD_PUBLIC, _OLD_PRIVATE, _DISCARDED = "old-public", "old-private", "discarded"
_OWNER_ONLY = 0o700
_PATIENCE = 30.0  # seconds to wait for another run that is just exchanging its folders

Announce = Callable[[Path], None]


@contextmanager
def workspace(target: Path) -> Iterator[Path]:
    """A locked folder beside the target with the empty folders ``public`` and ``private``; it is removed at the end.

    What an earlier run left half done is undone first. Another run that is writing the same release is an error.
    """
    with _one_at_a_time(target.parent):
        _recover(target)
        work = target.with_name(f"{_prefix(target)}{secrets.token_hex(8)}")
        work.mkdir(_OWNER_ONLY)
        handle = _held(work)
    try:
        (work / PRIVATE).mkdir(_OWNER_ONLY)  # first: where only `public` is left, `private` was put in place
        (work / PUBLIC).mkdir(_OWNER_ONLY)
        yield work
    finally:
        with suppress(OSError, OutputError), _one_at_a_time(target.parent):
            _settle(work, target)
        if handle is not None:
            os.close(handle)


def exchange(work: Path, target: Path, *, check: Callable[[], object], announce: Announce) -> None:
    """Put both folders in their places, moving earlier ones aside; with any error, all is as it was before.

    ``check`` refuses what must not be replaced; ``announce`` is told of the publication at the moment it happens.
    """
    private = private_folder(target)
    with _one_at_a_time(target.parent):
        check()
        (work / PRIVATE).stat()  # an error here is better than one halfway
        _inherit(work / PUBLIC, target)
        with _uninterrupted():
            try:
                if private.exists():
                    private.rename(work / _OLD_PRIVATE)
                (work / PRIVATE).rename(private)
                if target.exists():
                    target.rename(work / _OLD_PUBLIC)
                (work / PUBLIC).rename(target)
            except BaseException:
                _undo(work, target)
                raise
            announce(target)


def recover(target: Path) -> None:
    """Undo or complete what killed runs left of a release, and remove their working folders.

    Those of other users are left alone; a running one is an error.
    """
    with _one_at_a_time(target.parent):
        _recover(target)


def _recover(target: Path) -> None:
    for left in sorted(target.parent.glob(f"{_prefix(target)}*")):
        found = left.lstat()
        if not stat.S_ISDIR(found.st_mode) or found.st_uid != _me():
            continue
        try:
            handle = _held(left)
        except BlockingIOError:
            raise OutputError(
                "Another run is writing this release at this moment.",
                where=str(target),
                hints=["wait until it has finished", "-o names another folder"],
            ) from None
        if handle is None:
            continue
        try:
            _settle(left, target)
        finally:
            os.close(handle)


def _settle(work: Path, target: Path) -> None:
    """Undo an exchange that did not come to its end, and remove the working folder."""
    if (work / PUBLIC).exists() or not target.exists():
        _undo(work, target)
    if (work / PUBLIC).exists():
        (work / PUBLIC).rename(work / _DISCARDED)  # `public` alone would mean that `private` was put in place
    shutil.rmtree(work, ignore_errors=True)


def _undo(work: Path, target: Path) -> None:
    """Put the earlier folders back, the last moved first."""
    private = private_folder(target)
    _put_back(work / _OLD_PUBLIC, target)
    if (work / PUBLIC).exists() and not (work / PRIVATE).exists() and private.exists():
        refuse_foreign(target)
        private.rename(work / PRIVATE)
    _put_back(work / _OLD_PRIVATE, private)


def _put_back(aside: Path, place: Path) -> None:
    if not aside.exists():
        return
    if place.exists():
        raise OutputError(
            f"A run was interrupted while it replaced this folder, and the earlier one is still in {aside}. "
            "In the meantime another one was made here.",
            where=str(place),
            hints=["keep one of the two: move or delete the other"],
        )
    aside.rename(place)


def _prefix(target: Path) -> str:
    """What the names of all working folders of a target begin with."""
    return f".semblant-{hashlib.sha256(os.fsencode(target.name)).hexdigest()[:12]}-"


def _inherit(made: Path, target: Path) -> None:
    """Give a new release the permissions of the one it replaces, and the usual ones otherwise."""
    if not target.exists():
        made.chmod(new_folder_mode(made))
        return
    for new, old in [(made / one.name, one) for one in target.iterdir() if one.is_file()]:
        if new.is_file():
            _like(new, old)
    _like(made, target)


def _like(new: Path, old: Path) -> None:
    there, mode = old.stat(), stat.S_IMODE(old.stat().st_mode)
    if there.st_gid != new.stat().st_gid:
        try:
            os.chown(new, -1, there.st_gid)
        except (OSError, AttributeError):
            mode &= ~0o2070  # the group is another one, for which nothing was granted
    new.chmod(mode)


# --- locks and signals -----------------------------------------------------------------------------


@contextmanager
def _one_at_a_time(folder: Path) -> Iterator[None]:
    """Let one run at a time look through and exchange what lies in a folder."""
    until = time.monotonic() + _PATIENCE
    while True:
        try:
            handle = _held(folder)
            break
        except BlockingIOError:
            if time.monotonic() > until:
                raise OutputError("Another program has locked this folder.", where=str(folder)) from None
            time.sleep(0.01)
    try:
        yield
    finally:
        if handle is not None:
            os.close(handle)


def _held(folder: Path) -> int | None:
    """Lock a folder until the handle is closed or the process ends; None where that is impossible.

    It raises BlockingIOError where another process holds it.
    """
    if fcntl is None:
        return None
    handle = -1
    try:
        handle = os.open(folder, os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW)
        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError as error:
        if handle >= 0:
            os.close(handle)
        if isinstance(error, BlockingIOError):
            raise
        return None
    return handle


@contextmanager
def _uninterrupted() -> Iterator[None]:
    """Hold Ctrl-C and SIGTERM back until the block has ended; only the main thread is interrupted by them."""
    numbers = (signal.SIGINT, signal.SIGTERM)
    if threading.current_thread() is not threading.main_thread() or None in map(signal.getsignal, numbers):
        yield
        return
    held: list[int] = []
    before = {number: signal.signal(number, lambda got, _: held.append(got)) for number in numbers}
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)
        for got in held:
            signal.raise_signal(got)


def _me() -> int:
    return os.geteuid() if hasattr(os, "geteuid") else 0
