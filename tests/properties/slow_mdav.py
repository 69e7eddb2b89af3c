"""MDAV and SA-MDAV the slow and obvious way, step by step as thesis Algorithms 3 and 4 have them.

Every centroid is computed from scratch in fractions, every distance when it is asked for (in single precision, as
releases are made, because a tie is a tie of what is computed). Ties go to the earlier tuple, candidate and group.
"""

from collections import Counter
from collections.abc import Iterable
from fractions import Fraction
from typing import NamedTuple

import numpy as np

from tests.properties.strategies import Space


class Centre(NamedTuple):
    """A candidate per column with a table, a number per numeric column."""

    candidates: tuple[int, ...]
    means: tuple[float, ...]


def centroid(space: Space, members: Counter[int]) -> Centre:
    """What stands for these tuples, each with how many records: the candidate of least cost, the mean."""
    candidates = []
    for j, cost in enumerate(space.cost):
        sums = [sum(times * Fraction(float(line[space.codes[j, i]])) for i, times in members.items()) for line in cost]
        candidates.append(sums.index(min(sums)))
    total = members.total()
    sums = [sum(times * Fraction(float(line[i])) for i, times in members.items()) for line in space.numbers]
    return Centre(tuple(candidates), tuple(float(s) / total for s in sums))


def on(space: Space, i: int) -> Centre:
    """A tuple as a centre."""
    return Centre(
        tuple(int(own[space.codes[j, i]]) for j, own in enumerate(space.own)),
        tuple(float(line[i]) for line in space.numbers),
    )


def distance(space: Space, centre: Centre, i: int) -> float:
    """How far a tuple is from a centre."""
    total = np.float32(0)
    for j, table in enumerate(space.distance):
        total = np.float32(total + table[centre.candidates[j], space.codes[j, i]])
    for mean, line in zip(centre.means, space.numbers, strict=True):
        apart = float(line[i]) - mean
        total = np.float32(float(total) + (apart * apart if space.euclidean else abs(apart)))
    return float(np.sqrt(total) if space.euclidean else total)


def sa_mdav(space: Space, k: int, weighted: bool, static: bool) -> list[int]:
    """Algorithm 4: the group of every tuple."""
    weights = [int(w) for w in space.weights]
    left = set(range(len(weights)))
    groups: list[list[int]] = []

    def compared(centre: Centre, i: int) -> float:
        return distance(space, centre, i) * (weights[i] if weighted else 1)

    def records(tuples: Iterable[int]) -> int:
        return sum(weights[i] for i in tuples)

    def middle(tuples: Iterable[int]) -> Centre:
        return centroid(space, Counter({i: weights[i] for i in tuples}))

    def cluster_from(first: int) -> None:
        group = [first]
        left.discard(first)
        while records(group) < k:
            reference = on(space, first) if static else middle(group)
            group.append(min(left, key=lambda i: (compared(reference, i), i)))
            left.discard(group[-1])
        groups.append(group)

    while records(left) >= k:
        centre = middle(left)
        r = min(left, key=lambda i: (-compared(centre, i), i))
        cluster_from(r)
        if records(left) >= k:
            cluster_from(min(left, key=lambda i: (-compared(on(space, r), i), i)))
    label = [0] * len(weights)
    centres = [middle(group) for group in groups]
    for g, group in enumerate(groups):
        for i in group:
            label[i] = g
    for i in left:
        label[i] = min(range(len(groups)), key=lambda g: (distance(space, centres[g], i), g))
    return label


def mdav(space: Space, k: int) -> dict[tuple[int, int], int]:
    """Algorithm 3 over single records: how many records of a tuple go to a group."""
    left = Counter({i: int(w) for i, w in enumerate(space.weights)})
    rows: dict[tuple[int, int], int] = {}
    group = 0

    def farthest(centre: Centre) -> int:
        return min(+left, key=lambda i: (-distance(space, centre, i), i))

    def cluster_from(first: int) -> None:
        nonlocal group
        singles = sorted(left.elements(), key=lambda i: (i != first, distance(space, on(space, first), i), i))
        for i in singles[:k]:
            left[i] -= 1
            rows[i, group] = rows.get((i, group), 0) + 1
        group += 1

    while left.total() >= 3 * k:
        r = farthest(centroid(space, left))
        s = farthest(on(space, r))
        cluster_from(r)
        cluster_from(s if left[s] else farthest(on(space, r)))
    if left.total() >= 2 * k:
        cluster_from(farthest(centroid(space, left)))
    return rows | {(i, group): times for i, times in (+left).items()}
