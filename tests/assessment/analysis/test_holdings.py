"""Sets and logs before and after, against loops over persons."""

from itertools import combinations

import numpy as np
import polars as pl
import pytest

from semblant.assessment.analysis.holdings import holdings_analysis
from semblant.assessment.logs import _sessions
from semblant.data.table import Table
from semblant.policy.model import Log
from semblant.space.bags import Bags
from semblant.space.column import Point

THINGS = [Point(i) for i in range(6)]


def bags_of(held: list[set[int]]) -> Bags:
    owners = [i for i, things in enumerate(held) for _ in things]
    return Bags.of(THINGS, len(held), owners, [t for things in held for t in sorted(things)])


def jaccard(bags: Bags) -> np.ndarray:
    held = [set(bags.of_record(i).tolist()) for i in range(bags.records)]
    return np.array([[1 - len(a & b) / len(a | b) for b in held] for a in held])


def drawn(seed: int) -> list[set[int]]:
    rng = np.random.default_rng(seed)
    return [set(rng.choice(6, rng.integers(1, 5), replace=False).tolist()) for _ in range(40)]


@pytest.mark.parametrize("seed", range(3))
def test_popularity_and_pairs_are_those_of_a_loop(seed: int) -> None:
    before, after = drawn(seed), drawn(seed + 100)
    found = holdings_analysis(bags_of(before), bags_of(after), jaccard)
    popular = [[sum(i in held for held in side) for i in range(6)] for side in (before, after)]
    assert found.popularity == pytest.approx(np.corrcoef(*popular)[0, 1])
    both = [[sum({i, j} <= held for held in side) for i, j in combinations(range(6), 2)] for side in (before, after)]
    assert found.co_occurrence == pytest.approx(np.corrcoef(*both)[0, 1])
    shares = [np.array(p) / sum(p) for p in popular]
    assert found.items_moved == pytest.approx(np.abs(shares[0] - shares[1]).sum() / 2)
    assert 0 <= found.neighbours_kept < 1


def test_an_unchanged_file_keeps_everything() -> None:
    same = bags_of(drawn(1))
    found = holdings_analysis(same, same, jaccard)
    assert (found.items_moved, found.neighbours_kept) == (0.0, pytest.approx(1.0))
    assert found.popularity == pytest.approx(1.0)
    assert holdings_analysis(same, same, None).neighbours_kept is None


@pytest.mark.parametrize("seed", range(3))
def test_sessions_are_the_days_of_each_user_counted_one_by_one(seed: int) -> None:
    rng = np.random.default_rng(seed)
    rows = [
        (f"u{rng.integers(4)}", "x", f"2024-05-{rng.integers(1, 9):02d} {rng.integers(24):02d}:00") for _ in range(40)
    ]
    table = Table(pl.DataFrame(rows, schema=["user", "query", "when"], orient="row"))
    days = {(user, when.split()[0]) for user, _, when in rows}
    found = _sessions(table, Log(user="user", text="query", time="when"))
    assert found == pytest.approx(len(days) / len({user for user, _, _ in rows}))
