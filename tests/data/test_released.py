"""A released frame has the released cells and nothing else: whatever it is saved as, no other word is in the bytes."""

import io
import pickle
from collections.abc import Callable
from datetime import date, datetime, timedelta
from decimal import Decimal
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
import polars as pl
import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from hypothesis import given
from hypothesis import strategies as st

import semblant as sb
from semblant.data.frames import from_frame, to_frame
from semblant.data.read import read
from semblant.errors import InputError
from semblant.release.staging import write_table

JOBS = ["surgeon", "nurse", "painter", "sculptor"] * 3
NAMES = [f"Maximiliana Theodora Secret the {i}th" for i in range(12)]
SECRET = "Secret"
NUMBER = 123_456_789_123
ROLES: dict[str, Any] = {"job": {"role": "quasi", "kind": "nominal"}, "name": "identifier", "site": "keep"}


def saved(frame: Any) -> dict[str, bytes]:
    """The frame in every form in which people hand frames on, none of them compressed."""
    parquet, arrow = io.BytesIO(), io.BytesIO()
    if isinstance(frame, pl.DataFrame):
        frame.write_parquet(parquet, compression="uncompressed")
        frame.write_ipc(arrow, compression="uncompressed")
    else:
        table = frame if isinstance(frame, pa.Table) else pa.Table.from_pandas(frame)
        pq.write_table(table, parquet, compression="none", store_schema=True)
        with pa.ipc.new_file(arrow, table.schema) as file:
            file.write_table(table)
    return {"pickle": pickle.dumps(frame), "parquet": parquet.getvalue(), "arrow": arrow.getvalue()}


def tells(frame: Any, word: str | int = SECRET) -> list[str]:
    """The forms that have a word, or a whole number, in their bytes."""
    sought = word.encode() if isinstance(word, str) else word.to_bytes(8, "little")
    return [form for form, content in saved(frame).items() if sought in content]


def released(frame: Any, drop: tuple[str, ...] = ("name",), rows: tuple[int, ...] = (5, 0, 3)) -> Any:
    return to_frame(from_frame(frame).with_columns({}, drop=drop, rows=np.array(rows)), frame)


def in_pandas(**columns: Any) -> pd.DataFrame:
    return pd.DataFrame({"name": NAMES, "job": JOBS, "site": ["Graz", "Linz"] * 6, **columns})


def with_attributes() -> pd.DataFrame:
    frame = in_pandas()
    frame.attrs["author"] = NAMES[0]
    frame.columns.name = NAMES[1]
    return frame


def of_levels(site: Any) -> pd.DataFrame:
    return in_pandas().assign(site=site)


class Patients(pd.DataFrame):
    """A frame that knows more than its cells."""

    _metadata = ["doctor"]  # noqa: RUF012
    doctor = NAMES[3]

    @property
    def _constructor(self) -> type["Patients"]:
        return Patients


class Site(str):
    """A text that remembers whose it was."""

    def __new__(cls, text: str, of: str) -> "Site":
        self = super().__new__(cls, text)
        self.of = of  # type: ignore[attr-defined]
        return self


ARROW = pa.table({"name": NAMES, "job": JOBS, "site": ["Graz", "Linz"] * 6})
POLARS = pl.DataFrame({"name": NAMES, "job": JOBS, "site": ["Graz", "Linz"] * 6})


def arrow_levels(ordered: bool = False) -> pa.DictionaryArray:
    levels = ["Linz", *NAMES, "Graz"]
    return pa.DictionaryArray.from_arrays(pa.array([0, len(levels) - 1] * 6, pa.int16()), levels, ordered=ordered)


def patients() -> Patients:
    frame = Patients(in_pandas())
    frame.doctor = NAMES[3]
    return frame


