"""What counts as one sensitive value: how texts are compared, and which are missing.

*HIV* and *hiv* are the same illness to a reader, and an empty cell is not another one. The published texts stay as they
are; this matters only for counting.
"""

import unicodedata
from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from semblant.arrays import Flags, Ints
from semblant.data.missing import NO_VALUE


def fold_text(text: str) -> str:
    """The form in which sensitive texts are compared, independent of how they are written.

    Case, spacing, composed and decomposed accents, wide letters and invisible characters make no difference.

    Example:
        >>> fold_text(" Type  2 Diabetes"), fold_text("e\u0301tat") == fold_text("\u00c9TAT")
        ('type 2 diabetes', True)
    """
    parts = unicodedata.normalize("NFKD", text)  # some letters fold correctly only when decomposed
    seen = "".join(letter for letter in parts if unicodedata.category(letter) != "Cf")
    return unicodedata.normalize("NFKC", " ".join(seen.casefold().split()))


def are_missing(values: Sequence[str]) -> Flags:
    """Which texts are missing values: empty, suppressed, or what files write instead of a value.

    Example:
        >>> are_missing(["", "angina", " * ", "n/a"]).tolist()
        [True, False, True, True]
    """
    return np.array([fold_text(text) in NO_VALUE for text in values], np.bool_)


def alike(values: Sequence[str]) -> Ints:
    """For every text, the position of the first that counts as the same.

    Example:
        >>> alike(["Asthma", "angina", "asthma "]).tolist()
        [0, 1, 0]
    """
    first: dict[str, int] = {}
    return np.array([first.setdefault(fold_text(text), i) for i, text in enumerate(values)], np.int64)


class CountedValues(NamedTuple):
    """The values that the distinct texts of a column count as, for l-diversity."""

    name: Ints  # for every text, the position of the first that counts as the same
    nothing: int  # the position of the missing value; -1 where there is none


def counted_values(values: Sequence[str], *, by_meaning: bool = False) -> CountedValues:
    """The values that texts count as; ``by_meaning``: each for itself, because distances decide which are the same.

    Example:
        >>> counted_values(["", "*", "HIV", "hiv"])
        CountedValues(name=array([0, 0, 2, 2]), nothing=0)
    """
    name, missing = np.arange(len(values)) if by_meaning else alike(values), are_missing(values)
    nothing = int(np.argmax(missing)) if missing.any() else -1
    return CountedValues(np.where(missing, nothing, name).astype(np.int64), nothing)
