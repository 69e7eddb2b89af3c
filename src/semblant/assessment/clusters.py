"""Whether masked data cluster like the original: cluster both and compare the partitions.

Ward's method on the semantic distances of distinct weighted records; the number of clusters by Calinski and Harabasz.

Reference: Ward 1963; Lance & Williams 1967; Calinski & Harabasz 1974; López de Mántaras 1991; thesis 8; gsl 6.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

import numpy as np

from semblant.arrays import Floats, Ints, Ints32
from semblant.assessment.pairing import Pairing
from semblant.errors import CapacityError
from semblant.evidence import Clustering

MOST = 8_000
"""The most distinct records that are clustered: their distances take half a gigabyte."""

Number = int | Literal["auto", "each"]
"""The number of clusters: a given number, the best number for the original, or the best number for each file."""


def cluster_loss(pairing: Pairing, *, combine: str, clusters: Number = "auto") -> Clustering:
    """How differently original and masked records fall into clusters."""
    sides = [pairing.distinct(original=original) for original in (True, False)]
    for _, _, counts in sides:
        _refuse_too_many(len(counts))
    trees = [
        ward(record_distances([c.within(original=o) for c in pairing.columns], codes, pairing.weights, combine), counts)
        for o, (codes, _, counts) in zip((True, False), sides, strict=True)
    ]
    chosen = trees[0].suited() if isinstance(clusters, str) else clusters
    numbers = [chosen, trees[1].suited() if clusters == "each" else chosen]
    of_pair = [
        tree.cut(min(n, len(counts)))[place] for tree, n, (_, place, counts) in zip(trees, numbers, sides, strict=True)
    ]
    table = contingency(of_pair[0], of_pair[1], pairing.counts)
    return Clustering(
        clusters=table.shape[0],
        clusters_after=table.shape[1],
        partition_distance=partition_distance(table),
        rand=rand(table),
        nmi=normalised_mutual_information(table),
    )


def record_distances(tables: Sequence[Floats], codes: Ints32, weights: Floats, combine: str) -> Floats:
    """All distances among the distinct records of one file, from those among the values of its columns."""
    total = np.zeros((codes.shape[1], codes.shape[1]))
    for table, line, weight in zip(tables, codes, weights, strict=True):
        if combine == "euclidean":
            table = table**2 * len(weights)
        total += (table * weight)[np.ix_(line, line)]
    return np.sqrt(total) if combine == "euclidean" else total


# --- Ward ------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Tree:
    """The merges of Ward's method, cheapest first: two clusters by their first point, and what the merge costs."""

    left: Ints
    right: Ints
    merge_cost: Floats
    records: int

    def suited(self) -> int:
        """The number of clusters with the greatest Calinski-Harabasz index, up to the root of the number of points.

        B = T - W and W is the total cost of the merges so far, so the index can be computed without the distances.
        """
        points = len(self.merge_cost) + 1
        if points < 3:
            return points
        within = np.concatenate([[0.0], np.cumsum(self.merge_cost)])  # by merges done
        numbers = np.arange(2, max(2, int(np.sqrt(points))) + 1)
        inside = within[points - numbers]
        with np.errstate(divide="ignore", invalid="ignore"):
            index = ((within[-1] - inside) / (numbers - 1)) / (inside / np.maximum(self.records - numbers, 1))
        return int(numbers[np.argmax(np.nan_to_num(index, nan=0.0))])

    def cut(self, clusters: int) -> Ints:
        """The cluster of every point when this many clusters are left, numbered by their first points."""
        points = len(self.merge_cost) + 1
        up = np.arange(points)
        for a, b in zip(self.left[: points - clusters], self.right[: points - clusters], strict=True):
            up[b] = a
        for i in range(points):  # a cluster is named after its first point, so following the merges never loops
            up[i] = up[up[i]]
        return np.unique(up, return_inverse=True)[1].astype(np.int64)


def ward(distance: Floats, weights: Ints) -> Tree:
    """Cluster weighted points by Ward's method from the matrix of their distances, which is overwritten.

    Example:
        >>> line = np.array([0.0, 1.0, 9.0])
        >>> tree = ward(np.abs(line[:, None] - line), np.array([1, 1, 2]))
        >>> tree.merge_cost.round(3).tolist(), tree.cut(2).tolist()
        ([0.5, 72.25], [0, 0, 1])
    """
    from semblant.kernels.ward import ward_merges

    _refuse_too_many(len(weights))
    w = weights.astype(np.float64)
    np.multiply(distance, distance, out=distance)
    distance *= w[:, None]
    distance *= w[None, :]
    for i in range(len(w)):
        distance[i] /= w[i] + w
    left, right, merge_cost = ward_merges(np.ascontiguousarray(distance), weights)
    order = np.argsort(merge_cost, kind="stable")
    return Tree(left[order], right[order], merge_cost[order], int(weights.sum()))


def _refuse_too_many(points: int) -> None:
    if points > MOST:
        raise CapacityError(
            f"Clustering compares every kind of record with every other; {points:,} kinds are more than the "
            f"{MOST:,} that fit into memory.",
            hints=["leave --clusters out; the other figures need no such matrix", "assess a sample of the records"],
        )


# --- two partitions --------------------------------------------------------------------------------


def contingency(a: Ints, b: Ints, counts: Ints) -> Floats:
    """How many records are in each cluster of one partition and each of the other."""
    table = np.zeros((int(a.max()) + 1, int(b.max()) + 1))
    np.add.at(table, (a, b), counts)
    return table


def entropy(counts: Floats) -> float:
    """Entropy of a distribution given as counts, in bits.

    Example:
        >>> entropy(np.array([2.0, 2.0])), entropy(np.array([7.0]))
        (1.0, 0.0)
    """
    share = counts[counts > 0] / counts.sum()
    return abs(float(share @ np.log2(share)))


def partition_distance(table: Floats) -> float:
    """dPart: 0 for identical partitions, 1 for partitions that are independent of each other.

    Example:
        >>> partition_distance(np.diag([3.0, 4.0])), partition_distance(np.ones((2, 2)))
        (0.0, 1.0)

    Reference: López de Mántaras 1991.
    """
    joint = entropy(table.ravel())
    if joint == 0.0:
        return 0.0
    apart = (2 * joint - entropy(table.sum(1)) - entropy(table.sum(0))) / joint
    return min(max(apart, 0.0), 1.0)


def rand(table: Floats) -> float:
    """The Rand index: share of pairs of records on which the partitions agree, together or apart.

    Example:
        >>> rand(np.diag([3.0, 4.0])), round(rand(np.array([[1.0, 1.0], [0.0, 2.0]])), 3)
        (1.0, 0.5)

    Reference: Rand 1971.
    """
    n = table.sum()
    pairs = n * (n - 1) / 2
    if pairs == 0:
        return 1.0
    both, a, b = (float((x * (x - 1) / 2).sum()) for x in (table, table.sum(1), table.sum(0)))
    return float((pairs + 2 * both - a - b) / pairs)


def normalised_mutual_information(table: Floats) -> float:
    """NMI: the information that the partitions share, 1 for identical ones.

    Example:
        >>> normalised_mutual_information(np.diag([3.0, 4.0])), normalised_mutual_information(np.ones((2, 2)))
        (1.0, 0.0)
    """
    a, b = entropy(table.sum(1)), entropy(table.sum(0))
    if a + b == 0.0:
        return 1.0
    return min(max(2 * (a + b - entropy(table.ravel())) / (a + b), 0.0), 1.0)
