"""Whether a delimited text is so simple that every reader agrees about its cells."""

import numpy as np
from numpy.typing import NDArray

_QUOTE, _LF, _CR = 34, 10, 13
_AFTER = (_LF, _CR, _QUOTE)
_BLOCK = 1 << 23


def plain_records(data: bytes, delimiter: str, width: int, *, block: int = _BLOCK) -> int | None:
    """How many rows of exactly ``width`` cells the text has, or None where it is not plain.

    Plain means: quotes only around whole cells (doubled inside), lines ended by LF or CRLF, every row with
    ``width`` cells. Only such text goes to the fast reader; anything else is read by the slow, strict one.

    Example:
        >>> plain_records(b'job,town\\nnurse,"Reus, Spain"\\nbaker,Graz', ",", 2)
        3
        >>> plain_records(b'job,town\\nnurse\\n', ",", 2) is None
        True
        >>> plain_records(b'size,n\\n5" pipe,1\\n', ",", 2) is None
        True
    """
    separator = ord(delimiter)
    text = np.frombuffer(data, np.uint8)
    inside = False  # whether an earlier block opened a quoted cell
    cells = rows = 0
    for start in range(0, len(text), block):
        part = text[start : start + block]
        ends = (part == separator) | (part == _LF)
        returns = part == _CR
        quotes = np.flatnonzero(part == _QUOTE)
        if len(quotes) or inside:
            # Every quote opens or closes a cell; a doubled quote closes and reopens it at once.
            opening = np.arange(len(quotes)) % 2 == int(inside)
            before = _beside(text, start + quotes[opening], -1)
            after = _beside(text, start + quotes[~opening], +1)
            if not (np.isin(before, (separator, _LF, _QUOTE)).all() and np.isin(after, (separator, *_AFTER)).all()):
                return None
            turns = np.zeros(len(part), np.uint8)
            turns[quotes] = 1
            outside = (np.cumsum(turns, dtype=np.uint8) & 1) == int(inside)  # wraps at 256, which is even
            ends &= outside
            returns &= outside
            inside ^= bool(len(quotes) % 2)
        if not (_beside(text, start + np.flatnonzero(returns), +1) == _LF).all():
            return None
        kinds = part[ends]
        lines = np.flatnonzero(kinds == _LF)
        if not np.array_equal(lines, np.arange((width - 1 - cells) % width, len(kinds), width)):
            return None
        cells += len(kinds)
        rows += len(lines)
    if inside or data.endswith(b"\r"):
        return None
    if not data or data.endswith(b"\n"):
        return rows
    return rows + 1 if cells % width == width - 1 else None


def _beside(text: NDArray[np.uint8], at: NDArray[np.int64], step: int) -> NDArray[np.uint8]:
    """The neighbours of some bytes; a line end is assumed before the first and after the last."""
    beside = at + step
    within = (beside >= 0) & (beside < len(text))
    return np.where(within, text[np.where(within, beside, 0)], np.uint8(_LF))
