"""All measures by name, and the distance and similarity of a pair."""

import numpy as np

from semblant.errors import PolicyError
from semblant.knowledge.taxonomy import Concept, Taxonomy
from semblant.policy.model import Source
from semblant.semantics import features
from semblant.semantics.informative import JIANG_CONRATH, LIN, RESNIK
from semblant.semantics.measure import (
    DEFAULT,
    EQUALITY,
    LEACOCK_CHODOROW,
    LOGSC,
    PATH,
    RATIO,
    WU_PALMER,
    Measure,
    Structural,
    Tabular,
    Walk,
    depths,
)

Name = str | int | Concept

REGISTRY: dict[str, Measure] = {
    measure.name: measure
    for measure in (
        PATH,
        WU_PALMER,
        LEACOCK_CHODOROW,
        RATIO,
        LOGSC,
        Tabular("tversky", "Tversky 1977: shared ancestors against those each has alone", features.tversky),
        Tabular("rodriguez", "Rodríguez & Egenhofer 2003: synonyms, features and neighbours", features.rodriguez),
        Tabular(
            "x-similarity", "Petrakis et al. 2006: synonyms, else neighbourhoods or glosses", features.x_similarity
        ),
        RESNIK,
        LIN,
        JIANG_CONRATH,
        EQUALITY,
        Tabular("edit", "Levenshtein 1966: edits between labels over the longer one", features.edit),
    )
}


def measure_named(name: str) -> Measure:
    """The measure of this name, or an error that lists those there are."""
    if name not in REGISTRY:
        raise PolicyError(f"The measure {name!r} is not available. There are: {', '.join(REGISTRY)}.")
    return REGISTRY[name]


def distance(taxonomy: Taxonomy, a: Name, b: Name, measure: str = "logsc", options: Source = DEFAULT) -> float:
    """How far apart two concepts are; 0 is the same.

    Example:
        >>> jobs = Taxonomy.from_paths(["work/health/nurse", "work/health/doctor", "work/food/baker"])
        >>> distance(jobs, "nurse", "doctor", "path"), distance(jobs, "nurse", "baker", "path")
        (2.0, 4.0)
    """
    rule, i, j = measure_named(measure), taxonomy.index(a), taxonomy.index(b)
    if isinstance(rule, Tabular):
        return float(rule.distances(taxonomy, np.array([i]), np.array([j]), options)[0, 0])
    total, common = _in_common(taxonomy, i, j, rule.walk, options)
    return float(rule.distance(np.array(float(total)), np.array(float(common))))


def similarity(taxonomy: Taxonomy, a: Name, b: Name, measure: str = "logsc", options: Source = DEFAULT) -> float:
    """How alike two concepts are, on the scale of the measure's paper.

    Example:
        >>> jobs = Taxonomy.from_paths(["work/health/nurse", "work/health/doctor", "work/food/baker"])
        >>> similarity(jobs, "nurse", "doctor", "wu-palmer")
        0.75
    """
    rule = measure_named(measure)
    if isinstance(rule, Structural):
        return rule.similarity(taxonomy, distance(taxonomy, a, b, measure, options))
    pair = np.array([taxonomy.index(a)]), np.array([taxonomy.index(b)])
    return float(rule.similar(taxonomy, *pair, options)[0, 0])


def _in_common(taxonomy: Taxonomy, a: int, b: int, walk: Walk, options: Source) -> tuple[int, int]:
    """The sum of both keys and what the two have in common, for one pair."""
    if walk == "none":
        return 0, int(a == b)
    up_a, up_b = taxonomy.steps_up(a), taxonomy.steps_up(b)
    both = up_a.keys() & up_b.keys()
    if walk == "shared":
        return len(up_a) + len(up_b), len(both)
    if walk == "path":
        over = int(taxonomy.shortest_depth[a] + taxonomy.shortest_depth[b]) + 2
        return 0, min([over, *(up_a[c] + up_b[c] for c in both)])
    depth, nothing = depths(taxonomy, options)
    return int(depth[a] + depth[b]), max((int(depth[c]) for c in both), default=nothing)
