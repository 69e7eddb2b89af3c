"""Sums over everything below each concept, counted once however many ways lead up."""

import numpy as np
from numba import njit

# mypy: disable-error-code="no-untyped-def"


@njit(cache=True)
def sums_below(ptr, parents, weights):
    """Per node the total weight of itself and all its descendants, and how many ancestors it has (itself included)."""
    n = len(ptr) - 1
    total, above = np.zeros(n), np.zeros(n, np.int32)
    stamp = np.empty(n, np.int32)
    stamp[:] = -1
    stack = np.empty(n, np.int32)
    for x in range(n):
        stack[0] = x
        stamp[x] = x
        size, seen = 1, 0
        while size:
            size -= 1
            node = stack[size]
            seen += 1
            total[node] += weights[x]
            for e in range(ptr[node], ptr[node + 1]):
                if stamp[parents[e]] != x:
                    stamp[parents[e]] = x
                    stack[size] = parents[e]
                    size += 1
        above[x] = seen
    return total, above
