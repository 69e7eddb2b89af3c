"""Sums over everything below each concept, counted once however many paths lead up."""

import numpy as np
from numpy.typing import NDArray

from semblant.kernels.compiled import lean

# mypy: disable-error-code="no-untyped-def"


Ints = NDArray[np.int32]
Floats = NDArray[np.float64]


def sums_below(ptr: Ints, parents: Ints, weights: Floats) -> tuple[Floats, Ints]:
    """Per node the total weight of itself and all its descendants, and how many ancestors it has (itself included)."""
    n = len(ptr) - 1
    total, above = np.zeros(n), np.zeros(n, np.int32)
    _sums_below(ptr, parents, weights, total, above, np.full(n, -1, np.int32), np.empty(n, np.int32))
    return total, above


@lean
def _sums_below(ptr, parents, weights, total, above, stamp, stack):
    for x in range(len(total)):
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
