"""Charts account for every record."""

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st

from semblant.assessment.linkage import class_sizes, class_sizes_before
from semblant.report.counts import LINES, both, released, shares, size_shares, spelt
from semblant.report.internal import most_changed
from tests.report.making import CASES, JOBS, assess_case, semantic

sizes = st.lists(st.integers(1, 5000), max_size=30).map(lambda s: np.array(s, np.int64))


@settings(max_examples=100, deadline=None)
@given(sizes, sizes, st.integers(2, 300))
def test_class_sizes_in_ranges_account_for_every_record(before: np.ndarray, after: np.ndarray, k: int) -> None:
    lines, below = size_shares([before, after], k)
    for side, all_sizes in enumerate((before, after)):
        assert sum(line.records[side] for line in lines) == all_sizes.sum()
        assert sum(line.records[side] for line in lines[:below]) == all_sizes[all_sizes < k].sum()
    assert len({line.label for line in lines}) == len(lines)


@settings(max_examples=60, deadline=None)
@given(
    st.lists(st.tuples(st.integers(0, 30), st.integers(0, 30)), min_size=1, max_size=80),
    st.sampled_from(["nominal", "numeric"]),
)
def test_a_chart_accounts_for_every_record(pairs: list[tuple[int, int]], kind: str) -> None:
    before, after = ([str(n) for n in side] for side in zip(*pairs, strict=True))
    attributes = {"a": {"role": "quasi", "kind": kind}}
    _, assessment = assess_case({"a": before}, {"a": after}, attributes=attributes)
    assert assessment.pairing is not None
    (column,) = assessment.pairing.columns
    lines = shares(column, both(column), spelt)
    assert [sum(line.records[side] for line in lines) for side in (0, 1)] == [len(pairs)] * 2
    assert len(lines) <= LINES + 1
    assert sum(released(column).values()) == len(pairs)


def test_numbers_stand_in_their_order_and_missing_ones_last() -> None:
    _, assessment = CASES["numbers"]
    assert assessment.pairing is not None
    age, day, size = assessment.pairing.columns
    assert [line.label for line in shares(size, both(size), spelt)] == ["s", "m", "l", "(no value)", "* (suppressed)"]
    assert [line.label for line in shares(day, both(day), spelt)] == ["2024-01-01", "2024-01-16", "2024-02-01"]
    assert [line.label for line in shares(age, both(age), spelt)][:2] == ["0 – 3", "4 – 6"]


def test_classes_before_and_after_are_those_of_the_records() -> None:
    _, assessment = CASES["some suppressed"]
    assert assessment.pairing is not None
    assert sorted(class_sizes_before(assessment.columns)) == [1, 2, 2]
    assert sorted(class_sizes(assessment.columns, assessment.privacy.suppressed_records)) == [2, 2]


@settings(max_examples=40, deadline=None)
@given(st.lists(st.tuples(st.sampled_from("xy*"), st.sampled_from("pq*")), min_size=1, max_size=30))
def test_class_sizes_are_those_that_were_verified(rows: list[tuple[str, str]]) -> None:
    a, b = (list(side) for side in zip(*rows, strict=True))
    _, assessment = assess_case({"a": a, "b": b}, {"a": a, "b": b})
    assert assessment.pairing is not None
    sizes = class_sizes(assessment.columns, assessment.privacy.suppressed_records)
    assert len(sizes) == assessment.privacy.classes
    assert sizes.min(initial=len(rows)) == (assessment.privacy.k_achieved or len(rows))
    assert sizes.sum() == len(rows) - assessment.privacy.suppressed_records


def test_changes_are_explained_by_what_joins_the_two_values() -> None:
    original = {"job": ["nurse", "doctor", "baker", "food", "cook", "nurse", "midwife"]}
    masked = {"job": ["doctor", "health", "nurse", "baker", "*", "nurse", "sailor"]}
    keys = {"attributes": semantic("job"), "taxonomy": JOBS}
    _, assessment = assess_case(original, masked, **keys)  # type: ignore[arg-type]
    assert assessment.pairing is not None
    why = {(c.before, c.after): c.why for c in most_changed(assessment.pairing)}
    assert why[("nurse", "doctor")] == "Both are kinds of “health”."
    assert why[("doctor", "health")].startswith("Made wider")
    assert why[("food", "baker")].startswith("Made narrower")
    assert why[("baker", "nurse")] == "Both are kinds of “work”."
    assert why[("cook", "* (suppressed)")] == "Suppressed."
    assert why[("midwife", "sailor")].startswith("Not in the vocabulary")
    assert ("nurse", "nurse") not in why


def test_changes_of_numbers_say_how_far_and_which_way() -> None:
    _, assessment = CASES["numbers"]
    assert assessment.pairing is not None
    changes = most_changed(assessment.pairing, most=100)
    why = {(c.column, c.before): c.why for c in changes}
    assert why[("day", "2024-01-01")] == "Moved 15 days later, to the middle of its group."
    assert why[("size", "l")] == "Moved down 1 level, to the middle of its group."
    assert why[("age", "0")] == "Moved up by 10, to the middle of its group."
    assert why[("size", "(no value)")] == "Suppressed."
    cost = [c.records * c.distance for c in changes]
    assert cost == sorted(cost, reverse=True)


def test_the_costliest_change_comes_first_whatever_its_column() -> None:
    original = {"a": ["x"] * 3 + ["y"] * 6, "b": ["p"] * 5 + ["q"] * 4}
    masked = {"a": ["y"] * 9, "b": ["p"] * 9}
    _, assessment = assess_case(original, masked)
    assert assessment.pairing is not None
    assert [(c.column, c.records) for c in most_changed(assessment.pairing)] == [("b", 4), ("a", 3)]
