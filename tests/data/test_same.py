"""The same value: what a reader takes for the same, and which numbers are equal."""

import sys
import time
import unicodedata
from decimal import Context, Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from semblant.data.looks import fold
from semblant.data.missing import NO_VALUE, no_value
from semblant.data.same import keys, number_key, person_key, same_name
from tests.properties.texts import UGLY


@pytest.mark.parametrize(
    "text",
    [
        "hiv", "HIV", " HIV ", "H\u200bIV", "HI\u00adV", "\ufeffHIV", "HIV\ufe0f", "\u202eHIV\u202c",
        "H\u2060IV", "ＨＩＶ", "HIV\x00",
        "HIV\U000e0041", "\u041dIV", "H\u0406V", "HI\u03bd", "\u0397\u0399V", "\u0397\u0406\u0474", "ꓧꓲꓦ",
        "ʜɪᴠ", "𝐇𝐈𝐕", "H\u0130V",
    ],
)  # fmt: skip
def test_hiv_is_hiv(text: str) -> None:
    assert fold(text) == "hiv"


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Crohn's", "Crohn’s"), ("Crohn's", "Crohn´s"), ("Crohn's", "Crohn \u0301s"),
        ("Crohn's", "Crohn`s"), ("Crohn's", "Crohnʼs"),
        ("Crohn's", "Crohn＇s"),
        ("non-Hodgkin", "non‐Hodgkin"), ("non-Hodgkin", "non\u2011Hodgkin"), ("non-Hodgkin", "non–Hodgkin"),
        ("non-Hodgkin", "non−Hodgkin"),
        ('"flu"', "“flu”"), ('"flu"', "„flu“"), ('"flu"', "«flu»"), ("type  2", "Type\u00a02"),
        ("STRASSE", "straße"), ("Νέα", "νέα"),
        ("e\u0301tat", "ÉTAT"), ("Москва", "москва"), ("ısparta", "Isparta"), ("\ufb01t", "fit"),
    ],
)  # fmt: skip
def test_a_reader_takes_them_for_the_same(one: str, other: str) -> None:
    assert fold(one) == fold(other)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("A+", "A-"), ("<5", "5"), ("5 mg", "5 μg"), ("fall", "fail"), ("O1", "01"), ("café", "cafe"),
        ("m", "rn"), ("5'", '5"'), ("a b", "ab"),
        ("нет", "һет"), ("в", "v"), ("5.", "5"), ("HIV", "HIV?"), ("νέα", "véa!"),
    ],
)  # fmt: skip
def test_nothing_else_is_the_same(one: str, other: str) -> None:
    assert fold(one) != fold(other)


def test_every_invisible_character_and_every_dash() -> None:
    seen_marks = range(0x600, 0x606), (0x6DD, 0x70F, 0x890, 0x891, 0x8E2, 0x110BD, 0x110CD)  # Cf, but they are drawn
    drawn = {code for codes in seen_marks for code in codes}
    for code in range(sys.maxunicode + 1):
        kind = unicodedata.category(chr(code))
        if (kind == "Cf" and code not in drawn) or (kind == "Cc" and not chr(code).isspace()):
            assert fold(f"HI{chr(code)}V") == "hiv", hex(code)
        if kind == "Pd":
            assert fold(f"a{chr(code)}b") == "a-b", hex(code)
        if kind == "Zs":
            assert fold(f"a{chr(code)} b") == "a b", hex(code)


@given(UGLY | st.text(max_size=12))
def test_folding_again_changes_nothing(text: str) -> None:
    assert fold(fold(text)) == fold(text)
    assert fold(f"\u00a0 {text}\n") == fold(text)
    for form in ("NFC", "NFD"):
        assert fold(unicodedata.normalize(form, text)) == fold(text)


@pytest.mark.parametrize(
    "text",
    [
        "50000",
        "50000.0",
        "5e4",
        "5E+04",
        "+50000",
        " 50000 ",
        "0.5e5",
        "500000e-1",
        "050000",
        "50000.",
        "５００００",
        "50000\u200b",
    ],
)
def test_fifty_thousand(text: str) -> None:
    assert number_key(text) == "5e4"


