"""From read columns to the space in which a method works."""

import numpy as np

from semblant.errors import PolicyError
from semblant.space.column import Rule, tabled_column
from semblant.space.numbers import NumberReader, number_column
from semblant.space.product import AnyColumn, Product
from semblant.space.reading import AnyReader, Readers

_RULES: dict[str, Rule] = {
    "semantic": "semantic",
    "mode": "mode",
    "lcs": "lcs",
    "consensus": "semantic",  # records that stand for their group are chosen once the groups are made
    "random": "semantic",
}


def build_space(readers: Readers, *, measure: str, centroid: str, combine: str) -> Product:
    """The space of the quasi-identifiers, guided by a measure and a rule for what stands for a group."""
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
    return Product.of([_column(r, measure, rule) for r in readers], euclidean=combine == "euclidean")


def _column(reader: AnyReader, measure: str, rule: Rule) -> AnyColumn:
    if isinstance(reader, NumberReader):
        return number_column(reader)
    points = [reader.masked(text) for text in reader.column.values]
    if reader.taxonomy is None:
        measure, rule = "equality", "mode"
    return tabled_column(
        reader.name,
        points,
        reader.column.codes.astype(np.int64),
        reader.taxonomy,
        measure=measure,
        rule=rule,
        options=reader.options,
        weight=reader.attribute.weight,
    )
