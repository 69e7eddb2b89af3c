"""Values that say there is none: pointed out where they look like it, emptied where the policy says so."""

import random
from pathlib import Path
from typing import Any

import polars as pl
import pytest

import semblant as sb
from semblant.data.link import read_link
from semblant.data.table import Table
from semblant.policy.file import build_policy, read_policy
from semblant.proposal.suggest import suggest
from semblant.release.assess import assess_release
from semblant.release.pipeline import anonymise_file
from semblant.space.sentinels import looks_like_no_value

CHANCE = random.Random(7)
AGES = [str(CHANCE.randint(18, 95)) for _ in range(200)]
DAYS = [f"{CHANCE.randint(1940, 2004)}-{CHANCE.randint(1, 12):02}-{CHANCE.randint(1, 28):02}" for _ in range(200)]
PAY = [str(CHANCE.randint(0, 97_000)) for _ in range(200)]


@pytest.mark.parametrize(
    ("values", "found"),
    [
        ([*AGES, "999", "999"], {"999"}),
        ([*AGES, *["99"] * 4], set()),  # somebody may be that old
        ([*AGES, *["-1"] * 3, *["-9"] * 2], {"-1", "-9"}),
        ([*PAY, *["99999"] * 9, *["99998"] * 9], {"99998", "99999"}),
        ([*PAY, "99999"], set()),  # an income like others
        ([*DAYS, "9999-12-31"], {"9999-12-31"}),
        ([*DAYS, *["1900-01-01"] * 3], {"1900-01-01"}),
        ([*DAYS, "1970-01-01"], set()),
        ([*(f"{d[8:]}.{d[5:7]}.{d[:4]}" for d in DAYS), *["01.01.1900"] * 3], {"01.01.1900"}),
        (["1", "2", "9", "99", "99"], set()),  # too few to tell
        ([*["0", "1", "2", "3"] * 9, *["99"] * 4], {"99"}),
        ([*["1", "2", "9"] * 9], set()),
        ([*["30.06.2023"] * 2, *["31.12.9999"] * 9], {"31.12.9999"}),
        (["nurse", "9999", *AGES], set()),
    ],
)
def test_what_looks_like_a_code_is_found_and_nothing_else(values: list[str], found: set[str]) -> None:
    assert set(looks_like_no_value(Table(pl.DataFrame({"x": values})).column("x"))) == found


def test_it_is_pointed_out_until_the_policy_decides() -> None:
    frame = pl.DataFrame({"age": [*AGES, *["999"] * 5]})
    told = {"role": "quasi", "kind": "numeric"}
    said = [one for one in sb.anonymise(frame, attributes={"age": told}).evidence.plan.decisions if "no value" in one]
    assert len(said) == 1
    assert "missing_values: [999]" in said[0]
    release = sb.anonymise(frame, attributes={"age": told | {"missing_values": [999]}})
    assert not [one for one in release.evidence.plan.decisions if "no value" in one]
    assert release.evidence.input.treated == {"age": 5}
    ages = [int(text) for text in release.data["age"] if text]
    assert max(ages) <= 95


@pytest.mark.parametrize("form", ["csv", "parquet", "xlsx"])
def test_emptied_values_are_missing_everywhere(tmp_path: Path, form: str) -> None:
    """Secrets too: what says that there is none is no second value for l."""
    frame = pl.DataFrame(
        {
            "town": ["Reus"] * 6 + ["Graz"] * 6,
            "pay": [1200, 1300, 1400, 99999, 99998, 99999, 900, 99999, 99998, 99998, 99999, 99999],
            "born": ["1980", "unk", "1970", "1999", "9999", "1981"] * 2,
        }
    )
    file = tmp_path / f"in.{form}"
    writer = {"csv": frame.write_csv, "parquet": frame.write_parquet, "xlsx": frame.write_excel}[form]
    writer(file)
    (tmp_path / "policy.yaml").write_text(
        "k: 3\nrare: publish\nattributes:\n  town: {role: quasi, kind: nominal}\n"
        "  pay: {role: sensitive, l: 2, missing_values: [99999, 99998]}\n"
        "  born: {role: keep, missing_values: [9999, unk]}\n"
    )
    policy = build_policy(read_policy(tmp_path / "policy.yaml"))
    release = anonymise_file(file, policy, out=tmp_path / "out", base=tmp_path)
    classes = release.table.frame.filter(pl.col("pay") != "").group_by("town").agg(pl.col("pay").n_unique())
    assert classes["pay"].min() >= 2, "Graz alone has one income"
    assert sorted(filter(None, release.table.frame["born"])) == sorted(["1980", "1970", "1999", "1981"] * 2)
    link = read_link(tmp_path / "out-private" / "link.csv", "table")
    written = next((tmp_path / "out").glob("release.*"))
    assert assess_release(file, written, policy, base=tmp_path, link=link).holds


