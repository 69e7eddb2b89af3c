"""MDAV in plain numpy: the rows of the compiled kernel, whose last group stands in another order."""

import numpy as np
import polars as pl
import pytest
from hypothesis import given
from hypothesis import strategies as st

from semblant.data.table import Table
from semblant.kernels.mdav import mdav
from semblant.methods.table.plainmdav import plain_mdav
from semblant.policy.model import Policy
from semblant.release.pipeline import read_input
from semblant.shapes.table import TableShape
from semblant.space.product import Product
from tests.methods.spaces import spaces


@given(spaces(most=60), st.integers(2, 7))
def test_plain_groups_are_those_of_the_kernel(space: Product, k: int) -> None:
    assert sorted(plain_mdav(space.points, k).tolist()) == sorted(mdav(space.points, k).tolist())


@pytest.mark.parametrize("combine", ["mean", "euclidean"])
def test_both_round_alike_with_many_columns(combine: str, tmp_path) -> None:
    rng = np.random.default_rng(3)
    columns = {f"n{i}": rng.lognormal(8, 1, 700).astype(int).astype(str) for i in range(3)}
    columns |= {f"c{i}": rng.choice([f"v{j}" for j in range(3 + 4 * i)], 700) for i in range(8)}
    kinds = {name: {"role": "quasi", "kind": "numeric" if name[0] == "n" else "nominal"} for name in columns}
    policy = Policy.model_validate({"combine": combine, "attributes": kinds})
    shape = read_input(Table(pl.DataFrame(columns)), policy, tmp_path)
    assert isinstance(shape, TableShape)
    points = shape.space.points
    assert sorted(plain_mdav(points, 3).tolist()) == sorted(mdav(points, 3).tolist())
