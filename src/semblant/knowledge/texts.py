"""Many short texts in one block of bytes: small in memory, quick to open, searchable when sorted."""

import re
import unicodedata
from bisect import bisect_left
from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise
from typing import overload

import numpy as np

from semblant.arrays import Bytes, Ints, bounds


def key(text: str) -> str:
    """The form under which a term is looked up: case, underscores and spacing do not matter.

    Example:
        >>> key("  Ice_Cream  cone ")
        'ice cream cone'
    """
    if not text.isascii():
        text = unicodedata.normalize("NFC", text).casefold()
    return " ".join(text.lower().replace("_", " ").split())


def unaccented(text: str) -> str:
    """A text without its accents.

    Example:
        >>> unaccented("café")
        'cafe'
    """
    parts = unicodedata.normalize("NFD", text)
    return unicodedata.normalize("NFC", "".join(c for c in parts if not unicodedata.combining(c)))


_ODD_SPACE = re.compile(r"[\t\r\x0b\x0c\x1c-\x1f]")
_BLOCK = 64


def keys(texts: Sequence[str]) -> list[str]:
    """The look-up forms of many terms: as :func:`key` gives them, but plain ones many at a time.

    Example:
        >>> keys(["Ice_Cream", " São  Paulo"])
        ['ice cream', 'são paulo']
    """
    found: list[str] = []
    for start in range(0, len(texts), _BLOCK):
        block = texts[start : start + _BLOCK]
        whole = "\n".join(block)
        if not whole.isascii() or whole.count("\n") >= len(block) or _ODD_SPACE.search(whole):
            found += map(key, block)
            continue
        whole = whole.lower().replace("_", " ")
        while "  " in whole:
            whole = whole.replace("  ", " ")
        found += whole.replace(" \n", "\n").replace("\n ", "\n").strip(" ").split("\n")
    return found


class Texts(Sequence[str]):
    """An immutable sequence of texts over a blob of UTF-8 and an array of offsets.

    Example:
        >>> fruit = Texts.of(["apple", "pear", "plum"])
        >>> fruit[1], len(fruit), fruit.find("plum"), fruit.find("fig")
        ('pear', 3, 2, -1)
    """

    __slots__ = ("_view", "blob", "offsets")

    def __init__(self, blob: Bytes, offsets: Ints) -> None:
        self.blob = blob
        self.offsets = offsets
        self._view = blob.data

    def __reduce__(self) -> tuple[type["Texts"], tuple[Bytes, Ints]]:
        return Texts, (self.blob, self.offsets)

    @classmethod
    def of(cls, texts: Iterable[str]) -> "Texts":
        """Pack texts, in the order given."""
        texts = list(texts)
        whole = "".join(texts)
        if whole.isascii():
            return cls._over(whole.encode(), list(map(len, texts)))
        return cls.packed([t.encode("utf-8", "surrogatepass") for t in texts])

    @classmethod
    def packed(cls, encoded: Sequence[bytes]) -> "Texts":
        """Pack texts that are UTF-8 already."""
        return cls._over(b"".join(encoded), list(map(len, encoded)))

    @classmethod
    def _over(cls, blob: bytes, lengths: list[int]) -> "Texts":
        return cls(np.frombuffer(blob, np.uint8), bounds(lengths))

    def __len__(self) -> int:
        return len(self.offsets) - 1

    def raw(self, i: int) -> bytes:
        """The i-th text as bytes."""
        return bytes(self._view[self.offsets[i] : self.offsets[i + 1]])

    @overload
    def __getitem__(self, i: int) -> str: ...
    @overload
    def __getitem__(self, i: slice) -> list[str]: ...
    def __getitem__(self, i: int | slice) -> str | list[str]:
        if isinstance(i, slice):
            return [self[j] for j in range(*i.indices(len(self)))]
        if not -len(self) <= i < len(self):
            raise IndexError(i)
        return self.raw(i % len(self)).decode("utf-8", "surrogatepass")

    def __iter__(self) -> Iterator[str]:
        data, ends = bytes(self._view), self.offsets.tolist()
        return (data[a:b].decode("utf-8", "surrogatepass") for a, b in pairwise(ends))

    def find(self, text: str) -> int:
        """Where a text is in a *sorted* sequence, or -1."""
        wanted = text.encode("utf-8", "surrogatepass")
        at = bisect_left(range(len(self)), wanted, key=self.raw)
        return at if at < len(self) and self.raw(at) == wanted else -1
