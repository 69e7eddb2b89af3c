"""Ward, Calinski–Harabasz and the comparison of partitions the slow and obvious way: record by record."""

import math
from collections import Counter
from itertools import combinations

import numpy as np

Clusters = list[list[int]]


def scatter(cluster: list[int], distance: np.ndarray, weights: np.ndarray) -> float:
    """W of one cluster: weighted squared distances of all its ordered pairs over twice its weight."""
    total = sum(weights[i] * weights[j] * distance[i, j] ** 2 for i in cluster for j in cluster)
    return float(total / (2 * sum(weights[i] for i in cluster)))


def ward(distance: np.ndarray, weights: np.ndarray) -> list[float]:
    """What every merge costs, when the cheapest of all is always taken, each computed from scratch."""
    clusters: Clusters = [[i] for i in range(len(weights))]
    prices = []
    while len(clusters) > 1:
        best = min(
            (scatter(a + b, distance, weights) - scatter(a, distance, weights) - scatter(b, distance, weights), i, j)
            for (i, a), (j, b) in combinations(enumerate(clusters), 2)
        )
        price, i, j = best
        prices.append(price)
        clusters[i] = clusters[i] + clusters.pop(j)
    return prices


def calinski_harabasz(labels: np.ndarray, distance: np.ndarray, weights: np.ndarray) -> float:
    """The index from the definition, for points of these labels."""
    groups = [np.flatnonzero(labels == c).tolist() for c in np.unique(labels)]
    within = sum(scatter(g, distance, weights) for g in groups)
    total = scatter(list(range(len(labels))), distance, weights)
    n = int(weights.sum())
    return ((total - within) / (len(groups) - 1)) / (within / (n - len(groups))) if within > 0 else math.inf


def compared(a: list[int], b: list[int]) -> tuple[float, float, float]:
    """dPart, Rand and NMI of two labellings of single records."""
    n = len(a)

    def bits(values: list) -> float:
        return -sum(c / n * math.log2(c / n) for c in Counter(values).values())

    ha, hb, joint = bits(a), bits(b), bits(list(zip(a, b, strict=True)))
    agree = [(a[i] == a[j]) == (b[i] == b[j]) for i, j in combinations(range(n), 2)]
    return (
        (2 * joint - ha - hb) / joint if joint else 0.0,
        sum(agree) / len(agree) if agree else 1.0,
        2 * (ha + hb - joint) / (ha + hb) if ha + hb else 1.0,
    )
