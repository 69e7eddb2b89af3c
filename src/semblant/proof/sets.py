"""The proof for sets: how many records hold the same items, the same meanings, or the same few items.

Counted on the written bytes. Meanings of items are given as a function, because this module knows no vocabulary.
"""

from collections import Counter
from collections.abc import Iterable
from itertools import combinations
from math import comb
from pathlib import Path

from semblant.data.items import split
from semblant.data.table import Table
from semblant.errors import VerificationError
from semblant.evidence import Privacy
from semblant.policy.model import Policy
from semblant.proof.tables import Meaning, broken, privacy_of_table, read_unaltered, refuse_broken, sensitive_kept

_MOST_ITEMSETS = 20_000_000


def privacy_of_sets(
    release: Table, policy: Policy, original: Table | None = None, *, meaning: Meaning = str
) -> Privacy:
    """Check the promises of the policy on released sets; ``meaning`` maps an item to its meaning."""
    promise = policy.promise
    by_meaning = promise == "k-anonymity of meanings"
    found = privacy_of_table(release, policy, original, meaning=meaning if by_meaning else str)
    if promise == "k^m-anonymity":
        (name,) = (n for n in policy.columns("quasi") if policy.attributes[n].kind == "set")
        support = least_support(release.frame.get_column(name), policy.attributes[name].separator, policy.m)
        kept = (support == 0 or (support or 0) >= policy.k) and sensitive_kept(found, policy, release)
        found = found.model_copy(update={"k_achieved": support or 0, "verified": kept})
    return found.model_copy(update={"promise": promise})


def verify_sets(original: Table, written: Path, policy: Policy, *, meaning: Meaning = str) -> Privacy:
    """Read written sets back and refuse them unless they keep the policy's promises."""
    release = read_unaltered(original, written, policy)
    privacy = privacy_of_sets(release, policy, original, meaning=meaning)
    if not privacy.verified:
        said = " ".join(_short(privacy, policy) + broken(privacy, policy))
        said = said or "A promise of the policy could not be counted in the release."
        raise VerificationError(f"{said} Nothing was published.", where=written.name)
    if privacy.promise == "k-anonymity of meanings":  # sensitive values must be safe in classes of equal texts, too
        refuse_broken(privacy_of_table(release, policy, original), policy, written.name)
    return privacy


def _short(privacy: Privacy, policy: Policy) -> list[str]:
    """The messages for classes that are too small, where a table's own message does not fit."""
    if privacy.k_achieved >= policy.k:
        return []
    found: int | str = privacy.k_achieved
    match privacy.promise:
        case "k^m-anonymity":
            found = found or "an unknown number of"
            promised = f"{policy.k}^{policy.m}-anonymity was promised."
            return [f"Some {policy.m} released items point at {found} records; {promised}"]
        case "k-anonymity of meanings":
            return [f"The written release is only {found}-anonymous by meaning; k = {policy.k} was promised."]
    return []


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
