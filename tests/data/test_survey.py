"""SPSS, Stata and SAS: labels are what is masked, codes are what is released, and nothing of other columns leaks."""

import gzip
import sys
from datetime import date, datetime
from pathlib import Path
from typing import Any

import polars as pl
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from semblant.data.read import hidden_content, read, read_like
from semblant.data.table import Table
from semblant.errors import InputError, OutputError, PolicyError
from semblant.release.staging import write_table

pyreadstat = pytest.importorskip("pyreadstat")

FRAME = pl.DataFrame(
    {
        "job": [1.0, 2.0, 99.0, None],
        "age": [39.0, 40.0, 999.0, 41.0],
        "scale": [0.0, 5.0, 10.0, 2.5],
        "sex": ["m", "f", "x", ""],
        "name": ["Ann 😀", "ü", "", "0012"],
        "born": [date(1850, 1, 2), None, date(2020, 1, 1), date(2020, 1, 1)],
        "at": [datetime(2020, 1, 1, 3, 4, 5)] * 4,
    }
)
LABELS: dict[str, dict[Any, str]] = {
    "job": {1: "nurse", 2: "baker", 99: "refused", 5: "secret job"},
    "scale": {0: "never", 10: "always"},
    "sex": {"m": "male", "f": "female"},
}


def put(folder: Path, kind: str) -> Path:
    path = folder / f"in.{kind}"
    how: dict[str, Any] = {"column_labels": {"job": "Occupation", "age": "Age"}, "file_label": "secret file"}
    if kind in ("sav", "zsav"):
        missing = {"job": [99], "age": [{"lo": 900, "hi": 1000}], "sex": ["x"]}
        how |= {"variable_value_labels": LABELS, "missing_ranges": missing, "note": "secret note"}
        how |= {"compress": kind == "zsav", "variable_format": {"born": "EDATE10"}}
        pyreadstat.write_sav(FRAME, str(path), **how)
    elif kind == "dta":
        labels = {name: book for name, book in LABELS.items() if name != "sex"}
        pyreadstat.write_dta(
            FRAME, str(path), variable_value_labels=labels, variable_format={"born": "%tdD/N/CY"}, **how
        )
    else:
        pyreadstat.write_xport(FRAME, str(path), **how)
    return path


@pytest.mark.parametrize("kind", ["sav", "zsav", "dta", "xpt"])
def test_kept_columns_come_back_equal_in_value_type_and_label(tmp_path: Path, kind: str) -> None:
    table = read(put(tmp_path, kind))
    written = write_table(table, tmp_path)
    assert written.name == f"release.{kind}"
    back = read_like(table, written)
    assert back.frame.equals(table.frame)
    assert table.typed is not None
    assert back.typed is not None
    assert back.typed.equals(table.typed)
    assert back.typed.dtypes == table.typed.dtypes
    before, after = table.origin.details, back.origin.details
    assert after.variables == before.variables == {"job": "Occupation", "age": "Age"}
    assert after.formats == before.formats
    assert after.missing == before.missing
    assert after.labelled == before.labelled
    assert "secret job" not in after.labels.get("job", {}).values()
    assert write_table(back, tmp_path, "again").read_bytes() == written.read_bytes()
    assert hidden_content(written, back) == []
    assert b"secret" not in written.read_bytes()
    assert "a label of the file" in hidden_content(tmp_path / f"in.{kind}", table)


def test_labels_are_read_where_every_code_has_one_and_refusals_are_missing(tmp_path: Path) -> None:
    table = read(put(tmp_path, "sav"))
    assert table.frame["job"].to_list() == ["nurse", "baker", "", ""]
    assert table.frame["age"].to_list() == ["39", "40", "", "41"]
    assert table.frame["scale"].to_list() == ["0", "5", "10", "2.5"]
    assert table.frame["sex"].to_list() == ["male", "female", "", ""]
    assert table.origin.notes == ("read as the labels of their codes: job, sex",)


