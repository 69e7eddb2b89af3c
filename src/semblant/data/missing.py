"""How files write that a value is missing."""

from semblant.data.looks import fold
from semblant.policy.model import MISSING, SUPPRESSED

NO_VALUE = frozenset({MISSING, SUPPRESSED, "na", "n/a", "n.a.", "#n/a", "<na>", "nan", "null", "-", "--", "?", "."})
"""Texts that mean "no value" among numbers, dates and meanings, and where diversity is counted; folded.

In nominal columns they are a category of their own, and a vocabulary may know one as a word: NA is the code of Namibia.
"""


def is_nothing(text: str) -> bool:
    """Whether a cell is missing or suppressed."""
    return text.strip() in (MISSING, SUPPRESSED)


def no_value(text: str) -> bool:
    """Whether a text means that there is no value.

    Example:
        >>> no_value(" NA "), no_value(""), no_value("none")
        (True, True, False)
    """
    if text.isascii() and text.isprintable():  # most are, and nothing but their case folds to one of these
        return text.strip().lower() in NO_VALUE
    return fold(text) in NO_VALUE
