"""Numbers and keys that were given out to tell records apart, told from measurements, amounts and categories."""

import re

import numpy as np

from semblant.data.missing import no_value
from semblant.data.profile import ColumnProfile
from semblant.data.table import Column
from semblant.space.rulers import Numeric

FEW = 10
"""Values from which a column is more than a few."""
CATEGORIES = 40
"""The most different values of codes of categories."""
_MANY = 20  # records of each value, on average
_KEYS, _KEY, _DIGITS = 0.25, 6, 9  # the least share of different keys, their signs, and digits where nothing else is
_SHORT = 4  # signs of a code
_KEYED, _SHARED = 100, 12  # the fewest keys of households, and the most records of one
_UNEVEN = 0.15  # distance from an even spread (Kolmogorov-Smirnov), from which numbers are amounts
_DAY = re.compile(r"\d{1,2}[A-Za-zÀ-ÿ]{3}\d\d(?:\d\d)?").fullmatch


def of_many(counts: ColumnProfile) -> bool:
    """Whether a value is that of many records, on average."""
    return counts.records - counts.missing >= _MANY * counts.distinct


def same_length(column: Column) -> bool:
    """Whether all values are long numbers of one length, as those are that were given out to tell records apart."""
    texts = {value.strip() for value in column.values if not no_value(value)}
    return len({len(text) for text in texts}) == 1 and all(len(t) > _SHORT and t.isdigit() for t in texts)


def like_keys(counts: ColumnProfile, column: Column) -> bool:
    """Whether values look like keys that were given out: many, of one length, of letters and digits or many digits."""
    told = [value.strip() for value in column.values if not no_value(value)]
    if len(told) < max(CATEGORIES, _KEYS * (counts.records - counts.missing)) or counts.dates:
        return False
    if len({len(value) for value in told}) > 1:
        return False
    digits = min(sum(map(str.isdigit, value)) for value in told)
    mixed = sum(not value.isdigit() and any(map(str.isdigit, value)) for value in told)
    plain = all(re.fullmatch(r"[A-Za-z0-9/_#-]+", value) for value in told)
    plain = plain and not all(map(_DAY, told))
    return plain and ((digits >= _DIGITS and not mixed) or (len(told[0]) >= _KEY and 2 * mixed > len(told)))


def given_out(column: Column) -> bool:
    """Whether whole numbers of one length lie evenly, each in few records: keys of households, rather than amounts.

    Amounts are uneven, ages and years are short or few, and a code is that of many records.
    """
    told = [
        (value.strip(), int(n)) for value, n in zip(column.values, column.counts, strict=True) if not no_value(value)
    ]
    if len(told) < max(_KEYED, _KEYS * sum(n for _, n in told)) or max(n for _, n in told) > _SHARED:
        return False
    if len({len(text) for text, _ in told}) != 1 or not all(text.isdigit() and len(text) >= _SHORT for text, _ in told):
        return False
    return not all(text.startswith(("18", "19", "20")) and len(text) == _SHORT for text, _ in told) and not measured(
        column
    )


def mostly_own(counts: ColumnProfile, column: Column) -> bool:
    """Whether records have few values in common, and these are no measurements."""
    many = max(CATEGORIES, _KEYS * (counts.records - counts.missing))
    return counts.distinct > many and not counts.dates and not in_decimals(column)


def signed(column: Column) -> bool:
    """Whether numbers may be negative, as amounts are and no numbers that were given out."""
    return any(value.strip().startswith(("-", "−", "+")) for value in column.values if not no_value(value))


def in_decimals(column: Column) -> bool:
    return Numeric.over([value for value in column.values if not no_value(value)]).decimals > 0


def measured(column: Column) -> bool:
    """Whether numbers are measurements or amounts, by their decimals, currency or unit, or as they are unevenly spread.

    Numbers that were given out to tell records apart have one length, or lie evenly between the first and the last.
    """
    texts = [value.strip() for value in column.values if not no_value(value)]
    ruler = Numeric.over(texts)
    if ruler.decimals > 0 or ruler.numerals.before or ruler.numerals.after:
        return True
    places = np.sort([ruler.place(text) or 0.0 for text in texts])
    if len({len(text) for text in texts}) < 2 or len(places) < FEW or places[0] == places[-1]:
        return False
    spread = (places - places[0]) / (places[-1] - places[0])
    return float(np.abs(spread - np.linspace(0, 1, len(places))).max()) > _UNEVEN


def of_a_body(column: Column) -> bool:
    """Whether numbers can be the weights of people, in kilogrammes, pounds or, of the newly born, grammes."""
    ruler = Numeric.over([value for value in column.values if not no_value(value)])
    places = [place for value in column.values if (place := ruler.place(value)) is not None]
    low, middle, high = np.quantile(places, (0.05, 0.5, 0.95)) if places else (0.0, 0.0, 0.0)
    return bool((25 <= middle <= 350 and high <= 500 and low >= 1) or (2000 <= middle <= 4500 and high <= 7000))
