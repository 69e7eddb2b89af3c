"""Tables from and to data frames: pandas, polars and pyarrow, without importing any that was not given."""

from collections.abc import Callable
from datetime import date
from typing import Any

import narwhals as nw
import numpy as np
import polars as pl
from narwhals.exceptions import DuplicateError
from narwhals.typing import IntoDataFrame, IntoDataFrameT

from semblant.data.spelling import spell
from semblant.data.table import Origin, Table, refuse_names
from semblant.errors import InputError
from semblant.policy import MISSING

_WHERE = "frame"


def from_frame(frame: IntoDataFrame) -> Table:
    """The table in a data frame, every column as text; nothing and not-a-number are missing.

    Example:
        >>> from_frame(pl.DataFrame({"age": [39, None], "job": ["nurse", "baker"]})).frame.rows()
        [('39', 'nurse'), ('', 'baker')]
    """
    try:
        given = nw.from_native(frame, eager_only=True)
        names = given.columns
    except DuplicateError:
        refuse_names([str(name) for name in getattr(frame, "column_names", None) or frame.columns], _WHERE)
        raise
    except TypeError as error:
        raise InputError(
            f"A {type(frame).__name__} is not a data frame in memory.",
            where=_WHERE,
            hints=["give a pandas, polars or pyarrow data frame", "collect a lazy frame first"],
        ) from error
    if not all(isinstance(name, str) for name in names):
        raise InputError(
            "The column names of the frame are not all text.",
            where=_WHERE,
            hints=["frame.columns = frame.columns.astype(str)"],
        )
    refuse_names(names, _WHERE)
    if len(given) == 0 or not names:
        raise InputError("The frame has no records.", where=_WHERE)
    if given.implementation.is_polars() or given.implementation.is_pyarrow():
        columns = given.to_polars().get_columns()
    else:
        columns = [_column(given[name]) for name in names]
    return Table(pl.DataFrame([spell(column, _WHERE) for column in columns]), Origin())


def to_frame(table: Table, like: IntoDataFrameT) -> IntoDataFrameT:
    """The table as a frame of the same type as the one it came from.

    Columns that were not replaced are taken from ``like`` itself, types, values and index included; replaced columns
    are text, and a missing value is nothing.

    Example:
        >>> like = pl.DataFrame({"age": [39, 40], "job": ["nurse", "baker"]})
        >>> to_frame(from_frame(like).with_columns({"job": ["worker", ""]}), like).rows()
        [(39, 'worker'), (40, None)]
    """
    frame = nw.from_native(like, eager_only=True)
    if table.rows is not None:
        frame = frame[table.rows]
    texts = [
        nw.new_series(name, [text or None for text in table.frame[name]], nw.String, backend=frame.implementation)
        for name in table.names
        if name in table.replaced
    ]
    return frame.select(*table.names).with_columns(*texts).to_native()


def _column(series: nw.Series[Any]) -> pl.Series:
    """A column of pandas and its like as one of polars, exactly, and without the help of pyarrow."""
    kind = series.dtype
    if kind.is_float():
        return pl.Series(series.name, series.to_numpy())
    if isinstance(kind, nw.Datetime) and kind.time_zone is None:
        times: np.ndarray[Any, np.dtype[np.datetime64]] = series.to_numpy()
        return pl.Series(series.name, times.astype(f"datetime64[{'ns' if times.dtype == 'datetime64[ns]' else 'us'}]"))
    write: Callable[[Any], Any] = _plain
    target: Any = pl.String
    if kind.is_integer():
        write, target = int, pl.UInt64 if kind.is_unsigned_integer() else pl.Int64
    elif kind == nw.Boolean:
        write, target = bool, pl.Boolean
    gone = series.is_null().to_list()
    values = [None if missing else write(value) for value, missing in zip(series.to_list(), gone, strict=True)]
    try:
        return pl.Series(series.name, values, target)
    except UnicodeEncodeError:
        raise InputError(f"Column {series.name!r} holds text that is not valid Unicode.", where=_WHERE) from None
    except _NotPlainError:
        raise
