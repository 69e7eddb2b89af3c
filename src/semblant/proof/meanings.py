"""The semantic part of the proof: promises about meaning, counted on the written bytes.

``proof.tables`` knows no meanings: it leaves open semantic diversity and closeness, and orders it cannot read. They are
checked here from the release's own classes and values, without knowledge of how it was made. Unlike the other proofs,
this one counts with the models of ``privacy``.
"""

from collections.abc import Collection, Iterable, Sequence

import numpy as np

from semblant.arrays import Floats
from semblant.catalogue import CATALOGUE
from semblant.data.table import Table
from semblant.evidence import Privacy, RareFacts
from semblant.knowledge.taxonomy import Taxonomy
from semblant.policy.model import MISSING, SUPPRESSED, Policy
from semblant.privacy.closeness import Ordered, Semantic, TCloseness
from semblant.privacy.histograms import Histograms
from semblant.privacy.models import SemanticL
from semblant.privacy.promises import Promise, meaning_distances, orders
from semblant.privacy.values import CountedValues, counted_values
from semblant.proof.rare import Held, counted, held_in
from semblant.proof.suppression import suppression
from semblant.proof.tables import classes_of, settled
from semblant.space.column import Point
from semblant.space.reader import Reader
from semblant.space.understanding import Understanding


def prove(
    privacy: Privacy, release: Table, policy: Policy, promises: Sequence[Promise], original: Table | None = None
) -> Privacy:
    """Complete the privacy of a release with the promises that need meanings."""
    if not promises:
        return privacy
    there = np.flatnonzero(~suppression(release, policy, original).outside)
    if not len(there):
        return privacy
    classes = classes_of(release, policy, there)
    diverse, close = dict(privacy.l_achieved or {}), dict(privacy.t_achieved or {})
    for promise in promises:
        models = _as_released(promise, release, policy)
        found = diverse if isinstance(promise.model, SemanticL) else close
        if not models or models[0].attribute in found:
            continue
        column = release.column(models[0].attribute)
        every = CountedValues(np.arange(len(column.values)), nothing=-1)  # in a distribution, missing is a value
        name, nothing = counted_values(column.values, by_meaning=True) if found is diverse else every
        codes = name[column.packed[there]]
        total = np.bincount(codes, minlength=len(column.values)).astype(np.int64)
        held = Histograms.of(classes, codes, int(classes.max()) + 1).without(nothing)
        found[column.name] = models[0].worst(np.array([model.achieved(held, total) for model in models]))
    counted = privacy.model_copy(update={"l_achieved": diverse or None, "t_achieved": close or None})
    return settled(counted, policy, release)


def rare_meanings(original: Table, release: Table, policy: Policy, readers: Iterable[Reader]) -> dict[str, RareFacts]:
    """Rare values in columns of concepts: concepts that fewer than k persons have, at or below.

    A spelling must be a name of its concept that k persons wrote, or the vocabulary's own name. Labels of a hierarchy
    are not counted: k persons are below each, or the release would not be k-anonymous.
    """
    entry = CATALOGUE[policy.shape].get(policy.method)
    if entry is not None and entry.generalises:
        return {}
    return {
        reader.name: counted(
            holders_of(
                set(release.column(reader.name).values) - {SUPPRESSED, *reader.understanding.labels},
                held_in(original, reader.name, policy),
                reader.understanding,
                policy.k,
            ).values(),
            policy,
        )
        for reader in readers
        if reader.understanding is not None and reader.name in release.names
    }


def holders_of(shown: Collection[str], held: Held, understanding: Understanding, least: int) -> dict[str, int]:
    """How many persons have each released text: exactly it or, where it is a concept's own name, what lies below."""
    taxonomy, exactly = understanding.taxonomy, held.exactly()
    if MISSING in shown and exactly.get(MISSING, 0) < least:  # what says "no value" in other ways is released empty
        nothing = {text: (0,) for text in held.texts if understanding.meanings.is_missing(text) and text != SUPPRESSED}
        exactly[MISSING] = held.below(nothing).get(0, 0)
    meant = {text: understanding.point_of(text) for text in shown if exactly.get(text, 0) < least}
    wanted = {point.concept for text, point in meant.items() if point.named and _is_own_name(text, point, taxonomy)}
    above = {}
    for text in held.texts if wanted else ():
        point = understanding.point_of(text)
        above[text] = wanted.intersection(taxonomy.ancestors(point.concept).tolist()) if point.named else set()
    below = held.below(above)
    return {
        text: below.get(meant[text].concept, 0)
        if text in meant and meant[text].concept in wanted and _is_own_name(text, meant[text], taxonomy)
        else exactly.get(text, 0)
        for text in shown
    }


def _is_own_name(text: str, point: Point, taxonomy: Taxonomy) -> bool:
    """Whether a text is the vocabulary's own name of a concept, and not only some member's word for it.

    That is its preferred label, ``label#n``, its id, or a name that no other concept has. Where labels are read by what
    is most like them, they are examples of a concept rather than names of it.
    """
    label, _, number = text.rpartition("#")
    own = taxonomy.label(point.concept)
    if text in (own, taxonomy.ids[point.concept]) or (label == own and number.isdigit()):
        return True
    named = not taxonomy.arrays.reading and text in taxonomy.terms(point.concept)
    return named and set(taxonomy.senses(text)) == {point.concept}


def _as_released(promise: Promise, release: Table, policy: Policy) -> Sequence[SemanticL | TCloseness]:
    """The models of a promise that needs meanings, for the values of the release, which another tool may have changed.

    There are two where values may be counted in two ways.
    """
    if getattr(promise.model, "attribute", None) not in release.names:
        return []
    match promise.model:
        case SemanticL(attribute, l, apart):
            return [SemanticL(attribute, l, apart, _distances(promise, release, policy, exact=False))]
        case TCloseness(attribute, t, Semantic()):
            return [TCloseness(attribute, t, Semantic(_distances(promise, release, policy, exact=True)))]
        case TCloseness(attribute, t, Ordered()):
            both = orders(release.column(attribute), policy.attributes[attribute])
            return [TCloseness(attribute, t, order) for order in both]
    return []


def _distances(promise: Promise, release: Table, policy: Policy, *, exact: bool) -> Floats:
    reader = promise.reader
    assert reader is not None, "a promise about meaning comes with how its column was read"
    return meaning_distances(reader, policy.loss_measure, release.column(reader.name).values, exact=exact)
