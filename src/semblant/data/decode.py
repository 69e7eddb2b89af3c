"""From the bytes of a text file to clean UTF-8, or to an error that says where the bytes are wrong."""

import codecs
from typing import NamedTuple

from semblant.errors import InputError, PolicyError

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
