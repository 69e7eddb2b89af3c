"""How many people share what was released: counted on the released bytes alone, knowing nothing of the methods."""

from collections import Counter
from collections.abc import Iterable
from itertools import combinations
from math import comb

import polars as pl

from semblant.data.table import Table
from semblant.errors import VerificationError
from semblant.policy import Policy, Privacy
from semblant.sets.items import split

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


def verify_log(original: Table, release: Table, policy: Policy) -> Privacy:
    """Refuse a released log unless at least k users share every log, and nothing but user, text and time is in it."""
    log = policy.log
    assert log is not None
    allowed = [n for n in original.names if n in (log.user, log.text) or (n == log.time and policy.times != "drop")]
    if list(release.names) != allowed:
        raise VerificationError("The written log does not have the columns the policy lets through.")
    privacy = privacy_of_log(release, policy)
    if not privacy.verified:
        raise VerificationError(
            f"A released log is shared by {privacy.k_achieved} users only; k = {policy.k} was promised. "
            "Nothing was published."
        )
    return privacy


def least_support(cells: Iterable[str], separator: str, m: int) -> int | None:
    """The k of k^m-anonymity: how many records at least hold any up to m released items that occur together.

    None where there are too many itemsets to count.

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


def verify_km(release: Table, policy: Policy, name: str) -> int:
    """Refuse released sets unless whoever knows up to m of the items finds at least k records."""
    separator = policy.attributes[name].separator
    found = least_support(release.frame.get_column(name).to_list(), separator, policy.m)
    if found is None or 0 < found < policy.k:
        raise VerificationError(
            f"Some {policy.m} released items point at {found or 'an unknown number of'} records; "
            f"{policy.k}^{policy.m}-anonymity was promised. Nothing was published.",
        )
    return found
