"""How a source is counted reaches the measures, and a file of counts lies beside the policy."""

import polars as pl
import pytest

from semblant.data.table import Table
from semblant.knowledge.taxonomy import Taxonomy
from semblant.policy.model import Policy
from semblant.semantics.matrix import pairwise
from semblant.semantics.measures import distance
from semblant.space.reading import Library, read_columns
from semblant.space.tablespace import build_space


def test_a_file_of_counts_beside_the_policy_guides_the_run(tmp_path):
    (tmp_path / "jobs.csv").write_text("child,parent\nnurse,work\nbaker,work\ncook,work\n", "utf-8")
    (tmp_path / "counts.csv").write_text("concept,count\nnurse,90\nbaker,5\ncook,1\n", "utf-8")
    policy = Policy.model_validate(
        {
            "k": 2,
            "knowledge": {"jobs": {"source": "jobs.csv", "ic": "counts.csv"}},
            "attributes": {"job": {"role": "quasi", "kind": "semantic", "knowledge": "jobs"}},
        }
    )
    table = Table(pl.DataFrame({"job": ["nurse", "baker", "cook", "nurse"]}))
    readers = read_columns(table, policy, Library(policy, tmp_path))
    column = build_space(readers, measure="jiang-conrath", centroid="semantic", combine="mean").columns[0]
    baker, _, nurse = column.distance[column.own]
    assert baker[1] > nurse[0] > 0  # what is rare says more


@pytest.mark.parametrize("measure", ["logsc", "ratio", "wu-palmer", "path", "leacock-chodorow"])
def test_thousands_of_ancestors_do_not_overflow(measure):
    chain = Taxonomy.from_edges([(f"c{i:05}", f"c{i - 1:05}") for i in range(1, 4_000)])
    some = [0, 1, 255, 256, 257, 1_000, 3_998, 3_999]
    table = pairwise(chain, some, measure)
    for i, a in enumerate(some):
        for j, b in enumerate(some):
            assert table[i, j] == pytest.approx(distance(chain, a, b, measure), rel=1e-5)
