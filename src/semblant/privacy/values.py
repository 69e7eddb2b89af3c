"""What counts as one sensitive value, for methods and for attribute disclosure.

*HIV* and *hiv* are the same illness to a reader, and an empty cell is not another one. The published texts stay as they
are; this matters only for counting. What is the same is said by :mod:`semblant.data.same`.
"""

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from semblant.arrays import Flags, Ints
from semblant.data.missing import no_value
from semblant.data.same import keys


def are_missing(values: Sequence[str]) -> Flags:
    """Which texts are missing values: empty, suppressed, or what files write instead of a value.

    Example:
        >>> are_missing(["", "angina", " * ", "n/a"]).tolist()
        [True, False, True, True]
    """
    return np.array([no_value(text) for text in values], np.bool_)


def alike(values: Sequence[str], *, numeric: bool | None = None) -> Ints:
    """For every text, the position of the first that a reader takes for the same; ``numeric`` as for ``keys``.

    Example:
        >>> alike(["Asthma", "angina", "asthma "]).tolist()
        [0, 1, 0]
    """
    first: dict[str, int] = {}
    return np.array([first.setdefault(key, i) for i, key in enumerate(keys(values, numeric=numeric))], np.int64)


class CountedValues(NamedTuple):
    """The values that the distinct texts of a column count as, for l-diversity."""

    name: Ints  # for every text, the position of the first that counts as the same
    nothing: int  # the position of the missing value; -1 where there is none


def counted_values(values: Sequence[str], *, numeric: bool | None = None, by_meaning: bool = False) -> CountedValues:
    """The values that texts count as; ``by_meaning``: each for itself, because distances decide which are the same.

    Example:
        >>> counted_values(["", "*", "HIV", "hiv"])
        CountedValues(name=array([0, 0, 2, 2]), nothing=0)
    """
    name = np.arange(len(values)) if by_meaning else alike(values, numeric=numeric)
    missing = are_missing(values)
    nothing = int(np.argmax(missing)) if missing.any() else -1
    return CountedValues(np.where(missing, nothing, name).astype(np.int64), nothing)
