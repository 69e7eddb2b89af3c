"""Reading a file into a table; its name and first bytes show the format.

The bytes of a text file become clean UTF-8, or an error that says where they are wrong.
"""

import codecs
import hashlib
from pathlib import Path
from typing import NamedTuple

from semblant.data.delimited import parse
from semblant.data.formulas import unescaped, unescaped_frame
from semblant.data.header import looks_like_record
from semblant.data.parquet import MAGIC, hidden_in_parquet, read_parquet
from semblant.data.table import Origin, Table, refuse_names
from semblant.errors import InputError, PolicyError, files_like
from semblant.policy.model import Formulas

_TABBED = (".tsv", ".tab")
_PACKED = {
    b"\x1f\x8b": ("compressed with gzip", "gunzip -k {}"),
    b"BZh": ("compressed with bzip2", "bunzip2 -k {}"),
    b"\xfd7zXZ": ("compressed with xz", "unxz -k {}"),
    b"\x28\xb5\x2f\xfd": ("compressed with zstandard", "unzstd {}"),
    b"PK\x03\x04": ("a ZIP archive or a spreadsheet", "unpack it, or save the sheet as CSV"),
    b"\xd0\xcf\x11\xe0": ("an old spreadsheet", "save the sheet as CSV"),
}


def read(source: Path | str, *, delimiter: str | None = None, encoding: str = "utf-8") -> Table:
    """Read a CSV, TSV or Parquet file; every cell keeps its exact text, so ``0012`` stays ``0012``.

    The delimiter is found out unless it is given. A text file whose first line looks like a record is refused.
    """
    table = _read(source, delimiter, encoding)
    if table.origin.headless:
        raise InputError(
            f"The first line looks like a record, not like the names of {len(table.names)} columns: its cells are like "
            "those below it, and would be published as names.",
            where=f"{source}:1",
            hints=["add a line with the names of the columns before it", "if they are names, choose other ones"],
        )
    return table


def read_release(
    source: Path | str, *, delimiter: str | None = None, encoding: str = "utf-8", formulas: Formulas = "keep"
) -> Table:
    """Read a release; formulas that it escaped, which is done in text files only, are read as they were before.

    Its first line is not refused: a masked value may well be the name of its column.
    """
    release = _read(source, delimiter, encoding)
    if formulas == "keep" or release.origin.format == "parquet":
        return release
    refuse_names([unescaped(name) for name in release.names], str(source))
    return Table(unescaped_frame(release.frame), release.origin)


def read_like(original: Table, written: Path, formulas: Formulas = "keep") -> Table:
    """Read a release in the format of the table that it was made from."""
    origin = original.origin
    return read_release(written, delimiter=origin.delimiter, encoding=origin.encoding, formulas=formulas)


def _read(source: Path | str, delimiter: str | None, encoding: str) -> Table:
    path = Path(source)
    raw = _bytes(path)
    digest = hashlib.sha256(raw).hexdigest()
    if raw.startswith(MAGIC) or path.suffix.lower() in (".parquet", ".pq"):
        return read_parquet(raw, Origin(path.name, "parquet", sha256=digest, path=path), str(source))
    decoded, bom = to_utf8(raw, encoding, str(source))
    text = decoded.rstrip(b"\r\n")
    del raw, decoded  # a large file need not be in memory twice while it is parsed
    if delimiter is None and path.suffix.lower() in _TABBED:
        delimiter = "\t"
    parsed = parse(text, str(source), delimiter)
    headless = looks_like_record(parsed.frame)
    tabbed = parsed.delimiter == "\t" and path.suffix.lower() != ".csv"
    kind = "tsv" if tabbed else "csv"
    origin = Origin(path.name, kind, parsed.delimiter, encoding, parsed.newline, bom, digest, path, headless)
    return Table(parsed.frame, origin)


