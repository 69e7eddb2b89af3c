"""Ward's clustering of weighted points, from their squared distances alone, and the tree it makes."""

import numpy as np
from numba import njit

# mypy: disable-error-code="no-untyped-def"


@njit(cache=True)
def ward_merges(cost, weights):
    """All merges of Ward's method: the two clusters (by their first point) and how much each merge costs.

    ``cost[i, j]`` is the price of merging points i and j, ``w_i·w_j/(w_i+w_j)·d²``; it is overwritten. The chain of
    nearest neighbours finds the merges, Lance and Williams' formula the prices of what they make. Ties go to the
    previous link of the chain, then to the earlier point.
    """
    p = len(weights)
    size = weights.astype(np.float64)
    alive = np.ones(p, np.bool_)
    left, right, price = np.empty(p - 1, np.int64), np.empty(p - 1, np.int64), np.empty(p - 1, np.float64)
    chain = np.empty(p, np.int64)
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
        left[step], right[step], price[step] = a, b, least
        alive[b] = False
        for j in range(p):
            if alive[j] and j != a:
                total = size[a] + size[b] + size[j]
                joined = ((size[a] + size[j]) * cost[a, j] + (size[b] + size[j]) * cost[b, j] - size[j] * least) / total
                joined = max(joined, least)  # rounding must not make a later merge cheaper than an earlier one
                cost[a, j] = joined
                cost[j, a] = joined
        size[a] += size[b]
    return left, right, price


@njit(cache=True)
def leaf_order(left, right, price):
    """The points in an order in which every cluster is one stretch, and the price of the merge between neighbours."""
    p = len(left) + 1
    after, between = np.full(p, -1, np.int64), np.zeros(p, np.float64)
    last = np.arange(p)
    for step in range(p - 1):
        a, b = left[step], right[step]
        after[last[a]] = b
        between[last[a]] = price[step]
        last[a] = last[b]
    leaves, gaps = np.empty(p, np.int64), np.empty(p - 1, np.float64)
    here = 0
    for place in range(p):
        leaves[place] = here
        if place < p - 1:
            gaps[place] = between[here]
        here = after[here]
    return leaves, gaps


@njit(cache=True)
def add_tree(distance, leaves, gaps, share):
    """Lengthen distances in place by how late the tree brings two points together: ``d² + share·height²``.

    The merge that joins two points is the dearest of those between them, and a merge of price c is ``sqrt(2c)`` high.
    """
    n = len(leaves)
    for s in range(n):
        i, dearest = leaves[s], 0.0
        for t in range(s + 1, n):
            j = leaves[t]
            dearest = max(dearest, gaps[t - 1])
            d = np.float64(distance[i, j])
            distance[i, j] = distance[j, i] = np.sqrt(d * d + share * 2.0 * dearest)
