"""What workers keep of some rows."""

from pathlib import Path
from typing import Any

import polars as pl

from semblant.data.table import Origin
from semblant.engine.coded import coded_table
from semblant.engine.parts import Kept
from semblant.engine.workers import Workers


def test_a_task_that_ran_again_is_counted_once(spark: Any, tmp_path: Path) -> None:
    kept = Kept(tmp_path / "cells", tmp_path / "counts", ("town",), frozenset(), "frame")
    kept.cells.mkdir()
    kept.counts.mkdir()
    rows = pl.DataFrame({"town": ["Graz", "Graz", "Wien"]})
    kept.part((0, 0), rows, "lost-before-it-told")
    told = kept.part((0, 0), rows, "told")
    table = coded_table(Workers(spark, tmp_path), [told], kept.counts, ["town"], Origin())
    column = table.column("town")
    assert dict(zip(column.values, column.counts.tolist(), strict=True)) == {"Graz": 2, "Wien": 1}
