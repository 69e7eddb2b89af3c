"""Privacy, risk and utility of any release, from the files alone."""

from collections.abc import Sequence
from contextlib import suppress
from dataclasses import replace
from pathlib import Path

import polars as pl

from semblant.assessment.assessment import Assessment as Assessment
from semblant.assessment.clusters import Number, cluster_loss
from semblant.assessment.columns import ComparedColumn
from semblant.assessment.identifying import telling
from semblant.assessment.intruder import intruder as look_for
from semblant.assessment.intruder import truth_of
from semblant.assessment.loss import unmatched, utility
from semblant.assessment.pairing import judge, pair
from semblant.assessment.risk import Counts, homogeneity, persons_of_classes, risk
from semblant.assessment.shapes import judge_tables
from semblant.data.missing import persons_of
from semblant.data.read import read
from semblant.data.table import Table
from semblant.errors import InputError, PolicyError
from semblant.hierarchy.choose import read_with_hierarchies
from semblant.methods.registry import method_named
from semblant.policy.model import SUPPRESSED, Policy
from semblant.privacy.promises import Promise, promises_of
from semblant.progress import SILENT, Progress
from semblant.proof.meanings import prove
from semblant.proof.tables import privacy_of, suppressed
from semblant.space.kinds import resolve
from semblant.space.reading import Library, Readers


def assess(
    original: Table,
    release: Table,
    readers: Readers,
    policy: Policy,
    *,
    promises: Sequence[Promise] = (),
    library: Library | None = None,
    aligned: bool | None = None,
    known: Sequence[str] | None = None,
) -> Assessment:
    """Judge a release against its original.

    Records are matched by position where both files have as many and the policy keeps their order (or ``aligned``
    says so). ``promises`` are what the policy asks on top of k; ``library`` opens the knowledge by which sensitive
    values are compared (without it only what the masked columns have opened serves); ``known`` are the columns the
    intruder knows, all of them unless said.
    """
    if aligned is None:
        aligned = original.records == release.records and policy.order == "keep"
    privacy = prove(privacy_of(release, policy, original, aligned=aligned), release, policy, promises)
    columns = judge(readers, original, release, policy.loss_measure)
    pairing = pair(columns) if aligned else None
    gone = privacy.suppressed_records
    combine = method_named(policy.method).guide(policy).combine
    seen = columns if known is None else tuple(c for c in columns if c.reader.name in known)
    return Assessment(
        privacy,
        unmatched(columns, gone) if pairing is None else utility(pairing, combine=combine, suppressed=gone),
        risk(
            pair(seen) if aligned else None,
            seen,
            gone,
            homogeneity(seen, original, release, policy, library or Library.closed(policy, readers.knowledge)),
            _crowds(seen, original if aligned else None, release, policy),
            telling(release, policy),
        ),
        columns,
        pairing,
    )


def _crowds(columns: Sequence[ComparedColumn], original: Table | None, release: Table, policy: Policy) -> Counts | None:
    """The persons of every class, where the policy names persons and it is known whose each record is."""
    for table in (release, original):
        if policy.individual is not None and table is not None and policy.individual in table.names:
            persons = persons_of(table.column(policy.individual))
            return persons_of_classes(columns, persons, ~suppressed(release).to_numpy())
    return None


def assess_files(
    original: Path,
    release: Path,
    policy: Policy,
    *,
    base: Path,
    id_column: str | None = None,
    known: Sequence[str] | None = None,
    intruder: Path | None = None,
    clusters: Number | None = None,
    progress: Progress = SILENT,
) -> Assessment:
    """Read both files and judge.

    ``intruder`` is a file of people somebody knows; ``clusters`` asks for the comparison of clusters as well.
    """
    with progress.step("reading"):
        before = read(original, delimiter=policy.delimiter, encoding=policy.encoding)
        after = _read_like(before, release, policy)
        people = None if intruder is None else read(intruder, delimiter=policy.delimiter, encoding=policy.encoding)
    return assess_tables(
        before,
        after,
        policy,
        base=base,
        id_column=id_column,
        known=known,
        people=people,
        clusters=clusters,
        progress=progress,
    )


