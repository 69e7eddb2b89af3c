"""Figures for sets and logs against their definitions."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from semblant.assessment.assessment import Assessment
from semblant.assessment.clusters import contingency, partition_distance, ward
from semblant.assessment.compared_bags import item_linkage
from semblant.assessment.particulars import topics
from semblant.data.items import join
from semblant.proof.sets import least_support
from semblant.space.bags import Bags
from tests.sets.making import LEAVES, SHOP, ready_log, ready_sets, sets_table


def assessed(cells: list[str], released: list[str]) -> Assessment:
    ready = ready_sets(cells)
    table = sets_table(released)
    return ready.assess(table)


def test_loss_of_sets_by_hand() -> None:
    found = assessed(["apple", "pear", "tea"], ["apple", "apple", "apple"])
    apple_pear, apart = np.log2(1.5), 1.0
    assert found.utility.sse == pytest.approx(apple_pear**2 + apart, abs=1e-5)
    assert found.utility.semantic_loss == pytest.approx((apple_pear + apart) / 3, abs=1e-5)
    assert found.utility.per_attribute["items"].changed_records == 2
    assert found.utility.discernibility == 9.0


def test_an_untouched_release_of_sets_has_a_loss_by_average_distance() -> None:
    found = assessed(["apple|pear", "tea"], ["apple|pear", "tea"])
    assert found.utility.sse == pytest.approx((np.log2(1.5) / 2) ** 2, abs=1e-5)


def test_figures_of_columns_beside_a_set() -> None:
    ready = ready_sets(
        ["apple", "pear", "tea"],
        beside={"age": ["20", "30", "40"]},
        attributes={"age": {"role": "quasi", "kind": "numeric"}},
    )
    table = sets_table(["apple"] * 3, age=["30", "30", "30"])
    found = ready.assess(table).utility
    pear = np.log2(1.5)
    assert found.per_attribute["age"].sse == pytest.approx(0.5)
    assert found.per_attribute["items"].sse == pytest.approx(pear**2 + 1, abs=1e-5)
    assert found.sse == pytest.approx(0.25**2 + (pear / 2) ** 2 + 0.75**2, abs=1e-5)


def test_linkage_by_most_items_in_common() -> None:
    found = assessed(["apple|pear", "apple|tea", "saw"], ["apple|pear", "apple|tea|pear", "rose"])
    # the first is surely found, the second has two items in common with both, the third nothing with any
    assert found.risk.record_linkage_percent == pytest.approx(100 * (1 + 0.5 + 0) / 3)


def test_semantic_linkage_by_hand() -> None:
    found = assessed(["apple", "pear", "saw"], ["apple", "apple", "hammer"])
    assert found.risk.semantic_record_linkage_percent == pytest.approx(100 * (0.5 + 0.5 + 1) / 3)


def test_nothing_in_common_links_nobody() -> None:
    held = Bags.of([], 2, [], []).matrix() * 0
    assert item_linkage(held, held, np.arange(2)) == 0.0


@given(st.lists(st.tuples(st.integers(0, 3), st.integers(0, 3)), min_size=1, max_size=30))
@settings(max_examples=100, deadline=None)
def test_partition_distance_is_between_0_and_1_and_symmetric(pairs) -> None:
    a, b = (np.array(x) for x in zip(*pairs, strict=True))
    ones = np.ones(len(a), np.int64)
    assert 0.0 <= partition_distance(contingency(a, b, ones)) <= 1.0 + 1e-12
    found = [partition_distance(contingency(*sides, ones)) for sides in ((a, b), (b, a))]
    assert found[0] == pytest.approx(found[1])
    assert partition_distance(contingency(a, a, ones)) == 0.0


def test_ward_finds_the_two_kinds() -> None:
    place = np.array([0.0, 0.1, 5.0, 5.2, 0.05])
    found = ward(np.abs(place[:, None] - place[None, :]), np.ones(5, np.int64)).cut(2)
    assert len(set(found[[0, 1, 4]])) == 1
    assert found[0] != found[2] == found[3]


def test_k_to_the_m() -> None:
    cells = ["tea|milk|saw", "tea|milk", "tea|saw", "milk"]
    assert [least_support(cells, "|", m) for m in (1, 2, 3)] == [2, 1, 1]
    assert least_support([], "|", 2) == 0
    assert least_support(["|".join(map(str, range(9_000)))], "|", 2) is None


def test_topics_before_and_after() -> None:
    fruit, tool = (SHOP.index(n) for n in ("apple", "saw"))
    from semblant.space.column import Point

    before = Bags.of([Point(fruit), Point(tool)], 1, [0] * 4, [0, 0, 0, 1])
    after = Bags.of([Point(fruit), Point(tool)], 1, [0] * 4, [0, 0, 1, 1])
    shown, moved = topics(SHOP, before, after, k=1)
    assert moved == pytest.approx(0.25)
    assert sum(t.before for t in shown) == pytest.approx(1.0)


def test_a_topic_of_fewer_than_k_people_is_not_named() -> None:
    from semblant.space.column import Point

    points = [Point(SHOP.index(n)) for n in ("apple", "saw")]
    before = Bags.of(points, 3, [0, 0, 1, 2, 2], [0, 0, 0, 0, 1])
    assert [t.before for t in topics(SHOP, before, before, k=2)[0]] == [0.8]
    assert len(topics(SHOP, before, before, k=1)[0]) == 2


def test_an_untouched_log_loses_nothing_and_links_everybody() -> None:
    held = [(u, q) for u, i in zip("abcd", range(0, 12, 3), strict=True) for q in LEAVES[i : i + 3]]
    ready = ready_log(held)
    from semblant.data.table import Table

    names = {u: str(i + 1) for i, u in enumerate("abcd")}
    same = Table(ready.table.frame.with_columns(ready.table.frame["user"].replace_strict(names)))
    found = ready.assess(same)
    assert found.utility.sse == 0.0
    assert found.risk.record_linkage_percent == 100.0
    assert found.particulars.cluster_loss_percent == 0.0
    assert found.particulars.vocabulary_kept == found.particulars.vocabulary_before == 12
    assert found.privacy.k_achieved == 1


def test_release_and_figures_of_whole_runs() -> None:
    chance = np.random.default_rng(3)
    ready = ready_sets([join(chance.choice(LEAVES, 3).tolist()) for _ in range(30)])
    shaped = ready.mask(chance)
    found = ready.assess(shaped.table)
    assert found.risk.prosecutor_max <= 1 / 3
    assert 0 < found.utility.loss_percent < 100
    log = ready_log([(f"u{i % 9}", q) for i, q in enumerate(chance.choice(LEAVES, 90).tolist())])
    released = log.mask(chance)
    judgement = log.assess(released.table)
    assert judgement.particulars.mean_length_after == pytest.approx(10.0)
    assert judgement.risk.uniques == 0


@pytest.mark.parametrize("other", ["pear|apple", "apple|pear ", "apple|pear|apple"])
def test_a_set_that_is_written_otherwise_is_of_another_class(other: str) -> None:
    """The order of items, a space or a repeated item can mark a record; k and the risk must agree about it."""
    found = assessed(["apple|pear"] * 3, ["apple|pear", "apple|pear", other])
    assert (found.privacy.k_achieved, found.risk.prosecutor_max, found.risk.uniques) == (1, 1.0, 1)
