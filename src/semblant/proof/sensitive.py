"""l-diversity and t-closeness of a sensitive column, counted on the texts of a release."""

import math
import re
import unicodedata
from collections.abc import Callable, Sequence

import numpy as np
import polars as pl
from numpy.typing import NDArray

from semblant.data.missing import NO_VALUE
from semblant.data.numerals import PLAIN, Numerals
from semblant.policy.model import Attribute, Policy

CLASS, VALUE, PERSON = "\0class", "\0value", "\0person"
"""The columns in which records are counted: the class, the sensitive value and the person of each."""

_ISO = re.compile(r"\d{4}-\d\d-\d\d([T ]\d\d:\d\d(:\d\d)?)?")
_CELLS = 1 << 22  # of a dense block of class by value


def diversity(seen: pl.DataFrame, attribute: Attribute, policy: Policy, named: bool) -> float | None:
    """The l of the least diverse class; persons count once for each value, where they are known.

    A missing value does not count, unless a class has no other.
    """
    if attribute.l_kind == "semantic":
        return None
    said = _compared(seen.get_column(VALUE))
    seen = seen.with_columns(said.set(said.is_in(list(NO_VALUE)), None))
    if policy.individual is not None:
        if not named and attribute.l_kind != "distinct":
            return 0.0  # the persons with each value are unknown
        seen = seen.unique() if named else seen
    counts = seen.group_by(CLASS, VALUE).agg(pl.len().alias("n"))
    counts = counts.filter(pl.col(VALUE).is_not_null() | (pl.len().over(CLASS) == 1))
    by_class = counts.sort("n", descending=True).group_by(CLASS, maintain_order=True)
    if attribute.l_kind == "distinct":
        found = by_class.agg(pl.len().alias("l"))
    elif attribute.l_kind == "entropy":
        share = pl.col("n") / pl.col("n").sum()
        found = by_class.agg((-(share * share.log()).sum()).exp().alias("l"))
    elif attribute.l_kind == "recursive":
        from_here_on = pl.col("n").cum_sum(reverse=True)
        found = by_class.agg((pl.col("n").first() < attribute.c * from_here_on).sum().alias("l"))
    else:
        return None  # what nothing here counts is not verified
    return float(found.get_column("l").to_numpy().min())


def closeness(seen: pl.DataFrame, attribute: Attribute) -> float | None:
    """The t of the class that deviates most from all released records."""
    if attribute.ground == "semantic":
        return None
    if attribute.ground == "equal":
        seen = seen.with_columns(_compared(seen.get_column(VALUE)))
        whole = seen.group_by(VALUE).agg(pl.len().cast(pl.Int64).alias("all"))
        shares = seen.group_by(CLASS, VALUE).agg(pl.len().cast(pl.Int64).alias("n")).join(whole, on=VALUE)
        in_common = pl.min_horizontal(pl.col("n") * seen.height, pl.col("all") * pl.col("n").sum()).sum()
        alike = shares.group_by(CLASS).agg((in_common / (pl.col("n").sum() * seen.height)).alias("share"))
        return 1.0 - float(alike.get_column("share").to_numpy().min())
    values = seen.get_column(VALUE).unique().sort().to_list()
    places = _places(values, attribute)
    if places is None:
        return None
    at = seen.get_column(VALUE).replace_strict(values, places, return_dtype=pl.Int64).to_numpy()
    return _straying(seen.get_column(CLASS).to_numpy(), at)


def _compared(values: pl.Series) -> pl.Series:
    """Sensitive texts as they are counted: case, spacing and forms of accents make no difference."""
    texts = values.unique().to_list()
    return values.replace_strict(texts, [folded(text) for text in texts], return_dtype=pl.String)


def folded(text: str) -> str:
    """A text in its compared form: decomposed, case-folded, recomposed, with single spaces between its words.

    Example:
        >>> folded(" HIV "), folded("Ångina") == folded("åNGINA")
        ('hiv', True)
    """
    letters = (c.casefold() for c in unicodedata.normalize("NFKD", text) if unicodedata.category(c) != "Cf")
    return unicodedata.normalize("NFKC", " ".join("".join(letters).split()))


def _straying(classes: NDArray[np.int64], at: NDArray[np.int64]) -> float:
    """The greatest area between a class's distribution function and that of all, over the steps of the order."""
    steps = int(at.max())
    if steps == 0:
        return 0.0
    all_below = np.cumsum(np.bincount(at)) / len(at)
    farthest, width, last = 0.0, steps + 1, int(classes.max()) + 1
    number = min(last, max(1, _CELLS // width))
    for begin in range(0, last, number):
        here = (classes >= begin) & (classes < begin + number)
        cells = np.bincount((classes[here] - begin) * width + at[here], minlength=number * width)
        counts = cells.reshape(number, width)
        counts = counts[counts.sum(1) > 0]
        below = np.cumsum(counts, axis=1) / counts.sum(1, keepdims=True)
        farthest = max(farthest, float(np.abs(below - all_below).sum(1).max()) / steps)
    return farthest


def _places(values: Sequence[str], attribute: Attribute) -> list[int] | None:
    """The position of each value in the column's order, those without one first; None where the order is unknown."""
    place: Callable[[str], float | str | None]
    level = [folded(text) for text in attribute.levels or ()]
    texts = [v for v in values if folded(v) not in NO_VALUE or folded(v) in level]
    if attribute.levels is not None:
        place = lambda text: level.index(folded(text)) if folded(text) in level else None  # noqa: E731
    elif attribute.kind == "date":
        if not all(_ISO.fullmatch(t) for t in texts) or len(set(map(len, texts))) > 1:
            return None
        place = str
    else:
        way = Numerals.through(texts) or PLAIN
        place = lambda text: _number(way.plain(text) or "")  # noqa: E731
    found = {text: place(text) for text in texts}
    order: list[object] = [*sorted({folded(text) for text in values if found.get(text) is None})]
    order += sorted({p for p in found.values() if p is not None})
    rank = {p: number for number, p in enumerate(order)}
    return [rank[folded(text) if found.get(text) is None else found[text]] for text in values]


def _number(text: str) -> float | None:
    try:
        number = float(text)
    except ValueError:
        return None
    return number if math.isfinite(number) else None
