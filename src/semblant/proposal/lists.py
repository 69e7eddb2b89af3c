"""Columns whose cells hold lists of items: what parts the items, and the items as a column of their own."""

from collections.abc import Sequence

import numpy as np

from semblant.data.items import split
from semblant.data.missing import is_nothing, no_value
from semblant.data.table import Column

SEPARATORS = ("|", ";", ",")
"""What is tried between the items of a list."""

_LOOKED_AT = 5_000  # distinct cells of a column
_LISTS = 0.5  # share of the cells that hold several items, so that their column is one of lists
_AGAIN = 2  # times that an item of a list comes again on average


def separator_of(column: Column) -> str | None:
    """What parts the items of a column of lists; None where it is no such column.

    Lists are of different lengths, and what stands in one stands in others: names of people and places with a comma
    in them are no lists.
    """
    for sign in SEPARATORS:
        cells = items_of(column, sign)
        sizes = {len(cell) for cell in cells}
        held = [item for cell in cells for item in cell]
        spelt = sum(any(letter.isalpha() for letter in item) for item in held)
        if (
            share_of_lists(cells) >= _LISTS
            and len(sizes) > 1
            and len(held) >= _AGAIN * len(set(held))
            and 2 * spelt > len(held)
        ):
            return sign
    return None


def items_of(column: Column, separator: str) -> list[list[str]]:
    """The items of the distinct cells that hold any."""
    cells = (value for value in column.values[:_LOOKED_AT] if not no_value(value))
    return [cell for value in cells if (cell := _there(split(value, separator)))]


def _there(items: Sequence[str]) -> list[str]:
    return [item for item in items if not is_nothing(item)]


def share_of_lists(cells: Sequence[Sequence[str]]) -> float:
    """The share of cells with several items."""
    return sum(len(cell) > 1 for cell in cells) / len(cells) if cells else 0.0


def items_column(column: Column, separator: str) -> Column:
    """The items of all records as a column of their own, with how many records have each.

    Example:
        >>> import polars as pl
        >>> from semblant.data.table import Table
        >>> cells = Table(pl.DataFrame({"items": ["tea|milk", "tea"]})).column("items")
        >>> items_column(cells, "|").values, items_column(cells, "|").counts.tolist()
        (('milk', 'tea'), [1, 2])
    """
    held = [_there(split(value, separator)) for value in column.values]
    texts = sorted({item for cell in held for item in cell})
    place = {item: i for i, item in enumerate(texts)}
    codes = [
        code
        for cell, count in zip(held, column.counts.tolist(), strict=True)
        for code in [place[item] for item in cell] * count
    ]
    return Column.of(column.name, texts, np.array(codes, np.int64))
