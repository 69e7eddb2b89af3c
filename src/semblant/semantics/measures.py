"""All measures by name, and the distance and similarity of a pair."""

from semblant.errors import PolicyError
from semblant.knowledge.taxonomy import Name, Taxonomy
from semblant.policy import model as policy
from semblant.policy.model import Source
from semblant.semantics import contexts, features, informative, structural
from semblant.semantics.measure import DEFAULT, Measure

REGISTRY: dict[str, Measure] = {
    measure.name: measure
    for measure in sorted(
        (*structural.MEASURES, *features.MEASURES, *informative.MEASURES, *contexts.MEASURES),
        key=lambda measure: policy.MEASURES.index(measure.name),
    )
}


def measure_named(name: str) -> Measure:
    """The measure of this name, or an error that lists all measures."""
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
    return measure_named(measure).distance(taxonomy, a, b, options)


def similarity(taxonomy: Taxonomy, a: Name, b: Name, measure: str = "logsc", options: Source = DEFAULT) -> float:
    """How alike two concepts are: on the scale of the measure's paper, or the farthest minus the distance.

    Example:
        >>> jobs = Taxonomy.from_paths(["work/health/nurse", "work/health/doctor", "work/food/baker"])
        >>> similarity(jobs, "nurse", "doctor", "wu-palmer")
        0.75
    """
    rule = measure_named(measure)
    value = rule.function(taxonomy, a, b, options)
    return rule.farthest(taxonomy, options) - value if rule.is_distance else value