@pytest.mark.parametrize("kind", ["sav", "dta"])
def test_masked_labels_are_released_as_codes(tmp_path: Path, kind: str) -> None:
    table = read(put(tmp_path, kind))
    masked = table.with_columns(
        {"job": ["worker", "baker", "*", ""], "age": ["39.5", "39.5", "39.5", ""]}, drop=["scale", "name"]
    )
    written = write_table(masked, tmp_path)
    back = read_like(masked, written)
    assert back.frame.equals(masked.frame)
    assert back.typed is not None
    assert back.typed["job"].to_list() == [101, 2, 100, None]
    assert back.origin.details.labels["job"] == {100: "*", 101: "worker", 2: "baker"}
    assert hidden_content(written, back) == []
    for word in (b"never", b"always", b"nurse", b"refused", b"secret", b"Ann"):
        assert word not in written.read_bytes()


@pytest.mark.parametrize("kind", ["sav", "dta"])
def test_replaced_numbers_keep_their_label_and_format(tmp_path: Path, kind: str) -> None:
    table = read(put(tmp_path, kind)).with_columns({"age": ["40", "40", "", "40"], "born": ["2020-01-01"] * 4})
    back = read_like(table, write_table(table, tmp_path))
    assert back.frame.equals(table.frame)
    before, after = table.origin.details, back.origin.details
    assert {after.formats[name] == before.formats[name] for name in ("age", "born")} == {True}
    assert after.variables["age"] == "Age"
    assert "age" not in after.missing


def test_labels_that_happen_to_cover_the_rows_left_do_not_change_their_text(tmp_path: Path) -> None:
    table = read(put(tmp_path, "sav")).with_columns({}, rows=[0, 2])
    assert read_like(table, write_table(table, tmp_path)).frame.equals(table.frame)


def test_statas_letters_for_missing_values_come_back(tmp_path: Path) -> None:
    pandas = pytest.importorskip("pandas")
    path = tmp_path / "in.dta"
    frame = pandas.DataFrame({"q": [1.0, "a", "b", 2.0]}, dtype=object)
    labels = {"q": {"a": "refused", 1: "yes", 2: "no"}}
    pyreadstat.write_dta(frame, str(path), missing_user_values={"q": ["a", "b"]}, variable_value_labels=labels)
    table = read(path)
    assert table.frame["q"].to_list() == ["yes", "", "", "no"]
    back = read(write_table(table.with_columns({}, rows=[3, 1]), tmp_path))
    assert back.frame["q"].to_list() == ["no", ""]
    assert back.origin.details.letters["q"].to_list() == [None, "a"]
    assert back.origin.details.labels["q"] == {2: "no", "a": "refused"}


@pytest.mark.parametrize("to", ["sav", "dta", "xpt"])
def test_other_formats_become_files_of_statistics_programs(tmp_path: Path, to: str) -> None:
    frame = pl.DataFrame({"n": ["1", ""], "x": ["0.5", "2"], "zip": ["0012", "7"], "born": ["1815-12-10"] * 2})
    back = read(write_table(Table(frame), tmp_path, to=to))
    assert back.frame.equals(frame)
    assert back.typed is not None
    assert back.typed.dtypes[-1] == pl.Date
    assert back.typed.dtypes[1].is_float()
    with pytest.raises(OutputError, match="contains a space"):
        write_table(Table(pl.DataFrame({"zip code": ["1"]})), tmp_path, to=to)


def test_labels_become_text_elsewhere(tmp_path: Path) -> None:
    table = read(put(tmp_path, "sav"))
    for to in ("csv", "parquet", "xlsx", "dta"):
        assert read_like(table, write_table(table, tmp_path, to=to)).frame.equals(table.frame), to


@pytest.mark.parametrize("kind", ["sav", "dta", "xlsx", "parquet", "jsonl"])
def test_any_table_comes_back_cell_for_cell(kind: str, tmp_path_factory: pytest.TempPathFactory) -> None:
    pytest.importorskip("fastexcel")
    pytest.importorskip("xlsxwriter")
    letters = st.text(
        st.characters(min_codepoint=33, max_codepoint=0x1F9FF, exclude_categories=["Cs", "Cc", "Cn"]), max_size=8
    )
    numbers = st.integers(-(10**17), 10**17).map(str) | st.floats(allow_nan=False, allow_infinity=False).map(str)
    days = st.dates().map(str) | st.datetimes().map(datetime.isoformat)
    cells = st.sampled_from([numbers, days, letters, st.one_of(letters, numbers, st.just(""))])
    columns = st.lists(cells.flatmap(lambda cell: st.lists(cell, min_size=3, max_size=3)), min_size=2, max_size=4)
    folder = tmp_path_factory.mktemp(kind)

    @given(columns)
    @settings(max_examples=10, deadline=None)
    def comes_back(grid: list[list[str]]) -> None:
        keyed = {"key": ["a", "b", "c"]} | {f"c{i}": column for i, column in enumerate(grid)}
        frame = pl.DataFrame(keyed, schema=dict.fromkeys(keyed, pl.String))
        written = write_table(Table(frame), folder, to=kind)
        back = read_like(Table(frame), written)
        assert back.frame.equals(frame)
        again = write_table(back, folder, "again", to=kind)
        assert read_like(back, again).frame.equals(frame)
        assert again.read_bytes() == written.read_bytes()

    comes_back()


