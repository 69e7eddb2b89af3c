"""Whether released cells are of their kind, and treated as the policy says: rounded, in bands, no finer than a month.

A masked number or date is a number, a date or a range, and not any text. It must be one that the treatment writes; a
range must hold such a number, or begin and end where bands or periods do. Words that a hierarchy of the policy gives to
values are taken for what they are.
"""

import re
from collections.abc import Iterable, Iterator
from decimal import ROUND_CEILING, ROUND_HALF_UP, Decimal, localcontext

import numpy as np
from numpy.typing import NDArray

from semblant.data.missing import no_value
from semblant.data.numerals import PLAIN, Numerals
from semblant.data.table import Column, Table
from semblant.evidence import Deviation
from semblant.policy.model import Attribute, Policy

_DIGITS = 400
_NUMBER = r"[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d{1,3})?"
_BETWEEN = re.compile(
    rf"([\[\](]?)\s*({_NUMBER})\s*(?:[,;–—]|\.\.+|\bto\b|(?<=\s)-(?=\s)|(?<=\d)-)\s*({_NUMBER})\s*([\[\])]?)", re.ASCII
)
_ABOVE = re.compile(rf"(?:>=?|≥)\s*({_NUMBER})|({_NUMBER})\s*\+", re.ASCII)
_BELOW = re.compile(rf"(<=?|≤)\s*({_NUMBER})", re.ASCII)
_RUN = " – "
_LISTED = re.compile(r"\{(.*)\}")
_CUT = re.compile(r"(\d{1,15})(\*{1,15})", re.ASCII)

_MONTHS = {"month": 1, "quarter": 3, "year": 12}
_PERIOD = re.compile(
    r"(?<!\d)(?P<year>\d{4})(?:-Q(?P<quarter>[1-4])|s"
    r"|-(?P<month>\d\d)(?:-(?P<day>\d\d)(?:[T ]00:00(?::00(?:\.0+)?)?(?:Z|[+-]\d\d:?\d\d)?)?)?)?(?!\d)",
    re.ASCII,
)
_DAY = re.compile(r"\d{1,2}[./-]\d{1,2}[./-]\d{2,4}|\d{8}", re.ASCII)
_CLOCK = re.compile(r"\d:\d\d|\dT\d|^\s*\d{9,14}(?:\.\d+)?\s*$", re.ASCII)  # or seconds since 1970
_MONTH_NAMES = "jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec"
_DATED = re.compile(
    rf"(?:{_MONTH_NAMES})[a-z]*|\d{{1,4}}s?|Q[1-4]|(?<=\d)T(?=\d)|(?<=\d)Z|[:/]", re.IGNORECASE | re.ASCII
)
_YEAR = re.compile(r"(?<!\d)\d{4}(?!\d)", re.ASCII)
_BESIDE = re.compile(r"(?:[\s\[\](){},;.<>=≥≤+–—-]|\bto\b)*")


def untreated(release: Table, policy: Policy, names: Iterable[str]) -> Iterator[Deviation]:
    """Those of some columns of a release with cells that the treatments of the policy would not have left.

    Example:
        >>> import polars as pl
        >>> ages = Table(pl.DataFrame({"age": ["45", "45.37", "93", "[40,50)", ">=93", "*"]}))
        >>> policy = Policy(attributes={"age": {"role": "quasi", "round": 5, "top": 80}})
        >>> [found.message for found in untreated(ages, policy, ["age"])]
        ["Column 'age' has 3 records that are not treated as the policy says: top: 80, round: 5."]
    """
    for name in names:
        attribute = policy.attributes.get(name)
        if attribute is None or name not in release.names:
            continue
        column, kind = release.column(name), attribute.kind if attribute.role == "quasi" else None
        if not attribute.treatments and kind not in ("numeric", "date"):
            continue
        records = int(column.counts[~_treated(column, attribute)].sum())
        if records and attribute.treatments:
            asked = ", ".join(f"{key}: {_shown(getattr(attribute, key))}" for key in attribute.treatments)
            said = f"Column {name!r} has {records:,} records that are not treated as the policy says: {asked}."
            yield Deviation(check="treatment", column=name, message=said)
        elif records:
            what = "numbers" if kind == "numeric" else "dates"
            said = f"Column {name!r} has {records:,} records whose cells are no {what}, and no ranges of them."
            yield Deviation(check="treatment", column=name, message=said)


