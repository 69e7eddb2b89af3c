"""Rows sorted by several columns of codes, and rows that are equal, in little memory."""

from collections.abc import Iterator, Sequence

import numpy as np

from semblant.arrays import AnyInts, Flags, Ints
from semblant.data.filebacked import CHUNK, chunks, filled, large_array, row_numbers

AT_ONCE = CHUNK
"""How many rows are sorted in memory."""


def sorted_rows(columns: Sequence[AnyInts], sizes: Sequence[int]) -> AnyInts:
    """The rows in ascending order by several columns, equal ones by their numbers; ``sizes``: how many codes each has.

    Many rows are dealt to the codes of the first column, those of a code to the codes of the second, and so on until
    they are few enough to be sorted at once.

    Example:
        >>> sorted_rows([np.array([1, 0, 1, 0]), np.array([1, 1, 0, 1])], [2, 2]).tolist()
        [1, 3, 2, 0]
    """
    rows = row_numbers(len(columns[0]))
    _sort(rows, columns, sizes)
    return rows


def _sort(rows: AnyInts, columns: Sequence[AnyInts], sizes: Sequence[int]) -> None:
    """Sort some rows in their place."""
    if len(rows) <= AT_ONCE:
        if len(rows) > 1 and columns:
            rows[:] = rows[np.lexsort([column[rows] for column in reversed(columns)])]
        return
    if not columns:
        return
    held = _dealt(rows, columns[0], sizes[0])
    ends = np.cumsum(held)
    for begin, end in _segments(ends):
        segment = rows[int(ends[begin - 1]) if begin else 0 : int(ends[end - 1])]
        left = end - begin > 1  # several codes together: they are few, and sorted by this column too
        _sort(segment, columns if left else columns[1:], sizes if left else sizes[1:])


def _dealt(rows: AnyInts, column: AnyInts, size: int) -> Ints:
    """Put rows in the order of the codes of a column, those of one code as they were; returns how many have each."""
    held = np.zeros(size, np.int64)
    for part in chunks(len(rows)):
        held += np.bincount(column[rows[part]], minlength=size)
    if np.count_nonzero(held) > 1:
        next_of = np.cumsum(held) - held
        dealt = large_array(len(rows), rows.dtype)
        for part in chunks(len(rows)):
            some = rows[part]
            codes = column[some]
            dealt[_turns(codes, next_of)] = some
        rows[:] = dealt
    return held


def _turns(codes: AnyInts, next_of: Ints) -> Ints:
    """The next free place of the code of every row, one after another; moves these places on."""
    order = np.argsort(codes, kind="stable")
    ascending = codes[order]
    begins = np.flatnonzero(np.append(True, ascending[1:] != ascending[:-1])) if len(codes) else np.empty(0, np.int64)
    lengths = np.diff(begins, append=len(codes))
    there = ascending[begins]
    found = np.empty(len(codes), np.int64)
    found[order] = np.arange(len(codes)) + np.repeat(next_of[there] - begins, lengths)
    next_of[there] += lengths
    return found


def _segments(ends: Ints) -> Iterator[tuple[int, int]]:
    """Codes that follow each other, from one to another, as many as can be sorted at once, or a single one."""
    begin = 0
    while begin < len(ends):
        done = int(ends[begin - 1]) if begin else 0
        end = max(begin + 1, int(np.searchsorted(ends, done + AT_ONCE, side="right")))
        yield begin, end
        begin = end


def equal_to_next(columns: Sequence[AnyInts], rows: AnyInts) -> Flags:
    """Which of the rows, in this order, are equal to the one after them."""

    def equal(part: slice) -> Flags:
        found = np.ones(part.stop - part.start, np.bool_)
        some = rows[part.start : part.stop + 1]
        for column in columns:
            here = column[some]
            found &= here[1:] == here[:-1]
        return found

    return filled(max(len(rows) - 1, 0), np.bool_, equal)


def equal_before(columns: Sequence[AnyInts], sizes: Sequence[int]) -> AnyInts:
    """For every row how many equal rows come before it.

    Example:
        >>> equal_before([np.array([1, 0, 1, 1]), np.array([0, 2, 0, 1])], [2, 3]).tolist()
        [0, 0, 1, 0]
    """
    rows = sorted_rows(columns, sizes)
    equal = equal_to_next(columns, rows)
    before = large_array(len(rows), np.int32)
    last = -1  # the turn of the row before
    for part in chunks(len(rows)):
        follows = np.append(part.start > 0 and equal[part.start - 1], equal[part.start : part.stop - 1])
        place = np.arange(len(follows))
        first = np.maximum.accumulate(np.where(follows, -1 - last, place))
        turns = place - first
        before[rows[part]] = turns
        last = int(turns[-1])
    return before
