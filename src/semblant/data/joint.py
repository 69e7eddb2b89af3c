"""Columns of whole numbers, in little memory: distinct rows over several of them, and counts of one."""

import math
from collections.abc import Iterator, Sequence
from functools import partial

import numpy as np

from semblant.arrays import AnyInts, Flags, Ints, Ints32
from semblant.data.filebacked import chunks, gathered, large_array, rows_where

LONG = 1_000_000
"""Rows from which codes are kept in the smallest type."""

AT_ONCE = 4_000_000
"""How many records of classes are looked at together, at least."""

_PASSES = 64
"""How often all records are looked through for those of some classes, at most."""

_DENSE = 1 << 24  # possible rows that are looked up in a table
_SPAN = 2**62  # up to which rows are numbered by mixed radix


def smallest(size: int) -> np.dtype[np.unsignedinteger]:
    """The smallest type that holds so many different codes.

    Example:
        >>> smallest(256), smallest(257)
        (dtype('uint8'), dtype('uint16'))
    """
    return np.dtype(np.uint8 if size <= 1 << 8 else np.uint16 if size <= 1 << 16 else np.uint32)


def packed(values: AnyInts, size: int, at: AnyInts) -> AnyInts:
    """The value at each of many places; many are kept in the smallest type that holds so many different ones."""
    return gathered(values.astype(smallest(size) if len(at) >= LONG else np.int32), at)


def counts_of(codes: AnyInts, size: int) -> Ints:
    """How often each code occurs."""
    total = np.zeros(size, np.int64)
    for rows in chunks(len(codes)):
        total += np.bincount(codes[rows], minlength=size)
    return total


def distinct_rows(columns: Sequence[AnyInts], sizes: Sequence[int]) -> tuple[Ints32, Ints32, Ints]:
    """The distinct rows of columns of codes in lexicographic order ([column, row]), which each row is, and how many.

    ``sizes`` says how many codes a column may have.

    Example:
        >>> [found.tolist() for found in distinct_rows([np.array([1, 0, 1]), np.array([0, 2, 0])], [2, 3])]
        [[[0, 1], [2, 0]], [1, 0, 1], [1, 2]]
    """
    records = len(columns[0])
    lines, spans = [*columns], [*sizes]
    while (cut := _fitting(spans)) < len(spans):  # renumber the first ones before the mixed-radix number overflows
        firsts, number = _numbered(lines[:cut], spans[:cut], records)
        lines, spans = [number, *lines[cut:]], [len(firsts), *spans[cut:]]
    found, number = _numbered(lines, spans, records)
    where = _first_places(number, len(found))
    distinct = np.stack([np.asarray(column[where], np.int32) for column in columns])
    return distinct, number, counts_of(number, len(found))


def _fitting(sizes: Sequence[int]) -> int:
    """How many of the first columns one number can hold."""
    span = 1
    for place, size in enumerate(sizes):
        if span * size >= _SPAN:
            return place
        span *= max(size, 1)
    return len(sizes)


def _numbered(columns: Sequence[AnyInts], sizes: Sequence[int], records: int) -> tuple[Ints, Ints32]:
    """The distinct mixed-radix numbers of rows in ascending order, and the place of every row's among them."""

    def keys(rows: slice) -> Ints:
        number = np.zeros(rows.stop - rows.start, np.int64)
        for column, size in zip(columns, sizes, strict=True):
            number *= size
            number += column[rows]
        return number

    if math.prod(sizes) <= _DENSE:
        there = np.zeros(math.prod(sizes), np.bool_)
        for rows in chunks(records):
            there[keys(rows)] = True
        rank = np.cumsum(there, dtype=np.int32) - np.int32(1)
        places: Ints32 = large_array(records, np.int32)
        for rows in chunks(records):
            places[rows] = rank[keys(rows)]
        return np.flatnonzero(there), places
    found = np.empty(0, np.int64)
    for rows in chunks(records):
        found = _sorted_once(np.concatenate([found, _sorted_once(keys(rows))]))
    places = large_array(records, np.int32)
    for rows in chunks(records):
        here = keys(rows)
        order = np.argsort(here)
        here = here[order]
        new = _begins(here)
        places[rows][order] = np.searchsorted(found, here[new])[np.cumsum(new) - 1]
    return found, places


def _sorted_once(numbers: Ints) -> Ints:
    """The different numbers, ascending: sorting is several times as fast as ``np.unique``, which hashes."""
    numbers = np.sort(numbers)
    return numbers[_begins(numbers)]


def _begins(ascending: Ints) -> Flags:
    """Where a number differs from the one before it."""
    new = np.ones(len(ascending), np.bool_)
    np.not_equal(ascending[1:], ascending[:-1], out=new[1:])
    return new


def _first_places(number: Ints32, size: int) -> Ints:
    """Where each number first occurs."""
    first = np.full(size, len(number), np.int64)
    for rows in reversed([*chunks(len(number))]):
        here = number[rows]
        first[here[::-1]] = np.arange(rows.stop - 1, rows.start - 1, -1)
    return first


def by_classes(class_of: AnyInts, classes: int) -> Iterator[tuple[int, int, AnyInts]]:
    """Some classes at a time, from one to another, with the records that are in them.

    Example:
        >>> [(begin, end, rows.tolist()) for begin, end, rows in by_classes(np.array([1, 0, 1]), 2)]
        [(0, 2, [0, 1, 2])]
    """
    held = np.cumsum(counts_of(class_of, classes))
    most = max(AT_ONCE, len(class_of) // _PASSES)
    begin = 0
    while begin < classes:
        done = int(held[begin - 1]) if begin else 0
        end = max(begin + 1, int(np.searchsorted(held, done + most, side="right")))
        yield begin, end, rows_where(len(class_of), partial(_between, class_of, begin, end))
        begin = end


def _between(class_of: AnyInts, begin: int, end: int, rows: slice) -> Flags:
    here = class_of[rows]
    return np.asarray((here >= begin) & (here < end))
