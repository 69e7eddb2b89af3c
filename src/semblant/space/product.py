"""A table as points: several columns together, by distinct tuples with weights in canonical order."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property

import numpy as np

from semblant.arrays import AnyInts, Flags, Ints, Ints32
from semblant.data.filebacked import gathered, large_array, rows_where
from semblant.data.joint import by_classes, distinct_rows
from semblant.data.order import Draws
from semblant.space.column import SpaceColumn, TabledColumn
from semblant.space.numbers import NumberColumn
from semblant.space.points import Points


@dataclass(frozen=True)
class Product:
    """The space of a table's records over its quasi-identifiers."""

    columns: tuple[SpaceColumn, ...]
    record_tuple: AnyInts  # the tuple of every record
    codes: Ints32  # [column, tuple]
    weights: Ints  # records per tuple
    euclidean: bool = False
    draws: Draws | None = None  # by which the records of a tuple have their turns; absent: by position

    @classmethod
    def of(cls, columns: Sequence[SpaceColumn], *, euclidean: bool = False) -> "Product":
        """Find the distinct tuples, in canonical order: column by column, by ascending value."""
        distinct, record_tuple, weights = unique_columns([c.codes for c in columns], [len(c.values) for c in columns])
        return cls(tuple(columns), record_tuple, distinct, weights, euclidean)

    @property
    def records(self) -> int:
        """Rows of the table."""
        return len(self.record_tuple)

    def by_tuple(self, tuples: Flags) -> AnyInts:
        """The records of some tuples, one tuple after another, those of one tuple by turn."""
        rows = rows_where(self.records, lambda part: tuples[self.record_tuple[part]])
        drawn = [] if self.draws is None else [self.draws(rows)]
        number = gathered(np.cumsum(tuples, dtype=np.int32) - np.int32(1), gathered(self.record_tuple, rows))
        found, begin = large_array(len(rows), rows.dtype), 0
        for _, _, at in by_classes(number, int(np.count_nonzero(tuples))):
            some = rows[at]
            found[begin : begin + len(at)] = some[np.lexsort([some, *(one[at] for one in drawn), number[at]])]
            begin += len(at)
        return found

    @cached_property
    def tabled(self) -> tuple[tuple[TabledColumn, Ints32], ...]:
        """The tables of the columns with the code of every tuple; of incomplete numeric columns, missing or not."""
        return tuple(found for c, codes in zip(self.columns, self.codes, strict=True) for found in c.tables(codes))

    @cached_property
    def lines(self) -> tuple[tuple[NumberColumn, Ints32], ...]:
        """The columns of numbers with the code of every tuple."""
        return tuple(found for c, codes in zip(self.columns, self.codes, strict=True) for found in c.lines(codes))

    def part(self, tuples: Ints, records: Ints) -> "Product":
        """The space of some tuples and their records alone, compared just as in the whole."""
        number = np.empty(len(self.weights), np.int64)
        number[tuples] = np.arange(len(tuples))
        made = replace(
            self,
            record_tuple=number[self.record_tuple[records]],
            draws=None if (draws := self.draws) is None else lambda rows: draws(records[rows]),
            codes=np.ascontiguousarray(self.codes[:, tuples]),
            weights=self.weights[tuples],
        )
        vars(made)["points"] = self.points.part(tuples)  # not made anew: tables may be large
        return made

    def table_of(self, column: SpaceColumn) -> int | None:
        """Which of the tables is a column's; None where it has none."""
        return next((i for i, (table, _) in enumerate(self.tabled) if table.name == column.name), None)

    @cached_property
    def points(self) -> Points:
        """The flat arrays that kernels take."""
        weights = np.array([c.weight for c in self.columns])
        even = bool(np.all(weights == weights[0]))
        share = {c.name: 1.0 if even else c.weight * len(weights) / weights.sum() for c in self.columns}
        tables = [(c.distance**2 if self.euclidean else c.distance) * np.float32(share[c.name]) for c, _ in self.tabled]
        numbers = [
            c.scaled(codes) * np.float32(np.sqrt(share[c.name]) if self.euclidean else share[c.name])
            for c, codes in self.lines
        ]
        return Points.of_tables(
            tables,
            np.array([codes for _, codes in self.tabled], np.int32),
            self.weights,
            numbers=np.array(numbers, np.float32).reshape(len(numbers), len(self.weights)),
            centres=[(np.ascontiguousarray(c.cost.T), c.own) for c, _ in self.tabled],
            eligible=[c.eligible for c, _ in self.tabled],
            euclidean=self.euclidean,
        )


def unique_columns(stacked: Sequence[AnyInts] | AnyInts, radix: Sequence[int]) -> tuple[Ints32, Ints32, Ints]:
    """Distinct columns of a code matrix in lexicographic order, where each record's is, and how many there are.

    Example:
        >>> import numpy as np
        >>> unique_columns(np.array([[1, 0, 1], [0, 2, 0]], np.int32), [2, 3])[0].tolist()
        [[0, 1], [2, 0]]
    """
    distinct, of_record, counts = distinct_rows(list(stacked), radix)
    return distinct, of_record, counts
