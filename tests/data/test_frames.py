"""Data frames in and out, one test for every kind of frame."""

import subprocess
import sys
from collections.abc import Callable
from datetime import date, datetime
from decimal import Decimal
from typing import Any

import numpy as np
import pandas as pd
import polars as pl
import pyarrow as pa
import pytest

import semblant
import semblant as sb
from semblant.data.frames import from_frame, to_frame
from semblant.errors import InputError

Make = Callable[[dict[str, list[Any]]], Any]
KINDS: dict[str, Make] = {"pandas": pd.DataFrame, "polars": pl.DataFrame, "pyarrow": pa.table}


@pytest.fixture(params=KINDS)
def make(request: pytest.FixtureRequest) -> Make:
    return KINDS[request.param]


def rows(frame: Any) -> list[tuple[Any, ...]]:
    if isinstance(frame, pl.DataFrame):
        return frame.rows()
    records = frame.to_pylist() if isinstance(frame, pa.Table) else frame.to_dict("records")
    return [tuple(record.values()) for record in records]


def test_every_kind_of_frame_is_spelt_alike(make: Make) -> None:
    frame = make(
        {
            "n": [39, 7],
            "x": [0.1, 39.0],
            "gap": [1.5, None],
            "job": ["nurse", None],
            "yes": [True, False],
            "day": [datetime(2020, 1, 1), datetime(2020, 1, 2)],
            "seen": [datetime(2020, 1, 1, 3, 4, 5), None],
            "born": [date(1980, 2, 1), None],
        }
    )
    table = from_frame(frame)
    assert table.frame.rows() == [
        ("39", "0.1", "1.5", "nurse", "true", "2020-01-01", "2020-01-01T03:04:05", "1980-02-01"),
        ("7", "39.0", "", "", "false", "2020-01-02", "", ""),
    ]
    assert (table.origin.format, table.origin.sha256, table.origin.path) == ("frame", None, None)


def test_a_release_is_a_frame_of_the_same_kind(make: Make) -> None:
    frame = make({"n": [1, 2, 3], "job": ["a", "b", "c"], "name": ["x", "y", "z"]})
    table = from_frame(frame).with_columns({"job": ["*", "", "q"]}, drop=["name"], rows=np.array([2, 0]))
    back = to_frame(table, frame)
    assert type(back) is type(frame)
    assert rows(back) == [(3, "q"), (1, "*")]
    assert rows(frame)[0] == (1, "a", "x")


def test_a_missing_text_in_a_release_is_nothing(make: Make) -> None:
    frame = make({"n": [1, 2], "job": ["a", "b"]})
    back = to_frame(from_frame(frame).with_columns({"job": ["", "*"]}), frame)
    assert from_frame(back).frame.rows() == [("1", ""), ("2", "*")]
    assert pd.isna(rows(back)[0][1])


def test_a_number_replaced_by_text_is_text(make: Make) -> None:
    frame = make({"age": [39, 40]})
    assert rows(to_frame(from_frame(frame).with_columns({"age": ["39.5", "39.5"]}), frame)) == [("39.5",)] * 2


@pytest.mark.parametrize(
    "frame",
    [
        pd.DataFrame([[1, 2, 3]], columns=["a", "b", "a"]),
        pa.table([pa.array([1]), pa.array([2]), pa.array([3])], names=["a", "b", "a"]),
    ],
)
def test_two_columns_of_one_name_are_refused(frame: Any) -> None:
    with pytest.raises(InputError, match="Columns 1 and 3 have the same name"):
        from_frame(frame)
    if isinstance(frame, pa.Table):
        with pytest.raises(InputError, match="Two columns of the frame have one name"):
            from_frame(frame.to_reader())


def test_a_frame_without_records_or_columns_is_refused(make: Make) -> None:
    with pytest.raises(InputError, match="no records"):
        from_frame(make({"a": []}))
    with pytest.raises(InputError, match="no records"):
        from_frame(make({}))


