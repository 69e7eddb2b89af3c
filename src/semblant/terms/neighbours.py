"""When the nearest values of a column speak for another sense than the one that such columns usually mean.

In most columns of jobs a painter paints houses. Beside a sculptor and a photographer it is an artist; a captain among
sergeants commands a company and no ship. Only near values can tell: that all are persons, or workers, says nothing.
"""

from collections.abc import Sequence
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from semblant.knowledge.taxonomy import Taxonomy
from semblant.terms.senses import ancestor_lists

TIMES = 3.0
"""How many times the evidence of the usual sense another one needs ..."""
LEAST = 0.05
"""... and its least mean over the other values, so that one neighbour among hundreds decides nothing."""
_SHARPNESS = 4  # the power of the similarity: near values count, distant ones hardly do
_BLOCK = 4096


class Neighbours:
    """How near the values of a column are to the senses of one of them.

    Example:
        >>> from semblant.knowledge.sources import load
        >>> wordnet = load("wordnet")
        >>> house, artist = wordnet.index("painter#2"), wordnet.index("painter#1")
        >>> def beside(*jobs):
        ...     return Neighbours(wordnet, [house, *map(wordnet.index, jobs)]).better([house, artist])
        >>> beside("sculptor", "photographer", "nurse"), beside("plumber", "photographer", "cook", "nurse")
        (1, 0)
    """

    def __init__(self, taxonomy: Taxonomy, concepts: Sequence[int]) -> None:
        self.taxonomy, self.content = taxonomy, information_content(taxonomy)
        self.concepts, self.counts = np.unique(np.asarray(concepts, np.int64), return_counts=True)
        self.begin, self.above = ancestor_lists(taxonomy, self.concepts)

    def better(self, senses: Sequence[int]) -> int:
        """The place of the sense that the other values clearly speak for; else the first, which was taken."""
        others = int(self.counts.sum()) - 1
        if len(senses) < 2 or others < 1:
            return 0
        evidence = self.evidence(senses)
        best = int(np.argmax(evidence))
        return best if evidence[best] > TIMES * evidence[0] and evidence[best] >= LEAST * others else 0

    def evidence(self, senses: Sequence[int]) -> NDArray[np.float64]:
        """For each sense the sum of its similarities (Lin 1998) to the values other than the one in question."""
        counts = self.counts - (self.concepts == senses[0])
        told = np.zeros(len(senses))
        for i, sense in enumerate(senses):
            _, own = ancestor_lists(self.taxonomy, np.array([sense], np.int64))
            shared = np.zeros(len(self.taxonomy))
            shared[own] = self.content[own]
            common = np.maximum.reduceat(shared[self.above], self.begin[:-1])
            alike = 2 * common / np.maximum(self.content[sense] + self.content[self.concepts], 1e-9)
            told[i] = float((alike**_SHARPNESS) @ counts)
        return told


def generality(taxonomy: Taxonomy, concept: int) -> float:
    """How general a concept is: 0 for a leaf, 1 for the root of everything."""
    return 1.0 - float(information_content(taxonomy)[concept])


@lru_cache(maxsize=8)
def information_content(taxonomy: Taxonomy) -> NDArray[np.float64]:
    """The information content of every concept, by how many lie below it (Seco et al. 2004); compiles nothing."""
    size = len(taxonomy)
    below = np.zeros(size, np.int64)
    for start in range(0, size, _BLOCK):
        _, above = ancestor_lists(taxonomy, np.arange(start, min(start + _BLOCK, size)))
        below += np.bincount(above, minlength=size)
    return np.asarray(1.0 - np.log(below) / np.log(max(size, 2)), np.float64)
