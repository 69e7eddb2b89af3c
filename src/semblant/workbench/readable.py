"""Whether a column can be compared as numbers or dates, before a run has to find out."""

from typing import Literal

from semblant.data.table import Column
from semblant.errors import InputError
from semblant.space.rulers import ruler_of


def unread(column: Column, kind: Literal["numeric", "date"], last_year: int | None = None) -> tuple[str, ...]:
    """Values of a column that are no numbers or dates, some of them where there are many.

    Example:
        >>> import polars as pl
        >>> from semblant.data.table import Table
        >>> born = Table(pl.DataFrame({"born": ["1.2.1980", "unknown", "3.4.1990", ""]})).column("born")
        >>> unread(born, "date")
        ('unknown',)
    """
    try:
        ruler_of(column.name, kind, None, column.values, last_year)
    except InputError as error:
        return error.values
    return ()
