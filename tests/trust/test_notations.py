"""Identifiers that are left out, and dates that are masked, are not published in another notation."""

from collections.abc import Callable
from datetime import UTC, date, datetime, timedelta

import numpy as np
import polars as pl
import pytest

from semblant.data.encoder import FileColumn
from semblant.data.table import Table
from semblant.evidence import Deviation
from semblant.policy.file import build_policy
from semblant.proof.days import counted
from semblant.proof.deviations import table_deviations
from semblant.proof.notations import code

RNG = np.random.default_rng(11)
N = 60
NUMBERS = [int(n) for n in RNG.choice(np.arange(10_000, 99_999), N, replace=False)]
BORN = [date(1950, 1, 1) + timedelta(int(n)) for n in RNG.integers(0, 15_000, N)]
MONTHS = (
    "January", "February", "March", "April", "May", "June", "July", "August", "September", "October", "November",
    "December",
)  # fmt: skip
EPOCH = date(1970, 1, 1)


def deviations(policy: dict[str, object], columns: dict[str, list[str]], **more: object) -> list[list[Deviation]]:
    """What is found where the first column is masked or left out and the others are kept, with the link and without."""
    (first, *others), size = columns, len(next(iter(columns.values())))
    rules = build_policy({"k": 5, **more, "attributes": {first: policy} | dict.fromkeys(others, "keep")})
    kept = {name: columns[name] for name in others}
    if policy["role"] != "identifier":
        kept[first] = ["1970-01-01"] * size
    rows = np.random.default_rng(3).permutation(size)
    release = Table(pl.DataFrame({name: [texts[row] for row in rows] for name, texts in kept.items()}))
    original = Table(pl.DataFrame(columns))
    return [table_deviations(original, release, rules, link) for link in (rows, None)]


def found(
    policy: dict[str, object], columns: dict[str, list[str]], **more: object
) -> list[set[tuple[str, str | None]]]:
    """The checks that find something, and where."""
    return [{(d.check, d.column) for d in one} for one in deviations(policy, columns, **more)]


def in_another_notation(policy: dict[str, object], columns: dict[str, list[str]]) -> set[str | None]:
    """The columns that are said to hold the first one in another notation, or to tell it."""
    every = [d for one in deviations(policy, columns) for d in one]
    return {d.column for d in every if d.check == "determines" or "another notation" in d.message}


def test_rows_of_one_person_are_no_group() -> None:
    pid, acct, note = (
        [how.format(n) for n in NUMBERS[:30] for _ in range(6)] for how in ("P{:06}", "{}", "see P{:06} now")
    )
    columns = {"pid": pid, "acct": acct, "note": note, "person": pid}
    for one in found({"role": "identifier"}, columns | {"person": [str(i % 7) for i in range(180)]}, individual="pid"):
        assert {("identifier", "acct"), ("identifier", "note")} <= one
    of_group = [f"group{i % 3}" for i in range(180)], [str(i % 3) for i in range(180)]
    columns = {"pid": of_group[0], "acct": of_group[1], "person": pid}
    for one in found({"role": "identifier"}, columns, individual="person"):
        assert ("identifier", "acct") not in one


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("P{:06}", "{}.0"),
        ("{}", "{:.4e}"),
        ("P{:06}", "{:.4e}"),
        ("{}.0", "K{}"),
        ("P{:06}", "{}X"),
        ("P{:06}-A", "{}"),
        ("P{:06}-A", "{}.0"),
    ],
)
def test_a_number_of_a_code_is_found_however_it_is_written(one: str, other: str) -> None:
    then, now = ([how.format(n) for n in NUMBERS] for how in (one, other))
    for told in found({"role": "identifier"}, {"id": then, "again": now}):
        assert ("identifier", "again") in told


def test_digits_of_another_script_are_digits() -> None:
    arabic = str.maketrans("0123456789", "٠١٢٣٤٥٦٧٨٩")
    then, now = [f"P{n}" for n in NUMBERS], [str(n).translate(arabic) for n in NUMBERS]
    for one, other in ((then, now), (now, then)):
        for told in found({"role": "identifier"}, {"id": one, "again": other}):
            assert ("identifier", "again") in told


