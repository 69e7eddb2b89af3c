"""Tables from and to data frames: pandas, polars, pyarrow and lazy ones, importing only the one that is used."""

import re
from collections.abc import Callable, Sequence
from contextlib import suppress
from datetime import datetime
from decimal import Decimal
from typing import Any

import narwhals as nw
import numpy as np
import polars as pl
from narwhals.exceptions import DuplicateError
from narwhals.typing import IntoDataFrame, IntoDataFrameT

from semblant.data.encoder import BATCH, encoded, is_large
from semblant.data.filebacked import chunks
from semblant.data.plain import spell, text_of
from semblant.data.released import category_column, gathered, released_column, released_frame
from semblant.data.source import Hidden
from semblant.data.table import Origin, Table, refuse_names
from semblant.errors import InputError

_WHERE = "frame"
_PERIOD = re.compile(r"(\d{4})(?:-(\d\d)|-Q([1-4]))?", re.ASCII)
_CONTAINERS = (list, tuple, set, frozenset, dict, bytes, bytearray, np.ndarray)


Needed = Callable[[Sequence[str]], list[str]]
"""Which of the columns of a frame are needed."""


def in_memory(frame: Any, needed: Needed = list) -> Any:
    """A frame in memory with the columns that are needed: of its own kind, or a polars frame of one that was not there.

    A lazy frame, a DuckDB relation or an Ibis table is asked for these columns only, and a lazy polars frame is read in
    pieces. What can only be streamed, as pyarrow's readers, is read to its end.

    Example:
        >>> in_memory(pl.LazyFrame({"age": [39], "job": ["nurse"]}), lambda names: names[:1]).columns
        ['age']
    """
    try:
        given = nw.from_native(frame)
        names = needed(given.collect_schema().names())
    except DuplicateError:
        return frame  # which is refused where it is read
    except TypeError:
        return _streamed(frame, needed)
    if isinstance(given, nw.LazyFrame):
        how = {"engine": "streaming"} if given.implementation.is_polars() else {}
        return given.select(names).collect("polars", **how).to_native()
    return frame if len(names) == len(given.columns) else given.select(names).to_native()


def _streamed(frame: Any, needed: Needed) -> Any:
    """All of a stream of Arrow data; what is no such stream is refused where it is read."""
    is_column = isinstance(nw.from_native(frame, pass_through=True, allow_series=True), nw.Series)
    if is_column or isinstance(frame, type) or not hasattr(frame, "__arrow_c_stream__"):
        return frame
    try:
        ours = type(frame).__module__.startswith("pyarrow")
        given = nw.from_arrow(frame, backend="pyarrow" if ours else "polars")
    except DuplicateError:
        raise InputError("Two columns of the frame have one name.", where=_WHERE) from None
    except TypeError:
        return frame
    return given.select(needed(given.columns)).to_native()


def as_given(frame: Any, like: Any) -> Any:
    """A released frame as the kind of frame that was given, where that one was not in memory.

    Example:
        >>> as_given(pl.DataFrame({"age": [39]}), pl.LazyFrame({"age": [1]})).collect()["age"].to_list()
        [39]
    """
    given = nw.from_native(like, pass_through=True)
    if not isinstance(given, nw.LazyFrame):
        return frame
    kind = given.implementation
    if kind.is_duckdb():
        return kind.to_native_namespace().from_arrow(frame.to_arrow())
    if kind.is_ibis():
        return kind.to_native_namespace().memtable(frame)
    return frame.lazy() if kind.is_polars() else frame


