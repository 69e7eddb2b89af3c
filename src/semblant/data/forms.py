"""The form of direct identifiers: mail addresses, telephone numbers, national numbers with their check digits, names.

The name of a column may not say that it identifies people; its values still do. A form is found only where nearly all
values of a column have it, so that a check digit that one number in ten has by chance decides nothing by itself.
"""

import ipaddress
import re
from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass

from semblant.data.missing import no_value

ENOUGH = 0.8
"""The share of a column's distinct values that must have a form."""
NAMED = 0.4
"""The share of values with a common given name that makes a column of capitalised words one of person names."""
_FEWEST, _LOOKED_AT = 3, 2_000


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
    doubled = [int(d) * (1 + i % 2) for i, d in enumerate(reversed(bare))]
    return sum(d - 9 if d > 9 else d for d in doubled) % 10 == 0


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
    Form("Dutch citizen numbers", is_dutch),
    Form("telephone numbers", is_phone),
)
"""The forms that are looked for, the most particular first."""


# --- names -----------------------------------------------------------------------------------------

_TITLE = re.compile(
    r"(?:mr|mrs|ms|miss|dr|prof|sir|herr|frau|m|mme|mlle|monsieur|madame|sr|sra|srta|don|doña|sig|signora)\.? ",
    re.IGNORECASE,
)
_PARTICLES = {"de", "da", "di", "del", "della", "der", "den", "van", "von", "la", "le", "bin", "ibn", "al", "y", "dos"}
_GIVEN = frozenset(
    """aaron abdul adam adrian ahmed aisha alan albert alejandro alessandro alex alexander alexandra ali alice alicia
    amanda amelia amina amy ana andrea andreas andrei andrew angela anita ann anna anne antoine anthony antonio ana
    arthur astrid barbara beatriz ben benjamin bernard bernd birgit brian bruno camille carl carla carlos carmen
    caroline catherine cecilia charles charlotte chen chloe christian christina christine christoph christopher claire
    clara claude claudia cristina daniel daniela david deborah diana diego dieter dimitri dominik dominique dorothy
    edward elena elisa elizabeth ella emil emily emma eric erik ernst esther eva fabio fatima felix fernando francesca
    francesco francis francisco frank frederic friedrich gabriel gabriela george georg gerard gerhard giovanni giulia
    giuseppe grace greta guillaume gustav hans harry hannah hassan heather heike heinz helen helena helga henri henry
    hugo ian ibrahim ines ingrid irene isabel isabella ivan jack jacob jacques jakob james jan jana jane javier jean
    jennifer jens jessica joan joao johan johann johanna john jonas jorge jose josef joseph juan judith julia julian
    julie jürgen karen karin karl katharina katherine kathrin kevin klaus laura lea lena leo leon liam linda lisa lucas
    lucia luis luca luigi lukas magdalena manuel marc marco margaret maria marie mario marion mark marta martha martin
    martina mary maryam matteo matthew matthias max maximilian mia michael michel michelle miguel mohamed mohammed
    monica monika muhammad nadia natalia natalie nathan nicholas nicola nicolas nicole nina noah olga oliver olivia omar
    oscar pablo pamela paola paolo patricia patrick paul paula pauline pedro peter petra philip philippe pierre rachel
    rafael ralf raquel rebecca renate ricardo richard rita robert roberto roger rosa rosemary ruth ryan sabine sam
    samuel sandra sara sarah sebastian sergei sergio simon sofia sonia sophia sophie stefan stefanie stephan stephanie
    stephen steven susan susanne sven sylvia tanja teresa theresa thomas tim timothy tobias tom tomas ulrich ursula
    valentina vanessa vera veronica victor victoria vincent virginia walter wei werner wilhelm william wolfgang yasmin
    yusuf zoe""".split()  # noqa: SIM905
)
"""Common given names of several languages: enough to recognise a column of names, not every name."""


def _are_names(texts: Collection[str]) -> bool:
    """Whether a column holds names of persons: capitalised words, many of them beginning with a given name."""
    if _share(texts, _like_a_name) < ENOUGH:
        return False
    return sum(map(_named, texts)) >= NAMED * len(texts)


def _like_a_name(text: str) -> bool:
    words = _words(text)
    proper = [word for word in words if word.casefold() not in _PARTICLES]
    whole = 2 <= len(proper) <= 4 or (len(proper) == 1 and _TITLE.match(text) is not None)
    return whole and all(word[0].isupper() and not any(map(str.isdigit, word)) for word in proper)


def _proper(text: str) -> bool:
    """Whether a text is one to four capitalised words without digits."""
    words = [word for word in _words(text) if word.casefold() not in _PARTICLES]
    return 1 <= len(words) <= 4 and all(word[0].isupper() and word.isupper() <= (len(word) < 3) for word in words)


def _named(text: str) -> bool:
    """Whether a name has a title, or a common given name first or after a comma."""
    words = _words(text.partition(",")[2] or text)
    return _TITLE.match(text) is not None or bool(words and is_given_name(words[0]))


def is_given_name(word: str) -> bool:
    """Whether a word is a common given name, or begins with one before a hyphen."""
    return word.partition("-")[0].casefold() in _GIVEN


def is_title(word: str) -> bool:
    """Whether a word is what persons are addressed with before their name."""
    return _TITLE.fullmatch(f"{word} ") is not None


def _words(text: str) -> list[str]:
    return re.findall(r"[^\W_][\w'’.-]*", _TITLE.sub("", text, count=1))


PERSON_NAMES = Form("names of persons", _named)
