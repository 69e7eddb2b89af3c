"""What every method promises, on any table: groups of at least k, every record in one of them, whatever the order."""

from collections import Counter
from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from semblant.errors import UnreachableError
from semblant.methods.mask import run
from semblant.methods.masking import Dropped, Masking
from semblant.proof.tables import privacy_of_table
from semblant.represent import represent
from tests.properties.strategies import PROMISING, Case, cases, examples


def masked(case: Case) -> Masking:
    return run(case.space, case.job(5))


@pytest.mark.parametrize("method", PROMISING)
@examples(20)
@given(case=cases())
def test_every_record_is_in_one_class_of_at_least_k(method, case):
    case = case.by(method)
    space, masking, k = case.space, masked(case), case.policy.k
    together = Counter(dict.fromkeys(range(len(space.weights)), 0))
    for tuple_, count in zip(masking.tuples.tolist(), masking.counts.tolist(), strict=True):
        assert count > 0
        together[tuple_] += count
    assert list(together.values()) == space.weights.tolist()
    groups = masking.group_of_records(space)
    assert np.bincount(groups, minlength=masking.size).tolist() == masking.group_sizes().tolist()

    released = represent(case.table, space, masking).table
    gone = masking.where(Dropped)[groups]
    assert all(set(row) == {"*"} for row in released.frame.filter(gone).rows())
    there = released.frame.filter(~gone)
    assert there.get_column("kept").equals(case.table.frame.filter(~gone).get_column("kept"))
    alike = Counter(there.select(case.policy.columns("quasi")).rows())
    assert min(alike.values(), default=k) >= k
    found = privacy_of_table(released, case.policy)
    assert (found.k_achieved, found.classes) == (min(alike.values(), default=0), len(alike))
    assert (found.suppressed_records, found.verified) == (gone.sum(), bool(alike))


@pytest.mark.parametrize("method", PROMISING)
@examples(12)
@given(data=st.data(), case=cases())
def test_record_order_does_not_change_the_groups(method, data, case):
    order = np.array(data.draw(st.permutations(range(case.table.records))))
    first = case.by(method)
    second = replace(first, table=case.table.with_columns({}, rows=order))

    def found(case: Case) -> tuple[Counter[object], Counter[object]]:
        masking = masked(case)
        released = represent(case.table, case.space, masking)
        groups: dict[int, Counter[int]] = {}
        for group, tuple_ in zip(released.groups.tolist(), case.space.record_tuple.tolist(), strict=True):
            groups.setdefault(group, Counter())[tuple_] += 1
        texts = released.table.frame.select(case.policy.columns("quasi")).rows()
        masks = Counter(zip(case.space.record_tuple.tolist(), texts, strict=True))
        return Counter(frozenset(group.items()) for group in groups.values()), masks

    assert first.space.codes.tolist() == second.space.codes.tolist()
    assert found(first) == found(second)


@pytest.mark.parametrize("method", PROMISING)
@examples(3)
@given(case=cases(most=4))
def test_fewer_records_than_k(method, case):
    policy = case.policy.model_copy(update={"k": case.table.records + 1, "method": method})
    with pytest.raises(UnreachableError) as refused:
        masked(replace(case, policy=policy))
    assert refused.value.exit_code == 1
