"""Ward's clustering of weighted points, from their squared distances alone, and the tree it makes."""

import numpy as np
from numpy.typing import NDArray

from semblant.arrays import Floats, Ints
from semblant.kernels.compiled import lean

# mypy: disable-error-code="no-untyped-def"


def ward_merges(cost: NDArray[np.floating], weights: Ints) -> tuple[Ints, Ints, Floats]:
    """All merges of Ward's method: the two clusters (by their first point) and how much each merge costs.

    ``cost[i, j]`` is the cost of merging points i and j, ``w_i·w_j/(w_i+w_j)·d²``; it is overwritten. The chain of
    nearest neighbours finds the merges, Lance and Williams' formula the costs of the merged clusters. Ties go to the
    previous link of the chain, then to the earlier point.
    """
    p = len(weights)
    left, right, merge_cost = np.empty(p - 1, np.int64), np.empty(p - 1, np.int64), np.empty(p - 1)
    size, alive, chain = weights.astype(np.float64), np.ones(p, np.bool_), np.empty(p, np.int64)
    _ward_merges(cost, size, alive, chain, left, right, merge_cost)
    return left, right, merge_cost


@lean
def _ward_merges(cost, size, alive, chain, left, right, merge_cost):
    p = len(size)
    length, first = 0, 0
    for step in range(p - 1):
        if length == 0:
            while not alive[first]:
                first += 1
            chain[0], length = first, 1
        while True:
            here = chain[length - 1]
            before = chain[length - 2] if length > 1 else -1
            nearest, least = before, np.inf
            if before >= 0:
                least = cost[here, before]
            for j in range(p):
                if alive[j] and j != here and cost[here, j] < least:
                    nearest, least = j, cost[here, j]
            if nearest == before and before >= 0:
                break
            chain[length] = nearest
            length += 1
        length -= 2
        a, b = min(here, nearest), max(here, nearest)
        left[step], right[step], merge_cost[step] = a, b, least
        alive[b] = False
        for j in range(p):
            if alive[j] and j != a:
                total = size[a] + size[b] + size[j]
                joined = ((size[a] + size[j]) * cost[a, j] + (size[b] + size[j]) * cost[b, j] - size[j] * least) / total
                joined = max(joined, least)  # rounding must not make a later merge cheaper than an earlier one
                cost[a, j] = joined
                cost[j, a] = joined
        size[a] += size[b]


def leaf_order(left: Ints, right: Ints, merge_cost: Floats) -> tuple[Ints, Floats]:
    """The points in an order in which every cluster is contiguous, and the merge cost between neighbours.

    Example:
        >>> leaves, gaps = leaf_order(np.array([0, 1, 0]), np.array([3, 2, 1]), np.array([1.0, 2.0, 5.0]))
        >>> leaves.tolist(), gaps.tolist()
        ([0, 3, 1, 2], [1.0, 5.0, 2.0])
    """
    points = len(left) + 1
    last, after, between = list(range(points)), [-1] * points, [0.0] * points
    for a, b, c in zip(left.tolist(), right.tolist(), merge_cost.tolist(), strict=True):
        after[last[a]], between[last[a]], last[a] = b, c, last[b]
    leaves = [0]
    while after[leaves[-1]] >= 0:
        leaves.append(after[leaves[-1]])
    return np.array(leaves, np.int64), np.array([between[i] for i in leaves[:-1]], np.float64)


@lean
def add_tree(distance, leaves, gaps, share):
    """Lengthen distances in place by how late the tree brings two points together: ``d² + share·height²``.

    The merge that joins two points is the costliest of those between them, and a merge of cost c has height
    ``sqrt(2c)``.
    """
    n = len(leaves)
    for s in range(n):
        i, dearest = leaves[s], 0.0
        for t in range(s + 1, n):
            j = leaves[t]
            dearest = max(dearest, gaps[t - 1])
            d = np.float64(distance[i, j])
            distance[i, j] = distance[j, i] = np.sqrt(d * d + share * 2.0 * dearest)
