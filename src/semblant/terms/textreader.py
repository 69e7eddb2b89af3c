"""Reading the distinct texts of a column, each by itself: so it can be done anywhere, in any order."""

from collections.abc import Sequence
from typing import Any, Protocol

from semblant.progress import Advance

_AT_ONCE = 1_000
"""Texts between two reports of progress."""


class TextReader(Protocol):
    """Reads texts, each as a function of that text alone; it can be sent to another process."""

    def __call__(self, texts: Sequence[str]) -> list[Any]:
        """What is read in every text."""


class ReadTexts(Protocol):
    """Has many texts read by a reader, here or elsewhere; ``advance`` is told how many are done."""

    def __call__(self, reader: TextReader, texts: Sequence[str], advance: Advance) -> list[Any]:
        """What is read in every text, in their order."""


def read_here(reader: TextReader, texts: Sequence[str], advance: Advance) -> list[Any]:
    """Read the texts in this process.

    Example:
        >>> from semblant.progress import ignore
        >>> read_here(lambda texts: [text.upper() for text in texts], ["nurse", "baker"], ignore)
        ['NURSE', 'BAKER']
    """
    made: list[Any] = []
    while len(made) < len(texts):
        made += reader(texts[len(made) : len(made) + _AT_ONCE])
        advance(len(made))
    return made
