"""Columns of a frame with the released cells and nothing else of the original.

Frames carry more than their cells: an index, categories nobody has, and buffers that still hold the rows that were
left out, the values behind missing ones, or the text that a shorter one was cut from. All of it would be saved with the
frame, so every column is built anew, of its own type.
"""

from datetime import date, datetime, time, timedelta
from decimal import Decimal
from typing import Any

import narwhals as nw
import numpy as np
import polars as pl
from numpy.typing import NDArray

from semblant.arrays import AnyInts
from semblant.data.plain import text_of

_PLAIN = (str, int, float, bool, type(None), date, datetime, time, timedelta, Decimal)


def released_column(column: nw.Series[Any], rows: AnyInts) -> Any:
    """Some rows of a column as a new column of its library; categories are those in use, sorted or in their order.

    Example:
        >>> size = pl.Series("size", ["m", "xs", "s"], pl.Enum(["xs", "s", "m", "xl"]))
        >>> released_column(nw.from_native(size, series_only=True), np.array([2, 0])).dtype
        Enum(categories=['s', 'm'])
    """
    native, backend = column.to_native(), column.implementation
    if backend.is_polars():
        return _of_polars(native, rows)
    return _of_pyarrow(native, rows) if backend.is_pyarrow() else _of_pandas(native, rows)


def category_column(name: str, texts: list[str | None], original: nw.Series[Any]) -> Any:
    """Released texts as categories, as the original's are; in its order where all of them are its categories."""
    native, backend = original.to_native(), original.implementation
    used = {text for text in texts if text is not None}
    if backend.is_polars():
        column = pl.Series(name, texts, pl.String)
        if isinstance(native.dtype, pl.Enum) and used <= set(native.dtype.categories):
            return column.cast(pl.Enum([level for level in native.dtype.categories if level in used]))
        return column.cast(pl.Enum(sorted(used)) if isinstance(native.dtype, pl.Enum) else pl.Categorical())
    if backend.is_pyarrow():
        import pyarrow as pa

        return pa.array(texts, pa.string()).dictionary_encode()
    pandas: Any = backend.to_native_namespace()
    levels = {text_of(level): level for level in native.cat.categories}
    if not used <= levels.keys():
        return pandas.Series(pandas.Categorical(texts, sorted(used)), name=name)
    there = [text for text in levels if text in used] if native.cat.ordered else sorted(used)
    cells = [None if text is None else levels[text] for text in texts]
    categories = [levels[text] for text in there]
    return pandas.Series(pandas.Categorical(cells, categories, ordered=native.cat.ordered), name=name)


def released_frame(columns: dict[str, Any], backend: nw.Implementation) -> Any:
    """A frame of such columns: no index, no attributes and no metadata but what every frame has."""
    if backend.is_polars():
        return pl.DataFrame([column.alias(name) for name, column in columns.items()])
    library: Any = backend.to_native_namespace()
    if backend.is_pyarrow():
        return library.table(list(columns.values()), names=list(columns))
    return library.DataFrame(columns)


def gathered(values: Any, at: AnyInts, backend: nw.Implementation) -> Any:
    """A column that has one of some values in every record, given which."""
    if backend.is_polars():
        return values.gather(pl.Series(at.astype(np.uint32, copy=False)))
    if backend.is_pyarrow():
        import pyarrow as pa

        return values.take(pa.array(at))
    return values.take(at).reset_index(drop=True)


def _of_polars(column: pl.Series, rows: AnyInts) -> pl.Series:
    kind = column.dtype
    if isinstance(kind, pl.String | pl.Categorical | pl.Enum):
        taken = _anew(column.cast(pl.String)[rows])
        if isinstance(kind, pl.Enum):
            used = set(taken)
            kind = pl.Enum([level for level in kind.categories if level in used])
        elif isinstance(kind, pl.Categorical):
            kind = pl.Categorical()  # a pool of categories may have a name
        return taken.cast(kind)
    taken = column[rows]
    there = taken.is_not_null().to_numpy()
    return taken.drop_nulls().gather(pl.Series(_places(there)).replace(-1, None))


