"""How files write that a value is missing."""

import numpy as np
from numpy.typing import NDArray

from semblant.data.table import Column
from semblant.policy.model import MISSING, SUPPRESSED

NO_VALUE = frozenset({MISSING, SUPPRESSED, "na", "n/a", "n.a.", "#n/a", "<na>", "nan", "null", "-", "--", "?", "."})
"""What is no value where a number or a date is due, or where variety is promised; in small letters.

In columns of words these stay what they are: a category of their own, or the code of Namibia.
"""


def persons_of(column: Column) -> NDArray[np.int64]:
    """The person of every record, as a number; records that do not say count as those of one and the same."""
    unnamed = np.array([no_value(text) for text in column.values], bool)
    number = np.where(unnamed, len(column.values), np.arange(len(column.values)))
    return number[column.codes].astype(np.int64)


def is_nothing(text: str) -> bool:
    """Whether a cell is missing or suppressed, and so has nothing to read."""
    return text.strip() in (MISSING, SUPPRESSED)


def no_value(text: str) -> bool:
    """Whether a text says that there is no value.

    Example:
        >>> no_value(" NA "), no_value(""), no_value("none")
        (True, True, False)
    """
    return text.strip().casefold() in NO_VALUE
