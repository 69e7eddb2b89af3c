"""The run key: 32 secret bytes from which all randomness of a run follows, so that the run can be repeated."""

import hashlib
import secrets
from dataclasses import dataclass, field

import numpy as np

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

    def turns(self, label: str, size: int) -> Ints:
        """When each of so many rows has its turn, for one purpose: a keyed hash puts them into a random order.

        A row's turn depends on the key and the row's number alone, so it says nothing about the row's content, and
        without the key nothing about its number.

        Example:
            >>> RunKey.of(1).turns("deal", 5).tolist()
            [2, 3, 4, 1, 0]
        """
        drawn = np.frombuffer(self._hashed(label, 8 * size), "<u8")
        turns = np.empty(size, np.int64)
        turns[np.argsort(drawn, kind="stable")] = np.arange(size)
        return turns

    def _hashed(self, label: str, size: int) -> bytes:
        """So many bytes of a hash of key and label. SHAKE is safe with its key in front of the message."""
        return hashlib.shake_256(self.secret + label.encode()).digest(size)
