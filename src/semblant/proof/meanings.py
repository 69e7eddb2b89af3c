"""The semantic part of the proof: promises about meaning, counted on the written bytes.

``proof.tables`` knows no meanings: it leaves open semantic diversity and closeness, and orders it cannot read. They are
checked here from the release's own classes and values, without knowledge of how it was made. Unlike the other proofs,
this one counts with the models of ``privacy``.
"""

from collections.abc import Sequence

import numpy as np

from semblant.arrays import Floats
from semblant.data.table import Table
from semblant.evidence import Privacy
from semblant.policy.model import Policy
from semblant.privacy.closeness import Ordered, Semantic, TCloseness
from semblant.privacy.histograms import Histograms
from semblant.privacy.models import SemanticL
from semblant.privacy.promises import Promise, meaning_distances, places
from semblant.privacy.values import CountedValues, counted_values
from semblant.proof.tables import classes_of, settled, suppressed


def prove(privacy: Privacy, release: Table, policy: Policy, promises: Sequence[Promise]) -> Privacy:
    """Complete the privacy of a release with the promises that need meanings."""
    there = ~suppressed(release).to_numpy()
    if not there.any():
        return privacy
    classes = classes_of(release.frame.filter(there), policy).to_numpy()
    diverse, close = dict(privacy.l_achieved or {}), dict(privacy.t_achieved or {})
    for promise in promises:
        model = _as_released(promise, release, policy)
        found = diverse if isinstance(model, SemanticL) else close
        if model is None or model.attribute in found:
            continue
        column = release.column(model.attribute)
        every = CountedValues(np.arange(len(column.values)), nothing=-1)  # in a distribution, missing is a value
        name, nothing = counted_values(column.values, by_meaning=True) if isinstance(model, SemanticL) else every
        codes = name[column.codes[there]]
        total = np.bincount(codes, minlength=len(column.values)).astype(np.int64)
        held = Histograms.of(classes, codes, int(classes.max()) + 1).without(nothing)
        found[model.attribute] = model.achieved(held, total)
    counted = privacy.model_copy(update={"l_achieved": diverse or None, "t_achieved": close or None})
    return settled(counted, policy, release)


def _as_released(promise: Promise, release: Table, policy: Policy) -> SemanticL | TCloseness | None:
    """A model that needs meanings, for the values of the release itself, which another tool may have changed."""
    if getattr(promise.model, "attribute", None) not in release.names:
        return None
    match promise.model:
        case SemanticL(attribute, l, apart):
            return SemanticL(attribute, l, apart, _distances(promise, release, policy))
        case TCloseness(attribute, t, Semantic()):
            return TCloseness(attribute, t, Semantic(_distances(promise, release, policy)))
        case TCloseness(attribute, t, Ordered()):
            return TCloseness(attribute, t, Ordered(places(release.column(attribute), policy.attributes[attribute])))
    return None


def _distances(promise: Promise, release: Table, policy: Policy) -> Floats:
    reader = promise.reader
    assert reader is not None, "a promise about meaning comes with how its column was read"
    return meaning_distances(reader, policy.loss_measure, release.column(reader.name).values)
