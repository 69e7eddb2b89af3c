"""Writing a release atomically, beside its target first, and never over the input."""

import os
from collections.abc import Collection, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import polars as pl

from semblant.data.atomic import replacing
from semblant.data.capacity import refuse_unheld
from semblant.data.compression import packed
from semblant.data.formats import PACKINGS, release_format
from semblant.data.table import Table
from semblant.errors import OutputError
from semblant.policy.model import SUPPRESSED, Formulas, Policy
from semblant.release.files import EVIDENCE, REFUSED, REPORT, both, is_refusal, private_folder, refuse_foreign
from semblant.release.pair import PRIVATE, PUBLIC, Announce, exchange, recover, workspace

_ELSEWHERE = "-o names another folder"
_UNTOUCHED = "Nothing was published."


def check_target(target: Path, *, force: bool = False) -> Path:
    """The folder of the release, or an error before any work is done.

    An existing folder, or private folder, is replaced only if that is asked for, and only if it holds an earlier
    release and nothing else.
    """
    try:
        target = Path(target).resolve()
        for folder in both(target):
            _check_free(folder, force)
        refuse_foreign(target)
        above = next((folder for folder in target.parents if folder.exists()), target)
        closed = not above.is_dir() or not os.access(above, os.W_OK | os.X_OK)
    except OSError as error:
        raise unwritable(error, Path(target)) from error
    if closed:
        raise OutputError(f"No folder can be made in {above}.", where=str(target), hints=[_ELSEWHERE])
    return target


def _check_free(folder: Path, force: bool) -> None:
    taken, where = folder.exists(), str(folder)
    if taken and not folder.is_dir():
        raise OutputError("There is a file of this name.", where=where, hints=[_ELSEWHERE])
    if taken and folder.is_symlink():
        raise OutputError("This is a link to a folder elsewhere, and is not replaced.", where=where, hints=[_ELSEWHERE])
    if taken and not force and not is_refusal(folder):
        raise OutputError("The folder exists already.", where=where, hints=["--force replaces it", _ELSEWHERE])


def refuse_input(target: Path, source: Path | Table) -> None:
    """Refuse a release that would overwrite its input; a table in memory has none."""
    if isinstance(source, Table):
        return
    file = Path(source).resolve()
    for folder in both(Path(target).resolve()):
        if folder == file or folder in file.parents:
            raise OutputError(
                f"The release would replace the input {file.name}.", where=str(folder), hints=[_ELSEWHERE]
            )


@dataclass(frozen=True)
class Staged:
    """The folders that a release is written into: what will be published, and what will not."""

    public: Path
    private: Path


def leave_private(staged: Staged, target: Path) -> Path:
    """Place what a refused run tells into the private folder, and nothing else; returns where its report lies.

    The files of an earlier release stay as they are.
    """
    private = private_folder(Path(target).resolve())
    earlier = (private / EVIDENCE).exists()
    private.mkdir(0o700, exist_ok=True)
    for file in staged.private.iterdir():
        file.chmod(0o600)
        file.replace(private / (REFUSED if earlier and file.name == REPORT else file.name))
    return private_folder(target) / (REFUSED if earlier else REPORT)


def no_word(_published: Path) -> None:
    """Tell nobody."""


@contextmanager
def staging(target: Path, *, force: bool = False, announce: Announce = no_word) -> Iterator[Staged]:
    """Two folders beside the target to write into; they are published at the end, or vanish with any error.

    Until then only their owner may look inside. A release that is replaced is moved aside and removed last.
    ``announce`` is told of the publication when it happens.
    """
    with suppress(OSError):  # what cannot be looked at is refused by the check
        recover(Path(target).resolve())
    target = check_target(target, force=force)
    made: list[Path] = []
    try:
        for folder in reversed([folder for folder in target.parents if not folder.exists()]):
            folder.mkdir()
            made.append(folder)
        with workspace(target) as work:
            staged = Staged(work / PUBLIC, work / PRIVATE)
            yield staged
            for file in staged.private.iterdir():
                file.chmod(0o600)
            exchange(work, target, check=lambda: check_target(target, force=force), announce=announce)
    except BaseException as error:
        with suppress(OSError):
            for folder in reversed(made):
                folder.rmdir()
        if isinstance(error, OSError):
            raise unwritable(error, target) from error
        raise


def write_table(
    table: Table, folder: Path, stem: str = "release", *, formulas: Formulas = "keep", to: str | None = None
) -> Path:
    """Write the table into a folder in the format it came in, or in another; a data frame becomes CSV."""
    kind = release_format(table.origin.format, to)
    refuse_unheld(table, kind)
    packing = table.origin.packing if kind.packed and to is None else None
    path = folder / f"{stem}.{kind.name}{PACKINGS.get(packing or '', '')}"
    write_synced(path, packed(kind.functions.write(table, kind.name, formulas), packing))
    return path


def check_format(table: Table, policy: Policy, to: str | None) -> None:
    """Refuse what the format of the release cannot hold, before any work is done.

    Of masked columns that is their names, and words that enough records have to be released as they are. Of a log it
    is the names alone, as nobody knows yet what is left of it. One record is written and thrown away, so that a name
    that is not allowed, or a missing library, is found now.
    """
    kind = release_format(table.origin.format, to)
    masked: Collection[str] = policy.columns("quasi")
    left_out = policy.hidden(table.names)
    if policy.log is not None:
        masked = [name for name in table.names if name in (policy.log.user, policy.log.text, policy.log.time)]
        left_out = [name for name in table.names if name not in masked]
        table = table.with_columns({}, rows=np.zeros(1, np.int64))
    kept = table.with_columns({}, drop=left_out)
    refuse_unheld(kept, kind, {name: _released_words(kept, policy, name) for name in masked})
    first = kept.with_columns({}, rows=np.zeros(1, np.int64)).with_columns({name: [SUPPRESSED] for name in masked})
    kind.functions.write(first, kind.name, "keep")


def _released_words(table: Table, policy: Policy, name: str) -> pl.Series:
    """The words of a masked column that enough records have to be released as they are."""
    if name not in policy.attributes or policy.attributes[name].kind not in ("nominal", "ordinal", "semantic"):
        return pl.Series(name, [], pl.String)
    column = table.column(name)
    common = column.counts >= policy.least_holders
    return pl.Series(name, [text for text, often in zip(column.values, common, strict=True) if often], pl.String)


def write_synced(path: Path, content: str | bytes) -> None:
    """Write a file of a folder that is not published yet."""
    try:
        with path.open("wb") as file:
            file.write(content if isinstance(content, bytes) else content.encode("utf-8"))
            file.flush()
            os.fsync(file.fileno())  # a full disk may be noticed only here
    except OSError as error:
        raise unwritable(error, path) from error


def write_whole(path: Path, text: str) -> None:
    """Write a file atomically, and create its folder if needed."""
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        with replacing(path) as file:
            file.write(text.encode("utf-8"))
    except OSError as error:
        raise unwritable(error, path) from error


def unwritable(error: OSError, target: Path) -> OutputError:
    """The error for a full disk or a folder without write permission."""
    return OutputError(
        f"The release cannot be written: {error.strerror or error}. {_UNTOUCHED}",
        where=str(target),
        hints=["free some space, or choose another folder with -o"],
    )
