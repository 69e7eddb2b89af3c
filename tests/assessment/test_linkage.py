"""Semantic linkage is exact: one outlier blurs nothing, equal distances are equal, and both ways to search agree."""

from collections.abc import Sequence
from datetime import date, timedelta
from fractions import Fraction
from pathlib import Path
from types import SimpleNamespace

import numpy as np
import polars as pl
import pytest
from hypothesis import given
from hypothesis import strategies as st

from semblant.assessment import columns
from semblant.assessment.compared_bags import ComparedBags
from semblant.assessment.intruder import intruder
from semblant.assessment.linkage import intruder_linkage, linkage_by_meaning, semantic_linkage
from semblant.assessment.pairing import Pairing, compare_columns, pair
from semblant.data.table import Table
from semblant.kernels import cores, linkage
from semblant.knowledge.taxonomy import VIRTUAL_ROOT
from semblant.policy.model import Policy
from semblant.semantics.measure import DEFAULT
from semblant.space.bags import Bags
from semblant.space.column import Point
from semblant.space.reading import Library, Readers, read_columns
from semblant.space.rules import ColumnRules
from tests.properties.strategies import examples

Rows = Sequence[Sequence[str]]


def read(kinds: Sequence[str], before: Rows, after: Rows, combine: str = "mean") -> tuple[Readers, Table, Table]:
    """Rows of both files as tables, and the readers of their columns."""
    names = [f"c{j}" for j in range(len(kinds))]
    attributes = {name: {"role": "quasi", "kind": kind} for name, kind in zip(names, kinds, strict=True)}
    policy = Policy.model_validate({"k": 2, "attributes": attributes})
    tables = [
        Table(pl.DataFrame(rows, schema=dict.fromkeys(names, pl.String), orient="row")) for rows in (before, after)
    ]
    return read_columns(tables[0], policy, Library(policy), combine=combine), tables[0], tables[1]


def paired(kinds: Sequence[str], before: Rows, after: Rows, combine: str = "mean") -> Pairing:
    readers, original, release = read(kinds, before, after, combine)
    return pair(compare_columns(readers, original, release, "logsc"))


def slow_linkage(kinds: Sequence[str], before: Rows, after: Rows) -> float:
    """SRL in percent, with fractions throughout: record by record, column by column."""

    def place(kind: str, text: str) -> Fraction | None:
        if text == "" or kind == "nominal":
            return None
        return Fraction(date.fromisoformat(text).toordinal()) if kind == "date" else Fraction(text)

    spans = []
    for j, kind in enumerate(kinds):
        places = [p for row in before if (p := place(kind, row[j])) is not None]
        spans.append((max(places) - min(places) if places else 0) or 1)

    def apart(a: Sequence[str], b: Sequence[str]) -> Fraction:
        total = Fraction(0)
        for kind, span, mine, theirs in zip(kinds, spans, a, b, strict=True):
            x, y = place(kind, mine), place(kind, theirs)
            total += (mine != theirs) if x is None or y is None else abs(x - y) / span
        return total

    found = Fraction(0)
    for i, row in enumerate(before):
        far = [apart(row, other) for other in after]
        found += Fraction(far[i] == min(far), far.count(min(far)))
    return float(100 * found / len(before))


