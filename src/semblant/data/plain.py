"""How values that are not text are written: integers, floats, dates and booleans."""

import polars as pl

from semblant.errors import InputError
from semblant.policy.model import MISSING


def spell(series: pl.Series, where: str) -> pl.Series:
    """A column of any plain type as text; None and NaN are missing.

    Floats are written as short as they can be read back, dates in ISO format (midnight is left out, unless there is a
    time zone), and booleans as ``true`` and ``false``.

    Example:
        >>> spell(pl.Series("n", [39, None]), "frame").to_list(), spell(pl.Series("x", [0.1, 39]), "frame").to_list()
        (['39', ''], ['0.1', '39.0'])
    """
    kind = series.dtype
    if kind == pl.Null:
        text = pl.Series(series.name, [None] * len(series), pl.String)
    elif kind.is_float():
        text = series.fill_nan(None).cast(pl.String)
    elif isinstance(kind, pl.Datetime):
        # Value by value: how a time is written must not depend on the other rows.
        text = series.dt.strftime("%Y-%m-%dT%H:%M:%S%.f" + ("%:z" if kind.time_zone else ""))
        text = text.str.strip_suffix("T00:00:00")
    elif isinstance(kind, pl.Duration):
        text = series.dt.to_string("iso")
    elif kind.is_nested() or kind in (pl.Binary, pl.Object):
        raise InputError(
            f"Column {series.name!r} holds {str(kind).split('(')[0].lower()} values, which are not plain text.",
            where=where,
            hints=["join the items of a set into one text, such as 'a|b|c'", "or leave the column out"],
        )
    else:
        text = series.cast(pl.String)
    return text.fill_null(MISSING)
