"""Equivalence classes at a node of the generalisation lattice, with each column at its level."""

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from semblant.arrays import Floats, Ints
from semblant.kernels.compiled import inner, lean

# mypy: disable-error-code="no-untyped-def"


class Grid(NamedTuple):
    """Distinct tuples over some columns, and what their values are called on every level.

    Column j's label on level l is ``labels[row[j] + l, tuple]``, shifted to its place in word ``word[j]`` of a key.
    """

    labels: Any  # [row, tuple]
    weights: Any  # records per tuple
    row: Any
    word: Any
    words: int


class _Room(NamedTuple):
    """Where tuples are counted: their keys, a table to find equal ones by, and the first tuple and size of a class."""

    keys: NDArray[np.uint64]
    slots: NDArray[np.int32]
    first: NDArray[np.int32]
    sizes: Ints
    label: Ints


def _room(grid: Grid) -> _Room:
    p = len(grid.weights)
    return _Room(
        np.empty((grid.words, p), np.uint64),
        np.empty(1 << max(6, (2 * p - 1).bit_length()), np.int32),
        np.empty(p, np.int32),
        np.empty(p, np.int64),
        np.empty(p, np.int64),
    )


@inner
def _number(room, p):
    """Number tuples with equal keys alike, in order of appearance; returns how many are different."""
    keys, first = room.keys, room.first
    size = 64
    while size < 2 * p:
        size *= 2
    slots = room.slots[:size]
    slots[:] = -1
    mask = np.uint64(size - 1)
    number = 0
    for t in range(p):
        mixed = np.uint64(0)
        for w in range(len(keys)):
            mixed = (mixed ^ keys[w, t]) * np.uint64(0x9E3779B97F4A7C15)
            mixed ^= mixed >> np.uint64(32)
        at = mixed & mask
        while True:
            found = slots[at]
            if found < 0:
                slots[at] = number
                first[number] = t
                found = number
                number += 1
                break
            other = first[found]
            same = True
            for w in range(len(keys)):
                if keys[w, other] != keys[w, t]:
                    same = False
                    break
            if same:
                break
            at = (at + np.uint64(1)) & mask
        room.label[t] = found
    return number


def classes(grid: Grid, levels: Ints) -> tuple[Ints, int]:
    """The class of every tuple at a node, numbered by its first tuple; the number of classes."""
    room = _room(grid)
    return room.label, int(_classes(grid, levels, room))


@lean
def _classes(grid, levels, room):
    keys, p = room.keys, len(grid.weights)
    keys[:] = 0
    for j in range(len(levels)):
        line = grid.labels[grid.row[j] + levels[j]]
        key = keys[grid.word[j]]
        for t in range(p):
            key[t] |= line[t]
    return _number(room, p)


def records_below(grid: Grid, nodes: Ints, k: int, most: int, at_once: int, out: Ints) -> None:
    """For every node the records in classes below k; counting stops once a node has more than ``most``.

    Nodes are processed ``at_once`` at a time: tuples equal at the highest node below all of these are counted as one.
    """
    p = len(grid.weights)
    lead, weights, floor = np.empty(p, np.int32), np.empty(p, np.int64), np.empty(nodes.shape[1], np.int64)
    _records_below(grid, nodes, k, most, at_once, _room(grid), lead, weights, floor, out)


@lean
def _records_below(grid, nodes, k, most, at_once, room, lead, weights, floor, out):
    keys, sizes, label = room.keys, room.sizes, room.label
    for begin in range(0, len(nodes), at_once):
        end = min(begin + at_once, len(nodes))
        for j in range(len(floor)):
            floor[j] = nodes[begin, j]
            for n in range(begin + 1, end):
                floor[j] = min(floor[j], nodes[n, j])
        number = _classes(grid, floor, room)
        for t in range(number):
            lead[t] = room.first[t]
            weights[t] = 0
        for t in range(len(label)):
            weights[label[t]] += grid.weights[t]
        for n in range(begin, end):
            for w in range(grid.words):
                for t in range(number):
                    keys[w, t] = 0
            for j in range(len(floor)):
                line = grid.labels[grid.row[j] + nodes[n, j]]
                key = keys[grid.word[j]]
                for t in range(number):
                    key[t] |= line[lead[t]]
            found = _number(room, number)
            for c in range(found):
                sizes[c] = 0
            for t in range(number):
                sizes[label[t]] += weights[t]
            below = 0
            for c in range(found):
                if sizes[c] < k:
                    below += sizes[c]
                    if below > most:
                        break
            out[n] = below


def loss_of_drops(
    grid: Grid, lost: Floats, share: Floats, squared: int, drop: float, nodes: Ints, k: int, out: Floats
) -> None:
    """For every node what dropping the records in classes below k loses more than generalising them.

    ``lost[row, tuple]`` is the loss of a label; a record's is the sum over columns by ``share``, then squared, or the
    sum of squares (``squared``: 0 neither, 1 the sum, 2 each).
    """
    _loss_of_drops(grid, lost, share, squared, drop, nodes, k, _room(grid), out)


@lean
def _loss_of_drops(grid, lost, share, squared, drop, nodes, k, room, out):
    sizes, label = room.sizes, room.label
    for n in range(len(nodes)):
        number = _classes(grid, nodes[n], room)
        for c in range(number):
            sizes[c] = 0
        for t in range(len(label)):
            sizes[label[t]] += grid.weights[t]
        more = 0.0
        for t in range(len(label)):
            if sizes[label[t]] < k:
                apart = 0.0
                for j in range(len(share)):
                    far = lost[grid.row[j] + nodes[n, j], t]
                    apart += share[j] * (far * far if squared == 2 else far)
                more += grid.weights[t] * (drop - (apart * apart if squared == 1 else apart))
        out[n] = more
