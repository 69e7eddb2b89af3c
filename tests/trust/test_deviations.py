"""What a release may not do although its classes are large enough: every deviation from the policy is found."""

import base64
import hashlib
import random
import zlib
from urllib.parse import quote

import numpy as np
import polars as pl
import pytest

import semblant as sb
from semblant.data.table import Table
from semblant.errors import VerificationError
from semblant.policy.model import Attribute, Policy
from semblant.proof.deviations import determines, link_deviations, log_deviations, table_deviations
from semblant.proof.hashes import hashed

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
        lambda t: hashlib.md5(t.replace(" ", "").lower().encode()).hexdigest(),
        lambda t: str(zlib.crc32(t.encode())),
        lambda t: base64.b64encode(t.encode()).decode().rstrip("="),
        lambda t: base64.b32encode(t.encode()).decode(),
        lambda t: t.encode().hex(),
        quote,
    ],
    ids=["md5", "sha256 shortened", "sha1 base64", "md5 joined", "crc32", "base64", "base32", "hex", "address"],
)
def test_a_hash_of_the_identifier_is_the_identifier(make):
    for found in both(code=[make(name) for name in NAMES]):
        assert ("identifier", "code") in found


def test_a_sample_of_many_identifiers_shows_hashes_and_chance_does_not(monkeypatch):
    monkeypatch.setattr("semblant.proof.hashes._TRIED", 200)
    many = [f"person {i}" for i in range(4000)]
    found, tried = hashed([hashlib.sha1(name.encode()).hexdigest() for name in many], many)
    assert tried == pytest.approx(0.05)
    assert found.mean() == pytest.approx(tried)
    numbers = [str(RNG.randrange(10**7, 10**8)) for _ in range(3000)]
    found, tried = hashed(numbers, many)
    assert found.mean() < 0.1 * tried / 2


@pytest.mark.parametrize("linked", [True, False])
@pytest.mark.parametrize("column", ["age", "town"])
def test_a_name_in_a_masked_column_of_one_class(column, linked):
    release, rows = released(**{column: [NAMES[0]] * 4 + ["50"] * (N - 4)})
    found = checks(release, rows if linked else None)
    assert ("identifier", column) in found


