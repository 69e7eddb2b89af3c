"""The form of direct identifiers: mail addresses, telephone numbers, national numbers with their check digits, names.

The name of a column may not say that it identifies people; its values still do. A form is found only where nearly all
values of a column have it, so that a check digit that one number in ten has by chance decides nothing by itself.
"""

import csv
import ipaddress
import re
from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass
from functools import cache
from importlib import resources

from semblant.data.missing import no_value

ENOUGH = 0.8
"""The share of a column's distinct values that must have a form."""
NAMED = 0.4
"""The share of values with a common given name that makes a column of capitalised words one of person names."""
_FEWEST, _LOOKED_AT = 3, 2_000
_FEWEST_ALONE = 5  # single words that are names by no chance


@dataclass(frozen=True)
class Form:
    """A form of direct identifiers, in words for a reader."""

    words: str
    fits: Callable[[str], bool]


def form_of(values: Sequence[str], *, said: bool = False) -> Form | None:
    """The form that nearly all values of a column have, judged by some thousand of them; None where they have none.

    Where the column's name says that it holds names of persons (``said``), capitalised words are some.

    Example:
        >>> form_of(["ann@example.org", "bo@example.com", "c.d@example.net"]).words
        'e-mail addresses'
        >>> form_of(["DE89 3704 0044 0532 0130 00", "GB82WEST12345698765432", "FR1420041010050500013M02606"]).words
        'IBANs'
        >>> form_of(["nurse", "baker", "teacher"]) is None, form_of(["Böhm", "Groß", "Yılmaz"]) is None
        (True, True)
        >>> form_of(["Böhm", "Groß", "Yılmaz"], said=True).words
        'names of persons'
    """
    texts = {value.strip() for value in values[:: -(-len(values) // _LOOKED_AT) or 1] if not no_value(value)}
    if len(texts) < _FEWEST:
        return None
    found = next((form for form in FORMS if _share(texts, form.fits) >= ENOUGH), None)
    named = _are_names(texts) or (said and _share(texts, _proper) >= ENOUGH)
    return found or (PERSON_NAMES if named else None)


def _share(texts: Collection[str], fits: Callable[[str], bool]) -> float:
    allowed = (1 - ENOUGH) * len(texts)
    missed = 0
    for text in texts:
        missed += not fits(text)
        if missed > allowed:
            return 0.0
    return 1 - missed / len(texts)


# --- addresses ---------------------------------------------------------------------------------------


def _pattern(pattern: str, flags: re.RegexFlag = re.IGNORECASE) -> Callable[[str], bool]:
    compiled = re.compile(pattern, flags)
    return lambda text: compiled.fullmatch(text) is not None


def is_network_address(text: str) -> bool:
    """Whether a text is an address of the internet protocol."""
    try:
        ipaddress.ip_address(text)
    except ValueError:
        return False
    return True


_PHONE = re.compile(r"(?:\+|00|\(?0)[\d()\s./-]{6,22}|\(?\d{3}\)?[ .-]\d{3}[ .-]\d{4}")
_DATE_OR_DECIMAL = re.compile(
    r"(?:[0-3]\d){2}(?:19|20)\d\d|\d{1,4}([./-])\d{1,2}\1\d{1,4}|0[.]\d+|\d{1,3}(?:[. ]\d{3})+"
)


def is_phone(text: str) -> bool:
    """Whether a text is a telephone number: with a country or area code, or grouped as one."""
    digits = sum(map(str.isdigit, text))
    return 7 <= digits <= 15 and bool(_PHONE.fullmatch(text)) and not _DATE_OR_DECIMAL.fullmatch(text)


# --- numbers with check digits -------------------------------------------------------------------------


def _bare(text: str) -> str:
    """A number without the spaces, dots and hyphens that group it."""
    return re.sub(r"[\s.\-/]", "", text).upper()


def is_iban(text: str) -> bool:
    """Whether a text is an IBAN: its letters as numbers, the first four signs last, leave 1 modulo 97.

    Example:
        >>> is_iban("GB82 WEST 1234 5698 7654 32"), is_iban("GB83 WEST 1234 5698 7654 32")
        (True, False)
    """
    bare = _bare(text)
    if not re.fullmatch(r"[A-Z]{2}\d{2}[A-Z0-9]{11,30}", bare):
        return False
    return int("".join(str(int(sign, 36)) for sign in bare[4:] + bare[:4])) % 97 == 1


def is_card(text: str) -> bool:
    """Whether a text is the number of a payment card: 13 to 19 digits with the check digit of Luhn.

    Example:
        >>> is_card("4111 1111 1111 1111"), is_card("4111 1111 1111 1112")
        (True, False)
    """
    bare = _bare(text)
    if not re.fullmatch(r"[2-6]\d{12,18}", bare):
        return False
    return _luhn(bare)


_DNI_LETTERS = "TRWAGMYFPDXBNJZSQVHLCKE"


def is_spanish(text: str) -> bool:
    """Whether a text is a Spanish DNI or NIE: the letter follows from the number modulo 23.

    Example:
        >>> is_spanish("12345678Z"), is_spanish("X1234567L"), is_spanish("12345678A")
        (True, True, False)
    """
    bare = _bare(text)
    if not re.fullmatch(r"[\dXYZ]\d{7}[A-Z]", bare):
        return False
    return _DNI_LETTERS[int(bare[:-1].translate(str.maketrans("XYZ", "012"))) % 23] == bare[-1]


def is_french(text: str) -> bool:
    """Whether a text is a French social-security number (NIR): its key is 97 less the number modulo 97.

    Example:
        >>> is_french("2 55 08 14 168 025 38"), is_french("2 55 08 14 168 025 39")
        (True, False)
    """
    bare = _bare(text)
    if not re.fullmatch(r"[12378]\d{4}(?:\d\d|2[AB])\d{8}", bare):
        return False
    number = int(bare[:13].replace("2A", "19").replace("2B", "18"))
    return 97 - number % 97 == int(bare[13:])


def is_german(text: str) -> bool:
    """Whether a text is a German tax number (Steuer-ID): eleven digits with the check digit of ISO 7064.

    Example:
        >>> is_german("86 095 742 719"), is_german("86 095 742 718")
        (True, False)
    """
    bare = _bare(text)
    if not re.fullmatch(r"[1-9]\d{10}", bare):
        return False
    product = 10
    for digit in bare[:10]:
        product = 2 * ((product + int(digit)) % 10 or 10) % 11
    return (11 - product) % 10 == int(bare[10])


def is_dutch(text: str) -> bool:
    """Whether a text is a Dutch BSN: nine digits that pass the test by eleven.

    Example:
        >>> is_dutch("111222333"), is_dutch("111222334")
        (True, False)
    """
    bare = _bare(text)
    if not re.fullmatch(r"\d{9}", bare) or not int(bare):
        return False
    weights = (9, 8, 7, 6, 5, 4, 3, 2, -1)
    return sum(int(d) * w for d, w in zip(bare, weights, strict=True)) % 11 == 0


_ODD_VALUES = (1, 0, 5, 7, 9, 13, 15, 17, 19, 21, 2, 4, 18, 20, 11, 3, 6, 8, 12, 14, 16, 10, 22, 25, 24, 23)


def is_italian(text: str) -> bool:
    """Whether a text is an Italian codice fiscale: sixteen signs, the last of which checks the others.

    Example:
        >>> is_italian("RSSMRA85T10A562S"), is_italian("RSSMRA85T10A562T")
        (True, False)
    """
    bare = _bare(text)
    if not re.fullmatch(r"[A-Z]{6}[\dL-NP-V]{2}[A-EHLMPR-T][\dL-NP-V]{2}[A-Z][\dL-NP-V]{3}[A-Z]", bare):
        return False
    places = [int(sign) if sign.isdigit() else ord(sign) - ord("A") for sign in bare]
    return (sum(places[1:15:2]) + sum(_ODD_VALUES[place] for place in places[:15:2])) % 26 == places[15]


def _checked(digits: str, weights: Sequence[int], modulus: int = 11) -> int:
    """The check digit of digits by their weighted sum: what is missing to a multiple of the modulus."""
    return -sum(int(d) * w for d, w in zip(digits, weights, strict=False)) % modulus


def _luhn(digits: str) -> bool:
    doubled = [int(d) * (1 + i % 2) for i, d in enumerate(reversed(digits))]
    return sum(d - 9 if d > 9 else d for d in doubled) % 10 == 0


def _day_and_month(day: str, month: str) -> bool:
    return 1 <= int(day) <= 31 and 1 <= int(month) <= 12


def is_polish(text: str) -> bool:
    """Whether a text is a Polish PESEL: a day of birth with the century in its month, and a check digit.

    Example:
        >>> is_polish("44051401359"), is_polish("44051401358")
        (True, False)
    """
    if not re.fullmatch(r"\d{11}", text):
        return False
    born = _day_and_month(text[4:6], str(int(text[2:4]) % 20))
    return born and _checked(text[:10], (1, 3, 7, 9) * 3, 10) == int(text[10])


def is_swedish(text: str) -> bool:
    """Whether a text is a Swedish personal number: a day of birth and four digits, the last by Luhn.

    Example:
        >>> is_swedish("19811218-9876"), is_swedish("811218-9876"), is_swedish("811218-9875")
        (True, True, False)
    """
    found = re.fullmatch(r"(?:19|20)?(\d\d(\d\d)(\d\d))[-+]?(\d{4})", text)
    return found is not None and _day_and_month(str(int(found[3]) % 60), found[2]) and _luhn(found[1] + found[4])


_HETU_SIGNS = "0123456789ABCDEFHJKLMNPRSTUVWXY"


def is_finnish(text: str) -> bool:
    """Whether a text is a Finnish personal identity code: a day of birth, a number and a check sign modulo 31.

    Example:
        >>> is_finnish("131052-308T"), is_finnish("131052-308U")
        (True, False)
    """
    found = re.fullmatch(r"(\d{6})[-+A-FU-Y](\d{3})([0-9A-Y])", text.upper())
    return found is not None and _HETU_SIGNS[int(found[1] + found[2]) % 31] == found[3]


def is_norwegian(text: str) -> bool:
    """Whether a text is a Norwegian national number: a day of birth, a number and two check digits modulo 11.

    Example:
        >>> is_norwegian("15076500565"), is_norwegian("15076500566")
        (True, False)
    """
    bare = _bare(text)
    if not re.fullmatch(r"\d{11}", bare) or not _day_and_month(str(int(bare[:2]) % 40), bare[2:4]):
        return False
    first = _checked(bare[:9], (3, 7, 6, 1, 8, 9, 4, 5, 2))
    return first == int(bare[9]) and _checked(bare[:10], (5, 4, 3, 2, 7, 6, 5, 4, 3, 2)) == int(bare[10])


def is_belgian(text: str) -> bool:
    """Whether a text is a Belgian national number: a day of birth, a number, and 97 less the rest modulo 97.

    Example:
        >>> is_belgian("93.05.18-223.61"), is_belgian("93.05.18-223.62")
        (True, False)
    """
    bare = _bare(text)
    if not re.fullmatch(r"\d{11}", bare) or not _day_and_month(bare[4:6], bare[2:4]):
        return False
    return any(97 - int(century + bare[:9]) % 97 == int(bare[9:]) for century in ("", "2"))


def is_brazilian(text: str) -> bool:
    """Whether a text is a Brazilian CPF: eleven digits, the last two of which check the others.

    Example:
        >>> is_brazilian("529.982.247-25"), is_brazilian("52998224725"), is_brazilian("529.982.247-26")
        (True, True, False)
    """
    bare = _bare(text)
    if not re.fullmatch(r"\d{11}", bare) or len(set(bare)) == 1:
        return False
    first = _checked(bare[:9], range(10, 1, -1))
    return first % 10 == int(bare[9]) and _checked(bare[:10], range(11, 1, -1)) % 10 == int(bare[10])


def is_british_patient(text: str) -> bool:
    """Whether a text is a number of the NHS: ten digits, the last by the weighted sum of the others modulo 11.

    Example:
        >>> is_british_patient("943 476 5919"), is_british_patient("943 476 5918")
        (True, False)
    """
    bare = _bare(text)
    return re.fullmatch(r"\d{10}", bare) is not None and _checked(bare[:9], range(10, 1, -1)) == int(bare[9])


def is_portuguese(text: str) -> bool:
    """Whether a text is a Portuguese tax number: nine digits, the last by the weighted sum of the others modulo 11.

    Example:
        >>> is_portuguese("123456789"), is_portuguese("123456780")
        (True, False)
    """
    bare = _bare(text)
    if not re.fullmatch(r"[1-35689]\d{8}", bare):
        return False
    return _checked(bare[:8], range(9, 1, -1)) % 10 == int(bare[8])


def is_swiss(text: str) -> bool:
    """Whether a text is a Swiss AHV number: 756, nine digits, and the check digit of a bar code.

    Example:
        >>> is_swiss("756.9217.0769.85"), is_swiss("756.9217.0769.84")
        (True, False)
    """
    bare = _bare(text)
    return re.fullmatch(r"756\d{10}", bare) is not None and _checked(bare[:12], (1, 3) * 6, 10) == int(bare[12])


_CURP = r"[A-Z]{4}\d{6}[HMX][A-Z]{5}[A-Z\d]\d"
_CPR = r"(?:0[1-9]|[12]\d|3[01])(?:0[1-9]|1[0-2])\d\d-\d{4}"
_RODNE = r"\d\d(?:[05][1-9]|[16][0-2]|[27][1-9]|[38][0-2])(?:0[1-9]|[12]\d|3[01])/\d{3,4}"
_HASH = r"(?=.*[a-f])(?=.*\d)(?:[0-9a-f]{16}|[0-9a-f]{24}|[0-9a-f]{32}|[0-9a-f]{40}|[0-9a-f]{64})"
_SSN = r"(?!000|666|9\d\d)\d{3}[- ](?!00)\d\d[- ](?!0000)\d{4}"
_NINO = r"(?!BG|GB|KN|NK|NT|TN|ZZ)[A-CEGHJ-PR-TW-Z][A-CEGHJ-NPR-TW-Z] ?\d\d ?\d\d ?\d\d ?[A-D]"

FORMS: tuple[Form, ...] = (
    Form("e-mail addresses", _pattern(r"[^@\s]+@[^@\s]+\.[a-z]{2,}")),
    Form("web addresses", _pattern(r"(?:https?|ftp)://\S+|www\.\S+\.\S+")),
    Form("network addresses", is_network_address),
    Form("UUIDs", _pattern(r"[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}")),
    Form("IBANs", is_iban),
    Form("French social-security numbers", is_french),
    Form("card numbers", is_card),
    Form("US social-security numbers", _pattern(_SSN)),
    Form("UK national insurance numbers", _pattern(_NINO)),
    Form("Spanish identity numbers", is_spanish),
    Form("Italian tax codes", is_italian),
    Form("German tax numbers", is_german),
    Form("Swiss insurance numbers", is_swiss),
    Form("Norwegian national numbers", is_norwegian),
    Form("Belgian national numbers", is_belgian),
    Form("Polish identity numbers", is_polish),
    Form("Brazilian tax numbers", is_brazilian),
    Form("Swedish personal numbers", is_swedish),
    Form("Finnish personal identity codes", is_finnish),
    Form("Danish personal numbers", _pattern(_CPR)),
    Form("Czech or Slovak birth numbers", _pattern(_RODNE)),
    Form("Mexican population numbers", _pattern(_CURP)),
    Form("NHS numbers", is_british_patient),
    Form("Dutch citizen numbers", is_dutch),
    Form("Portuguese tax numbers", is_portuguese),
    Form("hashes", _pattern(_HASH)),
    Form("device addresses", _pattern(r"(?:[0-9a-f]{2}[:-]){5}[0-9a-f]{2}")),
    Form("telephone numbers", is_phone),
)
"""The forms that are looked for, the most particular first."""


# --- names -----------------------------------------------------------------------------------------

_TITLE = re.compile(
    r"(?:mr|mrs|ms|miss|dr|prof|sir|herr|frau|m|mme|mlle|monsieur|madame|sr|sra|srta|don|doña|sig|signora)\.? ",
    re.IGNORECASE,
)
_BOOKED = re.compile(r"[A-Z][A-Z' -]*/[A-Z][A-Z ]+(?:MR|MRS|MS|MISS|MSTR|DR|CHD|INF)")
"""A name as airlines write it: *SMITH/ANNMS*."""
_PARTICLES = {"de", "da", "di", "del", "della", "der", "den", "van", "von", "la", "le", "bin", "ibn", "al", "y", "dos"}


@cache
def _names(part: str) -> frozenset[str]:
    """Common given names or surnames of several languages: enough to recognise a column of names, not every name."""
    text = (resources.files("semblant.data") / "personnames.csv").read_text("utf-8")
    return frozenset(next(row["names"] for row in csv.DictReader(text.splitlines()) if row["part"] == part).split())


def _are_names(texts: Collection[str]) -> bool:
    """Whether a column holds names of persons: capitalised words, many of them known as given names or surnames."""
    if _share(texts, _like_a_name) >= ENOUGH and sum(map(_named, texts)) >= NAMED * len(texts):
        return True
    alone = len(texts) >= _FEWEST_ALONE and _share(texts, lambda text: text.isalpha() and text[0].isupper()) >= ENOUGH
    return alone and _share(texts, lambda text: text.casefold() in _names("given") | _names("surname")) >= ENOUGH


def _like_a_name(text: str) -> bool:
    if _BOOKED.fullmatch(text):
        return True
    words = _words(text)
    proper = [word for word in words if word.casefold() not in _PARTICLES]
    whole = 2 <= len(proper) <= 4 or (len(proper) == 1 and _TITLE.match(text) is not None)
    return whole and all(word[0].isupper() and not any(map(str.isdigit, word)) for word in proper)


def _proper(text: str) -> bool:
    """Whether a text is one to four capitalised words without digits."""
    words = [word for word in _words(text) if word.casefold() not in _PARTICLES]
    return 1 <= len(words) <= 4 and all(word[0].isupper() and word.isupper() <= (len(word) < 3) for word in words)


def _named(text: str) -> bool:
    """Whether a name has a title, or a common given name first, after a comma or a slash, or last."""
    if _TITLE.match(text) is not None or _BOOKED.fullmatch(text):
        return True
    words = _words(text.partition(",")[2] or text)
    return bool(words) and (is_given_name(words[0]) or (len(words) == 2 and is_given_name(words[-1])))


def is_given_name(word: str) -> bool:
    """Whether a word is a common given name, or begins with one before a hyphen."""
    return word.partition("-")[0].casefold() in _names("given")


def is_title(word: str) -> bool:
    """Whether a word is what persons are addressed with before their name."""
    return _TITLE.fullmatch(f"{word} ") is not None


def _words(text: str) -> list[str]:
    return re.findall(r"[^\W_][\w'’.-]*", _TITLE.sub("", text, count=1))


PERSON_NAMES = Form("names of persons", _named)
