"""Which words a release shows."""

from collections import Counter

import numpy as np

from semblant.data.items import split
from tests.sets.making import SHOP, mask, ready_sets


def words(cells: list[str], **more) -> list[list[str]]:
    return [split(c) for c in mask(cells, **more).table.frame["items"]]


def test_draws_follow_how_often_words_are_used() -> None:
    ready = ready_sets(["apple"] * 30 + ["apples"] * 10)
    terms = ready.reader.terms(ready.space.bags, ready.policy, literal=False)
    rng = np.random.default_rng(0)
    drawn = Counter(terms.draw(0, np.arange(3), rng) for _ in range(4_000))
    assert set(drawn) == {"apple", "apples"}
    assert abs(drawn["apples"] / 4_000 - 0.25) < 0.03


def test_one_draw_per_group_or_per_record() -> None:
    cells = ["apple", "apples"] * 20
    shared = mask(cells, k=20, draw="group")
    for g in range(2):
        assert shared.table.frame.filter(shared.groups == g)["items"].n_unique() == 1
    assert len({w for record in words(cells, k=20, draw="record") for w in record}) == 2


def test_a_word_of_the_group_alone_is_not_shown() -> None:
    cells = ["exciting big apple", "pear", "pear", *["tea"] * 3]
    shown = {w for record in words(cells, k=3, rare="publish") for w in record}
    assert "exciting big apple" not in shown
    assert shown <= {"apple", "pear", "tea"}
    assert {w for record in words(cells, k=3) for w in record} <= {"fruit", "tea"}


def test_rare_words_give_way_to_the_name_of_the_concept() -> None:
    cells = ["red apples", "green apples", "apple pie apple"] * 2 + ["ripe pears"] * 3
    for count, wanted in ((2, {"red apples", "green apples", "apple pie apple"}), (3, {"apple"})):
        shown = {
            w for record in words(cells, k=3, min_term_count=count, rare="publish") for w in record if "apple" in w
        }
        assert shown <= wanted
        shown = {w for record in words(cells, k=3, min_term_count=count) for w in record if "apple" in w}
        assert shown == {"apple"}  # the others name more than an apple


def test_a_shown_word_is_read_back_as_what_was_meant() -> None:
    ready = ready_sets(["apple|red wine port", "pears|tea", "cheese"])
    for point in ready.space.bags.points:
        assert ready.reader.understanding.point_of(ready.reader.understanding.label(point)) == point
    assert ready.reader.understanding.taxonomy is SHOP


def test_chance_comes_from_the_seed_alone() -> None:
    cells = ["apple|tea", "apples|tea", "coffee|pear", "coffee|pears"] * 5
    assert words(cells, seed=4, draw="record") == words(cells, seed=4, draw="record")
    assert words(cells, seed=4, draw="record") != words(cells, seed=5, draw="record")