def _anew(texts: pl.Series) -> pl.Series:
    """The same texts in memory of their own; each is copied once, however many records have it."""
    distinct = pl.Series(texts.name, texts.drop_nulls().unique().to_list(), pl.String)
    return distinct.gather(texts.cast(pl.Enum(distinct)).to_physical().cast(pl.UInt32))


def _of_pyarrow(column: Any, rows: AnyInts) -> Any:
    import pyarrow as pa
    from pyarrow import compute

    kind = column.type
    if isinstance(kind, pa.BaseExtensionType):
        return _of_pyarrow(column.cast(kind.storage_type), rows)
    if pa.types.is_dictionary(kind):
        cells = _of_pyarrow(column.cast(kind.value_type), rows)
        levels = cells.drop_null().unique().sort()
        if kind.ordered:
            order = column.unify_dictionaries().combine_chunks().dictionary
            levels = order.filter(compute.is_in(order, levels))
        codes = compute.index_in(cells, levels).cast(kind.index_type)
        return pa.DictionaryArray.from_arrays(codes, _of_pyarrow(levels, np.arange(len(levels))), ordered=kind.ordered)
    if kind in (pa.string(), pa.large_string(), pa.string_view()):
        texts = column.to_pylist()
        return pa.array([texts[row] for row in rows], kind)
    taken = column.take(pa.array(rows))
    there = taken.is_valid().to_numpy(zero_copy_only=False)
    found = taken.drop_null().take(pa.array(_places(there), mask=~there))
    return found.combine_chunks() if isinstance(found, pa.ChunkedArray) else found


def _of_pandas(column: Any, rows: AnyInts) -> Any:
    pandas: Any = nw.from_native(column, series_only=True).implementation.to_native_namespace()
    taken = column.iloc[rows]
    kind = taken.dtype
    if isinstance(kind, pandas.CategoricalDtype):
        used, codes = np.unique(taken.cat.codes, return_inverse=True)
        codes = codes - np.count_nonzero(used < 0)
        levels = pandas.Series(kind.categories[used[used >= 0]])
        if not kind.ordered:
            order = np.array(sorted(range(len(levels)), key=_in_order(levels)), np.int64)
            levels, codes = levels.iloc[order], np.where(codes < 0, -1, np.append(np.argsort(order), -1)[codes])
        index = pandas.Index(_of_pandas(levels, np.arange(len(levels))).array)
        return pandas.Series(pandas.Categorical.from_codes(codes, index, ordered=kind.ordered))
    if isinstance(kind, pandas.ArrowDtype):
        return pandas.Series(type(taken.array)(_of_pyarrow(column.array.__arrow_array__(), rows)))
    if kind == np.dtype(object) or isinstance(kind, pandas.StringDtype):
        scalars = (pandas.Timestamp, pandas.Timedelta, pandas.Period, pandas.Interval, type(pandas.NA), np.generic)
        plain = (
            value if type(value) in _PLAIN or isinstance(value, scalars) or value is pandas.NaT else text_of(value)
            for value in taken
        )
        return pandas.Series(list(plain), dtype=kind)
    there = taken.notna().to_numpy()
    return pandas.Series(taken[there].array.take(_places(there), allow_fill=not there.all()))


def _places(there: NDArray[np.bool_]) -> NDArray[np.int64]:
    """Where each value stands among those that are there; -1 for one that is not."""
    return np.where(there, np.cumsum(there) - 1, -1)


def _in_order(levels: Any) -> Any:
    """How levels are sorted: by themselves, or by their text where they are of several types."""
    values = levels.tolist()
    try:
        sorted(values)
    except TypeError:
        return lambda at: (str(values[at]), str(type(values[at])))
    return values.__getitem__
