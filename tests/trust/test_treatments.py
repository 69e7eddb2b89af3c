"""Released cells are treated as the policy says, masked or not, whoever wrote them: assess and verify look."""

import json
from pathlib import Path
from typing import Any

import numpy as np
import polars as pl
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from semblant.catalogue import CATALOGUE
from semblant.data.table import Table
from semblant.policy.file import build_policy
from semblant.policy.model import Attribute, Policy
from semblant.proof.treatments import outside, untreated
from semblant.release.assess import assess_release
from semblant.release.pipeline import anonymise_file
from semblant.release.verify import verify_release

AGE = {"round": 5, "bottom": 20, "top": 80}


def left(values: list[str], method: str = "mdav", **treatment: Any) -> set[str]:
    """The values that no treatment would have left."""
    kind = {"hierarchy": treatment.pop("hierarchy")} if "hierarchy" in treatment else {}
    policy = Policy.model_validate({"method": method, "attributes": {"c": {"role": "quasi", **treatment, **kind}}})
    return {v for v in values if [*untreated(Table(pl.DataFrame({"c": [v, *_SEEN.get(v, ())]})), policy, ["c"])]}


_SEEN = {"1.245,37": ("1.250,00",), "1.250,00": ("2.000,00",)}


@pytest.mark.parametrize(
    ("treatment", "good", "bad"),
    [
        (AGE, ["45", "45.0", "20", "80", "4.5e1", "", "*", "[40,50)", "[40, 45]", "40-60", ">=60", "<35", "80+"],
         ["45.37", "93", "3", "47", ">=93", "[46,49)", "<20", "[82,99)", "forty", "2018-02-13"]),
        ({"round": 5, "top": 93}, ["95", "90"], ["100", "93"]),
        ({"round": 0.1}, ["0.3", "-1.7", "12"], ["0.35", "0.30001"]),
        ({"round": 50}, ["1.250,00"], ["1.245,37"]),
        ({"top": 60000}, ["60000", "59999.5"], ["999999.37", "[60001,70000)"]),
        ({"bands": 10}, ["[20,30)", ">=20", "[20,40)", "[20,30) – [40,50)"],
         ["23", "[23,24)", "[20,25)", "[20,30]", "old", "[20,30) – 41"]),
        ({"bands": [18, 65]}, ["<18", "[18,65)", ">=65"], ["[18,19)", "18", ">=64", "[0,18)"]),
        ({"bands": 10, "top": 80}, ["[80,90)"], ["[90,100)"]),
        ({"precision": "day"}, ["2018-02-13", "13.02.2018", "2018"],
         ["2018-02-13T11:22:33", "13/02/2018 9:30", "1518516000"]),
        ({"precision": "month"}, ["2018-02", "2018-02-01", "2018", "2010s", "2018-Q2", "[2018-02, 2018-05)"],
         ["2018-02-13", "13/02/2018", "20180213", "2018-02-01T11:00", "13 Feb 2018"]),
        ({"precision": "quarter"}, ["2018-Q1", "2018-04-01", "2018-04-01T00:00:00", "2018"],
         ["2018-02", "2018-02-13", "2018-02-13T11:22:33", "Feb 2018", "2018-04-02"]),
        ({"precision": "year"}, ["2018", "2018-01-01"], ["2018-Q2", "2018-04-01", "2018-04"]),
    ],
)  # fmt: skip
def test_only_cells_that_a_treatment_leaves_are_let_through(
    treatment: dict[str, Any], good: list[str], bad: list[str]
) -> None:
    assert left([*good, *bad], **treatment) == set(bad)


def test_words_of_a_hierarchy_are_taken_for_what_they_are() -> None:
    assert left(["young", "Q1 2018"], **AGE) == {"young", "Q1 2018"}
    assert left(["young", "old", "45.37"], **AGE, hierarchy="ages.csv") == {"45.37"}
    assert left(["spring", "13/02/2018"], precision="quarter", hierarchy="seasons.csv") == {"13/02/2018"}


PEOPLE = {
    "age": [str(18 + 7 * i % 71) for i in range(60)],
    "admitted": [f"20{18 + i % 3}-{1 + i % 12:02}-{1 + i * 5 % 28:02}" for i in range(60)],
    "income": [str(10_000 + 977 * i) for i in range(60)],
}
RULES: dict[str, Any] = {
    "k": 3,
    "seed": 1,
    "attributes": {
        "age": {"role": "quasi", "kind": "numeric", **AGE},
        "admitted": {"role": "quasi", "kind": "date", "precision": "quarter"},
        "income": {"role": "sensitive", "kind": "numeric", "round": 1000, "top": 60_000},
    },
}


@pytest.mark.parametrize("method", [name for name, one in CATALOGUE["table"].items() if one.k_anonymous])
def test_what_every_method_releases_is_treated(tmp_path: Path, method: str) -> None:
    pl.concat([pl.DataFrame(PEOPLE)] * 3).write_csv(tmp_path / "in.csv")
    policy = build_policy({**RULES, "method": method, "suppression_limit": 0.5, "rare": "publish"})
    release = anonymise_file(tmp_path / "in.csv", policy, out=tmp_path / "out")
    assert [*untreated(release.table, policy, PEOPLE)] == []
    assert verify_release(tmp_path / "out").holds


