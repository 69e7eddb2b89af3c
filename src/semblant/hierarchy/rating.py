"""Rating a hierarchy: its score compared with that of the hierarchy built from the vocabulary.

The bounds come from an experiment (``python -m bench hierarchy``; described in docs/hierarchies.md). Data were
generalised with thousands of hierarchies, from the minimal taxonomy of the values to bad ones. Of those with up to 1.6
times the score of the built one, whose levels are even, half lost about as much as it; of those up to 2 half lost up to
two thirds more; of those beyond half lost well over half as much again, mostly twice or more. The score alone means
little, because columns differ in how much they can lose.
"""

from functools import lru_cache
from typing import Literal

from semblant.hierarchy.build import build
from semblant.hierarchy.gsl import BY_PLACE, Score, level_losses, score, scored
from semblant.hierarchy.intervals import date_hierarchy, number_hierarchy
from semblant.hierarchy.meaning import MappedHierarchy, mapped_as
from semblant.knowledge.taxonomy import Taxonomy
from semblant.space.rulers import NUMBER

Rating = Literal["good", "moderate", "poor"]

GOOD = 1.6
POOR = 2.0


def rate(ratio: float) -> Rating:
    """The rating of a score, given its ratio to the built hierarchy's score.

    Example:
        >>> rate(0.9), rate(1.8), rate(3.0)
        ('good', 'moderate', 'poor')
    """
    return "good" if ratio <= GOOD else "moderate" if ratio <= POOR else "poor"


def against_built(given: Score) -> float:
    """The ratio to the built hierarchy's score, always by averages with uniform weights."""
    own = float(level_losses(given.losses).mean())
    mapped = given.mapped
    leaves = tuple(mapped.hierarchy.leaves[i] for i in mapped.mapped_leaves)
    if given.measure == BY_PLACE:
        built = _built_by_place(leaves)
    else:
        built = _built(mapped.taxonomy, leaves, tuple(mapped.paths[0].tolist()), given.measure)
    if built == 0.0:
        return 1.0 if own == 0.0 else float("inf")
    return own / built


@lru_cache(maxsize=64)
def _built(taxonomy: Taxonomy, leaves: tuple[str, ...], concepts: tuple[int, ...], measure: str) -> float:
    return scored(ideal(taxonomy, leaves, concepts), measure).score


@lru_cache(maxsize=64)
def _built_by_place(leaves: tuple[str, ...]) -> float:
    numbers = all(NUMBER.fullmatch(leaf) for leaf in leaves)
    hierarchy = number_hierarchy(leaves) if numbers else date_hierarchy(leaves)
    return score(hierarchy, hierarchy.taxonomy).score


def ideal(taxonomy: Taxonomy, leaves: tuple[str, ...], concepts: tuple[int, ...]) -> MappedHierarchy:
    """The hierarchy that the vocabulary gives for some values, mapped."""
    return mapped_as(build(leaves, taxonomy, concepts=concepts), taxonomy, dict(zip(leaves, concepts, strict=True)))
