"""Groups represented by one of their own records: the least confusing one, found the plain way."""

from collections import Counter

import polars as pl
import pytest
from hypothesis import given

from semblant.data.table import Table
from semblant.errors import CapacityError
from semblant.methods import donors
from semblant.methods.masking import Donors
from semblant.methods.table.mdav import fixed_mdav
from semblant.policy.model import Policy
from semblant.semantics.operators import confusion
from semblant.space.column import TabledColumn
from tests.methods.spaces import by, job
from tests.properties.strategies import Case, Graph, cases, examples


def confusing(case: Case, j: int, a: int, b: int) -> float:
    """How confusing value a of column j is for value b."""
    column, taxonomy = case.space.columns[j], list(case.readers)[j].taxonomy
    if isinstance(column, TabledColumn) and taxonomy is not None:
        one, other = column.values[a], column.values[b]
        if one.named and other.named:
            return confusion(taxonomy, one.concept, other.concept)
    return float(a != b)


@examples(30)
@given(case=cases(most=12))
def test_the_consensus_is_the_record_that_confuses_least(case):
    case = case.by("s-mdav")
    space = case.space
    masking = donors.consensus_donors(space, fixed_mdav(space, job(case.policy.k)), case.readers)
    for group in range(masking.size):
        rows = masking.groups == group
        members = Counter(dict(zip(masking.tuples[rows].tolist(), masking.counts[rows].tolist(), strict=True)))

        def total(t: int, members: Counter[int] = members) -> float:
            columns = range(len(space.codes))
            return sum(
                often * confusing(case, j, int(space.codes[j, t]), int(space.codes[j, u]))
                for u, often in members.items()
                for j in columns
            )

        assert by(Donors, masking)[group] == min(members, key=lambda t: (round(total(t), 9), t))


def test_too_many_values_for_a_consensus(monkeypatch):
    graph = Graph.of({"top": (), "a": ("top",), "b": ("top",)})
    attribute = {"role": "quasi", "kind": "semantic", "knowledge": "graph"}
    policy = Policy.model_validate({"k": 2, "method": "s-mdav", "attributes": {"q": attribute}})
    case = Case(Table(pl.DataFrame({"q": ["a", "b", "a"]})), policy, graph)
    monkeypatch.setattr(donors, "_MOST", 1)
    with pytest.raises(CapacityError, match="compares every value"):
        donors.consensus_donors(case.space, fixed_mdav(case.space, job(2)), case.readers)
