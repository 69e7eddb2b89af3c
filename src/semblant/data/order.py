"""The order of released rows, which must not tell where they stood in the original."""

from collections.abc import Callable, Iterable, Sequence
from functools import cached_property

import numpy as np
import polars as pl
from numpy.typing import NDArray

from semblant.arrays import AnyInts, Flags, Ints
from semblant.data.joint import chunks, equal_rows
from semblant.data.table import Column, Table

_TEXTS = 1 << 18
"""Rows whose texts are there together."""

Draws = Callable[[Ints], NDArray[np.uint64]]
"""From some rows of a table to the numbers that decide which of them comes first."""


def arranged(table: Table, order: str, draws: Draws) -> Ints:
    """The rows of a table as they are published: by ``order`` of the policy, with a random number for every row.

    ``sorted``: by all columns in their order, exact text, by code point, so that the order is a function of the
    multiset of rows; numbers are drawn only for equal rows, and decide between them. ``shuffle``: by number. ``keep``:
    as they are.

    Example:
        >>> import polars as pl
        >>> table = Table(pl.DataFrame({"job": ["b", "a", "b"], "ill": ["x", "y", "Z"]}))
        >>> draws = np.array([1, 2, 0], np.uint64).__getitem__
        >>> [arranged(table, order, draws).tolist() for order in ("sorted", "shuffle", "keep")]
        [[1, 2, 0], [2, 0, 1], [0, 1, 2]]
    """
    if order == "keep":
        return np.arange(table.records)
    if order == "shuffle":
        return np.argsort(draws(np.arange(table.records)), kind="stable")
    columns = [table.column(name) for name in table.names]
    rows = np.lexsort([column.packed for column in reversed(columns)])
    equal = equal_to_next(columns, rows)
    alike = np.append(equal, False)
    alike[1:] |= equal
    if not alike.any():
        return rows
    places = np.flatnonzero(alike)
    some = rows[places]
    run = np.cumsum(~np.insert(equal, 0, False)[places])  # equal rows stand side by side
    rows[places] = some[np.lexsort([some, draws(some), run])]
    return rows


def equal_to_next(columns: Sequence[Column], rows: Ints) -> Flags:
    """Which of the rows, in this order, are equal to the one after them."""
    equal = np.ones(max(len(rows) - 1, 0), np.bool_)
    for column in columns:
        for part in chunks(len(equal)):
            here = column.packed[rows[part.start : part.stop + 1]]
            equal[part] &= here[1:] == here[:-1]
    return equal


def is_sorted(table: Table) -> bool:
    """Whether the rows of a table are sorted by all columns, exact text, by code point."""
    for part in chunks(max(table.records - 1, 0)):
        open_ = np.ones(part.stop - part.start, np.bool_)
        for name in table.names:
            here = table.column(name).packed[part.start : part.stop + 1]
            if (open_ & (here[1:] < here[:-1])).any():
                return False
            open_ &= here[1:] == here[:-1]
    return True


def row_text(names: Sequence[str]) -> pl.Expr:
    """The cells of a row as one text, each with its length in bytes before it, so that no two rows look alike.

    Example:
        >>> pl.DataFrame({"job": ["b", "a:"], "ill": ["x", ""]}).select(row_text(["job", "ill"])).to_series().to_list()
        ['1:b1:x', '2:a:0:']
    """
    return pl.concat_str([part for n in names for part in (pl.col(n).str.len_bytes(), pl.lit(":"), pl.col(n))])


def row_texts(table: Table) -> pl.Series:
    """Every row of a table as one text of its own: its cells, and how many equal rows come before it.

    Turns are dealt by these. They depend on no other row but equal ones, and equal rows do not come one after another.

    Example:
        >>> row_texts(Table(pl.DataFrame({"job": ["b", "a", "b"]}))).to_list()
        ['1:b0', '1:a0', '1:b1']
    """
    return RowTexts(table).of(np.arange(table.records))


class RowTexts:
    """The texts by which turns are dealt to the rows of a table, for any of its rows."""

    def __init__(self, table: Table) -> None:
        self._table = table

    def of(self, rows: Ints) -> pl.Series:
        """The texts of some rows, which ascend."""
        table, found = self._table, [pl.Series("cells", [], pl.String)]
        for part in chunks(table.records, _TEXTS):
            begin, end = np.searchsorted(rows, [part.start, part.stop])
            if begin == end:
                continue
            some = rows[begin:end]
            cells = table.part(part)
            if end - begin < part.stop - part.start:
                cells = cells[some - part.start]
            before = pl.Series("before", self.before[some])
            text = cells.select(cells=row_text(table.names)).with_columns(before)
            found.append(text.select(pl.concat_str("cells", "before")).to_series())
        return pl.concat(found)

    def draws(self, hashed: Callable[[Iterable[str]], NDArray[np.uint64]]) -> Draws:
        """The numbers by which rows are dealt, given how they are made from texts: by the run key."""

        made = np.zeros(self._table.records, np.uint64)
        known = np.zeros(self._table.records, np.bool_)

        def numbers(rows: Ints) -> NDArray[np.uint64]:
            new = np.sort(rows[~known[rows]])
            for part in chunks(len(new), _TEXTS):
                made[new[part]] = hashed(self.of(new[part]))
            known[new] = True
            return made[rows]

        return numbers

    @cached_property
    def before(self) -> AnyInts:
        """How many equal rows come before each; nothing is counted where a column tells all rows apart."""
        table = self._table
        columns = [table.column(name) for name in table.names if name not in table.aside]
        if any(len(column.values) == table.records for column in columns):
            return np.zeros(table.records, np.uint8)
        if any(one.distinct for one in table.aside.values()):
            return np.zeros(table.records, np.uint8)
        lines, sizes = [column.packed for column in columns], [len(column.values) for column in columns]
        for one in table.aside.values():
            lines.append(one.numbers())
            sizes.append(table.records)
        return equal_rows(lines, sizes)
