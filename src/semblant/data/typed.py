"""Columns of a release in types of their own, for formats that have them: never at the price of a cell's text."""

from collections.abc import Callable, Iterator

import polars as pl

from semblant.data.frames import to_frame
from semblant.data.table import Table
from semblant.policy.model import MISSING

Speller = Callable[[pl.Series], pl.Series | None]
"""How a format's reader writes a column of some type as text; None where the format cannot hold it."""

_GUESSES: tuple[Callable[[pl.Series], pl.Series], ...] = (
    lambda text: text.cast(pl.Int64, strict=False),
    lambda text: text.cast(pl.Float64, strict=False),
    lambda text: text.str.to_date("%Y-%m-%d", strict=False),
    lambda text: text.str.to_datetime("%Y-%m-%dT%H:%M:%S%.f", time_unit="us", strict=False),
)


def typed_columns(table: Table, spelled: Speller) -> Iterator[pl.Series]:
    """The columns of a release, each in a type that is read back as exactly the text that is released.

    That is the type it came in, else whole numbers, numbers, dates or times, else text; a missing value is nothing.

    Example:
        >>> from semblant.data.plain import spell
        >>> table = Table(pl.DataFrame({"n": ["1", "", "3"], "code": ["0012", "7", "8"], "day": ["2020-01-31"] * 3}))
        >>> [column.dtype for column in typed_columns(table, lambda column: spell(column, "x"))]
        [Int64, String, Date]
    """
    given = None if table.typed is None else to_frame(table, table.typed)
    for name in table.names:
        text = table.frame[name]
        candidates = ([given[name]] if given is not None and name in given.columns else []) + [*_guesses(text)]
        yield next((column for column in candidates if _same(spelled(column), text)), _nothing_for_missing(text))


def _guesses(text: pl.Series) -> Iterator[pl.Series]:
    cells = _nothing_for_missing(text)
    if cells.null_count() == len(cells):
        return
    for guess in _GUESSES:
        if guess(cells.drop_nulls().head(100)).null_count() == 0:
            yield guess(cells)


def _same(spelled: pl.Series | None, text: pl.Series) -> bool:
    return spelled is not None and spelled.dtype == pl.String and bool((spelled == text).all())


def _nothing_for_missing(text: pl.Series) -> pl.Series:
    return text.replace({MISSING: None})
