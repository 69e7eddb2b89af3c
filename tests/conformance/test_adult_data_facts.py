"""The Adult census extract of the papers: how many records, and how many of them stand alone."""

import numpy as np
import pytest

from semblant.data.read import read
from semblant.policy.model import Policy
from semblant.space.product import unique_columns
from semblant.space.reading import Library, read_columns
from semblant.space.tablespace import build_space

COLUMNS = ("occupation", "native-country")
FACTS = {"published": (30_162, 394, 84, 3_735), "stand-in": (6_000, 287, 118, 1_418)}
"""Records, distinct pairs, pairs that occur once, and how often the most frequent pair occurs."""


@pytest.fixture(scope="module")
def adult(reference):
    return read(reference / "adult" / "adult.csv")


def test_counted_facts(adult, origin):
    columns = [adult.column(name) for name in COLUMNS]
    distinct, _, counts = unique_columns(np.stack([c.codes for c in columns]), [len(c.values) for c in columns])
    assert adult.records == counts.sum()
    assert (adult.records, distinct.shape[1], np.count_nonzero(counts == 1), counts.max()) == FACTS[origin]


def test_every_record_has_a_meaning(adult, reference, origin):
    semantic = {"role": "quasi", "kind": "semantic", "knowledge": "wordnet"}
    policy = Policy(others="drop", mapping="mapping.csv", attributes=dict.fromkeys(COLUMNS, semantic))
    readers = read_columns(adult, policy, Library(policy, reference / "adult"))
    for reader in readers:
        assert reader.meanings.coverage().records_covered == adult.records
    space = build_space(readers, measure="logsc", centroid="semantic", combine="mean")
    assert (len(space.weights), np.count_nonzero(space.weights == 1), space.weights.max()) == FACTS[origin][1:]
