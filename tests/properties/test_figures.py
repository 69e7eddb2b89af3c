"""The figures of the evidence equal slow, obvious ones, on any table and any release."""

from collections import Counter
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from semblant.assessment.tables import assess_table
from semblant.data.table import Table
from semblant.methods.mask import run
from semblant.represent import represent
from tests.properties import slow_figures
from tests.properties.slow_graph import SlowGraph
from tests.properties.strategies import Case, cases, examples


def close(expected: float) -> object:
    return pytest.approx(expected, rel=1e-9, abs=1e-9)


def check(case: Case, release: Table) -> None:
    combine, slow = case.guide.combine, SlowGraph(case.graph.parents)
    columns = [
        slow_figures.slow_column(r, slow, case.policy.loss_measure, combine, case.table.frame.get_column(r.name))
        for r in case.readers
    ]

    def meant(table: Table) -> list[slow_figures.Record]:
        rows = table.frame.select(case.policy.columns("quasi")).rows()
        return [tuple(c.meant(text) for c, text in zip(columns, row, strict=True)) for row in rows]

    before, after = meant(case.table), meant(release)
    moved = [slow_figures.apart(columns, a, b) for a, b in zip(before, after, strict=True)]
    from_centre = [[c.from_centroid(x) for c, x in zip(columns, a, strict=True)] for a in before]
    sse, sst = (sum(slow_figures.squared(columns, d, combine) for d in far) for far in (moved, from_centre))
    kl, variation = slow_figures.divergence(before, after), slow_figures.total_variation(before, after)
    there = [set(row) != {"*"} for row in release.frame.rows()]
    n, classes = len(before), Counter(record for record, said in zip(after, there, strict=True) if said)
    alike, gone = list(classes.values()), n - sum(there)

    found = assess_table(case.table, release, case.readers, case.policy, combine=case.guide.combine)
    utility, risk = found.utility, found.risk
    assert utility.sse == close(sse)
    assert utility.sst == close(sst)
    if sst:
        assert utility.loss_percent == close(100 * sse / sst)
    assert utility.semantic_loss == close(sum(slow_figures.mean(columns, d) for d in moved) / n)
    assert (utility.kl, utility.total_variation) == (close(kl), close(variation))
    assert (utility.kl == 0) == (utility.total_variation == 0) == (Counter(before) == Counter(after))
    masks = release.frame.select(case.policy.columns("quasi")).rows()
    if not gone or not any(said and set(row) == {"*"} for row, said in zip(masks, there, strict=True)):
        assert utility.discernibility == sum(size**2 for size in alike) + gone * n
    for j, column in enumerate(columns):
        single = utility.per_attribute[column.reader.name]
        assert single.sse == close(sum(d[j] ** 2 for d in moved))
        assert single.sst == close(sum(d[j] ** 2 for d in from_centre))
        assert single.semantic_loss == close(sum(d[j] for d in moved) / n)
        texts = (table.frame.get_column(column.reader.name).to_list() for table in (case.table, release))
        assert single.changed_records == sum(
            "".join(a.split()).lower() != "".join(b.split()).lower() for a, b in zip(*texts, strict=True)
        )
    assert risk.record_linkage_percent == close(slow_figures.matching_linkage(before, after))
    srl = slow_figures.semantic_linkage(columns, before, after)
    assert risk.semantic_record_linkage_percent == close(srl)
    assert risk.uniques == alike.count(1)
    assert risk.prosecutor_max == close(1 / min(alike) if alike else 0)
    assert risk.prosecutor_mean == close(len(alike) / (n - gone) if alike else 0)


@pytest.mark.parametrize("method", ["auto", "mdav", "mdav-lcs", "recode", "suppress"])
@examples(20)
@given(data=st.data(), case=cases())
def test_figures_of_a_method(method, data, case):
    measure = data.draw(st.sampled_from(["logsc", "wu-palmer", "path", "equality"]))
    case = Case(case.table, case.policy.model_copy(update={"loss_measure": measure, "method": method}), case.graph)
    masking = run(case.space, replace(case.job(5), readers=None))
    check(case, represent(case.table, case.space, masking).table)


@examples(60)
@given(data=st.data(), case=cases())
def test_figures_of_any_release(data, case):
    """Made by any tool: values moved about, made up, suppressed."""
    texts = {
        name: data.draw(
            st.lists(
                st.sampled_from(
                    [*case.table.column(name).values, *case.graph.parents, "*", "made up", "7", "2001-01-02"]
                ),
                min_size=case.table.records,
                max_size=case.table.records,
            )
        )
        for name in case.policy.columns("quasi")
    }
    check(case, case.table.with_columns(texts))