TOWNS = pl.DataFrame({"town": ["Graz", "Graz", "Reus", "Reus"], "n": [1, None, 3, 4], "items": [[1]] * 4})
NOT_IN_MEMORY: dict[str, Callable[[], Any]] = {
    "polars": lambda: TOWNS.lazy().with_columns(far=pl.col("n").map_batches(lambda _: 1 / 0, pl.Int64)),
    "duckdb": lambda: pytest.importorskip("duckdb").from_arrow(TOWNS.to_arrow()).project("*, error('computed') as far"),
    "ibis": lambda: pytest.importorskip("ibis").memtable(TOWNS),
    "pyarrow": lambda: TOWNS.to_arrow().to_reader(),
}


@pytest.mark.parametrize("kind", NOT_IN_MEMORY)
def test_of_a_frame_that_is_not_in_memory_only_what_is_needed_is_asked_for(kind: str) -> None:
    given = NOT_IN_MEMORY[kind]()
    roles = {"town": {"role": "quasi", "kind": "nominal"}, "n": "keep"}
    release = semblant.anonymise(given, k=2, attributes=roles, others="drop", seed=1)
    assert type(release.data).__module__.split(".")[0] == type(given).__module__.split(".")[0]
    back = from_frame(release.data)
    assert sorted(back.frame.rows()) == [("Graz", ""), ("Graz", "1"), ("Reus", "3"), ("Reus", "4")]
    alike = semblant.anonymise(TOWNS, k=2, attributes=roles, others="drop", seed=1)
    assert alike.evidence.output == release.evidence.output


@pytest.mark.parametrize("given", [[1], {"a": [1]}, "data.csv", pl.Series([1]), pa.array([1]), pa.RecordBatchReader])
def test_what_is_no_frame_is_refused(given: Any) -> None:
    with pytest.raises(InputError, match=f"A {type(given).__name__} is not a data frame"):
        from_frame(given)


def test_pandas_keeps_its_types_and_not_its_index() -> None:
    frame = pd.DataFrame(
        {
            "n": pd.array([1, None, 3], dtype="Int64"),
            "c": pd.Categorical(["x", None, "y"]),
            "t": pd.to_datetime(["2020-01-01 10:00"] * 3).tz_localize("Europe/Vienna"),
            "job": ["a", "b", "c"],
        },
        index=pd.Index([10, 10, 30], name="id"),
    )
    table = from_frame(frame).with_columns({"job": ["*", "*", "c"]}, rows=np.array([2, 1]))
    back = to_frame(table, frame)
    pd.testing.assert_index_equal(back.index, pd.RangeIndex(2), exact=True)
    kept = frame.drop(columns="job").iloc[[2, 1]].reset_index(drop=True)
    kept["c"] = kept["c"].cat.remove_unused_categories()
    pd.testing.assert_frame_equal(back.drop(columns="job"), kept)
    assert back["job"].tolist() == ["c", "*"]


def test_the_odd_columns_of_pandas_are_spelt() -> None:
    frame = pd.DataFrame(
        {
            "mixed": [1, "x", None],
            "codes": pd.Categorical([1, None, 2]),
            "flag": pd.array([True, None, False], dtype="boolean"),
            "whole": pd.array([2**60, None, -1], dtype="Int64"),
            "large": np.array([1, 2, 2**64 - 1], dtype=np.uint64),
            "small": np.array([0.1, np.nan, 3], dtype=np.float32),
            "part": pd.array([0.5, None, 2], dtype="Float64"),
            "month": pd.period_range("2020-01", periods=3, freq="M"),
            "fine": pd.to_datetime(["2020-01-01T00:00:00.000000001", None, "2020-01-02"], format="ISO8601"),
            "zone": pd.to_datetime(["2020-01-01 10:00", None, "2020-01-02 10:00"]).tz_localize("Europe/Vienna"),
            "loose": pd.Series([True, date(2020, 1, 1), float("nan")], dtype=object),
            "arrow": pd.array(["a", None, "c"], dtype=pd.ArrowDtype(pa.string())),
        }
    )
    spelt = from_frame(frame).frame
    assert {name: spelt[name].to_list() for name in spelt.columns} == {
        "mixed": ["1", "x", ""],
        "codes": ["1", "", "2"],
        "flag": ["true", "", "false"],
        "whole": ["1152921504606846976", "", "-1"],
        "large": ["1", "2", "18446744073709551615"],
        "small": ["0.1", "", "3.0"],
        "part": ["0.5", "", "2.0"],
        "month": ["2020-01", "2020-02", "2020-03"],
        "fine": ["2020-01-01T00:00:00.000000001", "", "2020-01-02"],
        "zone": ["2020-01-01T10:00:00+01:00", "", "2020-01-02T10:00:00+01:00"],
        "loose": ["true", "2020-01-01", ""],
        "arrow": ["a", "", "c"],
    }


