"""Suppression: what is rare goes, what is frequent stays, and the limit holds."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from semblant.errors import UnreachableError
from semblant.methods.masking import Donors, Dropped
from semblant.methods.table.suppress import suppress
from tests.methods.spaces import by, is_whole, job, space_of


@settings(max_examples=50, deadline=None)
@given(st.lists(st.integers(1, 9), min_size=1, max_size=12), st.integers(2, 6))
def test_exactly_the_records_below_k_are_dropped(weights, k):
    space = space_of(weights)
    masking = suppress(space, job(k, suppression_limit=1.0))
    assert is_whole(space, masking)
    gone = masking.where(Dropped)
    assert sum(gone) <= 1
    fate = {int(t): bool(gone[g]) for t, g in zip(masking.tuples, masking.groups, strict=True)}
    assert fate == {t: weight < k for t, weight in enumerate(weights)}
    donor = masking.represented[0].values
    assert all(donor[g] == t for t, g in zip(masking.tuples, masking.groups, strict=True) if not gone[g])


def test_nothing_is_dropped_where_all_are_frequent():
    masking = suppress(space_of([5, 10**6]), job(5))
    assert by(Donors, masking).tolist() == [0, 1]


def test_the_limit_is_a_share_of_records_and_may_be_used_up():
    space = space_of([1] * 29 + [71])
    assert suppress(space, job(2, suppression_limit=0.29)).group_sizes().tolist() == [71, 29]
    with pytest.raises(UnreachableError):
        suppress(space, job(2, suppression_limit=0.2899))


def test_the_error_says_how_much_would_be_needed():
    with pytest.raises(UnreachableError) as error:
        suppress(space_of([1, 1, 4]), job(3, suppression_limit=0.1))
    assert error.value.message == (
        "2 of 6 records (33.34 %) are one of fewer than k = 3 alike and would have to be dropped; "
        "the policy allows 10 %."
    )
    assert error.value.hints[0] == "set suppression_limit: 0.3334"
    assert suppress(space_of([1, 1, 4]), job(3, suppression_limit=0.3334)).size == 2


def test_a_hint_is_enough_however_small_the_share():
    space = space_of([1, 10**6])
    with pytest.raises(UnreachableError) as error:
        suppress(space, job(2))
    suppress(space, job(2, suppression_limit=float(error.value.hints[0].split(": ")[1])))
