"""Reading a file into a table; its name and first bytes show the format."""

import hashlib
from pathlib import Path

from semblant.data.decode import to_utf8
from semblant.data.delimited import parse
from semblant.data.parquet import MAGIC, read_parquet
from semblant.data.table import Origin, Table
from semblant.errors import InputError, files_like

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
