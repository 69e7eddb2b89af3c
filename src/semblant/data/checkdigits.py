"""Numbers with check digits: bank accounts, payment cards, and the national numbers of many countries."""

import re
from collections.abc import Sequence


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