def test_codes_of_sets_are_found() -> None:
    rules = build_policy({"shape": "sets", "k": 5, "attributes": {
        "id": "identifier", "basket": {"role": "quasi", "kind": "set"}, "again": "keep"}})  # fmt: skip
    ids, again = [f"C{n}" for n in NUMBERS], [f"{n}.0" for n in NUMBERS]
    original = Table(pl.DataFrame({"id": ids, "basket": ["a|b", "b|c"] * (N // 2), "again": again}))
    release = Table(pl.DataFrame({"basket": ["b"] * N, "again": again}))
    told = table_deviations(original, release, rules, np.arange(N))
    assert ("identifier", "again") in {(d.check, d.column) for d in told}


def test_codes_that_are_put_aside_are_found_as_well() -> None:
    rules = build_policy({"k": 2, "order": "keep", "attributes": {"id": "identifier", "other": "keep"}})
    arabic = str.maketrans("0123456789", "٠١٢٣٤٥٦٧٨٩")
    ways: list[Callable[[int], str]] = [
        "P{:06}-A".format, "{}.0".format, "{:.4e}".format, "{}X".format, lambda n: str(n).translate(arabic)
    ]  # fmt: skip
    for one in ways:
        for other in ways:
            both = pl.DataFrame({"id": [one(n) for n in NUMBERS], "other": [other(n) for n in NUMBERS]})
            aside = FileColumn("id")
            aside.add(both.get_column("id"))
            coded = Table({"id": aside, "other": Table(both).column("other")})
            told = table_deviations(coded, Table(both.select("other")), rules)
            assert ("identifier", "other") in {(d.check, d.column) for d in told}


def seconds(day: date) -> int:
    return (day - EPOCH).days * 86_400


WRITTEN: dict[str, Callable[[date], str]] = {
    "month first": lambda b: f"{MONTHS[b.month - 1]} {b.day}, {b.year}",
    "short month first": lambda b: f"{b:%b} {b.day} {b.year}",
    "with a point": lambda b: f"{b.day}. {MONTHS[b.month - 1]} {b.year}",
    "with the weekday": lambda b: f"{b:%A, %d %B %Y}",
    "with half of the day": lambda b: f"{b:%m/%d/%Y} 12:00 AM",
    "with a zone": lambda b: f"{b:%Y-%m-%d} 00:00:00 UTC",
    "six digits": lambda b: f"{b:%d%m%y}",
    "six digits, month first": lambda b: f"{b:%m%d%y}",
    "six digits, year first": lambda b: f"{b:%y%m%d}",
    "week": lambda b: "{}-W{:02}-{}".format(*b.isocalendar()),
    "sheet": lambda b: str((b - date(1899, 12, 30)).days),
    "sheet, with decimals": lambda b: f"{(b - date(1899, 12, 30)).days}.0",
    "days": lambda b: str((b - EPOCH).days),
    "days since 1960": lambda b: str((b - date(1960, 1, 1)).days),
    "seconds": lambda b: str(seconds(b)),
    "seconds of another zone": lambda b: str(seconds(b) - 3600),
    "thousandths": lambda b: str(seconds(b) * 1000),
    "seconds since 1900": lambda b: str((b - date(1900, 1, 1)).days * 86_400),
}


@pytest.mark.parametrize("how", WRITTEN)
def test_a_day_is_found_however_it_is_written_or_counted(how: str) -> None:
    then, now = [b.isoformat() for b in BORN], [WRITTEN[how](b) for b in BORN]
    for told in found({"role": "quasi", "kind": "date"}, {"born": then, "again": now}):
        assert ("determines", "again") in told
    for told in found({"role": "identifier"}, {"born": then, "again": now}):
        assert ("identifier", "again") in told


def test_months_of_other_languages_are_read() -> None:
    then = [b.replace(month=3 + 2 * (b.month % 2)) for b in BORN]
    now = [f"{b.day}. {'März' if b.month == 3 else 'Mai'} {b.year}" for b in then]
    for told in found({"role": "identifier"}, {"born": [b.isoformat() for b in then], "again": now}):
        assert ("identifier", "again") in told


def test_an_identifier_in_some_records_is_found_in_another_notation() -> None:
    for share in (3, 5):
        some = [i % share == 0 for i in range(N)]
        codes = [f"K-{n}" if there else "walk-in" for n, there in zip(NUMBERS, some, strict=True)]
        days = [f"{b:%d.%m.%Y}" if there else "walk-in" for b, there in zip(BORN, some, strict=True)]
        for told in found({"role": "identifier"}, {"id": [f"P{n:06}" for n in NUMBERS], "again": codes}):
            assert ("identifier", "again") in told
        for told in found({"role": "identifier"}, {"born": [b.isoformat() for b in BORN], "again": days}):
            assert ("identifier", "again") in told
        for told in found({"role": "quasi", "kind": "date"}, {"born": [b.isoformat() for b in BORN], "again": days}):
            assert ("determines", "again") in told


@pytest.mark.parametrize("size", [30, 100, 400])
@pytest.mark.parametrize("seed", range(8))
def test_what_has_nothing_to_do_with_an_identifier_is_none_of_it(seed: int, size: int) -> None:
    rng = np.random.default_rng([seed, size])

    def numbers(least: int, most: int) -> list[str]:
        return [str(n) for n in rng.integers(least, most, size)]

    def dates(first: date, days: int) -> list[str]:
        return [(first + timedelta(int(n))).isoformat() for n in rng.integers(0, days, size)]

    kept = {
        "small": numbers(0, 6),
        "age": numbers(18, 95),
        "year": numbers(1940, 2010),
        "count": [str(n) for n in rng.poisson(3, size)],
        "row": [str(n + 1) for n in rng.permutation(size)],
        "postcode": numbers(10_000, 99_999),
        "long postcode": numbers(110_001, 800_000),
        "income": numbers(15_000, 60_000),
        "cents": [f"{n}.0" for n in numbers(0, 40_000)],
        "visit": dates(date(2021, 1, 1), 700),
        "soon": dates(date(2021, 1, 1), 40),
        "sent": [str(int(datetime(2021, 1, 1, tzinfo=UTC).timestamp()) + int(n)) for n in rng.integers(0, 9**8, size)],
        "room": [f"R{n}" for n in numbers(1, 300)],
        "some": [n if i % 9 == 0 else "none" for i, n in enumerate(numbers(1, 500))],
    }
    for then in (
        dates(date(1940, 1, 1), 25_000),
        dates(date(2021, 1, 1), 700),
        [str(i + 1) for i in range(size)],
        [f"P{n}" for n in numbers(10_000, 99_999)],
        numbers(1, 10 * size),
    ):
        assert in_another_notation({"role": "identifier"}, {"id": then} | kept) == set()
    born = dates(date(1940, 1, 1), 25_000)
    assert in_another_notation({"role": "quasi", "kind": "date"}, {"born": born} | kept) == set()


def test_enormous_numbers_are_no_days_and_a_power_is_no_digit() -> None:
    assert counted(["1e99999", "-1e400", "9" * 5000, "1e-4000", "NaN", ""]) == []
    assert counted(["32405", "32406", "10²"]) == []
    assert counted(["32405", "32406", "nurse"]) == []
    assert code("1e" + "9" * 45) is None