LEAKS: dict[str, Callable[[], Any]] = {
    "pandas index": lambda: in_pandas().set_index(pd.Index(NAMES, name="who")),
    "pandas index name": lambda: in_pandas().rename_axis(index=NAMES[0]),
    "pandas index of levels": lambda: in_pandas().set_index(
        pd.MultiIndex.from_arrays([NAMES, range(12)], names=["a", "b"])
    ),
    "pandas attributes and column index": with_attributes,
    "pandas subclass": patients,
    "pandas categories": lambda: of_levels(pd.Categorical(["Graz", "Linz"] * 6, ["Linz", *NAMES, "Graz"])),
    "pandas ordered categories": lambda: of_levels(
        pd.Categorical(["Graz", "Linz"] * 6, ["Linz", *NAMES, "Graz"], ordered=True)
    ),
    "pandas name of categories": lambda: of_levels(
        pd.Categorical(["Graz", "Linz"] * 6, pd.Index(["Graz", "Linz"], name=NAMES[0]))
    ),
    "pandas arrow dictionary": lambda: of_levels(pd.arrays.ArrowExtensionArray(arrow_levels())),
    "pandas ordered arrow dictionary": lambda: of_levels(pd.arrays.ArrowExtensionArray(arrow_levels(ordered=True))),
    "pandas objects": lambda: of_levels(pd.Series([Site("Graz", of=name) for name in NAMES], dtype=object)),
    "pyarrow metadata": lambda: ARROW.replace_schema_metadata({"who": NAMES[0]}),
    "pyarrow pandas metadata": lambda: pa.Table.from_pandas(with_attributes()),
    "pyarrow field metadata": lambda: ARROW.cast(
        pa.schema([pa.field(n, pa.string(), metadata={"who": NAMES[0]}) for n in ARROW.column_names])
    ),
    "pyarrow dictionary": lambda: ARROW.set_column(2, "site", arrow_levels()),
    "pyarrow ordered dictionary": lambda: ARROW.set_column(2, "site", arrow_levels(ordered=True)),
    "polars enum": lambda: POLARS.cast({"site": pl.Enum(["Linz", *NAMES, "Graz"])}),
    "polars categorical": lambda: POLARS.cast({"name": pl.Categorical, "site": pl.Categorical}),
    "polars text cut from a longer one": lambda: POLARS.with_columns(site=pl.col("name").str.slice(0, 20)),
    "polars named categories": lambda: POLARS.cast({"site": pl.Categorical(pl.Categories(NAMES[0]))}),
}  # fmt: skip


@pytest.mark.parametrize("leak", LEAKS)
@pytest.mark.parametrize("order", ["keep", "shuffle"])
def test_nothing_but_the_released_cells_comes_back(leak: str, order: str) -> None:
    if leak == "polars named categories" and not hasattr(pl, "Categories"):
        pytest.skip("this polars has one pool of categories")
    frame = LEAKS[leak]()
    release = sb.anonymise(frame, k=3, attributes=ROLES, seed=1, order=order)
    assert tells(release.data) == []
    assert from_frame(release.data).names == ("job", "site")
    expected = from_frame(frame).frame["site"].to_list()
    assert sorted(from_frame(release.data).frame["site"]) == sorted(expected)
    if isinstance(release.data, pd.DataFrame):
        assert type(release.data) is pd.DataFrame
        pd.testing.assert_index_equal(release.data.index, pd.RangeIndex(12), exact=True)
        assert (release.data.attrs, release.data.columns.names) == ({}, [None])
    if isinstance(release.data, pa.Table):
        assert release.data.schema.metadata is None
        assert [field.metadata for field in release.data.schema] == [None, None]


@pytest.mark.parametrize("ordered", [False, True])
def test_categories_are_those_in_use_and_in_order(ordered: bool) -> None:
    levels = ["z", "b", "unused", "a"]
    values, rows = ["a", "z", None, "b", "a"], (4, 2, 1)
    expected = ["z", "a"] if ordered else ["a", "z"]
    pandas = released(pd.DataFrame({"x": pd.Categorical(values, levels, ordered=ordered)}), (), rows)
    assert (pandas["x"].cat.categories.tolist(), pandas["x"].cat.ordered) == (expected, ordered)
    assert [None if pd.isna(x) else x for x in pandas["x"]] == ["a", None, "z"]
    codes = pa.array([3, 0, None, 1, 3], pa.int8())
    arrow = released(pa.table({"x": pa.DictionaryArray.from_arrays(codes, levels, ordered=ordered)}), (), rows)
    assert arrow["x"].type == pa.dictionary(pa.int8(), pa.string(), ordered)
    assert (arrow["x"].chunk(0).dictionary.to_pylist(), arrow["x"].to_pylist()) == (expected, ["a", None, "z"])
    polars = released(
        pl.DataFrame({"x": pl.Series(values, dtype=pl.Enum(levels) if ordered else pl.Categorical)}), (), rows
    )
    assert polars["x"].to_list() == ["a", None, "z"]
    assert polars["x"].dtype == (pl.Enum(expected) if ordered else pl.Categorical)


