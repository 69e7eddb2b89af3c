"""How far apart two meanings are: one definition per published measure, and the registry of them all.

Each structural measure is a function of two small numbers: what the two concepts have in common, and the sum of
their own keys. A pair, a matrix and a table for the compiled look-up all use the same function.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Literal

import numpy as np
from numpy.typing import NDArray

from semblant.errors import PolicyError
from semblant.knowledge.taxonomy import Concept, Taxonomy
from semblant.policy import Source

Numbers = NDArray[np.float64]
Walk = Literal["shared", "deepest", "path", "none"]


@dataclass(frozen=True)
class Measure:
    """A published measure: what it looks at in the taxonomy, and its formula as a distance (0 is the same)."""

    name: str
    paper: str
    walk: Walk
    distance: Callable[[Numbers, Numbers], Numbers]  # (sum of both keys, what is common) -> distance
    similarity: Callable[[Numbers, int], Numbers]  # (distance, D) -> similarity as its paper has it
    unrelated: Callable[[int], float]  # D -> the distance of what has nothing in common
    unit: bool = True  # whether distances lie between 0 and 1


def _guarded(top: Numbers, bottom: Numbers) -> Numbers:
    return np.divide(top, bottom, out=np.zeros(np.broadcast(top, bottom).shape), where=bottom > 0)


def _ratio(total: Numbers, common: Numbers) -> Numbers:
    return _guarded(total - 2 * common, total - common)


def _wu_palmer(total: Numbers, common: Numbers) -> Numbers:
    return 1.0 - _guarded(2 * common, total)


RATIO = Measure(
    "ratio",
    "Batet et al. 2013, eq. 1: differing ancestors over all ancestors",
    "shared",
    _ratio,
    lambda d, _: 1.0 - d,
    lambda _: 1.0,
)
LOGSC = Measure(
    "logsc",
    "Sánchez et al. 2012: the logarithm of the ancestors ratio",
    "shared",
    lambda total, common: np.log2(1.0 + _ratio(total, common)),
    lambda d, _: 1.0 - d,
    lambda _: 1.0,
)
WU_PALMER = Measure(
    "wu-palmer",
    "Wu & Palmer 1994: depth of the deepest common ancestor over both depths",
    "deepest",
    _wu_palmer,
    lambda d, _: 1.0 - d,
    lambda _: 1.0,
)
PATH = Measure(
    "path",
    "Rada et al. 1989: edges up to a common ancestor and down again",
    "path",
    lambda _, common: common,
    lambda d, depth: 2.0 * depth - d,
    lambda depth: 2.0 * depth,
    unit=False,
)
LEACOCK_CHODOROW = Measure(
    "leacock-chodorow",
    "Leacock & Chodorow 1998: logarithm of the path in nodes over twice the greatest depth",
    "path",
    lambda _, common: np.log(common + 1.0),  # max - sim = log(2D) + log((p+1) / 2D)
    lambda d, depth: np.log(2.0 * depth) - d,
    lambda depth: float(np.log(2.0 * depth)),
    unit=False,
)
EQUALITY = Measure(
    "equality",
    "the non-semantic baseline: same or not",
    "none",
    lambda _, common: 1.0 - common,
    lambda d, _: 1.0 - d,
    lambda _: 1.0,
)

REGISTRY: dict[str, Measure] = {m.name: m for m in (PATH, WU_PALMER, LEACOCK_CHODOROW, RATIO, LOGSC, EQUALITY)}


def measure_named(name: str) -> Measure:
    """The measure of this name, or an error that lists those there are."""
    if name not in REGISTRY:
        raise PolicyError(f"The measure {name!r} is not available. There are: {', '.join(REGISTRY)}.")
    return REGISTRY[name]


DEFAULT = Source(source="")
"""The counting that reproduces the worked example of the gsl paper."""


def depths(taxonomy: Taxonomy, options: Source = DEFAULT) -> tuple[NDArray[np.int32], int]:
    """The depth of every concept, and of the virtual root, as the options count them."""
    edges = taxonomy.depth if options.depth == "longest" else taxonomy.shortest_depth
    nodes, root = options.counting == "nodes", options.root
    return edges + np.int32(nodes) + np.int32(root), int(nodes and root)


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
        return 0, min((up_a[c] + up_b[c] for c in both), default=over)
    depth, nothing = depths(taxonomy, options)
    return int(depth[a] + depth[b]), max((int(depth[c]) for c in both), default=nothing)


def distance(
    taxonomy: Taxonomy,
    a: str | int | Concept,
    b: str | int | Concept,
    measure: str = "logsc",
    options: Source = DEFAULT,
) -> float:
    """How far apart two concepts are; 0 is the same.

    Example:
        >>> jobs = Taxonomy.from_paths(["work/health/nurse", "work/health/doctor", "work/food/baker"])
        >>> distance(jobs, "nurse", "doctor", "path"), distance(jobs, "nurse", "baker", "path")
        (2.0, 4.0)
    """
    rule = measure_named(measure)
    total, common = _in_common(taxonomy, taxonomy.index(a), taxonomy.index(b), rule.walk, options)
    return float(rule.distance(np.float64(total), np.float64(common)))  # type: ignore[arg-type]


def similarity(
    taxonomy: Taxonomy,
    a: str | int | Concept,
    b: str | int | Concept,
    measure: str = "logsc",
    options: Source = DEFAULT,
) -> float:
    """How alike two concepts are, on the scale of the measure's paper.

    Example:
        >>> jobs = Taxonomy.from_paths(["work/health/nurse", "work/health/doctor", "work/food/baker"])
        >>> similarity(jobs, "nurse", "doctor", "wu-palmer")
        0.75
    """
    rule = measure_named(measure)
    there: Any = rule.similarity(np.float64(distance(taxonomy, a, b, measure, options)), taxonomy.greatest_depth)  # type: ignore[arg-type]
    return float(there)