@pytest.mark.parametrize("precision", ["month", "quarter", "year"])
def test_the_last_day_of_all_is_a_date(precision: str) -> None:
    frame = pl.DataFrame({"born": [*DAYS, *["9999-12-31"] * 5]})
    release = sb.anonymise(frame, attributes={"born": {"role": "quasi", "kind": "date", "precision": precision}})
    assert release.evidence.privacy.verified


def test_an_identifier_has_no_missing_values() -> None:
    with pytest.raises(sb.PolicyError, match="identifier is not released"):
        build_policy({"attributes": {"name": {"role": "identifier", "missing_values": ["x"]}}})


def test_a_code_is_pointed_out_as_the_input_writes_it() -> None:
    left = ["31.12.9999" if i % 5 == 0 else f"{1 + i % 28:02d}.{1 + i % 9:02d}.2024" for i in range(60)]
    frame = pl.DataFrame({"left": left, "town": ["Graz", "Linz"] * 30})
    rules: dict[str, Any] = {"left": {"role": "quasi", "kind": "date", "precision": "month"}, "town": "keep"}
    release = sb.anonymise(frame, k=3, seed=1, attributes=rules)
    assert any("missing_values: [31.12.9999]" in one for one in release.decisions)
    rules["left"]["missing_values"] = ["31.12.9999"]
    again = sb.anonymise(frame, k=3, seed=1, attributes=rules)
    assert not any("missing_values" in one for one in again.decisions)
    assert set(again.data["left"].drop_nulls().str.slice(0, 4)) == {"2024"}


def test_one_mistyped_date_is_nobodys_code() -> None:
    assert looks_like_no_value(Table(pl.DataFrame({"x": [*DAYS, "2985-07-21"]})).column("x")) == ()


def test_the_check_speaks_of_the_values_of_the_input() -> None:
    frame = pl.DataFrame({"age": [*AGES, *["999"] * 5]})
    release = sb.anonymise(frame, attributes={"age": {"role": "quasi", "kind": "numeric", "round": 10}})
    found = {one.check: one.status for one in release.evidence.checklist}
    assert found["missing-codes"] == "amber"


def test_a_code_in_a_kept_column_is_suggested_and_pointed_out_too() -> None:
    frame = pl.DataFrame({"age": AGES, "shelf": [*["9999"] * 20, *(str(10 + n % 50) for n in range(180))]})
    found = {one.column: one for one in suggest(Table(frame))}["shelf"]
    assert (found.role, found.certain, found.settings) == ("keep", False, {"missing_values": ("9999",)})
    assert found.attribute() == {"role": "keep", "missing_values": ("9999",)}
    told = {"age": {"role": "quasi", "kind": "numeric"}, "shelf": "keep"}
    said = [one for one in sb.anonymise(frame, attributes=told).evidence.plan.decisions if "no value" in one]
    assert len(said) == 1
    assert "attributes.shelf.missing_values: [9999]" in said[0]
    release = sb.anonymise(frame, attributes=told | {"shelf": found.attribute()})
    assert "9999" not in set(release.data["shelf"])


def test_codes_are_seen_among_dates_that_no_one_format_reads() -> None:
    days = [f"{1 + i % 28:02}/{1 + i % 12:02}/{1950 + i}" for i in range(40)]
    others = [f"{1950 + i}-{1 + i % 12:02}-{1 + i % 28:02}" for i in range(40)]
    cells = [*days, *others, *["01/01/1900"] * 9, "not given", "in spring"]
    assert looks_like_no_value(Table(pl.DataFrame({"born": cells})).column("born")) == ("01/01/1900",)
