"""KL divergence and total variation of the distributions of records (thesis 9.2), worked by hand.

The thesis does not say what becomes of a record that the release lacks. Ours: half a record is added to every
combination of either file, on both sides, before shares are taken.
"""

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import semblant as sb
from semblant.assessment.loss import divergence, total_variation
from tests.properties.strategies import examples

JOBS = {"job": {"role": "quasi", "kind": "semantic", "knowledge": "wordnet", "sense": "first"}}


def test_a_third_of_the_records_changed():
    """Surgeon, surgeon, nurse become three surgeons.

    Counts 2, 1 and 3, 0; with half a record each 2.5, 1.5 and 3.5, 0.5 of 4:
    2.5/4·ln(2.5/3.5) + 1.5/4·ln(1.5/0.5) = 0.625·(-0.3365) + 0.375·1.0986 = -0.2103 + 0.4120 = 0.2017.
    """
    import polars as pl

    people = pl.DataFrame({"job": ["surgeon", "surgeon", "nurse"]})
    found = sb.anonymise(people, k=3, method="recode", attributes=JOBS, seed=1, rare="publish")
    assert found.data["job"].to_list() == ["surgeon"] * 3
    assert found.evidence.utility.kl == pytest.approx(0.2017, abs=5e-5)
    assert found.evidence.utility.total_variation == pytest.approx(1 / 3)


def test_a_combination_that_only_the_release_has_counts_too():
    """Two of a and two of b all become c: 2.5 and 0.5 of 5.5 for a and b, 0.5 and 4.5 for c."""
    by_hand = 2 * 2.5 / 5.5 * math.log(5) + 0.5 / 5.5 * math.log(0.5 / 4.5)
    assert divergence(np.array([2.0, 2.0, 0.0]), np.array([0.0, 0.0, 4.0])) == pytest.approx(by_hand)
    assert total_variation(np.array([2.0, 2.0, 0.0]), np.array([0.0, 0.0, 4.0])) == 1.0


@examples(100)
@given(st.lists(st.tuples(st.integers(0, 10**9), st.integers(-5, 5)), min_size=2, max_size=8))
def test_kl_is_above_0_unless_the_distributions_are_equal(counts):
    original = np.array([float(c) + 5 for c, _ in counts])
    moved = np.array([float(m) for _, m in counts])
    released = original + moved
    released[0] += original.sum() - released.sum()
    if released.min() < 0:
        return
    kl = divergence(original, released)
    assert (kl > 0) == bool((original != released).any())
    assert (kl == 0) == (total_variation(original, released) == 0)
