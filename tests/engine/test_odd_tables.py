"""Spark makes what one machine makes of tables that are hard to read, to name or to write."""

import random
from datetime import date, datetime, timedelta
from decimal import Decimal
from pathlib import Path
from typing import Any

import polars as pl
import pytest

from semblant.engine.spark import engine
from semblant.policy.model import Policy
from semblant.release.evidence_builder import semblant_version
from semblant.release.pipeline import anonymise_file
from tests.engine.test_identity import all_of, in_files

N = 60


def odd() -> pl.DataFrame:
    """Names that Spark reads as more than names, or takes for the same; values that formats and engines tell apart."""
    rng = random.Random(1)

    def some(*values: Any) -> list[Any]:
        return [rng.choice(values) for _ in range(N)]

    return pl.DataFrame(
        {
            "a.b": some("x", "y"),
            "`q`": some("1", "2"),
            'd"q': some("u", "v"),
            "new\nline": some("m", "n"),
            "A": some("s", "t"),
            "a": some("k", "l"),
            "sign": some("\U0001f600", "\ufffd", "\ue000", "é", "e\u0301", "\U00010000"),
            "note": some("", "a\rb", "a\r\nb", "\\", '\\"', '"', ",", " lead", "trail ", "\u2028", "null", "NaN", None),
            "float": some(float("nan"), float("inf"), -float("inf"), 0.0, -0.0, 1e300, None),
            "paid": pl.Series(some(Decimal("1.10"), Decimal("2.00"), None), dtype=pl.Decimal(10, 2)),
            "small": pl.Series(some(1, -3, None), dtype=pl.Int8),
            "large": pl.Series(some(2**64 - 1, 0), dtype=pl.UInt64),
            "there": pl.Series(some(datetime(2020, 1, 1, 3, 4, 5, 6), None)).dt.replace_time_zone("Europe/Vienna"),
            "took": some(timedelta(days=1, seconds=3), None),
            "day": some(date(1, 1, 1), date(9999, 12, 31), None),
            "kind": pl.Series(some("z", "y", None), dtype=pl.Categorical),
            "none": [None] * N,
            "long": some("x" * 1_000_000, ""),
        }
    )


@pytest.mark.parametrize("form", ["parquet", "csv"])
def test_odd_tables(form: str, spark: Any, tmp_path: Path) -> None:
    quasi = {name: {"role": "quasi", "kind": "nominal"} for name in ("a.b", "`q`", "sign", "kind")}
    attributes = quasi | {"small": {"role": "quasi", "kind": "numeric"}, "long": {"role": "sensitive"}}
    rules = Policy.model_validate({"k": 3, "seed": 1, "others": "keep", "attributes": attributes})
    data, work = in_files(tmp_path / "odd", odd(), 3), tmp_path / "work [1]"
    work.mkdir()
    here, there = tmp_path / "here" / "out", tmp_path / "there" / "out"
    anonymise_file(data, rules, out=here, to=form)
    with engine(spark, work, semblant_version()) as runs:
        anonymise_file(data, rules, out=there, to=form, engine=runs)
    assert all_of(there) == all_of(here)
    assert not [*work.iterdir()]


def test_thousands_of_columns(spark: Any, tmp_path: Path) -> None:
    rng = random.Random(1)
    frame = pl.DataFrame({f"c{j}": rng.choices("12", k=N) for j in range(2_000)})
    rules = Policy.model_validate({"k": 3, "seed": 1, "others": "keep", "attributes": {"c0": "quasi"}})
    data = in_files(tmp_path / "wide", frame, 2)
    with engine(spark, None, semblant_version()) as runs:
        anonymise_file(data, rules, out=tmp_path / "there", reports=False, engine=runs)
    anonymise_file(data, rules, out=tmp_path / "here" / "out", reports=False)
    assert (tmp_path / "there/release.parquet").read_bytes() == (tmp_path / "here/out/release.parquet").read_bytes()
