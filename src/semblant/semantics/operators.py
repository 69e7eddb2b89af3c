"""The three operators of the framework: compare, aggregate, sort (thesis, chapter 4), on weighted concepts.

Concepts are given by number; weights are how often each occurs. Methods for tables use compiled forms of the same
operators; these are for exploring, teaching and checking.
"""

from collections.abc import Mapping, Sequence
from typing import Literal

import numpy as np

from semblant.errors import PolicyError
from semblant.knowledge.taxonomy import VIRTUAL_ROOT, Taxonomy
from semblant.policy.model import Centroid, Source
from semblant.semantics.matrix import candidates_by_values
from semblant.semantics.measure import DEFAULT
from semblant.semantics.measures import distance

Weights = Mapping[int, float]


def compare(
    taxonomy: Taxonomy,
    reference: int,
    value: int,
    weight: float = 1.0,
    measure: str = "logsc",
    options: Source = DEFAULT,
) -> float:
    """The weighted semantic distance of a value that occurs ``weight`` times (thesis, eq. 4.2)."""
    return weight * distance(taxonomy, reference, value, measure, options)


def costs(taxonomy: Taxonomy, weights: Weights, measure: str = "logsc", options: Source = DEFAULT) -> dict[int, float]:
    """The total distance of every concept of the minimum subsumer hierarchy to the weighted values.

    Example:
        >>> pain = Taxonomy.from_edges([("pain", "symptom"), ("ache", "pain"), ("colic", "pain")])
        >>> sums = costs(pain, {pain.index("ache"): 2, pain.index("colic"): 1}, "path")
        >>> {pain.label(c): s for c, s in sums.items()}
        {'ache': 2.0, 'colic': 4.0, 'pain': 3.0}
    """
    values = sorted(weights)
    candidates = taxonomy.hierarchy(values)
    table = candidates_by_values(taxonomy, candidates, values, measure, options).astype(np.float64)
    sums = table @ np.array([weights[v] for v in values], np.float64)
    return {int(c): float(s) for c, s in zip(candidates, sums, strict=True)}


def aggregate(
    taxonomy: Taxonomy,
    weights: Weights,
    measure: str = "logsc",
    rule: Centroid = "semantic",
    *,
    options: Source = DEFAULT,
    rng: np.random.Generator | None = None,
) -> int:
    """The concept that represents weighted values, by one of five rules; ties go to the smaller id.

    ``semantic``: least total distance (SC); ``mode``: most frequent (MFC); ``lcs``: deepest common ancestor (LCSC);
    ``consensus``: least confusion (CC); ``random``: one of the values, drawn by weight (RC).

    Example:
        >>> pain = Taxonomy.from_edges([("pain", "symptom"), ("ache", "pain"), ("colic", "pain")])
        >>> seen = {pain.index("ache"): 2, pain.index("colic"): 1}
        >>> [pain.label(aggregate(pain, seen, "path", rule)) for rule in ("semantic", "mode", "lcs", "consensus")]
        ['ache', 'ache', 'pain', 'ache']
    """
    if not weights:
        raise PolicyError("There are no values to find a centroid of.")
    values = sorted(weights)
    if rule == "semantic":
        sums = costs(taxonomy, weights, measure, options)
        return min(sums, key=lambda c: (sums[c], c))
    if rule == "mode":
        return max(values, key=lambda v: (weights[v], -v))
    if rule == "lcs":
        return taxonomy.lcs_of(values)
    if rule == "consensus":
        total = {a: sum(w * confusion(taxonomy, a, b) for b, w in weights.items()) for a in values}
        return min(values, key=lambda v: (total[v], v))
    share = np.array([weights[v] for v in values], np.float64)
    return int((rng or np.random.default_rng()).choice(values, p=share / share.sum()))


def confusion(taxonomy: Taxonomy, a: int, b: int) -> int:
    """How much is lost by using ``a`` for ``b``: the links down from a (or their deepest common ancestor) to b.

    Nothing is lost where ``a`` lies below ``b``.

    Example:
        >>> pain = Taxonomy.from_edges([("pain", "symptom"), ("ache", "pain"), ("colic", "pain")])
        >>> ache, colic, symptom = (pain.index(t) for t in ("ache", "colic", "symptom"))
        >>> confusion(pain, symptom, ache), confusion(pain, ache, symptom), confusion(pain, ache, colic)
        (2, 0, 1)
    """
    if b in taxonomy.steps_up(a):
        return 0
    above = taxonomy.steps_up(b)
    top = a if a in above else taxonomy.lcs(a, b)
    return int(taxonomy.shortest_depth[b]) + 1 if top == VIRTUAL_ROOT else above[top]


def sort(
    taxonomy: Taxonomy,
    weights: Weights,
    measure: str = "logsc",
    options: Source = DEFAULT,
    *,
    weighting: Literal["frequency", "none"] = "frequency",
) -> Sequence[int]:
    """Values by growing distance from the one farthest from the centroid (thesis, Algorithm 1); ties by smaller id.

    As published, a distance counts as often as the value occurs (eq. 4.2), both to the centroid and to the farthest
    value; with ``weighting="none"`` it counts once.

    Example:
        >>> jobs = Taxonomy.from_paths(["work/health/nurse", "work/health/doctor", "work/food/baker"])
        >>> seen = {jobs.index("nurse"): 12, jobs.index("doctor"): 10, jobs.index("baker"): 1}
        >>> [[jobs.label(c) for c in sort(jobs, seen, weighting=rule)] for rule in ("frequency", "none")]
        [['doctor', 'baker', 'nurse'], ['baker', 'doctor', 'nurse']]
    """
    values = sorted(weights)
    centre = aggregate(taxonomy, weights, measure, options=options)
    table = candidates_by_values(taxonomy, [centre, *values], values, measure, options)
    times = np.array([weights[v] if weighting == "frequency" else 1.0 for v in values])
    first = int(np.argmax(table[0] * times))
    near = table[1 + first] * times
    near[first] = -1.0  # it comes first, even if others are at distance 0
    return [values[i] for i in np.argsort(near, kind="stable")]
