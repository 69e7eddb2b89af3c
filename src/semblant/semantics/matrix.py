"""All pairs at once: distances of many concepts by one topological pass over the part of the graph they span."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from semblant.errors import CapacityError
from semblant.knowledge.graph import gather
from semblant.knowledge.taxonomy import Taxonomy
from semblant.policy import Source
from semblant.semantics.measures import DEFAULT, Measure, depths, measure_named

Distances = NDArray[np.float32]

_BLOCK_BYTES = 1 << 20  # a block of rows that stays in the second-level cache
_TABLE_LIMIT = 1 << 22
MEMORY_LIMIT = 6 << 30
"""The largest matrix that is made, in bytes."""


@dataclass(frozen=True)
class _Span:
    """The part of the graph above some concepts, renumbered root first."""

    nodes: NDArray[np.int32]
    ptr: NDArray[np.int32]
    parents: NDArray[np.int32]
    ancestors: tuple[Any, Any, Any]  # start, above, steps

    @classmethod
    def above(cls, taxonomy: Taxonomy, concepts: NDArray[np.int64]) -> "_Span":
        from semblant.kernels.ancestry import ancestor_lists

        nodes = taxonomy.closure(concepts)
        nodes = nodes[np.argsort(taxonomy.depth[nodes], kind="stable")]
        here = np.full(len(taxonomy), -1, np.int32)
        here[nodes] = np.arange(len(nodes), dtype=np.int32)
        arrays = taxonomy.arrays
        parents = here[gather(arrays.parent_ptr, arrays.parents, nodes)]
        ptr = np.zeros(len(nodes) + 1, np.int32)
        np.cumsum(arrays.parent_ptr[nodes + 1] - arrays.parent_ptr[nodes], out=ptr[1:])
        return cls(nodes, ptr, parents, ancestor_lists(ptr, parents))

    def places(self, taxonomy: Taxonomy, concepts: NDArray[np.int64]) -> NDArray[np.int32]:
        here = np.full(len(taxonomy), -1, np.int32)
        here[self.nodes] = np.arange(len(self.nodes), dtype=np.int32)
        return here[concepts]


def candidates_by_values(
    taxonomy: Taxonomy, candidates: ArrayLike, values: ArrayLike, measure: str = "logsc", options: Source = DEFAULT
) -> Distances:
    """How far each candidate is from each value: the table D[candidate, value] of a column.

    Example:
        >>> pain = Taxonomy.from_edges([("ache", "pain"), ("colic", "pain")])
        >>> candidates_by_values(pain, [pain.index("pain")], [0, 1], "path").tolist()
        [[1.0, 1.0]]
    """
    rows, columns = np.asarray(candidates, np.int64), np.asarray(values, np.int64)
    _refuse_too_large(len(rows) * len(columns))
    out = np.empty((len(rows), len(columns)), np.float32)
    if out.size:
        _fill(taxonomy, rows, columns, measure_named(measure), options, out, half=False)
    return out


def pairwise(taxonomy: Taxonomy, concepts: ArrayLike, measure: str = "logsc", options: Source = DEFAULT) -> Distances:
    """All distances among some concepts, as a full matrix.

    Example:
        >>> pain = Taxonomy.from_edges([("ache", "pain"), ("colic", "pain")])
        >>> pairwise(pain, [0, 1, 2], "path").tolist()
        [[0.0, 2.0, 1.0], [2.0, 0.0, 1.0], [1.0, 1.0, 0.0]]
    """
    return candidates_by_values(taxonomy, concepts, concepts, measure, options)


def condensed(taxonomy: Taxonomy, concepts: ArrayLike, measure: str = "logsc", options: Source = DEFAULT) -> Distances:
    """The upper half of :func:`pairwise`, row after row without the diagonal (as SciPy's ``pdist``)."""
    values = np.asarray(concepts, np.int64)
    _refuse_too_large(len(values) * (len(values) - 1) // 2)
    out = np.empty(len(values) * (len(values) - 1) // 2, np.float32)
    if out.size:
        _fill(taxonomy, values, values, measure_named(measure), options, out, half=True)
    return out


def _refuse_too_large(cells: int) -> None:
    if cells * 4 > MEMORY_LIMIT:
        fits = int((MEMORY_LIMIT / 4) ** 0.5)
        raise CapacityError(
            f"A distance matrix of {cells:,} cells needs {cells * 4 / 1e9:.1f} GB; at most {MEMORY_LIMIT / 1e9:.1f} GB "
            f"are allowed, which is {fits:,} × {fits:,} concepts.",
            hints=["compare candidates with values in smaller blocks: semantics.matrix.candidates_by_values"],
        )


def _fill(
    taxonomy: Taxonomy,
    rows: NDArray[np.int64],
    columns: NDArray[np.int64],
    measure: Measure,
    options: Source,
    out: Distances,
    *,
    half: bool,
) -> None:
    if measure.walk == "none":
        same = rows[:, None] == columns[None, :]
        out[...] = (1.0 - same)[np.triu_indices(len(rows), 1)] if half else 1.0 - same
        return
    from semblant.kernels import ancestry

    span = _Span.above(taxonomy, np.concatenate([rows, columns]))
    row_nodes, column_nodes = span.places(taxonomy, rows), span.places(taxonomy, columns)
    keys, largest, run = _walk(taxonomy, span, column_nodes, measure, options)
    row_keys, column_keys = keys[row_nodes].astype(np.int64), keys[column_nodes].astype(np.int64)
    top_sum = int(row_keys.max() + column_keys.max())
    table = _table(measure, top_sum, largest)

    small = np.dtype(np.uint8 if largest < 250 else np.uint16 if largest < 65_000 else np.int32)
    width = int(min(len(columns), max(64, _BLOCK_BYTES // (len(span.nodes) * small.itemsize) // 64 * 64)))
    buffer = np.empty((len(span.nodes), width), small)
    below = ancestry.columns_below(column_nodes, *span.ancestors, len(span.nodes))
    cursor = below[0][:-1].copy()
    first = _first_column(below[0], below[1]) if half else None
    everything = np.ones(len(span.nodes), np.bool_)
    for c0 in range(0, len(columns), width):
        c1 = min(c0 + width, len(columns))
        wanted = everything if first is None else first < c1
        run(below, cursor, wanted, c0, c1, buffer)
        ancestry.advance(below[0], below[1], cursor, c1)
        if table is None:
            _by_formula(measure, row_nodes, row_keys, column_keys, c0, c1, buffer, out, half)
        elif half:
            ancestry.look_up_half(table, row_nodes, row_keys, c0, c1, buffer, out)
        else:
            ancestry.look_up(table, row_nodes, row_keys, column_keys, c0, c1, buffer, out)


def _first_column(begin: NDArray[np.int64], columns: NDArray[np.int32]) -> NDArray[np.int64]:
    """The first column below each node: rows that only later columns need can wait."""
    first = np.full(len(begin) - 1, np.iinfo(np.int64).max)
    some = begin[1:] > begin[:-1]
    first[some] = columns[begin[:-1][some]]
    return first


def _walk(
    taxonomy: Taxonomy, span: _Span, column_nodes: NDArray[np.int32], measure: Measure, options: Source
) -> tuple[NDArray[np.int32], int, Callable[..., None]]:
    """The key of every node, the greatest number a row can hold, and the pass that fills rows."""
    from semblant.kernels import ancestry

    start, above, _ = span.ancestors
    if measure.walk == "shared":
        sizes = np.diff(start).astype(np.int32)
        best, begin, extra = ancestry.lacking(span.ptr, span.parents, start, above)

        def shared(below: Sequence[Any], *rest: Any) -> None:
            ancestry.shared_block(best, begin, extra, below[0], below[1], *rest)

        return sizes, int(sizes.max()), shared
    if measure.walk == "deepest":
        depth, nothing = depths(taxonomy, options)
        keys = depth[span.nodes]

        def deepest(below: Sequence[Any], *rest: Any) -> None:
            ancestry.deepest_block(span.ptr, span.parents, keys, nothing, below[0], below[1], *rest)

        return keys, int(keys.max()), deepest
    over = taxonomy.shortest_depth[span.nodes][column_nodes].astype(np.int32) + 2
    longest = int(over.max() + taxonomy.shortest_depth[span.nodes].max()) + 2

    def path(below: Sequence[Any], *rest: Any) -> None:
        ancestry.path_block(span.ptr, span.parents, over, *below, *rest)

    return np.zeros(len(span.nodes), np.int32), longest, partial(path)


def _table(measure: Measure, top_sum: int, largest: int) -> Distances | None:
    """The formula for every (sum of keys, common), where that is small enough to keep at hand."""
    if (top_sum + 1) * (largest + 1) > _TABLE_LIMIT:
        return None
    total, common = np.arange(top_sum + 1.0)[:, None], np.arange(largest + 1.0)[None, :]
    with np.errstate(invalid="ignore", divide="ignore"):  # combinations that no two concepts can have
        cells = measure.distance(*np.broadcast_arrays(total, common))
    return np.ascontiguousarray(cells, np.float32)


def _by_formula(
    measure: Measure,
    row_nodes: NDArray[np.int32],
    row_keys: NDArray[np.int64],
    column_keys: NDArray[np.int64],
    c0: int,
    c1: int,
    buffer: NDArray[Any],
    out: Distances,
    half: bool,
) -> None:
    n = len(row_nodes)
    for r in range(n):
        common = buffer[row_nodes[r], : c1 - c0].astype(np.float64)
        line = measure.distance(row_keys[r] + column_keys[c0:c1].astype(np.float64), common)
        if half:
            begin = max(c0, r + 1)
            shift = r * n - r * (r + 1) // 2 - r - 1
            out[shift + begin : shift + max(c1, begin)] = line[begin - c0 :]
        else:
            out[r, c0:c1] = line
