"""The run key: 32 secret bytes from which all randomness of a run follows, so that the run can be repeated."""

import hashlib
import secrets
from collections.abc import Iterable
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from semblant.arrays import Ints

SIZE = 32
"""Bytes of a run key."""


@dataclass(frozen=True)
class RunKey:
    """The key of one run. It is private: whoever has it can tell which original row each released row is.

    Example:
        >>> RunKey.of(7) == RunKey.of(7) == RunKey.from_hex(RunKey.of(7).hex())
        True
        >>> RunKey.of(None) == RunKey.of(None)
        False
    """

    secret: bytes = field(repr=False)
    levels: int | None = field(default=None, repr=False)
    """How many levels ``promises: blind`` goes up, where an earlier run on the same input drew it."""

    def __post_init__(self) -> None:
        if len(self.secret) != SIZE:
            raise ValueError(f"a run key has {SIZE} bytes")

    @classmethod
    def of(cls, seed: int | None) -> "RunKey":
        """The key that follows from a seed; without one, a fresh key."""
        if seed is None:
            return cls(secrets.token_bytes(SIZE))
        return cls(hashlib.shake_256(f"semblant run key {seed}".encode()).digest(SIZE))

    @classmethod
    def from_hex(cls, text: str) -> "RunKey":
        """The key that ``hex`` wrote; a ValueError for anything else."""
        return cls(bytes.fromhex(text))

    def hex(self) -> str:
        """The key as text, for the private record of a run."""
        return self.secret.hex()

    def stream(self, label: str) -> np.random.Generator:
        """Random numbers for one purpose."""
        return np.random.default_rng(int.from_bytes(self._hashed(label, 16), "little"))

    def turns(self, label: str, texts: Iterable[str]) -> Ints:
        """When each text has its turn, for one purpose: a keyed hash puts them into a random order.

        A turn depends on the key and the text alone: not on where the text stands, nor on who computes it. Without the
        key it says nothing about the text.

        Example:
            >>> RunKey.of(1).turns("deal", ["ann", "ben", "cem"]).tolist()
            [2, 0, 1]
            >>> RunKey.of(1).turns("deal", ["cem", "ann", "ben"]).tolist()
            [1, 2, 0]
        """
        return turns_of(self.draws(label, texts))

    def draws(self, label: str, texts: Iterable[str]) -> NDArray[np.uint64]:
        """The numbers by which turns are dealt, the smallest first: the beginning of a keyed hash of each text."""
        start = hashlib.sha256(f"{self.hex()}:{label}:".encode())
        digests = bytearray()
        for text in texts:
            hashed = start.copy()
            hashed.update(text.encode())
            digests += hashed.digest()[:8]
        return np.frombuffer(digests, ">u8").astype(np.uint64)

    def _hashed(self, label: str, size: int) -> bytes:
        """So many bytes of a hash of key and label. SHAKE is safe with its key in front of the message."""
        return hashlib.shake_256(self.secret + label.encode()).digest(size)


def turns_of(drawn: NDArray[np.uint64]) -> Ints:
    """When each of some has its turn, given the numbers drawn for them: the smallest first.

    Example:
        >>> turns_of(np.array([7, 2, 5], np.uint64)).tolist()
        [2, 0, 1]
    """
    turns = np.empty(len(drawn), np.int64)
    turns[np.argsort(drawn, kind="stable")] = np.arange(len(drawn))
    return turns
