"""The form of direct identifiers: addresses, telephone and national numbers, names, file names, positions on earth.

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

from semblant.data.checkdigits import (
    is_belgian,
    is_brazilian,
    is_british_patient,
    is_card,
    is_dutch,
    is_finnish,
    is_french,
    is_german,
    is_iban,
    is_italian,
    is_norwegian,
    is_polish,
    is_portuguese,
    is_spanish,
    is_swedish,
    is_swiss,
)
from semblant.data.missing import no_value

ENOUGH = 0.8
"""The share of a column's distinct values that must have a form."""
NAMED = 0.4
"""The share of values with a common given name that makes a column of capitalised words one of person names."""
_FEWEST, _LOOKED_AT = 3, 2_000
_FEWEST_ALONE, _ALONE = 5, 0.6  # single words that are names by no chance, and the share that must be known ones
_MANY = 12  # values of a form that a few categories may have as well, such as web sites


@dataclass(frozen=True)
class Form:
    """A form of direct identifiers, in words for a reader."""

    words: str
    fits: Callable[[str], bool]
    fewest: int = _FEWEST
    """The fewest distinct values that are of this form by no chance."""


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
        >>> form_of(["52.51630, 13.37770", "48.20849, 16.37208", "47.07071, 15.43950"]).words
        'positions on earth'
    """
    texts = {value.strip() for value in values[:: -(-len(values) // _LOOKED_AT) or 1] if not no_value(value)}
    if len(texts) < _FEWEST:
        return None
    fitting = (form for form in FORMS if len(texts) >= form.fewest and _share(texts, form.fits) >= ENOUGH)
    found = next(fitting, None) or (USER_NAMES if _are_user_names(texts) else None)
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


_WITH_PORT = re.compile(r"(?:(\d+(?:\.\d+){3})|\[([\da-f:.]+)\]):\d{1,5}", re.IGNORECASE)


def is_network_address(text: str) -> bool:
    """Whether a text is an address of the internet protocol, with or without a port.

    Example:
        >>> [is_network_address(text) for text in ("10.1.2.3", "10.1.2.3:443", "fe80::1", "[fe80::1]:80", "10:30")]
        [True, True, True, True, False]
    """
    found = _WITH_PORT.fullmatch(text)
    try:
        ipaddress.ip_address((found[1] or found[2]) if found else text)
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
    if text.isdigit() and text.startswith("000"):
        return False  # a number filled with zeros
    return 7 <= digits <= 15 and bool(_PHONE.fullmatch(text)) and not _DATE_OR_DECIMAL.fullmatch(text)


_SITE = (
    r"(?:[a-z0-9äöü-]+\.)+(?:com|org|net|edu|gov|io|info|me|app|eu|uk|us|ca|au|de|at|ch|fr|be|nl|es|pt|it|pl|cz|hu|se|no|"
    r"dk|fi|ie|br|mx|tr|gr|ro|ru|ua|jp|in)(?:[/?]\S*)?"
)
_FILE = (
    r"[^\n]+\.(?:jpe?g|png|gif|bmp|tiff?|heic|webp|svg|raw|mp[34]|m4a|mov|avi|wav|pdf|docx?|odt|rtf|xlsx?|pptx?|"
    r"eml|msg|zip|dcm)"
)
_DEGREES = r"\d{1,3} ?° ?(?:\d{1,2}(?:[.,]\d+)? ?['′’] ?(?:\d{1,2}(?:[.,]\d+)? ?(?:\"|″|''|”) ?)?)?[NSEWO]"
_PLACED = r"[-+]?\d{1,3}[.,]\d{3,}°?"
_POSITION = (
    rf"(?=\D*\d?\d\d[.,]|.*[-\s,;(]\d\d\d?[.,])[(\[]?{_PLACED}(?:\s*[;/|]\s*|,?\s+|,){_PLACED}[)\]]?|{_DEGREES}[,;]?\s*{_DEGREES}"
    r"|(?:SRID=\d+;)?POINT ?(?:Z ?)?\(\s*[-\d.]+\s+[-\d.]+(?:\s+[-\d.]+)?\s*\)"
)
_PLATE = (
    r"[A-ZÄÖÜ]{1,3}[- ][A-Z]{1,2} ?\d{1,4}[EH]?|[A-Z]{2}[- ]?\d{3}[- ]?[A-Z]{2}|[A-Z]{2}\d{2} ?[A-Z]{3}"
    r"|\d{4}[- ]?[BCDFGHJ-NPR-TV-Z]{3}|\d[- ][A-Z]{3}[- ]\d{3}|[A-Z]{2}[- ]\d{2}[- ]\d{2}"
)
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
    Form("positions on earth", _pattern(_POSITION)),
    Form("positions on earth", _pattern(r"(?:///)?[^\W\d_]{3,}(?:\.[^\W\d_]{3,}){2}"), fewest=_MANY),  # what3words
    Form("web addresses", _pattern(_SITE), fewest=_MANY),
    Form("user names", _pattern(r"@[a-z0-9_.-]{2,30}|live:\S+"), fewest=_MANY),
    Form("file names", _pattern(_FILE), fewest=_MANY),
    Form("licence plates", _pattern(_PLATE, re.NOFLAG), fewest=_MANY),
    Form("initials", _pattern(r"(?:[^\W\d_]\.[ -]?){2,4}"), fewest=_MANY),
)
"""The forms that are looked for, the most particular first."""


# --- names -----------------------------------------------------------------------------------------

_TITLE = re.compile(
    r"(?:(?:mr|mrs|ms|miss|dr|prof|sir|herr|frau|m|mme|mlle|monsieur|madame|sr|sra|srta|don|doña|sig|signora)\.? "
    r"(?:(?:med|phil|rer|nat|jur|ing|habil|h\.c|dent|vet|pol|oec)\.? )*)+",
    re.IGNORECASE,
)
_INITIALS = re.compile(r"(?:(?![NSEWO]\.)[^\W\d_]\.[ -]?)+[^\W\d_][\w'’-]+|[^\W\d_][\w'’-]+,? (?:[^\W\d_]\.[ -]?)+")
"""A surname with initials; alone, the letters of compass points may begin the name of a place."""
_IN_BRACKETS = re.compile(r"(?<!\s)\s*\([^()]*\)")
_USER = re.compile(r"[a-z]+(?:[._-][a-z]+)*[._-]?\d{0,4}")
_NAME = 3  # letters of a name within a user name
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
    bare = {_IN_BRACKETS.sub("", text) or text for text in texts}  # such as `(wife)`
    if _share(bare, _like_a_name) >= ENOUGH and sum(map(_named, bare)) >= NAMED * len(bare):
        return True
    alone = len(texts) >= _FEWEST_ALONE and _share(texts, lambda text: text.isalpha() and text[0].isupper()) >= ENOUGH
    return alone and sum(text.casefold() in _names("given") | _names("surname") for text in texts) >= _ALONE * len(
        texts
    )


def _are_user_names(texts: Collection[str]) -> bool:
    """Whether a column holds user names: small letters and digits, many of them made of names of persons."""
    made = len(texts) >= _MANY and _share(texts, lambda text: _USER.fullmatch(text) is not None) >= ENOUGH
    return made and sum(map(_of_names, texts)) >= NAMED * len(texts)


def _of_names(text: str) -> bool:
    """Whether a user name is made of names: *ann.miller*, *amiller7*."""
    parts = re.findall(r"[a-z]+", text)
    if len(parts) == 1:
        return parts[0] not in _names("surname") and parts[0][1:] in _names("surname")
    known = _names("given") | _names("surname")
    return any(len(part) >= _NAME and part in known for part in parts)


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
    if _TITLE.match(text) is not None or _BOOKED.fullmatch(text) or _INITIALS.fullmatch(text):
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
USER_NAMES = Form("user names", _of_names)
