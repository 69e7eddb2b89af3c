"""The rules of the kernel against the models they represent: never less strict, and equal where possible."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numba import njit

from semblant.kernels.promise_rules import kept
from semblant.methods.grouping import grouping_of, layout_of
from semblant.methods.promise_refinement import rules_of
from semblant.privacy.closeness import Equal, Ordered, Semantic, TCloseness
from semblant.privacy.histograms import Histograms
from semblant.privacy.models import DistinctL, EntropyL, LDiversity, Model, Persons, RecursiveL, SemanticL
from semblant.privacy.promises import Promise
from semblant.space.points import Points

VALUES = 5
HALVES = np.array([0.0, 0.1, 0.5, 0.9, 1.0])
FAR = np.abs(HALVES[:, None] - HALVES[None, :])

EXACT = [
    DistinctL("x", 2), DistinctL("x", 3), EntropyL("x", 2), EntropyL("x", 2.6), RecursiveL("x", 2, c=1.0),
    RecursiveL("x", 3, c=2.0), RecursiveL("x", 1, c=1.5), Persons("x", 3), TCloseness("x", 0.25, Equal()),
    TCloseness("x", 0.2, Ordered(np.array([3, 0, 1, 1, 2]))),
]  # fmt: skip
STRICT = [SemanticL("x", 2, apart=0.45, distance=FAR), TCloseness("x", 0.2, Semantic(FAR))]


@njit
def look(rules, grouping, group):
    return kept(rules, grouping, group)


def both(model: Model, codes: np.ndarray, label: np.ndarray, value_of: np.ndarray | None, missing: int) -> list:
    """What the kernel and the model say of every group."""
    n = len(codes)
    nothing = Points.of_tables([], np.empty((0, n), np.int32), np.ones(n, np.int64), numbers=np.zeros((1, n)))
    rows = np.stack([np.arange(n), np.ones(n, np.int64), label], axis=1)
    grouping = grouping_of(layout_of(nothing), rows, 1, seed=1)
    promise = Promise(model, codes, value_of, nothing=missing)
    rules = rules_of([promise], codes[None, :])
    classes = Histograms.of(label, codes, int(label.max()) + 1)
    said = promise.kept_by(classes, promise.total(np.ones(n, bool)))
    return [(bool(look(rules, grouping, g)), bool(said[g])) for g in range(len(said))]


@pytest.mark.parametrize("model", [*EXACT, *STRICT], ids=lambda m: type(m).__name__)
@settings(max_examples=60, deadline=None)
@given(data=st.data())
def test_a_rule_is_never_less_strict_than_its_model(model, data):
    n = data.draw(st.integers(4, 14))
    whole = st.lists(st.integers(0, VALUES - 1), min_size=n, max_size=n).map(np.array)
    codes = np.append(data.draw(whole), VALUES - 1)  # so that every value has a code
    label = np.array([*data.draw(st.lists(st.integers(0, 1), min_size=n, max_size=n)), 2])
    label[:4] = [0, 0, 1, 1]  # a group of one record would be put together with another
    codes, label = np.append(codes, 0), np.append(label, 2)
    value_of = None
    if data.draw(st.booleans()) and not isinstance(model, TCloseness | Persons):  # two persons say each value
        codes = codes * 2 + np.arange(len(codes)) % 2
        codes[-1], value_of = 2 * VALUES - 1, np.arange(2 * VALUES) // 2
    diverse = isinstance(model, LDiversity)
    missing = data.draw(st.integers(-1, VALUES - 1)) if diverse else -1
    if diverse and data.draw(st.booleans()):  # a group in which all values are missing
        codes[(label == 0) & (np.arange(len(codes)) < n)] = max(missing, 0) * (1 if value_of is None else 2)
    for ours, theirs in both(model, codes, label, value_of, missing):
        assert theirs or not ours
        if model in EXACT:
            assert ours == theirs
