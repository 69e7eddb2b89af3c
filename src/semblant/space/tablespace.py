"""Building the space of a table from its read columns."""

from semblant.errors import PolicyError
from semblant.space.column import Rule
from semblant.space.product import Product
from semblant.space.reading import Readers

_RULES: dict[str, Rule] = {
    "semantic": "semantic",
    "mode": "mode",
    "lcs": "lcs",
    "consensus": "semantic",  # representative records are chosen once the groups are made
    "random": "semantic",
}


def build_space(readers: Readers, *, measure: str, centroid: str, combine: str) -> Product:
    """The space of the quasi-identifiers, for a measure and a rule for centroids."""
    if not readers.columns:
        raise PolicyError(
            "No column is a quasi-identifier, so there is nothing to mask.",
            hints=["say which columns an outsider could know: --qi a,b or role: quasi in the policy"],
        )
    rule = _RULES.get(centroid)
    if rule is None:
        raise PolicyError(
            f"The centroid {centroid!r} is not available for this method. There are: {', '.join(_RULES)}."
        )
    return Product.of([reader.in_space(measure, rule) for reader in readers], euclidean=combine == "euclidean")
