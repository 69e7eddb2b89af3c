"""Sets, eq. 2 to 6: the five distances of {Swimming, Mediterranean} and {Windsurfing, Mediterranean}."""

import pytest

from semblant.knowledge.taxonomy import Taxonomy
from semblant.space.bags import Bags
from semblant.space.column import Point
from semblant.space.distances import by_meaning, distances

DIRECTORY = Taxonomy.from_paths(
    ["Sports/Water Sports/Swimming", "Sports/Water Sports/Windsurfing", "Regional/Europe/Regions/Mediterranean"]
)
THINGS = [Point(DIRECTORY.index(name)) for name in ("Swimming", "Windsurfing", "Mediterranean")]
RECORDS = Bags.of(THINGS, 2, [0, 0, 1, 1], [0, 2, 1, 2])


@pytest.mark.parametrize(
    ("name", "semantic", "equality"),
    [("minsum", 0.25, 0.5), ("min", 0.0, 0.0), ("max", 1.0, 1.0), ("avg", 2.5 / 4, 0.75), ("maxsum", 1.0, 1.0)],
)
def test_the_five_distances(name: str, semantic: float, equality: float) -> None:
    blocks = by_meaning(RECORDS.points, DIRECTORY, "ratio")
    assert distances(RECORDS, RECORDS, [name], blocks)[name][0, 1] == semantic
    assert distances(RECORDS, RECORDS, [name], None)[name][0, 1] == equality
