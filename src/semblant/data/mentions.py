"""Direct identifiers inside longer texts: addresses, account and telephone numbers, and what looks like a name.

The form of a whole column is judged by nearly all its values (:mod:`semblant.data.forms`); here one place in one cell
is enough, so only what is hardly chance counts.
"""

import re
from collections.abc import Callable, Iterator, Sequence
from itertools import pairwise

import polars as pl

from semblant.data.checkdigits import is_card, is_french, is_iban, is_italian, is_spanish
from semblant.data.forms import is_given_name, is_network_address, is_phone, is_title

NAMES = "names of persons"
LONG_NUMBERS = "long numbers"
UNSURE = frozenset({NAMES, LONG_NUMBERS})
"""Forms that may be something else: places are called after people, and not every long number is a telephone's."""

_MAIL = re.compile(r"[\w.+%'-]+\s?(?:@|[\[(]at[\])])\s?[\w-]+(?:\.[\w-]+)*\.[^\W\d_]{2,}", re.IGNORECASE)
_SPELT = re.compile(r"\b[\w.+-]+\s+at\s+[\w-]+(?:\s+dot\s+[\w-]+)+\b", re.IGNORECASE)
_UUID = re.compile(r"\b[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}\b", re.IGNORECASE)
_SSN = re.compile(r"(?<![\w-])(?!000|666|9\d\d)\d{3}-(?!00)\d\d-(?!0000)\d{4}(?![\w-])")
_NINO = re.compile(r"\b(?!BG|GB|KN|NK|NT|TN|ZZ)[A-CEGHJ-PR-TW-Z][A-CEGHJ-NPR-TW-Z] ?\d\d ?\d\d ?\d\d ?[A-D]\b")
_ADDRESS = re.compile(r"(?<![\w.])\d{1,3}(?:\.\d{1,3}){3}(?![\w.])")
_CODE = re.compile(r"\b(?=[A-Z]*\d)[A-Z0-9-]{9,17}\b")
_IBAN = re.compile(r"\b[A-Z]{2}\d{2}(?: ?[A-Z0-9]{2,4})+")
_DATE = re.compile(r"\d{1,4}([./-])\d{1,2}\1\d{1,4}(?:[T ]+\d{1,2}(?::\d\d){1,2}(?:\.\d+)?)?|\d{1,2}(?::\d\d){1,2}")
_NUMBER = re.compile(r"(?<![\w.,])(?:[+(]{1,2}|00)?\d+\)?(?:[ ./-]{1,2}\(?\d{2,}\)?)*(?![\w%])")
_CALLED = re.compile(
    r"(?:tel|phone|mobile?|cell|fax|call|whatsapp|handy|móvil|teléfono|tél)\w*[.:]?\s*$", re.IGNORECASE
)
_YEARS = re.compile(r"(?:(?:19|20)\d\d\D*)+")
_WORD = re.compile(r"[^\W\d_][^\W_'’-]*(?:['’-][^\W\d_]+)*\.?")
_FEWEST_DIGITS = 9
_BEFORE = 14  # characters in which a word says that a telephone number follows
_LONGEST = 20_000  # characters of a cell that are looked at


def mentions(values: Sequence[str]) -> Iterator[tuple[int, str, str]]:
    """Every direct identifier inside one of the texts: which text, the form in words, and what stands there.

    Example:
        >>> [found[1:] for found in mentions(["write to ann@example.org", "tel 612 345 678", "see Dr Okafor", "ok"])]
        [('e-mail addresses', 'ann@example.org'), ('telephone numbers', '612345678'), ('names of persons', 'Dr Okafor')]
    """
    text = pl.Series(values, dtype=pl.String).str.head(_LONGEST)
    digits = text.str.count_matches(r"\d")
    wordy = text.str.contains(r"\pL")
    for found, wanted in (
        (_addresses, text.str.contains(r"(?i)@|[\[(]at[\])]|\sat\s.*\sdot\s")),
        (_numbers, (digits >= 6) & (wordy | text.str.contains(r"[+\s()-]"))),
        (_names, text.str.contains(r"\p{Lu}\S*[\s,]+\p{Lu}|^\s*\pL+[\s,]+[\pL'’-]+\s*$")),
    ):
        for at in wanted.arg_true().to_list():
            for form, what in found(text[at]):
                yield at, form, what


def _addresses(text: str) -> Iterator[tuple[str, str]]:
    for found in (*_MAIL.finditer(text), *_SPELT.finditer(text)):
        yield "e-mail addresses", found[0].casefold()


_CHECKED: tuple[tuple[str, re.Pattern[str], Callable[[str], bool]], ...] = (
    ("UUIDs", _UUID, bool),
    ("US social-security numbers", _SSN, bool),
    ("UK national insurance numbers", _NINO, bool),
    ("network addresses", _ADDRESS, is_network_address),
    ("Spanish identity numbers", _CODE, is_spanish),
    ("Italian tax codes", _CODE, is_italian),
)


def _numbers(text: str) -> Iterator[tuple[str, str]]:
    for form, pattern, holds in _CHECKED:
        for found in pattern.finditer(text):
            if holds(found[0]):
                yield form, found[0]
    for found in _IBAN.finditer(text):
        parts = found[0].split(" ")
        longer = (" ".join(parts[:n]) for n in range(1, len(parts) + 1))
        if (account := next(filter(is_iban, longer), None)) is not None:
            yield "IBANs", account.replace(" ", "")
    text = _IBAN.sub(" ", _DATE.sub(" ", text))
    for found in _NUMBER.finditer(text):
        before = text[max(0, found.start() - _BEFORE) : found.start()]
        if (kind := _kind(found[0].strip(" ./-"), before, text)) is not None:
            yield kind, re.sub(r"[^\d+]", "", found[0])


def _kind(number: str, before: str, text: str) -> str | None:
    """What a run of digits inside a text is."""
    digits = sum(map(str.isdigit, number))
    if digits < _FEWEST_DIGITS or _YEARS.fullmatch(number):
        return None
    if is_french(number):
        return "French social-security numbers"
    if digits >= 15 and is_card(number):
        return "card numbers"
    alone = number == text.strip()
    if digits <= 15 and (is_phone(number) or _CALLED.search(before)) and not (alone and number.isdigit()):
        return "telephone numbers"
    return None if alone or not number.isdigit() else LONG_NUMBERS


def _names(text: str) -> Iterator[tuple[str, str]]:
    """Two words of which the first is a title, an initial or a common given name: capitalised, or nothing else."""
    words = [*_WORD.finditer(text)]
    for one, following in pairwise(words):
        between = text[one.end() : following.start()]
        proper = one[0][0].isupper() and following[0][0].isupper()
        if not (proper or len(words) == 2) or between.strip() not in ("", ","):
            continue
        first, last = (following[0], one[0]) if "," in between else (one[0], following[0])
        if len(last.rstrip(".")) < 2:
            continue
        initial = len(first) == 2 and first.endswith(".") and "," not in between
        if initial or is_title(first) or is_given_name(first):
            yield NAMES, f"{first} {last}"
