"""The kernels for sets against slow, obvious twins."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from rapidfuzz.distance import Levenshtein
from scipy.cluster.hierarchy import cophenet, linkage
from scipy.spatial.distance import squareform

from semblant.kernels.sets import medoid, medoid_mdav, refine_groups
from semblant.methods.job import Budget
from semblant.methods.logs.navarro import spelling_distances
from semblant.methods.sets.microaggregation import along_tree, improve, nearest
from semblant.space.times import moment
from tests.sets.making import ready_log

seeds = st.integers(0, 10_000)


def distances_among(n: int, seed: int) -> np.ndarray:
    place = np.random.default_rng(seed).normal(size=(n, 3))
    return np.sqrt(((place[:, None] - place[None, :]) ** 2).sum(axis=2)).astype(np.float32)


@given(st.integers(2, 25), seeds)
@settings(max_examples=40, deadline=None)
def test_distances_along_the_tree_are_those_of_its_joints(n, seed) -> None:
    distance = distances_among(n, seed)
    joint = squareform(cophenet(linkage(squareform(distance.astype(float), checks=False), "ward")))
    wanted = np.sqrt(distance.astype(float) ** 2 + 0.3 * joint**2)
    np.testing.assert_allclose(along_tree(distance.copy(), 0.3), wanted, rtol=1e-4)


def loss(distance: np.ndarray, label: np.ndarray) -> float:
    members = [np.flatnonzero(label == g) for g in np.unique(label)]
    return sum(float((distance[np.ix_(m, m)].astype(float) ** 2).sum(axis=1).min()) for m in members)


@given(st.integers(4, 30), st.integers(2, 4), seeds)
@settings(max_examples=40, deadline=None)
def test_a_round_of_refinement_loses_less_and_keeps_sizes(n, k, seed) -> None:
    if n < 2 * k:
        return
    distance = distances_among(n, seed)
    label = medoid_mdav(distance, k)
    before = loss(distance, label)
    cost = refine_groups(distance, label, k, nearest(distance, n))
    assert cost == pytest.approx(loss(distance, label))
    assert cost <= before + 1e-9
    assert k <= np.bincount(label).min()
    assert np.bincount(label).max() <= 2 * k - 1


def whole_distances(n: int, seed: int) -> np.ndarray:
    """Few different ones, so that there are ties, and sums are exact."""
    place = np.random.default_rng(seed).integers(0, 4, size=(n, 3))
    return np.abs(place[:, None] - place[None, :]).sum(axis=2).astype(np.float32)


def mdav_by_hand(distance: np.ndarray, k: int) -> list[int]:
    left, label = list(range(len(distance))), [-1] * len(distance)
    group = 0
    while len(left) >= 2 * k:
        reference = min(left, key=lambda i: (sum(distance[i][j] for j in left), i))
        for _ in range(2 if len(left) >= 3 * k else 1):
            reference = max(left, key=lambda i: (distance[reference][i], -i))
            for i in sorted(left, key=lambda i: (i != reference, distance[reference][i], i))[:k]:
                label[i] = group
            left = [i for i in left if label[i] < 0]
            group += 1
    return [group if g < 0 else g for g in label]


@given(st.integers(1, 30), st.integers(1, 4), seeds)
@settings(max_examples=60, deadline=None)
def test_mdav_is_the_papers(n, k, seed) -> None:
    distance = whole_distances(n, seed)
    assert medoid_mdav(distance, k).tolist() == mdav_by_hand(distance, k)


def refined_by_hand(distance: np.ndarray, label: list[int], k: int, near: np.ndarray) -> list[int]:
    groups = [[i for i, g in enumerate(label) if g == of] for of in range(max(label) + 1)]
    most = max(2 * k - 1, *(len(g) for g in groups))

    def cost(members: list[int]) -> float:
        return min(sum(float(distance[r, i]) ** 2 for i in members) for r in members)

    for i in range(len(label)):
        here, best = groups[label[i]], (0.0, None, None)
        for b in dict.fromkeys(label[t] for t in near[i] if label[t] != label[i]):
            there = groups[b]
            for j in [None] * (len(here) > k and len(there) < most) + there:
                a_after = [r for r in here if r != i] + [r for r in (j,) if r is not None]
                gain = cost(a_after) + cost([r for r in there if r != j] + [i]) - cost(here) - cost(there)
                if gain < best[0]:
                    best = gain, b, j
        _, b, j = best
        if b is None:
            continue
        if j is None:
            here[here.index(i)] = here[-1]
            here.pop()
            groups[b].append(i)
        else:
            here[here.index(i)], groups[b][groups[b].index(j)] = j, i
            label[j] = label[i]
        label[i] = b
    return label


@given(st.integers(4, 20), st.integers(2, 3), seeds)
@settings(max_examples=40, deadline=None)
def test_records_change_groups_as_if_all_costs_were_counted_anew(n, k, seed) -> None:
    distance = whole_distances(n, seed)
    label, near = medoid_mdav(distance, k), nearest(distance, 8)
    wanted = refined_by_hand(distance, label.tolist(), k, near)
    refine_groups(distance, label, k, near)
    assert label.tolist() == wanted


def test_groups_are_improved_until_the_budget_ends() -> None:
    distance = distances_among(80, 1)
    costs = {}
    for name, budget in (
        ("none", Budget(0)),
        ("one", Budget(1)),
        ("many", Budget(200)),
        ("no time", Budget(seconds=0.0)),
        ("time", Budget(seconds=60.0)),
    ):
        label = medoid_mdav(distance, 3)
        improve(distance, label, 3, budget)
        costs[name] = loss(distance, label)
    assert costs["none"] == costs["no time"] > costs["one"] >= costs["many"]
    assert costs["time"] == costs["many"]


@given(st.integers(1, 12), seeds)
@settings(max_examples=20, deadline=None)
def test_the_medoid_is_least_far_from_all(n, seed) -> None:
    distance = distances_among(n, seed)
    best, total = medoid(distance, np.arange(n), False)
    assert best == int(np.argmin(distance.astype(float).sum(axis=1)))
    assert total == pytest.approx(float(distance[best].astype(float).sum()))


# --- how queries are written ---------------------------------------------------------------------------------------

QUERIES = ["tea", "green tea", "saw", "saws", "", "red saw for sale", "🙂"]
TIMES = ["2006-03-01 10:00:00", "2006-03-02", "1141216209", "soon", ""]
URLS = ["", "http://www.cups.example/a", "http://cups.example/b", "http://nails.example/"]
entries = st.lists(
    st.tuples(st.sampled_from("abcd"), st.sampled_from(QUERIES), st.sampled_from(TIMES), st.sampled_from(URLS)),
    min_size=1,
    max_size=12,
)


def by_hand(rows: list[tuple[str, ...]], timed: bool, clicked: bool) -> np.ndarray:
    users = list(dict.fromkeys(u for u, *_ in rows))
    held = {u: [(q, moment(t), url) for v, q, t, url in rows if v == u and q] for u in users}
    known = [moment(t) for _, _, t, _ in rows if moment(t) == moment(t)]
    span = max(known, default=0) - min(known, default=0)

    def site(url: str) -> str:
        return url.removeprefix("http://").removeprefix("www.").partition("/")[0]

    def apart(a: tuple, b: tuple) -> float:
        parts = [
            Levenshtein.normalized_distance(a[0], b[0]),
            Levenshtein.normalized_distance(a[0].split(), b[0].split()),
            abs(len(a[0]) - len(b[0])) / max(len(a[0]), len(b[0])),
        ]
        if timed:
            unknown = [x[1] != x[1] for x in (a, b)]
            parts.append(float(unknown[0] != unknown[1]) if any(unknown) else abs(a[1] - b[1]) / span if span else 0.0)
        if clicked:
            parts.append(float(site(a[2]) != site(b[2])))
        return sum(parts) / len(parts)

    table = np.zeros((len(users), len(users)))
    for i, u in enumerate(users):
        for j, v in enumerate(users):
            x, y = held[u], held[v]
            if not x or not y:
                table[i, j] = float(bool(x) != bool(y))
                continue
            least = [min(apart(a, b) for b in y) for a in x] + [min(apart(a, b) for a in x) for b in y]
            table[i, j] = sum(least) / len(least)
    return table


@given(entries, st.booleans(), st.booleans())
@settings(max_examples=60, deadline=None)
def test_users_are_compared_by_how_their_queries_are_written(rows, timed, clicked) -> None:
    log = ({"time": "when"} if timed else {}) | ({"url": "url"} if clicked else {})
    ready = ready_log(rows, ("user", "query", "when", "url"), log=log, measure="equality", others="drop")
    order = np.arange(len(ready.log.users))
    np.testing.assert_allclose(spelling_distances(ready.log, order), by_hand(rows, timed, clicked), atol=1e-5)
    back = order[::-1].copy()
    assert np.allclose(
        spelling_distances(ready.log, back), by_hand(rows, timed, clicked)[np.ix_(back, back)], atol=1e-5
    )
