"""The rest of the proof: promises about meaning, counted on the written bytes.

``verify`` knows no meanings. It leaves open what semantic diversity and closeness promise, and orders it cannot read;
this closes them, from the release's own classes and values and nothing of how they were made.
"""

from collections.abc import Sequence

import numpy as np

from semblant.data.table import Table
from semblant.policy import Policy, Privacy
from semblant.privacy.closeness import Ground, Ordered, Semantic, TCloseness
from semblant.privacy.histograms import Histograms
from semblant.privacy.models import Model, SemanticL
from semblant.privacy.promises import Promise, meaning_distances, places
from semblant.verify import classes_of, settled, suppressed


def prove(privacy: Privacy, release: Table, policy: Policy, promises: Sequence[Promise]) -> Privacy:
    """The privacy of a release with every promise counted, also those that ``verify`` could not."""
    diverse, close = dict(privacy.l_achieved or {}), dict(privacy.t_achieved or {})
    there = ~suppressed(release).to_numpy()
    if not there.any():
        return privacy
    classes = classes_of(release.frame.filter(there), policy).to_numpy()
    for promise in promises:
        model = promise.model
        if isinstance(model, SemanticL) and model.attribute not in diverse:
            diverse[model.attribute] = _achieved(promise, release, policy, classes, there)
        elif isinstance(model, TCloseness) and model.attribute not in close:
            close[model.attribute] = _achieved(promise, release, policy, classes, there)
    found = {"l_achieved": diverse or None, "t_achieved": close or None}
    return settled(privacy.model_copy(update=found), policy)


def _achieved(
    promise: Promise,
    release: Table,
    policy: Policy,
    classes: np.ndarray,
    there: np.ndarray,
) -> float:
    model = _as_released(promise, release, policy)
    column = release.column(model.attribute)
    codes = column.codes[there].astype(np.int64)
    total = np.bincount(codes, minlength=len(column.values)).astype(np.int64)
    return model.achieved(Histograms.of(classes, codes, int(classes.max()) + 1), total)


def _as_released(promise: Promise, release: Table, policy: Policy) -> SemanticL | TCloseness:
    """The model over the values of the release itself, which another tool may have changed."""
    model = promise.model
    assert isinstance(model, SemanticL | TCloseness)
    column = release.column(model.attribute)

    def distances() -> np.ndarray:
        assert promise.reader is not None
        return meaning_distances(promise.reader, policy.loss_measure, column.values)

    if isinstance(model, SemanticL):
        return SemanticL(model.attribute, model.l, model.apart, distances())
    ground: Ground = model.ground
    if isinstance(ground, Semantic):
        ground = Semantic(distances())
    elif isinstance(ground, Ordered):
        ground = Ordered(places(column, policy.attributes[model.attribute]))
    return TCloseness(model.attribute, model.t, ground)
