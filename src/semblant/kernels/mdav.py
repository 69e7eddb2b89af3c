"""Microaggregation over distinct weighted tuples: the scans behind the MDAV family.

A record is a point: one value code per tabled column and one number per numeric column. A centre is a candidate per
tabled column and a mean per numeric one. Ties go to the earlier tuple, or to the record whose turn comes first, and to
the earlier candidate. Sums of weights times table entries are kept up as tuples come and go; with whole weights and
float32 tables they are exact.
"""

from functools import partial
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from semblant.arrays import bounds
from semblant.kernels.compiled import ZERO, inner, lean

# mypy: disable-error-code="no-untyped-def, no-any-return"

_ROW = 16384  # entries of a joint row: it must stay near in the cache
BLOCK = 1024  # tuples per block of distance sums
UNWEIGHTED: Any = np.bool_(False)  # a literal False would be compiled again as a constant


class Joint(NamedTuple):
    """Neighbouring small columns taken together, so that one look-up serves several of them."""

    start: NDArray[np.int64]  # the first tabled column of each joint
    codes: NDArray[np.uint16]  # [joint, tuple]
    row_start: NDArray[np.int64]  # where each joint's row lies in the buffer of rows


def joined(points: Any) -> Joint:
    """Join columns while a row of their combinations stays small beside the number of tuples."""
    p = len(points.weights)
    limit = min(_ROW, p // 4)
    start, sizes = [0], [1]
    codes: list[NDArray[np.int64]] = []
    for j, values in enumerate(points.sizes[:, 1].tolist()):
        if sizes[-1] * values > limit and sizes[-1] > 1:
            start.append(j)
            sizes.append(1)
        line = points.codes[j].astype(np.int64)
        codes[len(start) - 1 :] = [codes[-1] * values + line if sizes[-1] > 1 else line]
        sizes[-1] *= values
    if not codes:
        start, sizes = [], []
    stacked = np.stack(codes).astype(np.uint16) if codes else np.empty((0, p), np.uint16)
    return Joint(
        np.array([*start, len(points.sizes)], np.int64),
        stacked,
        bounds(sizes),
    )


class Scan(NamedTuple):
    """The remaining tuples, in the first places of each row, and scratch space for their distances."""

    codes: NDArray[np.uint16]  # [joint, place]
    numbers: NDArray[np.float32]  # [numeric column, place]
    weights: NDArray[np.int64]
    mass: NDArray[np.float64]  # the weights as they were in the beginning
    ident: NDArray[np.int64]  # the tuple at each place
    turn: NDArray[np.int64]  # what decides ties at each place: the tuple, or the turn of its next record
    first: NDArray[np.int64]  # where the records of each tuple begin, if all are listed tuple after tuple
    rows: NDArray[np.float32]  # distances of a centre to every combination of values, joint by joint
    out: NDArray[np.float32]  # distances to every place
    low: NDArray[np.float64]  # the least of every block
    high: NDArray[np.float64]  # the greatest of every block


class Centre(NamedTuple):
    """The centre of some tuples: a candidate per tabled column, a mean per numeric one."""

    candidate: NDArray[np.int64]
    mean: NDArray[np.float32]


class Sums(NamedTuple):
    """Running sums of a group: the cost of every candidate, and the sums of its numbers."""

    cost: NDArray[np.float64]
    numbers: NDArray[np.float64]


def scan_of(points: Any, joint: Joint) -> Scan:
    """A scan of all tuples."""
    p = len(points.weights)
    return Scan(
        joint.codes.copy(),
        points.numbers.copy(),
        points.weights.copy(),
        points.weights.astype(np.float64),
        np.arange(p),
        np.arange(p),
        np.concatenate([[0], np.cumsum(points.weights)]).astype(np.int64),
        np.empty(joint.row_start[-1], np.float32),
        np.empty(p, np.float32),
        np.empty(p // BLOCK + 1),
        np.empty(p // BLOCK + 1),
    )


def centre_of(points: Any) -> Centre:
    """An empty centre."""
    return Centre(np.zeros(len(points.codes), np.int64), np.zeros(len(points.numbers), np.float32))


def _sums_of(points: Any) -> Sums:
    return Sums(np.zeros(int(points.sizes[:, 0].sum())), np.zeros(len(points.numbers)))


@inner
def _rows(points, joint, rows, centre):
    """Distance of a centre to every combination of values, joint by joint."""
    for g in range(len(joint.start) - 1):
        row = rows[joint.row_start[g] :]
        row[0] = 0.0
        filled = 1
        for j in range(joint.start[g], joint.start[g + 1]):
            values = points.sizes[j, 1]
            line = points.distance[points.distance_start[j] + centre.candidate[j] * values :]
            for a in range(filled - 1, -1, -1):  # from the end: what is still needed is not overwritten
                base = row[a]
                for b in range(values):
                    row[a * values + b] = base + line[b]
            filled *= values


@inner
def _counted(out, mass, weighted, euclidean):
    """A distance, multiplied by the tuple's records if weighted."""
    if not weighted:
        return np.float64(out)
    return (np.sqrt(out) if euclidean else out) * mass


@partial(inner, fastmath={"nnan", "nsz"})
def _edges(out, mass, weighted, euclidean):
    """The least and greatest distance; there is no NaN among them, so that the loop can be vectorised."""
    least, greatest = np.inf, -np.inf
    for i in range(len(out)):
        d = _counted(out[i], mass[i], weighted, euclidean)
        least = d if d < least else least
        greatest = d if d > greatest else greatest
    return least, greatest


@inner
def distances(points, joint, scan, m, centre, weighted):
    """Distance of a centre to each of the first m tuples, and the least and greatest of every block.

    ``weighted``: in these, a distance counts as often as the tuple has records.
    """
    _rows(points, joint, scan.rows, centre)
    for begin in range(0, m, BLOCK):
        end = min(m, begin + BLOCK)
        part = scan.out[begin:end]
        _look_up(joint, scan, begin, part)
        for q in range(scan.numbers.shape[0]):
            mean = centre.mean[q]
            number = scan.numbers[q][begin:end]
            for i in range(len(part)):
                apart = number[i] - mean
                part[i] += apart * apart if points.euclidean else abs(apart)
        edges = _edges(part, scan.mass[begin:end], weighted, points.euclidean)
        scan.low[begin // BLOCK], scan.high[begin // BLOCK] = edges


@inner
def _look_up(joint, scan, begin, part):
    """Sums of table entries, three joints at a time."""
    joints = scan.codes.shape[0]
    start = joint.row_start
    if joints % 3 == 0:
        part[:] = 0.0
    else:
        a, x = scan.rows, scan.codes[0][begin:]
        b, y = scan.rows[start[1] :], scan.codes[joints % 3 - 1][begin:]
        if joints % 3 == 1:
            for i in range(len(part)):
                part[i] = a[x[i]]
        else:
            for i in range(len(part)):
                part[i] = a[x[i]] + b[y[i]]
    for g in range(joints % 3, joints, 3):
        a, x = scan.rows[start[g] :], scan.codes[g][begin:]
        b, y = scan.rows[start[g + 1] :], scan.codes[g + 1][begin:]
        c, z = scan.rows[start[g + 2] :], scan.codes[g + 2][begin:]
        for i in range(len(part)):
            part[i] += a[x[i]] + b[y[i]] + c[z[i]]


@inner
def _add(points, t, weight, sums):
    """Take a tuple into (or, with a negative weight, out of) the running sums of a group."""
    at = 0
    for j in range(points.codes.shape[0]):
        candidates = points.sizes[j, 0]
        line = points.cost[points.cost_start[j] + points.codes[j, t] * candidates :]
        cost = sums.cost[at:]
        for c in range(candidates):
            cost[c] += weight * line[c]
        at += candidates
    for q in range(len(sums.numbers)):
        sums.numbers[q] += weight * points.numbers[q, t]


@inner
def _centre(points, sums, total, centre):
    """The candidate of least cost per tabled column, the mean per numeric one."""
    at = 0
    for j in range(points.sizes.shape[0]):
        best = at
        for c in range(at, at + points.eligible[j]):
            if sums.cost[c] < sums.cost[best]:
                best = c
        centre.candidate[j] = best - at
        at += points.sizes[j, 0]
    for q in range(len(sums.numbers)):
        centre.mean[q] = sums.numbers[q] / total


@inner
def settle(points, t, centre):
    """Put the centre on one tuple."""
    for j in range(len(centre.candidate)):
        centre.candidate[j] = points.own[points.own_start[j] + points.codes[j, t]]
    for q in range(len(centre.mean)):
        centre.mean[q] = points.numbers[q, t]


@inner
def _extreme(points, scan, m, sign, weighted):
    """The place of the nearest (sign 1) or farthest (-1) of m tuples, ties to the earlier turn."""
    edges = scan.low if sign > 0.0 else scan.high
    blocks = (m + BLOCK - 1) // BLOCK
    edge = edges[0]
    for block in range(blocks):
        if sign * edges[block] < sign * edge:
            edge = edges[block]
    best = -1
    for block in range(blocks):
        if edges[block] == edge:
            for i in range(block * BLOCK, min(m, (block + 1) * BLOCK)):
                d = _counted(scan.out[i], scan.mass[i], weighted, points.euclidean)
                if d == edge and (best < 0 or scan.turn[i] < scan.turn[best]):
                    best = i
    return best


@inner
def _remove(scan, place, last):
    """Remove the tuple at a place by moving the last one there."""
    for g in range(scan.codes.shape[0]):
        scan.codes[g, place] = scan.codes[g, last]
    for q in range(scan.numbers.shape[0]):
        scan.numbers[q, place] = scan.numbers[q, last]
    scan.weights[place] = scan.weights[last]
    scan.mass[place] = scan.mass[last]
    scan.ident[place] = scan.ident[last]
    scan.turn[place] = scan.turn[last]
    scan.out[place] = scan.out[last]


def sa_mdav(points: Any, k: int, weighted: bool, static: bool) -> NDArray[np.int32]:
    """SA-MDAV (thesis, Algorithm 4): adaptive groups of whole tuples; returns the group of each tuple."""
    joint, p, n = joined(points), len(points.weights), int(points.weights.sum())
    most = min(p, max(1, n // k))
    candidates, means = np.empty((most, len(points.codes)), np.int64), np.empty((most, len(points.numbers)), np.float32)
    scan, whole, group, label = scan_of(points, joint), _sums_of(points), _sums_of(points), np.full(p, -1, np.int32)
    groups = _sa_mdav(
        points, joint, scan, whole, group, centre_of(points), centre_of(points), candidates, means, label,
        k, weighted, static, n,
    )  # fmt: skip
    for t in np.flatnonzero(label < 0).tolist():
        label[t] = _far_from(points, t, candidates[:groups], means[:groups]).argmin()
    return label


def _far_from(points: Any, t: int, candidates: NDArray[np.int64], means: NDArray[np.float32]) -> NDArray[np.float32]:
    """Distances of one tuple to centres."""
    out = np.zeros(len(candidates), np.float32)
    for j, shape in enumerate(points.sizes):
        table = points.distance[points.distance_start[j] : points.distance_start[j + 1]].reshape(shape)
        out += table[candidates[:, j], points.codes[j, t]]
    for number, mean in zip(points.numbers, means.T, strict=True):
        apart = number[t] - mean
        out += apart * apart if points.euclidean else np.abs(apart)
    return out


@lean
def _sa_mdav(points, joint, scan, whole, group, far, centre, candidates, means, label, k, weighted, static, left):
    """Form group by group and return their number; fewer than k records remain ungrouped."""
    m = len(label)
    for t in range(m):
        _add(points, t, scan.weights[t], whole)
    groups, size, side = ZERO, ZERO, ZERO
    while size > 0 or left >= k:
        first = size == 0
        if first and side == 0:
            _centre(points, whole, left, far)
        distances(points, joint, scan, m, far if first else centre, weighted)
        place = _extreme(points, scan, m, -1.0 if first else 1.0, weighted)
        t, weight = scan.ident[place], scan.weights[place]
        if first:
            if side == 0:  # the second group starts at the tuple farthest from this one
                settle(points, t, far)
            settle(points, t, centre)
            group.cost[:] = 0.0
            group.numbers[:] = 0.0
        _add(points, t, weight, group)
        _add(points, t, -weight, whole)
        size += weight
        left -= weight
        label[t] = groups
        m -= 1
        _remove(scan, place, m)
        if size >= k or not static:
            _centre(points, group, size, centre)
        if size >= k:
            for j in range(len(centre.candidate)):
                candidates[groups, j] = centre.candidate[j]
            for q in range(len(centre.mean)):
                means[groups, q] = centre.mean[q]
            groups += 1
            side = 1 - side
            size = ZERO
    return groups


@inner
def _take(points, scan, turns, m, need, place, whole, rows, row, group):
    """Put the record at a place and its nearest others, ``need`` in all, into one group; splits tuples."""
    while True:
        count = min(need, scan.weights[place]) if len(turns) == 0 else ZERO + 1
        _add(points, scan.ident[place], -count, whole)
        rows[row, 0], rows[row, 1], rows[row, 2] = scan.ident[place], count, group
        row += 1
        need -= count
        scan.weights[place] -= count
        if scan.weights[place] > 0 and len(turns) > 0:
            scan.turn[place] = turns[scan.first[scan.ident[place] + 1] - scan.weights[place]]
        elif scan.weights[place] == 0:
            m -= 1
            _remove(scan, place, m)
            for block in (place // BLOCK, m // BLOCK):
                begin, end = block * BLOCK, min(m, (block + 1) * BLOCK)
                if begin < end:
                    edges = _edges(scan.out[begin:end], scan.mass[begin:end], UNWEIGHTED, points.euclidean)
                    scan.low[block], scan.high[block] = edges
        if need == 0:
            return m, row
        place = _extreme(points, scan, m, 1.0, UNWEIGHTED)


def mdav(points: Any, k: int, turns: NDArray[np.int64] | None = None) -> NDArray[np.int64]:
    """MDAV (thesis, Algorithm 3): groups of exactly k records, the last of up to 2k-1.

    Single records count: a tuple's records may be split. ``turns`` has the turn of every record, tuple after tuple;
    equals are then taken by turn, otherwise by tuple. Returns rows of (tuple, count, group).
    """
    joint, n = joined(points), int(points.weights.sum())
    scan, sums, centre = scan_of(points, joint), _sums_of(points), centre_of(points)
    if turns is None:
        rows = np.empty((len(points.weights) + 2 * (n // k) + 2, 3), np.int64)
        return rows[: _mdav(points, joint, scan, np.empty(0, np.int64), sums, centre, rows, k, n)]
    turns = turns[np.lexsort((turns, np.repeat(np.arange(len(points.weights)), points.weights)))]
    scan.turn[:] = turns[scan.first[:-1]]
    single = np.empty((n, 3), np.int64)
    single = single[: _mdav(points, joint, scan, turns, sums, centre, single, k, n)]
    pairs, inverse = np.unique(single[:, ::2], axis=0, return_inverse=True)
    return np.stack([pairs[:, 0], np.bincount(inverse.ravel(), single[:, 1]).astype(np.int64), pairs[:, 1]], axis=1)


@lean
def _mdav(points, joint, scan, turns, whole, centre, rows, k, left):
    m = len(scan.ident)
    for t in range(m):
        _add(points, t, scan.weights[t], whole)
    row, group, far, turn = ZERO, ZERO, ZERO, ZERO
    while left >= 2 * k:
        place = -1
        if group % 2 == 1:  # the second group is around the record that was farthest from the first one's
            for i in range(m):
                if scan.ident[i] == far and scan.turn[i] == turn:
                    place = i
            if place < 0:  # only if everything is equally far: the first group has used it up
                place = _extreme(points, scan, m, -1.0, UNWEIGHTED)
        else:
            _centre(points, whole, left, centre)
            distances(points, joint, scan, m, centre, UNWEIGHTED)
            place = _extreme(points, scan, m, -1.0, UNWEIGHTED)
        settle(points, scan.ident[place], centre)
        distances(points, joint, scan, m, centre, UNWEIGHTED)
        farthest = _extreme(points, scan, m, -1.0, UNWEIGHTED)
        far, turn = scan.ident[farthest], scan.turn[farthest]
        m, row = _take(points, scan, turns, m, k, place, whole, rows, row, group)
        group += 1
        left -= k
    for i in range(m):
        rows[row, 0], rows[row, 1], rows[row, 2] = scan.ident[i], scan.weights[i], group
        row += 1
    return row
