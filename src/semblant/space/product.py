"""A table as points: several columns together, by distinct tuples with weights in canonical order."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from semblant.space.column import Point, TabledColumn
from semblant.space.numbers import NumberColumn
from semblant.space.points import Points

AnyColumn = TabledColumn | NumberColumn


@dataclass(frozen=True)
class Product:
    """The space of a table's records over its quasi-identifiers."""

    columns: tuple[AnyColumn, ...]
    record_tuple: NDArray[np.int64]  # the tuple of every record
    codes: NDArray[np.int32]  # [column, tuple]
    weights: NDArray[np.int64]  # records per tuple
    euclidean: bool = False

    @classmethod
    def of(cls, columns: Sequence[AnyColumn], *, euclidean: bool = False) -> "Product":
        """Find the distinct tuples, in canonical order: column by column, by ascending value."""
        stacked = np.stack([c.codes for c in columns])
        distinct, record_tuple, weights = unique_columns(stacked, [len(c.values) for c in columns])
        return cls(tuple(columns), record_tuple, distinct, weights, euclidean)

    @property
    def records(self) -> int:
        """Rows of the table."""
        return len(self.record_tuple)

    @cached_property
    def tabled(self) -> tuple[tuple[TabledColumn, NDArray[np.int32]], ...]:
        """The tabled columns with the code of every tuple; an incomplete numeric column adds one: there or not."""
        found = []
        for column, codes in zip(self.columns, self.codes, strict=True):
            if isinstance(column, TabledColumn):
                found.append((column, codes))
            elif column.incomplete:
                absent = np.isnan(column.values)[codes].astype(np.int32)
                found.append((_presence(column), absent))
        return tuple(found)

    @cached_property
    def points(self) -> Points:
        """The flat arrays that kernels take."""
        weights = np.array([c.weight for c in self.columns])
        even = bool(np.all(weights == weights[0]))
        share = {c.name: 1.0 if even else c.weight * len(weights) / weights.sum() for c in self.columns}
        tables = [(c.distance**2 if self.euclidean else c.distance) * np.float32(share[c.name]) for c, _ in self.tabled]
        costs = [np.ascontiguousarray(c.cost.T) for c, _ in self.tabled]
        numbers = [
            c.scaled(codes) * np.float32(np.sqrt(share[c.name]) if self.euclidean else share[c.name])
            for c, codes in zip(self.columns, self.codes, strict=True)
            if isinstance(c, NumberColumn)
        ]
        p = len(self.weights)
        return Points(
            codes=_stacked([codes for _, codes in self.tabled], p, np.int32),
            numbers=_stacked(numbers, p, np.float32),
            weights=self.weights,
            sizes=np.array([c.distance.shape for c, _ in self.tabled], np.int64).reshape(-1, 2),
            distance=_joined([t.ravel() for t in tables], np.float32),
            distance_start=_starts([t.size for t in tables]),
            cost=_joined([t.ravel() for t in costs], np.float32),
            cost_start=_starts([t.size for t in costs]),
            own=_joined([c.own for c, _ in self.tabled], np.int32),
            own_start=_starts([len(c.own) for c, _ in self.tabled]),
            euclidean=self.euclidean,
        )


def _on_a_grid(tables: Sequence[NDArray[np.float32]]) -> list[NDArray[np.float32]]:
    """Tables rounded so that sums over all columns are exact in float32: ties do not depend on the order of sums."""
    most = sum(float(t.max(initial=0.0)) for t in tables)
    grid = 2.0 ** (23 - int(np.ceil(np.log2(max(most, 1.0)))))
    return [(np.round(t.astype(np.float64) * grid) / grid).astype(np.float32) for t in tables]


def _presence(column: NumberColumn) -> TabledColumn:
    """Whether a numeric column has a value at all, as a column of its own."""
    points = (Point(-1, "there"), Point(-1, "absent"))
    apart = np.array([[0.0, 1.0], [1.0, 0.0]], np.float32) * np.float32(column.reader.unrelated)
    absent = np.isnan(column.values)[column.codes].astype(np.int32)
    return TabledColumn(column.name, absent, points, points, np.arange(2, dtype=np.int32), apart, apart, column.weight)


def _stacked(lines: Sequence[NDArray[Any]], width: int, kind: Any) -> NDArray[Any]:
    return np.ascontiguousarray(np.stack(lines), kind) if lines else np.empty((0, width), kind)


def _joined(parts: Sequence[NDArray[Any]], kind: Any) -> NDArray[Any]:
    return np.concatenate(parts).astype(kind, copy=False) if parts else np.empty(0, kind)


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
