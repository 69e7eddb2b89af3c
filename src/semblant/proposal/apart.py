"""How much columns tell records apart: distinction and separation."""

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from semblant.data.table import Column


class Apart(NamedTuple):
    """What columns do together, as shares of records and of pairs of records.

    Reference: Motwani & Xu, Efficient Algorithms for Masking and Finding Quasi-Identifiers, VLDB workshop 2007.
    """

    distinction: float
    """Different combinations of their values, per record."""
    separation: float
    """The share of pairs of records that differ in at least one of the columns."""
    unique: int
    """Records whose combination nobody else has."""


def tell_apart(columns: Sequence[Column]) -> Apart:
    """How much some columns of a table tell its records apart.

    Example:
        >>> import polars as pl
        >>> from semblant.data.table import Table
        >>> table = Table(pl.DataFrame({"sex": ["m", "m", "f", "f"], "age": ["30", "40", "30", "30"]}))
        >>> sex = tell_apart([table.column("sex")])
        >>> sex.distinction, round(sex.separation, 2), sex.unique
        (0.5, 0.67, 0)
        >>> tell_apart([table.column("sex"), table.column("age")]).unique
        2
    """
    groups = np.zeros(len(columns[0].codes) if columns else 0, np.int64)
    for column in columns:
        groups = joined(groups, column)
    sizes, records = np.bincount(groups).astype(np.float64), len(groups)
    pairs = records * (records - 1)
    separation = 1 - float(np.sum(sizes * (sizes - 1))) / pairs if pairs else 0.0
    return Apart(len(sizes) / records if records else 0.0, separation, uniques(groups))


def joined(groups: NDArray[np.int64], column: Column) -> NDArray[np.int64]:
    """The groups of records that are in one group and have one value of a column."""
    pairs = groups * (int(column.codes.max(initial=0)) + 1) + column.codes
    found: NDArray[np.int64] = np.unique(pairs, return_inverse=True)[1].reshape(-1).astype(np.int64)
    return found


def uniques(groups: NDArray[np.int64]) -> int:
    """The number of groups of one record."""
    return int(np.sum(np.bincount(groups) == 1)) if groups.size else 0
