"""The proof for sets: how many records hold the same items, the same meanings, or the same few items.

Counted on the written bytes. Meanings of items are given as a function, because this module knows no vocabulary.
"""

from collections import Counter, defaultdict
from collections.abc import Hashable, Iterable
from itertools import combinations
from math import comb
from pathlib import Path

from semblant.data.items import split
from semblant.data.link import Link
from semblant.data.table import Table
from semblant.errors import VerificationError
from semblant.evidence import Privacy
from semblant.policy.model import Policy
from semblant.proof.suppression import suppression
from semblant.proof.tables import (
    Meaning,
    broken,
    fewest_persons,
    persons_of_release,
    privacy_of_table,
    read_unaltered,
    refuse_broken,
    sensitive_kept,
)

_MOST_ITEMSETS = 20_000_000

Items = tuple[str, ...]


def privacy_of_sets(
    release: Table,
    policy: Policy,
    original: Table | None = None,
    *,
    aligned: bool | None = None,
    meaning: Meaning | None = None,
) -> Privacy:
    """Check the promises of the policy on released sets; ``meaning`` maps an item to its meaning."""
    promise = policy.promise
    if aligned is None:
        aligned = original is not None and original.records == release.records and policy.order == "keep"
    by_meaning = promise == "k-anonymity of meanings"
    found = privacy_of_table(release, policy, original, aligned=aligned, meaning=meaning if by_meaning else None)
    if promise == "k^m-anonymity":
        (name,) = (n for n in policy.columns("quasi") if policy.attributes[n].kind == "set")
        persons = persons_of_release(release, policy, original if aligned else None)
        there = ~suppression(release, policy, original).outside
        cells, separator = release.texts(name).filter(there), policy.attributes[name].separator
        persons = persons if persons is None else persons[there]
        support = least_support(cells, separator, policy.m, None if persons is None else persons.tolist()) or 0
        if not found.persons_counted:
            support = fewest_persons(support, policy, original)
        kept = support >= policy.k and found.persons_counted and not found.suppressed_beyond_limit
        kept = kept and sensitive_kept(found, policy, release)
        found = found.model_copy(update={"k_achieved": support, "verified": kept})
    return found.model_copy(update={"promise": promise})


def verify_sets(
    original: Table, written: Path, policy: Policy, link: Link | None = None, *, meaning: Meaning | None = None
) -> Privacy:
    """Read written sets back and refuse them unless they keep the policy's promises."""
    release, matched = read_unaltered(original, written, policy, link)
    privacy = privacy_of_sets(release, policy, original, aligned=matched, meaning=meaning)
    if not privacy.verified:
        said = " ".join(_short(privacy, policy) + broken(privacy, policy))
        said = said or "A promise of the policy could not be counted in the release."
        raise VerificationError(f"{said} Nothing was published.", where=written.name)
    if privacy.promise == "k-anonymity of meanings":  # sensitive values must be safe in classes of equal texts, too
        refuse_broken(privacy_of_table(release, policy, original, aligned=matched), policy, written.name)
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


def least_support(
    cells: Iterable[str], separator: str, m: int, persons: Iterable[Hashable] | None = None
) -> int | None:
    """The k of k^m-anonymity: how many records, or persons, hold any up to m released items that occur together.

    0 where nothing was released, None where there are too many itemsets to count.

    Example:
        >>> least_support(["tea|milk", "tea|milk", "tea"], "|", 2)
        2
        >>> least_support(["tea|milk", "tea|milk", "tea"], "|", 2, ["ann", "ann", "ben"])
        1
    """
    sets = [tuple(sorted(split(cell, separator))) for cell in cells]
    held = _by_person(sets, persons) if persons is not None else [({items}, n) for items, n in Counter(sets).items()]
    if sum(comb(len(items), min(m, len(items))) for together, _ in held for items in together) > _MOST_ITEMSETS:
        return None
    support: Counter[Items] = Counter()
    for together, times in held:
        for itemset in {
            s for items in together for n in range(1, min(m, len(items)) + 1) for s in combinations(items, n)
        }:
            support[itemset] += times
    return min(support.values(), default=0)


def _by_person(sets: Iterable[Items], persons: Iterable[Hashable]) -> list[tuple[set[Items], int]]:
    """The sets of every person; each person counts once."""
    found: dict[Hashable, set[Items]] = defaultdict(set)
    for items, person in zip(sets, persons, strict=True):
        found[person].add(items)
    return [(together, 1) for together in found.values()]