def test_categories_of_any_type_come_back() -> None:
    for levels in ([3, 1, 2], [datetime(2021, 1, 1), datetime(2020, 1, 1)], [1, "x", 2.5], [date(2020, 1, 1)]):
        given_ = pd.Series(pd.Categorical([*levels, None], levels))
        back = released(pd.DataFrame({"x": given_}), (), tuple(range(len(given_))))["x"]
        assert back.cat.categories.dtype == given_.cat.categories.dtype
        assert back.dropna().tolist() == levels
        assert back.isna().tolist() == given_.isna().tolist()


def test_dictionaries_in_chunks_are_one() -> None:
    chunks = [pa.array(["b", "x"]).dictionary_encode(), pa.array(["a", None]).dictionary_encode()]
    back = released(pa.table({"x": pa.chunked_array(chunks)}), (), (3, 2, 0))
    assert back["x"].to_pylist() == [None, "a", "b"]
    assert back["x"].chunk(0).dictionary.to_pylist() == ["a", "b"]


def test_values_behind_missing_ones_do_not_come_along() -> None:
    hidden = pd.Series([NUMBER, 2, 3], dtype="Int64")
    hidden[0] = pd.NA
    masked = pa.Array.from_buffers(pa.int64(), 3, [pa.py_buffer(b"\x06"), pa.py_buffer(np.array([NUMBER, 2, 3]))])
    frames = [
        pd.DataFrame({"x": hidden}),
        pd.DataFrame({"x": pd.arrays.ArrowExtensionArray(masked)}),
        pa.table({"x": masked}),
        pl.DataFrame({"x": [NUMBER, 2, 3]}).select(pl.when(pl.col("x") < 9).then("x")),
    ]
    for frame in frames:
        assert "pickle" in tells(frame, NUMBER)
        back = released(frame, (), (0, 2, 1))
        assert tells(back, NUMBER) == []
        assert from_frame(back).frame["x"].to_list() == ["", "3", "2"]


def test_rows_that_are_left_out_are_not_in_the_buffers() -> None:
    for frame in (ARROW.slice(0, 2), POLARS.head(2), in_pandas().head(2)):
        assert tells(to_frame(from_frame(frame).with_columns({}, drop=["job"]), frame), "the 7th") == []


TYPED: dict[str, list[Any]] = {
    "whole": [1, None, NUMBER],
    "part": [0.5, None, 2.0],
    "yes": [True, None, False],
    "text": ["a", None, "b"],
    "day": [date(2020, 1, 2), None, date(1980, 2, 1)],
    "at": [datetime(2020, 1, 2, 3, 4, 5, 6), None, datetime(1980, 2, 1)],
    "took": [timedelta(hours=1), None, timedelta(days=2)],
    "paid": [Decimal("1.50"), None, Decimal("0.00")],
    "none": [None, None, None],
}


