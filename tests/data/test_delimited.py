"""Delimited text, against Python's csv module as the slow twin."""

import csv
import io
import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from semblant.data import delimited
from semblant.data.delimited import parse, sniff
from semblant.errors import InputError, PolicyError

AWKWARD = st.sampled_from(
    ["", " ", "NA", "null", "None", "NaN", '"', '""', "\n", "\r\n", "\r", ",", " a ", "0012", "#", "'"]
)
TEXT = st.text(st.characters(exclude_characters="\0", exclude_categories=["Cs"]), max_size=8)
CELL = st.one_of(AWKWARD, TEXT, st.text(alphabet='a ",;\n\r|\té', max_size=6))


@st.composite
def grids(draw: st.DrawFn) -> list[list[str]]:
    width = draw(st.integers(1, 4))
    return draw(st.lists(st.lists(CELL, min_size=width, max_size=width), min_size=1, max_size=6))


def written(rows: list[list[str]], delimiter: str, newline: str, always: bool = False) -> bytes:
    """Rows as text, by hand: the csv module leaves a lone carriage return without quotes."""
    special = {delimiter, '"', "\r", "\n"}

    def cell(text: str) -> str:
        quoted = always or special & set(text) or (not text and len(rows[0]) == 1)
        return '"' + text.replace('"', '""') + '"' if quoted else text

    header = [f"c{i}" for i in range(len(rows[0]))]
    return "".join(delimiter.join(map(cell, row)) + newline for row in [header, *rows]).encode()


@given(grids(), st.sampled_from(",;\t|: "), st.sampled_from(["\n", "\r\n", "\r"]), st.booleans())
@settings(max_examples=300, deadline=None)
def test_every_cell_is_read_as_it_was_written(
    rows: list[list[str]], delimiter: str, newline: str, always: bool
) -> None:
    parsed = parse(written(rows, delimiter, newline, always), "x.csv", delimiter)
    assert [list(row) for row in parsed.frame.rows()] == rows


@given(st.text(alphabet='ab",\n\r', max_size=30), st.integers(1, 3))
@settings(max_examples=600, deadline=None)
def test_any_text_at_all_reads_like_its_slow_twin_or_not_at_all(body: str, width: int) -> None:
    header = ",".join("xyz"[:width])
    text = f"{header}\n{body}".rstrip("\r\n")
    try:
        expected = list(csv.reader(io.StringIO(text, newline=""), strict=True))[1:]
        if width == 1:
            expected = [row or [""] for row in expected]
        sound = bool(expected) and all(len(row) == width for row in expected)
    except csv.Error:
        sound = False
    if sound:
        assert [list(row) for row in parse(text.encode(), "x.csv", ",", header_row=1).frame.rows()] == expected
    else:
        with pytest.raises(InputError):
            parse(text.encode(), "x.csv", ",", header_row=1)


@given(grids(), st.sampled_from(["\n", "\r\n"]), st.integers(1, 7))
@settings(max_examples=200, deadline=None)
def test_the_size_of_blocks_does_not_change_what_is_plain(rows: list[list[str]], newline: str, block: int) -> None:
    data = written(rows, ",", newline)
    whole = delimited.plain_records(data, ",", len(rows[0]))
    assert whole == len(rows) + 1
    assert delimited.plain_records(data, ",", len(rows[0]), block=block) == whole


def test_quoted_lines_survive_in_a_file_that_is_parsed_in_parts() -> None:
    dice = random.Random(3)
    pieces = ["a", 'say "x"', "two\nlines", "with,comma", "", " ", '"\n"', "😀" * 5]
    rows = [[dice.choice(pieces) * dice.randint(1, 9) for _ in range(3)] for _ in range(20_000)]
    data = written(rows, ",", "\n")
    assert delimited.plain_records(data, ",", 3) == 20_001
    assert [list(row) for row in parse(data, "x.csv").frame.rows()] == rows


def test_a_cell_of_a_megabyte_is_read_both_ways() -> None:
    huge = "é" * 2**20
    for cell in (huge, f'{huge} 5" pipe'):
        assert parse(f"a,b\n{cell},2\n".encode(), "x.csv").frame.rows() == [(cell, "2")]


def test_reading_leaves_the_limit_of_the_csv_module_alone() -> None:
    before = csv.field_size_limit()
    with pytest.raises(InputError):
        parse(b"a,a\n1,2\n", "x.csv")
    assert csv.field_size_limit() == before


