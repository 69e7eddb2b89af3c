"""The methods for sets: what they promise holds whatever comes in."""

from itertools import combinations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from semblant.data.items import join, split
from semblant.errors import PolicyError, UnknownTermsError, UnreachableError, VerificationError
from semblant.methods.job import entry_of
from semblant.policy.model import SUPPRESSED, Policy
from semblant.proof.sets import privacy_of_sets, verify_sets
from semblant.proof.tables import privacy_of_table
from semblant.release.staging import write_table
from tests.sets.making import LEAVES, SHOP, mask, ready_sets, sets_policy

cells = st.lists(st.lists(st.sampled_from(LEAVES), max_size=5).map(join), min_size=3, max_size=14)


@given(cells, st.sampled_from(["avg", "min", "max", "minsum", "maxsum"]), st.sampled_from([None, "equality"]))
@settings(max_examples=40, deadline=None)
def test_every_released_set_is_shared_by_k(held, distance, measure) -> None:
    shaped = mask(held, method="set-mdav", set_distance=distance, measure=measure)
    assert privacy_of_table(shaped.table, sets_policy()).k_achieved >= 3
    assert np.bincount(shaped.groups).min() >= 3
    assert np.bincount(shaped.groups).max() <= 5


@given(cells, st.sampled_from(["auto", "top-down"]))
@settings(max_examples=40, deadline=None)
def test_other_methods_share_by_k_too(held, method) -> None:
    assert privacy_of_table(mask(held, method=method).table, sets_policy()).verified


@given(cells, st.integers(1, 3))
@settings(max_examples=40, deadline=None)
def test_whoever_knows_m_items_finds_k_records(held, m) -> None:
    shaped = mask(held, method="km-apriori", m=m, accept="not-k-anonymous")
    released = [frozenset(split(c)) for c in shaped.table.frame["items"]]
    for record in released:
        for size in range(1, m + 1):
            for known in combinations(sorted(record), size):
                assert sum(record_other.issuperset(known) for record_other in released) >= 3


@given(cells)
@settings(max_examples=30, deadline=None)
def test_generalised_items_stand_above_the_original_ones(held) -> None:
    shaped = mask(held, method="top-down")
    for before, after in zip(held, shaped.table.frame["items"], strict=True):
        above = [set(SHOP.ancestors(SHOP.index(i)).tolist()) for i in split(before)]
        wider = {SHOP.index(i) for i in split(after) if i != SUPPRESSED}
        assert SUPPRESSED in split(after) or all(up & wider for up in above)


@given(cells, st.randoms())
@settings(max_examples=25, deadline=None)
def test_the_order_of_the_rows_does_not_matter(held, chance) -> None:
    order = list(range(len(held)))
    chance.shuffle(order)
    for method in ("set-mdav", "auto"):
        first, second = mask(held, method=method), mask([held[i] for i in order], method=method)
        partition = [
            sorted(sorted(c for c, g in zip(texts, groups, strict=True) if g == one) for one in set(groups.tolist()))
            for texts, groups in ((held, first.groups), ([held[i] for i in order], second.groups))
        ]
        assert partition[0] == partition[1]


def test_refinement_never_loses_more() -> None:
    chance = np.random.default_rng(5)
    held = [join(chance.choice(LEAVES, 4).tolist()) for _ in range(60)]
    loss = {}
    for method, refine in (("set-mdav", "auto"), ("auto", "auto"), ("set-mdav", True), ("auto", False)):
        ready = ready_sets(held, method=method, measure="logsc", refine=refine)
        shaped = ready.mask(np.random.default_rng(1))
        place = np.argsort(ready.space.order)
        near = ready.space.distance.astype(float) ** 2
        members = [place[np.flatnonzero(shaped.groups == g)] for g in range(shaped.groups.max() + 1)]
        loss[method, refine] = sum(near[np.ix_(m, m)].sum(axis=1).min() for m in members)
    assert loss["auto", "auto"] < 0.97 * loss["set-mdav", "auto"]
    assert loss["set-mdav", True] == loss["auto", "auto"]
    assert loss["auto", False] == loss["set-mdav", "auto"]


def test_columns_beside_a_set_are_masked_with_it() -> None:
    held = ["apple|pear", "apple|plum", "pear", "saw|hammer", "hammer", "saw"] * 2
    beside = {
        "age": [str(20 + i) for i in range(12)],
        "town": ["Graz", "Reus"] * 6,
        "visits": [str(i) for i in range(12)],
    }
    attributes = {
        "age": {"role": "quasi", "kind": "numeric"},
        "town": {"role": "quasi", "kind": "nominal"},
        "visits": "keep",
    }
    shaped = mask(held, beside=beside, attributes=attributes)
    names = ["items", "age", "town"]
    assert shaped.table.frame.group_by(names).len()["len"].min() >= 3
    assert shaped.table.frame["visits"].to_list() == beside["visits"]
    for g in range(shaped.groups.max() + 1):
        assert shaped.table.frame.filter(shaped.groups == g).select(names).unique().height == 1


