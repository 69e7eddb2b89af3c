"""Measures of the graph alone: how far apart two concepts lie, and how many ancestors they share.

Each is a formula of two small integers; for all pairs the formula becomes a lookup table.
"""

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from semblant.arrays import Floats, Floats32, Ints
from semblant.knowledge.taxonomy import Name, Taxonomy
from semblant.policy.model import Source
from semblant.semantics.measure import DEFAULT, Measure
from semblant.semantics.relations import DEEPEST, PATH, SHARED, Block, Relation, Span, blocks

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


def path(taxonomy: Taxonomy, a: Name, b: Name, options: Source = DEFAULT) -> float:
    """Distance of two concepts in edges: up to a common ancestor and down again.

    0 for the same concept, 1 for a concept and its parent; across several roots through the virtual root above them.

    Example:
        >>> jobs = Taxonomy.from_paths(["work/health/nurse", "work/health/doctor", "work/food/baker"])
        >>> path(jobs, "nurse", "doctor"), path(jobs, "nurse", "baker")
        (2.0, 4.0)

    Reference: Rada, Mili, Bicknell & Blettner, IEEE Transactions on Systems, Man and Cybernetics 19(1), 1989.
    """
    return _PATH.pair(taxonomy, a, b, options)


_PATH = Formula(PATH, lambda _, edges: edges)


def wu_palmer(taxonomy: Taxonomy, a: Name, b: Name, options: Source = DEFAULT) -> float:
    """Similarity of two concepts by the depth of their deepest common ancestor.

    1 for the same concept, towards 0 as they part higher up. The options say how depth is counted.

    Example:
        >>> jobs = Taxonomy.from_paths(["work/health/nurse", "work/health/doctor", "work/food/baker"])
        >>> wu_palmer(jobs, "nurse", "doctor"), wu_palmer(jobs, "nurse", "baker")
        (0.75, 0.5)

    Reference: Wu & Palmer, ACL 1994.
    """
    return 1.0 - _WU_PALMER.pair(taxonomy, a, b, options)


def _wu_palmer(depths: Floats, deepest: Floats) -> Floats:
    # counted by the shortest path, an ancestor may lie deeper than the concept itself: no less than 0
    return np.where(depths > 0, np.maximum(0.0, 1.0 - _guarded(2 * deepest, depths)), 0.0)


_WU_PALMER = Formula(DEEPEST, _wu_palmer)


def leacock_chodorow(taxonomy: Taxonomy, a: Name, b: Name, options: Source = DEFAULT) -> float:
    """Similarity of two concepts by the logarithm of their path, against the greatest depth of the taxonomy.

    ``-log((p + 1) / 2D)``, p the path in edges and D the greatest depth in nodes: log 2D for the same concept.

    Example:
        >>> jobs = Taxonomy.from_paths(["work/health/nurse", "work/health/doctor", "work/food/baker"])
        >>> [round(leacock_chodorow(jobs, "nurse", b), 4) for b in ("nurse", "doctor", "baker")]
        [1.7918, 0.6931, 0.1823]

    Reference: Leacock & Chodorow, in WordNet: An Electronic Lexical Database, MIT Press 1998.
    """
    return float(np.log(2.0 * taxonomy.greatest_depth)) - _LEACOCK_CHODOROW.pair(taxonomy, a, b, options)


_LEACOCK_CHODOROW = Formula(PATH, lambda _, edges: np.log(edges + 1.0))


def ratio(taxonomy: Taxonomy, a: Name, b: Name, options: Source = DEFAULT) -> float:
    """Distance of two concepts by their ancestors: those they do not share, over all ancestors of either.

    0 for the same concept, 1 where no ancestor is shared; a concept counts among its own ancestors.

    Example:
        >>> jobs = Taxonomy.from_paths(["work/health/nurse", "work/health/doctor", "work/food/baker"])
        >>> ratio(jobs, "nurse", "doctor"), ratio(jobs, "nurse", "baker")
        (0.5, 0.8)

    Reference: Batet, Erola, Sánchez & Castellà-Roca, Information Sciences 242, 2013, eq. 1.
    """
    return _RATIO.pair(taxonomy, a, b, options)


