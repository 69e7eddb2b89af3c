"""What a release may not do although its classes are large enough: every deviation from the policy is found."""

import base64
import hashlib
import random

import numpy as np
import polars as pl
import pytest

from semblant.data.table import Table
from semblant.policy.model import Policy
from semblant.proof.deviations import determines, log_deviations, table_deviations

N = 60
RNG = random.Random(5)
NAMES = [f"{RNG.choice('ABCDEFGH')}nna {i}berg" for i in range(N)]
PEOPLE = {
    "name": NAMES,
    "town": [RNG.choice(["Reus", "Salou", "Valls"]) for _ in range(N)],
    "age": [str(RNG.randint(20, 80)) for _ in range(N)],
    "illness": [RNG.choice(["flu", "HIV", "cancer", "none"]) for _ in range(N)],
    "visit": [str(RNG.randint(100, 999)) for _ in range(N)],
}
POLICY = Policy.model_validate(
    {
        "k": 3,
        "attributes": {
            "name": "identifier",
            "town": {"role": "quasi", "kind": "nominal"},
            "age": {"role": "quasi", "kind": "numeric"},
            "illness": {"role": "sensitive", "l": 2},
            "visit": "keep",
        },
    }
)


def table(columns: dict[str, list[str]]) -> Table:
    return Table(pl.DataFrame(columns, schema=dict.fromkeys(columns, pl.String)))


ORIGINAL = table(PEOPLE)


def released(**changes: list[str] | None) -> tuple[Table, np.ndarray]:
    """A proper release in sorted order with its link, with columns added, changed or left out."""
    masked = {"town": ["*"] * N, "age": ["50"] * N, "illness": PEOPLE["illness"], "visit": PEOPLE["visit"]} | changes
    frame = pl.DataFrame({n: v for n, v in masked.items() if v is not None}).with_row_index("\0row")
    frame = frame.sort([n for n in frame.columns if n != "\0row"])
    return Table(frame.drop("\0row")), frame.get_column("\0row").to_numpy().astype(np.int64)


def checks(release: Table, rows: np.ndarray | None = None, policy: Policy = POLICY) -> set[tuple[str, str | None]]:
    return {(d.check, d.column) for d in table_deviations(ORIGINAL, release, policy, rows)}


def both(**changes: list[str] | None) -> list[set[tuple[str, str | None]]]:
    """The deviations found with the link and without it."""
    release, rows = released(**changes)
    return [checks(release, rows), checks(release)]


def test_a_proper_release_does_not_deviate():
    assert both() == [set(), set()]


def test_the_identifier_came_back():
    for found in both(name=NAMES):
        assert ("identifier", "name") in found


@pytest.mark.parametrize("change", [str.upper, lambda name: f" {name}\u200b", lambda name: name.replace("n", "\uff4e")])
def test_the_identifier_came_back_under_another_name(change):
    for found in both(code=[change(name) for name in NAMES]):
        assert {("column", "code"), ("identifier", "code")} <= found


@pytest.mark.parametrize(
    "make",
    [
        lambda t: hashlib.md5(t.encode()).hexdigest(),
        lambda t: hashlib.sha256(t.lower().encode()).hexdigest()[:16],
        lambda t: base64.b64encode(hashlib.sha1(t.encode()).digest()).decode(),
    ],
    ids=["md5", "sha256 shortened", "sha1 base64"],
)
def test_a_hash_of_the_identifier_is_the_identifier(make):
    for found in both(code=[make(name) for name in NAMES]):
        assert ("identifier", "code") in found


def test_a_keyed_hash_is_not_recognised_as_one():
    keyed = [hashlib.blake2b(name.encode(), key=b"secret").hexdigest() for name in NAMES]
    for found in both(code=keyed):
        assert ("identifier", "code") not in found


def test_exact_ages_in_an_extra_column_also_under_a_lookalike_name():
    assert [("column", "years") in found for found in both(years=PEOPLE["age"])] == [True, True]
    cyrillic = "\u0430ge"
    assert [("look-alike", cyrillic) in found for found in both(**{cyrillic: PEOPLE["age"]})] == [True, True]


def test_an_extra_column_that_determines_a_masked_one():
    coded = [{"Reus": "1", "Salou": "2", "Valls": "3"}[town] for town in PEOPLE["town"]]
    with_link, _ = both(zone=coded)
    assert ("determines", "zone") in with_link


def test_a_kept_column_that_determines_a_masked_one_needs_no_link():
    coded = {"Reus": "1", "Salou": "2", "Valls": "3"}
    original = table({**PEOPLE, "zone": [coded[town] for town in PEOPLE["town"]]})
    policy = POLICY.model_copy(update={"others": "keep"})
    release, _ = released(zone=[coded[town] for town in PEOPLE["town"]])
    found = {(d.check, d.column) for d in table_deviations(original, release, policy)}
    assert found == {("determines", "zone")}


@pytest.mark.parametrize("share", [0.0, 0.98])
def test_a_masked_column_that_hardly_varies_is_not_determined(share):
    rng = random.Random(1)
    frame = pl.DataFrame(
        {"c": [rng.choice("xyz") for _ in range(300)], "q": ["a" if rng.random() < share else "b" for _ in range(300)]}
    )
    assert not determines(frame, "c", "q", POLICY)


def test_a_falsified_sensitive_column():
    swapped = PEOPLE["illness"][1:] + PEOPLE["illness"][:1]
    with_link, without = both(illness=swapped)
    assert ("changed", "illness") in with_link
    assert {("changed", "illness"), ("changed", "visit")} <= without, "only the combination shows it without a link"
    for found in both(illness=["flu"] * N):
        assert ("changed", "illness") in found


def test_more_rows_than_the_original():
    release, _ = released()
    longer = Table(pl.concat([release.frame, release.frame.head(3)]))
    assert ("rows", None) in checks(longer)


def test_the_original_order():
    kept = Table(
        released()[0].frame.with_columns(pl.Series("illness", PEOPLE["illness"]), pl.Series("visit", PEOPLE["visit"]))
    )
    assert ("order", None) in checks(kept, np.arange(N))
    assert ("order", None) in checks(kept)
    assert checks(kept, np.arange(N), POLICY.model_copy(update={"order": "keep"})) == set()


def test_persons_that_cannot_be_counted():
    policy = POLICY.model_copy(update={"individual": "name"})
    release, rows = released()
    assert checks(release, None, policy) == {("persons", "name")}
    assert checks(release, rows, policy) == set()


LOG = Policy.model_validate({"shape": "log", "k": 2, "log": {"user": "user", "text": "query"}})


def log_checks(user: list[str], users: dict[str, str] | None = None, **more: list[str]) -> set[str]:
    original = table({"user": ["ann", "bob", "eva"], "query": ["a", "b", "c"]})
    release = table({"user": user, "query": ["tea"] * len(user), **more})
    return {d.check for d in log_deviations(original, release, LOG, users)}


def test_users_of_a_log():
    assert log_checks(["1", "2", "3"]) == set()
    assert log_checks(["ann", "bob", "eva"]) == {"identifier"}
    assert log_checks(["1", "2", "3", "4"]) == {"rows"}, "ids reissued for each row"
    assert log_checks(["1", "2", "3"], url=["x", "y", "z"]) == {"column"}