def _shown(value: object) -> str:
    if isinstance(value, tuple):
        return f"[{', '.join(map(_shown, value))}]"
    return f"{value:g}" if isinstance(value, float) else str(value)


def _treated(column: Column, attribute: Attribute) -> NDArray[np.bool_]:
    """Which values of a column are of its kind, and may be left by its treatments."""
    numerals = Numerals.over([text for text in column.values if not no_value(text)])
    words = bool(attribute.hierarchy)

    def fits(text: str) -> bool:
        if no_value(text):
            return True
        if attribute.precision is not None:
            return _is_period(text, attribute.precision, words=words)
        if attribute.kind == "date":
            return words or _is_date(text)
        spans = _spans(text, numerals)
        if attribute.bands is not None:
            return _in_bands(text, spans, attribute, words=words)
        return words if spans is None else all(_holds_number(*one, attribute) for one in spans)

    return np.array([fits(text) for text in column.values], np.bool_)


def outside(original: Table, release: Table, policy: Policy) -> Iterator[Deviation]:
    """The masked numbers and dates of a release that lie where the original has none.

    Example:
        >>> import polars as pl
        >>> policy = Policy(attributes={"age": {"role": "quasi", "kind": "numeric"}})
        >>> before, after = (Table(pl.DataFrame({"age": ages})) for ages in (["20", "60"], ["40", "999"]))
        >>> [found.message for found in outside(before, after, policy)]
        ["Column 'age' has 1 records outside the range of the original."]
    """
    for name in policy.columns("quasi"):
        kind = policy.attributes[name].kind
        if kind not in ("numeric", "date") or name not in release.names or name not in original.names:
            continue
        before, after = original.column(name), release.column(name)
        far = _far_numbers(before, after) if kind == "numeric" else _far_years(before, after)
        if records := int(after.counts[far].sum()):
            said = f"Column {name!r} has {records:,} records outside the range of the original."
            yield Deviation(check="treatment", column=name, message=said)


def _far_numbers(before: Column, after: Column) -> NDArray[np.bool_]:
    there = [text for text in before.values if not no_value(text)]
    numerals = Numerals.over(there)
    numbers = [Decimal(plain) for text in there if (plain := numerals.plain(text)) is not None]
    own, least, most = set(before.values), min(numbers, default=Decimal(0)), max(numbers, default=Decimal(0))

    def far(text: str) -> bool:
        spans = None if text in own or no_value(text) or not numbers else _spans(text, numerals)
        with localcontext(prec=_DIGITS):
            return any((low is not None and low - _half_unit(low) > most)
                       or (high is not None and high + _half_unit(high) < least)
                       for low, high, _ in spans or ())  # fmt: skip

    return np.array([far(text) for text in after.values], np.bool_)


def _half_unit(number: Decimal) -> Decimal:
    """Half of one in the last digit of a number, which stands for all that is rounded to it; of 15 digits at most."""
    return max(Decimal(5).scaleb(int(number.as_tuple().exponent) - 1), abs(number).scaleb(-15))


