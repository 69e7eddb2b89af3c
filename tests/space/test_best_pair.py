"""Best-pair senses: two values are as near as their nearest senses, and what is released reads back the same."""

import polars as pl
import pytest

from semblant.data.table import Table
from semblant.policy.model import Policy
from semblant.semantics.measures import distance
from semblant.space.column import Point
from semblant.space.reading import Library, read_columns
from semblant.space.tablespace import build_space

VALUES = ["crane", "heron", "bulldozer", "hoist", "crane"]


@pytest.fixture
def readers():
    policy = Policy(k=2, attributes={"x": {"role": "quasi", "kind": "semantic", "sense": "best-pair"}})
    return read_columns(Table(pl.DataFrame({"x": VALUES})), policy, Library(policy, None))


def test_distance_is_the_least_over_all_sense_pairs(readers, wordnet):
    space = build_space(readers, measure="logsc", centroid="semantic", combine="mean")
    column = space.columns[0]
    for i, a in enumerate(column.values):
        for j, b in enumerate(column.values):
            pairs = [distance(wordnet, s, t) for s in a.meanings for t in b.meanings]
            expected = 0.0 if i == j else min(pairs)
            assert column.distance[column.own[i], j] == pytest.approx(expected, abs=1e-6)


def test_every_candidate_reads_back_as_itself(readers):
    reader = readers.columns[0]
    space = build_space(readers, measure="logsc", centroid="semantic", combine="mean")
    for point in space.columns[0].candidates[: space.columns[0].eligible]:
        assert reader.point_of(reader.written(point)) == point


def test_a_value_keeps_all_its_senses_until_one_is_named(readers):
    reader = readers.columns[0]
    assert len(reader.point_of("crane").senses) > 1
    assert reader.point_of("crane#5").senses == ()
    assert reader.point_of("no such thing") == Point(-1, "no such thing")