def hidden_content(path: Path, table: Table) -> list[str]:
    """What the file of a table carries beside its cells, in words."""
    return hidden_in_parquet(path.read_bytes(), table.names) if table.origin.format == "parquet" else []


def _bytes(path: Path) -> bytes:
    where = str(path)
    try:
        raw = path.read_bytes()
    except FileNotFoundError:
        raise InputError("There is no such file.", where=where, hints=files_like(path)) from None
    except IsADirectoryError:
        raise InputError("This is a folder, not a file.", where=where, hints=["name the file in it"]) from None
    except (OSError, ValueError) as error:
        reason = error.strerror if isinstance(error, OSError) else "not a path"
        raise InputError(f"The file cannot be read: {reason}.", where=where) from None
    for magic, (what, remedy) in _PACKED.items():
        if raw.startswith(magic):
            raise InputError(f"The file is {what}.", where=where, hints=[remedy.format(path.name)])
    if not raw:
        raise InputError("The file is empty.", where=where)
    return raw


_BLOCK = 1 << 24
_BOM = codecs.BOM_UTF8


class Decoded(NamedTuple):
    """A text file as UTF-8 without its byte order mark."""

    data: bytes
    bom: bool


def to_utf8(raw: bytes, encoding: str, where: str) -> Decoded:
    """The file's text as UTF-8; a byte that cannot be text is an error that names its place.

    Example:
        >>> to_utf8("größe".encode("cp1252"), "cp1252", "sizes.csv").data.decode()
        'größe'
        >>> to_utf8("größe".encode("cp1252"), "utf-8", "sizes.csv")
        Traceback (most recent call last):
        ...
        semblant.errors.InputError: Byte 3 of the file (0xf6) is not utf-8.
    """
    try:
        known = codecs.lookup(encoding)
        "".encode(encoding)  # rot13, hex and the like are codecs, but not for text
    except (LookupError, ValueError):
        raise PolicyError(
            f"There is no text encoding {encoding!r}.", hints=["encoding: utf-8 | latin-1 | cp1252 | utf-16"]
        ) from None
    try:
        if known.name == "utf-8":
            decoder = known.incrementaldecoder()
            for start in range(0, len(raw), _BLOCK):
                seen = start - len(decoder.getstate()[0])
                decoder.decode(raw[start : start + _BLOCK], final=start + _BLOCK >= len(raw))
            data = raw
        else:
            seen = 0
            data = raw.decode(encoding).encode("utf-8")
    except UnicodeError as error:
        raise _undecodable(raw, encoding, where, seen, error) from None
    bom = data.startswith(_BOM)
    data = data[len(_BOM) :] if bom else data
    nul = data.find(b"\0")
    if nul >= 0:
        raise InputError(
            "The file has NUL bytes, so it is not plain text in this encoding.",
            where=f"{where}:{data.count(bytes([10]), 0, nul) + 1}",
            hints=["if the file is UTF-16, set encoding: utf-16", "otherwise export the table again as CSV"],
        )
    return Decoded(data, bom)


def _undecodable(raw: bytes, encoding: str, where: str, seen: int, error: UnicodeError) -> InputError:
    if not isinstance(error, UnicodeDecodeError):
        return InputError(f"The file is not {encoding}.", where=where, hints=["set encoding: to that of the file"])
    at = seen + error.start
    line = raw[:at].decode(encoding, "replace").count("\n") + 1
    if raw.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)):
        hints = ["the file is UTF-16: set encoding: utf-16"]
    else:
        others = [name for name in ("latin-1", "cp1252", "utf-8") if codecs.lookup(name) != codecs.lookup(encoding)]
        hints = [f"set encoding: {' or '.join(others)} in the policy, if the file is that", "or save the file as UTF-8"]
    byte = f" (0x{raw[at]:02x})" if at < len(raw) else ""
    return InputError(f"Byte {at + 1:,} of the file{byte} is not {encoding}.", where=f"{where}:{line}", hints=hints)
