"""Whatever a file of a statistics program holds: a column that is kept comes back equal in value, type and label."""

from datetime import date, datetime
from pathlib import Path
from typing import Any

import polars as pl
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from semblant.data.read import hidden_content, read, read_like
from semblant.release.staging import write_table

pyreadstat = pytest.importorskip("pyreadstat")

LABELS = st.text(
    st.characters(min_codepoint=32, max_codepoint=0x2FFF, exclude_categories=["Cs", "Cc", "Cn"]), max_size=9
)
CODES = st.sampled_from([-5.0, -1.5, 0.0, 0.5, 1.0, 2.0, 3.0, 97.0, 98.0, 99.0])
TEXTS = st.sampled_from(["a", "b", "x", "", "0012", "99"])
MISSING: list[list[Any]] = [[], [99.0], [97.0, 98.0, 99.0], [{"lo": 97, "hi": 99}], [{"lo": -1.5, "hi": 0}, 99.0]]
DAYS = st.dates(date(1700, 1, 1), date(2200, 1, 1))
TIMES = st.datetimes(datetime(1700, 1, 1), datetime(2200, 1, 1)).map(lambda moment: moment.replace(microsecond=0))
CELLS: dict[Any, st.SearchStrategy[Any]] = {
    pl.Float64: CODES | st.floats(-1e15, 1e15),
    pl.String: TEXTS,
    pl.Date: DAYS,
    pl.Datetime: TIMES,
}


class File:
    """A file in the making: cells, labels of codes, codes that count as missing, and some of its rows."""

    def __init__(self, draw: Any, kind: str) -> None:
        records = draw(st.integers(1, 5))
        columns: dict[str, pl.Series] = {}
        self.labels: dict[str, dict[Any, str]] = {}
        self.missing: dict[str, list[Any]] = {}
        for place in range(draw(st.integers(1, 4))):
            name, dtype = f"v{place}", draw(st.sampled_from([pl.Float64, *CELLS]))
            cell = draw(st.sampled_from([CODES, CELLS[dtype]])) if dtype == pl.Float64 else CELLS[dtype]
            cells = st.lists(cell if dtype == pl.String else cell | st.none(), min_size=records, max_size=records)
            columns[name] = pl.Series(draw(cells), dtype=dtype)
            codes = CODES.filter(float.is_integer) if kind == "dta" else CODES
            if dtype == pl.Float64:
                self.labels[name] = draw(st.dictionaries(codes, LABELS, max_size=6))
                self.missing[name] = [] if kind == "dta" else draw(st.sampled_from(MISSING))
            elif dtype == pl.String and kind != "dta":
                self.labels[name] = draw(st.dictionaries(TEXTS.filter(bool), LABELS, max_size=4))
        self.frame = pl.DataFrame(columns)
        self.rows: list[int] = draw(st.permutations(range(records)))[: draw(st.integers(1, records))]

    def put(self, path: Path) -> None:
        """Write it with the library itself."""
        labels = {name: book for name, book in self.labels.items() if book}
        titles = {name: f"Question {name}" for name in self.frame.columns}
        if path.suffix == ".dta":
            whole = {name: {int(code): text for code, text in book.items()} for name, book in labels.items()}
            pyreadstat.write_dta(self.frame, str(path), variable_value_labels=whole, column_labels=titles)
        else:
            missing = {name: ranges for name, ranges in self.missing.items() if ranges}
            pyreadstat.write_sav(
                self.frame, str(path), variable_value_labels=labels, missing_ranges=missing, column_labels=titles
            )


@pytest.mark.parametrize("kind", ["sav", "zsav", "dta"])
def test_a_kept_column_comes_back_equal_in_value_type_and_label(
    kind: str, tmp_path_factory: pytest.TempPathFactory
) -> None:
    folder = tmp_path_factory.mktemp(kind)

    @given(st.data())
    @settings(max_examples=40, deadline=None)
    def comes_back(data: st.DataObject) -> None:
        file = data.draw(st.composite(File)(kind))
        path = folder / ("in.dta" if kind == "dta" else "in.sav")
        file.put(path)
        table = read(path).with_columns({}, rows=file.rows)
        written = write_table(table, folder, to=kind)
        back = read_like(table, written)
        assert back.frame.equals(table.frame)
        assert table.typed is not None
        assert back.typed is not None
        for before, after in zip(table.typed[file.rows], back.typed, strict=True):
            empty = before.null_count() == len(before) == after.null_count()
            assert empty or (before.dtype == after.dtype and before.equals(after))
        told, shown = table.origin.details, back.origin.details
        assert shown.variables == told.variables
        for name, book in told.labels.items():
            used = set(table.typed[name][file.rows].drop_nulls().to_list())
            released = shown.labels.get(name, {})
            assert released == {code: book[code] for code in book if code in used} or (
                not released and name not in told.labelled
            )
        assert hidden_content(written, back) == []

    comes_back()
