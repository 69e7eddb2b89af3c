"""Measures of shared information: what the most informative common ancestor says.

Information content of concepts comes from the structure of the taxonomy or from counts in a corpus.
"""

from functools import lru_cache
from pathlib import Path

import numpy as np

from semblant.arrays import Floats, Ints
from semblant.errors import KnowledgeError, PolicyError
from semblant.knowledge.taxonomy import Name, Taxonomy
from semblant.policy.model import Source
from semblant.semantics.measure import DEFAULT, Similarity, pair
from semblant.semantics.relations import Span, blocks, greatest


def information_content(taxonomy: Taxonomy, rule: str = "sanchez") -> Floats:
    """The information content of every concept.

    ``sanchez``: from leaves and ancestors (Sánchez et al. 2011); ``seco``: from descendants (Seco et al. 2004);
    ``counts``: from the counts that came with the source; a file name: counts of your own, ``concept,count`` lines.

    Example:
        >>> jobs = Taxonomy.from_paths(["work/health/nurse", "work/health/doctor", "work/food/baker"])
        >>> content = information_content(jobs)
        >>> bool(content[jobs.index("work")] < content[jobs.index("health")] < content[jobs.index("nurse")])
        True
    """
    return _content(taxonomy, rule)


@lru_cache(maxsize=8)
def _content(taxonomy: Taxonomy, rule: str) -> Floats:
    from semblant.kernels.ancestry import sums_below

    n = len(taxonomy)
    ptr, parents = taxonomy.arrays.parent_ptr, taxonomy.arrays.parents
    if rule == "seco":
        descendants, _ = sums_below(ptr, parents, np.ones(n))
        return np.asarray(1.0 - np.log(descendants) / np.log(max(n, 2)), np.float64)
    if rule == "sanchez":
        leaf = np.ones(n)
        leaf[parents] = 0.0
        leaves, ancestors = sums_below(ptr, parents, leaf)
        most = float(leaf.sum())
        leaves = np.where(leaf > 0, 0.0, leaves)  # a leaf has no leaves below it
        return np.asarray(np.log(most + 1.0) - np.log(leaves / ancestors + 1.0), np.float64)
    counts = taxonomy.arrays.counts if rule == "counts" else _counts_of(taxonomy, Path(rule))
    if counts is None:
        raise KnowledgeError(
            f"Knowledge {taxonomy.name!r} came without counts of how often its concepts are used.",
            hints=["set ic: sanchez | seco", "set ic: FILE with lines concept,count"],
        )
    seen, _ = sums_below(ptr, parents, counts + 1.0)  # one more each, so that nothing is infinitely surprising
    return np.asarray(-np.log(seen / float((counts + 1.0).sum())), np.float64)


def _counts_of(taxonomy: Taxonomy, path: Path) -> Floats:
    counts = np.zeros(len(taxonomy))
    try:
        lines = path.read_text("utf-8").splitlines()
    except OSError as error:
        raise PolicyError(f"The counts cannot be read: {error.strerror}.", where=path.name) from error
    except UnicodeDecodeError:
        raise PolicyError("The file of counts is not UTF-8 text.", where=path.name) from None
    for number, line in enumerate(lines, 1):
        name, _, count = line.rpartition(",")
        if not line.strip() or (number == 1 and not count.strip().replace(".", "").isdigit()):
            continue
        found = taxonomy.find(name)
        try:
            value = float(count)
        except ValueError:
            value = -1.0
        if found is None or not 0 <= value < np.inf:
            raise PolicyError("A line of counts is: concept,count.", where=f"{path.name}:{number}")
        counts[found] += value
    return counts


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
        "resnik", resnik, "Resnik 1995: information content of the most informative common ancestor", _resnik, _greatest
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
