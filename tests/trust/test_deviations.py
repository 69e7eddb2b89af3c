"""What a release may not do although its classes are large enough: every deviation from the policy is found."""

import base64
import hashlib
import random
import zlib
from datetime import date, timedelta
from pathlib import Path
from urllib.parse import quote

import numpy as np
import polars as pl
import pytest

import semblant as sb
from semblant.data.same import persons_of
from semblant.data.table import Table
from semblant.errors import VerificationError
from semblant.policy.file import build_policy
from semblant.policy.model import Attribute, Policy
from semblant.proof.deviations import determines, link_deviations, table_deviations
from semblant.proof.hashes import hashed
from semblant.proof.logdeviations import log_deviations
from semblant.proof.logs import privacy_of_log
from semblant.release.assess import assess_release
from semblant.release.pipeline import anonymise_file

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
    monkeypatch.setattr("semblant.proof.hashes.TRIED", 200)
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


def tells(frame: pl.DataFrame, by: str, masked: str, k: int = POLICY.k) -> bool:
    """Whether a column determines another; persons are those of the column ``who``, if there is one."""
    table = Table(frame)
    persons = persons_of(table.column("who")) if "who" in table.names else None
    return determines(table.column(by), table.column(masked), persons, k)


@pytest.mark.parametrize("share", [0.0, 0.98])
def test_a_masked_column_that_hardly_varies_is_not_determined(share):
    rng = random.Random(1)
    frame = pl.DataFrame(
        {"c": [rng.choice("xyz") for _ in range(300)], "q": ["a" if rng.random() < share else "b" for _ in range(300)]}
    )
    assert not tells(frame, "c", "q")


