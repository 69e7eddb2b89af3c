"""Information content of concepts, from the structure of the taxonomy or from counts in a corpus."""

from functools import lru_cache
from pathlib import Path

import numpy as np

from semblant.arrays import Floats
from semblant.errors import KnowledgeError, PolicyError
from semblant.knowledge.taxonomy import Taxonomy


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
    from semblant.kernels.below import sums_below

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
    for number, line in enumerate(lines, 1):
        name, _, count = line.rpartition(",")
        if not line.strip() or (number == 1 and not count.strip().replace(".", "").isdigit()):
            continue
        found = taxonomy.find(name)
        try:
            value = float(count)
        except ValueError:
            value = -1.0
        if found is None or value < 0:
            raise PolicyError("A line of counts is: concept,count.", where=f"{path.name}:{number}")
        counts[found] += value
    return counts
