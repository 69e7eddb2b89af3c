"""Unkeyed hashes and other encodings of identifiers, which anyone can compute from a list of names."""

import base64
import binascii
import codecs
import hashlib
import re
import zlib
from collections.abc import Callable, Iterator, Sequence
from urllib.parse import unquote

import numpy as np
from numpy.typing import NDArray

from semblant.data.same import fold

_ALGORITHMS = ("md5", "sha1", "sha224", "sha256", "sha384", "sha512", "blake2b", "blake2s", "sha3_256", "sha3_512")
_HEXADECIMAL = re.compile(r"(?:0x)?([0-9a-f]{8,128})", re.IGNORECASE)
_BASE64 = re.compile(r"(?=.*\d)(?=.*[a-z])(?=.*[A-Z])([A-Za-z0-9+/_-]{22,86})={0,2}")
TRIED = 5_000
"""Identifiers that are hashed; of more, a sample shows as well whether a column holds hashes."""

_LONG = 6  # characters that are hardly another text by chance if they are written in another way
_SHORTEST = 4  # characters; the number 34 would be a 4 in hexadecimal
_APART = re.compile(r"[\W_]+")


def hashed(values: Sequence[str], identifiers: Sequence[str]) -> tuple[NDArray[np.bool_], float]:
    """Which values are hashes of an identifier, whole or shortened to at least 8 characters; and the share tried.

    Hashes may be written in hexadecimal, as a number or in base64.

    Example:
        >>> found, tried = hashed([hashlib.md5(b"ann").hexdigest(), "surgeon"], ["Ann", "Bob"])
        >>> found.tolist(), tried
        ([True, False], 1.0)
    """
    forms = [_form(text) for text in values]
    wanted = {form for form in forms if form is not None}
    found, sample = set[str](), identifiers[:: -(-len(identifiers) // TRIED)]
    if wanted:
        lengths = {len(form) for form in wanted}
        for text in sample:
            for digest in _hashes(text):
                for form in (digest.hex(), base64.b64encode(digest).decode().rstrip("=")):
                    found.update(part for n in lengths if n <= len(form) and (part := form[:n]) in wanted)
                # a number only counts whole, as any eight digits begin one of many
                found.update(wanted.intersection([str(int.from_bytes(digest))]))
    return np.array([form is not None and form in found for form in forms], np.bool_), len(sample) / len(identifiers)


def _form(text: str) -> str | None:
    """A text that may be a hash, in the form in which hashes are compared; None for any other."""
    if (found := _HEXADECIMAL.fullmatch(text.strip())) is not None:
        return found[1].lower()
    if (found := _BASE64.fullmatch(text.strip())) is not None:
        return found[1].replace("-", "+").replace("_", "/")
    return None


def _contents(text: str) -> set[bytes]:
    """A text as people may have written it before they hashed it."""
    plain = text.strip()
    whole = joined(plain)
    forms = {text, plain, plain.lower(), plain.upper(), whole, whole.lower(), whole.upper()}
    return {form.encode() for form in forms}


def _hashes(text: str) -> Iterator[bytes]:
    """The hashes of a text."""
    for content in _contents(text):
        yield zlib.crc32(content).to_bytes(4)
        for name in _ALGORITHMS:
            yield hashlib.new(name, content, usedforsecurity=False).digest()


def encoded(values: Sequence[str], identifiers: Sequence[str]) -> NDArray[np.bool_]:
    """Which values are an identifier in another encoding: base64, base32, hexadecimal, that of addresses, or turned.

    A text is turned that is read from its end, by the letters 13 places on, or without what parts its words.

    Example:
        >>> encoded(["QW5uYQ==", "416e6e61", "nurse"], ["Anna", "Bob"]).tolist()
        [True, True, False]
    """
    known = {key for text in identifiers if len(key := fold(text)) >= _SHORTEST}
    together = {key for text in known if len(key := joined(text)) >= _LONG and not key.isdigit()}
    turned = {key[::-1] for key in together} | {codecs.encode(key, "rot13") for key in together}

    def is_one(text: str) -> bool:
        if any(fold(read) in known for read in readings(text.strip())):
            return True
        key = joined(fold(text))
        return key in turned or (key in together and fold(text) not in known)

    return np.array([is_one(text) for text in values], np.bool_)


def joined(text: str) -> str:
    """A text without what parts its words."""
    return _APART.sub("", text)


_DECODERS: tuple[Callable[[str], bytes], ...] = (
    lambda text: base64.b64decode(text.replace("-", "+").replace("_", "/") + "=" * (-len(text) % 4), validate=True),
    lambda text: base64.b32decode(text + "=" * (-len(text) % 8), casefold=True),
    lambda text: bytes.fromhex(text.removeprefix("0x")),
)


def readings(text: str) -> Iterator[str]:
    """What a text says in other encodings."""
    if "%" in text:
        yield unquote(text)
    for decode in _DECODERS if text.isascii() else ():
        try:
            yield decode(text).decode()
        except (ValueError, binascii.Error):
            continue