@pytest.mark.parametrize("rows", [(0, 1, 2), (2, 1), (2, 0)])
def test_types_come_back_as_they_came(rows: tuple[int, ...]) -> None:
    polars = pl.DataFrame(TYPED).with_columns(pl.col("at").dt.replace_time_zone("Europe/Vienna").alias("there"))
    assert released(polars, (), rows).equals(polars[list(rows)])
    assert released(polars, (), rows).schema == polars.schema
    arrow = pa.table(TYPED).append_column("view", pa.array(TYPED["text"], pa.string_view()))
    back = released(arrow.drop_columns("none"), (), rows)
    assert back.to_pylist() == [arrow.drop_columns("none").to_pylist()[row] for row in rows]
    assert back.schema == arrow.drop_columns("none").schema
    pandas = pd.DataFrame(
        {
            "Int64": pd.array([1, None, 3], "Int64"),
            "boolean": pd.array([True, None, False], "boolean"),
            "string": pd.array(["a", None, "b"], "string"),
            "int16": np.array([1, 2, 3], np.int16),
            "float": [1.5, None, 2.5],
            "zone": pd.to_datetime(["2020-01-01", None, "2021-01-01"]).tz_localize("Europe/Vienna"),
            "month": pd.period_range("2020-01", periods=3, freq="M"),
            "took": pd.to_timedelta([1, None, 3], unit="h"),
            "object": pd.Series([1, "x", None], dtype=object),
            "arrow": pd.array(["a", None, "b"], pd.ArrowDtype(pa.large_string())),
            "level": pd.Categorical(["x", None, "y"]),
        }
    )
    expected = pandas.iloc[list(rows)].reset_index(drop=True)
    expected["level"] = expected["level"].cat.remove_unused_categories()
    pd.testing.assert_frame_equal(released(pandas, (), rows), expected)


@given(
    whose=st.lists(st.tuples(st.text("ÄäbZ ", min_size=1, max_size=30), st.booleans()), min_size=2, max_size=12),
    data=st.data(),
)
def test_no_kind_of_frame_tells_a_name(whose: list[tuple[str, bool]], data: st.DataObject) -> None:
    """Names in the index, in unused levels, in metadata, in a dropped column, behind gaps, in rows left out."""
    names = [f"«{i}{name}»" for i, (name, _) in enumerate(whose)]
    cells = [str(i % 3) for i in range(len(whose))]
    gaps = [None if gap else name for name, (_, gap) in zip(names, whose, strict=True)]
    rows = tuple(data.draw(st.permutations(range(len(whose))))[: data.draw(st.integers(1, len(whose)))])
    pandas = pd.DataFrame({"name": names, "gaps": gaps, "x": pd.Categorical(cells, [*names, "2", "1", "0"])}, names)
    pandas.attrs["first"] = names[0]
    polars = pl.DataFrame({"name": names, "gaps": gaps, "x": pl.Series(cells, dtype=pl.Enum(["0", "1", "2", *names]))})
    for frame in (pandas, pa.Table.from_pandas(pandas), polars):
        back = released(frame, tuple(n for n in from_frame(frame).names if n not in ("gaps", "x")), rows)
        told = "".join(filter(None, (gaps[row] for row in rows)))
        for form, content in saved(back).items():
            assert not [name for name in names if name.encode() in content and name not in told], form
        assert from_frame(back).frame["x"].to_list() == [cells[row] for row in rows]


def test_a_parquet_file_is_released_without_metadata_and_unused_categories(tmp_path: Path) -> None:
    table = ARROW.set_column(2, "site", arrow_levels()).replace_schema_metadata({"author": NAMES[0]})
    pq.write_table(table, tmp_path / "arrow.parquet")
    POLARS.cast({"site": pl.Enum(["Linz", *NAMES, "Graz"])}).write_parquet(
        tmp_path / "polars.parquet", metadata={"author": NAMES[0]}
    )
    in_pandas().set_index(pd.Index(NAMES, name="who")).to_parquet(tmp_path / "pandas.parquet")
    for path in sorted(tmp_path.glob("*.parquet")):
        there = read(path)
        drop = [name for name in there.names if name not in ("job", "site")]
        written = write_table(there.with_columns({}, drop=drop), tmp_path, f"{path.stem}-release")
        assert SECRET.encode() not in written.read_bytes()
        assert tells(pq.read_table(written)) == []
        assert read(written).frame["site"].to_list() == there.frame["site"].to_list()


@pytest.mark.skipif(not hasattr(pl, "BaseExtension"), reason="this polars has no types of users' own")
def test_a_type_of_the_users_own_is_refused() -> None:
    frame = pl.Series("a", ["x"]).ext.to(pl.Extension("whose", pl.String, NAMES[0])).to_frame()
    with pytest.raises(InputError, match="'a' holds extension values"):
        from_frame(frame)
