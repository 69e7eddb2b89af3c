"""The bytes of a text file as clean UTF-8, or an error that says where they are wrong.

An encoding that is not given is found out: UTF-8, UTF-16 by its byte order mark or its zeros, and Windows' Western
European encoding where the text then reads as such.
"""

import codecs
import re
from typing import NamedTuple

from semblant.data.source import AUTO
from semblant.errors import InputError, PolicyError

_BLOCK = 1 << 24
_BOM = codecs.BOM_UTF8
_SAMPLE = 1 << 16
_ENCODINGS = "encoding: utf-8 | latin-1 | cp1252 | utf-16"
_WESTERN = re.compile("[À-ÖØ-öø-ÿŒœŠšŽžŸßªº€£§°²³µ·¿¡«»‘’“”‚„…–—´½¼©®\u00a0]")
_OTHERS = ("utf-8", "latin-1", "cp1252", "cp1250", "cp1251", "shift_jis", "gb18030")
_RARE = 0.1


class Decoded(NamedTuple):
    """A text file as UTF-8 without its byte order mark, and the encoding that it had."""

    data: bytes
    bom: bool
    encoding: str
    note: str | None = None


def decode(raw: bytes, encoding: str, where: str) -> Decoded:
    """The file's text as UTF-8, in the encoding that is given or found; a word about one that is not UTF-8.

    Example:
        >>> found = decode("größe,ort\\nklein,Köln\\n".encode("cp1252"), "auto", "sizes.csv")
        >>> found.encoding, found.note
        ('cp1252', 'the file was read as cp1252 (Western European Windows), which it seems to be')
    """
    if encoding.lower() != AUTO:
        data, bom = to_utf8(raw, encoding, where)
        return Decoded(data, bom, encoding)
    found = _found(raw)
    data, bom = to_utf8(raw, found, where)
    return Decoded(data, bom, found, _NOTES.get(found, _NOTES["utf-16"]) if found != "utf-8" else None)


_NOTES = {
    "cp1252": "the file was read as cp1252 (Western European Windows), which it seems to be",
    "utf-16": "the file was read as UTF-16, which it seems to be",
    "utf-32": "the file was read as UTF-32, which it seems to be",
}


def _found(raw: bytes) -> str:
    """The encoding that a text seems to have; UTF-8 where nothing else fits, so that the error is about that."""
    if raw.startswith((codecs.BOM_UTF32_LE, codecs.BOM_UTF32_BE)):
        return "utf-32"
    if raw.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)):
        return "utf-16"
    sample = raw[:_SAMPLE]
    if b"\0" in sample:
        even, odd = sample[::2].count(0), sample[1::2].count(0)
        if min(even, odd) <= _RARE * max(even, odd) and max(even, odd) > len(sample) / 8:
            return "utf-16-le" if odd > even else "utf-16-be"
        return "utf-8"
    return "cp1252" if _not_utf8(raw) is not None and _western(raw) else "utf-8"


def _western(raw: bytes) -> bool:
    """Whether the bytes read as Western European text: its own letters and marks, hardly ever three side by side.

    Other alphabets in one byte, read so, have whole words of accented letters; others in two have strange signs.
    """
    try:
        text = raw.decode("cp1252")
    except UnicodeDecodeError:
        return False
    runs = re.findall(r"[^\x00-\x7f]+", text)
    strange = sum(len(_WESTERN.sub("", run)) for run in runs)
    long = sum(len(run) > 2 for run in runs)
    return strange <= _RARE * sum(map(len, runs)) and long <= _RARE * len(runs)


def _not_utf8(raw: bytes) -> int | None:
    """Where the first byte is that is not UTF-8; looked for in blocks, to save memory."""
    decoder = codecs.getincrementaldecoder("utf-8")()
    for start in range(0, len(raw), _BLOCK):
        seen = start - len(decoder.getstate()[0])
        try:
            decoder.decode(raw[start : start + _BLOCK], final=start + _BLOCK >= len(raw))
        except UnicodeDecodeError as error:
            return seen + error.start
    return None


def to_utf8(raw: bytes, encoding: str, where: str) -> tuple[bytes, bool]:
    """The text as UTF-8, and whether it had a byte order mark; an error names the place of what cannot be text.

    Example:
        >>> to_utf8("größe".encode("cp1252"), "cp1252", "sizes.csv")[0].decode()
        'größe'
        >>> to_utf8("größe".encode("cp1252"), "utf-8", "sizes.csv")
        Traceback (most recent call last):
        ...
        semblant.errors.InputError: Byte 3 of the file (0xf6) is not utf-8.
    """
    if known_encoding(encoding).name == "utf-8":
        if (wrong := _not_utf8(raw)) is not None:
            raise _undecodable(raw, encoding, where, wrong)
        data = raw
    else:
        try:
            data = raw.decode(encoding).encode("utf-8")
        except UnicodeError as error:
            at = error.start if isinstance(error, UnicodeDecodeError) else None
            raise _undecodable(raw, encoding, where, at) from None
    bom = data.startswith(_BOM)
    data = data[len(_BOM) :] if bom else data
    nul = data.find(b"\0")
    if nul >= 0:
        raise InputError(
            "The file has NUL bytes, so it is not plain text in this encoding.",
            where=f"{where}:{data.count(bytes([10]), 0, nul) + 1}",
            hints=["if the file is UTF-16, set encoding: utf-16", "otherwise export the table again as CSV"],
        )
    return data, bom


def known_encoding(name: str) -> codecs.CodecInfo:
    """The encoding of a name; an error where there is none."""
    try:
        "".encode(name)  # rot13, hex and the like are codecs, but not for text
        return codecs.lookup(name)
    except (LookupError, ValueError):
        raise PolicyError(f"There is no text encoding {name!r}.", hints=[_ENCODINGS]) from None


def _undecodable(raw: bytes, encoding: str, where: str, at: int | None) -> InputError:
    if at is None:
        return InputError(f"The file is not {encoding}.", where=where, hints=["set encoding: to that of the file"])
    line = raw[:at].decode(encoding, "replace").count("\n") + 1
    if raw.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)):
        hints = ["the file is UTF-16: set encoding: utf-16"]
    else:
        others = [name for name in _OTHERS if codecs.lookup(name) != codecs.lookup(encoding)]
        hints = [f"set encoding: in the policy to that of the file: {', '.join(others)}, …", "or save it as UTF-8"]
    byte = f" (0x{raw[at]:02x})" if at < len(raw) else ""
    return InputError(f"Byte {at + 1:,} of the file{byte} is not {encoding}.", where=f"{where}:{line}", hints=hints)
