"""How a column writes its numbers: found from its values, read and written alike."""

from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from semblant.data.numerals import PLAIN, Numerals
from tests.properties.strategies import examples

STYLES = [
    Numerals(decimal, thousands, before, after, inner)
    for decimal, thousands in [(".", ""), (".", ","), (".", "’"), (",", ""), (",", "."), (",", " "), (",", "\u202f")]
    for before, after, inner in [
        ("", "", False), ("$", "", False), ("€ ", "", True), ("CHF ", "", False), ("", " %", False),
        ("", "\u00a0kg", False),
    ]
]  # fmt: skip
numbers = st.decimals(-10_000_000, 10_000_000, places=2).map(lambda n: f"{n + Decimal(0):.2f}")


def by_hand(plain: str, style: Numerals) -> str:
    """A number written letter by letter."""
    digits = plain.lstrip("-")
    whole, part = digits.split(".")
    told = ""
    for place, digit in enumerate(reversed(whole)):
        told = digit + (style.thousands if place and place % 3 == 0 else "") + told
    minus = "-" if plain.startswith("-") else ""
    lead = style.before + minus if style.inner else minus + style.before
    return lead + told + style.decimal + part + style.after


@examples(150)
@given(st.sampled_from(STYLES), st.lists(numbers, min_size=1, max_size=12), st.randoms(use_true_random=False))
def test_the_way_of_a_column_is_found_whatever_the_order_of_its_records(style, plain, chance):
    texts = [by_hand(n, style) for n in [*plain, "-1234567.25"]]  # which has all that a way is told by
    found = Numerals.over(texts)
    assert found == style
    assert not found.ambiguous
    chance.shuffle(texts)
    assert Numerals.over(texts) == found
    assert Numerals.through(texts) == found


@examples(150)
@given(st.sampled_from(STYLES), numbers)
def test_a_number_is_written_so_that_it_is_read_again(style, plain):
    assert style.written(plain) == by_hand(plain, style)
    assert Decimal(style.plain(style.written(plain))) == Decimal(plain)


@pytest.mark.parametrize(
    ("texts", "plain"),
    [
        (["9.325,00", "12,5"], ["9325.00", "12.5"]),
        (["$151,356", "$9"], ["151356", "9"]),
        (["US$ 1,356.5", "US$ 9"], ["1356.5", "9"]),
        (["1 234", "12"], ["1234", "12"]),
        (["€ 12,50", "€ -3,00", "-€ 3,00"], ["12.50", "-3.00", "-3.00"]),
        (["12,50€", "3,00 €"], ["12.50", "3.00"]),
        (["12 %", "5%"], ["12", "5"]),
        (["1'234.50", "1’234.50"], ["1234.50", "1234.50"]),
        (["Rs.500", "Rs. 1,500.0"], ["500", "1500.0"]),
        (["1,5E+03", "2"], ["1.5E+03", "2"]),
        (["1.234", "1.234.567"], ["1234", "1234567"]),
        (["1,234", "0,5"], ["1.234", "0.5"]),
        (["1234,567", "1,234"], ["1234.567", "1.234"]),
        (["36,6 °C", "40 °C"], ["36.6", "40"]),
        ([" 1,5 ", "\u00a02,5"], ["1.5", "2.5"]),
    ],
)
def test_numbers_as_people_write_them(texts, plain):
    found = Numerals.through(texts)
    assert [found.plain(text) for text in texts] == plain


@pytest.mark.parametrize(
    ("texts", "plain"),
    [
        (["1.234"], ["1.234"]),
        (["1.234", "99"], ["1.234", "99"]),
        (["1,234", "99"], ["1234", "99"]),
        (["€1.234"], ["1.234"]),
        (["1,234", "1.234"], ["1234", "1.234"]),
    ],
)
def test_what_can_be_read_in_two_ways_is_read_the_english_way_and_said_so(texts, plain):
    found = Numerals.through(texts)
    assert found.ambiguous
    assert [found.plain(text) for text in texts] == plain


@pytest.mark.parametrize(
    "texts",
    [
        ["12,5", "1.5"],
        ["€ 5", "$ 5"],
        ["5 %", "5"],
        ["1 year", "2 years"],
        ["P12", "P13"],
        ["20-30", "30-40"],
        ["31.12.2020"],
        ["1.2.3"],
        ["1,23,456"],
        ["12:30"],
        ["+43 664 1234567"],
        ["--5"],
        ["-€ -5"],
        ["١٢,٥"],
        ["5,- €"],
        ["1_000"],
        [""],
        ["."],
        ["5 " + "x" * 20],
        ["1" * 400 + ",5"],
        [],
    ],
)
def test_what_is_no_column_of_numbers_of_one_way(texts):
    assert Numerals.through(texts) is None


def test_most_values_decide_and_the_others_cannot_be_read():
    found = Numerals.over(["12,5", "7,5", "1.5", "n/a"])
    assert [found.plain(text) for text in ["12,5", "7,5", "1.5", "n/a"]] == ["12.5", "7.5", None, None]


@examples(100)
@given(st.lists(st.text(max_size=70), max_size=5))
def test_any_text_is_looked_at_without_harm(texts):
    found = Numerals.over(texts)
    for text in texts:
        plain = found.plain(text)
        assert plain is None or float(plain) == float(plain)


def test_an_example_shows_no_word_of_the_data():
    assert Numerals.over(["5 Smith", "7 Smith"]).like() == "1234.0"
    assert Numerals.over(["5,5 %", "7 %"]).like(2) == "1234,00 %"
    assert PLAIN.like(0) == "1234"


def test_numbers_of_any_length_are_written_in_groups():
    digits = "7" * 6_000
    assert Numerals(".", ",").written(digits) == ",".join(["777"] * 2_000)
