"""Perturbed hierarchies: repeatable, of the same values, ever worse on the whole."""

import numpy as np
import pytest
from scipy.stats import spearmanr

from semblant.errors import PolicyError
from semblant.hierarchy.build import Form, build
from semblant.hierarchy.candidates import candidates
from semblant.hierarchy.check import structure
from semblant.hierarchy.choose import best, ranked
from semblant.hierarchy.gsl import scored
from semblant.hierarchy.meaning import map_labels, mapped_as
from tests.hierarchy.test_build import JOBS


@pytest.fixture(scope="module")
def given(wordnet):
    return map_labels(build(JOBS, wordnet), wordnet)


def test_the_first_is_the_given_one_and_a_seed_repeats_the_rest(given):
    once, again = (list(candidates(given, 12, seed=5)) for _ in range(2))
    assert once[0] == given.hierarchy
    assert once == again
    assert once != list(candidates(given, 12, seed=6))


@pytest.mark.parametrize("even", [True, False])
def test_they_keep_their_values_and_are_trees_with_one_top(wordnet, even):
    given = map_labels(build(JOBS, wordnet, Form(even=even)), wordnet)
    assert (given.hierarchy.cuts is not None) is even
    for made in candidates(given, 40, seed=1):
        assert made.leaves == given.hierarchy.leaves
        assert len(made.nodes(made.height)) == 1
        assert made.height >= 2
        assert not any(remark.fatal for remark in structure(made))


def test_tops_are_replaced_too(given):
    """Ayala-Rivera et al. replace the terms of the ancestors, and the top is one."""
    top = given.hierarchy.nodes(given.hierarchy.height)
    tops = [made.nodes(made.height) for made in candidates(given, 100, seed=1)]
    assert tops[0] == top
    assert sum(other != top for other in tops) > 25


def test_they_get_worse_with_strength(given, wordnet):
    concepts = dict(zip(given.hierarchy.leaves, given.paths[0].tolist(), strict=True))
    scores = [scored(mapped_as(made, wordnet, concepts)).score for made in candidates(given, 60, seed=2)]
    assert spearmanr(range(60), scores).statistic > 0.7
    assert np.mean(scores[40:]) > 1.15 * scores[0]


def test_ranking_puts_the_given_one_among_the_first(given, wordnet):
    made = list(candidates(given, 20, seed=4))
    order = ranked(reversed(made), wordnet)
    assert [s.score for s in order] == sorted(s.score for s in order)
    assert given.hierarchy in [s.hierarchy for s in order[:6]]
    assert best(made, wordnet).score == order[0].score
    with pytest.raises(PolicyError, match="no hierarchy"):
        best([], wordnet)


@pytest.mark.parametrize(("number", "bound"), [(0, 0.5), (3, 0.0), (3, 1.5)])
def test_what_cannot_be(given, number, bound):
    with pytest.raises(PolicyError, match="Candidates are"):
        list(candidates(given, number, bound=bound))
