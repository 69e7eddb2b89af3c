"""The proof: reads the written bytes back and counts for itself, knowing nothing of how they were made."""

from pathlib import Path

import polars as pl

from semblant.data.read import read
from semblant.data.table import Table
from semblant.errors import VerificationError
from semblant.policy import SUPPRESSED, Policy, Privacy


def privacy_of(release: Table, policy: Policy) -> Privacy:
    """What a release promises by its own bytes: classes of records alike in every quasi-identifier.

    A record suppressed in every column says nothing and stands in no class.
    """
    quasi = list(policy.columns("quasi"))
    gone = _gone(release)
    there = release.frame.filter(~gone)
    sets = [name for name in quasi if policy.attributes[name].kind == "set"]
    keys = there.select(
        _items(name, policy.attributes[name].separator) if name in sets else pl.col(name) for name in quasi
    )
    sizes = keys.group_by(quasi).len().get_column("len") if quasi else pl.Series([there.height])
    smallest = sizes.min() if sizes.len() else 0
    assert isinstance(smallest, int)
    return Privacy(
        k_required=policy.k,
        k_achieved=smallest,
        classes=sizes.len(),
        suppressed_records=int(gone.sum()),
        l_achieved=None,
        t_achieved=None,
        verified=smallest >= policy.k or there.height == 0,
    )


def _items(name: str, separator: str) -> pl.Expr:
    """A set as sorted distinct items: the order in which they are written does not tell people apart."""
    return pl.col(name).str.split(separator).list.unique().list.sort().list.join(separator)


def verify(original: Table, written: Path, policy: Policy) -> Privacy:
    """Read a written release back and refuse it unless it keeps every promise of the policy."""
    release = read(written, delimiter=original.origin.delimiter, encoding=original.origin.encoding)
    _same_shape(original, release, policy)
    _untouched(original, release, policy)
    privacy = privacy_of(release, policy)
    if not privacy.verified:
        raise VerificationError(
            f"The written release is only {privacy.k_achieved}-anonymous; k = {policy.k} was promised. "
            "Nothing was published.",
            where=written.name,
        )
    return privacy


def _same_shape(original: Table, release: Table, policy: Policy) -> None:
    hidden = set(policy.columns("identifier"))
    kept = [n for n in original.names if n in policy.attributes or policy.others == "keep"]
    expected = [n for n in kept if n not in hidden]
    if list(release.names) != expected:
        raise VerificationError("The written release does not have the columns the policy lets through.")
    if release.records != original.records:
        raise VerificationError(
            f"The written release has {release.records:,} records; the original has {original.records:,}."
        )


def _untouched(original: Table, release: Table, policy: Policy) -> None:
    """Columns the policy does not mask must hold exactly their text, but for suppressed records."""
    quasi = policy.columns("quasi")
    names = [n for n in release.names if n not in quasi]
    if not names:
        return
    there = ~_gone(release)
    before, after = original.frame.select(names), release.frame.select(names).filter(there)
    if policy.order == "shuffle":
        counts = after.group_by(names).len("after").join(before.group_by(names).len("before"), on=names, how="left")
        if not counts.select((pl.col("after") <= pl.col("before").fill_null(0)).all()).item():
            raise VerificationError("The written release changed an untouched column.")
        return
    for name in names:
        if not before.filter(there).get_column(name).equals(after.get_column(name)):
            raise VerificationError(f"The written release changed the untouched column {name!r}.")


def _gone(release: Table) -> pl.Series:
    """Which records are suppressed in every column."""
    return release.frame.select(pl.all_horizontal(pl.all() == SUPPRESSED)).to_series()