def _ratio(ancestors: Floats, shared: Floats) -> Floats:
    return _guarded(ancestors - 2 * shared, ancestors - shared)


_RATIO = Formula(SHARED, _ratio)


def logsc(taxonomy: Taxonomy, a: Name, b: Name, options: Source = DEFAULT) -> float:
    """Distance of two concepts by the logarithm of the ancestors they do not share: ``log2(1 + ratio)``.

    0 for the same concept, 1 where no ancestor is shared.

    Example:
        >>> jobs = Taxonomy.from_paths(["work/health/nurse", "work/health/doctor", "work/food/baker"])
        >>> round(logsc(jobs, "nurse", "doctor"), 4), round(logsc(jobs, "nurse", "baker"), 4)
        (0.585, 0.848)

    Reference: Sánchez, Batet, Isern & Valls, Expert Systems with Applications 39(9), 2012.
    """
    return _LOGSC.pair(taxonomy, a, b, options)


_LOGSC = Formula(SHARED, lambda ancestors, shared: np.log2(1.0 + _ratio(ancestors, shared)))


def equality(taxonomy: Taxonomy, a: Name, b: Name, _: Source = DEFAULT) -> float:
    """Similarity of two concepts that asks only whether they are the same: 1 if so, else 0.

    Example:
        >>> jobs = Taxonomy.from_paths(["work/health/nurse", "work/health/doctor", "work/food/baker"])
        >>> equality(jobs, "nurse", "nurse"), equality(jobs, "nurse", "doctor")
        (1.0, 0.0)

    Reference: none; the non-semantic baseline of the experiments.
    """
    return float(taxonomy.index(a) == taxonomy.index(b))


class _Equality(Measure):
    """Equality, without a look at the graph."""

    def farthest(self, taxonomy: Taxonomy | None, options: Source = DEFAULT) -> float:  # noqa: ARG002
        return 1.0

    def distance(self, taxonomy: Taxonomy, a: Name, b: Name, options: Source) -> float:
        return 1.0 - equality(taxonomy, a, b, options)

    def distances(self, taxonomy: Taxonomy, rows: Ints, columns: Ints, options: Source) -> Floats32:  # noqa: ARG002
        return np.asarray(rows[:, None] != columns[None, :], np.float32)


def _guarded(top: Floats, bottom: Floats) -> Floats:
    return np.divide(top, bottom, out=np.zeros(np.broadcast(top, bottom).shape), where=bottom > 0)


MEASURES: tuple[Measure, ...] = (
    Structural(
        "path",
        path,
        "Rada et al. 1989: edges up to a common ancestor and down again",
        _PATH,
        unbounded=lambda depth: 2.0 * depth,
        is_distance=True,
    ),
    Structural(
        "wu-palmer", wu_palmer, "Wu & Palmer 1994: depth of the deepest common ancestor over both depths", _WU_PALMER
    ),
    Structural(
        "leacock-chodorow",
        leacock_chodorow,
        "Leacock & Chodorow 1998: logarithm of the path in nodes over twice the greatest depth",
        _LEACOCK_CHODOROW,
        unbounded=lambda depth: float(np.log(2.0 * depth + 1.0)),  # across the virtual root
    ),
    Structural(
        "ratio",
        ratio,
        "Batet et al. 2013, eq. 1: differing ancestors over all ancestors of either",
        _RATIO,
        is_distance=True,
    ),
    Structural("logsc", logsc, "Sánchez et al. 2012: the logarithm of the ancestors ratio", _LOGSC, is_distance=True),
    _Equality("equality", equality, "the non-semantic baseline: same or not"),
)