@pytest.mark.parametrize("suffix", ["parquet", "xlsx", "sav", "dta"])
def test_typed_files_are_treated_too(tmp_path: Path, suffix: str) -> None:
    typed = pl.DataFrame(PEOPLE).with_columns(
        pl.col("age").cast(pl.Float64), pl.col("admitted").str.to_date(), pl.col("income").cast(pl.Int64)
    )
    typed.write_parquet(tmp_path / "in.parquet")
    anonymise_file(tmp_path / "in.parquet", build_policy(RULES), out=tmp_path / "out", to=suffix)
    assert {one.check for one in verify_release(tmp_path / "out").checks if one.status != "holds"} == set()


@pytest.mark.parametrize(
    ("column", "before", "after"),
    [("age", "80", "93"), ("age", "45", "45.37"), ("admitted", "2018-Q1", "2018-02-13"), ("income", "60000", "999999")],
)
def test_a_release_that_says_more_than_its_policy_is_noticed(
    tmp_path: Path, column: str, before: str, after: str
) -> None:
    pl.DataFrame(PEOPLE).write_csv(tmp_path / "in.csv")
    attributes = {name: RULES["attributes"][name] for name in ("age", column)}
    policy = build_policy({"k": 2, "seed": 1, "attributes": attributes, "others": "drop"})
    release = anonymise_file(tmp_path / "in.csv", policy, out=tmp_path / "out")
    assert before in release.table.frame[column].to_list()
    cells = release.table.frame[column].replace({before: after})
    release.table.frame.with_columns(cells).write_csv(tmp_path / "out" / "release.csv")
    broken = {one.check: one.value for one in verify_release(tmp_path / "out").checks if one.status == "broken"}
    assert broken["cells are treated as the rules say"] == [column]
    found = assess_release(tmp_path / "in.csv", tmp_path / "out" / "release.csv", policy, link=release.link)
    kinds = {(one.check, one.column) for one in found.deviations}
    assert ("treatment" if column != "income" else "changed", column) in kinds


@settings(max_examples=60, deadline=None)
@given(
    step=st.sampled_from([0.5, 1, 5, 10, 25]),
    bottom=st.none() | st.integers(-50, 20),
    top=st.none() | st.integers(21, 90),
    number=st.integers(-400, 400).map(lambda n: n / 4),
)
def test_a_number_is_let_through_if_and_only_if_treating_leaves_it_alone(
    step: float, bottom: int | None, top: int | None, number: float
) -> None:
    """The slow twin: all numbers that the treatment can write, listed."""
    ends = [(-500 if bottom is None else bottom), (500 if top is None else top)]
    coded = np.unique(np.clip(np.arange(-500, 500, 0.25), *ends))
    written = {float(np.copysign(np.floor(abs(x) / step + 0.5) * step, x)) for x in coded}
    bad = left([f"{number:g}"], round=step, bottom=bottom, top=top)
    assert bool(bad) == (number not in written)


def test_the_rules_of_the_evidence_are_those_of_the_release(tmp_path: Path) -> None:
    pl.DataFrame(PEOPLE).write_csv(tmp_path / "in.csv")
    anonymise_file(tmp_path / "in.csv", build_policy(RULES), out=tmp_path / "out")
    rules = json.loads((tmp_path / "out" / "evidence.json").read_bytes())["policy"]["attributes"]
    assert (rules["age"]["round"], rules["admitted"]["precision"]) == (5, "quarter")


def test_a_rounded_number_may_lie_half_a_digit_beyond_the_original() -> None:
    policy = Policy(attributes={"x": {"role": "quasi", "kind": "numeric"}})
    before = Table(pl.DataFrame({"x": ["2.23475e-13", "7.5"]}))
    for now, far in (("0.000000000000223", 0), ("0.0000000000001", 1), ("7.8", 1), ("8", 0), ("8.1", 1)):
        found = [*outside(before, Table(pl.DataFrame({"x": [now]})), policy)]
        assert len(found) == far, now
    long = Table(pl.DataFrame({"x": ["-202991259587.747375", "3"]}))
    for now, far in (("-202991259587.747406", 0), ("-202991259588.747406", 1)):  # a float has no more digits
        assert len([*outside(long, Table(pl.DataFrame({"x": [now]})), policy)]) == far, now


@pytest.mark.parametrize("cell", ["1" * 500_000 + "x", "5-" + "1" * 500_000 + "x", "[0,10) – " * 5000 + "30"])
def test_very_long_cells_are_read_to_their_end(cell: str) -> None:
    policy = Policy(attributes={"age": Attribute(role="quasi", kind="numeric", bands=10)})
    release = Table(pl.DataFrame({"age": ["[0,10)", "[0,10) – [10,20)", cell]}))
    (found,) = untreated(release, policy, ["age"])
    assert found.message.startswith("Column 'age' has 1 record")
