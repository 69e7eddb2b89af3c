"""Reading a file into a table; its name and first bytes show the format.

The bytes of a text file become clean UTF-8, or an error that says where they are wrong.
"""

import codecs
import hashlib
from pathlib import Path
from typing import NamedTuple

from semblant.data.delimited import parse
from semblant.data.parquet import MAGIC, read_parquet
from semblant.data.table import Origin, Table
from semblant.errors import InputError, PolicyError, files_like

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

    The delimiter is found out unless it is given.
    """
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
    tabbed = parsed.delimiter == "\t" and path.suffix.lower() != ".csv"
    kind = "tsv" if tabbed else "csv"
    origin = Origin(path.name, kind, parsed.delimiter, encoding, parsed.newline, bom, digest, path)
    return Table(parsed.frame, origin)


def read_like(original: Table, written: Path) -> Table:
    """Read a file in the same format as the table that it was made from."""
    return read(written, delimiter=original.origin.delimiter, encoding=original.origin.encoding)


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
