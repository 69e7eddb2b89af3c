"""MDAV in plain numpy: the groups of the compiled kernel, for tables so small that compiling it would take longer.

Every sum is made in the kernel's order and precision, so that both round alike and decide the same ties.
"""

from itertools import pairwise

import numpy as np

from semblant.arrays import Floats, Floats32, Ints
from semblant.kernels.mdav import joined
from semblant.space.points import Points


def plain_mdav(points: Points, k: int) -> Ints:
    """Groups of exactly k records, the last of up to 2k-1, as rows of (tuple, count, group)."""
    scan, weights, left = _Scan(points), points.weights.copy(), int(points.weights.sum())
    out, far, group, rows = np.empty(len(weights), np.float32), -1, 0, []
    while left >= 2 * k:
        there = np.flatnonzero(weights)
        if group % 2 == 0:
            out[there] = scan.distances(*scan.centre(left), there)
        if group % 2 == 0 or weights[far] == 0:
            far = int(there[out[there].argmax()])
        place, near = far, scan.distances(*scan.on(far), there)
        out[there] = near
        far, need = int(there[near.argmax()]), k
        while True:
            count = min(need, int(weights[place]))
            rows.append((place, count, group))
            scan.remove(place, count)
            weights[place] -= count
            need -= count
            if need == 0:
                break
            near[there.searchsorted(place)] = np.inf  # it is used up
            place = int(there[near.argmin()])
        group += 1
        left -= k
    rest = np.flatnonzero(weights)
    last = np.stack([rest, weights[rest], np.full(len(rest), group)], axis=1)
    return np.concatenate([np.array(rows, np.int64).reshape(-1, 3), last])


class _Scan:
    """Distances from centres, and the sums over all remaining records that their centre follows from."""

    def __init__(self, points: Points) -> None:
        self._points, self._joint = points, joined(points)
        shapes = points.sizes.tolist()
        tables = zip(pairwise(points.distance_start), shapes, strict=True)
        self._tables = [points.distance[a:b].reshape(shape) for (a, b), shape in tables]
        costs = zip(pairwise(points.cost_start), shapes, strict=True)
        self._costs = [points.cost[a:b].reshape(v, c).astype(np.float64) for (a, b), (c, v) in costs]
        self._numbers = points.numbers.astype(np.float64)
        held = points.weights[:, None]
        # running sums: np.sum would add in another order
        self._cost = [
            np.cumsum(held * cost[codes], axis=0)[-1] for cost, codes in zip(self._costs, points.codes, strict=True)
        ]
        self._sums: Floats = np.cumsum(held * self._numbers.T, axis=0)[-1]

    def centre(self, left: int) -> tuple[list[int], Floats32]:
        """The centre of the remaining records."""
        chosen = [int(cost[:most].argmin()) for cost, most in zip(self._cost, self._points.eligible, strict=True)]
        return chosen, (self._sums / left).astype(np.float32)

    def on(self, t: int) -> tuple[list[int], Floats32]:
        """A centre on one tuple."""
        places = self._points.own_start[:-1] + self._points.codes[:, t]
        return self._points.own[places].tolist(), self._points.numbers[:, t]

    def remove(self, t: int, count: int) -> None:
        """Take records of a tuple out of the sums."""
        for sums, cost, code in zip(self._cost, self._costs, self._points.codes[:, t].tolist(), strict=True):
            sums -= count * cost[code]
        self._sums -= count * self._numbers[:, t]

    def distances(self, chosen: list[int], means: Floats32, tuples: Ints) -> Floats32:
        """Distances of tuples from a centre."""
        rows, start = [], self._joint.start.tolist()
        for first, end in pairwise(start):
            row = self._tables[first][chosen[first]]
            for j in range(first + 1, end):
                row = np.add.outer(row, self._tables[j][chosen[j]]).ravel()
            rows.append(row)
        found = [row[codes] for row, codes in zip(rows, self._joint.codes[:, tuples], strict=True)]
        alone = len(found) % 3
        out = sum(found[:alone], np.zeros(len(tuples), np.float32))
        for i in range(alone, len(found), 3):
            out += (found[i] + found[i + 1]) + found[i + 2]
        for number, mean in zip(self._points.numbers[:, tuples], means, strict=True):
            apart = number - mean
            out += apart * apart if self._points.euclidean else np.abs(apart)
        return out
