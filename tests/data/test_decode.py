"""Encodings: clean text, or the place of the wrong byte."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from semblant.data import decode as reading
from semblant.data.decode import decode as to_utf8
from semblant.errors import InputError, PolicyError

TEXT = st.text(st.characters(exclude_characters="\0\ufeff", exclude_categories=["Cs"]), min_size=1)


@given(TEXT, st.sampled_from(["utf-8", "UTF8", "utf-8-sig", "utf-16", "utf-16-le", "utf-32"]))
@settings(max_examples=100, deadline=None)
def test_text_is_the_same_in_every_encoding(text: str, encoding: str) -> None:
    assert to_utf8(text.encode(encoding), encoding, "x.csv").data.decode() == text


@pytest.mark.parametrize("encoding", ["utf-8", "utf-16-le"])
def test_a_byte_order_mark_is_taken_off_and_remembered(encoding: str) -> None:
    decoded = to_utf8("\ufeffjob".encode(encoding), encoding, "x.csv")
    assert (decoded.data, decoded.bom) == (b"job", True)
    assert not to_utf8("job".encode(encoding), encoding, "x.csv").bom


@given(st.binary(max_size=40), st.integers(1, 9))
@settings(max_examples=200, deadline=None)
def test_the_place_of_a_wrong_byte_is_the_same_for_any_block(raw: bytes, block: int) -> None:
    try:
        raw.decode("utf-8")
        wrong = None
    except UnicodeDecodeError as error:
        wrong = error.start
    before = reading._BLOCK
    reading._BLOCK = block
    try:
        if wrong is None and b"\0" not in raw:
            to_utf8(raw, "utf-8", "x.csv")
        else:
            with pytest.raises(InputError) as caught:
                to_utf8(raw, "utf-8", "x.csv")
            if wrong is not None:
                assert f"Byte {wrong + 1} of" in caught.value.message
                assert caught.value.where == f"x.csv:{raw[:wrong].count(10) + 1}"
    finally:
        reading._BLOCK = before


def test_latin_text_read_as_utf8_says_what_to_set() -> None:
    with pytest.raises(InputError) as caught:
        to_utf8("job\nnurse\nköchin".encode("latin-1"), "utf-8", "x.csv")
    assert caught.value.where == "x.csv:3"
    assert caught.value.message == "Byte 12 of the file (0xf6) is not utf-8."
    assert "latin-1, cp1252" in caught.value.hints[0]


def test_utf16_is_recognised_by_its_mark() -> None:
    with pytest.raises(InputError) as caught:
        to_utf8("job".encode("utf-16"), "utf-8", "x.csv")
    assert "encoding: utf-16" in caught.value.hints[0]


def test_text_cut_off_in_the_middle_of_a_character() -> None:
    with pytest.raises(InputError, match="is not utf-16"):
        to_utf8("job".encode("utf-16")[:-1], "utf-16", "x.csv")


def test_nul_bytes_are_refused_with_their_line() -> None:
    with pytest.raises(InputError, match="NUL") as caught:
        to_utf8(b"a,b\n1,\x002\n", "utf-8", "x.csv")
    assert caught.value.where == "x.csv:2"


@pytest.mark.parametrize("encoding", ["klingon", "rot13", "hex", "a\0b"])
def test_an_unknown_encoding_is_an_error_of_the_policy(encoding: str) -> None:
    with pytest.raises(PolicyError, match="no text encoding"):
        to_utf8(b"a", encoding, "x.csv")


@pytest.mark.parametrize("text", ["Größe;Preis\nklein;5 €\n", "naïve – “œuvre”", "señor,año", "Łódź żółć"])
def test_the_encoding_of_western_text_is_found(text: str) -> None:
    encodings = ["utf-8", "utf-16", "utf-16-le", "utf-16-be", "utf-32"] + ["cp1252"] * ("Ł" not in text)
    for encoding in encodings:
        found = to_utf8(text.encode(encoding), "auto", "x.csv")
        assert (found.data.decode(), found.encoding) == (text, encoding)
        assert (found.note is None) == (encoding == "utf-8")


@pytest.mark.parametrize(
    ("text", "encoding"), [("врач,Москва", "cp1251"), ("東京,医者", "shift_jis"), ("ιατρός", "cp1253")]
)
def test_other_alphabets_are_not_taken_for_western_ones(text: str, encoding: str) -> None:
    with pytest.raises(InputError, match="is not utf-8"):
        to_utf8(text.encode(encoding), "auto", "x.csv")
