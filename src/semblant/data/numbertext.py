"""The text of numbers in formats that have but one kind of them: whole ones are written without a point."""

import polars as pl

from semblant.policy.model import MISSING

_EXACT = 10**15


def number_text(column: pl.Series) -> pl.Series:
    """A column of floats as text, whole numbers as such.

    Example:
        >>> number_text(pl.Series([39.0, 0.5, None, -2.0])).to_list()
        ['39', '0.5', '', '-2']
    """
    whole = (column == column.round()) & (column.abs() < _EXACT)
    texts = pl.when(whole).then(column.cast(pl.Int64, strict=False).cast(pl.String)).otherwise(column.cast(pl.String))
    return pl.select(texts).to_series().alias(column.name).fill_null(MISSING)
