"""What gives the order of the original away: the order of the released rows, or a column that rises with it."""

import re
from collections.abc import Mapping, Sequence

import numpy as np

from semblant.arrays import Floats, Ints
from semblant.data.filebacked import chunks
from semblant.data.link import Link
from semblant.data.missing import no_value
from semblant.data.order import is_sorted
from semblant.data.table import Table
from semblant.data.wholes import whole
from semblant.policy.model import Policy
from semblant.space.rulers import Dated, Numeric
from semblant.space.times import moments

_FEWEST = 20
"""The fewest values for which a trend is meaningful."""
_DISTINCT = 0.5
"""The share of values that must be different, so that a value is near few rows."""
_LAST_YEAR = 2049
"""The latest year that two digits mean here, where only the order counts and no policy need say it."""
_CORRELATED = 0.95
"""The least rank correlation of value and row number."""


def in_order_of_original(release: Table, policy: Policy, link: Link | None) -> bool:
    """Whether released rows, or users, stand in the order of the original.

    By the link, if there is one; rows that were sorted and came in that order are not meant. Without a link, if the
    policy keeps the order.
    """
    if link is None or isinstance(link, Mapping):
        return policy.order == "keep"
    if len(link) < 2 or not all((np.diff(link[at.start : at.stop + 1]) > 0).all() for at in chunks(len(link) - 1)):
        return False
    return policy.order == "keep" or not is_sorted(release)


def rising_columns(release: Table, policy: Policy) -> tuple[str, ...]:
    """The columns, of those that are not masked, whose values rise or fall with the row number.

    The release is given in the order of the original. Of a column with at least 20 values, at least half of them
    different, Spearman's rank correlation of value and row number is 0.95 or more, or -0.95 or less. Values are ordered
    as numbers if all of them are, else as dates or times if all of them are, else as texts in which runs of digits
    count as numbers (P9 before P10). Missing and suppressed values are left out.

    Example:
        >>> import polars as pl
        >>> count = [f"P{i}" for i in range(30)]
        >>> table = Table(pl.DataFrame({"entry": count, "digit": [str(7 * i % 30) for i in range(30)], "q": count}))
        >>> rising_columns(table, Policy(others="keep", attributes={"q": "quasi"}))
        ('entry',)
    """
    masked = policy.columns("quasi")
    return tuple(name for name in release.names if name not in masked and _rises(release, name))


def _rises(release: Table, name: str) -> bool:
    column = release.column(name)
    there = np.array([not no_value(text) for text in column.values], bool)
    number = int(column.counts[there].sum())
    if number < _FEWEST or np.count_nonzero(there) < _DISTINCT * number:
        return False
    codes = column.codes[there[column.codes]]
    rank = np.full(len(column.values), -1, np.int64)
    rank[there] = _ranks([text for text, held in zip(column.values, there.tolist(), strict=True) if held])
    return bool(abs(_correlation(rank[codes])) >= _CORRELATED)


def _ranks(texts: Sequence[str]) -> Ints:
    """Where distinct texts come in their order; equal numbers come at the same place."""
    numeric = Numeric.over(texts)
    for places in ([numeric.place(text) for text in texts], _times(texts)):
        if None not in places:
            return np.unique(np.array(places, np.float64), return_inverse=True)[1].astype(np.int64)
    keys = [tuple((0, whole(p), "") if p.isdecimal() else (1, 0, p) for p in re.split(r"(\d+)", t) if p) for t in texts]
    place = {key: i for i, key in enumerate(sorted(set(keys)))}
    return np.array([place[key] for key in keys], np.int64)


def _times(texts: Sequence[str]) -> list[float | None]:
    dated = Dated.over(texts, _LAST_YEAR)
    if dated is not None:
        return [dated.place(text) for text in texts]
    return [None if np.isnan(found) else float(found) for found in moments(texts)]


def _correlation(ranks: Ints) -> float:
    """Spearman's rank correlation with the position; ties share the mean of their ranks."""
    _, first, counts = np.unique(np.sort(ranks), return_index=True, return_counts=True)
    mean: Floats = first + (counts - 1) / 2
    rank = mean[np.searchsorted(np.unique(ranks), ranks)]
    position = np.arange(len(ranks)) - (len(ranks) - 1) / 2
    rank = rank - rank.mean()
    spread = float(np.sqrt((rank @ rank) * (position @ position)))
    return float(rank @ position) / spread if spread else 0.0
