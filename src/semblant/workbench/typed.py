"""Numbers and values that are typed for a column, in the format in which the column writes its own."""

import re
from collections.abc import Sequence

from semblant.data.numerals import PLAIN
from semblant.space.rulers import Numeric

_QUOTED = re.compile(r'^"(.*)"$')


def written(number: float | None, values: Sequence[str]) -> str:
    """A number as the column writes its own, so that it is read back as the same."""
    if number is None:
        return ""
    plain = int(number) if float(number).is_integer() else number
    ways = (str(plain), Numeric.over(values).exact(number))
    return next((text for text in ways if typed_number(text, values) == number), str(plain))


def typed_number(text: str, values: Sequence[str]) -> float | None:
    """A number in the format of a column, also with marks of thousands that none of its values needs.

    Example:
        >>> [typed_number(text, ["2187,34"]) for text in ("5.750,00", "5750", "12.5", "much")]
        [5750.0, 5750.0, 12.5, None]
    """
    return Numeric.over([*values, text]).place(text)


def written_values(chosen: Sequence[str], values: Sequence[str]) -> str:
    """Values of a column with commas between them, as they can be typed; one that a comma would part is in quotes.

    Example:
        >>> written_values(["999", "May 3, 1980"], ["May 4, 1980"]), written_values(["-9,9", "99"], ["12,5"])
        ('999, "May 3, 1980"', '-9,9, 99')
    """
    return ", ".join(one if typed_values(one, values) == [one] else f'"{one}"' for one in chosen)


def typed_values(text: str, values: Sequence[str]) -> list[str]:
    """Values with commas between them; where the column writes 12,5 such a comma parts nothing, nor does one in quotes.

    Example:
        >>> typed_values("999, unk", ["1.5"]), typed_values("-9,9, 99", ["12,5"])
        (['999', 'unk'], ['-9,9', '99'])
        >>> typed_values('unk, "May 3, 1980"', ["May 4, 1980"])
        ['unk', 'May 3, 1980']
    """
    comma = "," if Numeric.over(values).numerals == PLAIN else r",(?!\d)"
    parts = re.split(rf'{comma}(?=(?:[^"]*"[^"]*")*[^"]*$)', text)
    return list(dict.fromkeys(one for part in parts if (one := _QUOTED.sub(r"\1", part.strip()))))