@given(cells, st.sampled_from(["auto", "set-mdav"]))
@settings(max_examples=25, deadline=None)
def test_blocks_keep_the_promise_and_are_masked_apart(held, method) -> None:
    shaped = mask(held, method=method, blocks=4)
    assert privacy_of_table(shaped.table, sets_policy()).verified
    first = [int(np.flatnonzero(shaped.groups == g)[0]) for g in range(shaped.groups.max() + 1)]
    assert first == sorted(first)
    order = ready_sets(held).space.order
    blocks = np.array_split(order, max(1, min(-(-len(held) // 4), len(held) // 3)))
    for block in blocks:
        assert set(shaped.groups[block]).isdisjoint(shaped.groups[np.setdiff1d(order, block)])


def test_blocks_of_records_with_columns_beside() -> None:
    held = ["apple", "pear", "saw", "tea", "hammer", "rose"] * 3
    beside = {"age": [str(20 + i % 7) for i in range(18)]}
    attributes = {"age": {"role": "quasi", "kind": "numeric"}}
    shaped = mask(held, beside=beside, attributes=attributes, blocks=6)
    assert shaped.table.frame.group_by("items", "age").len()["len"].min() >= 3


def test_unknown_items_go_by_the_policy() -> None:
    held = ["apple|zyx", "pear", "plum"] * 3
    with pytest.raises(UnknownTermsError, match="1 distinct item"):
        mask(held)
    for unknown in ("suppress", "root"):
        assert "zyx" not in "".join(mask(held, items={"unknown": unknown}).table.frame["items"])
    assert mask(["apple|zyx"] * 3, items={"unknown": "nominal"}).table.frame["items"].to_list() == ["apple|zyx"] * 3


def test_too_few_records_cannot_be_masked() -> None:
    with pytest.raises(UnreachableError, match="2 records"):
        mask(["apple", "pear"])


def test_a_weaker_guarantee_must_be_accepted() -> None:
    with pytest.raises(PolicyError, match="does not give k-anonymity"):
        mask(["apple"] * 3, method="km-apriori")
    with pytest.raises(PolicyError, match="not for shape: sets"):
        mask(["apple"] * 3, method="log-mdav")


def test_a_method_for_another_shape_is_told_where_it_belongs() -> None:
    for name, shape in (("set-mdav", "sets"), ("log-erola", "log")):
        with pytest.raises(PolicyError, match="not available for tables") as told:
            entry_of(Policy(method=name))
        assert told.value.hints == (f"set shape: {shape}, if that is what the data are",)


def test_what_is_promised_is_said_and_verified(tmp_path) -> None:
    held = ["apple|milk", "apples|milk", "apple|cheese", "tea", "tea|saw", "saw"] * 3
    for draw, promise in (("group", "k-anonymity"), ("record", "k-anonymity of meanings")):
        ready = ready_sets(held, draw=draw)
        shaped = ready.mask(np.random.default_rng(1))
        privacy = privacy_of_sets(shaped.table, ready.policy, ready.table, meaning=ready.reader.understanding.point_of)
        assert (privacy.promise, privacy.verified) == (promise, True)
    ready = ready_sets(held, method="km-apriori", m=1, accept="not-k-anonymous")
    shaped = ready.mask(np.random.default_rng(1))
    privacy = privacy_of_sets(shaped.table, ready.policy, ready.table, meaning=ready.reader.understanding.point_of)
    assert (privacy.promise, privacy.verified) == ("k^m-anonymity", True)
    release = ready.table.with_columns({"items": ["rose", *held[1:]]})
    broken = privacy_of_sets(release, ready.policy, ready.table)
    assert (broken.k_achieved, broken.verified) == (1, False)
    with pytest.raises(VerificationError, match="3\\^1-anonymity"):
        verify_sets(ready.table, write_table(release, tmp_path), ready.policy)


def test_there_must_be_one_set_column() -> None:
    with pytest.raises(PolicyError, match="one quasi-identifier of kind set"):
        mask(["apple"] * 3, beside={"more": ["apple"] * 3}, attributes={"more": {"role": "quasi", "kind": "set"}})


@pytest.mark.parametrize(
    "held",
    [
        [""] * 4,
        ["", "apple", "pear|plum", ""],
        ["*", "apple", "apple"],
        ["apple"] * 7,
        ["zyx|qqq", "apple", "pear", "zyx"],
        ["apple|" * 180_000, "pear", "plum"],
    ],
)
@pytest.mark.parametrize("method", ["auto", "set-mdav", "top-down"])
def test_ugly_sets(held, method) -> None:
    shaped = mask(held, method=method, items={"unknown": "suppress"})
    assert shaped.table.records == len(held)
    assert privacy_of_table(shaped.table, sets_policy()).verified


def test_emoji_and_quoted_separators_survive() -> None:
    held = ['🙂|"a|b"'] * 3
    shaped = mask(held, items={"unknown": "nominal"})
    assert [split(c) for c in shaped.table.frame["items"]] == [["a|b", "🙂"]] * 3
