"""Whether a delimited text is laid out so plainly that every reader must agree about its cells."""

import numpy as np

_QUOTE, _LF, _CR = 34, 10, 13
_BLOCK = 1 << 23


def plain_records(data: bytes, delimiter: str, width: int) -> int | None:
    """How many rows of exactly ``width`` cells the text has, or None where it is not plain.

    Plain means: quotes only around whole cells (doubled inside), lines ended by LF or CRLF, every row with
    ``width`` cells. The fast reader is trusted with such text only; anything else is read slowly, by the letter.

    Example:
        >>> plain_records(b'job,town\\nnurse,"Reus, Spain"\\nbaker,Graz', ",", 2)
        3
        >>> plain_records(b'job,town\\nnurse\\n', ",", 2) is None
        True
        >>> plain_records(b'size,n\\n5" pipe,1\\n', ",", 2) is None
        True
    """
    if len(delimiter.encode()) != 1:
        return None
    separator = ord(delimiter)
    everything = np.frombuffer(data, np.uint8)
    size = len(everything)
    inside = False  # a quoted cell that an earlier block opened
    cells = rows = 0
    for start in range(0, size, _BLOCK):
        stop = min(start + _BLOCK, size)
        block = everything[start:stop]
        before = everything[start - 1] if start else _LF
        after = everything[stop] if stop < size else _LF
        quotes = np.flatnonzero(block == _QUOTE)
        ends = (block == separator) | (block == _LF)
        returns = block == _CR
        if len(quotes) or inside:
            # Quote by quote the text goes in and out of a cell; a doubled quote goes out and in again at once.
            opening = np.arange(len(quotes)) % 2 == int(inside)
            previous = np.where(quotes > 0, block[quotes - 1], before)[opening]
            following = np.where(quotes < len(block) - 1, block[(quotes + 1) % len(block)], after)[~opening]
            if not _all_in(previous, separator, _LF, _QUOTE) or not _all_in(following, separator, _LF, _CR, _QUOTE):
                return None
            parity = np.zeros(len(block), np.uint8)
            parity[quotes] = 1
            outside = (np.cumsum(parity, dtype=np.uint8) & 1) == int(inside)
            ends &= outside
            returns &= outside
            inside ^= bool(len(quotes) % 2)
        carriage = np.flatnonzero(returns)
        if not np.all(np.where(carriage < len(block) - 1, block[(carriage + 1) % len(block)], after) == _LF):
            return None
        kinds = block[np.flatnonzero(ends)]
        expected = np.arange((width - 1 - cells) % width, len(kinds), width)
        if not np.array_equal(np.flatnonzero(kinds == _LF), expected):
            return None
        cells += len(kinds)
        rows += len(expected)
    if inside or (size and everything[-1] == _CR):
        return None
    if size and everything[-1] != _LF:
        return rows + 1 if cells % width == width - 1 else None
    return rows


def _all_in(found: np.ndarray[tuple[int], np.dtype[np.uint8]], *allowed: int) -> bool:
    return bool(np.isin(found, np.array(allowed, np.uint8)).all())
