"""Which records of a release are suppressed, and whether they are more than the policy allows.

A suppressed record is written as ``*`` in every column, or is not there at all. A ``*`` of the original is a value
like any other, so as many such rows as the original explains are not counted.
"""

from typing import NamedTuple

import numpy as np

from semblant.arrays import Flags
from semblant.catalogue import CATALOGUE
from semblant.data.filebacked import filled, rows_where
from semblant.data.missing import no_value
from semblant.data.table import Table
from semblant.policy.model import MISSING, SUPPRESSED, Policy

_DONORS = ("consensus", "random")  # centroids that are records
_SAY_MISSING = ("numeric", "date", "ordinal", "semantic")  # kinds in which NA may be no value


class Suppression(NamedTuple):
    """The suppressed records of a release."""

    outside: Flags  # which records they are: they are in no class
    records: int  # with those that the release does not have at all
    beyond: int  # how many more of them than allowed


def suppressed(release: Table) -> Flags:
    """Which records are ``*`` in every column."""
    return _stars(release, release.names)


def suppression(release: Table, policy: Policy, original: Table | None = None) -> Suppression:
    """Tell suppressed records from those that are ``*`` because the original is; a set alone may be the item ``*``.

    Where nobody may be left out, k such records are a class that has no common value to publish, and without
    k-anonymity so is a single one; their other columns must be ``*`` in the original. Where all records are so, nothing
    is released.
    """
    absent = release.absent
    told = policy.shape == "table" or any(name not in policy.columns("quasi") for name in release.names)
    stars = suppressed(release)
    stars &= told & ~absent
    number = int(np.count_nonzero(stars))
    least = 1 if policy.promise == "none" else policy.k
    most = min(_unmasked_stars(release, policy, original), _without_mean(release, policy, original))
    alike = not policy.suppression_limit and least <= number <= most
    own = number if alike and number < release.records else _own(release, policy, original, number)
    everybody = release.records if original is None else max(release.records, original.records)
    lost = int(np.count_nonzero(absent)) + everybody - release.records
    allowed = int(policy.suppression_limit * everybody + 1e-9)
    beyond = max(0, lost + (0 if alike else number - own) - allowed)
    stars[rows_where(len(stars), lambda part: stars[part])[:own]] = False
    stars |= absent
    return Suppression(stars, lost + number - own, beyond)


def _own(release: Table, policy: Policy, original: Table | None, number: int) -> int:
    """How many of the rows of ``*`` are explained by the original, as members of a class."""
    if not number or original is None or not {*release.names} <= {*original.names}:
        return 0
    quasi = [n for n in policy.columns("quasi") if n in release.names]
    nameless = int(_stars(release, quasi).sum()) if quasi else number
    unmasked = [original.column(n).is_text(SUPPRESSED) for n in release.names if n not in quasi]
    empty = [_empty(original, policy, n) for n in quasi]
    own = min(number, _count(original, [*empty, *unmasked]))
    others = nameless - number  # rows without quasi-identifiers, but with something else
    if others > _count(original, empty) - own:  # some were generalised; what else they had may be a *
        own = min(number, _unmasked_stars(release, policy, original))
    return own if own + others >= policy.k else 0


def _unmasked_stars(release: Table, policy: Policy, original: Table | None) -> int:
    """How many records of the original, if it is known, are ``*`` in every column that is released unmasked."""
    quasi = policy.columns("quasi")
    unmasked = [n for n in release.names if n not in quasi]
    if original is None or not unmasked:
        return release.records
    return int(_stars(original, unmasked).sum()) if {*unmasked} <= {*original.names} else 0


def _without_mean(release: Table, policy: Policy, original: Table | None) -> int:
    """How many records may have no number or date to publish: numbers have a mean, unless half of them are missing.

    Methods that generalise may go up to ``*`` in any column, and another record may have nothing that may be shown.
    """
    entry = CATALOGUE[policy.shape].get(policy.method)
    if entry is None or not entry.represents_by_centroids or policy.centroid in _DONORS:
        return release.records
    most = release.records
    for name in policy.columns("quasi"):
        attribute = policy.attributes[name]
        if attribute.kind not in ("numeric", "date") or attribute.hierarchy or name not in release.names:
            continue
        hidden = (attribute.missing or policy.missing) == "suppress"
        if original is None or name not in original.names:
            most = most if hidden else 0
            continue
        column = original.column(name)
        gone = [text == SUPPRESSED or (hidden and no_value(text)) for text in column.values]
        most = min(most, 2 * int(column.counts[np.array(gone, np.bool_)].sum()))
    return most


def _stars(table: Table, names: tuple[str, ...] | list[str]) -> Flags:
    columns = [table.column(name) for name in names]
    if any(SUPPRESSED not in column.values for column in columns):
        return np.zeros(table.records, np.bool_)
    stars = [column.values.index(SUPPRESSED) for column in columns]

    def found(part: slice) -> Flags:
        same = np.ones(part.stop - part.start, np.bool_)
        for column, star in zip(columns, stars, strict=True):
            same &= column.packed[part] == star
        return same

    return filled(table.records, np.bool_, found)


def _count(table: Table, conditions: list[Flags]) -> int:
    """How many records meet all conditions."""
    return int(np.logical_and.reduce(conditions).sum()) if conditions else table.records


def _empty(original: Table, policy: Policy, name: str) -> Flags:
    """Whether a record of the original has no value of a quasi-identifier to publish: ``*``, or missing and hidden."""
    rules = policy.attributes[name]
    hidden = (rules.missing or policy.missing) == "suppress"
    levels = set(rules.levels or ())

    def missing(text: str) -> bool:
        return text == MISSING or (rules.kind in _SAY_MISSING and no_value(text) and text.strip() not in levels)

    column = original.column(name)
    empty = np.array([t == SUPPRESSED or (hidden and missing(t)) for t in column.values], np.bool_)
    return empty[column.packed]
