"""The order of released rows, which must not tell where they stood in the original."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cached_property

import numpy as np
import polars as pl
from numpy.typing import NDArray

from semblant.arrays import AnyInts, Flags
from semblant.data.filebacked import CHUNK, chunks, filled, gathered, large_array, row_numbers, rows_where
from semblant.data.sorting import equal_before, equal_to_next, sorted_rows
from semblant.data.table import Table

_TEXTS = 1 << 18
"""Rows whose texts are there together."""

Draws = Callable[[AnyInts], NDArray[np.uint64]]
"""From some rows of a table to the numbers that decide which of them comes first."""


def arranged(table: Table, order: str, draws: Draws) -> AnyInts:
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
    rows = row_numbers(table.records)
    if order == "keep":
        return rows
    if order == "shuffle":
        drawn = draws(rows)
        first = filled(len(drawn), np.uint16, lambda part: drawn[part] >> np.uint64(48))
        return sorted_rows([first, drawn], [1 << 16, 0])  # so few have the same beginning that they are sorted at once
    columns = [table.column(name) for name in table.names]
    packed = [column.packed for column in columns]
    rows = sorted_rows(packed, [len(column.values) for column in columns])
    _by_number(rows, equal_to_next(packed, rows), draws)
    return rows


def _by_number(rows: AnyInts, equal: Flags, draws: Draws) -> None:
    """Sort rows that are equal, and so stand side by side, by the numbers that are drawn for them."""

    def alike(part: slice) -> Flags:
        found = np.zeros(part.stop - part.start, np.bool_)
        found[: len(equal[part])] = equal[part]
        before = np.append(part.start > 0 and equal[part.start - 1], found[:-1])
        return np.asarray(found | before)

    places = rows_where(len(rows), alike)
    if not len(places):
        return
    some = gathered(rows, places)
    drawn = draws(some)
    for part in _whole_runs(places, equal):
        at = places[part]
        run = np.cumsum(np.append(True, ~equal[at[1:] - 1]))
        rows[at] = some[part][np.lexsort([some[part], drawn[part], run])]


def _whole_runs(places: AnyInts, equal: Flags) -> Iterator[slice]:
    """Places of equal rows, so many at a time, and all that are equal together."""
    begin = 0
    while begin < len(places):
        end = min(begin + CHUNK, len(places))
        while end < len(places) and equal[places[end] - 1]:
            further = equal[places[end : end + CHUNK] - 1]
            end += len(further) if further.all() else int(further.argmin())
        yield slice(begin, end)
        begin = end


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


class RowTexts:
    """The text by which a turn is dealt to each row of a table: its cells, and how many equal rows come first.

    They depend on no other row but equal ones, and equal rows do not come one after another.

    Example:
        >>> RowTexts(Table(pl.DataFrame({"job": ["b", "a", "b"]}))).of(np.arange(3)).to_list()
        ['1:b0', '1:a0', '1:b1']
    """

    def __init__(self, table: Table) -> None:
        self._table = table

    def of(self, rows: AnyInts) -> pl.Series:
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

        def drawn(new: AnyInts) -> Iterator[tuple[AnyInts, NDArray[np.uint64]]]:
            for part in chunks(len(new), _TEXTS):
                yield new[part], hashed(self.of(new[part]))

        return DrawnOnce(self._table.records, drawn)

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
        return equal_before(lines, sizes)


class DrawnOnce:
    """The numbers of rows, each drawn when it is first asked for; ``drawn`` does so for rows that ascend."""

    def __init__(self, records: int, drawn: Callable[[AnyInts], Iterable[tuple[AnyInts, NDArray[np.uint64]]]]) -> None:
        self._drawn = drawn
        self._made: NDArray[np.uint64] | None = None
        self._known = np.zeros(records, np.bool_)

    def __call__(self, rows: AnyInts) -> NDArray[np.uint64]:
        """The numbers of some rows."""
        if self._made is None:
            self._made = large_array(len(self._known), np.uint64)
        known, made = self._known, self._made
        new = gathered(rows, rows_where(len(rows), lambda part: ~known[rows[part]]))
        new.sort()
        for some, numbers in self._drawn(new) if len(new) else ():
            made[some] = numbers
            known[some] = True
        return gathered(made, rows)
