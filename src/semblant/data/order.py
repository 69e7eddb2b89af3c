"""The order of released rows, which must not tell where they stood in the original."""

from collections.abc import Sequence

import numpy as np
import polars as pl

from semblant.arrays import Ints
from semblant.data.table import Table


def arranged(table: Table, order: str, turns: Ints) -> Ints:
    """The rows of a table as they are published: by ``order`` of the policy, with a random turn for every row.

    ``sorted``: by all columns in their order, exact text, by code point, so that the order is a function of the
    multiset of rows; turns decide only between equal rows. ``shuffle``: by turn. ``keep``: as they are.

    Example:
        >>> import polars as pl
        >>> table = Table(pl.DataFrame({"job": ["b", "a", "b"], "ill": ["x", "y", "Z"]}))
        >>> [arranged(table, order, np.array([1, 2, 0])).tolist() for order in ("sorted", "shuffle", "keep")]
        [[1, 2, 0], [2, 0, 1], [0, 1, 2]]
    """
    if order == "keep":
        return np.arange(table.records)
    keys = [turns]
    if order == "sorted":
        keys += [table.column(name).codes.astype(np.int64) for name in reversed(table.names)]
    return np.lexsort(keys)


def row_text(names: Sequence[str]) -> pl.Expr:
    """The cells of a row as one text, each with its length in bytes before it, so that no two rows look alike.

    Example:
        >>> pl.DataFrame({"job": ["b", "a:"], "ill": ["x", ""]}).select(row_text(["job", "ill"])).to_series().to_list()
        ['1:b1:x', '2:a:0:']
    """
    return pl.concat_str([part for n in names for part in (pl.col(n).str.len_bytes(), pl.lit(":"), pl.col(n))])


def row_texts(table: Table) -> pl.Series:
    """Every row of a table as one text of its own: its cells, and how many equal rows come before it.

    Turns are dealt by these. They depend on no other row but equal ones, and equal rows do not come one after another.

    Example:
        >>> row_texts(Table(pl.DataFrame({"job": ["b", "a", "b"]}))).to_list()
        ['1:b0', '1:a0', '1:b1']
    """
    cells = table.frame.select(cells=row_text(table.names))
    return cells.select(pl.concat_str("cells", pl.int_range(pl.len()).over("cells"))).to_series()
