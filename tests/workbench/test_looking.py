"""What a steward looks at: columns, unique records, hierarchies; each compared with a plain way to count it."""

from collections import Counter

import numpy as np
import polars as pl
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from semblant.data.table import Table
from semblant.errors import PolicyError
from semblant.hierarchy.vgh import Hierarchy
from semblant.workbench.cards import BINS, card_of
from semblant.workbench.hierarchies import Branch, branches, changed
from semblant.workbench.uniqueness import uniqueness

ROWS = st.lists(
    st.tuples(st.sampled_from("ab"), st.sampled_from("xyz"), st.sampled_from("123")), min_size=1, max_size=30
)


@given(ROWS, st.integers(2, 4))
@settings(max_examples=60, deadline=None)
def test_unique_records_are_counted_as_one_would_by_hand(rows: list[tuple[str, ...]], k: int) -> None:
    names = ["one", "two", "three"]
    found = uniqueness(Table(pl.DataFrame(rows, schema=names, orient="row")), names, k)

    def uniques(places: list[int]) -> int:
        return sum(n == 1 for n in Counter(tuple(row[i] for i in places) for row in rows).values())

    assert found.uniques == uniques([0, 1, 2])
    assert found.below_k == sum(n for n in Counter(rows).values() if n < k)
    without = {names[j]: found.uniques - uniques([i for i in range(3) if i != j]) for j in range(3)}
    assert dict(found.added) == without
    assert [n for _, n in found.added] == sorted(without.values(), reverse=True)


def test_no_column_or_one() -> None:
    table = Table(pl.DataFrame({"a": ["1", "1", "2"]}))
    assert uniqueness(table, [], 2).uniques == 0
    assert uniqueness(table, ["a"], 2).added == (("a", 1),)


def test_a_card_counts_values_and_bins() -> None:
    ages = [str(18 + i % 40) for i in range(200)] + ["", "n/a"]
    card = card_of(Table(pl.DataFrame({"age": ages})).column("age"))
    assert (card.records, card.missing, card.distinct, card.uniques) == (202, 2, 40, 0)
    assert sum(card.histogram) == 200
    assert len(card.histogram) == BINS
    assert card.ends == ("18", "57")
    wanted, _ = np.histogram([int(age) for age in ages[:200]], BINS)
    assert list(card.histogram) == wanted.tolist()


def test_a_card_of_words_and_of_nothing() -> None:
    words = card_of(Table(pl.DataFrame({"job": ["nurse"] * 3 + ["cook"]})).column("job"))
    assert words.top == (("nurse", 3), ("cook", 1))
    assert words.unique_percent == 25.0
    nothing = card_of(Table(pl.DataFrame({"job": ["", ""]})).column("job"))
    assert (nothing.top, nothing.histogram, nothing.missing) == ((), (), 2)


JOBS = Hierarchy.of(
    [("nurse", "care", "work"), ("doctor", "care", "work"), ("baker", "food", "work"), ("cook", "food", "work")]
)


def label(name: str) -> str:
    return f"l{JOBS.labels.index(name)}"


def flat(tops: list[Branch]) -> dict[str, list[str]]:
    return {one.label: [inner.label for inner in one.below] for top in tops for one in _all(top)}


def _all(branch: Branch) -> list[Branch]:
    return [branch, *(inner for below in branch.below for inner in _all(below))]


def test_a_tree_shows_every_value_below_its_label() -> None:
    tree = flat(branches(JOBS))
    assert tree["work"] == ["care", "food"]
    assert tree["food"] == ["baker", "cook"]


def test_edits_that_cannot_be_are_refused() -> None:
    for action, node, to, name in (
        ("move", label("work"), label("care"), ""),  # below itself
        ("move", "v0", "v1", ""),
        ("merge", "v0", label("food"), ""),
        ("rename", label("care"), "", "food"),
        ("rename", label("care"), "", "  "),
        ("add", "v0", "", "work"),
        ("remove", label("work"), "", ""),
        ("remove", "v0", "", ""),
        ("move", "v99", label("care"), ""),
        ("move", "v0", "", ""),
        ("explode", "v0", "", ""),
        ("move", "../x", label("care"), ""),
    ):
        with pytest.raises(PolicyError):
            changed(JOBS, action, node, to, name)


def test_edits_keep_every_value() -> None:
    for action, node, to, name in (
        ("move", "v3", label("care"), ""),
        ("move", label("food"), label("care"), ""),
        ("merge", label("food"), label("care"), ""),
        ("rename", label("food"), "", "bread"),
        ("add", label("care"), "", "helping"),
        ("remove", label("food"), "", ""),
    ):
        made = changed(JOBS, action, node, to, name)
        assert sorted(made.leaves) == sorted(JOBS.leaves), action
        assert {row[-1] for row in made.rows()} == {"work"}, action
