"""Whole numbers that are codes of categories, told from amounts by how they lie and how often each occurs."""

import math
import re
from collections.abc import Sequence

from semblant.data.missing import no_value

_WHOLE = re.compile(r"\s*-?\d{1,9}(?:\.0+)?\s*", re.ASCII)
_NO_ANSWER = re.compile(r"-?([789])\1*|(\d)\2+|9+[678]", re.ASCII)
_OFTEN = 5  # records of a code, on average
_MOST = 60  # codes of a column
_SPARSE = 3  # times as many numbers could lie between the first and the last code
_LONG, _THIN = 3, 5  # digits of codes that are all as long, and how sparse these are
_ROUND = 5  # amounts are often multiples of it
_DAY = re.compile(r"(?:19|20)\d\d(?:0[1-9]|1[0-2])(?:0[1-9]|[12]\d|3[01])")
_DIGIT, _SMALL = 10, 13  # below these codes lie side by side
_TWO, _FEW = 2, 5


def are_codes(told: Sequence[tuple[str, int]]) -> bool:
    """Whether the numbers of a column, each with its records, are codes of categories rather than amounts.

    Codes are few and each is used often. They begin at 1, or are spread over their range as no amounts are. Amounts
    begin at 0, lie side by side, or are multiples of a round number; days written as 20190331 are none.

    Example:
        >>> are_codes([("110", 40), ("130", 9), ("300", 52), ("711", 30)]), are_codes([("1", 90), ("2", 70)])
        (True, True)
        >>> are_codes([("0", 90), ("1", 40), ("2", 9)]), are_codes([(str(age), 5) for age in range(18, 80)])
        (False, False)
    """
    told = [one for one in told if not no_value(one[0])]
    if not told or not all(_WHOLE.fullmatch(text) for text, _ in told):
        return False
    held = _answers(sorted((int(float(text)), records) for text, records in told))
    numbers, records = [number for number, _ in held], [count for _, count in held]
    if not 1 < len(held) <= _MOST or sum(records) < _OFTEN * len(held) or numbers[0] < 0:
        return False
    if len(held) == _TWO or (numbers[0] > 0 and numbers[-1] < _SMALL):
        return numbers[-1] > 1 or len(held) < len(told)
    if numbers[-1] < _DIGIT:
        return len(held) < len(told) <= _FEW or _peaks(records) > 1
    if math.gcd(*numbers) % _ROUND == 0 or all(_DAY.fullmatch(str(number)) for number in numbers):
        return False
    span, long = numbers[-1] - numbers[0] + 1, len(str(numbers[0]))
    if long >= _LONG and long == len(str(numbers[-1])):
        return span >= _THIN * len(held)
    few = numbers[0] > 0 and len(held) < _SMALL
    return span >= _SPARSE * len(held) and (few or _peaks(records) > 1)


def _answers(held: list[tuple[int, int]]) -> list[tuple[int, int]]:
    """The numbers without those for no answer: negative ones, and 7, 8, 9, 66, 1111 where others are far off."""
    if held[-1][0] >= 0:
        held = [one for one in held if one[0] >= 0 or one[0] < -9]
    kept = {number for number, _ in held if not _NO_ANSWER.fullmatch(str(number))}
    most = max(kept, default=0)
    return [one for one in held if one[0] in kept or 0 <= one[0] <= 2 * most]


def _peaks(records: Sequence[int]) -> int:
    """How many numbers are surely commoner than those beside them."""
    found, best, low, rising = 0, 0, 0, True
    for count in records:
        slack = 3 * math.sqrt(max(count, best, low, 1))
        if rising:
            best = max(best, count)
            if count < best - slack:
                found, rising, low = found + 1, False, count
        else:
            low = min(low, count)
            if count > low + slack:
                rising, best = True, count
    return found + rising
