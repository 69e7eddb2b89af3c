"""Masking in blocks: every record once, k in every group, the blocks a function of table and policy alone."""

from pathlib import Path

import numpy as np
import polars as pl
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from semblant.data.table import Table
from semblant.errors import PolicyError, UnreachableError
from semblant.methods.blocks import blocks_of, in_blocks
from semblant.methods.masking import Donors
from semblant.methods.table.mdav import fixed_mdav, sa_mdav
from semblant.methods.table.recode import recode_fusion
from semblant.policy.model import Policy
from semblant.release.pipeline import read_input
from tests.methods.spaces import by, is_whole, job, same, space_of, spaces


@settings(max_examples=60, deadline=None)
@given(space=spaces(least=4), k=st.integers(2, 4), most=st.integers(1, 12))
def test_every_tuple_is_in_one_block_of_at_least_k_records(space, k, most):
    blocks = blocks_of(space, most, k)
    assert sorted(np.concatenate(blocks).tolist()) == list(range(len(space.weights)))
    assert all(int(space.weights[block].sum()) >= k for block in blocks)
    assert all((np.diff(block) > 0).all() for block in blocks)
    if space.weights.min() >= k:  # nothing has to wait for more records
        assert max(map(len, blocks)) <= most


@settings(max_examples=40, deadline=None)
@given(space=spaces(least=4), k=st.integers(2, 4), most=st.integers(1, 12))
def test_blocks_masked_apart_make_one_masking(space, k, most):
    blocks = blocks_of(space, most, k)
    ways = (
        lambda part, _: fixed_mdav(part, job(k)),
        lambda part, _: sa_mdav(part, job(k, weighting="frequency")),
        lambda part, number: recode_fusion(part, job(k, np.random.default_rng(number))),
    )
    for way in ways:
        masking = in_blocks(space, blocks, way)
        assert is_whole(space, masking)
        assert masking.group_sizes().min() >= k
        assert masking.blocks == len(blocks)
        block_of = np.concatenate([np.full(len(block), b) for b, block in enumerate(blocks)])
        of_tuple = block_of[np.argsort(np.concatenate(blocks), kind="stable")]
        for group in range(masking.size):
            members = masking.tuples[masking.groups == group]
            assert len(set(of_tuple[members].tolist())) == 1
            if masking.where(Donors).all():
                assert by(Donors, masking)[group] in members


def test_one_block_is_the_whole_table():
    space, three = space_of([1] * 9), job(3, weighting="frequency")
    assert same(in_blocks(space, blocks_of(space, 9, 3), lambda part, _: sa_mdav(part, three)), sa_mdav(space, three))


def test_neighbours_meet_in_a_block():
    space = space_of([2] * 12, columns=1)
    families = [{int(t) % 3 for t in block} for block in blocks_of(space, 4, 2)]
    assert all(len(family) <= 2 for family in families)


FRAME = pl.DataFrame({"n": [str(i * i % 37) for i in range(60)], "ill": [*"xyz" * 20]})


def policy(**keys: object) -> Policy:
    attributes = {"n": {"role": "quasi", "kind": "numeric"}, "ill": {"role": "sensitive", "l": 2}}
    return Policy.model_validate({"k": 3, "seed": 1, "budget": 10, "attributes": attributes, **keys})


@pytest.mark.parametrize("method", ["auto", "sa-mdav", "mdav", "recode", "recode-h1", "resample"])
def test_a_policy_asks_for_blocks(method):
    ready = read_input(Table(FRAME), policy(method=method, blocks=5), Path())
    first, second = (ready.masking(np.random.default_rng(1)) for _ in range(2))
    assert first.blocks == 4  # of 19 different squares
    assert same(first, second)
    assert first.group_sizes().min() >= 3


@pytest.mark.parametrize("method", ["suppress", "datafly"])
def test_a_method_that_needs_the_whole_table_refuses_blocks(method):
    ready = read_input(Table(FRAME), policy(method=method, blocks=10, suppression_limit=1.0), Path())
    with pytest.raises(PolicyError, match="cannot work in blocks") as refused:
        ready.masking(np.random.default_rng(1))
    assert refused.value.where == "blocks"


def test_fewer_records_than_k():
    ready = read_input(Table(FRAME.head(2)), policy(blocks=1), Path())
    with pytest.raises(UnreachableError):
        ready.masking(np.random.default_rng(1))
