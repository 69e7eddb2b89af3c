"""The same value: what counts as one value, where promises are counted.

There are two relations. *Exact*: the same code points, as software compares them. *Reader's*: what a reader takes for
the same (see :mod:`semblant.data.looks`), in columns of numbers the same number, however it is written, and in columns
of yes and no the same answer. A promise
of at least so many is counted by the relation that gives fewer, one of at most so much by the one that gives more.
"""

import re
from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from semblant.data.filebacked import gathered
from semblant.data.looks import fold, without_invisible
from semblant.data.missing import NO_VALUE
from semblant.data.numerals import Numerals
from semblant.data.table import Column
from semblant.data.yesno import answers

__all__ = ["fold", "keys", "number_key", "person_key", "persons_of", "same_name"]

_NUMBER = re.compile(r"([+-]?)(?=\.?[0-9])([0-9]*)(?:\.([0-9]*))?(?:[eE]([+-]?)0*([0-9]{1,4000}))?")
_DIGITS = {
    **{0xFF10 + digit: str(digit) for digit in range(10)},
    **dict.fromkeys(map(ord, "−‐‑‒–－﹣"), "-"),
    **dict.fromkeys(map(ord, "＋﹢"), "+"),
    0xFF0E: ".",
}
"""Wide digits and signs; compatibility forms in general would read ``10²`` as 102."""


def number_key(text: str) -> str | None:
    """A number in plain or exponent form as a text that is the same for equal numbers; None for other texts.

    Example:
        >>> number_key("50000"), number_key("50000.0"), number_key(" 5e4"), number_key("-0.50"), number_key("<5")
        ('5e4', '5e4', '5e4', '-5e-1', None)
    """
    seen = without_invisible(text).strip()
    found = _NUMBER.fullmatch(seen if seen.isascii() else seen.translate(_DIGITS))
    if found is None:
        return None
    sign, whole, part, direction, power = found.groups(default="")
    digits = (whole + part).lstrip("0")
    if not digits:
        return "0"
    short = digits.rstrip("0")
    exponent = int(direction + (power or "0")) - len(part) + len(digits) - len(short)
    return f"{'-' if sign == '-' else ''}{short}e{exponent}"


def person_key(text: str) -> str:
    """The key of a person, equal where a reader takes two for one: ``P1`` and ``p1``, or ``7``, ``07`` and ``7.0``.

    All texts that mean that there is none have the same, empty key.

    Example:
        >>> person_key("P1 ") == person_key("p1"), person_key("7.0") == person_key("07"), person_key(" N/A ")
        (True, True, '')
    """
    seen = fold(text)
    return "" if seen in NO_VALUE else number_key(text) or seen


def persons_of(column: Column) -> NDArray[np.int64]:
    """The person of every record, as a number; records without one count as one and the same person."""
    number: dict[str, int] = {}
    of_text = [number.setdefault(person_key(text), len(number)) for text in column.values]
    return gathered(np.array(of_text, np.int64), column.packed)


def same_name(one: str, other: str) -> bool:
    """Whether a reader takes two names of columns for the same.

    Example:
        >>> same_name("salary", "Sаlary "), same_name("salary", "salary_2")
        (True, False)
    """
    return fold(one) == fold(other)


def keys(values: Sequence[str], *, numeric: bool | None = None) -> list[str]:
    """For each distinct text of a column, a key that is equal where a reader takes two for the same value.

    In columns of numbers, equal numbers are the same: ``numeric`` says whether it is one; without it, a column is
    where every text is a number that does not say that there is no value. In columns of yes and no, `Y` is `yes`.

    Example:
        >>> keys(["50000", "5e4", "NA"]), keys(["HIV", "hiv", "5e4"]), keys(["Y", "Yes", "N"])
        (['\\x00 5e4', '\\x00 5e4', 'na'], ['hiv', 'hiv', '5e4'], ['yes', 'yes', 'no'])
    """
    words = [fold(text) for text in values]
    numbers = None if numeric is False else _numbers(values, words, declared=numeric is True)
    if numbers is None:
        return answers(words) or words
    return [word if number is None else f"\0 {number}" for word, number in zip(words, numbers, strict=True)]


def _numbers(values: Sequence[str], words: Sequence[str], *, declared: bool) -> list[str | None] | None:
    """The key of each number of a column, None for other texts; None where the column does not consist of numbers."""
    found = [number_key(text) for text in values]
    if all(number is not None or word in NO_VALUE for word, number in zip(words, found, strict=True)):
        return found
    told = [without_invisible(text) for text, word in zip(values, words, strict=True) if word not in NO_VALUE]
    style = Numerals.through(told) or (Numerals.over(told) if declared else None)
    if style is None or style.glued:
        return found if declared else None
    return [
        number or number_key(style.plain(without_invisible(text)) or "")
        for text, number in zip(values, found, strict=True)
    ]
