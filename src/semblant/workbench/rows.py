"""Some rows of a table, however large it is."""

from collections.abc import Sequence

from semblant.data.table import Table


def rows_of(table: Table, first: int, count: int, names: Sequence[str] | None = None) -> list[tuple[str, ...]]:
    """The cells of some rows, from 0; a table that is held as codes is not unpacked for it.

    Example:
        >>> import polars as pl
        >>> rows_of(Table(pl.DataFrame({"job": ["nurse", "baker", "cook"], "age": ["1", "2", "3"]})), 1, 5)
        [('baker', '2'), ('cook', '3')]
    """
    columns = [table.column(name) for name in (table.names if names is None else names)]
    cells = [[one.values[code] for code in one.packed[first : first + count].tolist()] for one in columns]
    return list(zip(*cells, strict=True))
