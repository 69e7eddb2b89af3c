"""Tables: codes into sorted values, and the table that is released."""

from collections import Counter

import numpy as np
import polars as pl
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from semblant.data.frames import from_frame
from semblant.data.table import MOST_COLUMNS, Table, encode, refuse_names
from semblant.errors import InputError, PolicyError

TEXTS = st.lists(st.text(max_size=6), min_size=1, max_size=30)


@given(TEXTS)
@settings(max_examples=150, deadline=None)
def test_codes_give_back_every_text_and_count_it(texts: list[str]) -> None:
    column = encode(pl.Series("c", texts))
    assert [column.values[code] for code in column.codes] == texts
    assert dict(zip(column.values, column.counts.tolist(), strict=True)) == Counter(texts)
    assert column.codes.dtype == np.int32
    assert column.counts.dtype == np.int64


@given(TEXTS, st.randoms())
@settings(max_examples=80, deadline=None)
def test_values_are_sorted_by_code_point_whatever_the_order_of_rows(texts: list[str], random: object) -> None:
    shuffled = list(texts)
    random.shuffle(shuffled)  # type: ignore[attr-defined]
    expected = tuple(sorted(set(texts)))
    assert encode(pl.Series("c", texts)).values == expected
    assert encode(pl.Series("c", shuffled)).values == expected


def test_a_column_is_encoded_once() -> None:
    table = Table(pl.DataFrame({"job": ["b", "a"]}))
    assert table.column("job") is table.column("job")


def test_an_unknown_column_names_its_nearest() -> None:
    table = Table(pl.DataFrame({"occupation": ["secret"], "age": ["1"]}))
    with pytest.raises(PolicyError) as caught:
        table.column("ocupation")
    assert "'ocupation'" in caught.value.message
    assert caught.value.hints == ("did you mean one of these columns: 'occupation'?",)
    assert "secret" not in caught.value.explain(show_values=True)
    for call in (lambda: table.with_columns({"x": [""]}), lambda: table.with_columns({}, drop=["x"])):
        with pytest.raises(PolicyError):
            call()


def test_the_released_table_has_other_text_fewer_columns_and_other_rows() -> None:
    table = Table(pl.DataFrame({"name": ["A", "B", "C"], "job": ["x", "y", "z"], "n": ["1", "2", "3"]}))
    table.column("n")
    first = table.with_columns({"job": pl.Series(["p", None, "r"])}, drop=["name"], rows=np.array([2, 1]))
    assert first.frame.rows() == [("r", "3"), ("", "2")]
    assert first.replaced == {"job"}
    second = first.with_columns({"n": ["7", "8"]}, rows=np.array([1, 1, 0]))
    assert second.frame.rows() == [("", "8"), ("", "8"), ("r", "7")]
    assert second.rows is not None
    assert second.rows.tolist() == [1, 1, 2]
    assert second.column("n").counts.tolist() == [1, 2]
    assert table.frame.rows()[0] == ("A", "x", "1")


def test_codes_follow_replaced_text() -> None:
    table = Table(pl.DataFrame({"job": ["x", "y"], "n": ["1", "2"]}))
    table.column("job")
    kept = table.column("n")
    released = table.with_columns({"job": ["*", "*"]})
    assert released.column("job").values == ("*",)
    assert released.column("n") is kept


def test_replacing_texts_must_fit_the_records() -> None:
    table = Table(pl.DataFrame({"job": ["x", "y"]}))
    with pytest.raises(ValueError, match="1 texts for 2 records"):
        table.with_columns({"job": ["x"]})
    with pytest.raises(ValueError, match="positions"):
        table.with_columns({}, rows=np.array([-1]))


def test_columns_that_cannot_be_told_apart_are_refused() -> None:
    with pytest.raises(InputError, match="Columns 1, 3 and 4 have the same name"):
        refuse_names(["a", "b", "a", "a"], "x.csv:1")
    with pytest.raises(InputError, match="Column 2 of 2 has no name"):
        refuse_names(["a", " "], "x.csv:1")


@pytest.mark.parametrize("name", ["*", "^.*$", "^name$"])
def test_names_that_may_stand_for_other_columns_are_refused(name: str) -> None:
    with pytest.raises(InputError, match="column 2 is a pattern"):
        refuse_names(["name", name], "x.csv:1")
    with pytest.raises(InputError, match="column 2 is a pattern"):
        from_frame(pl.DataFrame({"name": ["Ann"], name: ["x"]}))
    refuse_names(["**", "^", "$", "^a", "a$", "* of 5"], "x.csv:1")


def test_more_columns_than_can_be_checked_are_refused_with_what_to_do():
    refuse_names([str(i) for i in range(MOST_COLUMNS)], "x.csv:1")
    with pytest.raises(InputError, match="100,000 columns") as refused:
        refuse_names([str(i) for i in range(100_000)], "x.csv:1")
    assert any("rows" in hint for hint in refused.value.hints)