def from_frame(frame: IntoDataFrame, hidden: Hidden | None = None) -> Table:
    """Read a data frame as a table, every column as text; None and NaN are missing values.

    ``hidden`` is given where a large frame may be held as codes: which of its columns are not released.

    Example:
        >>> from_frame(pl.DataFrame({"age": [39, None], "job": ["nurse", "baker"]})).frame.rows()
        [('39', 'nurse'), ('', 'baker')]
    """
    frame = in_memory(frame)
    try:
        given = nw.from_native(frame, eager_only=True)
        names = given.columns
    except DuplicateError:
        refuse_names([str(name) for name in getattr(frame, "column_names", None) or frame.columns], _WHERE)
        raise
    except TypeError as error:
        raise InputError(
            f"A {type(frame).__name__} is not a data frame.",
            where=_WHERE,
            hints=["give a data frame of pandas, polars or pyarrow, a DuckDB relation or an Ibis table"],
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
    if hidden is not None and is_large(len(given), len(names)):
        parts = (pl.DataFrame(_plain(given[rows.start : rows.stop])) for rows in chunks(len(given), BATCH))
        types = {column.name: column.dtype for column in _plain(given[:1])}
        return Table(encoded(parts, Origin(), hidden(names), records=len(given)).held, Origin(), types=types)
    columns = _plain(given)
    types = {column.name: column.dtype for column in columns}
    return Table(pl.DataFrame([spell(column, _WHERE) for column in columns]), Origin(), types=types)


def _plain(frame: nw.DataFrame[Any]) -> list[pl.Series]:
    """The columns of a frame in polars."""
    if frame.implementation.is_polars():
        return frame.to_polars().get_columns()
    if frame.implementation.is_pyarrow():
        return _of_arrow(frame.to_native())
    return [_column(frame[name]) for name in frame.columns]


def to_frame(table: Table, like: IntoDataFrameT) -> IntoDataFrameT:
    """The table as a frame of the same type as the one it came from.

    It carries the released cells and nothing else of ``like``: no index, no metadata, no unused categories. Columns
    that were not replaced keep their types. Replaced columns are numbers, dates or categories where they were and can
    still be, and text otherwise; a missing value is nothing.

    Example:
        >>> like = pl.DataFrame({"age": [39, 40], "job": ["nurse", "baker"]})
        >>> to_frame(from_frame(like).with_columns({"job": ["worker", ""]}), like).rows()
        [(39, 'worker'), (40, None)]
        >>> to_frame(from_frame(like).with_columns({"age": ["39", "39"]}), like)["age"].to_list()
        [39, 39]
    """
    frame = nw.from_native(like, eager_only=True)
    rows = np.arange(table.records) if table.rows is None else table.rows
    kinds, backend = frame.schema, frame.implementation
    columns: dict[str, Any] = {}
    for name in table.names:
        if name in kinds and name not in table.replaced:
            columns[name] = released_column(frame[name], rows)
        else:
            columns[name] = _replaced(table, name, frame[name] if name in kinds else None, backend)
    back: IntoDataFrameT = released_frame(columns, backend)
    return back


def _replaced(table: Table, name: str, given: nw.Series[Any] | None, backend: Any) -> Any:
    """A column with other text as a column of a library; of a large table, every text is looked at once."""
    if not table.coded:
        return _like(name, given, [text or None for text in table.frame[name]], backend)
    column = table.column(name)
    return gathered(_like(name, given, [text or None for text in column.values], backend), column.packed, backend)


def like_type(kind: pl.DataType, texts: Sequence[str]) -> pl.Series:
    """Released texts as a column of a type, if all of them are numbers or dates of it, and as text otherwise."""
    given = nw.from_native(pl.Series(dtype=kind), series_only=True)
    series: pl.Series = _like("", given, [text or None for text in texts], nw.Implementation.POLARS)
    return series


def _like(name: str, original: nw.Series[Any] | None, texts: list[str | None], backend: Any) -> Any:
    """Released texts as a column: of the original's numbers, dates or categories, if all of them are such."""
    kind = nw.String() if original is None else original.dtype
    if original is not None and isinstance(kind, (nw.Categorical, nw.Enum)):
        return category_column(name, texts, original)
    if kind.is_numeric():
        with suppress(ValueError, ArithmeticError, TypeError):
            read = int if kind.is_integer() else Decimal if kind.is_decimal() else float
            numbers = [None if text is None else read(text) for text in texts]
            gaps = None in numbers and kind.is_integer() and backend.is_pandas()  # its whole numbers know no gaps
            return nw.new_series(name, numbers, nw.Float64 if gaps else kind, backend=backend).to_native()
    if isinstance(kind, nw.Date) or (isinstance(kind, nw.Datetime) and kind.time_zone is None):
        with suppress(ValueError):
            moments = [None if text is None else _moment(text) for text in texts]
            days = isinstance(kind, nw.Date)
            found = [moment.date() if moment and days else moment for moment in moments]
            return nw.new_series(name, found, kind, backend=backend).to_native()
    return nw.new_series(name, texts, nw.String, backend=backend).to_native()


def _moment(text: str) -> datetime:
    """A released date: as it is, or the first day of a month, quarter or year.

    Example:
        >>> _moment("2024-03").isoformat(), _moment("2024-Q2").isoformat(), _moment("2024-05-06T07:08:09").isoformat()
        ('2024-03-01T00:00:00', '2024-04-01T00:00:00', '2024-05-06T07:08:09')
    """
    if (found := _PERIOD.fullmatch(text)) is None:
        return datetime.fromisoformat(text)
    year, month, quarter = found.groups()
    return datetime(int(year), int(month or 3 * int(quarter or 1) - 2), 1)


def _of_arrow(table: Any) -> list[pl.Series]:
    """The columns of a pyarrow table; wide decimals, which polars does not have, as text."""
    import pyarrow as pa

    for place, column in enumerate(table.schema):
        if pa.types.is_decimal256(column.type):
            table = table.set_column(place, column.name, table[place].cast(pa.string()))
    return pl.DataFrame(pl.from_arrow(table)).get_columns()


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
        return pl.Series(series.name, [None if value is None else text_of(value) for value in present], pl.String)
    except UnicodeEncodeError:
        raise InputError(f"Column {series.name!r} holds text that is not Unicode.", where=_WHERE) from None