def test_columns_that_are_not_plain_are_refused_by_name() -> None:
    for frame in (pd.DataFrame({"items": [["a"]]}), pl.DataFrame({"items": [["a"]]}), pa.table({"items": [["a"]]})):
        with pytest.raises(InputError, match="Column 'items' holds"):
            from_frame(frame)
    with pytest.raises(InputError, match="not all text"):
        from_frame(pd.DataFrame({1: ["a"]}))
    with pytest.raises(InputError, match="not Unicode"):
        from_frame(pd.DataFrame({"a": ["\ud800"]}, dtype=object))


def test_pandas_is_not_imported_for_a_polars_frame() -> None:
    code = (
        "import sys, polars as pl\n"
        "from semblant.data.frames import from_frame, to_frame\n"
        "frame = pl.DataFrame({'a': [1]})\n"
        "to_frame(from_frame(frame).with_columns({'a': ['*']}), frame)\n"
        "assert not {'pandas', 'pyarrow'} & sys.modules.keys()\n"
    )
    subprocess.run([sys.executable, "-c", code], check=True)


@pytest.mark.parametrize("wide", [False, True])
@pytest.mark.parametrize("pay_role", ["keep", {"role": "quasi", "kind": "numeric"}])
def test_decimals_of_pyarrow_come_back(wide: bool, pay_role: object) -> None:
    kind = pa.decimal256(50, 2) if wide else pa.decimal128(8, 2)
    pay = [Decimal("10.50"), Decimal("11.00"), None, Decimal("12.25")] * 3
    frame = pa.table({"job": ["nurse", "surgeon", "baker", "cook"] * 3, "pay": pa.array(pay, kind)})
    accept = {"determines": "in this table, pay goes by job"}
    release = sb.anonymise(frame, k=2, attributes={"job": "quasi", "pay": pay_role}, seed=1, accept=accept)
    masked = pay_role != "keep"
    assert release.data.schema.field("pay").type == (pa.string() if wide and masked else kind)
    if not masked:
        assert sorted(map(str, release.data["pay"].to_pylist())) == sorted(map(str, pay))


@pytest.mark.parametrize("again", ["make()", "sb.suggest_policy(frame)"])
def test_a_process_forked_after_a_run_is_told_and_does_not_hang(again: str) -> None:
    code = (
        "import os, signal, polars as pl, semblant as sb\n"
        "frame = pl.DataFrame({'job': ['nurse', 'cook'] * 4})\n"
        "make = lambda: sb.anonymise(frame, k=2, attributes={'job': 'quasi'}, seed=1)\n"
        "make()\n"
        "child = os.fork()\n"
        "if child == 0:\n"
        "    signal.alarm(60)\n"
        f"    try:\n        {again}\n"
        "    except sb.SemblantError as error:\n        os._exit(7 if 'forked' in error.message else 8)\n"
        "    os._exit(9)\n"
        "print(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]))\n"
        "make()\n"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=120, check=False)
    assert (done.returncode, done.stdout) == (0, "7\n"), done.stderr


def test_treated_columns_of_a_frame_are_found_unchanged_by_assess(make: Make) -> None:
    days = [date(2020, 1 + i % 12, 1 + i % 28) for i in range(40)]
    frame = make({"age": [20.5 + i % 7 for i in range(40)], "pay": [1000.5 + 37 * i for i in range(40)], "day": days})
    policy = {
        "k": 3,
        "attributes": {
            "age": {"role": "quasi", "kind": "numeric"},
            "pay": {"role": "keep", "kind": "numeric", "round": 100},
            "day": {"role": "keep", "kind": "date", "precision": "month"},
        },
    }
    release = sb.anonymise(frame, policy)
    assert sb.assess(frame, release.data, policy, link=release.link).deviations == ()
