"""The topological pass over the part of the graph that some concepts span, block of columns by block of columns."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from semblant.knowledge.graph import gather
from semblant.knowledge.taxonomy import Taxonomy
from semblant.policy.model import Source
from semblant.semantics.measure import Concepts, Walk, depths

_BLOCK_BYTES = 1 << 20  # a block of rows that stays in the second-level cache


@dataclass(frozen=True)
class Block:
    """What rows and a run of columns have in common: ``common[node, column - begin]``."""

    begin: int
    end: int
    common: NDArray[Any]


@dataclass(frozen=True)
class Span:
    """The graph above some concepts, renumbered root first, with rows and columns to compare."""

    nodes: NDArray[np.int32]
    ptr: NDArray[np.int32]
    parents: NDArray[np.int32]
    ancestors: tuple[Any, Any, Any]  # start, above, steps
    rows: NDArray[np.int32]
    columns: NDArray[np.int32]

    @classmethod
    def of(cls, taxonomy: Taxonomy, rows: Concepts, columns: Concepts) -> "Span":
        """Everything above these concepts."""
        from semblant.kernels.ancestry import ancestor_lists

        nodes = taxonomy.closure(np.concatenate([rows, columns]))
        nodes = nodes[np.argsort(taxonomy.depth[nodes], kind="stable")]
        here = np.full(len(taxonomy), -1, np.int32)
        here[nodes] = np.arange(len(nodes), dtype=np.int32)
        arrays = taxonomy.arrays
        parents = here[gather(arrays.parent_ptr, arrays.parents, nodes)]
        ptr = np.zeros(len(nodes) + 1, np.int32)
        np.cumsum(arrays.parent_ptr[nodes + 1] - arrays.parent_ptr[nodes], out=ptr[1:])
        return cls(nodes, ptr, parents, ancestor_lists(ptr, parents), here[rows], here[columns])


@dataclass(frozen=True)
class Pass:
    """One kind of walk over a span: the key of every node, the greatest number in a row, and how rows are filled."""

    keys: NDArray[np.int32]
    largest: int
    fill: Callable[..., None]


def walk(taxonomy: Taxonomy, span: Span, kind: Walk, options: Source) -> Pass:
    """The pass behind a structural measure."""
    from semblant.kernels import ancestry

    start, above, _ = span.ancestors
    if kind == "shared":
        sizes = np.diff(start).astype(np.int32)
        best, begin, extra = ancestry.lacking(span.ptr, span.parents, start, above)

        def shared(below: Sequence[Any], *rest: Any) -> None:
            ancestry.shared_block(best, begin, extra, below[0], below[1], *rest)

        return Pass(sizes, int(sizes.max()), shared)
    if kind == "deepest":
        depth, nothing = depths(taxonomy, options)
        return greatest(span, depth[span.nodes], nothing)
    shortest = taxonomy.shortest_depth[span.nodes].astype(np.int32)
    over = shortest[span.columns] + 2

    def path(below: Sequence[Any], *rest: Any) -> None:
        ancestry.path_block(span.ptr, span.parents, over, *below, *rest)

    return Pass(np.zeros(len(span.nodes), np.int32), int(over.max() + shortest.max()) + 2, path)


def greatest(span: Span, keys: NDArray[np.int32], nothing: int) -> Pass:
    """The pass that finds the greatest key of a common ancestor."""
    from semblant.kernels import ancestry

    def fill(below: Sequence[Any], *rest: Any) -> None:
        ancestry.deepest_block(span.ptr, span.parents, keys, nothing, below[0], below[1], *rest)

    return Pass(keys, max(int(keys.max()), nothing), fill)


def blocks(span: Span, made: Pass, *, half: bool = False) -> Iterator[Block]:
    """Run a pass; with ``half`` only rows before a block's last column are filled."""
    from semblant.kernels import ancestry

    small = np.dtype(np.uint8 if made.largest < 250 else np.uint16 if made.largest < 65_000 else np.int32)
    total = len(span.columns)
    width = int(min(total, max(64, _BLOCK_BYTES // (len(span.nodes) * small.itemsize) // 64 * 64)))
    common = np.empty((len(span.nodes), width), small)
    below = ancestry.columns_below(span.columns, *span.ancestors, len(span.nodes))
    cursor = below[0][:-1].copy()
    first = _first_column(below[0], below[1]) if half else np.zeros(len(span.nodes), np.int64)
    for begin in range(0, total, width):
        end = min(begin + width, total)
        made.fill(below, cursor, first < end, begin, end, common)
        ancestry.advance(below[0], below[1], cursor, end)
        yield Block(begin, end, common)


def _first_column(begin: NDArray[np.int64], columns: NDArray[np.int32]) -> NDArray[np.int64]:
    """The first column below each node: rows that only later columns need can wait."""
    first = np.full(len(begin) - 1, np.iinfo(np.int64).max)
    some = begin[1:] > begin[:-1]
    first[some] = columns[begin[:-1][some]]
    return first
