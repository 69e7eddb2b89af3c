"""l-diversity and t-closeness of a sensitive column, counted on the texts of a release."""

import math
import re
from collections.abc import Callable, Sequence

import numpy as np
import polars as pl

from semblant.data.missing import no_value
from semblant.data.numerals import PLAIN, Numerals
from semblant.data.same import fold, keys
from semblant.policy.model import Attribute, Policy

CLASS, VALUE, PERSON = "\0class", "\0value", "\0person"
"""The columns in which records are counted: the class, the sensitive value and the person of each."""

_ISO = re.compile(r"\d{4}-\d\d-\d\d([T ]\d\d:\d\d(:\d\d)?)?")
_CELLS = 1 << 22  # of a dense block of class by value


def diversity(seen: pl.DataFrame, attribute: Attribute, policy: Policy, named: bool) -> float | None:
    """The l of the least diverse class; persons count once for each value, where they are known.

    Values are the same where a reader takes them for the same. A missing one is none: for entropy and recursive
    diversity, which it could raise as well as lower, the lesser of both ways counts.
    """
    if attribute.l_kind == "semantic":
        return None
    seen = seen.with_columns(_read(seen.get_column(VALUE), attribute))
    if policy.individual is not None:
        if not named and attribute.l_kind != "distinct":
            return 0.0  # the persons with each value are unknown
        seen = seen.unique() if named else seen
    counts = seen.group_by(CLASS, VALUE).agg(pl.len().alias("n")).sort("n", descending=True)
    said, n = pl.col(VALUE).is_not_null(), pl.col("n")
    if attribute.l_kind == "distinct":
        ways = [said.sum()]
    elif attribute.l_kind == "entropy":
        ways = [_as_varied_as(n), _as_varied_as(n.filter(said))]
    elif attribute.l_kind == "recursive":
        ways = [_ranks(n, attribute.c), _ranks(n.filter(said), attribute.c)]
    else:
        return None  # what nothing here counts is not verified
    found = counts.group_by(CLASS, maintain_order=True).agg(way.alias(str(i)) for i, way in enumerate(ways))
    return float(found.drop(CLASS).to_numpy().min())


def _as_varied_as(n: pl.Expr) -> pl.Expr:
    """How many equally frequent values would be as varied as counts; 1 for none."""
    share = n / n.sum()
    return (-(share * share.log()).sum()).exp()


def _ranks(n: pl.Expr, c: float) -> pl.Expr:
    """Up to which rank the greatest of falling counts is below c times the number from there on."""
    return (n.max() < c * n.cum_sum(reverse=True)).sum()


def _read(values: pl.Series, attribute: Attribute) -> pl.Series:
    """Sensitive values as a reader tells them apart; null where one is missing."""
    texts = values.unique().to_list()
    told = keys(texts, numeric=True if attribute.kind == "numeric" else None)
    seen = [None if no_value(text) else key for text, key in zip(texts, told, strict=True)]
    return values.replace_strict(texts, seen, return_dtype=pl.String)


def closeness(seen: pl.DataFrame, attribute: Attribute) -> float | None:
    """The t of the class that deviates most from all released records; the greater of counting exact texts and values.

    By equality that is always the count of exact texts: to join some brings no class farther from all.
    """
    if attribute.ground == "semantic":
        return None
    if attribute.ground == "equal":
        whole = seen.group_by(VALUE).agg(pl.len().cast(pl.Int64).alias("all"))
        shares = seen.group_by(CLASS, VALUE).agg(pl.len().cast(pl.Int64).alias("n")).join(whole, on=VALUE)
        in_common = pl.min_horizontal(pl.col("n") * seen.height, pl.col("all") * pl.col("n").sum()).sum()
        alike = shares.group_by(CLASS).agg((in_common / (pl.col("n").sum() * seen.height)).alias("share"))
        return 1.0 - float(alike.get_column("share").to_numpy().min())
    values = seen.get_column(VALUE).unique().sort().to_list()
    places = _places(values, attribute)
    if places is None:
        return None
    rank = {text: number for number, (_, text) in enumerate(sorted(zip(places, values, strict=True)))}
    return max(_straying(seen, values, order) for order in (places, [rank[text] for text in values]))


def _straying(seen: pl.DataFrame, values: Sequence[str], places: Sequence[int]) -> float:
    """The greatest area between a class's distribution function and that of all, over the steps of the order."""
    classes = seen.get_column(CLASS).to_numpy()
    at = seen.get_column(VALUE).replace_strict(values, places, return_dtype=pl.Int64).to_numpy()
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
    level = [fold(text) for text in attribute.levels or ()]
    texts = [v for v in values if not no_value(v) or fold(v) in level]
    if attribute.levels is not None:
        place = lambda text: level.index(fold(text)) if fold(text) in level else None  # noqa: E731
    elif attribute.kind == "date":
        if not all(_ISO.fullmatch(t) for t in texts) or len(set(map(len, texts))) > 1:
            return None
        place = str
    else:
        way = Numerals.through(texts) or PLAIN
        place = lambda text: _number(way.plain(text) or "")  # noqa: E731
    found = {text: place(text) for text in texts}
    order: list[object] = [*sorted({fold(text) for text in values if found.get(text) is None})]
    order += sorted({p for p in found.values() if p is not None})
    rank = {p: number for number, p in enumerate(order)}
    return [rank[fold(text) if found.get(text) is None else found[text]] for text in values]


def _number(text: str) -> float | None:
    try:
        number = float(text)
    except ValueError:
        return None
    return number if math.isfinite(number) else None
