"""A priori selection (APES): order candidate hierarchies by their loss, before anything is anonymised.

Reference: Ayala-Rivera et al. 2017, 3.2.
"""

from collections.abc import Iterable, Sequence
from typing import Any

from semblant.errors import PolicyError
from semblant.hierarchy.gsl import Score, score
from semblant.hierarchy.vgh import Hierarchy
from semblant.knowledge.taxonomy import Taxonomy


def ranked(hierarchies: Iterable[Hierarchy], taxonomy: Taxonomy, measure: str = "wu-palmer", **how: Any) -> list[Score]:
    """The scores of candidates, best first; of equals the one given first.

    Example:
        >>> jobs = Taxonomy.from_paths(["work/health/nurse", "work/health/doctor", "work/food/baker"])
        >>> fine = Hierarchy.of([("nurse", "health", "work"), ("doctor", "health", "work"), ("baker", "food", "work")])
        >>> odd = Hierarchy.of([("nurse", "food", "work"), ("doctor", "health", "work"), ("baker", "food", "work")])
        >>> [s.hierarchy is fine for s in ranked([odd, fine], jobs)]
        [True, False]
    """
    return sorted((score(h, taxonomy, measure, **how) for h in hierarchies), key=lambda s: s.score)


def best(hierarchies: Sequence[Hierarchy], taxonomy: Taxonomy, measure: str = "wu-palmer", **how: Any) -> Score:
    """The candidate to anonymise with."""
    if not hierarchies:
        raise PolicyError("There is no hierarchy to choose from.")
    return ranked(hierarchies, taxonomy, measure, **how)[0]
