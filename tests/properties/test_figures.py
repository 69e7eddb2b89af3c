"""The figures of the evidence equal slow, obvious ones, on any table and any release."""

import math
from collections import Counter

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from semblant.assessment.assess import assess
from semblant.data.table import Table
from semblant.methods.registry import REGISTRY, run
from semblant.represent import represent
from tests.properties import slow_figures
from tests.properties.slow_graph import SlowGraph
from tests.properties.strategies import MEANT, Case, cases, examples


def check(case: Case, release: Table) -> None:
    policy, slow = case.policy, SlowGraph(case.graph.parents)
    columns = [slow_figures.SlowColumn(reader, slow, policy.loss_measure) for reader in case.readers]

    def said(table: Table) -> list[slow_figures.Record]:
        rows = table.frame.select(policy.columns("quasi")).rows()
        return [tuple(c.reader.said(text) for c, text in zip(columns, row, strict=True)) for row in rows]

    before, after = said(case.table), said(release)
    n = len(before)
    centre = [tuple(c.centroid([record[j] for record in before]) for j, c in enumerate(columns))] * n
    sse, sst = (slow_figures.squares(columns, before, to, case.guide.combine) for to in (after, centre))
    apart = [slow_figures.record_distance(columns, a, b) for a, b in zip(before, after, strict=True)]
    kl, floored = slow_figures.divergence(before, after)
    classes = Counter(after)

    found = assess(case.table, release, case.readers, policy)
    utility, risk = found.utility, found.risk
    assert utility.sse == pytest.approx(sse, abs=1e-9)
    assert utility.sst == pytest.approx(sst, abs=1e-9)
    if sst:
        assert utility.loss_percent == pytest.approx(100 * sse / sst, abs=1e-9)
    assert utility.semantic_loss == pytest.approx(math.fsum(apart) / n)
    assert (utility.kl, utility.kl_floored) == (pytest.approx(kl, abs=1e-9), floored)
    assert utility.discernibility == sum(size**2 for size in classes.values())
    for j, column in enumerate(columns):
        single = utility.per_attribute[column.reader.name]
        moved = [column.distance(a[j], b[j]) for a, b in zip(before, after, strict=True)]
        assert single.sse == pytest.approx(sum(d**2 for d in moved))
        assert single.semantic_loss == pytest.approx(sum(moved) / n)
        assert single.changed_records == sum(a[j] != b[j] for a, b in zip(before, after, strict=True))
    assert risk.record_linkage_percent == pytest.approx(slow_figures.matching_linkage(before, after))
    srl = slow_figures.semantic_linkage(columns, before, after)
    assert risk.semantic_record_linkage_percent == pytest.approx(srl, abs=1e-9)
    assert risk.uniques == sum(size == 1 for size in classes.values())
    assert risk.prosecutor_max == pytest.approx(1 / min(classes.values()))
    assert risk.prosecutor_mean == pytest.approx(len(classes) / n)


@pytest.mark.parametrize("method", REGISTRY)
@examples(15)
@given(data=st.data(), case=cases(kinds=MEANT))
def test_figures_of_a_method(method, data, case):
    measure = data.draw(st.sampled_from(["logsc", "wu-palmer", "path", "equality"]))
    case = Case(case.table, case.policy.model_copy(update={"loss_measure": measure, "method": method}), case.graph)
    masking = run(case.space, case.policy, np.random.default_rng(5))
    check(case, represent(case.table, case.readers, case.space, masking).table)


@examples(60)
@given(data=st.data(), case=cases(kinds=MEANT))
def test_figures_of_any_release(data, case):
    """Made by any tool: values moved about, made up, suppressed."""
    texts = {
        name: data.draw(
            st.lists(
                st.sampled_from([*case.table.column(name).values, *case.graph.parents, "*", "made up"]),
                min_size=case.table.records,
                max_size=case.table.records,
            )
        )
        for name in case.policy.columns("quasi")
    }
    check(case, case.table.with_columns(texts))
