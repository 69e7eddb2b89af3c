"""Nearest released tuples of every original tuple: the scan behind semantic record linkage.

A scan in single precision finds the released tuples that can be nearest; among these, exact sums decide.
"""

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from semblant.kernels.compiled import ZERO, inner, lean
from semblant.kernels.cores import in_parts
from semblant.kernels.mdav import BLOCK, UNWEIGHTED, centre_of, distances, joined, scan_of

# mypy: disable-error-code="no-untyped-def, no-any-return"

FEW = 2**20
"""Pairs of tuples that are compared sooner than the scan is compiled."""

SOON = 2**17
"""Pairs of tuples that numpy compares sooner than any kernel is compiled."""

_DIGIT, _LOW = 32, 2**32 - 1
_SINGLE = 2.0**-21
"""What one column's rounding may add to the difference of two distances, as a share of these and of the places.

A place, a difference and a sum err by 2**-24 of themselves at most, and a released place is no farther from zero than
the original one and the distance together: that makes half as much.
"""
_TINY = 1e-37  # what single precision takes for nothing
_DOUBLE = 1.0 + 1e-12  # sums of doubles in another order differ by less


class Links(NamedTuple):
    """Original tuples (ascending) and the released tuple of each, that is to be found among the nearest."""

    before: NDArray[np.int64]
    after: NDArray[np.int64]


class Found(NamedTuple):
    """Per original tuple the least distance and how many released records are that near; which links are."""

    least: NDArray[np.float64]
    records: NDArray[np.int64]
    linked: NDArray[np.bool_]

    @classmethod
    def room(cls, tuples: int, links: Links) -> "Found":
        """To be filled."""
        return cls(np.empty(tuples), np.zeros(tuples, np.int64), np.zeros(len(links.before), np.bool_))


class _Room(NamedTuple):
    """The released tuples that can be nearest, and what decides among them."""

    place: NDArray[np.int64]
    meant: NDArray[np.float64]  # what vocabularies add
    far: NDArray[np.float64]  # the distance in double precision
    turn: NDArray[np.int64]  # when it was the nearest so far
    nearest_to: NDArray[np.int64]  # [released tuple]: the last original tuple that it is nearest to
    digits: NDArray[np.int64]
    least: NDArray[np.int64]

    @classmethod
    def of(cls, released: int, sums: Any) -> "_Room":
        place, turn, nearest_to = np.arange(released), np.empty(released, np.int64), np.full(released, -1)
        digits = np.empty(len(sums.digit), np.int64)
        return cls(place, np.empty(released), np.empty(released), turn, nearest_to, digits, digits.copy())


def all_pairs(sums: Any, links: Links, weights: NDArray[np.int64]) -> Found:
    """The nearest of few released tuples (with ``weights`` records each): all distances are summed up exactly."""
    p = sums.before.shape[1]
    if 0 < p * len(weights) <= SOON:
        return _at_once(sums, links, weights)
    found, start = Found.room(p, links), np.searchsorted(links.before, np.arange(p + 1))
    in_parts(
        p, lambda begin, end: _all_pairs(sums, _Room.of(len(weights), sums), weights, begin, end, start, links, found)
    )
    return found


def _at_once(sums: Any, links: Links, weights: NDArray[np.int64]) -> Found:
    """The same without a kernel: all pairs in arrays, as `_decide` and `_add_up` take them one by one."""
    pairs, width = (sums.before.shape[1], len(weights)), len(sums.digit)
    meant, digits = np.zeros(pairs), np.zeros((*pairs, width), np.int64)
    for j, share in enumerate(sums.share):
        at = sums.meant_before[j].astype(np.int64)[:, None] * sums.meant_width[j] + sums.meant_after[j]
        meant += share * sums.meant[sums.meant_start[j] + at]
    for j in range(sums.before.shape[0]):
        a, b = sums.before_start[j] + sums.before[j], sums.after_start[j] + sums.after[j]
        here, there = sums.before_order[a][:, None], sums.after_order[b]
        sign = np.sign(here - there).astype(np.int64)[..., None]
        apart = sign * (sums.before_digits[a][:, None] - sums.after_digits[b])
        related = ((here >= 0) & (there >= 0))[..., None]
        digits += np.where(related, apart, np.abs(sign) * sums.unrelated[j])
    far = np.zeros(pairs)
    for d in range(width):
        if d + 1 < width:
            digits[..., d + 1] += digits[..., d] >> _DIGIT
            digits[..., d] &= _LOW
        far += digits[..., d] * sums.digit[d]
    far += meant
    least = far.min(axis=1)
    possible, nearest = far <= (least * _DOUBLE + sums.rounding)[:, None], np.zeros(pairs, bool)
    while possible.any():
        edge = np.where(possible, meant, np.inf).min(axis=1) + sums.rounding
        these = possible & (meant <= edge[:, None])
        possible &= ~these
        for d in reversed(range(width)):
            lowest = np.where(these, digits[..., d], np.iinfo(np.int64).max).min(axis=1)
            these &= digits[..., d] == lowest[:, None]
        nearest |= these
    return Found(least, nearest @ weights, nearest[links.before, links.after])


