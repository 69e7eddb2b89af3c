"""The topological pass: what many concepts have in common, for all pairs at once.

Nodes stand root first, columns are values. A node's row follows from its parents' rows:

* shared ancestors: the row of the parent with the most ancestors, plus one in the columns below the node itself and
  below each ancestor which that parent lacks;
* deepest common ancestor: the maximum of the parents' rows, then the node's own key in the columns below it;
* path: the minimum of the parents' rows plus one, then the node's own distance to the values below it.

Exact under multiple inheritance; one row operation a node. Columns come in blocks that fit the cache.
"""

import numpy as np
from numba import njit


@njit(cache=True)
def ancestor_lists(ptr, parents):  # type: ignore[no-untyped-def]
    """T(node) with the fewest steps up to each ancestor, as lists one after the other."""
    n = len(ptr) - 1
    start = np.zeros(n + 1, np.int64)
    above = np.empty(max(16, 8 * n), np.int32)
    steps = np.empty(max(16, 8 * n), np.int32)
    place = np.full(n, -1, np.int64)
    size = 0
    for x in range(n):
        begin = size
        room = size + 1
        for e in range(ptr[x], ptr[x + 1]):
            room += start[parents[e] + 1] - start[parents[e]]
        if room > len(above):
            bigger = max(room, 2 * len(above))
            above = np.concatenate((above, np.empty(bigger - len(above), np.int32)))
            steps = np.concatenate((steps, np.empty(bigger - len(steps), np.int32)))
        above[size] = x
        steps[size] = 0
        size += 1
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
    return start, above[:size].copy(), steps[:size].copy()


@njit(cache=True)
def lacking(ptr, parents, start, above):  # type: ignore[no-untyped-def]
    """Per node its parent with the most ancestors, and the ancestors (itself first) which that parent lacks."""
    n = len(ptr) - 1
    best = np.full(n, -1, np.int32)
    begin = np.zeros(n + 1, np.int64)
    extra = np.empty(len(above), np.int32)
    stamp = np.full(n, -1, np.int32)
    size = 0
    for x in range(n):
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
    return best, begin, extra[:size].copy()


@njit(cache=True)
def columns_below(values, start, above, steps, n):  # type: ignore[no-untyped-def]
    """Per node the columns of the values below it, ascending, and the fewest steps down to each."""
    begin = np.zeros(n + 1, np.int64)
    for v in values:
        for i in range(start[v], start[v + 1]):
            begin[above[i] + 1] += 1
    for x in range(n):
        begin[x + 1] += begin[x]
    fill = begin[:-1].copy()
    columns = np.empty(begin[n], np.int32)
    down = np.empty(begin[n], np.int32)
    for c in range(len(values)):
        v = values[c]
        for i in range(start[v], start[v + 1]):
            a = above[i]
            columns[fill[a]] = c
            down[fill[a]] = steps[i]
            fill[a] += 1
    return begin, columns, down


@njit(cache=True)
def shared_block(best, begin, extra, below, columns, cursor, wanted, c0, c1, rows):  # type: ignore[no-untyped-def]
    """Rows of |T(node) ∩ T(value)| for the columns c0..c1; ``cursor`` remembers where each node's columns go on."""
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


@njit(cache=True)
def deepest_block(ptr, parents, keys, nothing, below, columns, cursor, wanted, c0, c1, rows):  # type: ignore[no-untyped-def]
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


@njit(cache=True)
def path_block(ptr, parents, over, below, columns, down, cursor, wanted, c0, c1, rows):  # type: ignore[no-untyped-def]
    """Rows of the fewest edges up and down again; ``over`` is the way from a root across the virtual root."""
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


@njit(cache=True)
def advance(below, columns, cursor, c1):  # type: ignore[no-untyped-def]
    """Move every node's cursor past column c1."""
    for x in range(len(cursor)):
        j = cursor[x]
        while j < below[x + 1] and columns[j] < c1:
            j += 1
        cursor[x] = j


@njit(cache=True)
def look_up(table, row_nodes, row_keys, column_keys, c0, c1, rows, out):  # type: ignore[no-untyped-def]
    """out[r, c] = table[row key + column key, what r and c have in common]."""
    stride = table.shape[1]
    flat = table.ravel()
    offset = (column_keys[c0:c1] * stride).astype(np.uint32)  # unsigned: no test for negative places
    for r in range(len(row_nodes)):
        base = np.uint32(row_keys[r] * stride)
        row = rows[row_nodes[r]]
        target = out[r, c0:c1]
        for c in range(c1 - c0):
            target[c] = flat[np.uint32(base + offset[c] + np.uint32(row[c]))]


@njit(cache=True)
def look_up_half(table, row_nodes, keys, c0, c1, rows, out):  # type: ignore[no-untyped-def]
    """As look_up for r < c, into the condensed upper triangle, row after row."""
    n = len(row_nodes)
    stride = table.shape[1]
    flat = table.ravel()
    offset = (keys[c0:c1] * stride).astype(np.uint32)
    for r in range(min(n, c1 - 1)):
        base = np.uint32(keys[r] * stride)
        begin = max(c0, r + 1)
        row = rows[row_nodes[r], begin - c0 : c1 - c0]
        places = offset[begin - c0 :]
        shift = r * n - r * (r + 1) // 2 - r - 1
        target = out[shift + begin : shift + c1]
        for c in range(c1 - begin):
            target[c] = flat[np.uint32(base + places[c] + np.uint32(row[c]))]
