"""Unkeyed hashes of identifiers, which anyone can compute from a list of names."""

import base64
import hashlib
import re
import zlib
from collections.abc import Iterator, Sequence

import numpy as np
from numpy.typing import NDArray

_ALGORITHMS = ("md5", "sha1", "sha224", "sha256", "sha384", "sha512", "blake2b", "blake2s", "sha3_256", "sha3_512")
_HEXADECIMAL = re.compile(r"(?:0x)?([0-9a-f]{8,128})", re.IGNORECASE)
_BASE64 = re.compile(r"(?=.*\d)(?=.*[a-z])(?=.*[A-Z])([A-Za-z0-9+/_-]{22,86})={0,2}")
_TRIED = 200_000  # identifiers; in a larger file a fifth of those found still shows that a column holds hashes


def hashed(values: Sequence[str], identifiers: Sequence[str]) -> NDArray[np.bool_]:
    """Which values are hashes of an identifier: in hexadecimal or base64, whole or shortened to at least 8 characters.

    Example:
        >>> hashed([hashlib.md5(b"ann").hexdigest(), "surgeon"], ["Ann", "Bob"]).tolist()
        [True, False]
    """
    forms = [_form(text) for text in values]
    wanted = {form for form in forms if form is not None}
    found = set[str]()
    if wanted:
        lengths = {len(form) for form in wanted}
        for text in identifiers[:: -(-len(identifiers) // _TRIED)]:
            for digest in _digests(text):
                found.update(part for n in lengths if n <= len(digest) and (part := digest[:n]) in wanted)
    return np.array([form is not None and form in found for form in forms], np.bool_)


def _form(text: str) -> str | None:
    """A text that may be a hash, in the form in which hashes are compared; None for any other."""
    if (found := _HEXADECIMAL.fullmatch(text.strip())) is not None:
        return found[1].lower()
    if (found := _BASE64.fullmatch(text.strip())) is not None:
        return found[1].replace("-", "+").replace("_", "/")
    return None


def _digests(text: str) -> Iterator[str]:
    """The hashes of a text as people may have written it, each in hexadecimal and in base64."""
    for written in {text, text.strip(), text.strip().lower(), text.strip().upper()}:
        content = written.encode()
        yield f"{zlib.crc32(content):08x}"
        for name in _ALGORITHMS:
            digest = hashlib.new(name, content, usedforsecurity=False).digest()
            yield digest.hex()
            yield base64.b64encode(digest).decode().rstrip("=")
