"""What goes wrong on a cluster, in one sentence: an error of a worker or of Spark as one of ours."""

import base64
import errno
import json
import re
import traceback
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from semblant import errors
from semblant.errors import CapacityError, InputError, OutputError, SemblantError

_MARK = re.compile(r"semblant\[([A-Za-z0-9+/=]+)\]")
_NO_ROOM = (errno.ENOSPC, errno.EDQUOT)
_NOTHING = "Nothing was published."

_KNOWN: tuple[tuple[str, type[SemblantError], str, tuple[str, ...]], ...] = (
    (
        r"No space left on device|Disk quota exceeded",
        OutputError,
        f"The disk of a worker is full. {_NOTHING}",
        ("free some space, or name another folder with --work (in Python: work=)",),
    ),
    (
        r"PYTHON_VERSION_MISMATCH|different version: [^ ]+ than that in driver",
        SemblantError,
        f"The workers run another version of Python than this process. {_NOTHING}",
        ("set PYSPARK_PYTHON to an interpreter of the same version that has Semblant, on every worker",),
    ),
    (
        r"No module named '(?:semblant|pyarrow|pandas)|PACKAGE_NOT_INSTALLED",
        SemblantError,
        f"The Python of the workers does not have Semblant. {_NOTHING}",
        ("set PYSPARK_PYTHON to an interpreter that has it, on every worker",),
    ),
    (
        r"Cannot run program|error=2, No such file or directory|Error from python worker",
        SemblantError,
        f"The workers cannot start the Python that PYSPARK_PYTHON names. {_NOTHING}",
        ("set PYSPARK_PYTHON to an interpreter that has Semblant, on every worker",),
    ),
    (
        r"PARQUET_COLUMN_DATA_TYPE_MISMATCH|SchemaColumnConvertNotSupportedException|Parquet column cannot be converted"
        r"|CANNOT_MERGE_SCHEMAS",
        InputError,
        f"A column changes its type between the files of the DataFrame. {_NOTHING}",
        ("write all files with one schema",),
    ),
    (
        r"FAILED_READ_FILE|is not a Parquet file|CORRUPT|Could not read footer",
        InputError,
        f"A file that the DataFrame is read from is broken. {_NOTHING}",
        ("Spark's own log names it",),
    ),
    (
        r"COLUMN_ALREADY_EXISTS|AMBIGUOUS_REFERENCE",
        InputError,
        f"Two columns of the DataFrame have names that Spark does not tell apart. {_NOTHING}",
        ("rename one", "or set spark.sql.caseSensitive to true"),
    ),
    (
        r"All masters are unresponsive|Invalid master URL|master URL must be set|Could not parse Master URL"
        r"|Failed to connect to",
        SemblantError,
        f"The Spark master cannot be reached. {_NOTHING}",
        ("check --master, such as local[4] or spark://HOST:7077",),
    ),
    (
        r"OutOfMemoryError|MemoryError|Container killed|exited unexpectedly|crashed",
        CapacityError,
        f"A worker ran out of memory or was lost too often. {_NOTHING}",
        ("give the workers more memory (spark.executor.memoryOverhead is what Python has)",),
    ),
)


def _is_full(error: BaseException) -> bool:
    """Whether a disk was full; polars says so in the text alone, and of a Parquet file in an error of its own."""
    return (isinstance(error, OSError) and error.errno in _NO_ROOM) or bool(re.search(_KNOWN[0][0], str(error)))


@contextmanager
def full_disk_told(folder: Path) -> Iterator[None]:
    """Say which disk is full where this process writes for the workers."""
    try:
        yield
    except Exception as error:
        if not _is_full(error):
            raise
        raise OutputError(
            f"The disk of the working folder is full. {_NOTHING}", where=str(folder), hints=_KNOWN[0][3]
        ) from None


class WorkerError(Exception):
    """An error of ours or of the system, as a worker tells it: Spark passes on nothing but its text."""

    @classmethod
    def of(cls, error: BaseException) -> "WorkerError":
        """What a worker may tell of an error: of a foreign one its type and place only, as its text may quote data."""
        if isinstance(error, SemblantError):
            told = {"type": type(error).__name__, "message": error.message, "where": error.where, "hints": error.hints}
        elif _is_full(error):
            _, kind, message, hints = _KNOWN[0]
            told = {"type": kind.__name__, "message": message, "where": "", "hints": hints}
        elif isinstance(error, MemoryError):
            _, kind, message, hints = _KNOWN[-1]
            told = {"type": kind.__name__, "message": message, "where": "", "hints": hints}
        else:
            last = traceback.extract_tb(error.__traceback__)[-1]
            message = f"A worker failed in a way it should not ({type(error).__name__}). {_NOTHING}"
            told = {"type": "SemblantError", "message": message, "where": f"{Path(last.filename).name}:{last.lineno}"}
        return cls(f"semblant[{base64.b64encode(json.dumps(told).encode()).decode()}]")


@contextmanager
def told_by_worker() -> Iterator[None]:
    """On a worker: tell any error in a form that reaches the driver."""
    try:
        yield
    except Exception as error:
        raise WorkerError.of(error) from None


def explained(error: BaseException) -> SemblantError:
    """The error of Spark as one of ours."""
    text = str(error)
    if found := _MARK.search(text):
        told = json.loads(base64.b64decode(found[1]))
        kind = getattr(errors, told["type"], SemblantError)
        made: SemblantError = kind(told["message"], where=told["where"], hints=tuple(told.get("hints", ())))
        return made
    for pattern, kind, message, hints in _KNOWN:
        if re.search(pattern, text):
            return kind(message, hints=hints)
    condition = getattr(error, "getCondition", lambda: None)() or type(error).__name__
    return SemblantError(f"Spark failed ({condition}). {_NOTHING}", hints=["Spark's own log says more"])


@contextmanager
def in_one_sentence() -> Iterator[None]:
    """Say in a sentence what Spark says in a stack trace."""
    try:
        yield
    except SemblantError:
        raise
    except Exception as error:
        raise explained(error) from None
