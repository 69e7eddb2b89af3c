"""Values that look like codes for "no value" among numbers and dates: 9999, -1, 1900-01-01, 9999-12-31.

Averaged with the others they make nonsense, and among secrets they pass for different ones. They are only pointed out:
whether 9999 is a code or an income is for the steward to say, by ``missing_values``.
"""

import re
from collections.abc import Mapping, Sequence

import numpy as np

from semblant.arrays import Flags, Floats, Ints
from semblant.data.missing import no_value
from semblant.data.table import Column, Table
from semblant.policy.model import Policy
from semblant.space.rulers import Dated, Numeric

_CODES = re.compile(r"\+?9+[6-9](?:\.0+)?|-(?:[1-9]|[6-9]{2}|9{2,}[6-9])(?:\.0+)?", re.ASCII)
_LONG = 4  # digits from which a code may lie among the numbers
_DAYS = ("1111-11-11", "1800-01-01", "1899-12-30", "1899-12-31", "1900-01-01", "1901-01-01", "1970-01-01", "2099-12-31")
_FAR_OFF, _CODED = 2200, 9990  # no date of a person or a file is later; years that nobody has by mistake
_FEW, _OFTEN = 5, 5.0
_DIGIT, _OF_A_DATE, _STYLES = re.compile(r"\d", re.ASCII), 5, 10
_FEWEST, _FAR, _TOLD = 2, 10, 20  # values; of few, how many times as large a code is, and the records of the others


def looks_like_no_value(column: Column, last_year: int | None = None) -> tuple[str, ...]:
    """The values of a column that look like codes for "no value", beside numbers or dates that are values.

    Example:
        >>> import polars as pl
        >>> years = [str(year) for year in range(1950, 2000)]
        >>> table = Table(pl.DataFrame({"born": [*years, "9999", "9999"], "grade": ["9", "10"] * 26}))
        >>> looks_like_no_value(table.column("born")), looks_like_no_value(table.column("grade"))
        (('9999',), ())
    """
    there = np.array([not no_value(text) for text in column.values], bool)
    texts, counts = [t for t, here in zip(column.values, there, strict=True) if here], column.counts[there]
    if len(texts) < _FEWEST:
        return ()
    found = _of_numbers(texts, counts)
    if found is None:
        found = _of_dates(texts, counts, last_year)
    if found is None:
        found = _of_styles(texts, counts, last_year)
    return tuple(text for text, hit in zip(texts, found, strict=True) if hit)


def _of_numbers(texts: Sequence[str], counts: Ints) -> Flags | None:
    """Which numbers are codes; None where some texts are none."""
    numbers = Numeric.over(texts)
    places = [numbers.place(text) for text in texts]
    if any(place is None for place in places):
        return None
    codes = np.array([_CODES.fullmatch(text.strip()) is not None for text in texts], bool)
    return _coded(np.array(places, np.float64), codes, counts, texts)


def _of_dates(texts: Sequence[str], counts: Ints, last_year: int | None) -> Flags | None:
    """Which dates are codes; None where no one format reads all texts."""
    dates = Dated.over(texts, last_year)
    return None if dates is None else _dated(np.array([dates.place(text) for text in texts], np.float64), counts)


def _of_styles(texts: Sequence[str], counts: Ints, last_year: int | None) -> Flags:
    """Which dates are codes among other texts, or among dates written in several ways: of each way by itself."""
    found = np.zeros(len(texts), np.bool_)
    shapes, shape_of, often = np.unique(
        [_DIGIT.sub("0", text.strip()) for text in texts], return_inverse=True, return_counts=True
    )
    for shape in np.argsort(-often, kind="stable")[:_STYLES].tolist():
        if str(shapes[shape]).count("0") >= _OF_A_DATE and often[shape] > _FEWEST:
            alike = np.flatnonzero(shape_of == shape).tolist()
            of_style = _of_dates([texts[i] for i in alike], counts[alike], last_year)
            found[alike] = False if of_style is None else of_style
    return found


def _coded(places: Floats, codes: Flags, counts: Ints, texts: Sequence[str]) -> Flags:
    """Which numbers are codes: outside of all others, or far more frequent than they are and at their end."""
    others = places[~codes]
    if len(others) <= _FEWEST:
        return np.zeros(len(places), np.bool_)
    least, most = float(others.min()), float(others.max())
    if len(others) < _FEW:
        told = counts[~codes].sum() >= _TOLD
        return np.asarray(told & codes & (counts > 1) & (places > _FAR * max(most, 1.0)), np.bool_)
    outside = ((places < 0) & (least >= 0)) | (places > 2 * max(most, 0.0))
    long = np.array([len(text.strip()) >= _LONG for text in texts], bool)
    frequent = (places >= most) & long & (counts >= _OFTEN * counts[~codes].mean())
    return np.asarray(codes & (counts > 1) & (outside | frequent), np.bool_)


def _dated(places: Floats, counts: Ints) -> Flags:
    """Which dates are codes: beyond any calendar in use, or one of the usual ones at the end of the others."""
    late = places > (_FAR_OFF - 1970) * 365.25
    late &= (counts > 1) | (places > (_CODED - 1970) * 365.25)  # one date that somebody mistyped is theirs
    usual = np.isin(np.floor(places), [np.datetime64(day).astype(np.int64) for day in _DAYS]) & ~late
    others = places[~usual & ~late]
    if len(others) < _FEW:
        return late & (len(others) > 0)
    span = float(others.max() - others.min())
    apart = (places < others.min() - span / 10) | (places > others.max() + span / 10)
    frequent = ((places <= others.min()) | (places >= others.max())) & (
        counts >= _OFTEN * counts[~usual & ~late].mean()
    )
    return np.asarray(late | (usual & (counts > 1) & (apart | frequent)), np.bool_)


def possible_codes(table: Table, policy: Policy) -> dict[str, dict[str, int]]:
    """By released column, the values that look like codes for "no value", and the records of each."""
    found = {}
    for name, attribute in policy.attributes.items():
        if attribute.role == "identifier" or name not in table.names or attribute.bands is not None:
            continue
        column = table.column(name)
        codes = [one for one in looks_like_no_value(column, attribute.last_year) if one not in (attribute.levels or ())]
        if codes:
            found[name] = {text: int(column.counts[column.values.index(text)]) for text in codes}
    return found


def pointed_out(possible: Mapping[str, Mapping[str, int]]) -> list[str]:
    """A sentence for every column with values that look like codes for "no value"."""
    return [
        f"{name}: {', '.join(codes)} ({_counted(sum(codes.values()))}) may be a code for “no value”; "
        f"if it is, set attributes.{name}.missing_values: [{', '.join(codes)}]"
        for name, codes in possible.items()
    ]


def _counted(records: int) -> str:
    return "1 record" if records == 1 else f"{records:,} records"
