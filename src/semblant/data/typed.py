"""Columns of a release in types of their own, for formats that have them: never at the price of a cell's text."""

from collections.abc import Callable, Iterator
from dataclasses import replace

import polars as pl

from semblant.data.formats import format_named, release_format
from semblant.data.frames import like_type, to_frame
from semblant.data.plain import spell
from semblant.data.table import Column, Spelt, Table
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
    given = to_frame(table, table.typed) if isinstance(table.typed, pl.DataFrame) else None
    for name in table.names:
        text = table.frame[name]
        candidates = ([given[name]] if given is not None and name in given.columns else []) + [*_guesses(text)]
        yield next((column for column in candidates if _same(spelled(column), text)), _nothing_for_missing(text))


def released_values(table: Table, spelled: Speller) -> dict[str, pl.Series]:
    """For every column of a large table the released value of each of its distinct texts, in one type.

    That is the type of the source where it is a Parquet or Arrow file, else one that fits, as of any other table.
    """
    own = table.typed if table.origin.format in ("parquet", "arrow") else None
    found = {}
    for name in table.names:
        texts = pl.Series(name, table.column(name).values, pl.String)
        if isinstance(own, Spelt):
            found[name] = _in_own_type(table, name, own)
        else:
            same = (column for column in _guesses(texts) if _same(spelled(column), texts))
            found[name] = next(same, _nothing_for_missing(texts))
    return found


def _in_own_type(table: Table, name: str, own: Spelt) -> pl.Series:
    texts = table.column(name).values
    kind = table.types[name]
    if name in table.replaced or isinstance(kind, pl.Enum | pl.Categorical):
        return like_type(kind, texts)
    given, values = own.values[name]
    place = {text: i for i, text in enumerate(given)}
    return values[[place[text] for text in texts]]


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


# --- text as it will be read again -------------------------------------------------------------------------------


def spelled_for(table: Table, to: str | None) -> Table:
    """The table as one that is released in a format: the numbers of its types are written as they are read from there.

    Example:
        >>> from semblant.data.table import Origin
        >>> prices = pl.DataFrame({"price": [2.0, 2.5]})
        >>> table = Table(pl.DataFrame({"price": ["2.0", "2.5"]}), Origin(format="parquet"), types=prices.schema)
        >>> spelled_for(table, "xlsx").frame["price"].to_list()
        ['2', '2.5']
    """
    origin = replace(table.origin, to=to)
    pointed = release_format(origin.format, to).pointed
    texts: dict[str, Column] = {}
    if pointed is not None and pointed != format_named(origin.format).pointed:
        kinds = {name: kind for name, kind in table.types.items() if kind.is_float() or kind.is_decimal()}
        for name, kind in kinds.items():
            column = table.column(name)
            cells = _nothing_for_missing(pl.Series(column.values, dtype=pl.String)).cast(kind)
            texts[name] = Column.of(name, spell(cells, origin.name, pointed=pointed).to_list(), column.packed)
    return table.spelled(texts, origin)


def as_read(table: Table, name: str, texts: list[str], *, numeric: bool = False) -> list[str]:
    """Texts for a column of a table as its release will be read; those of a typed column as its type is written.

    ``numeric`` says that the column holds numbers, which some formats have types for though the table has not.

    Example:
        >>> table = Table(pl.DataFrame({"price": ["2.0", "2.5"]}), types={"price": pl.Float64()})
        >>> as_read(table, "price", ["2", "3.50"]), as_read(table, "price", ["2", "*"])
        (['2.0', '3.5'], ['2', '*'])
    """
    given = format_named(table.origin.format).pointed
    pointed = release_format(table.origin.format, table.origin.to).pointed
    kind = table.types.get(name, pl.Float64() if numeric and pointed is False else None)
    if kind is None or not (kind.is_numeric() or kind.is_temporal()):
        return texts
    pointed = given if pointed is None else pointed
    return spell(like_type(kind, texts), name, pointed=pointed is not False).to_list()
