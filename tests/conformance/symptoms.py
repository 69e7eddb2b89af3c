"""The taxonomies and values behind the centroid examples of the thesis (Tables 6 to 9)."""

from semblant.knowledge.taxonomy import Taxonomy

SYMPTOMS = Taxonomy.from_edges(
    [
        ("pain", "symptom"),
        ("inflammation", "symptom"),
        ("colic", "pain"),
        ("ache", "pain"),
        ("lumbago", "ache"),
        ("migraine", "ache"),
        ("appendicitis", "inflammation"),
        ("gastritis", "inflammation"),
    ],
    name="symptoms",
)

CARE = Taxonomy.from_edges(
    [
        ("hospitalisation", "medical_care"),
        ("therapy", "medical_care"),
        ("rehabilitation", "therapy"),
        ("medication", "therapy"),
        ("antibiotic", "medication"),
        ("analgesic", "medication"),
        ("aspirin", "analgesic"),
        ("codeine", "analgesic"),
    ],
    name="care",
)


def weighted(taxonomy: Taxonomy, values: dict[str, int]) -> dict[int, float]:
    """Values with how often they occur, by the concepts' numbers."""
    return {taxonomy.index(term): float(times) for term, times in values.items()}


def named(taxonomy: Taxonomy, sums: dict[int, float]) -> dict[str, float]:
    """Costs by the concepts' ids."""
    return {taxonomy.ids[concept]: cost for concept, cost in sums.items()}
