"""Numbers and values that are typed for a column, in the format in which the column writes its own."""

import re
from collections.abc import Sequence

from semblant.data.numerals import PLAIN, Numerals
from semblant.policy.model import Attribute
from semblant.space.rulers import Numeric

_QUOTED = re.compile(r'^"(.*)"$')


def written(number: float | None, values: Sequence[str]) -> str:
    """A number for a field of a column: plain digits, with the decimal mark of the column; it is read as the same.

    Example:
        >>> [written(one, ["£60,000.00"]) for one in (60000.0, 12.5)], written(2500.5, ["2187,34"])
        (['60000', '12.5'], '2500,5')
    """
    if number is None:
        return ""
    plain = str(int(number) if float(number).is_integer() else number)
    ways = (plain.replace(".", Numerals.over(values).decimal), plain)
    return next((text for text in ways if typed_number(text, values) == number), plain)


def bands_written(attribute: Attribute, values: Sequence[str]) -> str:
    """The width of bands, or where they begin, as it can be typed; empty where there are none."""
    bands = attribute.bands
    each = bands if isinstance(bands, tuple) else () if bands is None else (bands,)
    return ", ".join(written(one, values) for one in each)


def treatments_told(attribute: Attribute, values: Sequence[str]) -> str:
    """What is done to the values of a column before records are grouped, in words; empty where nothing is.

    Example:
        >>> treatments_told(Attribute(role="sensitive", kind="numeric", bands=5000, top=60000), ["£1,000"])
        'bands 5000 wide, higher numbers become 60000'
        >>> treatments_told(Attribute(role="quasi", kind="date", precision="month"), [])
        'dates no finer than month'
    """
    bands = bands_written(attribute, values)
    said = {
        "bands": f"bands that begin at {bands}" if isinstance(attribute.bands, tuple) else f"bands {bands} wide",
        "round": f"rounded to multiples of {written(attribute.round, values)}",
        "bottom": f"lower numbers become {written(attribute.bottom, values)}",
        "top": f"higher numbers become {written(attribute.top, values)}",
        "precision": f"dates no finer than {attribute.precision}",
    }
    return ", ".join(words for key, words in said.items() if key in attribute.treatments)


def typed_number(text: str, values: Sequence[str]) -> float | None:
    """A number as a column writes its own, or without its currency, or plain; None for anything else.

    It may have marks of thousands that none of the values needs, and a currency where the column names none.

    Example:
        >>> [typed_number(text, ["2187,34"]) for text in ("5.750,00", "5750", "12.5", "much", "5k")]
        [5750.0, 5750.0, 12.5, None, None]
        >>> [typed_number(text, ["£60,000"]) for text in ("5000", "5,000", "£5,000", "$5,000")]
        [5000.0, 5000.0, 5000.0, None]
        >>> [typed_number(text, ["60000"]) for text in ("5,000", "£5,000", "5000 EUR")]
        [5000.0, 5000.0, 5000.0]
    """
    column, own = Numerals.over(values), Numerals.through([text])
    signs = {sign for sign in own.signs if sign} if own else set()
    if own is None or not (signs <= set(column.signs) or (own.currency and not column.currency)):
        return None
    body = text
    for sign in signs:
        body = body.replace(sign, "").strip()
    dressed = column.before + body + column.after
    found = Numeric.over([*values, dressed]).place(dressed)
    return Numeric(0, own.bare).place(body) if found is None else found


def typed_numbers(text: str, values: Sequence[str]) -> list[float] | None:
    """One number, or several with commas between them; None where some are none.

    Example:
        >>> [typed_numbers(text, ["60000"]) for text in ("5,000", "0, 18, 65", "0,18,65", "£1,000, £2,000", "few")]
        [[5000.0], [0.0, 18.0, 65.0], [0.0, 18.0, 65.0], [1000.0, 2000.0], None]
    """
    for comma in (None, r";|,\s", ","):  # a comma in a number has no space after it
        parts = [text] if comma is None else re.split(comma, text)
        found = [typed_number(part.strip(), values) for part in parts]
        if None not in found:
            return [one for one in found if one is not None]
    return None


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
