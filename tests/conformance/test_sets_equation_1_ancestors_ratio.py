"""Sets, eq. 1: the ancestors ratio of categories of a web directory."""

import pytest

from semblant.knowledge.taxonomy import Taxonomy
from semblant.semantics.matrix import pairwise
from semblant.semantics.measures import distance

DIRECTORY = Taxonomy.from_paths(
    ["Sports/Water Sports/Swimming", "Sports/Water Sports/Windsurfing", "Regional/Europe/Regions/Mediterranean"]
)


@pytest.mark.parametrize(
    ("category", "above"),
    [
        ("Swimming", {"Sports", "Water Sports", "Swimming"}),
        ("Windsurfing", {"Sports", "Water Sports", "Windsurfing"}),
        ("Mediterranean", {"Regional", "Europe", "Regions", "Mediterranean"}),
    ],
)
def test_printed_ancestors(category, above):
    assert {DIRECTORY.label(c) for c in DIRECTORY.ancestors(DIRECTORY.index(category))} == above


@pytest.mark.parametrize(
    ("a", "b", "printed"),
    [("Swimming", "Windsurfing", 0.5), ("Mediterranean", "Mediterranean", 0.0), ("Swimming", "Mediterranean", 1.0)],
)
def test_distances(a, b, printed):
    assert distance(DIRECTORY, a, b, "ratio") == printed
    assert pairwise(DIRECTORY, [DIRECTORY.index(a), DIRECTORY.index(b)], "ratio")[0, 1] == printed
