"""The split tree: which tuples are masked together, a pure function of distinct tuples, their counts and a size.

A block that is too large is cut in two along one column, again and again. Numbers are cut between two positions;
concepts and other tabled values around one candidate, against all values that are nearer to the centre of the block. Of
all cuts the one is made that lowers the spread most; among those that lower it alike, one of unequal sides is better,
because it sets apart what is far from the rest.

A cut is decided by the block's histograms alone, value by value: tuples, records and, in a second tree, the earlier
blocks that the tuples come from. These are whole numbers, so that their sums do not depend on the order of addition nor
on where they are added up, and neither does the tree. Ties go to the earlier column and the earlier cut.
"""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

import numpy as np

from semblant.arrays import Flags, Floats, Ints
from semblant.space.points import Points

SMALLEST = 32
"""A cut that leaves one side less than this part of a block is made only where there is no other."""

PLACES = 64
"""At most so many places are tried to cut a column of numbers, evenly spread over its positions."""

_STEPS = 1024
"""Positions within a distance of 1."""

_GRID = 4096
"""Steps of a squared distance of 1."""

_FARTHEST = 256 * _GRID
"""Squared distances above this count as this, so that sums stay exact in 64-bit floating point."""

_AT_ONCE = 2**22
"""Cells of a table that are held at a time."""


class Axis(NamedTuple):
    """A column that can be cut: the value of every item, and how far values are apart."""

    at: Ints  # [item] a value code, or a position in whole steps
    apart: Floats | None  # [candidate, value] squared distances in whole steps; None: positions


class Items(NamedTuple):
    """What is divided: tuples, or groups of them."""

    axes: tuple[Axis, ...]
    sizes: Ints  # tuples per item
    records: Ints  # records per item
    origin: Ints  # the block of an earlier tree that each item comes from; borders are best where those have none


class Block(NamedTuple):
    """A leaf of the tree: its path from the root, as zeros and ones, and its items in canonical order."""

    path: str
    items: Ints


def tuples_of(points: Points) -> Items:
    """The tuples of a table as items."""
    axes = [Axis(codes.astype(np.int64), _squared(points, j)) for j, codes in enumerate(points.codes)]
    axes += [Axis(np.rint(line.astype(np.float64) * _STEPS).astype(np.int64), None) for line in points.numbers]
    one = np.ones(len(points.weights), np.int64)
    return Items(tuple(axes), one, points.weights, one * 0)


