"""Title lines above the header."""

import pytest

from semblant.data.delimited import parse
from semblant.errors import InputError

BODY = b"age,job\n39,nurse\n41,baker\n"


@pytest.mark.parametrize("above", [b"Visitors 2025\n", b"Visitors\n\n", b"\n\n", b"Visitors,\nof 2025,\n", b'"a\nb"\n'])
def test_title_lines_are_left_out(above: bytes) -> None:
    for delimiter in (b",", b";", b"\t"):
        parsed = parse(above.replace(b",", delimiter) + BODY.replace(b",", delimiter), "x.csv")
        assert parsed.frame.rows(named=True)[0] == {"age": "39", "job": "nurse"}
        assert parsed.above == above.count(b"\n")


@pytest.mark.parametrize(
    "above",
    [
        b"Tenants,,,\nMade on,3 May,,\n,,,\n",  # as a spreadsheet saves them
        b"Made on,3 May,,\nBy,J. Harker,,\n",
        b"Tenants\nMade by hand,confidential\n\n",
    ],
)
def test_titles_that_fill_half_of_a_wide_table_are_left_out(above: bytes) -> None:
    body = b"name,age,job,town\nAnn,39,nurse,York\nBob,41,baker,Hull\n"
    parsed = parse(above + body, "x.csv")
    assert parsed.frame.columns == ["name", "age", "job", "town"]
    assert parsed.above == above.count(b"\n")


def test_no_record_is_taken_for_a_header() -> None:
    with pytest.raises(InputError, match="Column 3 of 4 has no name"):
        parse(b"name,age,,\nAnn,39,nurse,York\nBob,41,baker,Hull\n", "x.csv")


def test_what_could_be_a_header_and_a_record_is_not_guessed() -> None:
    assert parse(b"items\na|b\nc|d\n", "x.csv").frame.columns == ["items"]
    with pytest.raises(InputError, match="2 cells, the header 1"):
        parse(b"title\nAnn,nurse\nBob,baker\n", "x.csv")
    assert parse(b"title\nname,job\nBob,baker\n", "x.csv", header_row=2).frame.rows() == [("Bob", "baker")]


def test_errors_below_titles_name_their_line() -> None:
    with pytest.raises(InputError) as caught:
        parse(b"Visitors\n\n" + BODY + b"42\n", "x.csv")
    assert caught.value.where == "x.csv:6"
