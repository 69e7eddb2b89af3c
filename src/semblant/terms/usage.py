"""The usual sense of a word: the one below which the taxonomy itself has many compounds with that word.

WordNet's first *battery* is a group of guns. But below the source of current it has *storage battery*, *solar battery*
and eleven more, below the guns none: that sense is in use, whatever the old texts suggest by which the senses were
ordered.
"""

from collections.abc import Iterable, Sequence
from functools import cached_property, lru_cache

import numpy as np

from semblant.terms.lexicon import Lexicon

TIMES = 5
"""How many times the compounds of the first sense (plus one) another sense must have to come before it."""


SETTLED = frozenset(
    """agent aspect band bit capital case charge civilization college control dance day drink edge failure family
    fraction front god interaction interest judgment line matter mood movement note order powder practice press process
    program range routine sale shape shot sign test time way""".split()  # noqa: SIM905
)
"""Words whose first sense the corpus of WordNet confirms, whatever their compounds: a *family* is people, though more
families of plants have names. Made by ``scripts/list_words.py``, by its rule alone.
"""


class Usage:
    """Counts the compounds of a word below each of its senses.

    Example:
        >>> from semblant.knowledge.taxonomy import Taxonomy
        >>> cells = [(f"{kind} battery", "battery-2") for kind in ("dry", "wet", "solar", "storage", "flow")]
        >>> power = Taxonomy.from_edges(
        ...     [("battery-1", "guns"), ("battery-2", "source"), *cells],
        ...     terms={"battery-1": ["battery"], "battery-2": ["battery"]})
        >>> Usage(Lexicon(power)).usual(["battery"], power.senses("battery"))
        1
    """

    def __init__(self, lexicon: Lexicon) -> None:
        self.lexicon = lexicon
        self.compounds = lru_cache(maxsize=1 << 16)(self._compounds)

    def usual(self, words: Iterable[str], senses: Sequence[int]) -> int:
        """The place of the usual sense: the first, unless another has far more compounds that end with the word.

        ``words`` are the forms the word may have, as it is written and its singulars.
        """
        words = list(words)
        if self.lexicon.is_dictionary and not SETTLED.isdisjoint(words):
            return 0
        counts = [self.compounds(word) for word in words]
        alive = [max((found.get(sense, 0) for found in counts), default=0) for sense in senses]
        most = max(alive, default=0)
        return alive.index(most) if alive and most >= TIMES * (alive[0] + 1) else 0

    def _compounds(self, head: str) -> dict[int, int]:
        """How many compounds of a word lie below each of its senses; one below several counts for the deepest."""
        senses, depth = set(self.lexicon.senses(head)), self.lexicon.taxonomy.depth
        below: dict[int, int] = {}
        if len(senses) > 1:
            for concept in self._ending(head):
                above = senses.intersection(self.lexicon.taxonomy.steps_up(concept))
                if above:
                    nearest = min(above, key=lambda sense: (-int(depth[sense]), sense))
                    below[nearest] = below.get(nearest, 0) + 1
        return below

    def _ending(self, head: str) -> set[int]:
        """The concepts with a name of several words that ends with this one."""
        arrays = self.lexicon.taxonomy.arrays
        terms = self._by_head.get(head.encode("utf-8", "surrogatepass"), ())
        return {int(c) for i in terms for c in arrays.senses[arrays.key_ptr[i] : arrays.key_ptr[i + 1]]}

    @cached_property
    def _by_head(self) -> dict[bytes, list[int]]:
        """The places of the terms of several words, by the last of them."""
        keys = self.lexicon.taxonomy.arrays.keys
        blob, ends = keys.blob.tobytes(), keys.offsets[1:]
        spaces = np.flatnonzero(keys.blob == ord(" "))
        last = np.searchsorted(spaces, ends) - 1  # of each term, if it has one
        several = np.flatnonzero((last >= 0) & (spaces[last] > keys.offsets[:-1])) if spaces.size else last[:0]
        heads = zip(several.tolist(), (spaces[last[several]] + 1).tolist(), ends[several].tolist(), strict=True)
        found: dict[bytes, list[int]] = {}
        for i, start, end in heads:
            found.setdefault(blob[start:end], []).append(i)
        return found
