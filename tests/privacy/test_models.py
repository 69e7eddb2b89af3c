"""Every model says what its paper says."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from semblant.privacy.closeness import Equal, Ordered, Semantic, TCloseness
from semblant.privacy.histograms import Histograms
from semblant.privacy.models import DistinctL, EntropyL, KAnonymity, Model, Persons, RecursiveL, SemanticL
from semblant.privacy.packing import Packing, most_apart
from tests.privacy import slow
from tests.properties.strategies import examples

HEART, VIRAL, CANCER = range(3)
FOUR_ANONYMOUS = [[HEART, HEART, VIRAL, VIRAL], [CANCER, HEART, VIRAL, VIRAL], [CANCER] * 4]
THREE_DIVERSE = [[HEART, VIRAL, CANCER, CANCER], [CANCER, HEART, VIRAL, VIRAL], [HEART, VIRAL, CANCER, CANCER]]
"""The inpatients of Machanavajjhala et al. 2007, figures 2 and 3: blocks of the same twelve."""


def achieved(model: Model, blocks: list[list[int]]) -> float:
    everything = np.bincount(np.concatenate(blocks))
    return model.worst(np.array([model.value(np.bincount(b, minlength=3), everything) for b in blocks]))


def test_the_inpatients_of_the_l_diversity_paper():
    assert achieved(DistinctL("condition", 3), FOUR_ANONYMOUS) == 1
    assert achieved(DistinctL("condition", 3), THREE_DIVERSE) == 3
    assert round(achieved(EntropyL("condition", 2.8), THREE_DIVERSE), 1) == 2.8
    assert achieved(EntropyL("condition", 2), FOUR_ANONYMOUS) == 1
    # (2, 1, 1): 2 < c·1 for l = 3 and 2 < c·2 for l = 2
    assert achieved(RecursiveL("condition", 3, c=2.5), THREE_DIVERSE) == 3
    assert achieved(RecursiveL("condition", 3, c=2), THREE_DIVERSE) == 2
    assert achieved(RecursiveL("condition", 2, c=1), THREE_DIVERSE) == 1


@pytest.mark.parametrize(
    ("model", "words"),
    [
        (KAnonymity(5), "5 records in every class (k-anonymity, Samarati & Sweeney 1998)"),
        (Persons("patient", 3), "3 persons by patient in every class ((X, Y)-anonymity, Wang & Fung 2006)"),
        (
            DistinctL("diagnosis", 3),
            "3 different values of diagnosis in every class (distinct l-diversity, Machanavajjhala et al. 2007)",
        ),
        (
            EntropyL("diagnosis", 2.5),
            "values of diagnosis as varied as 2.5 equally frequent ones in every class "
            "(entropy l-diversity, Machanavajjhala et al. 2007)",
        ),
        (
            RecursiveL("diagnosis", 2, c=3),
            "in every class the most frequent value of diagnosis below 3 times the number of records with the value of "
            "rank 2 or a rarer one (recursive (c, l)-diversity, Machanavajjhala et al. 2007)",
        ),
        (
            SemanticL("diagnosis", 2, apart=0.3),
            "2 values of diagnosis at least 0.3 apart in meaning in every class "
            "(semantic l-diversity, ours, after Machanavajjhala et al. 2007)",
        ),
        (
            TCloseness("diagnosis", 0.2, Equal()),
            "every class within 0.2 of the whole file in diagnosis "
            "(t-closeness with equal ground distance, Li et al. 2007)",
        ),
    ],
)
def test_models_print_themselves(model, words):
    assert str(model) == words


def test_models_are_equal_by_what_they_promise():
    assert DistinctL("a", 3) == DistinctL("a", 3) != DistinctL("a", 4)
    assert EntropyL("a", 3) != DistinctL("a", 3)
    assert hash(KAnonymity(3)) == hash(KAnonymity(3))


values = st.lists(st.integers(0, 5), min_size=1, max_size=12)


@examples(200)
@given(values=values, c=st.sampled_from([0.5, 1.0, 2.0, 3.0]))
def test_l_is_what_its_definition_says(values, c):
    counts, total = np.bincount(values, minlength=6), np.ones(6, int)
    assert KAnonymity(2).value(counts, total) == len(values)
    assert Persons("who", 2).value(counts, total) == slow.distinct(values)
    assert DistinctL("s", 2).value(counts, total) == slow.distinct(values)
    assert EntropyL("s", 2).value(counts, total) == pytest.approx(slow.entropy(values), rel=1e-12)
    assert RecursiveL("s", 2, c=c).value(counts, total) == slow.recursive(values, c)


@examples(100)
@given(size=st.integers(1, 9), density=st.floats(0, 1), seed=st.integers(0, 2**32 - 1), wanted=st.integers(1, 4))
def test_semantic_l_is_the_largest_choice_of_values_apart(size, density, seed, wanted):
    rng = np.random.default_rng(seed)
    distance = np.triu(np.where(rng.random((size, size)) < density, 0.1, 0.9), 1)
    distance += distance.T
    held = rng.integers(0, size, rng.integers(1, 12)).tolist()
    expected = slow.most_apart(held, lambda a, b: distance[a, b] >= 0.3)
    model = SemanticL("s", wanted, apart=0.3, distance=distance)
    counts = np.bincount(held, minlength=size)
    assert model.value(counts, counts) == expected
    assert model.holds(counts, counts) == (expected >= wanted)


@examples(30)
@given(seed=st.integers(0, 2**32 - 1))
def test_a_large_heap_is_never_overstated(seed):
    rng = np.random.default_rng(seed)
    near = np.triu(rng.random((9, 9)) < 0.4, 1)
    near |= near.T
    exact = slow.most_apart(range(9), lambda a, b: not near[a, b])
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("semblant.privacy.packing.EXACT", 4)
        assert 1 <= most_apart(near) <= exact
    assert most_apart(near) == exact


def test_values_that_are_all_near_count_once_whichever_a_class_holds():
    near = np.zeros((5, 5), bool)
    near[:3, :3] = True
    held = Histograms.of([0, 0, 1, 1, 2], [0, 2, 1, 4, 3], 3)
    assert Packing(near).per_class(held).tolist() == [1, 2, 1]


def _models() -> list[Model]:
    place = np.array([0, 1, 1, 2, 3, 4])
    line = np.abs(place[:, None] - place[None, :]) / 4
    return [
        DistinctL("s", 2),
        EntropyL("s", 1.9),
        RecursiveL("s", 2, c=1.5),
        SemanticL("s", 2, apart=0.4, distance=line),
        TCloseness("s", 0.3, Equal()),
        TCloseness("s", 0.2, Ordered(place)),
        TCloseness("s", 0.2, Semantic(line)),
    ]


@pytest.mark.parametrize("model", _models(), ids=lambda m: f"{type(m).__name__} {getattr(m, 'ground', '')}")
@examples(80)
@given(one=values, other=values, rest=values)
def test_a_union_of_classes_that_keep_a_promise_keeps_it(model, one, other, rest):
    one, other, rest = (np.bincount(v, minlength=6) for v in (one, other, rest))
    total = one + other + rest
    if model.holds(one, total) and model.holds(other, total):
        assert model.holds(one + other, total)


@pytest.mark.parametrize("model", _models(), ids=lambda m: f"{type(m).__name__} {getattr(m, 'ground', '')}")
@examples(40)
@given(blocks=st.lists(values, min_size=1, max_size=5))
def test_many_classes_at_once_are_judged_as_one_by_one(model, blocks):
    held = Histograms.of(
        np.repeat(np.arange(len(blocks)), [len(b) for b in blocks]), np.concatenate(blocks), len(blocks)
    )
    alone = [np.bincount(b, minlength=6) for b in blocks]
    total = np.sum(alone, axis=0)
    each = np.array([model.value(counts, total) for counts in alone])
    assert model.values(held, total) == pytest.approx(each, abs=1e-12)
    assert model.kept_by(held, total).tolist() == [model.holds(counts, total) for counts in alone]
    assert model.achieved(held, total) == pytest.approx(model.worst(each), abs=1e-12)
    short = model.shortfall(held, total)
    assert (short >= -1e-12).all()
    assert not (short > 1e-9)[model.kept_by(held, total)].any()


def test_an_exact_l_of_equally_frequent_values_is_not_lost_to_rounding():
    for different in range(2, 60):
        assert EntropyL("s", different).holds(np.full(different, 7), np.full(different, 7))
