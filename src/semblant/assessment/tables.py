"""Privacy, risk and utility of a released table, made by any tool."""

from collections.abc import Sequence

import numpy as np

from semblant.arrays import Flags, Ints
from semblant.assessment.assessment import Assessment
from semblant.assessment.columns import ComparedColumn
from semblant.assessment.keptsecrets import kept_homogeneity
from semblant.assessment.loss import unmatched, utility
from semblant.assessment.pairing import compare_columns, pair
from semblant.assessment.rising import rising_columns
from semblant.assessment.risk import homogeneity, identifying_columns, persons_of_classes, risk
from semblant.data.same import persons_of
from semblant.data.table import Table
from semblant.policy.model import Policy
from semblant.privacy.promises import Promise
from semblant.proof.meanings import prove, rare_meanings
from semblant.proof.rare import rare_texts, with_rare
from semblant.proof.suppression import suppression
from semblant.proof.tables import privacy_of_table
from semblant.space.reading import Library, Readers


def assess_table(
    original: Table,
    release: Table,
    readers: Readers,
    policy: Policy,
    *,
    combine: str = "mean",
    promises: Sequence[Promise] = (),
    library: Library | None = None,
    aligned: bool | None = None,
    known: Sequence[str] | None = None,
) -> Assessment:
    """Assess a release against its original.

    Records are matched by position where both files have as many and the policy keeps their order (or ``aligned`` says
    so). ``combine`` is how column distances make a record distance, for which numbers were scaled when they were read.
    ``promises`` are what the policy asks on top of k; ``library`` opens the knowledge by which sensitive values are
    compared (without it only what the masked columns have opened serves); ``known`` are the columns the intruder knows,
    by default all of them.
    """
    if aligned is None:
        aligned = original.records == release.records and policy.order == "keep"
    privacy = prove(privacy_of_table(release, policy, original, aligned=aligned), release, policy, promises, original)
    found = rare_texts(original, release, policy, matched=aligned) | rare_meanings(original, release, policy, readers)
    privacy = with_rare(privacy, found, policy)
    columns = compare_columns(readers, original, release, policy.loss_measure)
    pairing = pair(columns) if aligned else None
    outside = suppression(release, policy, original).outside.to_numpy()
    gone = int(outside.sum())
    seen = columns if known is None else tuple(c for c in columns if c.reader.name in known)
    kept = kept_homogeneity(seen, release, policy, ~outside)
    return Assessment(
        privacy,
        unmatched(columns, gone, policy.k)
        if pairing is None
        else utility(pairing, combine=combine, suppressed=gone, k=policy.k),
        risk(
            pair(seen) if aligned else None,
            seen,
            gone,
            homogeneity(
                seen, original, release, policy, library or Library.closed(policy, readers.knowledge), ~outside
            ),
            _persons_per_class(seen, original if aligned else None, release, policy, ~outside),
            identifying_columns(release, policy, original),
            rising_columns(release, policy) if aligned else (),
            _persons_before(seen, original, policy),
        ).model_copy(update={"kept_homogeneity": kept}),
        columns,
        pairing,
    )


def _persons_per_class(
    columns: Sequence[ComparedColumn], original: Table | None, release: Table, policy: Policy, there: Flags
) -> Ints | None:
    """The number of persons in every class, where the policy names persons and the person of each record is known."""
    if policy.individual is None:
        return None
    if original is not None and policy.individual in original.names:
        return persons_of_classes(columns, persons_of(original.column(policy.individual)), there, original=False)
    if policy.names_persons(release.names):
        return persons_of_classes(columns, persons_of(release.column(policy.individual)), there, original=False)
    return None


def _persons_before(columns: Sequence[ComparedColumn], original: Table, policy: Policy) -> Ints | None:
    """The number of persons in every class of the original, where the policy names persons."""
    if policy.individual is None or policy.individual not in original.names:
        return None
    persons = persons_of(original.column(policy.individual))
    return persons_of_classes(columns, persons, np.ones(original.records, np.bool_), original=True)