def groups_of_tuples(tuples: Items, rows: Ints, centre: Ints, origin: Ints) -> Items:
    """Groups as items, each at its centre: the value nearest to a candidate, the mean of positions rounded down."""
    members, counts, groups = rows.T
    n = len(centre)
    records = np.bincount(groups, counts, n).astype(np.int64)

    def placed(j: int, axis: Axis) -> Axis:
        if axis.apart is not None:
            return axis._replace(at=axis.apart.argmin(axis=1)[centre[:, j]])
        total = np.zeros(n, np.int64)
        np.add.at(total, groups, axis.at[members] * counts)
        return axis._replace(at=total // records)

    axes = tuple(placed(j, axis) for j, axis in enumerate(tuples.axes))
    return Items(axes, np.bincount(groups, minlength=n), records, origin)


def split(items: Items, most: int, k: int) -> list[Block]:
    """Divide items into blocks of at most so many tuples, but never fewer than k records, by ascending path.

    Example:
        >>> numbers = Axis(np.array([0, 1, 2, 90, 91]), None)
        >>> one = np.ones(5, np.int64)
        >>> [(b.path, b.items.tolist()) for b in split(Items((numbers,), one, one, one * 0), 3, 2)]
        [('0', [0, 1, 2]), ('1', [3, 4])]
    """
    blocks = []
    waiting = [Block("", np.arange(len(items.sizes)))]
    while waiting:
        block = waiting.pop()
        here = _only(items, block.items)
        side = None if here.sizes.sum() <= most else (best_cut(here, k) if len(block.items) > 1 else None)
        if side is None:
            blocks.append(block)
            continue
        waiting += [Block(block.path + "1", block.items[side]), Block(block.path + "0", block.items[~side])]
    return blocks


def best_cut(items: Items, k: int) -> Flags | None:
    """Which items go to the second side of the best cut; None where every cut would leave a side fewer than k records.

    Where columns do not tell items apart, they are cut in the middle of their canonical order.
    """
    total = int(items.sizes.sum())
    for least in (-(-total // SMALLEST), 1):
        found, best = None, 0.0
        for axis in items.axes:
            score, side = _best_along(axis, items, k, least)
            if score > best:
                found, best = side, score
        if found is not None:
            return found
    if items.origin.any():  # along a border after all
        return best_cut(items._replace(origin=items.origin * 0), k)
    through, places = np.cumsum(items.records), np.arange(len(items.records))
    allowed = places[1:][(through[:-1] >= k) & (through[-1] - through[:-1] >= k)]
    return places >= allowed[np.abs(2 * allowed - len(places)).argmin()] if len(allowed) else None


def _only(items: Items, which: Ints) -> Items:
    axes = tuple(Axis(axis.at[which], axis.apart) for axis in items.axes)
    return Items(axes, items.sizes[which], items.records[which], items.origin[which])


def _squared(points: Points, j: int) -> Floats:
    begin, end = points.distance_start[j], points.distance_start[j + 1]
    apart = points.distance[begin:end].reshape(points.sizes[j]).astype(np.float64)
    return np.minimum(np.rint((apart if points.euclidean else apart * apart) * _GRID), _FARTHEST)


def _sums(classes: Ints, numbers: Ints, least: int = 0) -> Floats:
    return np.bincount(classes, numbers, least).astype(np.float64)


class _Histogram(NamedTuple):
    """How the items of a block spread over the classes that a cut can tell apart, ascending; whole numbers all."""

    classes: Ints  # [item]
    sizes: Floats  # [class] tuples
    records: Floats
    origins: Floats  # [class, earlier block] tuples

    @classmethod
    def of(cls, classes: Ints, items: Items) -> "_Histogram":
        earlier, origin = np.unique(items.origin, return_inverse=True)
        cells = _sums(classes * len(earlier) + origin, items.sizes, (int(classes.max()) + 1) * len(earlier))
        origins = cells.reshape(-1, len(earlier))
        return cls(classes, origins.sum(axis=1), _sums(classes, items.records), origins)


_Cuts = Iterator[tuple[Flags, Floats]]
"""Some cuts: the classes on the second side of each, [cut, class], and by how much it lowers the spread."""


def _best_along(axis: Axis, items: Items, k: int, least: int) -> tuple[float, Flags | None]:
    """The best cut along a column and what it is worth; 0 and None where there is none."""
    values, place = np.unique(axis.at, return_inverse=True)
    if len(values) < 2:
        return 0.0, None
    if axis.apart is None:
        between = np.unique(1 + np.arange(PLACES) * (len(values) - 2) // (PLACES - 1))
        seen = _Histogram.of(np.searchsorted(between, place, side="right"), items)
        cuts = _between(_sums(seen.classes, items.sizes * axis.at), seen)
    else:
        seen = _Histogram.of(place, items)
        cuts = _around(axis.apart[:, values], seen)
    best, second = 0.0, None
    for sides, gain in cuts:
        score = _scores(sides, gain, seen, k, least)
        at = int(score.argmax())
        if score[at] > best:
            best, second = float(score[at]), sides[at]
    return best, None if second is None else second[seen.classes]


def _scores(sides: Flags, gain: Floats, seen: _Histogram, k: int, least: int) -> Floats:
    """What cuts are worth; 0 for those that leave a side too few tuples or records."""
    inside = sides.astype(np.float64)
    size, records, origins = inside @ seen.sizes, inside @ seen.records, inside @ seen.origins
    other = seen.sizes.sum() - size
    allowed = (np.minimum(size, other) >= least) & (np.minimum(records, seen.records.sum() - records) >= k)
    gain = gain / np.sqrt(np.sqrt(np.where(allowed, size * other, 1.0)))
    if origins.shape[1] > 1:  # through the middle of earlier blocks rather than along their borders
        gain = gain * np.minimum(origins, seen.origins.sum(axis=0) - origins).sum(axis=1)
    return np.where(allowed, gain, 0.0)


def _between(moment: Floats, seen: _Histogram) -> _Cuts:
    """Cuts between positions, whose sum in each class is the ``moment``; the spread is that around the mean."""
    left, total = np.cumsum(seen.sizes)[:-1], seen.sizes.sum()
    right, before = total - left, np.cumsum(moment)[:-1]
    apart = before / left - (moment.sum() - before) / right
    classes = np.arange(len(seen.sizes))
    yield classes > classes[:-1, None], left * right / total * apart * apart * (_GRID / _STEPS**2)


def _around(apart: Floats, seen: _Histogram) -> _Cuts:
    """Cuts around each candidate, from its distances to the values; the spread is that around the best candidate."""
    centre = apart[int((apart @ seen.sizes).argmin())]
    step = max(1, _AT_ONCE // len(seen.sizes))
    for first in range(0, len(apart), step):
        nearer = np.maximum(centre - apart[first : first + step], 0.0)
        yield nearer > 0.0, nearer @ seen.sizes


def origins_of(blocks: Sequence[Block], size: int) -> Ints:
    """The number of the block that each item is in."""
    origin = np.empty(size, np.int64)
    for number, block in enumerate(blocks):
        origin[block.items] = number
    return origin