@pytest.mark.parametrize(
    ("data", "delimiter"),
    [
        (b"a,b\n1,2\n", ","),
        (b"a;b\n1,5;2\n", ";"),
        (b"a\tb\n1,5\t2;3\n", "\t"),
        (b"a|b\n1|2\n", "|"),
        (b"id,items\n1,a|b|c\n2,a|b\n", ","),
        (b"items\na|b\nc|d\n", ","),
        (b'"x,y";b\n"1,2";3\n', ";"),
        (b'"x;y",b\n1,"2;\n;"\n', ","),
        (b"a,b;c\n1,2;3\n", ","),
        (b"a,b,c\n1,2\n", ","),
        (b"one\ntwo\n", ","),
        (b'a;b\n"open;1\n', ";"),
    ],
)
def test_the_delimiter_is_found_out(data: bytes, delimiter: str) -> None:
    assert sniff(data) == delimiter


@pytest.mark.parametrize(
    ("data", "line", "words"),
    [
        (b"a,b\n1,2\n3\n", 3, "1 cells, the header 2"),
        (b"a,b\n1,2\n3,4,5\n", 3, "3 cells, the header 2"),
        (b'a,b\n"x\ny",2\n3\n', 4, "1 cells, the header 2"),
        (b"a,b\r1,2\r3\r", 3, "1 cells, the header 2"),
        (b"a,b\n1,2\n\n3,4\n", 3, "The line is blank"),
        (b'a,b\n1,2\n"3,4\n5,6\n', 3, "never closed"),
        (b'a,"b\n1,2\n', 1, "never closed"),
        (b'a,b\n1,2\n"x"y,4\n', 3, "goes on after its closing quote"),
        (b'a,"b"c\n1,2\n', 1, "goes on after its closing quote"),
        (b"a,b,a\n1,2,3\n", 1, "Columns 1 and 3 have the same name."),
        (b"\n\na\n1\n", 1, "The line is blank"),
        (b"a,,b\n1,2,3\n", 1, "Column 2 of 3 has no name"),
        (b"one\nx\n\ny, z\n", 4, "2 cells, the header 1"),
    ],
)
def test_what_is_not_a_table_is_an_error_with_its_line(data: bytes, line: int, words: str) -> None:
    with pytest.raises(InputError) as caught:
        parse(data, "x.csv", ",")
    assert caught.value.where == f"x.csv:{line}"
    assert words in caught.value.message
    assert caught.value.hints


@pytest.mark.parametrize("data", [b"", b"\n\n", b"\r\n"])
def test_an_empty_file_is_said_to_be_empty(data: bytes) -> None:
    with pytest.raises(InputError, match="empty"):
        parse(data, "x.csv")


@pytest.mark.parametrize("data", [b"a,b", b"a,b\n", b"a\n\n\n"])
def test_a_header_alone_is_no_table(data: bytes) -> None:
    with pytest.raises(InputError, match="no records"):
        parse(data, "x.csv")


@pytest.mark.parametrize(
    ("data", "rows"),
    [
        (b"a,b\n1,2\n\n\r\n\n", [("1", "2")]),
        (b"a,b\n1,", [("1", "")]),
        (b"a,b\n,\n,", [("", ""), ("", "")]),
        (b"a\nx\n\ny\n\n\n", [("x",), ("",), ("y",)]),
        (b'a\nx\n""\n', [("x",), ("",)]),
        (b'a,b\n5" pipe,1\n', [('5" pipe', "1")]),
        (b'a,b\n"","x ""y"" z"\n', [("", 'x "y" z')]),
    ],
)
def test_blank_lines_missing_values_and_quotes(data: bytes, rows: list[tuple[str, ...]]) -> None:
    assert parse(data, "x.csv", ",").frame.rows() == rows


@pytest.mark.parametrize(
    ("data", "newline"), [(b"a,b\r\n1,2\r\n", "\r\n"), (b"a,b\n1,2", "\n"), (b"a\r1\r", "\n"), (b'"a\nb"\r\n1', "\r\n")]
)
def test_the_line_ending_is_remembered(data: bytes, newline: str) -> None:
    assert parse(data, "x.csv").newline == newline


@pytest.mark.parametrize("delimiter", ["", ",,", '"', "\n", "\0", "§"])
def test_what_cannot_part_cells_is_no_delimiter(delimiter: str) -> None:
    with pytest.raises(PolicyError, match="delimiter"):
        parse(b"a,b\n1,2\n", "x.csv", delimiter)


def test_row_numbers_without_a_name_are_called_row() -> None:
    assert parse(b',"age","job"\n1,40,nurse\n2,50,baker\n', "x.csv", ",").frame.columns == ["row", "age", "job"]
    with pytest.raises(InputError, match="Column 1 of 2 has no name"):
        parse(b",row\n1,2\n", "x.csv", ",")


def test_columns_without_a_name_or_a_cell_are_left_out() -> None:
    assert parse(b"age,,job,\n39,,nurse,\n41,,cook,\n", "x.csv").frame.rows() == [("39", "nurse"), ("41", "cook")]
    with pytest.raises(InputError, match="Column 4 of 4 has no name") as caught:
        parse(b"age,,job,\n39,,nurse,\n41,,cook,secret\n", "x.csv")
    assert "secret" not in caught.value.explain()
