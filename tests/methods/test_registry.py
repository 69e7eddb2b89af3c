"""Every method of the catalogue has a function, is guided as it says, and refuses what it cannot do."""

from itertools import product

import pytest

from semblant.catalogue import CATALOGUE, LOSS_MEASURE, SHAPES
from semblant.errors import PolicyError
from semblant.methods.job import Budget, check_method, entry_of, guide_of, refinement_of
from semblant.methods.registry import BOUND
from semblant.policy.model import Policy

EVERY = [(shape, name) for shape in SHAPES for name in CATALOGUE[shape]]


def test_every_method_of_the_catalogue_has_its_function_and_none_more():
    assert {shape: set(known) for shape, known in BOUND.items()} == {s: set(known) for s, known in CATALOGUE.items()}


@pytest.mark.parametrize(("shape", "name"), EVERY)
def test_the_policy_guides_before_the_catalogue(shape, name):
    entry, policy = CATALOGUE[shape][name], Policy(shape=shape, method=name, loss_measure="path")
    assert guide_of(policy).measure == ("path" if entry.measure == LOSS_MEASURE else entry.measure)
    assert guide_of(policy).combine == entry.combine
    told = Policy(shape=shape, method=name, measure="equality", combine="euclidean", weighting="frequency")
    assert guide_of(told) == guide_of(told.model_copy(update={"centroid": "mode"}))
    assert (guide_of(told).measure, guide_of(told).combine) == ("equality", "euclidean")
    assert guide_of(told).weighting == "frequency"


@pytest.mark.parametrize(("shape", "name"), EVERY)
def test_what_is_not_k_anonymous_must_be_accepted(shape, name):
    policy = Policy(shape=shape, method=name)
    if entry_of(policy).k_anonymous:
        assert check_method(policy) is CATALOGUE[shape][name]
        return
    with pytest.raises(PolicyError, match="does not give k-anonymity") as refused:
        check_method(policy)
    assert refused.value.where == "method"
    assert check_method(policy.model_copy(update={"accept": "not-k-anonymous"})).name == name


@pytest.mark.parametrize(("shape", "name"), sorted({*product(SHAPES, ["mdav", "top-down", "log-erola"])} - {*EVERY}))
def test_a_method_for_another_shape_is_refused_with_the_right_one(shape, name):
    with pytest.raises(PolicyError, match="There are: auto, ") as refused:
        guide_of(Policy(shape=shape, method=name))
    assert len(refused.value.hints) == 1


def test_a_budget_of_seconds_is_shared_and_one_of_rounds_is_not():
    assert Budget(seconds=6.0).between(0.25, 0.75) == Budget(seconds=3.0)
    assert [Budget(2).between(*part).rounds for part in ((0.0, 0.4), (0.4, 0.8), (0.8, 1.0))] == [0, 1, 1]
    assert Budget.of(Policy(budget="6s")).of_part(0.25) == Budget(seconds=1.5)
    assert Budget.of(Policy(budget=30)).of_part(1 / 4) == Budget(30)
    assert [refinement_of(Policy(shape="sets", budget=n)) for n in (0, 9)] == [None, Budget(9)]
    assert refinement_of(Policy(shape="sets", method="set-mdav")) is None