@pytest.mark.parametrize(
    "text", ["", " ", "5 0", "1,000", "<5", "5²", "0x10", "inf", "nan", "1_0", "e5", "1e", ".", "--5", "٧"]
)
def test_no_number(text: str) -> None:
    assert number_key(text) is None


EXACT = Context(prec=200)


@given(
    st.lists(
        st.from_regex(r"[+-]?([0-9]{1,6}(\.[0-9]{0,4})?|\.[0-9]{1,4})([eE][+-]?[0-9]{1,2})?", fullmatch=True),
        max_size=8,
    )
)
def test_numbers_are_equal_as_exact_decimals(texts: list[str]) -> None:
    for one in texts:
        for other in texts:
            equal = EXACT.create_decimal(one) == EXACT.create_decimal(other)
            assert (number_key(one) == number_key(other)) == equal
            assert Decimal(number_key(one) or "nan") == EXACT.create_decimal(one)


def test_huge_numbers_are_compared_without_being_written_out() -> None:
    assert number_key("1e999999999") == number_key("0.01e1000000001") != number_key("1e999999998")
    assert number_key("1e-" + "9" * 3000) != number_key("1e-" + "9" * 2999)
    assert number_key("1e" + "9" * 100_000) is None
    began = time.process_time()
    assert number_key("1" * 300_000 + "x") is None
    assert time.process_time() - began < 1


def test_numbers_count_by_value_only_in_columns_of_numbers() -> None:
    assert len(set(keys(["50000", "50000.0", "5e4", "NA", "-0", "0"]))) == 3
    assert len(set(keys(["50000", "50000.0", "5e4", "lots"]))) == 4
    assert len(set(keys(["50000", "50000.0", "5e4", "lots"], numeric=True))) == 2
    assert len(set(keys(["50000", "5e4"], numeric=False))) == 2
    assert len(set(keys(["1.234,50 €", "1234,5 €", "99,00 €"]))) == 2
    assert len(set(keys(["5A", "05A"]))) == 2  # codes
    assert len(set(keys(["10²", "102"], numeric=True))) == 2
    assert keys([]) == []


@pytest.mark.parametrize(
    ("values", "different"),
    [
        (["Y", "yes", "Yes", "TRUE", "1"], 1),
        (["Y", "yes", "N", "No", "0", "false"], 2),
        (["Ja", "J", "Nein", "n", "unbekannt"], 3),
        (["Sí", "s", "No"], 2),
        (["y", "n", "s", "o"], 4),  # letters alone may be codes
        (["Yes", "Y", "sometimes"], 3),  # another question
        (["1", "0"], 2),
    ],
)
def test_yes_and_no_are_one_answer_each_however_written(values: list[str], different: int) -> None:
    assert len(set(keys(values))) == different


@pytest.mark.parametrize(("one", "other"), [("P1", "p1"), ("P1", "P1 "), ("7", "07"), ("7", "7.0"), ("", "–")])
def test_one_person(one: str, other: str) -> None:
    assert person_key(one) == person_key(other)


@pytest.mark.parametrize(("one", "other"), [("P1", "P2"), ("P7", "P07"), ("7", "-7"), ("7", ""), ("7a", "07a")])
def test_two_persons(one: str, other: str) -> None:
    assert person_key(one) != person_key(other)


def test_names_that_look_alike() -> None:
    assert same_name("salary", "Sal\u200bary")
    assert same_name("name", "nаme")
    assert not same_name("salary", "salaries")


def test_missing_values_are_read_as_a_reader_reads_them() -> None:
    assert all(map(no_value, ["", "\u200b", "N/A", "ｎａ", "—", "N\u00adA", " * "]))
    assert not any(map(no_value, ["none", "0", "+", "**", "N A"]))


@given(st.text(st.sampled_from("naNA/.-?#<>*`ul \t\x00\x7f\x1c\u200bａ"), max_size=6))
def test_a_text_means_no_value_by_what_it_folds_to(text: str) -> None:
    assert no_value(text) == (fold(text) in NO_VALUE)


def test_a_hundred_thousand_texts_take_no_time() -> None:
    texts = [f"Fräulein’s Größe nº {number}" for number in range(100_000)]
    began = time.process_time()
    assert len(set(keys(texts))) == len(texts)
    assert time.process_time() - began < 6  # about one second
