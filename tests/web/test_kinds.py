"""What the column page writes into the policy when a column is compared as something else."""

import polars as pl
import pytest

from semblant.data.table import Table
from semblant.policy.model import Attribute
from semblant.progress import Silent
from semblant.web.pages.columns import of_kind
from semblant.workbench.loaded import look

BORN = [f"{1 + n % 28:02}.{1 + n % 12:02}.{n % 100:02}" for n in range(90)]


@pytest.mark.parametrize("kind", ["date", "nominal"])
def test_a_column_of_dates_with_short_years_can_be_compared_as_dates_again(tmp_path, kind):
    loaded = look(tmp_path / "in.csv", Table(pl.DataFrame({"birth_date": BORN})), Silent())
    last = loaded.suggestions["birth_date"].attribute()["last_year"]
    assert loaded.cards["birth_date"].ends is not None
    before = {"role": "sensitive", "kind": kind} | ({"last_year": last} if kind == "date" else {})
    settings = of_kind(loaded, "birth_date", before, "date")
    assert Attribute.model_validate(settings).last_year == last
    assert "last_year" not in of_kind(loaded, "birth_date", settings, "nominal")
