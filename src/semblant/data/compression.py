"""Files that are compressed as a whole: gzip and Zstandard."""

import gzip
import io
import sys
import zlib
from pathlib import Path
from typing import Any

from semblant.errors import InputError

if sys.version_info >= (3, 14):
    from compression import zstd
else:
    from backports import zstd

_MAGIC = {b"\x1f\x8b": "gzip", b"\x28\xb5\x2f\xfd": "zstd"}
_BROKEN: tuple[type[Exception], ...] = (OSError, EOFError, zlib.error, zstd.ZstdError)
_MODULES: dict[str, Any] = {"gzip": gzip, "zstd": zstd}
_PIECE = 1 << 24
_LARGE, _DENSE = 1 << 30, 200
"""No table of so many bytes packs to less than one in so many; what claims to is made to fill the memory."""


def unpacked(raw: bytes, where: str) -> tuple[bytes, str | None]:
    """The content of a file, and how it was compressed, if it was.

    Example:
        >>> unpacked(packed(b"age,job", "gzip"), "people.csv.gz")
        (b'age,job', 'gzip')
    """
    how = _how(raw)
    if how is None:
        return raw, None
    content = io.BytesIO()
    try:
        with _MODULES[how].open(io.BytesIO(raw)) as file:
            while piece := file.read(_PIECE):
                content.write(piece)
                refuse_dense(content.tell(), len(raw), where)
        return content.getvalue(), how
    except _BROKEN:
        raise InputError(
            f"The file is compressed with {how}, but not whole.", where=where, hints=["copy or download it again"]
        ) from None


def _how(head: bytes) -> str | None:
    return next((name for magic, name in _MAGIC.items() if head.startswith(magic)), None)


def refuse_dense(unpacked: int, packed: int, where: str) -> None:
    """Refuse what unpacks to far more than a table would, before it fills the memory."""
    if unpacked > max(_LARGE, _DENSE * packed):
        raise InputError(
            f"The file unpacks to more than {_DENSE} times its size, as no table does.",
            where=where,
            hints=["if it is one, unpack it yourself and save it as CSV"],
        )


def beginning(path: Path, size: int) -> bytes:
    """The first bytes of a file's content, unpacked where it is compressed; none where they cannot be read."""
    try:
        with path.open("rb") as file:
            how = _how(file.read(4))
            file.seek(0)
            return bytes((_MODULES[how].open(file) if how else file).read(size))
    except _BROKEN:
        return b""


def is_packed(head: bytes) -> bool:
    """Whether a file that begins so is compressed."""
    return head.startswith((*_MAGIC,))


def packed(content: bytes, how: str | None) -> bytes:
    """Content compressed in this way, without a name or a time."""
    if how is None:
        return content
    return gzip.compress(content, mtime=0) if how == "gzip" else zstd.compress(content)


def hidden_in_packing(raw: bytes, how: str) -> list[str]:
    """What a compressed file carries beside its content: in its header, or behind the content."""
    if how == "gzip":
        noted = raw[3] & ~1 or any(raw[4:8])  # a name, a comment or more; a time
        reader: Any = zlib.decompressobj(wbits=31)
    else:
        noted, reader = False, zstd.ZstdDecompressor()
    reader.decompress(raw)
    found = ["a name or a time in its header"] if noted else []
    return found + (["more than one compressed part"] if reader.unused_data else [])
