"""Quick runs of a large table: a sample of its records, the same ones every time."""

from pathlib import Path

import numpy as np
import polars as pl
import pytest

from semblant.data.table import Table
from semblant.policy.model import Log, Policy
from semblant.workbench import quick
from semblant.workbench.quick import SAMPLE, curve, sample_size, sampled


def numbered(records: int, persons: int) -> Table:
    return Table(pl.DataFrame({"person": [str(i * 7919 % persons) for i in range(records)]}))


def test_the_same_records_of_a_large_table_are_taken_every_time() -> None:
    table = numbered(SAMPLE + 1, 9)
    rows, again = sampled(table, Policy(k=2)), sampled(table, Policy(k=9))
    assert rows is not None
    assert again is not None
    assert len(np.unique(rows)) == sample_size(table, Policy()) == SAMPLE
    assert rows.tolist() == again.tolist() == sorted(rows)
    assert sampled(numbered(SAMPLE, 9), Policy()) is None
    assert sample_size(numbered(SAMPLE, 9), Policy()) is None


@pytest.mark.parametrize(("persons", "taken"), [(30_000, 15_000), (1_500, 1_000), (500, 500)])
def test_a_person_is_taken_with_all_records_or_not_at_all(persons: int, taken: int) -> None:
    table = numbered(2 * SAMPLE, persons)
    rows = sampled(table, Policy(individual="person"))
    assert rows is not None
    here = set(np.array(table.frame["person"])[rows])
    assert len(here) == taken
    assert len(rows) == sum(table.frame["person"].is_in(list(here)))
    assert len(rows) == sample_size(table, Policy(individual="person"))


def test_logs_are_taken_whole() -> None:
    policy = Policy(shape="log", method="log-mdav", log=Log(user="person", text="person"))
    assert sampled(numbered(SAMPLE + 1, 9), policy) is None


@pytest.mark.parametrize("ending", ["csv", "parquet"])
def test_a_curve_is_measured_on_the_sample(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, ending: str) -> None:
    monkeypatch.setattr(quick, "SAMPLE", 40)
    frame = pl.DataFrame({"age": [i % 9 for i in range(400)], "sex": ["f", "m"] * 200, "note": range(400)})
    source = tmp_path / f"people.{ending}"
    frame.write_csv(source) if ending == "csv" else frame.write_parquet(source)
    policy = Policy.model_validate(
        {"others": "keep", "attributes": {"age": {"role": "quasi"}, "sex": {"role": "quasi"}}}
    )
    few, more = curve(source, policy, tmp_path, [21, 40])
    assert (few.k_achieved, more.k_achieved) == (40, 40), "of forty records"
    (whole,) = curve(source, policy, tmp_path, [41])
    assert not whole.measured
    assert "40" in (whole.reason or "")
