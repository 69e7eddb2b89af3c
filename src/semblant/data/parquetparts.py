"""The parts of a Parquet file: every byte belongs to one that its footer names, and every value to a cell.

Only the descriptions are read, of the file at its end and of each page before it; they are structures in Thrift's
compact form. Cells stay as they are, compressed.
"""

import struct
from collections.abc import Callable, Iterator
from contextlib import suppress
from itertools import pairwise
from typing import Any, NamedTuple

import numpy as np
import polars as pl

_MAGIC = b"PAR1"
_GROUPS, _CHUNKS, _ROWS, _OF_CHUNK = 4, 1, 3, 3  # places of fields in their structures
_TYPE, _PATH, _VALUES, _METADATA, _SIZE, _DATA, _DICTIONARY, _BLOOM = 1, 3, 5, 8, 7, 9, 11, 14
_INDEXES = (4, 5), (6, 7)  # of a chunk: where an index begins, and its size
_KIND, _WHOLE, _PACKED = 1, 2, 3  # of a page
_PAGES = {0: 5, 2: 7, 3: 8}  # of data, of a dictionary, of data in the second form: the place of their own header
_IS_DICTIONARY = 2
_WIDTHS = {1: 4, 2: 8, 4: 4, 5: 8}  # of INT32, INT64, FLOAT and DOUBLE, in bytes
_BYTES = 6
_HEADER = 1 << 20  # bytes of the longest header of a page that is read
_DEEPEST = 16

Struct = dict[int, Any]
Cells = Callable[[str, int, int], pl.Series]
"""The cells of a column: its name, the first row and how many."""


class Dictionary(NamedTuple):
    """A dictionary of values, to which the cells of some rows of a column point."""

    column: str
    first: int
    rows: int
    values: int
    size: int
    type: int


def hidden_in_parts(file: bytes | memoryview, cells: Cells) -> list[str]:
    """What a Parquet file carries in bytes that its footer does not name, or in dictionaries, in words.

    A description that is broken raises a ``ValueError``.
    """
    try:
        spans, dictionaries, found = _parts(file)
    except (struct.error, IndexError, KeyError, TypeError, AttributeError, RecursionError):
        raise ValueError("a broken description") from None
    if any(_lost(file, before, after) for before, after in pairwise(sorted(spans))):
        found.append("bytes that are no part of its table")
    if any(_unused(one, cells(one.column, one.first, one.rows)) for one in dictionaries):
        found.append("lists of values, which are more than those of its cells")
    return found


def _parts(file: bytes | memoryview) -> tuple[list[tuple[int, int]], list[Dictionary], list[str]]:
    """Where the parts of a file begin and end, its dictionaries, and what else it carries."""
    size = struct.unpack_from("<I", file, len(file) - 8)[0]
    end = len(file) - 8 - size
    if bytes(file[:4]) != _MAGIC or bytes(file[-4:]) != _MAGIC or end < len(_MAGIC):
        raise ValueError("no Parquet file")
    reader = _Compact(bytes(file[end : end + size]))
    footer = reader.struct()
    spans = [(0, len(_MAGIC)), (end, end + reader.at), (len(file) - 8, len(file))]
    dictionaries: list[Dictionary] = []
    found: list[str] = []
    first = 0
    for group in footer.get(_GROUPS, []):
        for chunk in group[_CHUNKS]:
            about = chunk[_OF_CHUNK]
            name = about[_PATH][0].decode("utf-8", "replace")
            begin = min((about[place] for place in (_DATA, _DICTIONARY) if about.get(place)), default=len(_MAGIC))
            stop = begin + about[_SIZE]
            spans += [(begin, stop), *_again(file, stop, about), *_beside(file, chunk)]
            if about.get(_METADATA):
                found.append("metadata of columns")
            values = 0
            for page, whole in _pages(file, begin, stop):
                own = page[_PAGES[page[_KIND]]]
                if page[_KIND] == _IS_DICTIONARY:
                    dictionaries.append(Dictionary(name, first, group[_ROWS], own[1], whole, about[_TYPE]))
                else:
                    values += own[1]
            if values != about[_VALUES]:
                found.append("more cells than its table")
        first += group[_ROWS]
    return spans, dictionaries, [*dict.fromkeys(found)]


