"""Relations of concepts in the graph: for one pair, and for all pairs by one topological pass.

The pass covers only the part of the graph above the concepts, block of columns by block of columns.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from semblant.arrays import Ints, Ints32, bounds
from semblant.knowledge.graph import gather
from semblant.knowledge.taxonomy import Taxonomy
from semblant.policy.model import Source

_BLOCK_BYTES = 1 << 20  # a block of rows that stays in the second-level cache


@dataclass(frozen=True)
class Block:
    """The relation of all nodes with a range of columns: ``common[node, column - begin]``."""

    begin: int
    end: int
    common: NDArray[Any]


@dataclass(frozen=True)
class Span:
    """The graph above some concepts, renumbered root first, with rows and columns to compare."""

    nodes: Ints32
    ptr: Ints32
    parents: Ints32
    ancestors: tuple[Any, Any, Any]  # start, above, steps
    rows: Ints32
    columns: Ints32

    @classmethod
    def of(cls, taxonomy: Taxonomy, rows: Ints, columns: Ints) -> "Span":
        """Everything above these concepts."""
        from semblant.kernels.ancestry import ancestor_lists

        nodes = taxonomy.closure(np.concatenate([rows, columns]))
        nodes = nodes[np.argsort(taxonomy.depth[nodes], kind="stable")]
        here = np.full(len(taxonomy), -1, np.int32)
        here[nodes] = np.arange(len(nodes), dtype=np.int32)
        arrays = taxonomy.arrays
        parents = here[gather(arrays.parent_ptr, arrays.parents, nodes)]
        ptr = bounds(arrays.parent_ptr[nodes + 1] - arrays.parent_ptr[nodes]).astype(np.int32)
        return cls(nodes, ptr, parents, ancestor_lists(ptr, parents), here[rows], here[columns])


@dataclass(frozen=True)
class Pass:
    """One pass over a span: the key of every node, the greatest number in a row, and how rows are filled."""

    keys: Ints32
    largest: int
    fill: Callable[..., None]


@dataclass(frozen=True)
class Relation:
    """One relation of two concepts: a number for the pair, and the sum of their own keys."""

    pair: Callable[[Taxonomy, int, int, Source], tuple[int, int]]  # (sum of both keys, what is common)
    over: Callable[[Taxonomy, Span, Source], Pass]


def _shared_by_pair(taxonomy: Taxonomy, a: int, b: int, _: Source) -> tuple[int, int]:
    up_a, up_b = taxonomy.steps_up(a), taxonomy.steps_up(b)
    return len(up_a) + len(up_b), len(up_a.keys() & up_b.keys())


def _shared_over(_taxonomy: Taxonomy, span: Span, _: Source) -> Pass:
    from semblant.kernels import ancestry

    start, above, _steps = span.ancestors
    sizes = np.diff(start).astype(np.int32)
    best, begin, extra = ancestry.lacking(span.ptr, span.parents, start, above)

    def fill(below: Sequence[Any], *rest: Any) -> None:
        ancestry.shared_block(best, begin, extra, below[0], below[1], *rest)

    return Pass(sizes, int(sizes.max()), fill)


def _deepest_of_pair(taxonomy: Taxonomy, a: int, b: int, options: Source) -> tuple[int, int]:
    depth, nothing = depths(taxonomy, options)
    both = taxonomy.steps_up(a).keys() & taxonomy.steps_up(b).keys()
    return int(depth[a] + depth[b]), max((int(depth[c]) for c in both), default=nothing)


def _deepest_over(taxonomy: Taxonomy, span: Span, options: Source) -> Pass:
    depth, nothing = depths(taxonomy, options)
    return greatest(span, depth[span.nodes], nothing)


def _path_of_pair(taxonomy: Taxonomy, a: int, b: int, _: Source) -> tuple[int, int]:
    up_a, up_b = taxonomy.steps_up(a), taxonomy.steps_up(b)
    over = int(taxonomy.shortest_depth[a] + taxonomy.shortest_depth[b]) + 2  # across the virtual root
    return 0, min([over, *(up_a[c] + up_b[c] for c in up_a.keys() & up_b.keys())])


def _path_over(taxonomy: Taxonomy, span: Span, _: Source) -> Pass:
    from semblant.kernels import ancestry

    shortest = taxonomy.shortest_depth[span.nodes].astype(np.int32)
    over = shortest[span.columns] + 2

    def fill(below: Sequence[Any], *rest: Any) -> None:
        ancestry.path_block(span.ptr, span.parents, over, *below, *rest)

    return Pass(np.zeros(len(span.nodes), np.int32), int(over.max() + shortest.max()) + 2, fill)


SHARED = Relation(_shared_by_pair, _shared_over)
"""How many ancestors two concepts share; a concept's key is its own number of ancestors."""
DEEPEST = Relation(_deepest_of_pair, _deepest_over)
"""The depth of the deepest common ancestor; a concept's key is its own depth."""
PATH = Relation(_path_of_pair, _path_over)
"""The fewest edges up to a common ancestor and down again; keys are 0."""


def depths(taxonomy: Taxonomy, options: Source) -> tuple[Ints32, int]:
    """The depth of every concept, and of the virtual root, as the options count them."""
    edges = taxonomy.depth if options.depth == "longest" else taxonomy.shortest_depth
    nodes, root = options.counting == "nodes", options.root
    return edges + np.int32(nodes) + np.int32(root), int(nodes and root)


def greatest(span: Span, keys: Ints32, nothing: int) -> Pass:
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


def _first_column(begin: Ints, columns: Ints32) -> Ints:
    """The first column below each node: rows that only later columns need can wait."""
    first = np.full(len(begin) - 1, np.iinfo(np.int64).max)
    some = begin[1:] > begin[:-1]
    first[some] = columns[begin[:-1][some]]
    return first
