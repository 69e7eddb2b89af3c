"""Treatments of single columns before grouping, and what is released of them."""

from datetime import date, timedelta
from decimal import Decimal
from pathlib import Path

import polars as pl
import pytest
from hypothesis import given
from hypothesis import strategies as st

from semblant.api import anonymise
from semblant.data import parquet
from semblant.data.read import read
from semblant.data.table import Table
from semblant.errors import PolicyError
from semblant.policy.file import build_policy
from semblant.policy.model import Policy
from semblant.release.pipeline import anonymise_file
from semblant.space.treatments import treat

DAYS = [(date(1950, 1, 1) + timedelta(days=97 * i)).isoformat() for i in range(60)]


def treated(values: list[str], **settings: object) -> tuple[list[str], Policy]:
    policy = Policy.model_validate({"attributes": {"x": {"role": "quasi", **settings}}})
    done = treat(Table(pl.DataFrame({"x": values})), policy)
    assert done.changed["x"] == sum(a != b for a, b in zip(values, done.table.frame["x"], strict=True))
    return done.table.frame["x"].to_list(), done.policy


@given(st.lists(st.integers(-500, 500), min_size=1), st.sampled_from([1, 2, 5, 10, 25]), st.integers(-50, 0))
def test_rounded_and_coded_numbers_are_whole_multiples_within_the_bounds(numbers, step, bottom):
    now, policy = treated(list(map(str, numbers)), round=step, bottom=bottom * step, top=40 * step)
    for before, text in zip(numbers, now, strict=True):
        within = min(max(before, bottom * step), 40 * step)
        assert int(text) % step == 0
        assert abs(int(text) - within) * 2 <= step
    assert policy.attributes["x"].kind == "numeric"


@given(st.lists(st.decimals(-99, 99, places=2), min_size=1), st.sampled_from([0.5, 3, 10]))
def test_every_number_is_in_the_band_that_is_written_for_it(numbers, width):
    now, policy = treated([f"{n:f}" for n in numbers], bands=width)
    levels = policy.attributes["x"].levels
    for before, text in zip(numbers, now, strict=True):
        assert text in levels
        low, _, high = text.strip("[)>=").partition(",")
        assert Decimal(low) <= before
        assert not high or before < Decimal(high)
    assert [Decimal(level.strip("[)>=").split(",")[0]) for level in levels] == sorted(
        Decimal(level.strip("[)>=").split(",")[0]) for level in levels
    )


def test_a_single_band_has_an_end_too():
    now, policy = treated(["21", "24"], bands=5)
    assert (now, policy.attributes["x"].levels) == (["[20,25)"] * 2, ("[20,25)",))


def test_bands_that_begin_at_given_numbers_are_ordinal_levels():
    now, policy = treated(["3", "17", "18", "64", "65", "99", ""], bands=[18, 65])
    assert now == ["<18", "<18", "[18,65)", "[18,65)", ">=65", ">=65", ""]
    assert (policy.attributes["x"].kind, policy.attributes["x"].levels) == ("ordinal", ("<18", "[18,65)", ">=65"))


@given(st.dates(date(1900, 1, 1), date(2100, 1, 1)), st.sampled_from(["month", "quarter", "year"]))
def test_a_date_is_written_as_its_period(day, precision):
    said = {"month": f"{day:%Y-%m}", "quarter": f"{day.year}-Q{(day.month + 2) // 3}", "year": f"{day.year}"}
    assert treated([day.isoformat()], precision=precision)[0] == [said[precision]]
    assert treated([f"{day:%d.%m.%Y}", ""], precision=precision)[0] == [said[precision], ""]


def test_a_day_loses_its_time_and_keeps_its_format():
    assert treated(["17.03.1984 10:30", "01.04.1985 00:00"], precision="day")[0] == ["17.03.1984", "01.04.1985"]


