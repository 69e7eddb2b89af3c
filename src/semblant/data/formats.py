"""The formats of tables: their names, suffixes and first bytes, and the module that reads and writes each.

A format is one entry here and one module beside this one, which has three functions: ``read`` (from a source to a
table), ``write`` (from a table to bytes) and ``hidden`` (what a file carries beside its cells). The modules are
imported when they are needed.
"""

import re
from collections.abc import Callable
from dataclasses import dataclass
from importlib import import_module
from typing import TYPE_CHECKING, Any, Protocol, cast

from semblant.errors import InputError, PolicyError

if TYPE_CHECKING:
    from semblant.data.source import Reading, Source
    from semblant.data.table import Table
    from semblant.policy.model import Formulas


class FormatModule(Protocol):
    """What the module of a format has."""

    read: "Callable[[Source, Reading], Table]"
    write: "Callable[[Table, str, Formulas], bytes]"
    hidden: "Callable[[Source, Table], list[str]]"


@dataclass(frozen=True)
class Format:
    """A format of tables; the name is that of ``--to``, and the suffix of a release."""

    name: str
    title: str
    module: str
    suffixes: tuple[str, ...]
    magic: re.Pattern[bytes] | None = None
    """What the beginning of a file looks like, see :func:`semblant.data.source.fingerprint`; absent: any text."""
    text: bool = False
    """Whether it is plain text, with a delimiter, an encoding, and formulas that can be escaped."""
    released_as: str = ""
    """The format of releases, where this one can only be read."""
    packed: bool = False
    """Whether it may be compressed as a whole."""
    pointed: bool | None = None
    """Whether its whole floats are read with a point, 39.0, or without; absent: it has no types of its own."""

    @property
    def functions(self) -> FormatModule:
        """The functions that read and write it."""
        return cast(FormatModule, import_module(f"semblant.data.{self.module}"))


def _like(pattern: bytes) -> re.Pattern[bytes]:
    return re.compile(pattern, re.DOTALL)


_STATA = rb"<stata_dta>|[\x69-\x6f\x71-\x73][\x01\x02]\x01\x00"
_JSON = rb'(?:\xef\xbb\xbf)?\s*\{\s*["}]|(?:\xff\xfe)?\{\x00(?:\s\x00)*["}]\x00|(?:\xfe\xff)?\x00\{(?:\x00\s)*\x00["}]'
_SAS = rb"\x00{12}\xc2\xea\x81\x60\xb3\x14\x11\xcf\xbd\x92\x08\x00\x09\xc7\x31\x8c\x18\x1f\x10\x11"

FORMATS = (
    Format("parquet", "a Parquet file", "parquet", (".parquet", ".pq"), _like(rb"PAR1"), pointed=True),
    Format("arrow", "an Arrow file", "arrow", (".arrow", ".feather", ".ipc", ".arrows"),
           _like(rb"ARROW1|\xff\xff\xff\xff.{3}\x00[\x0c-\x20]\x00\x00\x00"), pointed=True),
    Format("xlsx", "an Excel workbook", "excel", (".xlsx", ".xlsm"), _like(rb"PK\x03\x04(?=.*\nxl/workbook\.xml)"),
           pointed=False),
    Format("xlsb", "a binary Excel workbook", "excel", (".xlsb",), _like(rb"PK\x03\x04(?=.*\nxl/workbook\.bin)"),
           released_as="xlsx", pointed=False),
    Format("ods", "an OpenDocument spreadsheet", "excel", (".ods",),
           _like(rb"PK\x03\x04(?=.{0,200}opendocument\.spreadsheet)"), released_as="xlsx", pointed=False),
    Format("xls", "an old Excel workbook", "excel", (".xls",),
           _like(rb"\xd0\xcf\x11\xe0(?!.*\nEncryptedPackage)(?=.*\n(Workbook|Book))"), released_as="xlsx",
           pointed=False),
    Format("sav", "an SPSS file", "survey", (".sav",), _like(rb"\$FL2"), pointed=False),
    Format("zsav", "a compressed SPSS file", "survey", (".zsav",), _like(rb"\$FL3"), pointed=False),
    Format("dta", "a Stata file", "survey", (".dta",), _like(_STATA), pointed=False),
    Format("xpt", "a SAS transport file", "survey", (".xpt", ".xport"), _like(rb"HEADER RECORD\*{7}LIB"),
           pointed=False),
    Format("sas7bdat", "a SAS file", "survey", (".sas7bdat",), _like(_SAS), released_as="xpt", pointed=False),
    Format("jsonl", "JSON lines", "jsonlines", (".jsonl", ".ndjson"), _like(_JSON), packed=True),
    Format("tsv", "tab-separated text", "delimited", (".tsv", ".tab"), text=True, packed=True),
    Format("csv", "comma-separated text", "delimited", (".csv",), text=True, packed=True),
)  # fmt: skip
"""All formats; a file is of the first one that its beginning shows, text of any other kind is CSV."""

RELEASED = tuple(one.name for one in FORMATS if not one.released_as)
"""The formats of a release."""

STDIN = "-"
"""The path of standard input."""

PACKINGS = {"gzip": ".gz", "zstd": ".zst"}
"""How a file can be compressed as a whole, and the suffix that shows it."""


def format_named(name: str) -> Format:
    """The format of a name; a frame in memory is released as CSV."""
    return next(one for one in FORMATS if one.name == ("csv" if name == "frame" else name))


def is_text(name: str) -> bool:
    """Whether a format is plain text, with a delimiter and an encoding."""
    return format_named(name).text


def release_format(name: str, to: str | None = None) -> Format:
    """The format of a release of a table that came in a format: the same one, unless another is asked for."""
    if to is None:
        given = format_named(name)
        return format_named(given.released_as) if given.released_as else given
    if to not in RELEASED:
        raise PolicyError(
            f"A release cannot be written as {to[:20]!r}.", where="--to", hints=[f"--to {' | '.join(sorted(RELEASED))}"]
        )
    return format_named(to)


def by_suffix(name: str) -> Format | None:
    """The format that a file's name shows, whether compressed or not.

    Example:
        >>> by_suffix("people.jsonl.gz").name, by_suffix("people")
        ('jsonl', None)
    """
    lower = name.lower()
    for suffix in PACKINGS.values():
        lower = lower.removesuffix(suffix)
    return next((one for one in FORMATS if lower.endswith(one.suffixes)), None)


def needed(module: str, extra: str, where: str) -> Any:
    """A library of an extra; an error that names the extra where it is not installed."""
    try:
        return import_module(module)
    except ImportError:
        raise InputError(
            f"This format needs {module}, which is not installed.",
            where=where,
            hints=[f"pip install 'semblant[{extra}]'"],
        ) from None