def test_what_few_records_show_by_chance_determines_nothing():
    """Where a kept column is nearly unique, few records share a value, and agree as often as not."""
    rng = random.Random(4)
    for _ in range(200):
        kept = [str(i) for i in range(60)] + ["a"] * 3 + ["b"] * 3
        frame = pl.DataFrame({"c": kept, "q": [rng.choice("fm") for _ in kept]})
        assert not tells(frame, "c", "q")
    told = pl.DataFrame({"c": list("aaaabbbbcccc"), "q": list("xxxxyyyyzzzz")})
    assert tells(told, "c", "q")
    one = told.with_columns(pl.Series("who", [f"p{i // 4}" for i in range(12)]))
    assert not tells(one, "c", "q", k=2)


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
    [
        list(range(N))[::-1],
        [1, 0, *range(2, N)],
        [*range(5, N)],
        [i ^ 1 for i in range(N // 2 * 2)],
        [*range(N - 1, N // 2 - 1, -1), *range(N // 2)],
    ],
    ids=["reversed", "two swapped", "some left out", "all swapped", "halves"],
)
@pytest.mark.parametrize("linked", [True, False])
def test_nearly_the_original_order(rows, linked):
    release = Table(in_original_order()[rows])
    assert ("order", None) in checks(release, np.array(rows) if linked else None)


def test_a_release_in_the_order_of_a_kept_column_is_in_no_other():
    """Also where the original stands nearly in it: in blocks of ten, whose rows come as they like."""
    chance = np.random.default_rng(8)
    for _ in range(20):
        blocks = chance.permutation(N // 10)
        rows = np.concatenate([10 * block + chance.permutation(10) for block in blocks])
        release = Table(in_original_order()[rows])
        assert checks(release, rows) == checks(release) == set()


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
    assert log_checks(["1", "3", "2"]) == {"order"}
    assert log_checks(["1", "2"]) == {"suppression"}, "somebody is left out"
    for disguised in (["nna", "bob", "ave"], ["u1 likes tea", "u2", "u3"], ["2", "3", "4"], ["01", "02", "03"]):
        assert log_checks(disguised) == {"identifier"}, "anything but 1 to n may tell who a user is"


def test_users_of_whom_nothing_can_be_published_may_be_left_out():
    original = table({"user": ["ann", "bob", "eva"], "query": ["a", "b", "c"]})
    release, link = table({"user": ["1", "2"], "query": ["tea", "tea"]}), {"1": "ann", "2": "bob"}

    def found(silent: set[str], link: dict[str, str] | None = None, limit: float = 0.0) -> set[str]:
        policy = LOG.model_copy(update={"suppression_limit": limit})
        return {d.check for d in log_deviations(original, release, policy, link, silent=silent)}

    assert found({"eva"}) == found({"Eva "}, link) == found(set(), limit=0.34) == set()
    assert found(set()) == found({"ann"}, link) == found(set(), limit=0.33) == {"suppression"}
    lost = privacy_of_log(release, LOG, original)
    assert (lost.suppressed_records, lost.suppressed_beyond_limit, lost.verified) == (1, 1, False)
    assert privacy_of_log(release, LOG, original, {"eva"}).verified


def test_the_order_and_the_times_of_a_log():
    users = [f"user {i}" for i in range(10)]
    times = [f"2020-01-01 10:0{i}:00" for i in range(10)]
    original = table({"user": users, "query": ["tea"] * 10, "when": times})
    policy = LOG.model_copy(update={"log": LOG.log.model_copy(update={"time": "when"})})
    numbers = [str(i) for i in range(1, 11)]

    def found(query: list[str], when: str, of: list[str], **more: object) -> set[str]:
        release = table({"user": numbers, "query": query, "when": [when] * 10})
        link, allowed = dict(zip(numbers, of, strict=True)), times if more.get("times") == "keep" else ["2020-01-01"]
        asked = policy.model_copy(update=more)
        return {d.check for d in log_deviations(original, release, asked, link, times=allowed)}

    mixed, day = ["tea", "milk"] * 5, "2020-01-01"
    shuffled = random.Random(1).sample(users, 10)
    assert found(mixed, day, shuffled) == found(sorted(mixed)[::-1], day, shuffled) == {"order"}
    assert found(sorted(mixed), day, users) == found(mixed, day, shuffled, order="shuffle") == set()
    assert found(mixed, day, users, order="shuffle") == found(mixed, day, users[::-1], order="shuffle") == {"order"}
    for other in (times[0], "1577872800", "anna@example.org login", "2031-01-01"):
        assert found(sorted(mixed), other, shuffled) == {"changed"}
    assert found(sorted(mixed), times[3], shuffled, times="keep") == set()
    assert found(sorted(mixed), day, shuffled, times="keep") == {"changed"}
    assert found(sorted(mixed), day, shuffled, times="drop") == {"column"}


def test_large_classes_that_tell_a_masked_column_are_counted():
    frame = pl.DataFrame({"ward": ["a"] * 2500 + ["b"] * 2500, "town": ["x"] * 2500 + ["y"] * 2500})
    assert tells(frame, "ward", "town", k=2)


# --- what an adversary tried -------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("column", "text"),
    [
        ("age", "one of them is Anna 1berg"),
        ("age", "Anna=flu; Bob=HIV"),
        ("age", "45 in 08001"),
        ("age", "999"),
        ("age", "[900,950)"),
        ("since", "Anna 1berg: HIV"),
        ("since", "1804-Q1"),
        ("since", "2020-01-01 Ann"),
    ],
)
def test_a_masked_number_or_date_is_no_other_text(column: str, text: str) -> None:
    original = table({**PEOPLE, "since": [f"20{10 + i % 9}-03-0{1 + i % 9}" for i in range(N)]})
    since = {"role": "quasi", "kind": "date"}
    policy = POLICY.model_copy(update={"attributes": {**POLICY.attributes, "since": Attribute.model_validate(since)}})
    usual = {"age": ["50"] * N, "since": ["2014-07-02"] * N}
    for cells, told in ((usual[column], set()), ([text] * N, {("treatment", column)})):
        release, rows = released(**{**usual, column: cells})
        for link in (rows, None):
            found = {(d.check, d.column) for d in table_deviations(original, release, policy, link)}
            assert {one for one in found if one[0] == "treatment"} == told


@pytest.mark.parametrize("age", ["[20,80)", "20-80", ">=40", "{30, 50, 70}", "5*", "50.5", "*", "", "20 to 40"])
def test_ranges_of_other_tools_are_numbers(age: str) -> None:
    release, rows = released(age=[age] * N)
    assert ("treatment", "age") not in checks(release, rows)


@pytest.mark.parametrize("method", ["datafly", "incognito", "best-first"])
def test_a_generalised_column_has_only_values_and_labels(method: str) -> None:
    towns = pl.DataFrame({"town": PEOPLE["town"], "age": PEOPLE["age"]})
    rules = {"town": {"role": "quasi", "kind": "nominal"}, "age": {"role": "quasi", "kind": "numeric"}}
    policy = {"k": 3, "seed": 1, "method": method, "attributes": rules, "suppression_limit": 0.2}
    release = sb.anonymise(towns, policy)
    assert sb.assess(towns, release.data, policy).deviations == ()
    named = release.data.with_columns(town=pl.lit("Anna 1berg=flu; Bob=HIV"))
    assert ("treatment", "town") in {(d.check, d.column) for d in sb.assess(towns, named, policy).deviations}


@pytest.mark.parametrize("k", [3, 5])
def test_the_original_order_within_classes_is_an_order(k: int) -> None:
    place = np.arange(N)
    classes = np.array([RNG.randint(1, N // k) for _ in range(N)])
    rows = np.lexsort([place, classes])
    release = Table(pl.DataFrame({"town": ["*"] * N, "age": [str(20 + c) for c in classes[rows]],
                                  "illness": np.array(PEOPLE["illness"])[rows],
                                  "visit": np.array(PEOPLE["visit"])[rows]}))  # fmt: skip
    assert ("order", None) in checks(release, rows)
    mixed = np.lexsort([np.random.default_rng(3).permutation(N), classes])
    assert ("order", None) not in checks(release, mixed)


def test_rows_of_stars_in_a_table_of_masked_columns_are_suppressed() -> None:
    rules = {"town": {"role": "quasi", "kind": "nominal"}, "age": {"role": "quasi", "kind": "numeric"}}
    policy = Policy.model_validate({"k": 3, "attributes": rules})
    original = table({name: PEOPLE[name] for name in rules})
    few = table({"town": ["Reus"] * 3 + ["*"] * (N - 3), "age": ["50"] * 3 + ["*"] * (N - 3)})
    assert "suppression" in {d.check for d in table_deviations(original, few, policy)}
    towns = policy.model_copy(update={"attributes": {"town": policy.attributes["town"]}})
    stars = {d.check for d in table_deviations(original, table({"town": few.frame["town"].to_list()}), towns)}
    assert "suppression" not in stars  # towns without a common one


def test_kept_cells_of_sets_are_compared_in_rows_of_stars_too() -> None:
    rules = {"items": {"role": "quasi", "kind": "set"}, "age": "keep"}
    policy = Policy.model_validate({"shape": "sets", "k": 2, "attributes": rules})
    original = table({"items": ["a|b", "a", "b", "a"], "age": ["20", "30", "40", "50"]})
    release = table({"items": ["*", "*", "a", "a"], "age": ["*", "*", "40", "50"]})
    assert ("changed", "age") in {(d.check, d.column) for d in table_deviations(original, release, policy)}


def test_a_column_that_the_policy_publishes_must_be_there() -> None:
    release, rows = released(visit=None)
    assert ("column", "visit") in checks(release, rows)


@pytest.mark.parametrize("turned", [lambda n: n[::-1], lambda n: n.replace(" ", ""), lambda n: n.replace(" ", "_")])
def test_names_written_in_another_way_are_found(turned) -> None:
    release, rows = released(visit=[turned(name) for name in NAMES])
    original = table({**PEOPLE, "visit": [turned(name) for name in NAMES]})
    for link in (rows, None):
        found = {(d.check, d.column) for d in table_deviations(original, release, POLICY, link)}
        assert ("identifier", "visit") in found


def test_one_bare_name_of_its_own_record_is_enough() -> None:
    visit = ["ok" if i != 7 else NAMES[7] for i in range(N)]
    other = ["ok" if i != 7 else NAMES[8] for i in range(N)]
    for cells, found in ((visit, True), (other, False)):
        release, rows = released(visit=cells)
        told = table_deviations(table({**PEOPLE, "visit": cells}), release, POLICY, rows)
        assert (("identifier", "visit") in {(d.check, d.column) for d in told}) == found


def test_a_release_in_the_order_of_the_original_is_compared_row_by_row(tmp_path: Path) -> None:
    frame = pl.DataFrame(
        {"town": ["Graz", "Wien"] * 6, "ill": ["flu", "flu", "gout", "hiv", "flu", "gout"] * 2, "n": [*"abcdefghijkl"]}
    )
    frame.write_csv(tmp_path / "in.csv")
    rules = {"town": {"role": "quasi", "kind": "nominal"}, "ill": {"role": "sensitive", "l": 2}, "n": "keep"}
    policy = build_policy({"k": 3, "order": "keep", "attributes": rules})
    anonymise_file(tmp_path / "in.csv", policy, out=tmp_path / "out")
    release = tmp_path / "out" / "release.csv"
    assert assess_release(tmp_path / "in.csv", release, policy).holds
    made = pl.read_csv(release, infer_schema=False)
    shifted = made.with_columns(*(pl.Series(name, [made[name][-1], *made[name][:-1]]) for name in ("ill", "n")))
    shifted.write_csv(release)
    found = assess_release(tmp_path / "in.csv", release, policy)
    assert {one.column for one in found.deviations if one.check == "changed"} == {"ill", "n"}


BORN = [date(1955, 1, 1) + timedelta(RNG.randrange(15_000)) for _ in range(N)]
VISITED = [date(2021, 1, 1) + timedelta(RNG.randrange(700)) for _ in range(N)]
NOTATIONS = ["%Y-%m-%d", "%d/%m/%Y", "%m/%d/%Y", "%d/%m/%y", "%m/%d/%y", "%d.%m.%Y", "%d%b%y", "%d %B %Y", "%Y%m%d"]


def dated(policy: dict[str, object], then: list[str], now: list[str]) -> list[set[tuple[str, str | None]]]:
    """What is found where one date is masked or dropped and another published, with the link and without it."""
    original = table({"born": then, "again": now})
    rules = build_policy({"k": 5, "attributes": {"born": policy, "again": "keep"}})
    columns = {"again": now} | ({} if policy["role"] == "identifier" else {"born": ["1970-01-01"] * len(then)})
    rows = np.random.default_rng(3).permutation(len(then))
    release = table({name: [texts[row] for row in rows] for name, texts in columns.items()})
    links = (rows, None)
    return [{(d.check, d.column) for d in table_deviations(original, release, rules, link)} for link in links]


@pytest.mark.parametrize("shared", [1, 6])
@pytest.mark.parametrize("other", NOTATIONS)
@pytest.mark.parametrize("one", ["%d/%m/%y", "%m/%d/%Y", "%Y-%m-%d"])
def test_a_date_in_another_notation_is_the_same_date(one: str, other: str, shared: int) -> None:
    days = [BORN[i - i % shared] for i in range(N)]
    then, now = ([day.strftime(how) for day in days] for how in (one, other))
    for found in dated({"role": "quasi", "kind": "date"}, then, now):
        assert ("determines", "again") in found
    for found in dated({"role": "identifier"}, then, now):
        assert ("identifier", "again") in found


@pytest.mark.parametrize(
    "policy", [{"role": "quasi", "kind": "date"}, {"role": "identifier"}], ids=["masked", "dropped"]
)
def test_another_date_that_is_the_same_for_some_is_none(policy: dict[str, object]) -> None:
    some = [born if i % 12 == 0 else visited for i, (born, visited) in enumerate(zip(BORN, VISITED, strict=True))]
    for days in (VISITED, some, BORN[1:] + BORN[:1]):
        then, now = [day.strftime("%d/%m/%y") for day in BORN], [day.isoformat() for day in days]
        assert dated(policy, then, now) == [set(), set()]


def test_dates_that_hardly_vary_agree_by_chance() -> None:
    then, now = (["31/12/98"] * (N - 1) + [end] for end in ("30/12/98", "1998-12-29"))
    assert dated({"role": "quasi", "kind": "date"}, then, ["1998-12-31"] * (N - 1) + now[-1:]) == [set(), set()]


@pytest.mark.parametrize("one", [lambda i: f"P{i:05}", lambda i: f"{i:05}", lambda i: f"pat-{i}"])
@pytest.mark.parametrize("other", [lambda i: f"{i:05}", lambda i: f"P{i:05}", lambda i: f"ID {i:07}"])
def test_a_code_with_other_letters_before_its_number_is_the_same_code(one, other) -> None:
    for found in dated({"role": "identifier"}, [one(i) for i in range(N)], [other(i) for i in range(N)]):
        assert ("identifier", "again") in found


def test_a_number_that_ends_the_code_of_somebody_else_is_none() -> None:
    codes = [f"P{i:05}" for i in range(N)]
    for numbers in (range(1, N + 1), [RNG.randrange(N) for _ in range(N)]):
        assert dated({"role": "identifier"}, codes, [str(number) for number in numbers]) == [set(), set()]
    groups, arms = ([f"{letter}{i % 4}" for i in range(N)] for letter in ("group", ""))
    assert dated({"role": "identifier"}, [f"{group} of the study" for group in groups], arms) == [set(), set()]
    assert dated({"role": "identifier"}, groups, arms) == [set(), set()], "the number of a group is nobody's own"
