"""How values that are not text are written: integers, floats, dates and booleans."""

from datetime import date

import numpy as np
import polars as pl

from semblant.errors import InputError
from semblant.policy.model import MISSING

_EXACT = 2**53  # up to which all whole numbers are floats
_EXTENSION: type | tuple[()] = getattr(pl, "BaseExtension", ())  # older polars has none


def spell(series: pl.Series, where: str, *, pointed: bool = True) -> pl.Series:
    """A column of any plain type as text; None and NaN are missing.

    Floats are written as short as they can be read back, whole ones with a point or, as formats with but one kind of
    numbers have them, without. Dates are in ISO format (midnight is left out, unless there is a time zone), and
    booleans ``true`` and ``false``.

    Example:
        >>> spell(pl.Series("n", [39, None]), "frame").to_list(), spell(pl.Series("x", [0.1, 39]), "frame").to_list()
        (['39', ''], ['0.1', '39.0'])
        >>> spell(pl.Series("x", [0.1, 39, -2]), "frame", pointed=False).to_list()
        ['0.1', '39', '-2']
    """
    kind = series.dtype
    if kind == pl.Null:
        text = pl.Series(series.name, [None] * len(series), pl.String)
    elif kind.is_float():
        text = series.fill_nan(None).cast(pl.String)
        if not pointed:
            whole = (series == series.round()) & (series.abs() < _EXACT)
            text = series.cast(pl.Int64, strict=False).cast(pl.String).zip_with(whole.fill_null(False), text)
    elif kind.is_decimal() and not pointed:
        text = series.cast(pl.String)
        text = text.str.strip_chars_end("0").str.strip_suffix(".").zip_with(text.str.contains(".", literal=True), text)
    elif isinstance(kind, pl.Datetime):
        # Value by value: how a time is written must not depend on the other rows.
        text = series.dt.strftime("%Y-%m-%dT%H:%M:%S%.f" + ("%:z" if kind.time_zone else ""))
        text = text.str.strip_suffix("T00:00:00")
    elif kind == pl.Time:
        text = series.dt.strftime("%H:%M:%S%.f")
    elif isinstance(kind, pl.Duration):
        text = series.dt.to_string("iso")
    elif kind.is_nested() or kind in (pl.Binary, pl.Object) or isinstance(kind, _EXTENSION):
        raise InputError(
            f"Column {series.name!r} holds {str(kind).split('(')[0].lower()} values, which are not plain text.",
            where=where,
            hints=["join the items of a set into one text, such as 'a|b|c'", "or leave the column out"],
        )
    else:
        text = series.cast(pl.String)
    return text.fill_null(MISSING)


def text_of(value: object) -> str:
    """One value of any type as text, spelt as in a column of its type."""
    if isinstance(value, str):
        return str(value)
    if isinstance(value, bool | np.bool_):
        return "true" if value else "false"
    return value.isoformat() if isinstance(value, date) else str(value)
