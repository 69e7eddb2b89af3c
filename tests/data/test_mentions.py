"""Direct identifiers inside texts are found by their form, and ordinary texts and numbers are not taken for them."""

import pytest

from semblant.data.mentions import LONG_NUMBERS, NAMES, mentions


def forms(*texts: str) -> list[str]:
    return [form for _, form, _ in mentions(texts)]


@pytest.mark.parametrize(
    ("text", "form"),
    [
        ("write to hans@mail.de please", "e-mail addresses"),
        ("<a.b+c@sub.example.org>,", "e-mail addresses"),
        ("ann (at) example.org", "e-mail addresses"),
        ("ann at gmail dot com", "e-mail addresses"),
        ("paid from ES91 2100 0418 4502 0005 1332 yesterday", "IBANs"),
        ("DE89370400440532013000", "IBANs"),
        ("call +34 612 345 678 after 5", "telephone numbers"),
        ("tel 612345678 after 5", "telephone numbers"),
        ("her phone: 612 34 56 78", "telephone numbers"),
        ("0049 30 1234567", "telephone numbers"),
        ("card 4111 1111 1111 1111 stolen", "card numbers"),
        ("SSN 123-45-6789.", "US social-security numbers"),
        ("DNI 12345678Z", "Spanish identity numbers"),
        ("CF RSSMRA85T10A562S ok", "Italian tax codes"),
        ("NI AB123456C given", "UK national insurance numbers"),
        ("from 192.168.17.4 at night", "network addresses"),
        ("case 1d9f0c3a-5b7e-4c1d-8f2a-0123456789ab", "UUIDs"),
        ("file no 987654321 closed", LONG_NUMBERS),
        ("spoke with Jürgen Müller", NAMES),
        ("Herr Okafor war da", NAMES),
        ("B. Müller", NAMES),
        ("Müller, Anna", NAMES),
        ("anna müller", NAMES),
    ],
)
def test_what_names_somebody_is_found_inside_a_text(text: str, form: str) -> None:
    assert form in forms("fine", text)


@pytest.mark.parametrize(
    "text",
    [
        "2018-02-13 11:22:33.123456", "13/02/2018 and 14/03/2019", "2018-02-13T11:22:33+01:00", "since 2018 2019 2020",
        "123456789", "-103.1234567", "41.12345, 2.17003", "1,234,567.89", "12345678.9 kg", "1.234.567,89 EUR",
        "seen at the bar dotted with lights", "pain since Monday, better now", "E. coli found", "version 1.2.3", "50 %",
        "rooms 101 102 103 104", "Type 2 Diabetes", "no", "", "*", "p. 12", "NHS Trust", "2024-Q1", "ICD-10 E11.65",
    ],
)  # fmt: skip
def test_ordinary_texts_and_numbers_name_nobody(text: str) -> None:
    assert forms(text) == []
