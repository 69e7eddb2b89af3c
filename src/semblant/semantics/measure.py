"""The interface of a measure: a named function of two concepts, and its distances for whole lists."""

from abc import ABC, abstractmethod
from collections.abc import Callable
from dataclasses import dataclass, field

import numpy as np

from semblant.arrays import Floats, Floats32, Ints
from semblant.knowledge.taxonomy import Name, Taxonomy
from semblant.policy.model import Source

Similar = Callable[[Taxonomy, Ints, Ints, Source], Floats]
"""Similarities of every concept in one list to every concept in another."""

DEFAULT = Source(source="")
"""The default options, which reproduce the worked example of the gsl paper."""

_CELLS_AT_ONCE = 1 << 22  # similarities in memory at a time; several float64 arrays of this size are alive at once


@dataclass(frozen=True)
class Measure(ABC):
    """A measure's name, function and paper, and its distances for many concepts at once."""

    name: str
    function: Callable[[Taxonomy, Name, Name, Source], float]
    paper: str
    is_distance: bool = field(default=False, kw_only=True)  # what the function returns; a similarity otherwise

    @abstractmethod
    def farthest(self, taxonomy: Taxonomy | None, options: Source = DEFAULT) -> float:
        """Return the distance of concepts with nothing in common."""

    @abstractmethod
    def distance(self, taxonomy: Taxonomy, a: Name, b: Name, options: Source) -> float:
        """Return the distance of two concepts; 0 is the same."""

    @abstractmethod
    def distances(self, taxonomy: Taxonomy, rows: Ints, columns: Ints, options: Source) -> Floats32:
        """Return all distances between two lists of concepts."""

    def condensed(self, taxonomy: Taxonomy, concepts: Ints, options: Source) -> Floats32:
        """Return the upper half of all distances among some concepts, row after row without the diagonal."""
        return self.distances(taxonomy, concepts, concepts, options)[np.triu_indices(len(concepts), 1)]


@dataclass(frozen=True)
class Similarity(Measure):
    """A measure that compares lists of concepts by their features or information; the distance is derived from it."""

    similar: Similar
    greatest: Callable[[Taxonomy, Source], float] = lambda _taxonomy, _options: 1.0

    def farthest(self, taxonomy: Taxonomy | None, options: Source = DEFAULT) -> float:
        """Return the greatest similarity: a distance is this minus the similarity."""
        return self.greatest(taxonomy, options) if taxonomy is not None else 1.0

    def distance(self, taxonomy: Taxonomy, a: Name, b: Name, options: Source) -> float:
        """Return the distance of two concepts; 0 is the same."""
        return float(self._apart(taxonomy, *_lists_of_one(taxonomy, a, b), options)[0, 0])

    def distances(self, taxonomy: Taxonomy, rows: Ints, columns: Ints, options: Source) -> Floats32:
        """Return all distances between two lists of concepts, made some rows at a time."""
        out = np.empty((len(rows), len(columns)), np.float32)
        step = max(1, _CELLS_AT_ONCE // len(columns))
        for at in range(0, len(rows), step):
            out[at : at + step] = self._apart(taxonomy, rows[at : at + step], columns, options)
        return out

    def _apart(self, taxonomy: Taxonomy, rows: Ints, columns: Ints, options: Source) -> Floats:
        apart = self.farthest(taxonomy, options) - self.similar(taxonomy, rows, columns, options)
        return np.where(rows[:, None] == columns[None, :], 0.0, np.maximum(apart, 0.0))


def pair(similar: Similar, taxonomy: Taxonomy, a: Name, b: Name, options: Source) -> float:
    """Return the similarity of two concepts: the matrix of one row and one column."""
    return float(similar(taxonomy, *_lists_of_one(taxonomy, a, b), options)[0, 0])


def _lists_of_one(taxonomy: Taxonomy, a: Name, b: Name) -> tuple[Ints, Ints]:
    return np.array([taxonomy.index(a)]), np.array([taxonomy.index(b)])
