"""Measures of shared information: what the most informative common ancestor says."""

import numpy as np

from semblant.knowledge.taxonomy import Taxonomy
from semblant.policy.model import Source
from semblant.semantics.content import information_content
from semblant.semantics.measure import Concepts, Numbers, Tabular
from semblant.semantics.walks import Span, blocks, greatest


def _shared(taxonomy: Taxonomy, rows: Concepts, columns: Concepts, options: Source) -> tuple[Numbers, Numbers, Numbers]:
    """IC of the most informative common ancestor of every pair, and of each side; 0 under the virtual root."""
    content = information_content(taxonomy, options.ic)
    span = Span.of(taxonomy, rows, columns)
    levels, rank = np.unique(content[span.nodes], return_inverse=True)
    told = np.concatenate([[0.0], levels])
    made = greatest(span, (rank + 1).astype(np.int32), 0)
    out = np.empty((len(rows), len(columns)))
    for block in blocks(span, made):
        width = block.end - block.begin
        out[:, block.begin : block.end] = told[block.common[span.rows, :width]]
    return out, content[rows][:, None], content[columns][None, :]


def _most(taxonomy: Taxonomy, options: Source) -> float:
    return float(information_content(taxonomy, options.ic).max())


def _resnik(taxonomy: Taxonomy, rows: Concepts, columns: Concepts, options: Source) -> Numbers:
    return _shared(taxonomy, rows, columns, options)[0]


def _lin(taxonomy: Taxonomy, rows: Concepts, columns: Concepts, options: Source) -> Numbers:
    common, a, b = _shared(taxonomy, rows, columns, options)
    both = a + b
    return np.where(both > 0, 2 * common / np.where(both > 0, both, 1.0), 1.0)


def _jiang_conrath(taxonomy: Taxonomy, rows: Concepts, columns: Concepts, options: Source) -> Numbers:
    common, a, b = _shared(taxonomy, rows, columns, options)
    return np.asarray(2 * _most(taxonomy, options) - (a + b - 2 * common), np.float64)


RESNIK = Tabular("resnik", "Resnik 1995: information content of the most informative common ancestor", _resnik, _most)
LIN = Tabular("lin", "Lin 1998: shared information over both concepts' own", _lin)
JIANG_CONRATH = Tabular(
    "jiang-conrath",
    "Jiang & Conrath 1997: the information the two do not share",
    _jiang_conrath,
    lambda taxonomy, options: 2 * _most(taxonomy, options),
)
