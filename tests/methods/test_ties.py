"""Ties without meaning: random for what knows no meaning, canonical otherwise, and reproducible by the seed."""

from dataclasses import replace

import numpy as np
import polars as pl
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import semblant as sb
from semblant.catalogue import CATALOGUE
from semblant.knowledge.taxonomy import Taxonomy
from semblant.methods.constrain import same_values
from semblant.methods.job import guide_of
from semblant.methods.mask import mask_space
from semblant.methods.masking import Centroids, Donors
from semblant.methods.ties import Shuffled
from semblant.policy.model import Policy
from semblant.privacy.models import DistinctL
from semblant.privacy.promises import Promise
from semblant.runkey import RunKey
from semblant.space.product import Product
from tests.methods.spaces import is_whole, job, semantic, space_of, spaces
from tests.sets.making import mask, ready_log, ready_sets

PLAIN = ("mdav-mode", "mdav-mode-record", "recode-h1", "recode-dm", "recode-random")
GROUPING = [name for name, entry in CATALOGUE["table"].items() if "ties" in entry.options and entry.k_anonymous]


@pytest.mark.parametrize("name", CATALOGUE["table"])
def test_equality_baselines_take_random_ones_of_equals_and_others_the_first(name):
    entry = CATALOGUE["table"][name]
    assert guide_of(Policy(method=name)).ties == ("random" if name in PLAIN else "canonical")
    plain = guide_of(Policy(method=name, measure="equality")).ties
    assert plain == ("random" if "ties" in entry.options else "canonical")
    told = guide_of(Policy(method=name, ties="random")).ties
    assert told == ("random" if "ties" in entry.options else "canonical")
    assert guide_of(Policy(method=name, ties="canonical", measure="equality")).ties == "canonical"


@pytest.mark.parametrize(("shape", "method"), [("sets", "set-mdav"), ("sets", "auto"), ("log", "log-mdav")])
def test_sets_and_logs_too(shape, method):
    assert guide_of(Policy(shape=shape, method=method)).ties == "canonical"
    assert guide_of(Policy(shape=shape, method=method, measure="equality")).ties == "random"


@pytest.mark.parametrize("method", GROUPING)
@settings(max_examples=15, deadline=None)
@given(space=spaces(least=6), seed=st.integers(0, 99), blocks=st.sampled_from(["none", 3]))
def test_a_masking_in_random_order_is_one_of_the_canonical_space(method, space, seed, blocks):
    if blocks != "none" and CATALOGUE["table"][method].whole:
        return
    run = job(2, np.random.default_rng(seed), method=method, ties="random", blocks=blocks, budget=3)
    masking = mask_space(space, run)
    assert is_whole(space, masking)
    assert masking.group_sizes().min() >= 2
    sizes = [len(table.candidates) for table, _ in space.tabled]
    for part in masking.represented:
        if isinstance(part, Centroids):
            assert (part.values < sizes).all()
        elif isinstance(part, Donors):
            for g, donor in zip(part.groups.tolist(), part.values.tolist(), strict=True):
                assert donor in masking.tuples[masking.groups == g]


@settings(max_examples=40, deadline=None)
@given(spaces(), st.integers(0, 99))
def test_the_way_back_gives_every_tuple_its_own_centre(space, seed):
    """Each tuple a group of its own, represented by itself, stays so; no distance changes on the way."""
    shuffled = Shuffled.of(space, np.random.default_rng(seed), candidates=True)
    for (table, codes), (moved, places) in zip(space.tabled, shuffled.space.tabled, strict=True):
        own, there = table.distance[table.own[codes]], moved.distance[moved.own[places]]
        np.testing.assert_array_equal(np.sort(own[shuffled.tuples], axis=1), np.sort(there, axis=1))
        assert [table.candidates[c] for c in table.own] == [moved.candidates[c] for c in moved.own]
    from semblant.methods.table.mdav import centred

    alone = np.arange(len(space.weights))
    masking = shuffled.restored(centred(shuffled.space, alone, shuffled.space.weights, alone))
    assert masking.tuples.tolist() == masking.groups.tolist() == alone.tolist()
    assert masking.counts.tolist() == space.weights.tolist()
    for part in masking.represented:
        for j, (table, codes) in enumerate(space.tabled):
            cost = table.cost[part.values[:, j], codes]
            np.testing.assert_array_equal(cost, table.cost[:, codes].min(axis=0))


BRANCHES = Taxonomy.from_edges([(f"v{i:02}", f"p{i // 8}") for i in range(40)] + [(f"p{i}", "top") for i in range(5)])
"""Forty words, eight to a branch, in the order of the tree."""


def forty_words() -> Product:
    return Product.of([semantic("word", BRANCHES, [f"v{i:02}" for i in range(40)], measure="equality")])