@pytest.mark.parametrize("method", ["mdav", "auto", "datafly", "recode"])
@pytest.mark.parametrize("precision", ["month", "quarter", "year"])
def test_released_dates_and_numbers_are_no_finer_than_asked(method, precision):
    frame = pl.DataFrame({"born": DAYS, "age": [str(17 + i) for i in range(60)], "pay": ["1.234,5", "999,9"] * 30})
    rules = {
        "born": {"role": "quasi", "kind": "date", "precision": precision},
        "age": {"role": "quasi", "round": 5, "top": 70},
        "pay": {"role": "keep", "round": 100},
    }
    release = anonymise(frame, k=3, method=method, attributes=rules, seed=1, suppression_limit=0.1)
    form = {"month": r"\d{4}-\d\d", "quarter": r"\d{4}-Q[1-4]", "year": r"\d{4}"}[precision]
    if method != "datafly":
        assert release.data["born"].str.contains(f"^{form}$").all()
        assert (release.data["age"].cast(int) % 5 == 0).all()
        assert release.data["age"].cast(int).max() <= 70
    assert set(release.data["pay"]) - {"*"} == {"1.200", "1.000"}
    assert release.evidence.privacy.verified
    assert release.evidence.input.treated["pay"] == 60


def test_types_come_back_and_the_evidence_serves_as_a_policy(tmp_path: Path):
    frame = pl.DataFrame(
        {"born": DAYS, "pay": [1000.5 + i for i in range(60)], "size": ["s", "m", "l"] * 20}
    ).with_columns(pl.col("born").str.to_date(), pl.col("size").cast(pl.Categorical))
    (tmp_path / "people.parquet").write_bytes(
        parquet.write(Table(frame.cast(pl.String), typed=frame), "parquet", "keep")
    )
    rules = {
        "born": {"role": "quasi", "kind": "date", "precision": "month"},
        "pay": {"role": "keep", "round": 10},
        "size": {"role": "quasi", "kind": "nominal"},
    }
    policy = build_policy({"k": 4, "attributes": rules, "seed": 2})
    release = anonymise_file(tmp_path / "people.parquet", policy, out=tmp_path / "out")
    back = pl.read_parquet(tmp_path / "out" / "release.parquet")
    assert dict(back.schema) == {"born": pl.Date, "pay": pl.Float64, "size": pl.Categorical}
    assert (back["born"].dt.day() == 1).all()
    assert (back["pay"] % 10 == 0).all()
    again = build_policy(release.evidence.policy)
    assert treat(read(tmp_path / "people.parquet"), again).changed == release.evidence.input.treated


@pytest.mark.parametrize(
    ("settings", "said"),
    [
        ({"kind": "date", "round": 5}, "round goes with numbers"),
        ({"kind": "numeric", "precision": "month"}, "precision goes with dates"),
        ({"bottom": 5, "top": 5}, "bottom must be below top"),
        ({"bands": [5, 3]}, "bands must rise"),
        ({"bands": 5, "round": 5}, "round and bands exclude each other"),
    ],
)
def test_treatments_that_make_no_sense_are_refused(settings, said):
    with pytest.raises(PolicyError, match=said):
        build_policy({"attributes": {"x": {"role": "quasi", **settings}}})


def test_whole_numbers_stay_whole():
    with pytest.raises(PolicyError, match="whole numbers"):
        treated(["1", "2"], round=0.5)
    frame = pl.DataFrame({"age": [21, 22, 24, 40, 41, 45]})
    release = anonymise(frame, k=3, attributes={"age": {"role": "quasi", "kind": "numeric"}})
    assert release.data["age"].dtype == pl.Int64


def test_a_huge_number_is_rounded_too():
    assert treated(["1e30", "7"], round=5)[0][1] == "5"


@pytest.mark.parametrize("precision", ["month", "quarter", "year"])
def test_the_last_day_there_is_has_a_period_too(precision):
    said = {"month": "9999-12", "quarter": "9999-Q4", "year": "9999"}
    assert treated(["31.12.9999", "01.05.2024"], precision=precision)[0][0] == said[precision]


def test_there_is_no_band_beyond_coded_extremes():
    table = Table(pl.DataFrame({"x": ["-4", "1", "4", "9"]}))
    rules = {"role": "quasi", "bands": [0, 3, 5, 8]}
    levels = {
        ends: treat(table, Policy(attributes={"x": rules | dict(ends)})).policy.attributes["x"].levels
        for ends in ((), (("bottom", 0), ("top", 5)), (("bottom", -1), ("top", 7)))
    }
    assert list(levels.values()) == [
        ("<0", "[0,3)", "[3,5)", "[5,8)", ">=8"),
        ("[0,3)", "[3,5)", "[5,8)"),
        ("<0", "[0,3)", "[3,5)", "[5,8)"),
    ]
    single = treat(table, Policy(attributes={"x": {"role": "quasi", "bands": 5, "bottom": 0, "top": 5}}))
    assert single.policy.attributes["x"].levels == ("[0,5)", "[5,10)")
