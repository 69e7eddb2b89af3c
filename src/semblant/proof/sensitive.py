"""l-diversity and t-closeness of a sensitive column, counted on the texts of a release."""

import math
import re
from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple

import numpy as np
import polars as pl

from semblant.arrays import AnyInts, Floats, Ints32
from semblant.data.filebacked import gathered
from semblant.data.joint import AT_ONCE, by_classes, counts_of, distinct_rows
from semblant.data.missing import no_value
from semblant.data.numerals import PLAIN, Numerals
from semblant.data.same import fold, keys
from semblant.data.table import Column
from semblant.policy.model import Attribute, Policy

CLASS, VALUE, _N = "\0class", "\0value", "\0n"

_ISO = re.compile(r"\d{4}-\d\d-\d\d([T ]\d\d:\d\d(:\d\d)?)?")
_CELLS = 1 << 22  # of a dense block of class by value


class Seen(NamedTuple):
    """The records of a sensitive column that are in a class."""

    classes: AnyInts
    column: Column
    rows: AnyInts | None  # which records of the column they are; None: all
    persons: AnyInts | None  # where they are known

    @property
    def codes(self) -> AnyInts:
        """The value of every record."""
        return self.column.packed if self.rows is None else gathered(self.column.packed, self.rows)

    def parts(self) -> "Iterator[Seen]":
        """The records of some classes at a time."""
        if len(self.classes) <= AT_ONCE:
            yield self
            return
        for begin, _, at in by_classes(self.classes, _size(self.classes)):
            rows = at if self.rows is None else self.rows[at]
            persons = None if self.persons is None else self.persons[at]
            yield Seen(self.classes[at] - begin, self.column, rows, persons)

    def counts(self, name: AnyInts, *, by_person: bool = False) -> pl.DataFrame:
        """How many records, or persons, of each class have each name of a value."""
        lines, sizes = [self.classes, gathered(name, self.codes)], [_size(self.classes), _size(name)]
        if by_person:
            assert self.persons is not None
            once, _, _ = distinct_rows([*lines, self.persons], [*sizes, _size(self.persons)])
            lines = [once[0], once[1]]
        pairs, _, often = distinct_rows(lines, sizes)
        return pl.DataFrame({CLASS: pairs[0], VALUE: pairs[1], _N: often})


def _size(numbers: AnyInts) -> int:
    return int(numbers.max(initial=0)) + 1


def diversity(seen: Seen, attribute: Attribute, policy: Policy) -> float | None:
    """The l of the least diverse class; persons count once for each value, where they are known.

    Values are the same where a reader takes them for the same. A missing one is none: for entropy and recursive
    diversity, which it could raise as well as lower, the lesser of both ways counts.
    """
    if attribute.l_kind == "semantic":
        return None
    named = seen.persons is not None
    if policy.individual is not None and not named and attribute.l_kind != "distinct":
        return 0.0  # the persons with each value are unknown
    read, by_person = _read(seen.column.values, attribute), policy.individual is not None and named
    said, n = pl.col(VALUE) > 0, pl.col(_N)
    if attribute.l_kind == "distinct":
        ways = [said.sum()]
    elif attribute.l_kind == "entropy":
        ways = [_as_varied_as(n), _as_varied_as(n.filter(said))]
    elif attribute.l_kind == "recursive":
        ways = [_ranks(n, attribute.c), _ranks(n.filter(said), attribute.c)]
    else:
        return None  # what nothing here counts is not verified
    least = []
    for part in seen.parts():
        counts = part.counts(read, by_person=by_person)
        if attribute.l_kind != "distinct":
            counts = counts.sort(_N, descending=True)
        found = counts.group_by(CLASS, maintain_order=True).agg(way.alias(str(i)) for i, way in enumerate(ways))
        least.append(float(found.drop(CLASS).to_numpy().min()))
    return min(least)


def _as_varied_as(n: pl.Expr) -> pl.Expr:
    """How many equally frequent values would be as varied as counts; 1 for none."""
    share = n / n.sum()
    return (-(share * share.log()).sum()).exp()


def _ranks(n: pl.Expr, c: float) -> pl.Expr:
    """Up to which rank the greatest of falling counts is below c times the number from there on."""
    return (n.max() < c * n.cum_sum(reverse=True)).sum()


def _read(texts: Sequence[str], attribute: Attribute) -> Ints32:
    """Sensitive values by number, as a reader tells them apart; 0 where one is missing."""
    told = keys(texts, numeric=True if attribute.kind == "numeric" else None)
    number: dict[str, int] = {}
    seen = [0 if no_value(text) else number.setdefault(key, len(number) + 1)
            for text, key in zip(texts, told, strict=True)]  # fmt: skip
    return np.array(seen, np.int32)


def closeness(seen: Seen, attribute: Attribute) -> float | None:
    """The t of the class that deviates most from all released records; the greater of counting exact texts and values.

    By equality that is always the count of exact texts: to join some brings no class farther from all.
    """
    if attribute.ground == "semantic":
        return None
    records, texts = len(seen.classes), seen.column.values
    if attribute.ground == "equal":
        every = pl.Series("all", counts_of(seen.codes, len(texts)))
        in_common = pl.min_horizontal(pl.col(_N) * records, pl.col("all") * pl.col(_N).sum()).sum()
        least = []
        for part in seen.parts():
            shares = part.counts(np.arange(len(texts), dtype=np.int32))
            shares = shares.with_columns(every.gather(shares.get_column(VALUE)))
            alike = shares.group_by(CLASS).agg((in_common / (pl.col(_N).sum() * records)).alias("share"))
            least.append(float(alike.get_column("share").to_numpy().min()))
        return 1.0 - min(least)
    there = counts_of(seen.codes, len(texts)) > 0
    values = [text for text, held in zip(texts, there.tolist(), strict=True) if held]
    places = _places(values, attribute)
    if places is None:
        return None
    rank = {text: number for number, (_, text) in enumerate(sorted(zip(places, values, strict=True)))}
    found = []
    for order in (places, [rank[text] for text in values]):
        at = np.zeros(len(texts), np.int32)
        at[there] = order
        below = np.cumsum(np.bincount(at, counts_of(seen.codes, len(texts)))) / records
        found += [_straying(part.counts(at), below) for part in seen.parts()]
    return max(found)


def _straying(counted: pl.DataFrame, all_below: Floats) -> float:
    """The greatest area between a class's distribution function and that of all, over the steps of the order."""
    classes, at, often = (counted.get_column(name).to_numpy().astype(np.int64) for name in (CLASS, VALUE, _N))
    steps = len(all_below) - 1
    if steps == 0:
        return 0.0
    farthest, width, last = 0.0, steps + 1, int(classes.max()) + 1
    number = min(last, max(1, _CELLS // width))
    for begin in range(0, last, number):
        here = slice(*np.searchsorted(classes, [begin, begin + number]))
        cells = np.bincount((classes[here] - begin) * width + at[here], often[here], number * width)
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
