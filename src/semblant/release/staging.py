"""Writing a release atomically, beside its target first, and never over the input."""

import os
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from semblant.data.atomic import replacing, replacing_folder
from semblant.data.delimited import delimited_bytes
from semblant.data.parquet import parquet_bytes
from semblant.data.table import Table
from semblant.errors import OutputError

EVIDENCE = "evidence.json"
"""The file by which a folder is recognised as a release."""

_UNTOUCHED = "Nothing was published."


def check_target(target: Path, *, force: bool = False) -> Path:
    """The folder of the release, or an error before any work is done.

    An existing folder is replaced only if that is asked for, and only if it is empty or an earlier release.
    """
    try:
        target = Path(target).resolve()
        taken = target.exists()
        foreign = target.is_dir() and any(target.iterdir()) and not (target / EVIDENCE).is_file()
        above = next((folder for folder in target.parents if folder.exists()), target)
        closed = not above.is_dir() or not os.access(above, os.W_OK | os.X_OK)
    except OSError as error:
        raise unwritable(error, Path(target)) from error
    where, elsewhere = str(target), "-o names another folder"
    if taken and not target.is_dir():
        raise OutputError("There is a file of this name.", where=where, hints=[elsewhere])
    if taken and not force:
        raise OutputError("The folder exists already.", where=where, hints=["--force replaces it", elsewhere])
    if foreign:
        raise OutputError(
            f"The folder has files and no {EVIDENCE}: it is no earlier release, and is not replaced.",
            where=where,
            hints=[elsewhere],
        )
    if closed:
        raise OutputError(f"No folder can be made in {above}.", where=where, hints=[elsewhere])
    return target


def refuse_input(target: Path, source: Path | Table) -> None:
    """Refuse a release that would overwrite its input; a table in memory has none."""
    if isinstance(source, Table):
        return
    folder, file = Path(target).resolve(), Path(source).resolve()
    if folder == file or folder in file.parents:
        raise OutputError(
            f"The release would replace the input {file.name}.", where=str(folder), hints=["-o names another folder"]
        )


@contextmanager
def staging(target: Path, *, force: bool = False) -> Iterator[Path]:
    """A folder beside the target to write into; it becomes the target at the end, or vanishes with any error.

    Until then only its owner may look inside. A release that is replaced is moved aside and removed last.
    """
    target = check_target(target, force=force)
    made: list[Path] = []
    try:
        for folder in reversed([folder for folder in target.parents if not folder.exists()]):
            folder.mkdir()
            made.append(folder)
        with replacing_folder(target, replace=force) as staged:
            yield staged
    except BaseException as error:
        with suppress(OSError):
            for folder in reversed(made):
                folder.rmdir()
        if isinstance(error, OSError):
            raise unwritable(error, target) from error
        raise


def write_table(table: Table, folder: Path, stem: str = "release") -> Path:
    """Write the table into a folder in the format it came in; a data frame becomes CSV."""
    origin = table.origin
    kind = "csv" if origin.format == "frame" else origin.format
    path = folder / f"{stem}.{kind}"
    content = parquet_bytes(table) if kind == "parquet" else delimited_bytes(table)
    try:
        with path.open("wb") as file:
            file.write(content)
            file.flush()
            os.fsync(file.fileno())  # a full disk may be noticed only here
    except OSError as error:
        raise unwritable(error, path) from error
    return path


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