def _pages(file: bytes | memoryview, begin: int, stop: int) -> Iterator[tuple[Struct, int]]:
    """The headers of the pages of a column chunk, and how large each page is, unpacked."""
    while begin < stop:
        reader = _Compact(bytes(file[begin : min(begin + _HEADER, stop)]))
        page = reader.struct()
        begin += reader.at + page[_PACKED]
        yield page, page[_WHOLE]
    if begin != stop:
        raise ValueError("pages that do not fill their column")


def _again(file: bytes | memoryview, begin: int, about: Struct) -> Iterator[tuple[int, int]]:
    """Where a column chunk is described once more behind it, as some writers do."""
    reader = _Compact(bytes(file[begin : begin + _HEADER]))
    with suppress(ValueError, IndexError):
        if reader.struct() == about:
            yield begin, begin + reader.at


def _beside(file: bytes | memoryview, chunk: Struct) -> Iterator[tuple[int, int]]:
    """Where a column chunk has indexes of its pages, and a filter of its values."""
    for place, size in _INDEXES:
        if chunk.get(place):
            yield chunk[place], chunk[place] + chunk[size]
    if begin := chunk[_OF_CHUNK].get(_BLOOM):
        reader = _Compact(bytes(file[begin : begin + _HEADER]))
        yield begin, begin + reader.struct()[1] + reader.at


def _lost(file: bytes | memoryview, before: tuple[int, int], after: tuple[int, int]) -> bool:
    """Whether bytes lie between two parts; zeros that fill up a block say nothing."""
    return after[0] != before[1] and (after[0] < before[1] or any(bytes(file[before[1] : after[0]])))


def _unused(dictionary: Dictionary, cells: pl.Series) -> bool:
    """Whether a dictionary has values that no cell has: it may have fewer, where some cells are written out."""
    used = _distinct(cells)
    most = used.len()
    if dictionary.type == _BYTES:
        if isinstance(used.dtype, pl.Enum | pl.Categorical):
            used = used.cast(pl.String)
        if used.dtype not in (pl.String, pl.Binary):
            return dictionary.values > most
        lengths = used.str.len_bytes() if used.dtype == pl.String else used.bin.size()
        size = int(lengths.sum()) + 4 * most
    elif dictionary.type in _WIDTHS:
        size = most * _WIDTHS[dictionary.type]
    else:
        size = dictionary.size
    return dictionary.values > most or dictionary.size > size


def _distinct(cells: pl.Series) -> pl.Series:
    """The values of cells: a list of categories, all of which are known to have cells; of floats every bit counts."""
    if isinstance(cells.dtype, pl.Enum):
        return cells.dtype.categories
    cells = cells.drop_nulls()
    if cells.dtype.is_float():
        bits = np.ascontiguousarray(cells.to_numpy())
        return pl.Series(np.unique(bits.view(f"u{bits.itemsize}")))
    return cells.unique()


class _Compact:
    """Reads structures in Thrift's compact form; fields are told by their numbers."""

    def __init__(self, buffer: bytes) -> None:
        self.buffer, self.at = buffer, 0

    def struct(self, depth: int = 0) -> Struct:
        """The structure that begins here."""
        fields: Struct = {}
        number = 0
        if depth > _DEEPEST:
            raise ValueError("a description that is too deep")
        while head := self._byte():
            step, kind = head >> 4, head & 15
            number = number + step if step else self._zigzag()
            fields[number] = kind == 1 if kind in (1, 2) else self._value(kind, depth)
        return fields

    def _value(self, kind: int, depth: int) -> Any:
        match kind:
            case 1 | 2 | 3:
                return self._byte()
            case 4 | 5 | 6:
                return self._zigzag()
            case 7:
                return struct.unpack("<d", self._take(8))[0]
            case 8:
                return self._take(self._number())
            case 9 | 10:
                head = self._byte()
                length = self._number() if head >> 4 == 15 else head >> 4
                return [self._value(head & 15, depth + 1) for _ in range(length)]
            case 12:
                return self.struct(depth + 1)
        raise ValueError("a kind of field that Parquet does not have")

    def _byte(self) -> int:
        self.at += 1
        return self.buffer[self.at - 1]

    def _take(self, length: int) -> bytes:
        self.at += length
        if self.at > len(self.buffer):
            raise ValueError("a description that ends too early")
        return self.buffer[self.at - length : self.at]

    def _number(self) -> int:
        number = shift = 0
        while True:
            byte = self._byte()
            number |= (byte & 127) << shift
            shift += 7
            if byte < 128:
                return number

    def _zigzag(self) -> int:
        number = self._number()
        return (number >> 1) ^ -(number & 1)
