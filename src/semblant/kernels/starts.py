"""Where refinement looks and starts: the nearest tuples of each tuple, and groups made from them."""

import numpy as np
from numba import njit

from semblant.kernels.refine import _apart, _draw

# mypy: disable-error-code="no-untyped-def"


@njit(cache=True)
def _offer(near, far, t, u, d):
    """Keep a tuple among the nearest of another, nearest first."""
    reach = near.shape[1]
    if d >= far[t, reach - 1]:
        return
    for i in range(reach):
        if near[t, i] == u:
            return
    i = reach - 1
    while i > 0 and far[t, i - 1] > d:
        near[t, i], far[t, i] = near[t, i - 1], far[t, i - 1]
        i -= 1
    near[t, i], far[t, i] = u, d


@njit(cache=True)
def neighbours(field, reach, leaf, trees, seed):
    """The nearest tuples of each tuple, nearest first; -1 where there are not so many.

    Tuples are parted again and again, each time by which of two tuples drawn by chance is nearer, until at most
    ``leaf`` are together; those are compared pair by pair. Exact where all fit into one leaf.
    """
    p = field.own.shape[0]
    near = np.full((p, reach), -1, np.int32)
    far = np.full((p, reach), np.inf)
    chance = np.full(1, seed, np.uint64)
    order = np.arange(p)
    lean = np.empty(p)
    ends = np.empty((128, 2), np.int64)
    for _ in range(trees):
        ends[0, 0], ends[0, 1] = 0, p
        waiting = 1
        while waiting > 0:
            waiting -= 1
            low, high = ends[waiting, 0], ends[waiting, 1]
            if high - low <= leaf:
                for i in range(low, high):
                    t = order[i]
                    for j in range(low, i):
                        u = order[j]
                        d = _apart(field, u, field.own, field.numbers, t)
                        _offer(near, far, t, u, d)
                        _offer(near, far, u, t, d)
                continue
            a = order[low + int(_draw(chance) * (high - low))]
            b = order[low + int(_draw(chance) * (high - low))]
            mean = 0.0
            for i in range(low, high):
                t = order[i]
                lean[i] = np.sqrt(_apart(field, t, field.own, field.numbers, a))
                lean[i] -= np.sqrt(_apart(field, t, field.own, field.numbers, b))
                mean += lean[i] / (high - low)
            i, j = low, high
            while i < j:
                if lean[i] < mean:
                    i += 1
                else:
                    j -= 1
                    order[i], order[j] = order[j], order[i]
                    lean[i], lean[j] = lean[j], lean[i]
            if min(i - low, high - i) * 16 < high - low or waiting > 120:
                i = (low + high) // 2
            ends[waiting, 0], ends[waiting, 1] = low, i
            ends[waiting + 1, 0], ends[waiting + 1, 1] = i, high
            waiting += 2
    return near
