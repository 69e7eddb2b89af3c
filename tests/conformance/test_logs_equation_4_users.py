"""Logs, examples 1 to 4: from queries to the distance of two users."""

from pathlib import Path

import polars as pl

from semblant.data.table import Table
from semblant.knowledge.taxonomy import Taxonomy
from semblant.policy.model import Policy
from semblant.space.distances import by_meaning, distances
from semblant.space.reading import Library
from semblant.space.searchlog import SearchLog, read_log

DIRECTORY = Taxonomy.from_paths(
    [
        "Sports/Water Sports/Swimming and Diving",
        "Sports/Water Sports/Windsurfing",
        "Regional/Europe/Regions/Mediterranean",
    ]
)


def log_of(queries: list[tuple[str, str]]) -> SearchLog:
    policy = Policy.model_validate(
        {"shape": "log", "knowledge": {"odp": "odp"}, "log": {"user": "user", "text": "query"}}
    )
    library = Library(policy, Path())
    library.opened["odp"] = DIRECTORY
    table = Table(pl.DataFrame({"user": [u for u, _ in queries], "query": [q for _, q in queries]}))
    return read_log(table, policy, library)


def held(log: SearchLog, user: int) -> dict[str, int]:
    bags = log.bags()
    part = slice(bags.ptr[user], bags.ptr[user + 1])
    return {
        DIRECTORY.label(bags.points[c].concept): int(n)
        for c, n in zip(bags.codes[part], bags.counts[part], strict=True)
    }


def test_examples_1_and_2_from_queries_to_categories() -> None:
    log = log_of([("u", "diving in the Mediterranean"), ("u", "windsurfing in the Mediterranean")])
    assert [log.mapped_texts.phrases.values[p] for p in log.occurrences.phrases] == [
        "diving",
        "mediterranean",
        "windsurfing",
        "mediterranean",
    ]
    assert held(log, 0) == {"Swimming and Diving": 1, "Mediterranean": 2, "Windsurfing": 1}


def test_example_4_distance_of_users() -> None:
    log = log_of(
        [
            ("a", "diving in the Mediterranean"),
            ("b", "windsurfing in the Mediterranean"),
            ("b", "the Mediterranean"),
        ]
    )
    bags = log.bags()
    found = distances(bags, bags, ["minsum"], by_meaning(bags.points, DIRECTORY, "ratio"), counted=True)["minsum"]
    assert abs(found[0, 1] - 1 / 5) < 1e-6
    assert found[0, 0] == found[1, 1] == 0.0
