"""Measures that are a formula of two small integers; for all pairs the formula becomes a lookup table."""

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from semblant.arrays import Floats, Floats32, Ints
from semblant.knowledge.taxonomy import Name, Taxonomy
from semblant.policy.model import Source
from semblant.semantics.measure import DEFAULT, Measure
from semblant.semantics.relations import Block, Relation, Span, blocks

_TABLE_LIMIT = 1 << 22


@dataclass(frozen=True)
class Formula:
    """A distance from the sum of two concepts' keys and what they have in common; 0 is the same."""

    relation: Relation
    value: Callable[[Floats, Floats], Floats]  # (sum of both keys, what is common) -> distance

    def pair(self, taxonomy: Taxonomy, a: Name, b: Name, options: Source) -> float:
        """Return the distance of two concepts."""
        total, common = self.relation.pair(taxonomy, taxonomy.index(a), taxonomy.index(b), options)
        return float(self.value(np.array(float(total)), np.array(float(common))))

    def fill(
        self, taxonomy: Taxonomy, rows: Ints, columns: Ints, options: Source, out: Floats32, *, half: bool
    ) -> Floats32:
        """Write all distances between two lists of concepts into ``out``, or the condensed upper half of them."""
        from semblant.kernels import ancestry

        span = Span.of(taxonomy, rows, columns)
        made = self.relation.over(taxonomy, span, options)
        row_keys, column_keys = made.keys[span.rows].astype(np.int64), made.keys[span.columns].astype(np.int64)
        table = self._table(int(row_keys.max() + column_keys.max()), made.largest)
        for block in blocks(span, made, half=half):
            if table is None:
                self._without_table(span, row_keys, column_keys, block, out, half)
            elif half:
                ancestry.look_up_half(table, span.rows, row_keys, block.begin, block.end, block.common, out)
            else:
                ancestry.look_up(table, span.rows, row_keys, column_keys, block.begin, block.end, block.common, out)
        return out

    def _table(self, top_sum: int, largest: int) -> Floats32 | None:
        """Tabulate the formula for every (sum of keys, common), where that is small enough to keep in memory."""
        if (top_sum + 1) * (largest + 1) > _TABLE_LIMIT:
            return None
        total, common = np.arange(top_sum + 1.0)[:, None], np.arange(largest + 1.0)[None, :]
        with np.errstate(invalid="ignore", divide="ignore"):  # combinations that no two concepts can have
            cells = self.value(*np.broadcast_arrays(total, common))
        return np.ascontiguousarray(cells, np.float32)

    def _without_table(
        self, span: Span, row_keys: Ints, column_keys: Ints, block: Block, out: Floats32, half: bool
    ) -> None:
        """Fill a block row by row, for concepts with thousands of ancestors."""
        n, begin, end = len(span.rows), block.begin, block.end
        for r in range(n):
            common = block.common[span.rows[r], : end - begin].astype(np.float64)
            line = self.value(row_keys[r] + column_keys[begin:end].astype(np.float64), common)
            if half:
                first = max(begin, r + 1)
                shift = r * n - r * (r + 1) // 2 - r - 1
                out[shift + first : shift + max(end, first)] = line[first - begin :]
            else:
                out[r, begin:end] = line


@dataclass(frozen=True)
class Structural(Measure):
    """A measure of the graph alone, by its formula."""

    formula: Formula
    unbounded: Callable[[int], float] | None = None  # from the greatest depth D to the farthest; absent: it is 1

    def farthest(self, taxonomy: Taxonomy | None, options: Source = DEFAULT) -> float:  # noqa: ARG002
        """Return the distance of concepts with nothing in common."""
        depth = taxonomy.greatest_depth if taxonomy is not None else 1
        return 1.0 if self.unbounded is None else self.unbounded(depth)

    def distance(self, taxonomy: Taxonomy, a: Name, b: Name, options: Source) -> float:
        """Return the distance of two concepts; 0 is the same."""
        return self.formula.pair(taxonomy, a, b, options)

    def distances(self, taxonomy: Taxonomy, rows: Ints, columns: Ints, options: Source) -> Floats32:
        """Return all distances between two lists of concepts."""
        out = np.empty((len(rows), len(columns)), np.float32)
        return self.formula.fill(taxonomy, rows, columns, options, out, half=False)

    def condensed(self, taxonomy: Taxonomy, concepts: Ints, options: Source) -> Floats32:
        """Return the upper half of all distances among some concepts, without making the lower one."""
        out = np.empty(len(concepts) * (len(concepts) - 1) // 2, np.float32)
        return self.formula.fill(taxonomy, concepts, concepts, options, out, half=True)
