"""Sets and search logs give the same bytes when they are read in parts and kept as codes."""

import random
from pathlib import Path
from typing import Any

import polars as pl
import pytest

from semblant.api import anonymise
from semblant.data.read import read_by_policy
from semblant.data.table import NO_FRAME
from semblant.policy.model import Policy
from tests.release.test_large import LARGE, all_about

N = 150
ITEMS = ["milk", "cheese", "apple", "pear", "hammer", "saw", "wine", "tea", "rose", "zzq unknown", '"a|b"', "=1+1"]
ASKED = ["cheap flights", "symptoms of asthma", "apple pie", "swimming pools", "zzqx", "", "tea and wine", "red roses"]


def baskets() -> pl.DataFrame:
    """Sets with empty ones, unknown items, repeated ones and hard texts, beside columns of other kinds."""
    rng = random.Random(5)

    def cell(i: int) -> str | None:
        return None if i % 37 == 0 else "|".join(rng.choices(ITEMS, k=rng.randint(0, 4)))

    return pl.DataFrame(
        {
            "id": [f"P{i:05d}" for i in range(N)],
            "who": [f"w{i // 2}" for i in range(N)],
            "items": [cell(i) for i in range(N)],
            "age": pl.Series([rng.choice([None, *range(20, 60)]) for _ in range(N)], dtype=pl.Int64),
            "ill": [rng.choice(["flu", "asthma", "cold", "HIV"]) for _ in range(N)],
            "paid": [rng.choice([None, 1.5, -0.0, 0.0, 2.0]) for _ in range(N)],
        }
    )


def queries() -> pl.DataFrame:
    """A log of users with many queries and with one; some texts say nothing, some times are missing."""
    rng = random.Random(6)
    users = [f"user {rng.randint(0, 40)}" for _ in range(2 * N)]
    moments = [rng.choice([None, 1_140_000_000_000 + rng.randint(0, 10**9)]) for _ in users]
    return pl.DataFrame(
        {
            "row": [f"r{i}" for i in range(len(users))],
            "when": pl.Series(moments, dtype=pl.Int64).cast(pl.Datetime("ms")),
            "user": users,
            "query": [rng.choice([None, *ASKED]) for _ in users],
            "clicked": [rng.choice(["", "http://www.a.example/x", "http://b.example/"]) for _ in users],
        }
    )


def sets(**told: Any) -> Policy:
    attributes = {
        "id": "identifier",
        "items": {"role": "quasi", "kind": "set", "knowledge": "wordnet", "unknown": "nominal"},
        "age": {"role": "quasi", "kind": "numeric"},
        "ill": {"role": "sensitive", **told.pop("ill", {})},
    } | told.pop("attributes", {})
    return Policy.model_validate(
        {"shape": "sets", "k": 3, "seed": 1, "others": "keep", "attributes": attributes} | told
    )


def log(**told: Any) -> Policy:
    columns = {"user": "user", "text": "query", "time": "when", "url": "clicked"}
    attributes = {"query": {"role": "quasi", "kind": "semantic", "knowledge": "wordnet"}}
    given = {"shape": "log", "k": 3, "seed": 1, "others": "drop", "log": columns, "attributes": attributes}
    return Policy.model_validate(given | told)


ALONE = {"age": "keep"}
CASES = {
    "sets": sets(),
    "sets, in blocks": sets(blocks=40, ill={"l": 2}, method="set-mdav"),
    "sets, in place": sets(order="keep", draw="record"),
    "sets of persons": sets(individual="who", k=2, blocks=60, order="shuffle"),
    "sets, without meanings": sets(measure="equality", attributes=ALONE),
    "sets, generalised": sets(method="km-apriori", m=2, accept={"not-k-anonymous": "a test"}, attributes=ALONE),
    "log": log(),
    "log, in blocks": log(blocks=12, times="day"),
    "log, by spelling": log(method="log-navarro", order="shuffle", rare="publish"),
    "log, whole queries": log(queries="whole", order="keep", times="drop"),
    "log, a list": log(method="log-korolova", accept={"not-k-anonymous": "a test"}, d=2, K=12, b=1.0),
}


def data_of(rules: Policy) -> pl.DataFrame:
    return baskets() if rules.shape == "sets" else queries()


@pytest.mark.parametrize("kind", ["parquet", "csv"])
@pytest.mark.parametrize("case", CASES)
def test_both_ways_give_the_same_bytes(case: str, kind: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    rules, data = CASES[case], tmp_path / f"data.{kind}"
    frame = data_of(rules)
    frame.write_parquet(data) if kind == "parquet" else frame.write_csv(data)
    small = all_about(data, rules, tmp_path / "small" / "out")
    assert (small["evidence"]["plan"]["blocks"] > 1) == isinstance(rules.blocks, int)
    monkeypatch.setenv(LARGE, "1")
    monkeypatch.setenv(NO_FRAME, "1")
    monkeypatch.setattr("semblant.data.parquet.BATCH", 37)
    monkeypatch.setattr("semblant.data.delimited._PART", 5_000)
    assert read_by_policy(data, rules).coded
    assert all_about(data, rules, tmp_path / "large" / "out") == small


@pytest.mark.parametrize("case", ["sets", "log"])
def test_a_large_frame_gives_the_same_release(case: str, monkeypatch: pytest.MonkeyPatch) -> None:
    rules = CASES[case]
    small = anonymise(data_of(rules), rules)
    monkeypatch.setenv(LARGE, "1")
    large = anonymise(data_of(rules), rules)
    assert large.data.equals(small.data)
    assert large.data.schema == small.data.schema
