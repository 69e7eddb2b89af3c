"""How many people share what was released: counted on the released bytes alone, knowing nothing of the methods."""

from collections import Counter
from collections.abc import Iterable
from itertools import combinations
from math import comb

import polars as pl

from semblant.data.items import split
from semblant.data.table import Table
from semblant.evidence import Privacy
from semblant.policy.model import Policy

_MOST_ITEMSETS = 20_000_000


def log_classes(release: Table, policy: Policy) -> list[int]:
    """How many users share each released log: the same texts (and times) equally often, in any order."""
    assert policy.log is not None
    names = [n for n in release.names if n != policy.log.user]
    # Every cell with its length before it: no text can pass for two.
    row = pl.concat_str([part for n in names for part in (pl.col(n).str.len_bytes(), pl.lit(":"), pl.col(n))])
    logs = release.frame.group_by(policy.log.user).agg(row.sort().str.join("").alias("log"))
    return logs.group_by("log").len().get_column("len").to_list()


def privacy_of_log(release: Table, policy: Policy) -> Privacy:
    """What a released log promises by its own bytes: at least k users per log."""
    sizes = log_classes(release, policy)
    smallest = min(sizes, default=0)
    return Privacy(
        k_required=policy.k,
        k_achieved=smallest,
        classes=len(sizes),
        suppressed_records=0,
        l_achieved=None,
        t_achieved=None,
        verified=smallest >= policy.k or not sizes,
    )


def least_support(cells: Iterable[str], separator: str, m: int) -> int | None:
    """The k of k^m-anonymity: how many records at least hold any up to m released items that occur together.

    0 where nothing was released, None where there are too many itemsets to count.

    Example:
        >>> least_support(["tea|milk", "tea|milk", "tea"], "|", 2)
        2
    """
    counted = Counter(tuple(sorted(split(cell, separator))) for cell in cells)
    if sum(comb(len(items), min(m, len(items))) for items in counted) > _MOST_ITEMSETS:
        return None
    support: Counter[tuple[str, ...]] = Counter()
    for items, times in counted.items():
        for size in range(1, min(m, len(items)) + 1):
            for itemset in combinations(items, size):
                support[itemset] += times
    return min(support.values(), default=0)
