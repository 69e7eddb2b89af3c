"""Thesis, Table 5: logSC over a small taxonomy of diseases.

The figure is lost; the taxonomy is the one that gives every value of the table.
"""

import pytest

from semblant.knowledge.taxonomy import Taxonomy
from semblant.semantics.matrix import condensed, pairwise
from semblant.semantics.measures import distance, similarity

DISEASES = Taxonomy.from_edges(
    [
        ("degenerative disorder", "disease"),
        ("Y", "disease"),
        ("asbestosis", "degenerative disorder"),
        ("muscle disorder", "degenerative disorder"),
        ("amyotrophia", "muscle disorder"),
        ("myofibrosis", "muscle disorder"),
        ("allergy", "Y"),
        ("squint", "Y"),
    ]
)

TABLE_5 = {
    ("asbestosis", "amyotrophia"): 0.68,
    ("asbestosis", "allergy"): 0.85,
    ("asbestosis", "degenerative disorder"): 0.42,
    ("amyotrophia", "myofibrosis"): 0.49,
    ("amyotrophia", "allergy"): 0.87,
    ("amyotrophia", "degenerative disorder"): 0.58,
    ("allergy", "squint"): 0.58,
    ("allergy", "degenerative disorder"): 0.81,
}


@pytest.mark.parametrize(("pair", "printed"), TABLE_5.items(), ids=map(" ~ ".join, TABLE_5))
def test_printed_distances(pair, printed):
    a, b = pair
    assert round(distance(DISEASES, a, b, "logsc"), 2) == printed
    assert round(distance(DISEASES, b, a, "logsc"), 2) == printed
    assert round(1 - similarity(DISEASES, a, b, "logsc"), 2) == printed


@pytest.mark.parametrize(("pair", "printed"), TABLE_5.items(), ids=map(" ~ ".join, TABLE_5))
def test_printed_distances_by_matrix(pair, printed):
    concepts = [DISEASES.index(term) for term in pair]
    assert round(float(pairwise(DISEASES, concepts, "logsc")[0, 1]), 2) == printed
    assert round(float(condensed(DISEASES, concepts, "logsc")[0]), 2) == printed