def sas_file(folder: Path, name: str) -> Path:
    path = folder / f"{name}.sas7bdat"
    path.write_bytes(gzip.decompress((Path(__file__).parent / "sas" / f"{path.name}.gz").read_bytes()))
    return path


@pytest.mark.parametrize("name", ["test1", "test2"])
def test_a_file_of_sas_is_read_and_released_as_a_transport_file(tmp_path: Path, name: str) -> None:
    table = read(sas_file(tmp_path, name))
    assert (table.records, len(table.names), table.origin.format) == (10, 100, "sas7bdat")
    assert table.frame.row(0)[:6] == ("0.636", "pear", "84", "1965-12-10", "0.103", "apple")
    assert table.typed is not None
    assert table.typed.dtypes[:4] == [pl.Float64, pl.String, pl.Float64, pl.Date]
    written = write_table(table, tmp_path)
    assert written.name == "release.xpt"
    back = read_like(table, written)
    assert back.frame.equals(table.frame)
    assert back.typed is not None
    assert back.typed.equals(table.typed)
    assert hidden_content(written, back) == []


def test_an_encoding_is_used_where_the_file_does_not_show_utf_8(tmp_path: Path) -> None:
    wrong = sas_file(tmp_path, "test16")
    assert read(wrong, encoding="utf-8").frame.row(0)[1] == "高雄市"
    for kind, write in (("xpt", pyreadstat.write_xport), ("sav", pyreadstat.write_sav), ("dta", pyreadstat.write_dta)):
        path = tmp_path / f"town.{kind}"
        write(pl.DataFrame({"town": ["Köln", "Graz"]}), str(path))
        assert read(path, encoding="cp1252").frame["town"].to_list() == ["Köln", "Graz"], kind
    western = tmp_path / "western.xpt"
    western.write_bytes((tmp_path / "town.xpt").read_bytes().replace("Köln".encode(), "Köln ".encode("cp1252")))
    table = read(western, encoding="latin-1")
    assert table.frame["town"].to_list() == ["Köln", "Graz"]
    assert hidden_content(western, table) == []
    with pytest.raises(InputError, match="not UTF-8, and the file does not say"):
        read(western)
    with pytest.raises(PolicyError, match="no text encoding"):
        read(western, encoding="klingon")


@pytest.mark.parametrize(
    ("name", "content", "extra"), [("x.sav", b"$FL2", "survey"), ("x.dta", b"<stata_dta>", "survey")]
)
def test_a_missing_library_names_its_extra(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str, content: bytes, extra: str
) -> None:
    monkeypatch.setitem(sys.modules, "pyreadstat", None)
    (tmp_path / name).write_bytes(content)
    with pytest.raises(InputError) as caught:
        read(tmp_path / name)
    assert caught.value.hints == (f"pip install 'semblant[{extra}]'",)


@pytest.mark.parametrize("to", ["sav", "zsav"])
def test_texts_of_a_column_that_is_not_read_as_labels_stay_texts(tmp_path: Path, to: str) -> None:
    """Of three texts one has a label; it and an empty one are released."""
    path = tmp_path / "in.sav"
    pyreadstat.write_sav(pl.DataFrame({"v": ["a", "b", ""]}), str(path), variable_value_labels={"v": {"a": "0"}})
    table = read(path).with_columns({}, rows=[0, 2])
    back = read(write_table(table, tmp_path, to=to))
    assert back.frame["v"].to_list() == table.frame["v"].to_list() == ["a", ""]
