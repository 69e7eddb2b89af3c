"""A column at a glance: counts, commonest values and a small histogram, for those who may see the data."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from semblant.data.missing import no_value
from semblant.data.profile import profile_column
from semblant.data.table import Column
from semblant.space.rulers import Dated, Numeric

MOST = 6
"""The commonest values that a card shows."""
BINS = 16
"""The bars of a histogram."""


@dataclass(frozen=True)
class Card:
    """One column in counts, with its commonest values."""

    name: str
    records: int
    missing: int
    distinct: int
    uniques: int
    top: tuple[tuple[str, int], ...]
    histogram: tuple[int, ...]
    """Records by equal steps of a number or date, or of the commonest values, most first."""
    ends: tuple[str, str] | None
    """The least and the greatest number or date."""

    @property
    def unique_percent(self) -> float:
        """The share of records whose value nobody else has."""
        return 100.0 * self.uniques / self.records if self.records else 0.0


def card_of(column: Column, last_year: int | None = None) -> Card:
    """Look at one column.

    Example:
        >>> import polars as pl
        >>> from semblant.data.table import Table
        >>> card = card_of(Table(pl.DataFrame({"age": ["1", "3", "3", ""]})).column("age"))
        >>> card.top, card.missing, card.uniques, card.ends, sum(card.histogram)
        ((('3', 2), ('1', 1)), 1, 1, ('1', '3'), 3)
    """
    counts = profile_column(column)
    there = [i for i, value in enumerate(column.values) if not no_value(value)]
    order = sorted(there, key=lambda i: (-int(column.counts[i]), column.values[i]))
    texts, sizes = [column.values[i] for i in there], column.counts[there]
    places = _places(texts, counts.dates == 1, last_year) if counts.numeric == 1 or counts.dates == 1 else None
    ends = None
    if places is None or len(texts) < 2:
        histogram = tuple(int(column.counts[i]) for i in order[:BINS])
    else:
        histogram = tuple(int(n) for n in np.histogram(places, BINS, weights=sizes)[0])
        ends = texts[int(np.argmin(places))], texts[int(np.argmax(places))]
    top = tuple((column.values[i], int(column.counts[i])) for i in order[:MOST])
    return Card(column.name, counts.records, counts.missing, counts.distinct, counts.uniques, top, histogram, ends)


def _places(texts: Sequence[str], dates: bool, last_year: int | None) -> list[float] | None:
    """Where numbers or dates lie on a line; None where one cannot be placed."""
    ruler = Dated.over(texts, last_year) if dates else Numeric.over(texts)
    if ruler is None:
        return None
    found = [ruler.place(text) for text in texts]
    return None if any(one is None for one in found) else [one for one in found if one is not None]
