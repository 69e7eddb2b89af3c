"""The order of released rows, which must not tell where they stood in the original."""

import numpy as np

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
