"""The topological pass: what many concepts have in common, for all pairs at once.

Nodes stand root first, columns are values. A node's row follows from its parents' rows:

* shared ancestors: the row of the parent with the most ancestors, plus one in the columns below the node itself and
  below each ancestor which that parent lacks;
* deepest common ancestor: the maximum of the parents' rows, then the node's own key in the columns below it;
* path: the minimum of the parents' rows plus one, then the node's own distance to the values below it.

Exact under multiple inheritance; one row operation a node. Columns come in blocks that fit the cache.
Sums over everything below a node count it once however many paths lead up.
"""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from semblant.arrays import Floats, Ints, Ints32
from semblant.kernels.compiled import lean

# mypy: disable-error-code="no-untyped-def"


def ancestor_lists(ptr: Ints32, parents: Ints32) -> tuple[Ints, Ints32, Ints32]:
    """T(node) with the fewest steps up to each ancestor, as lists one after the other."""
    n = len(ptr) - 1
    start, place = np.zeros(n + 1, np.int64), np.full(n, -1, np.int64)
    above, steps = np.empty(max(16, 8 * n), np.int32), np.empty(max(16, 8 * n), np.int32)
    done = 0
    while (done := _ancestor_lists(ptr, parents, start, above, steps, place, done)) < n:
        more = np.empty(len(above) + 16 * n, np.int32)
        above, steps = np.append(above, more), np.append(steps, more)
    return start, above[: start[n]].copy(), steps[: start[n]].copy()


@lean
def _ancestor_lists(ptr, parents, start, above, steps, place, first):
    """Continue with node ``first``; returns the first node that does not fit."""
    n = len(start) - 1
    for x in range(first, n):
        begin = start[x]
        size = begin + 1
        room = size
        for e in range(ptr[x], ptr[x + 1]):
            room += start[parents[e] + 1] - start[parents[e]]
        if room > len(above):
            return x
        above[begin] = x
        steps[begin] = 0
        for e in range(ptr[x], ptr[x + 1]):
            p = parents[e]
            for i in range(start[p], start[p + 1]):
                a = above[i]
                if place[a] < begin:
                    place[a] = size
                    above[size] = a
                    steps[size] = steps[i] + 1
                    size += 1
                elif steps[i] + 1 < steps[place[a]]:
                    steps[place[a]] = steps[i] + 1
        start[x + 1] = size
    return n


def lacking(ptr: Ints32, parents: Ints32, start: Ints, above: Ints32) -> tuple[Ints32, Ints, Ints32]:
    """Per node its parent with the most ancestors, and the ancestors (itself first) which that parent lacks."""
    n = len(ptr) - 1
    best, begin, stamp = np.full(n, -1, np.int32), np.zeros(n + 1, np.int64), np.full(n, -1, np.int32)
    extra = np.empty(len(above), np.int32)
    _lacking(ptr, parents, start, above, best, begin, extra, stamp)
    return best, begin, extra[: begin[n]].copy()


@lean
def _lacking(ptr, parents, start, above, best, begin, extra, stamp):
    size = 0
    for x in range(len(best)):
        for e in range(ptr[x], ptr[x + 1]):
            p = parents[e]
            if best[x] < 0 or start[p + 1] - start[p] > start[best[x] + 1] - start[best[x]]:
                best[x] = p
        if best[x] >= 0:
            for i in range(start[best[x]], start[best[x] + 1]):
                stamp[above[i]] = x
        for i in range(start[x], start[x + 1]):
            if stamp[above[i]] != x:
                extra[size] = above[i]
                size += 1
        begin[x + 1] = size


def columns_below(values: Ints32, start: Ints, above: Ints32, steps: Ints32, n: int) -> tuple[Ints, Ints32, Ints32]:
    """Per node the columns of the values below it, ascending, and the fewest steps down to each."""
    begin = np.zeros(n + 1, np.int64)
    _count_below(values, start, above, begin)
    np.cumsum(begin, out=begin)
    columns, down = np.empty(begin[n], np.int32), np.empty(begin[n], np.int32)
    _columns_below(values, start, above, steps, begin[:-1].copy(), columns, down)
    return begin, columns, down


@lean
def _count_below(values, start, above, begin):
    for c in range(len(values)):
        for i in range(start[values[c]], start[values[c] + 1]):
            begin[above[i] + 1] += 1


@lean
def _columns_below(values, start, above, steps, fill, columns, down):
    for c in range(len(values)):
        for i in range(start[values[c]], start[values[c] + 1]):
            a = above[i]
            columns[fill[a]] = c
            down[fill[a]] = steps[i]
            fill[a] += 1


