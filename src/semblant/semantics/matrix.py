"""All pairs at once: the distances of many concepts, as matrices."""

import numpy as np
from numpy.typing import ArrayLike

from semblant.arrays import Floats32
from semblant.errors import CapacityError
from semblant.knowledge.taxonomy import Taxonomy
from semblant.policy.model import Source
from semblant.semantics.measure import DEFAULT
from semblant.semantics.measures import measure_named

MEMORY_LIMIT = 6 << 30
"""The largest matrix that is made, in bytes."""


def candidates_by_values(
    taxonomy: Taxonomy, candidates: ArrayLike, values: ArrayLike, measure: str = "logsc", options: Source = DEFAULT
) -> Floats32:
    """How far each candidate is from each value: the table D[candidate, value] of a column.

    Example:
        >>> pain = Taxonomy.from_edges([("ache", "pain"), ("colic", "pain")])
        >>> candidates_by_values(pain, [pain.index("pain")], [0, 1], "path").tolist()
        [[1.0, 1.0]]
    """
    rows, columns = np.asarray(candidates, np.int64), np.asarray(values, np.int64)
    _refuse_too_large(len(rows) * len(columns))
    rule = measure_named(measure)
    if not len(rows) or not len(columns):
        return np.empty((len(rows), len(columns)), np.float32)
    return rule.distances(taxonomy, rows, columns, options)


def pairwise(taxonomy: Taxonomy, concepts: ArrayLike, measure: str = "logsc", options: Source = DEFAULT) -> Floats32:
    """All distances among some concepts, as a full matrix.

    Example:
        >>> pain = Taxonomy.from_edges([("ache", "pain"), ("colic", "pain")])
        >>> pairwise(pain, [0, 1, 2], "path").tolist()
        [[0.0, 2.0, 1.0], [2.0, 0.0, 1.0], [1.0, 1.0, 0.0]]
    """
    return candidates_by_values(taxonomy, concepts, concepts, measure, options)


def condensed(taxonomy: Taxonomy, concepts: ArrayLike, measure: str = "logsc", options: Source = DEFAULT) -> Floats32:
    """The upper half of :func:`pairwise`, row after row without the diagonal (as SciPy's ``pdist``)."""
    values = np.asarray(concepts, np.int64)
    _refuse_too_large(len(values) * (len(values) - 1) // 2)
    rule = measure_named(measure)
    return rule.condensed(taxonomy, values, options) if len(values) > 1 else np.empty(0, np.float32)


def _refuse_too_large(cells: int) -> None:
    if cells * 4 > MEMORY_LIMIT:
        fits = int((MEMORY_LIMIT / 4) ** 0.5)
        raise CapacityError(
            f"A distance matrix of {cells:,} cells needs {cells * 4 / 1e9:.1f} GB; at most {MEMORY_LIMIT / 1e9:.1f} GB "
            f"are allowed, which is {fits:,} × {fits:,} concepts.",
            hints=["compare candidates with values in smaller blocks: semantics.matrix.candidates_by_values"],
        )