def assess_tables(
    before: Table,
    after: Table,
    policy: Policy,
    *,
    base: Path,
    id_column: str | None = None,
    known: Sequence[str] | None = None,
    people: Table | None = None,
    clusters: Number | None = None,
    progress: Progress = SILENT,
) -> Assessment:
    """Open the policy's knowledge and judge a release of any shape, as ``assess_files`` does from its files."""
    if policy.shape != "table":
        _refuse_extras(policy.shape, known=known, id=id_column, intruder=people, clusters=clusters)
        with progress.step("assessing"):
            return judge_tables(before, after, policy, Library(policy, base))
    with progress.step("meaning"):
        library = Library(policy, base)
        policy = resolve(before, policy, library).policy
        method = method_named(policy.method)
        combine = method.guide(policy).combine
        readers = read_with_hierarchies(before, policy, library, combine=combine, every=method.generalises).readers
        promises = promises_of(policy, before, library)
    for name in known or ():
        if name not in policy.columns("quasi"):
            raise PolicyError(f"An intruder can be given only quasi-identifiers; {name!r} is none.", where="--known")
    aligned = None
    if id_column is not None:
        after, aligned = align(before, after, id_column), True
    with progress.step("assessing"):
        judged = assess(
            before, after, readers, policy, promises=promises, library=library, aligned=aligned, known=known
        )
        if people is not None:
            truth = None if judged.pairing is None else truth_of(people, before, id_column)
            judged = replace(judged, intruder=look_for(people, after, readers, policy.loss_measure, truth))
        if clusters is not None:
            if judged.pairing is None:
                raise InputError(
                    "Clusters can be compared only where released records are matched with original ones.",
                    where="--clusters",
                    hints=["--id names a column that tells the records of both files apart"],
                )
            compared = cluster_loss(
                judged.pairing, combine=method_named(policy.method).guide(policy).combine, clusters=clusters
            )
            judged = replace(judged, utility=judged.utility.model_copy(update={"clustering": compared}))
        return judged


def _refuse_extras(shape: str, **asked: object) -> None:
    """Sets and logs are judged as a whole: what is asked for beyond that is said to be missing, not left out."""
    for name, value in asked.items():
        if value is not None:
            raise PolicyError(f"This works on tables only, not on shape: {shape}.", where=f"--{name}")


def _read_like(original: Table, release: Path, policy: Policy) -> Table:
    """Read a release as its original was written; another tool may have written it otherwise."""
    with suppress(InputError):
        found = read(release, delimiter=policy.delimiter or original.origin.delimiter, encoding=policy.encoding)
        if set(policy.columns("quasi")) <= set(found.names):
            return found
    return read(release, delimiter=policy.delimiter, encoding=policy.encoding)


_AT, _THERE = "\0at", "\0there"  # names that no column has


def align(original: Table, release: Table, id_column: str) -> Table:
    """The release in the order of the original, matched by a column; a record it lacks is suppressed."""
    keys = [t.column(id_column) for t in (original, release)]
    for table, key in zip((original, release), keys, strict=True):
        if len(key.values) != table.records:
            raise InputError(f"The column {id_column!r} of {table.origin.name} does not tell its records apart.")
    where = original.frame.select(pl.col(id_column)).with_row_index(_AT)
    joined = where.join(release.frame.with_columns(pl.lit(True).alias(_THERE)), on=id_column, how="left").sort(_AT)
    if joined.get_column(_THERE).sum() != release.records:
        raise InputError(f"The release has values of {id_column!r} that the original does not have.")
    names = list(release.names)
    return Table(joined.select(pl.col(names).fill_null(SUPPRESSED)), release.origin)
