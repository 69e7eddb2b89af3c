"""A table as points: several columns together, by distinct tuples with weights in canonical order."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from semblant.space.column import TabledColumn
from semblant.space.points import Points


@dataclass(frozen=True)
class Product:
    """The space of a table's records over its quasi-identifiers."""

    columns: tuple[TabledColumn, ...]
    record_tuple: NDArray[np.int64]  # the tuple of every record
    codes: NDArray[np.int32]  # [column, tuple]
    weights: NDArray[np.int64]  # records per tuple
    euclidean: bool = False

    @classmethod
    def of(cls, columns: Sequence[TabledColumn], *, euclidean: bool = False) -> "Product":
        """Find the distinct tuples, in canonical order: column by column, by ascending value."""
        stacked = np.stack([c.codes for c in columns])
        distinct, record_tuple, weights = unique_columns(stacked, [len(c.values) for c in columns])
        return cls(tuple(columns), record_tuple, distinct, weights, euclidean)

    @property
    def records(self) -> int:
        """Rows of the table."""
        return len(self.record_tuple)

    @cached_property
    def points(self) -> Points:
        """The flat arrays that kernels take."""
        weights = np.array([c.weight for c in self.columns])
        even = bool(np.all(weights == weights[0]))
        scale = np.ones_like(weights) if even else weights * len(weights) / weights.sum()
        tables = [
            (c.distance**2 if self.euclidean else c.distance) * np.float32(s)
            for c, s in zip(self.columns, scale, strict=True)
        ]
        costs = [np.ascontiguousarray(c.cost.T) for c in self.columns]
        return Points(
            codes=np.ascontiguousarray(self.codes),
            numbers=np.empty((0, len(self.weights)), np.float32),
            weights=self.weights,
            sizes=np.array([c.distance.shape for c in self.columns], np.int64),
            distance=np.concatenate([t.ravel() for t in tables]),
            distance_start=_starts([t.size for t in tables]),
            cost=np.concatenate([t.ravel() for t in costs]),
            cost_start=_starts([t.size for t in costs]),
            own=np.concatenate([c.own for c in self.columns]),
            own_start=_starts([len(c.own) for c in self.columns]),
            euclidean=self.euclidean,
        )


def _starts(sizes: Sequence[int]) -> NDArray[np.int64]:
    return np.concatenate([[0], np.cumsum(sizes)]).astype(np.int64)


def unique_columns(
    stacked: NDArray[np.int32], radix: Sequence[int]
) -> tuple[NDArray[np.int32], NDArray[np.int64], NDArray[np.int64]]:
    """Distinct columns of a code matrix in lexicographic order, where each record's is, and how many there are.

    Example:
        >>> import numpy as np
        >>> unique_columns(np.array([[1, 0, 1], [0, 2, 0]], np.int32), [2, 3])[0].tolist()
        [[0, 1], [2, 0]]
    """
    number = np.zeros(stacked.shape[1], np.int64)
    span = 1
    for line, size in zip(stacked, radix, strict=True):
        if span * size >= 2**62:  # renumber before the mixed-radix number overflows
            _, number = np.unique(number, return_inverse=True)
            span = int(number.max(initial=0)) + 1
        number = number * size + line
        span *= size
    _, first, inverse, counts = np.unique(number, return_index=True, return_inverse=True, return_counts=True)
    return np.ascontiguousarray(stacked[:, first]), inverse.astype(np.int64), counts.astype(np.int64)