def test_a_mean_may_be_somebodys_number_by_chance():
    numbered = POLICY.model_copy(update={"attributes": {**POLICY.attributes, "id": Attribute(role="identifier")}})
    ages = [str(20 + i % 60) for i in range(0, 2 * N, 2)]
    original = table({**PEOPLE, "id": [str(i) for i in range(N)], "age": ages})

    def found(age: list[str], link: bool = True) -> bool:
        release, rows = released(age=age)
        deviations = table_deviations(original, release, numbered, rows if link else None)
        return ("identifier", "age") in {(d.check, d.column) for d in deviations}

    other = [str(23 + 2 * (i // 10)) for i in range(N)]  # odd, as no age is, and the number of some other person
    assert [found(other), found(other, link=False)] == [False, False]
    own = [str(i - i % 4 + 1) if i >= 20 else "50" for i in range(N)]  # the number of one person in each class
    assert [found(own), found(own, link=False)] == [True, False], "without a link nobody can tell"
    assert [found(["3"] * N), found(["3"] * N, link=False)] == [True, True], "nobody is 3 years old"


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


def test_what_few_records_show_by_chance_determines_nothing():
    """Where a kept column is nearly unique, few records share a value, and agree as often as not."""
    rng = random.Random(4)
    for _ in range(200):
        kept = [str(i) for i in range(60)] + ["a"] * 3 + ["b"] * 3
        frame = pl.DataFrame({"c": kept, "q": [rng.choice("fm") for _ in kept]})
        assert not determines(frame, "c", "q", POLICY)
    told = pl.DataFrame({"c": list("aaaabbbbcccc"), "q": list("xxxxyyyyzzzz")})
    assert determines(told, "c", "q", POLICY)
    one = told.with_columns(pl.Series("who", [f"p{i // 4}" for i in range(12)]))
    assert not determines(one, "c", "q", POLICY.model_copy(update={"individual": "who", "k": 2}))


def test_the_steward_is_told_what_to_do_about_a_telling_column():
    frame = pl.DataFrame({"salary": [1, 2, 3, 4] * 5, "job": ["nurse", "baker", "cook", "nurse"] * 5})
    with pytest.raises(VerificationError, match=r"Column 'salary' tells .* 'job'") as refused:
        sb.anonymise(frame, k=3, attributes={"job": {"role": "quasi", "kind": "nominal"}, "salary": "keep"})
    hints = " ".join(refused.value.hints)
    for step in ("attributes.salary: identifier", "attributes.salary: quasi", "accept: {determines: your reason}"):
        assert step in hints


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


def in_original_order() -> pl.DataFrame:
    columns = {"town": ["*"] * N, "age": ["50"] * N, "illness": PEOPLE["illness"], "visit": PEOPLE["visit"]}
    return pl.DataFrame(columns)


@pytest.mark.parametrize(
    "rows",
    [list(range(N))[::-1], [1, 0, *range(2, N)], [*range(5, N)]],
    ids=["reversed", "two swapped", "some left out"],
)
@pytest.mark.parametrize("linked", [True, False])
def test_nearly_the_original_order(rows, linked):
    release = Table(in_original_order()[rows])
    assert ("order", None) in checks(release, np.array(rows) if linked else None)


def test_a_random_order_is_none():
    for seed in range(50):
        rows = np.random.default_rng(seed).permutation(N)
        release = Table(in_original_order()[rows])
        assert checks(release, rows) == checks(release) == set()


def test_records_that_are_left_out_are_suppressed():
    release, rows = released()
    few = Table(release.frame.head(N - 6))
    for link in (rows[: N - 6], None):
        assert checks(few, link) == {("suppression", None)}
        assert checks(few, link, POLICY.model_copy(update={"suppression_limit": 0.1})) == set()


def test_a_link_that_kept_cells_contradict():
    release, rows = released()
    found = checks(release, np.roll(rows, 1))
    assert {("link", None), ("changed", "illness"), ("changed", "visit")} <= found


@pytest.mark.parametrize("link", [np.array([0, 0, *range(2, N)]), {"1": "ann", "2": "ann"}])
def test_a_link_that_names_somebody_twice(link):
    assert [d.check for d in link_deviations(link)] == ["link"]
    assert link_deviations(None) == []


def test_persons_that_cannot_be_counted():
    policy = POLICY.model_copy(update={"individual": "name"})
    release, rows = released()
    assert checks(release, None, policy) == {("persons", "name")}
    assert checks(release, rows, policy) == set()


def test_persons_are_those_of_the_original():
    """Ids that were issued anew for each row make many persons of one."""
    people = {"who": ["ann"] * 6, "town": ["Reus"] * 6}
    asked = {"k": 3, "individual": "who", "attributes": {"who": "keep", "town": {"role": "quasi", "kind": "nominal"}}}
    before, after = (pl.DataFrame({**people, "who": who}) for who in (people["who"], [f"p{i}" for i in range(6)]))
    found = sb.assess(before, after, asked, link=np.arange(6))
    assert (found.privacy.k_achieved, found.holds) == (1, False)
    masked = {**asked, "attributes": {"who": "quasi", "town": {"role": "quasi", "kind": "nominal"}}}
    assert "persons" in {d.check for d in sb.assess(before, after, masked).deviations}


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
    assert log_checks([hashlib.md5(name.encode()).hexdigest() for name in ("ann", "bob", "eva")]) == {"identifier"}


def test_the_order_and_the_times_of_a_log():
    users = [f"user {i}" for i in range(10)]
    original = table({"user": users, "query": ["tea"] * 10, "when": [f"2020-01-01 10:0{i}:00" for i in range(10)]})
    policy = LOG.model_copy(update={"log": LOG.log.model_copy(update={"time": "when"})})
    numbers = [str(i) for i in range(1, 11)]

    def found(query: list[str], when: str, of: list[str]) -> set[str]:
        release = table({"user": numbers, "query": query, "when": [when] * 10})
        return {d.check for d in log_deviations(original, release, policy, dict(zip(numbers, of, strict=True)))}

    mixed = ["tea", "milk"] * 5
    shuffled = random.Random(1).sample(users, 10)
    assert found(mixed, "2020-01-01", users) == found(mixed, "2020-01-01", users[::-1]) == {"order"}
    assert found(sorted(mixed), "2020-01-01", users) == found(mixed, "2020-01-01", shuffled) == set()
    assert found(mixed, "2020-01-01 10:00:00", shuffled) == found(mixed, "1577872800", shuffled) == {"changed"}


def test_large_classes_that_tell_a_masked_column_are_counted():
    frame = pl.DataFrame({"ward": ["a"] * 2500 + ["b"] * 2500, "town": ["x"] * 2500 + ["y"] * 2500})
    assert determines(frame, "ward", "town", Policy(k=2, attributes={"town": "quasi"}))