def _far_years(before: Column, after: Column) -> NDArray[np.bool_]:
    years = [int(year) for text in before.values for year in _YEAR.findall(text)]

    def far(text: str) -> bool:
        told = [int(year) for year in _YEAR.findall(text)]
        return bool(years and told) and (max(told) < min(years) // 10 * 10 or min(told) > max(years))

    return np.array([far(text) for text in after.values], np.bool_)


# --- numbers -----------------------------------------------------------------------------------------

_Ends = tuple[Decimal | None, Decimal | None, bool]
"""The lowest and the highest number of a range, and whether the highest belongs to it."""


def _spans(text: str, numerals: Numerals) -> list[_Ends] | None:
    """The numbers and ranges that a text lists, mostly one; None where it is something else."""
    text = text.strip()
    if (cut := _CUT.fullmatch(text)) is not None:
        unit = Decimal(10) ** len(cut[2])
        return [(Decimal(cut[1]) * unit, (Decimal(cut[1]) + 1) * unit, False)]
    listed = _LISTED.fullmatch(text)
    found = [_ends(part, numerals) for part in (listed[1].split(",") if listed else [text])]
    known = [one for one in found if one is not None]
    return known if len(known) == len(found) else None


def _ends(text: str, numerals: Numerals) -> _Ends | None:
    """The ends of a range, which are the same for a number; None where a text is neither."""
    text = text.strip()
    if (plain := numerals.plain(text)) is not None:
        return Decimal(plain), Decimal(plain), True
    if found := _BETWEEN.fullmatch(text):
        return Decimal(found[2]), Decimal(found[3]), found[4] not in (")", "[")
    if found := _ABOVE.fullmatch(text):
        return Decimal(found[1] or found[2]), None, True
    if found := _BELOW.fullmatch(text):
        return None, Decimal(found[2]), found[1] != "<"
    return None


def _holds_number(low: Decimal | None, high: Decimal | None, closed: bool, attribute: Attribute) -> bool:
    """Whether a range holds a number that coding and rounding leave."""
    with localcontext(prec=_DIGITS):
        step = None if attribute.round is None else Decimal(repr(attribute.round))
        bottom, top = (_rounded(end, step) for end in (attribute.bottom, attribute.top))
        lowest = max((end for end in (low, bottom) if end is not None), default=None)
        if lowest is None:
            return True  # as low as one likes
        if step is not None:
            lowest = (lowest / step).to_integral_value(ROUND_CEILING) * step
        within = high is None or lowest < high or (closed and lowest == high)
        return within and (top is None or lowest <= top)


def _rounded(end: float | None, step: Decimal | None) -> Decimal | None:
    if end is None:
        return None
    number = Decimal(repr(end))
    return number if step is None else (number / step).to_integral_value(ROUND_HALF_UP) * step


def _in_bands(text: str, spans: list[_Ends] | None, attribute: Attribute, *, words: bool) -> bool:
    """Whether a text is a band, a range from the beginning of one band to the end of another, or a run of bands."""
    run = text.strip().split(_RUN)
    if len(run) > 1:
        return all(_in_bands(part, _spans(part, PLAIN), attribute, words=words) for part in run)
    if spans is None or len(spans) != 1:
        return words
    low, high, closed = spans[0]
    if low == high or (closed and high is not None) or not _holds_number(low, high, closed, attribute):
        return False
    return all(_is_start(end, attribute) for end in (low, high) if end is not None)


def _is_start(number: Decimal, attribute: Attribute) -> bool:
    bands = attribute.bands
    if isinstance(bands, tuple):
        return number in {Decimal(repr(float(start))) for start in bands}
    with localcontext(prec=_DIGITS):
        width = Decimal(repr(float(bands or 1.0)))
        return number % width == 0


# --- dates -------------------------------------------------------------------------------------------


def _is_date(text: str) -> bool:
    """Whether a text is made of dates, times and what stands between them, and of nothing else."""
    return any(map(str.isdigit, text)) and _BESIDE.fullmatch(_DATED.sub("", text)) is not None


def _is_period(text: str, precision: str, *, words: bool) -> bool:
    """Whether a text says no more of a date than its period: every date in it begins one."""
    found, rest = [*_PERIOD.finditer(text)], _PERIOD.sub("", text)
    if precision == "day" or _CLOCK.search(rest):
        return not _CLOCK.search(rest)
    if not found or not _BESIDE.fullmatch(rest):
        return words and not _DAY.search(text)
    return all(_begins(one, _MONTHS[precision]) for one in found)


def _begins(date: re.Match[str], months: int) -> bool:
    month = int(date["month"] or 1) if date["quarter"] is None else 3 * int(date["quarter"]) - 2
    return (month - 1) % months == 0 and int(date["day"] or 1) == 1
