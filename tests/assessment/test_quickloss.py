"""What a column costs the others, by quick runs: against a count of distances record by record."""

from pathlib import Path

import numpy as np
import polars as pl
import pytest

from semblant.assessment import quickloss
from semblant.assessment.quickloss import quick_losses
from semblant.data.table import Table
from semblant.evidence import Drivers
from semblant.policy.model import Policy
from semblant.release.pipeline import plan_file
from semblant.report.pictures import drivers_drawn
from semblant.report.summary import driver_lines
from semblant.shapes import read_shape
from semblant.shapes.table import TableShape
from semblant.space.reading import Library


def people(records: int, seed: int = 1) -> Table:
    rng = np.random.default_rng(seed)
    age = rng.integers(18, 90, records)
    return Table(
        pl.DataFrame(
            {
                "age": age.astype(str),
                "twin": (age + rng.integers(0, 3, records)).astype(str),
                "noise": rng.integers(0, 10_000, records).astype(str),
                "town": rng.choice(["A", "B", "C"], records),
            }
        )
    )


def shape_of(table: Table, k: int = 4) -> TableShape:
    number = {"role": "quasi", "kind": "numeric"}
    attributes = dict.fromkeys(table.names[:-1], number) | {"town": {"role": "quasi", "kind": "nominal"}}
    policy = Policy.model_validate({"k": k, "attributes": attributes})
    shape = read_shape(table, policy, Library(policy, Path()))
    assert isinstance(shape, TableShape)
    return shape


def test_the_loss_of_the_others_is_that_of_a_loop_over_records() -> None:
    table = people(120)
    space = shape_of(table).space
    records, found = quick_losses(space, 4)
    assert records == 120
    others = ["age", "twin", "town"]
    part = quickloss._some(space, np.arange(120), others)
    groups = quickloss._masked(part, 4).group_of_records(part)
    numbers = {n: table.frame[n].cast(pl.Float64).to_numpy() for n in ("age", "twin")}
    towns = table.frame["town"].to_numpy()
    sse = sst = 0.0
    for i in range(120):
        inside, every = groups == groups[i], np.ones(120, bool)
        for which in (inside, every):
            apart = [abs(x[i] - x[which].mean()) / (x.max() - x.min()) for x in numbers.values()]
            names, counts = np.unique(towns[which], return_counts=True)
            apart.append(float(towns[i] != names[counts.argmax()]))
            if which is inside:
                sse += np.mean(apart) ** 2
            else:
                sst += np.mean(apart) ** 2
    assert found["noise"].grouped_without == pytest.approx(100 * sse / sst, rel=1e-3)


def test_a_column_that_says_nothing_of_the_others_costs_them_most() -> None:
    _, found = quick_losses(shape_of(people(600)).space, 4)
    saved = {name: one.grouped_with - one.grouped_without for name, one in found.items()}
    assert saved["noise"] > 2 * max(saved["age"], saved["twin"])  # those two say the same
    assert found["noise"].grouped_without < found["noise"].grouped_with


def test_a_long_table_is_sampled_and_a_tiny_one_is_not_run(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(quickloss, "RECORDS", 100)
    assert quick_losses(shape_of(people(300)).space, 4)[0] == 100
    assert quick_losses(shape_of(people(7)).space, 4) == (0, {})


def test_plan_and_report_say_that_these_are_quick_runs() -> None:
    plan = plan_file(people(200), shape_of(people(200)).policy)
    lines = "\n".join(driver_lines(plan["drivers"], 4))
    assert "quick runs: plain MDAV on 200 records" in lines
    drawn = drivers_drawn(Drivers.model_validate(plan["drivers"]), 4)
    assert drawn is not None
    assert {name for name, _, _ in drawn["quick"]} == {"age", "twin", "noise", "town"}
    assert drawn["quick_records"] == 200
