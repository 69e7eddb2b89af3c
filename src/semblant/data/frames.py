"""Tables from and to data frames: pandas, polars and pyarrow, importing only the one that is used."""

from contextlib import suppress
from datetime import date
from typing import Any

import narwhals as nw
import numpy as np
import polars as pl
from narwhals.exceptions import DuplicateError
from narwhals.typing import IntoDataFrame, IntoDataFrameT

from semblant.data.plain import spell
from semblant.data.table import Origin, Table, refuse_names
from semblant.errors import InputError

_WHERE = "frame"
_CONTAINERS = (list, tuple, set, frozenset, dict, bytes, bytearray, np.ndarray)


def from_frame(frame: IntoDataFrame) -> Table:
    """Read a data frame as a table, every column as text; None and NaN are missing values.

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

    Columns that were not replaced are taken from ``like`` itself, types, values and index included. Replaced columns
    are numbers where they were and still are, and text otherwise; a missing value is None.

    Example:
        >>> like = pl.DataFrame({"age": [39, 40], "job": ["nurse", "baker"]})
        >>> to_frame(from_frame(like).with_columns({"job": ["worker", ""]}), like).rows()
        [(39, 'worker'), (40, None)]
        >>> to_frame(from_frame(like).with_columns({"age": ["39", "39"]}), like)["age"].to_list()
        [39, 39]
    """
    frame = nw.from_native(like, eager_only=True)
    if table.rows is not None:
        frame = frame[table.rows]
    known = [name for name in table.names if name in frame.columns]
    texts = {name: [text or None for text in table.frame[name]] for name in table.names if name in table.replaced}
    replaced = [_like(frame[name], texts[name]) for name in known if name in texts]
    new = [nw.new_series(n, texts[n], nw.String, backend=frame.implementation) for n in table.names if n not in known]
    return frame.select(*known).with_columns(*replaced, *new).select(*table.names).to_native()


def _like(original: nw.Series[Any], texts: list[str | None]) -> nw.Series[Any]:
    """Released texts as a column, of the original's number type if all of them are numbers."""
    kind, backend = original.dtype, original.implementation
    if kind.is_numeric():
        with suppress(ValueError):
            read = int if kind.is_integer() else float
            numbers = [None if text is None else read(text) for text in texts]
            gaps = None in numbers and kind.is_integer() and backend.is_pandas()  # its integers cannot be missing
            return nw.new_series(original.name, numbers, nw.Float64 if gaps else kind, backend=backend)
    return nw.new_series(original.name, texts, nw.String, backend=backend)


def _column(series: nw.Series[Any]) -> pl.Series:
    """Convert a column of pandas or the like to polars, exactly and without pyarrow."""
    kind = series.dtype
    if kind.is_float():
        return pl.Series(series.name, series.to_numpy())
    if isinstance(kind, nw.Datetime) and kind.time_zone is None:
        times: np.ndarray[Any, np.dtype[np.datetime64]] = series.to_numpy()
        return pl.Series(series.name, times.astype(f"datetime64[{'ns' if times.dtype == 'datetime64[ns]' else 'us'}]"))
    gone = series.is_null().to_list()
    present = [None if missing else value for value, missing in zip(series.to_list(), gone, strict=True)]
    if kind.is_integer():
        return pl.Series(series.name, present, pl.UInt64 if kind.is_unsigned_integer() else pl.Int64)
    if kind == nw.Boolean:
        return pl.Series(series.name, present, pl.Boolean)
    if any(isinstance(value, _CONTAINERS) for value in present):
        return pl.Series(series.name, present, pl.Object)
    try:
        return pl.Series(series.name, [None if value is None else _text(value) for value in present], pl.String)
    except UnicodeEncodeError:
        raise InputError(f"Column {series.name!r} holds text that is not Unicode.", where=_WHERE) from None


def _text(value: object) -> str:
    if isinstance(value, str):
        return value
    if isinstance(value, bool | np.bool_):
        return "true" if value else "false"
    return value.isoformat() if isinstance(value, date) else str(value)
