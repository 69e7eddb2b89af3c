"""Privacy models: each has its paper and threshold, describes itself, and checks classes.

A class is checked by the counts of its sensitive values (or persons) and those of the whole file. All models here
are kept by a union of classes that keep them, as long as counts add up: a union has no fewer values, entropy is
concave, the largest counts of a union are no more than theirs together, and the distance to the whole is convex.
"""

from abc import ABC, abstractmethod
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import ClassVar

import numpy as np
from numpy.typing import ArrayLike

from semblant.arrays import Flags, Floats, Ints
from semblant.policy.model import Attribute
from semblant.privacy.histograms import Histograms
from semblant.privacy.packing import Packing, near

Bounds = tuple[Floats, Floats]

SLACK = 1e-9
"""Rounding tolerance of a promise."""


class Model(ABC):
    """A promise about every class of a release."""

    paper: ClassVar[str]

    @abstractmethod
    def values(self, classes: Histograms, total: Ints) -> Floats:
        """What every class achieves, given the counts of the whole file."""

    @abstractmethod
    def enough(self, values: Floats) -> Flags:
        """Which achieved values keep the promise."""

    @abstractmethod
    def shortfall(self, classes: Histograms, total: Ints) -> Floats:
        """How far classes are from keeping the promise, near enough to compare them."""

    @abstractmethod
    def describe(self, value: float) -> str:
        """An achieved value in words."""

    @property
    @abstractmethod
    def key(self) -> str:
        """The key of the policy that asks for it."""

    def worst(self, values: Floats) -> float:
        """What the release achieves: the value of its weakest class."""
        return float(values.min()) if len(values) else float("inf")

    def achieved(self, classes: Histograms, total: Ints) -> float:
        """What a release with these classes achieves."""
        return self.worst(self.values(classes, total))

    def bounds(self, classes: Histograms, total: Ints) -> Bounds:
        """The worst and the best that every class may achieve, as far as can be told quickly."""
        values = self.values(classes, total)
        return values, values

    def kept_by(self, classes: Histograms, total: Ints) -> Flags:
        """Which classes keep the promise; computed in full only where quick bounds leave it open."""
        worst, best = self.bounds(classes, total)
        kept = self.enough(worst)
        unclear = ~kept & self.enough(best)
        if unclear.any():
            kept[unclear] = self.enough(self.values(classes.some(unclear), total))
        return kept

    def value(self, counts: ArrayLike, total_counts: ArrayLike) -> float:
        """What one class achieves, by the counts of its values and those of the whole file."""
        return float(self.values(_alone(counts), np.asarray(total_counts, np.int64))[0])

    def holds(self, counts: ArrayLike, total_counts: ArrayLike) -> bool:
        """Whether one class keeps the promise."""
        return bool(self.kept_by(_alone(counts), np.asarray(total_counts, np.int64))[0])


def _alone(counts: ArrayLike) -> Histograms:
    given = np.asarray(counts, np.int64)
    there = np.flatnonzero(given)
    return Histograms(np.zeros(len(there), np.int64), there, given[there], 1)


class _Crowd(Model):
    """A promise that everybody hides among k."""

    k: int

    def enough(self, values: Floats) -> Flags:
        """At least k."""
        return values >= self.k

    def shortfall(self, classes: Histograms, total: Ints) -> Floats:
        """The share of k that is missing."""
        return np.maximum(1.0 - self.values(classes, total) / self.k, 0.0)

    @property
    def key(self) -> str:
        """The key of the policy that asks for it."""
        return "k"


@dataclass(frozen=True)
class KAnonymity(_Crowd):
    """Every class has at least k records.

    Example:
        >>> print(KAnonymity(5))
        5 records in every class (k-anonymity, Samarati & Sweeney 1998)
    """

    k: int
    paper: ClassVar[str] = "Samarati & Sweeney 1998"

    def values(self, classes: Histograms, total: Ints) -> Floats:  # noqa: ARG002
        """Records per class."""
        return classes.sizes.astype(np.float64)

    def describe(self, value: float) -> str:
        """An achieved k in words."""
        return _counted(value, "record")

    def __str__(self) -> str:
        return f"{self.k} records in every class (k-anonymity, {self.paper})"


@dataclass(frozen=True)
class Persons(_Crowd):
    """Every class has records of at least k persons, where a person may have several.

    Example:
        >>> persons = Persons("patient", 2)
        >>> persons.holds([7, 0, 0], [7, 2, 1]), persons.holds([6, 0, 1], [7, 2, 1])
        (False, True)
    """

    attribute: str
    k: int
    paper: ClassVar[str] = "Wang & Fung 2006"

    def values(self, classes: Histograms, total: Ints) -> Floats:  # noqa: ARG002
        """Different persons per class."""
        return classes.distinct.astype(np.float64)

    def describe(self, value: float) -> str:
        """An achieved k in words."""
        return _counted(value, "person")

    def __str__(self) -> str:
        return f"{self.k} persons by {self.attribute} in every class ((X, Y)-anonymity, {self.paper})"


@dataclass(frozen=True)
class LDiversity(Model):
    """Every class is diverse in a sensitive column."""

    attribute: str
    l: float  # noqa: E741
    paper: ClassVar[str] = "Machanavajjhala et al. 2007"

    @property
    def key(self) -> str:
        """The key of the policy that asks for it."""
        return f"attributes.{self.attribute}.l"

    def enough(self, values: Floats) -> Flags:
        """At least l."""
        return values >= self.l * (1.0 - SLACK)

    def shortfall(self, classes: Histograms, total: Ints) -> Floats:
        """The share of l that is missing."""
        return np.maximum(1.0 - self.values(classes, total) / self.l, 0.0)