@lean
def shared_block(best, begin, extra, below, columns, cursor, wanted, c0, c1, rows):
    """Rows of |T(node) ∩ T(value)| for the columns c0..c1; ``cursor`` is where each node's columns continue."""
    width = c1 - c0
    for x in range(len(best)):
        if not wanted[x]:
            continue
        row = rows[x]
        if best[x] >= 0:
            above = rows[best[x]]
            for c in range(width):
                row[c] = above[c]
        else:
            for c in range(width):
                row[c] = 0
        for i in range(begin[x], begin[x + 1]):
            a = extra[i]
            j = cursor[a]
            while j < below[a + 1] and columns[j] < c1:
                row[columns[j] - c0] += 1
                j += 1


@lean
def deepest_block(ptr, parents, keys, nothing, below, columns, cursor, wanted, c0, c1, rows):
    """Rows of the greatest key of a common ancestor; ``nothing`` where there is none."""
    width = c1 - c0
    for x in range(len(keys)):
        if not wanted[x]:
            continue
        row = rows[x]
        if ptr[x + 1] == ptr[x]:
            for c in range(width):
                row[c] = nothing
        else:
            first = rows[parents[ptr[x]]]
            for c in range(width):
                row[c] = first[c]
        for e in range(ptr[x] + 1, ptr[x + 1]):
            other = rows[parents[e]]
            for c in range(width):
                row[c] = max(row[c], other[c])
        j = cursor[x]
        while j < below[x + 1] and columns[j] < c1:
            row[columns[j] - c0] = max(row[columns[j] - c0], keys[x])
            j += 1


@lean
def path_block(ptr, parents, over, below, columns, down, cursor, wanted, c0, c1, rows):
    """Rows of the fewest edges up and down again; ``over`` is the path from a root across the virtual root."""
    width = c1 - c0
    for x in range(len(ptr) - 1):
        if not wanted[x]:
            continue
        row = rows[x]
        if ptr[x + 1] == ptr[x]:
            for c in range(width):
                row[c] = over[c0 + c]
        else:
            first = rows[parents[ptr[x]]]
            for c in range(width):
                row[c] = first[c] + 1
        for e in range(ptr[x] + 1, ptr[x + 1]):
            other = rows[parents[e]]
            for c in range(width):
                row[c] = min(row[c], other[c] + 1)
        j = cursor[x]
        while j < below[x + 1] and columns[j] < c1:
            row[columns[j] - c0] = min(row[columns[j] - c0], down[j])
            j += 1


def advance(below: Ints, columns: Ints32, cursor: Ints, c1: int) -> None:
    """Move every node's cursor past column c1; after the last columns there is no need to."""
    if c1 <= columns.max(initial=-1):
        _advance(below, columns, cursor, c1)


@lean
def _advance(below, columns, cursor, c1):
    for x in range(len(cursor)):
        j = cursor[x]
        while j < below[x + 1] and columns[j] < c1:
            j += 1
        cursor[x] = j


def look_up(
    table: NDArray[np.float32], row_nodes: Ints32, row_keys: Ints, column_keys: Ints, c0: int, c1: int, rows: Any,
    out: NDArray[np.float32],
) -> None:  # fmt: skip
    """out[r, c] = table[row key + column key, what r and c have in common]."""
    stride = table.shape[1]
    base, offset = (row_keys * stride).astype(np.uint32), (column_keys[c0:c1] * stride).astype(np.uint32)
    _look_up(table.ravel(), row_nodes, base, offset, c0, rows, out)


@lean
def _look_up(flat, row_nodes, base, offset, c0, rows, out):
    for r in range(len(row_nodes)):
        row, target = rows[row_nodes[r]], out[r][c0:]
        for c in range(len(offset)):
            target[c] = flat[
                np.uint32(base[r] + offset[c] + np.uint32(row[c]))
            ]  # unsigned: no test for negative places


def look_up_half(
    table: NDArray[np.float32], row_nodes: Ints32, keys: Ints, c0: int, c1: int, rows: Any, out: NDArray[np.float32]
) -> None:
    """As look_up for r < c, into the condensed upper triangle, row after row."""
    places = (keys * table.shape[1]).astype(np.uint32)
    _look_up_half(table.ravel(), row_nodes, places, c0, c1, rows, out)


@lean
def _look_up_half(flat, row_nodes, places, c0, c1, rows, out):
    n = len(row_nodes)
    for r in range(min(n, c1 - 1)):
        begin = max(c0, r + 1)
        row, offset = rows[row_nodes[r]][begin - c0 :], places[begin:c1]
        target = out[r * n - r * (r + 1) // 2 - r - 1 + begin :]
        for c in range(len(offset)):
            target[c] = flat[np.uint32(places[r] + offset[c] + np.uint32(row[c]))]


def sums_below(ptr: Ints32, parents: Ints32, weights: Floats) -> tuple[Floats, Ints32]:
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
