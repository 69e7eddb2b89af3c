"""Title lines above the header of a table, as people and spreadsheets write them."""

from collections import Counter
from collections.abc import Sequence

import polars as pl

from semblant.data.header import header_hints

_MOST = 30


def lines_above(rows: Sequence[Sequence[str]]) -> int:
    """How many of the first rows are titles or blank, and not the header.

    A title fills at most half of the columns below it. As it could also be a header whose other names are missing,
    above a record, it counts as a title only beside a blank row, or if the row below it clearly names its columns.

    Example:
        >>> lines_above([["Visitors 2025"], [], ["age", "job"], ["39", "nurse"], ["41", "baker"]])
        2
        >>> lines_above([["Visitors", ""], ["age", "job"], ["39", "nurse"]]), lines_above([["id", ""], ["1", "2"]])
        (1, 0)
        >>> lines_above([["Made on:", "3 May", "", ""], ["id", "age", "job", "town"], ["a", "39", "nurse", "York"]])
        1
    """
    widths = Counter(len(row) for row in rows if row)
    width = max(widths, key=lambda w: (widths[w], w), default=0)
    if width < 2:
        return 0
    columns = sum(map(any, zip(*(_there(row) for row in rows if len(row) == width), strict=True)))
    enough = max(1, columns // 2)
    above = next((i for i, row in enumerate(rows[: _MOST + 1]) if sum(_there(row)) > enough), 0)
    if above == 0 or len(rows[above]) != width:
        return 0
    blank = any(not any(_there(row)) for row in rows[:above])
    return above if blank or _names_columns(rows[above], rows[above + 1 :]) else 0


def _there(row: Sequence[str]) -> list[bool]:
    return [bool(cell.strip()) for cell in row]


def _names_columns(names: Sequence[str], rows: Sequence[Sequence[str]]) -> bool:
    """Whether a row names the columns below it: one is of numbers or dates, say, and its name is not."""
    columns = zip(*(row for row in rows if len(row) == len(names)), strict=True)
    hints = header_hints([pl.Series(n, list(c), pl.String) for n, c in zip(names, columns, strict=False)])
    return "header" in hints and "form" not in hints