@dataclass(frozen=True)
class DistinctL(LDiversity):
    """Every class has at least l different values.

    Example:
        >>> print(DistinctL("diagnosis", 3))
        3 different values of diagnosis in every class (distinct l-diversity, Machanavajjhala et al. 2007)
    """

    def values(self, classes: Histograms, total: Ints) -> Floats:  # noqa: ARG002
        """Different values per class."""
        return classes.distinct.astype(np.float64)

    def describe(self, value: float) -> str:
        """An achieved l in words."""
        return _counted(value, "different value") + f" of {self.attribute}"

    def __str__(self) -> str:
        return f"{self.l:g} different values of {self.attribute} in every class (distinct l-diversity, {self.paper})"


@dataclass(frozen=True)
class EntropyL(LDiversity):
    """Every class is as varied as l equally frequent values: its entropy is at least log l.

    Example:
        >>> round(EntropyL("illness", 2).value([2, 1, 1], [4, 4, 4]), 1)
        2.8
    """

    def values(self, classes: Histograms, total: Ints) -> Floats:  # noqa: ARG002
        """How many equally frequent values would be as varied."""
        shares = classes.shares
        return np.exp(-classes.per_class(shares * np.log(shares)))

    def describe(self, value: float) -> str:
        """An achieved l in words."""
        return f"values of {self.attribute} as varied as {value:.3g} equally frequent ones"

    def __str__(self) -> str:
        return (
            f"values of {self.attribute} as varied as {self.l:g} equally frequent ones in every class "
            f"(entropy l-diversity, {self.paper})"
        )


@dataclass(frozen=True)
class RecursiveL(LDiversity):
    """In every class the most frequent value is not too frequent, even with the next l-2 ruled out: r1 < c(rl+...+rm).

    Example:
        >>> RecursiveL("illness", 3, c=3.0).value([2, 1, 1], [4, 4, 4]), RecursiveL("illness", 3, c=2.0).value(
        ...     [2, 1, 1], [4, 4, 4])
        (3.0, 2.0)
    """

    c: float = 3.0

    def values(self, classes: Histograms, total: Ints) -> Floats:  # noqa: ARG002
        """The greatest l for which the inequality holds with this c; 0 where it never does."""
        most, rest, _ = self._ranked(classes)
        return classes.per_class((most < self.c * rest).astype(np.float64))

    def shortfall(self, classes: Histograms, total: Ints) -> Floats:  # noqa: ARG002
        """How much of the inequality is missing, on average over the ranks up to l."""
        most, rest, rank = self._ranked(classes)
        ranks = int(np.ceil(self.l))
        there = classes.per_class(np.where(rank < ranks, np.minimum(self.c * rest / most, 1.0), 0.0))
        return 1.0 - there / ranks

    def _ranked(self, classes: Histograms) -> tuple[Ints, Ints, Ints]:
        """By falling count in each class: the greatest count, that of a value and all rarer ones, its rank."""
        falling = np.lexsort((-classes.counts, classes.classes))
        first, after = classes.starts[:-1][classes.classes], classes.starts[1:][classes.classes]
        summed = np.concatenate([[0], np.cumsum(classes.counts[falling])])
        return classes.counts[falling][first], summed[after] - summed[:-1], np.arange(len(falling)) - first

    def describe(self, value: float) -> str:
        """An achieved l in words."""
        return f"recursive ({self.c:g}, {value:g})-diversity of {self.attribute}"

    def __str__(self) -> str:
        return (
            f"in every class the most frequent value of {self.attribute} below {self.c:g} times the number of records "
            f"with the value of rank {self.l:g} or a rarer one (recursive (c, l)-diversity, {self.paper})"
        )


@dataclass(frozen=True)
class SemanticL(LDiversity):
    """Every class has at least l values of which no two mean nearly the same.

    Example:
        >>> far = np.array([[0.0, 0.1, 0.9], [0.1, 0.0, 0.9], [0.9, 0.9, 0.0]])
        >>> model = SemanticL("illness", 2, apart=0.3, distance=far)
        >>> model.value([4, 4, 0], [5, 5, 5]), model.value([4, 0, 1], [5, 5, 5])
        (1.0, 2.0)
    """

    apart: float = 0.3
    distance: Floats = field(default_factory=lambda: np.empty((0, 0)), repr=False, compare=False)
    packing: Packing = field(init=False, repr=False, compare=False)
    paper: ClassVar[str] = "ours, after Machanavajjhala et al. 2007"

    def __post_init__(self) -> None:
        close = near(self.distance, self.apart)
        object.__setattr__(self, "packing", Packing(close | close.T))

    def values(self, classes: Histograms, total: Ints) -> Floats:  # noqa: ARG002
        """The most values per class that are pairwise far enough apart; never too many (see ``packing``)."""
        return self.packing.per_class(classes).astype(np.float64)

    def describe(self, value: float) -> str:
        """An achieved l in words."""
        return _counted(value, "value") + f" of {self.attribute} at least {self.apart:g} apart in meaning"

    def __str__(self) -> str:
        return (
            f"{self.l:g} values of {self.attribute} at least {self.apart:g} apart in meaning in every class "
            f"(semantic l-diversity, {self.paper})"
        )


L_KINDS: dict[str, Callable[[str, float, Attribute], LDiversity]] = {
    "distinct": lambda name, least, _: DistinctL(name, least),
    "entropy": lambda name, least, _: EntropyL(name, least),
    "recursive": lambda name, least, attribute: RecursiveL(name, least, attribute.c),
}
"""How a policy's `l_kind` becomes a model; the semantic one also needs the distances of the values."""


def _counted(value: float, thing: str) -> str:
    return f"{value:,.0f} {thing}{'' if value == 1 else 's'}"
