"""Privacy, risk and utility of any release, from the files alone."""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import polars as pl

from semblant.assessment.linkage import risk
from semblant.assessment.loss import unmatched, utility
from semblant.assessment.pairing import Pairing, judge, pair
from semblant.assessment.sides import Judged
from semblant.data.read import read
from semblant.data.table import Table
from semblant.errors import InputError, PolicyError
from semblant.methods.registry import method_named
from semblant.policy import SUPPRESSED, Policy, Privacy, Risk, Utility
from semblant.progress import SILENT, Progress
from semblant.space.kinds import resolve
from semblant.space.reading import Library, Readers, read_columns
from semblant.verify import privacy_of


@dataclass(frozen=True)
class Assessment:
    """What a release promises, what risk is left and what masking cost."""

    privacy: Privacy
    utility: Utility
    risk: Risk
    columns: tuple[Judged, ...] = ()
    pairing: Pairing | None = None

    @property
    def holds(self) -> bool:
        """Whether the release keeps the policy's promise."""
        return self.privacy.verified


def assess(
    original: Table,
    release: Table,
    readers: Readers,
    policy: Policy,
    *,
    aligned: bool | None = None,
    known: Sequence[str] | None = None,
) -> Assessment:
    """Judge a release against its original.

    Records are matched by position where both files have as many and the policy keeps their order (or ``aligned``
    says so). ``known`` are the columns the intruder knows; all of them unless said.
    """
    privacy = privacy_of(release, policy)
    columns = judge(readers, original, release, policy.loss_measure)
    if aligned is None:
        aligned = original.records == release.records and policy.order == "keep"
    pairing = pair(columns) if aligned else None
    gone = privacy.suppressed_records
    combine = method_named(policy.method).guide(policy).combine
    seen = columns if known is None else tuple(c for c in columns if c.reader.name in known)
    return Assessment(
        privacy,
        unmatched(columns, gone) if pairing is None else utility(pairing, combine=combine, suppressed=gone),
        risk(pair(seen) if aligned else None, seen, gone),
        columns,
        pairing,
    )


def assess_files(
    original: Path,
    release: Path,
    policy: Policy,
    *,
    base: Path,
    id_column: str | None = None,
    known: Sequence[str] | None = None,
    progress: Progress = SILENT,
) -> Assessment:
    """Read both files and the policy's knowledge, and judge."""
    with progress.step("reading"):
        before = read(original, delimiter=policy.delimiter, encoding=policy.encoding)
        after = read(release, delimiter=policy.delimiter, encoding=policy.encoding)
    with progress.step("meaning"):
        library = Library(policy, base)
        policy = resolve(before, policy, library).policy
        readers = read_columns(before, policy, library, combine=method_named(policy.method).guide(policy).combine)
    for name in known or ():
        if name not in policy.columns("quasi"):
            raise PolicyError(f"An intruder can be given only quasi-identifiers; {name!r} is none.", where="--known")
    aligned = None
    if id_column is not None:
        after, aligned = align(before, after, id_column), True
    with progress.step("assessing"):
        return assess(before, after, readers, policy, aligned=aligned, known=known)


def align(original: Table, release: Table, id_column: str) -> Table:
    """The release in the order of the original, matched by a column; a record it lacks is suppressed."""
    keys = [t.column(id_column) for t in (original, release)]
    for table, key in zip((original, release), keys, strict=True):
        if len(key.values) != table.records:
            raise InputError(f"The column {id_column!r} of {table.origin.name} does not tell its records apart.")
    where = original.frame.select(pl.col(id_column)).with_row_index("_at")
    joined = where.join(release.frame.with_columns(_there=True), on=id_column, how="left").sort("_at")
    if joined.get_column("_there").sum() != release.records:
        raise InputError(f"The release has values of {id_column!r} that the original does not have.")
    names = list(release.names)
    return Table(joined.select(pl.col(names).fill_null(SUPPRESSED)), release.origin)
