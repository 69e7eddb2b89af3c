"""All pairs at once: distances of many concepts by one topological pass over the part of the graph they span."""

import numpy as np
from numpy.typing import ArrayLike, NDArray

from semblant.errors import CapacityError
from semblant.knowledge.taxonomy import Taxonomy
from semblant.policy.model import Source
from semblant.semantics.measure import DEFAULT, Concepts, Structural, Tabular
from semblant.semantics.measures import measure_named
from semblant.semantics.walks import Block, Span, blocks, walk

Distances = NDArray[np.float32]

_TABLE_LIMIT = 1 << 22
_ROWS_AT_ONCE = 1 << 22  # cells that a measure without a compiled pass works on at a time
MEMORY_LIMIT = 6 << 30
"""The largest matrix that is made, in bytes."""


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
    rule = measure_named(measure)
    if not out.size:
        return out
    if isinstance(rule, Tabular):
        step = max(1, _ROWS_AT_ONCE // len(columns))
        for at in range(0, len(rows), step):
            out[at : at + step] = rule.distances(taxonomy, rows[at : at + step], columns, options)
    elif rule.walk == "none":
        np.not_equal(rows[:, None], columns[None, :], out=out, casting="unsafe")
    else:
        _fill(taxonomy, rows, columns, rule, options, out, half=False)
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
    n = len(values)
    _refuse_too_large(n * (n - 1) // 2)
    rule = measure_named(measure)
    if n < 2 or isinstance(rule, Tabular) or rule.walk == "none":
        return pairwise(taxonomy, values, measure, options)[np.triu_indices(n, 1)]
    out = np.empty(n * (n - 1) // 2, np.float32)
    _fill(taxonomy, values, values, rule, options, out, half=True)
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
    rows: Concepts,
    columns: Concepts,
    measure: Structural,
    options: Source,
    out: Distances,
    *,
    half: bool,
) -> None:
    from semblant.kernels import ancestry

    span = Span.of(taxonomy, rows, columns)
    made = walk(taxonomy, span, measure.walk, options)
    row_keys, column_keys = made.keys[span.rows].astype(np.int64), made.keys[span.columns].astype(np.int64)
    table = _table(measure, int(row_keys.max() + column_keys.max()), made.largest)
    for block in blocks(span, made, half=half):
        if table is None:
            _by_formula(measure, span, row_keys, column_keys, block, out, half)
        elif half:
            ancestry.look_up_half(table, span.rows, row_keys, block.begin, block.end, block.common, out)
        else:
            ancestry.look_up(table, span.rows, row_keys, column_keys, block.begin, block.end, block.common, out)


def _table(measure: Structural, top_sum: int, largest: int) -> Distances | None:
    """The formula for every (sum of keys, common), where that is small enough to keep at hand."""
    if (top_sum + 1) * (largest + 1) > _TABLE_LIMIT:
        return None
    total, common = np.arange(top_sum + 1.0)[:, None], np.arange(largest + 1.0)[None, :]
    with np.errstate(invalid="ignore", divide="ignore"):  # combinations that no two concepts can have
        cells = measure.distance(*np.broadcast_arrays(total, common))
    return np.ascontiguousarray(cells, np.float32)


def _by_formula(
    measure: Structural,
    span: Span,
    row_keys: NDArray[np.int64],
    column_keys: NDArray[np.int64],
    block: Block,
    out: Distances,
    half: bool,
) -> None:
    """As the table does, for concepts with thousands of ancestors."""
    n, begin, end = len(span.rows), block.begin, block.end
    for r in range(n):
        common = block.common[span.rows[r], : end - begin].astype(np.float64)
        line = measure.distance(row_keys[r] + column_keys[begin:end].astype(np.float64), common)
        if half:
            first = max(begin, r + 1)
            shift = r * n - r * (r + 1) // 2 - r - 1
            out[shift + first : shift + max(end, first)] = line[first - begin :]
        else:
            out[r, begin:end] = line