def averaged(numbers: Sequence[int], k: int) -> list[int]:
    """Groups of k neighbours, each released as their mean."""
    return [round(sum(numbers[i // k * k :][:k]) / k) for i in range(len(numbers))]


def both_ways(pairing: Pairing) -> float:
    """SRL in arrays, by all pairs and by the scan, with tables and without, on one core and on several: the same."""
    few = semantic_linkage(pairing)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(linkage, "SOON", 0)
        assert semantic_linkage(pairing) == few
        patch.setattr(linkage, "FEW", 0)
        assert semantic_linkage(pairing) == few
        patch.setattr(columns, "_TABLE", 0)
        assert semantic_linkage(pairing) == few
        patch.setattr(cores, "_FEWEST", 1)
        patch.setattr(cores, "cores", lambda: 3)
        assert semantic_linkage(pairing) == few
    return few


def salaries(last: int) -> tuple[Rows, Rows]:
    numbers = [*sorted(np.random.default_rng(0).integers(20_000, 80_000, 199).tolist()), last]
    return [[str(n)] for n in numbers], [[str(n)] for n in averaged(numbers, 4)]


def test_an_outlier_among_salaries():
    before, after = salaries(10**10)
    assert slow_linkage(["numeric"], before, after) > 20
    assert both_ways(paired(["numeric"], before, after)) == pytest.approx(slow_linkage(["numeric"], before, after))
    spread = paired(["numeric"], before, after, combine="euclidean")
    assert both_ways(spread) == pytest.approx(slow_linkage(["numeric"], before, after))


def test_an_outlier_among_dates():
    rng = np.random.default_rng(0)
    days = sorted(rng.integers(0, 700, 199).tolist())
    first = date(1990, 1, 1)
    texts = [[(first + timedelta(days=d)).isoformat()] for d in days] + [["9999-12-31"]]
    after = [[(first + timedelta(days=d)).isoformat()] for d in averaged(days[:196], 4)] + texts[196:]
    assert slow_linkage(["date"], texts, after) > 20
    assert both_ways(paired(["date"], texts, after)) == pytest.approx(slow_linkage(["date"], texts, after))


def test_an_outlier_for_an_intruder():
    readers, original, release = read(["numeric"], *salaries(10**10))
    found = intruder(original, release, readers, "logsc", np.arange(200))
    assert found.found_percent == pytest.approx(slow_linkage(["numeric"], *salaries(10**10)))
    assert found.candidates_median == 4


def test_a_difference_smaller_than_doubles_tell_beside_another_column():
    """0.01 of 1e15 is lost where 1 is added to it in double precision."""
    before = [["a", "1.00"], ["b", "2.00"], ["c", "1e15"]]
    after = [["x", "1.00"], ["x", "1.01"], ["x", "1e15"]]
    assert both_ways(paired(["nominal", "numeric"], before, after)) == pytest.approx(100.0)


def test_equal_decimals_are_equally_near():
    """0.3 - 0.1 and 0.5 - 0.3 differ as doubles; thirds added up in another order do, too."""
    assert both_ways(paired(["numeric"], [["0.3"], ["1.3"]], [["0.1"], ["0.5"]])) == pytest.approx(75.0)
    before = [["0", "0", "0"], ["3", "3", "3"]]
    after = [["1", "2", "0"], ["0", "1", "2"]]
    assert both_ways(paired(["numeric"] * 3, before, after)) == pytest.approx(50.0)


def test_linkage_by_equal_values_finds_no_more():
    before = [["1e10"], ["1.01"], ["1.02"], ["1.03"]]
    pairing = paired(["numeric"], before, before)
    assert both_ways(pairing) == intruder_linkage(pairing) == 100.0


def test_a_release_far_outside_the_range():
    before = [["1"], ["2"], ["3"]]
    assert both_ways(paired(["numeric"], before, [["1e50"], ["2"], ["1e50"]])) == pytest.approx(100 / 3)


def test_an_outlier_in_a_column_beside_a_set():
    numbers, released = salaries(10**10)
    before = [["tea", *row] for row in numbers]
    after = [["tea", *row] for row in released]
    readers, original, release = read(["nominal", "numeric"], before, after)
    beside = compare_columns(readers, original, release, "logsc")[1:]
    bags = [
        Bags.of([Point(VIRTUAL_ROOT, item)], 200, np.arange(200), np.zeros(200, np.int64)) for item in ("tea", "coffee")
    ]
    plain = SimpleNamespace(taxonomy=None, options=DEFAULT, rules=ColumnRules())
    compared = ComparedBags.of(*bags, plain, "equality", how="avg", beside=beside)
    found = compared.semantic_linkage()
    assert found == pytest.approx(slow_linkage(["numeric"], numbers, released))


HEAVY = st.one_of(
    st.sampled_from(["0", "1", "2", "0.1", "0.2", "0.3", "1e10", "1000000.01", ""]),
    st.integers(1, 999_999).map(lambda n: str(n / 100)),
    st.tuples(st.integers(1, 10**15 - 1), st.integers(-17, 10)).map(lambda t: f"{t[0]}e{t[1]}"),
    st.floats(-3, 30).map(lambda x: repr(float(np.exp(x)))),
)
DATES = st.one_of(
    st.sampled_from(["1970-01-01", "2001-01-01", "2001-01-02", "9999-12-31", ""]),
    st.dates(date(1990, 1, 1), date(1991, 12, 31)).map(date.isoformat),
)
CELLS = {"numeric": HEAVY, "date": DATES, "nominal": st.sampled_from(["a", "b", "c", ""])}


@examples(150)
@given(data=st.data(), kinds=st.lists(st.sampled_from(["numeric", "numeric", *CELLS]), min_size=1, max_size=4))
def test_heavy_tails_against_fractions(data, kinds):
    """Values over many powers of ten, repeated, released as themselves, as each other, or as something else."""
    rows = data.draw(st.lists(st.tuples(*(CELLS[kind] for kind in kinds)), min_size=2, max_size=16))
    before = [[*row] for row in rows]
    after = [
        [data.draw(st.one_of(st.sampled_from([row[j] for row in before]), CELLS[kind])) for j, kind in enumerate(kinds)]
        for _ in before
    ]
    assert both_ways(paired(kinds, before, after)) == pytest.approx(slow_linkage(kinds, before, after))


def test_a_sample_stands_for_all_records_beyond_a_size(monkeypatch):
    """Its interval holds the exact figure, and the seed is the same for everybody."""
    pairing = many_records()
    exact = semantic_linkage(pairing)
    assert linkage_by_meaning(pairing) == (exact, None)
    monkeypatch.setattr("semblant.assessment.linkage._EXACT", 0)
    monkeypatch.setattr("semblant.assessment.linkage.SAMPLED", 150)
    found, sample = linkage_by_meaning(pairing)
    assert sample is not None
    assert (sample.records, sample.seed) == (150, 20_261_118)
    assert 0 < sample.low_percent < found < sample.high_percent < 100
    assert sample.low_percent <= exact <= sample.high_percent
    assert linkage_by_meaning(pairing) == (found, sample)
    monkeypatch.setattr("semblant.assessment.linkage.SAMPLED", pairing.records)
    assert linkage_by_meaning(pairing) == (exact, None)


def many_records():
    """Ages and the same in groups of five."""
    ages = np.random.default_rng(5).integers(20, 60, 400)
    table = Table(pl.DataFrame({"age": [str(a) for a in ages]}))
    policy = Policy.model_validate({"k": 2, "attributes": {"age": {"role": "quasi", "kind": "numeric"}}})
    release = table.with_columns({"age": [str(a // 5 * 5 + 2) for a in ages.tolist()]})
    readers = read_columns(table, policy, Library(policy, Path()))
    return pair(compare_columns(readers, table, release, "wu-palmer"))
