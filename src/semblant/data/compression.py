"""Files that are compressed as a whole: gzip and Zstandard."""

import gzip
import sys
import zlib
from typing import Any

from semblant.errors import InputError

if sys.version_info >= (3, 14):
    from compression import zstd
else:
    from backports import zstd

_MAGIC = {b"\x1f\x8b": "gzip", b"\x28\xb5\x2f\xfd": "zstd"}
_BROKEN: tuple[type[Exception], ...] = (OSError, EOFError, zlib.error, zstd.ZstdError)
_MODULES: dict[str, Any] = {"gzip": gzip, "zstd": zstd}


def unpacked(raw: bytes, where: str) -> tuple[bytes, str | None]:
    """The content of a file, and how it was compressed, if it was.

    Example:
        >>> unpacked(packed(b"age,job", "gzip"), "people.csv.gz")
        (b'age,job', 'gzip')
    """
    how = next((name for magic, name in _MAGIC.items() if raw.startswith(magic)), None)
    if how is None:
        return raw, None
    try:
        return _MODULES[how].decompress(raw), how
    except _BROKEN:
        raise InputError(
            f"The file is compressed with {how}, but not whole.", where=where, hints=["copy or download it again"]
        ) from None


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
