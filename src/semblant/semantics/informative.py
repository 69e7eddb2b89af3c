"""Measures of shared information: what the most informative common ancestor says."""

import numpy as np

from semblant.arrays import Floats, Ints
from semblant.knowledge.taxonomy import Name, Taxonomy
from semblant.policy.model import Source
from semblant.semantics.content import information_content
from semblant.semantics.measure import DEFAULT, Similarity, pair
from semblant.semantics.relations import Span, blocks, greatest


def resnik(taxonomy: Taxonomy, a: Name, b: Name, options: Source = DEFAULT) -> float:
    """Similarity of two concepts: the information content (IC) of their most informative common ancestor.

    From 0 where only the root is shared up to the greatest IC. A concept is as similar to itself as its IC says. The
    options say where IC comes from.

    Example:
        >>> jobs = Taxonomy.from_paths(["work/health/nurse", "work/health/doctor", "work/food/baker"])
        >>> [round(resnik(jobs, "nurse", b), 4) for b in ("nurse", "doctor", "baker")]
        [1.3863, 0.6931, 0.0]

    Reference: Resnik, IJCAI 1995.
    """
    return pair(_resnik, taxonomy, a, b, options)


def _resnik(taxonomy: Taxonomy, rows: Ints, columns: Ints, options: Source) -> Floats:
    return _shared(taxonomy, rows, columns, options)[0]


def lin(taxonomy: Taxonomy, a: Name, b: Name, options: Source = DEFAULT) -> float:
    """Similarity of two concepts: the information they share over the information of both.

    1 for the same concept, 0 where only the root is shared. The options say where information content comes from.

    Example:
        >>> jobs = Taxonomy.from_paths(["work/health/nurse", "work/health/doctor", "work/food/baker"])
        >>> [round(lin(jobs, "nurse", b), 4) for b in ("nurse", "doctor", "baker")]
        [1.0, 0.5, 0.0]

    Reference: Lin, ICML 1998.
    """
    return pair(_lin, taxonomy, a, b, options)


def _lin(taxonomy: Taxonomy, rows: Ints, columns: Ints, options: Source) -> Floats:
    common, a, b = _shared(taxonomy, rows, columns, options)
    both = a + b
    return np.where(both > 0, 2 * common / np.where(both > 0, both, 1.0), 1.0)


def jiang_conrath(taxonomy: Taxonomy, a: Name, b: Name, options: Source = DEFAULT) -> float:
    """Similarity of two concepts: the greatest distance less the information that they do not share.

    The paper gives the distance, ``IC(a) + IC(b) - 2 IC(common ancestor)``; the greatest one possible is twice the
    greatest information content (IC). The options say where IC comes from.

    Example:
        >>> jobs = Taxonomy.from_paths(["work/health/nurse", "work/health/doctor", "work/food/baker"])
        >>> [round(jiang_conrath(jobs, "nurse", b), 4) for b in ("nurse", "doctor", "baker")]
        [2.7726, 1.3863, 0.0]

    Reference: Jiang & Conrath, ROCLING 1997.
    """
    return pair(_jiang_conrath, taxonomy, a, b, options)


def _jiang_conrath(taxonomy: Taxonomy, rows: Ints, columns: Ints, options: Source) -> Floats:
    common, a, b = _shared(taxonomy, rows, columns, options)
    return np.asarray(2 * _greatest(taxonomy, options) - (a + b - 2 * common), np.float64)


def _shared(taxonomy: Taxonomy, rows: Ints, columns: Ints, options: Source) -> tuple[Floats, Floats, Floats]:
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


def _greatest(taxonomy: Taxonomy, options: Source) -> float:
    return float(information_content(taxonomy, options.ic).max())


MEASURES = (
    Similarity(
        "resnik",
        resnik,
        "Resnik 1995: information content of the most informative common ancestor",
        _resnik,
        _greatest,
    ),
    Similarity("lin", lin, "Lin 1998: shared information over both concepts' own", _lin),
    Similarity(
        "jiang-conrath",
        jiang_conrath,
        "Jiang & Conrath 1997: the information the two do not share",
        _jiang_conrath,
        lambda taxonomy, options: 2 * _greatest(taxonomy, options),
    ),
)