def test_the_canonical_order_gives_meaning_for_free_and_the_random_one_does_not():
    """Different words in the order of the tree: the canonical order finds the branches."""
    space = forty_words()

    def branches(ties: str, seed: int = 1) -> float:
        """How many branches a group of eight touches on average."""
        masking = mask_space(space, job(8, np.random.default_rng(seed), method="mdav-mode", ties=ties))
        return float(np.mean([len(set(masking.tuples[masking.groups == g] // 8)) for g in range(masking.size)]))

    assert branches("canonical") < 2
    assert np.mean([branches("random", seed) for seed in range(5)]) > 3.5


@pytest.mark.parametrize("promises", ["merge", "blind"])
def test_merges_for_other_promises_follow_no_order_by_meaning_either(promises):
    """Pairs of words are merged for l = 2: by chance 7 of 39 other words are of the same branch, 18 %."""
    space = forty_words()

    def alike(ties: str, seed: int) -> float:
        """The share of pairs of words in one group that are of one branch."""
        rng = np.random.default_rng(seed)
        ill = Promise(DistinctL("ill", 2), rng.permutation(40) % 2)
        run = replace(job(2, rng, method="mdav-mode", ties=ties, promises=promises), promises=[ill], above=0)
        group = mask_space(space, run).group_of_records(space)
        return float(np.mean([i // 8 == j // 8 for i in range(40) for j in range(i) if group[i] == group[j]]))

    assert np.mean([alike("canonical", seed) for seed in range(5)]) > 0.6
    assert np.mean([alike("random", seed) for seed in range(60)]) < 0.2


def test_what_was_merged_for_a_promise_keeps_it_in_random_order_too():
    """Records of one tuple that differ in what they hide stay in the classes for which l was checked."""
    space = space_of([6, 4, 5, 3, 2], measure="equality")
    ill = Promise(DistinctL("ill", 2), np.arange(20) % 3)
    for seed in range(20):
        run = job(2, np.random.default_rng(seed), method="mdav-mode", ties="random")
        masking = mask_space(space, replace(run, promises=[ill]))
        assert is_whole(space, masking)
        classes = same_values(masking, space)[0][masking.group_of_records(space)]
        assert all(len({*ill.codes[classes == g]}) >= 2 for g in np.unique(classes))


@pytest.mark.parametrize("shape", ["sets", "log"])
def test_groups_of_sets_and_users_follow_no_order_either(shape):
    """Forty people with one thing each, all different: by chance 7 of 39 others are of the same eight, 18 %."""
    things = [f"thing {i:02}" for i in range(40)]
    keys = {"k": 8, "measure": "equality", "rare": "publish"}
    if shape == "sets":
        ready = ready_sets(things, method="set-mdav", items={"unknown": "nominal"}, **keys)
    else:
        ready = ready_log([(f"u{i}", thing) for i, thing in enumerate(things)], method="log-mdav", **keys)

    def alike(seed: int, **ties: str) -> float:
        told = replace(ready, policy=ready.policy.model_copy(update=ties))
        group = told.dealt(RunKey.of(seed)).mask(np.random.default_rng(seed)).groups
        if shape == "log":  # a row for every user and query
            group = group[:: len(group) // 40]
        return float(np.mean([i // 8 == j // 8 for i in range(40) for j in range(i) if group[i] == group[j]]))

    assert alike(1, ties="canonical") > 0.6
    assert np.mean([alike(seed) for seed in range(20)]) < 0.22


def test_a_column_beside_a_set_takes_a_random_mode():
    """Four households with the same basket and four towns: none of the towns is preferred."""
    towns = {"town": ["Alba", "Bari", "Como", "Deva"]}
    quasi = {"town": {"role": "quasi", "kind": "nominal"}}
    keys = {"beside": towns, "attributes": quasi, "k": 4, "measure": "equality", "method": "set-mdav"}
    seen = {mask(["tea"] * 4, seed, rare="publish", **keys).table.frame["town"][0] for seed in range(40)}
    assert seen == {*towns["town"]}
    assert {
        mask(["tea"] * 4, seed, rare="publish", ties="canonical", **keys).table.frame["town"][0] for seed in range(9)
    } == {"Alba"}


@pytest.mark.parametrize("measure", ["equality", "ratio"])
def test_of_equally_frequent_searches_a_random_one_is_published(measure):
    """Two users asked for four unrelated things, once each, and give two of them: not always those that come first."""
    things = ["apple", "hammer", "rose", "tea"]
    rows = [(user, thing) for user in "ab" for thing in things]
    keys = {"method": "log-mdav", "measure": measure, "rare": "publish"}

    def published(seed: int, ties: str) -> set[str]:
        return {*ready_log(rows, ties=ties, **keys).mask(np.random.default_rng(seed)).table.frame["query"]}

    assert len({frozenset(published(seed, "canonical")) for seed in range(9)}) == 1
    assert {thing for seed in range(20) for thing in published(seed, "random")} == {*things}


def test_the_evidence_tells_and_the_seed_repeats():
    people = pl.DataFrame({"job": [f"job {i % 23}" for i in range(60)]})
    attributes = {"job": {"role": "quasi", "kind": "nominal"}}

    def run(seed: int, **keys: str) -> sb.Release:
        return sb.anonymise(people, k=5, method="mdav-mode", seed=seed, rare="publish", attributes=attributes, **keys)

    first = run(1)
    assert first.evidence.plan.ties == "random"
    assert first.data.equals(run(1).data)
    assert any(not first.data.equals(run(seed).data) for seed in (2, 3, 4))
    canonical = run(1, ties="canonical")
    assert canonical.evidence.plan.ties == "canonical"
    assert canonical.data.equals(run(2, ties="canonical").data)
