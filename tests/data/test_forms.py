"""Direct identifiers are found by the form of their values, whatever their column is called."""

import polars as pl
import pytest
from hypothesis import given
from hypothesis import strategies as st

from semblant.assessment.risk import identifying_columns
from semblant.data.checkdigits import is_card, is_dutch, is_french, is_german, is_iban, is_italian, is_spanish
from semblant.data.forms import FORMS, form_of
from semblant.data.table import Table
from semblant.policy.model import Policy
from semblant.proposal.suggest import suggest

FOUND = {
    "e-mail addresses": ["ann@example.org", "b.c+d@mail.example.com", "e_f@x.example", "G@H.example"],
    "web addresses": ["https://example.org/ann", "http://b.example", "www.example.com/c?d=e"],
    "network addresses": ["192.0.2.1", "2001:db8::1", "198.51.100.77"],
    "UUIDs": [f"123e4567-e89b-12d3-a456-42661417400{i}" for i in range(4)],
    "IBANs": ["DE89 3704 0044 0532 0130 00", "GB82WEST12345698765432", "ES9121000418450200051332"],
    "card numbers": ["4111 1111 1111 1111", "5500-0000-0000-0004", "340000000000009", "6011000000000004"],
    "US social-security numbers": ["219-09-9999", "078-05-1120", "457-55-5462"],
    "UK national insurance numbers": ["AB 12 34 56 C", "CE123456D", "JG103759A"],
    "Spanish identity numbers": ["12345678Z", "X1234567L", "00000000T"],
    "French social-security numbers": ["2 55 08 14 168 025 38", "255081416802538", "1 84 12 76 451 089 46"],
    "German tax numbers": ["86095742719", "47 036 892 816", "65929970489"],
    "Italian tax codes": ["RSSMRA85T10A562S", "VRDGPP13R10B293P", "MRTMTT91D08F205J"],
    "telephone numbers": ["+43 316 123456", "0664/1234567", "(0)30 1234 5678", "555-123-4567"],
    "names of persons": [
        "Ann Miller",
        "Dr. Robert Koch",
        "Müller, Hans",
        "María de la Cruz",
        "John A. Smith",
        "Wei Zhang",
    ],
}
PLAIN = {
    "jobs": ["nurse", "Baker", "Night nurse", "Corporate treasurer"],
    "places": ["New York", "San Marino", "Puerto Rico", "United States", "Graz"],
    "numbers": ["12", "1.5", "-3", "1,234,567", "1.234.567"],
    "dates": ["2024-01-01", "01/02/2024", "3.4.2019", "31-12-1999"],
    "codes": ["J45.0", "E11", "I10", "0012", "4711"],
    "long numbers": ["4111111111111112", "4111111111111113", "4111111111111114", "1234567890123"],
    "postcodes": ["8010", "1010", "6020", "SW1A 1AA"],
    "nothing": ["", "NA", "?"],
    "too few": ["ann@example.org"],
}


@pytest.mark.parametrize("form", FOUND)
def test_a_column_of_identifiers_is_recognised(form):
    found = form_of(FOUND[form])
    assert found is not None
    assert found.words == form


@pytest.mark.parametrize("column", PLAIN)
def test_an_ordinary_column_is_not_taken_for_identifiers(column):
    assert form_of(PLAIN[column]) is None


def test_a_few_other_values_do_not_hide_a_form():
    mails = [f"a{i}@example.org" for i in range(8)]
    assert form_of([*mails, "none given", ""]).words == "e-mail addresses"
    assert form_of([*mails, "x", "y", "z"]) is None


@pytest.mark.parametrize("check", [is_iban, is_card, is_spanish, is_french, is_german, is_dutch, is_italian])
@given(data=st.data())
def test_a_check_digit_finds_one_changed_digit(check, data):
    right = {
        is_iban: "DE89370400440532013000",
        is_card: "4111111111111111",
        is_spanish: "12345678Z",
        is_french: "255081416802538",
        is_german: "86095742719",
        is_dutch: "111222333",
        is_italian: "RSSMRA85T10A562S",
    }[check]
    assert check(right)
    place = data.draw(st.sampled_from([i for i, sign in enumerate(right) if sign.isdigit()]))
    other = data.draw(st.sampled_from(sorted({*"0123456789"} - {right[place]})))
    assert not check(right[:place] + other + right[place + 1 :])


@given(st.lists(st.text(max_size=30), max_size=20))
def test_any_texts_can_be_asked(texts):
    form_of(texts)
    assert all(isinstance(form.fits(text), bool) for form in FORMS for text in texts)


def test_init_suggests_to_leave_them_out_and_a_run_warns():
    contact = [f"person{i}@example.org" for i in range(20)]
    table = Table(pl.DataFrame({"contact": contact, "reference": contact, "job": ["nurse", "baker"] * 10}))
    told = {s.column: (s.role, s.reason) for s in suggest(table)}
    assert told["contact"] == ("identifier", "its values have the form of e-mail addresses; 20 distinct values")
    masked = table.with_columns({"contact": ["*"] * 20})
    policy = Policy(attributes={"contact": {"role": "quasi", "kind": "nominal"}, "reference": "keep", "job": "quasi"})
    found = identifying_columns(masked, policy, table)
    assert {name: (one.form, one.masked) for name, one in found.items()} == {
        "contact": ("e-mail addresses", True),
        "reference": ("e-mail addresses", False),
    }
