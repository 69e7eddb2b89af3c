"""Classes of records at a node of the generalisation lattice: tuples alike once each column is at its level."""

from typing import Any, NamedTuple

import numpy as np
from numba import njit

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


@njit(cache=True)
def _keys(grid, levels, keys):
    """The labels of all tuples at a node, side by side."""
    keys[:] = 0
    for j in range(len(levels)):
        line = grid.labels[grid.row[j] + levels[j]]
        key = keys[grid.word[j]]
        for t in range(len(line)):
            key[t] |= line[t]


@njit(cache=True)
def _number(keys, slots, first, label):
    """Number tuples with equal keys alike, in order of appearance; ``slots`` is a table of numbers, emptied here."""
    slots[:] = -1
    mask = np.uint64(len(slots) - 1)
    words, p = keys.shape
    number = 0
    for t in range(p):
        mixed = np.uint64(0)
        for w in range(words):
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
            for w in range(words):
                if keys[w, other] != keys[w, t]:
                    same = False
                    break
            if same:
                break
            at = (at + np.uint64(1)) & mask
        label[t] = found
    return number


@njit(cache=True)
def _room(p):
    size = 64
    while size < 2 * p:
        size *= 2
    return size


@njit(cache=True)
def classes(grid, levels, label):
    """The class of every tuple at a node, numbered by its first tuple; the number of classes."""
    p = len(grid.weights)
    keys = np.empty((grid.words, p), np.uint64)
    _keys(grid, levels, keys)
    return _number(keys, np.empty(_room(p), np.int32), np.empty(p, np.int32), label)


@njit(cache=True)
def records_below(grid, nodes, k, most, at_once, out):
    """For every node the records in classes below k; counting stops once a node has more than ``most``.

    Nodes are taken ``at_once`` so many: tuples alike at the highest node below all of these are counted as one.
    """
    p = len(grid.weights)
    keys = np.empty((grid.words, p), np.uint64)
    slots, first, label = np.empty(_room(p), np.int32), np.empty(p, np.int32), np.empty(p, np.int64)
    lead, weights, sizes = np.empty(p, np.int32), np.empty(p, np.int64), np.empty(p, np.int64)
    floor = np.empty(nodes.shape[1], np.int64)
    for begin in range(0, len(nodes), at_once):
        end = min(begin + at_once, len(nodes))
        for j in range(len(floor)):
            floor[j] = nodes[begin:end, j].min()
        _keys(grid, floor, keys)
        number = _number(keys, slots, first, label)
        lead[:number] = first[:number]
        weights[:number] = 0
        for t in range(p):
            weights[label[t]] += grid.weights[t]
        room = slots[: _room(number)]
        few = keys[:, :number]
        for n in range(begin, end):
            few[:] = 0
            for j in range(len(floor)):
                line = grid.labels[grid.row[j] + nodes[n, j]]
                key = few[grid.word[j]]
                for t in range(number):
                    key[t] |= line[lead[t]]
            found = _number(few, room, first, label)
            sizes[:found] = 0
            for t in range(number):
                sizes[label[t]] += weights[t]
            below = 0
            for c in range(found):
                if sizes[c] < k:
                    below += sizes[c]
                    if below > most:
                        break
            out[n] = below


@njit(cache=True)
def loss_of_drops(grid, lost, share, squared, drop, nodes, k, out):
    """For every node what dropping the records in classes below k loses more than generalising them.

    ``lost[row, tuple]`` is the loss of a label; a record's is the sum over columns by ``share``, then squared, or the
    sum of squares (``squared``: 0 neither, 1 the sum, 2 each).
    """
    p = len(grid.weights)
    keys = np.empty((grid.words, p), np.uint64)
    slots, first, label = np.empty(_room(p), np.int32), np.empty(p, np.int32), np.empty(p, np.int64)
    sizes = np.empty(p, np.int64)
    for n in range(len(nodes)):
        _keys(grid, nodes[n], keys)
        number = _number(keys, slots, first, label)
        sizes[:number] = 0
        for t in range(p):
            sizes[label[t]] += grid.weights[t]
        more = 0.0
        for t in range(p):
            if sizes[label[t]] < k:
                apart = 0.0
                for j in range(len(share)):
                    far = lost[grid.row[j] + nodes[n, j], t]
                    apart += share[j] * (far * far if squared == 2 else far)
                more += grid.weights[t] * (drop - (apart * apart if squared == 1 else apart))
        out[n] = more
