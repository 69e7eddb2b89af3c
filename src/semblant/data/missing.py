"""How files write that a value is missing."""

import numpy as np
from numpy.typing import NDArray

from semblant.data.table import Column
from semblant.policy.model import MISSING, SUPPRESSED

NO_VALUE = frozenset({MISSING, SUPPRESSED, "na", "n/a", "n.a.", "#n/a", "<na>", "nan", "null", "-", "--", "?", "."})
"""Texts that mean "no value" among numbers and dates, and where diversity is counted; in lower case.

In columns of words they are ordinary values: a category of their own, or the code of Namibia.
"""


def persons_of(column: Column) -> NDArray[np.int64]:
    """The person of every record, as a number; records without one count as one and the same person."""
    unnamed = np.array([no_value(text) for text in column.values], bool)
    number = np.where(unnamed, len(column.values), np.arange(len(column.values)))
    return number[column.codes].astype(np.int64)


def is_nothing(text: str) -> bool:
    """Whether a cell is missing or suppressed."""
    return text.strip() in (MISSING, SUPPRESSED)


def no_value(text: str) -> bool:
    """Whether a text means that there is no value.

    Example:
        >>> no_value(" NA "), no_value(""), no_value("none")
        (True, True, False)
    """
    return text.strip().casefold() in NO_VALUE
