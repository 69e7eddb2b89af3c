"""Which records of a release are suppressed, and whether they are more than the policy allows.

A suppressed record is written as ``*`` in every column, or is not there at all. A ``*`` of the original is a value
like any other, so as many such rows as the original explains are not counted.
"""

from typing import NamedTuple

import polars as pl

from semblant.data.missing import no_value
from semblant.data.table import Table
from semblant.policy.model import SUPPRESSED, Policy


class Suppression(NamedTuple):
    """The suppressed records of a release."""

    outside: pl.Series  # which records they are: they are in no class
    records: int  # with those that the release does not have at all
    beyond: int  # how many more of them than allowed


def suppressed(release: Table) -> pl.Series:
    """Which records are ``*`` in every column."""
    return _stars(release, release.names)


def suppression(release: Table, policy: Policy, original: Table | None = None) -> Suppression:
    """Tell suppressed records from those that are ``*`` because the original is; in sets, ``*`` is an item.

    Where nobody may be left out, k such records are a class that has no common value to publish, and without
    k-anonymity so is a single one; their other columns must be ``*`` in the original. Where all records are so, nothing
    is released.
    """
    absent = pl.Series(release.absent)
    stars = suppressed(release) & (policy.shape == "table") & ~absent
    number = int(stars.sum())
    least = 1 if policy.promise == "none" else policy.k
    alike = not policy.suppression_limit and least <= number <= _unmasked_stars(release, policy, original)
    own = number if alike and number < release.records else _own(release, policy, original, number)
    everybody = release.records if original is None else max(release.records, original.records)
    lost = int(absent.sum()) + everybody - release.records
    allowed = int(policy.suppression_limit * everybody + 1e-9)
    beyond = max(0, lost + (0 if alike else number - own) - allowed)
    return Suppression((stars & (stars.cum_sum() > own)) | absent, lost + number - own, beyond)


def _own(release: Table, policy: Policy, original: Table | None, number: int) -> int:
    """How many of the rows of ``*`` are explained by the original, as members of a class."""
    if not number or original is None or not {*release.names} <= {*original.names}:
        return 0
    quasi = [n for n in policy.columns("quasi") if n in release.names]
    nameless = int(_stars(release, quasi).sum()) if quasi else number
    own = min(number, int(_stars(original, release.names).sum()))
    others = nameless - number  # rows without quasi-identifiers, but with something else
    if others > _nameless(original, policy, quasi) - own:  # some were generalised; what else they had may be a *
        own = min(number, _unmasked_stars(release, policy, original))
    return own if own + others >= policy.k else 0


def _unmasked_stars(release: Table, policy: Policy, original: Table | None) -> int:
    """How many records of the original, if it is known, are ``*`` in every column that is released unmasked."""
    quasi = policy.columns("quasi")
    unmasked = [n for n in release.names if n not in quasi]
    if original is None or not unmasked:
        return release.records
    return int(_stars(original, unmasked).sum()) if {*unmasked} <= {*original.names} else 0


def _stars(table: Table, names: tuple[str, ...] | list[str]) -> pl.Series:
    return table.frame.select(pl.all_horizontal(pl.col(names) == SUPPRESSED)).to_series()


def _nameless(original: Table, policy: Policy, quasi: list[str]) -> int:
    """How many records of the original have no quasi-identifier to publish."""

    def empty(name: str) -> pl.Expr:
        hidden = (policy.attributes[name].missing or policy.missing) == "suppress"
        texts = original.column(name).values
        return pl.col(name).is_in([t for t in texts if t == SUPPRESSED or (hidden and no_value(t))])

    return int(original.frame.select(pl.all_horizontal(map(empty, quasi))).to_series().sum())
