"""From a masking to the released values."""

import numpy as np
import polars as pl
from hypothesis import given
from hypothesis import strategies as st

from semblant.data.table import Table
from semblant.methods.masking import Donors, Masking
from semblant.represent import represent
from semblant.space.column import TabledColumn
from semblant.space.product import Product
from tests.methods.spaces import space_of, spaces
from tests.properties.strategies import examples


def table_of(space: Product) -> Table:
    """A table with as many records and the columns of a space."""
    return Table(pl.DataFrame({column.name: ["-"] * int(space.weights.sum()) for column in space.columns}))


@examples(30)
@given(space=spaces(), data=st.data())
def test_a_group_takes_over_the_values_of_its_donor(space, data):
    rows = np.arange(len(space.weights))
    groups = np.array(data.draw(st.lists(st.integers(0, 3), min_size=len(rows), max_size=len(rows))))
    groups = np.unique(groups, return_inverse=True)[1]
    donors = np.array(data.draw(st.lists(st.sampled_from(rows.tolist()), min_size=len(rows), max_size=len(rows))))
    donors = donors[: groups.max() + 1]
    masking = Masking(rows, space.weights, groups, (Donors.of(donors),))
    released = represent(table_of(space), space, masking)
    for j, column in enumerate(space.columns):
        one_by_one = [column.donated(int(space.codes[j, donors[g]])) for g in released.groups.tolist()]
        assert released.table.frame.get_column(column.name).to_list() == one_by_one


def test_a_value_that_many_groups_take_over_is_spelt_once(monkeypatch):
    spelt = []
    real = TabledColumn.donated
    monkeypatch.setattr(TabledColumn, "donated", lambda self, code: spelt.append(code) or real(self, code))
    space = space_of([1] * 12, columns=1)
    rows = np.arange(12)
    represent(table_of(space), space, Masking(rows, space.weights, rows, (Donors.of(np.repeat([3, 8], 6)),)))
    assert sorted(spelt) == [3, 8]