@lean
def _all_pairs(sums, room, weights, begin, end, start, links, found):
    for i in range(begin, end):
        found.least[i], found.records[i] = _decide(sums, room, i, len(weights), weights)
        for link in range(start[i], start[i + 1]):
            found.linked[link] = room.nearest_to[links.after[link]] == i


def scanned(points: Any, before: NDArray[np.int32], x: NDArray[np.float32], sums: Any, links: Links) -> Found:
    """The nearest of many released tuples.

    ``points`` are the released tuples in single precision, with tables from original to released values;
    ``before[:, i]`` are the original value codes of tuple i and ``x[:, i]`` its numbers.
    """
    joint, p, r = joined(points), before.shape[1], len(points.weights)
    found = Found.room(p, links)
    start = np.searchsorted(links.before, np.arange(p + 1))

    def part(begin: int, end: int) -> None:
        scan, room = scan_of(points, joint), _Room.of(r, sums)
        _nearest(points, joint, scan, centre_of(points), sums, room, before, x, begin, end, start, links, found)

    in_parts(p, part)
    return found


@lean
def _nearest(points, joint, scan, centre, sums, room, before, x, begin, end, start, links, found):
    r = len(scan.ident)
    blocks = (r + BLOCK - 1) // BLOCK
    columns = before.shape[0] + x.shape[0]
    for i in range(begin, end):
        for j in range(before.shape[0]):
            centre.candidate[j] = before[j, i]
        size = 0.0
        for q in range(x.shape[0]):
            centre.mean[q] = x[q, i]
            size += abs(x[q, i])
        distances(points, joint, scan, r, centre, UNWEIGHTED)
        edge = scan.low[0]
        for block in range(1, blocks):
            edge = min(edge, scan.low[block])
        edge += (columns + 2) * _SINGLE * (edge + size) + 1.001 * sums.rounding + _TINY
        m = ZERO
        for block in range(blocks):
            if scan.low[block] <= edge:
                for t in range(block * BLOCK, min(r, (block + 1) * BLOCK)):
                    if scan.out[t] <= edge:
                        room.place[m] = t
                        m += 1
        found.least[i], found.records[i] = _decide(sums, room, i, m, scan.weights)
        for link in range(start[i], start[i + 1]):
            found.linked[link] = room.nearest_to[links.after[link]] == i


@inner
def _decide(sums, room, i, m, weights):
    """The least distance, and how many records are that near, among the first m tuples of the room."""
    least = np.inf
    for c in range(m):
        t = room.place[c]
        meant = 0.0
        for j in range(len(sums.share)):
            at = sums.meant_start[j] + sums.meant_before[j, i] * sums.meant_width[j] + sums.meant_after[j, t]
            meant += sums.share[j] * sums.meant[at]
        room.meant[c] = meant
        room.far[c] = meant + _add_up(sums, i, t, room.digits)
        least = min(least, room.far[c])
    limit = least * _DOUBLE + sums.rounding
    records, edge = ZERO, -1.0
    while True:  # what vocabularies add is the same from here to the edge, so that the rest decides
        low = np.inf
        for c in range(m):
            if room.far[c] <= limit and edge < room.meant[c] < low:
                low = room.meant[c]
        if low == np.inf:
            return least, records
        edge = low + sums.rounding
        turn = ZERO
        for c in range(m):
            room.turn[c] = -1
            if room.far[c] <= limit and low <= room.meant[c] <= edge:
                _add_up(sums, i, room.place[c], room.digits)
                order = _compared(room.digits, room.least) if turn > 0 else -1
                if order < 0:
                    turn += 1
                    for d in range(len(room.digits)):
                        room.least[d] = room.digits[d]
                if order <= 0:
                    room.turn[c] = turn
        for c in range(m):
            if room.turn[c] == turn:
                records += weights[room.place[c]]
                room.nearest_to[room.place[c]] = i


@inner
def _add_up(sums, i, t, digits):
    """Digits of what lines add to the distance of two tuples, and the same in double precision."""
    width = len(digits)
    for d in range(width):
        digits[d] = 0
    for j in range(sums.before.shape[0]):
        a = sums.before_start[j] + sums.before[j, i]
        b = sums.after_start[j] + sums.after[j, t]
        here, there = sums.before_order[a], sums.after_order[b]
        if here == there:
            continue
        if here >= 0 and there >= 0:
            sign = 1 if here > there else -1
            for d in range(width):
                digits[d] += sign * (sums.before_digits[a, d] - sums.after_digits[b, d])
        else:
            for d in range(width):
                digits[d] += sums.unrelated[j, d]
    far = 0.0
    for d in range(width):
        if d + 1 < width:
            digits[d + 1] += digits[d] >> _DIGIT
            digits[d] &= _LOW
        far += digits[d] * sums.digit[d]
    return far


@inner
def _compared(one, other):
    """-1, 0 or 1: which of two numbers is less."""
    for d in range(len(one) - 1, -1, -1):
        if one[d] != other[d]:
            return -1 if one[d] < other[d] else 1
    return 0
