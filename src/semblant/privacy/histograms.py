"""Histograms of classes: how often each sensitive value, or each person, occurs in them."""

from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import ArrayLike

from semblant.arrays import Flags, Floats, Ints, bounds
from semblant.data.joint import distinct_rows


@dataclass(frozen=True, eq=False)
class Histograms:
    """Counts of values by class, one entry for each value that occurs in a class, by class and then by value.

    Example:
        >>> two = Histograms.of([0, 0, 1, 0], [7, 2, 7, 7], 2)
        >>> two.classes.tolist(), two.values.tolist(), two.counts.tolist()
        ([0, 0, 1], [2, 7, 7], [1, 2, 1])
        >>> two.sizes.tolist(), two.distinct.tolist()
        ([3, 1], [2, 1])
    """

    classes: Ints
    values: Ints
    counts: Ints
    size: int

    @classmethod
    def of(cls, classes: ArrayLike, values: ArrayLike, size: int, counts: ArrayLike | None = None) -> "Histograms":
        """Count values by class; ``counts`` is how often each pair occurs, by default once."""
        which, what = np.asarray(classes), np.asarray(values)
        pairs, place, often = distinct_rows([which, what], [int(a.max(initial=0)) + 1 for a in (which, what)])
        if counts is not None:
            often = np.bincount(place, np.asarray(counts), len(often)).astype(np.int64)
        return cls(pairs[0].astype(np.int64), pairs[1].astype(np.int64), often, size)

    @cached_property
    def sizes(self) -> Ints:
        """The total of each class."""
        return np.bincount(self.classes, self.counts, self.size).astype(np.int64)

    @cached_property
    def distinct(self) -> Ints:
        """How many different values each class holds."""
        return np.bincount(self.classes, minlength=self.size).astype(np.int64)

    @cached_property
    def starts(self) -> Ints:
        """Where the entries of each class begin, and at the end where the last ones stop."""
        return bounds(self.distinct)

    @property
    def shares(self) -> Floats:
        """Each entry as a share of its class."""
        return np.asarray(self.counts / self.sizes[self.classes], np.float64)

    def per_class(self, amounts: Floats) -> Floats:
        """Sums of one amount per entry, by class."""
        return np.bincount(self.classes, amounts, self.size).astype(np.float64)

    def renamed(self, name: Ints) -> "Histograms":
        """The same counts with values renamed; values of the same new name are added up."""
        return Histograms.of(self.classes, name[self.values], self.size, self.counts)

    def without(self, value: int) -> "Histograms":
        """The same counts without a value, such as the missing one.

        Example:
            >>> Histograms.of([0, 0, 0, 1], [2, 7, 7, 7], 2).without(7).distinct.tolist()
            [1, 0]
        """
        gone = self.values == value
        if not gone.any():
            return self
        return Histograms(self.classes[~gone], self.values[~gone], self.counts[~gone], self.size)

    def some(self, wanted: Flags) -> "Histograms":
        """Only some of the classes, numbered anew."""
        number = np.cumsum(wanted) - 1
        kept = wanted[self.classes]
        return Histograms(number[self.classes[kept]], self.values[kept], self.counts[kept], int(wanted.sum()))
