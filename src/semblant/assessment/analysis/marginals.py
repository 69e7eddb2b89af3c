"""One column before and after: the figures that analysts take from it."""

import math
from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime, timedelta
from functools import cached_property, partial

import numpy as np

from semblant.arrays import Floats, Ints
from semblant.assessment.analysis.variables import Values, Variable
from semblant.assessment.loss import total_variation
from semblant.evidence import CategoryShift, ColumnAnalysis, Shift

_EPOCH = datetime(1970, 1, 1)
QUANTILES = (0.05, 0.25, 0.5, 0.75, 0.95)
_TAIL = 0.05
_INFLATED = 2.0  # a category is inflated where it has this many times its records
_FEW = 20  # categories that are listed


def column_analysis(variable: Variable) -> ColumnAnalysis:
    """What became of one column: its average and spread, its categories, its months and years."""
    before, after = variable.sides
    found: dict[str, Shift] = {}
    if variable.measured:
        found |= _number_shifts(Spread(*before.placed), Spread(*after.placed))
    if variable.sort == "date":
        found |= _calendar(Spread(*before.placed), Spread(*after.placed))
    if variable.sort == "concept":
        found["variance"] = Shift(before=variance(variable, before), after=variance(variable, after))
    categories = None if variable.sort in ("number", "date") else _categories(variable)
    return ColumnAnalysis(sort=variable.sort, figures=found, categories=categories)


@dataclass(frozen=True)
class Spread:
    """The different numbers of a column in ascending order, and how many records have each."""

    values: Floats
    counts: Ints

    @cached_property
    def records(self) -> int:
        """How many records have a number."""
        return int(self.counts.sum())

    @cached_property
    def mean(self) -> float:
        """The average."""
        return float(self.values @ self.counts) / self.records

    @property
    def deviation(self) -> float:
        """The standard deviation, of a sample."""
        if self.records < 2:
            return 0.0
        return math.sqrt(float((self.values - self.mean) ** 2 @ self.counts) / (self.records - 1))

    def quantile(self, share: float) -> float:
        """The number below which a share of the records is, between the two nearest ones in proportion.

        Example:
            >>> Spread(np.array([1.0, 3.0]), np.array([3, 1])).quantile(0.75)
            1.5
        """
        place = share * (self.records - 1)
        low, high = self._at(math.floor(place)), self._at(math.ceil(place))
        return low + (high - low) * (place - math.floor(place))

    def within(self, low: float, high: float) -> float:
        """The share of records from one number to another."""
        return float(self.counts[(self.values >= low) & (self.values <= high)].sum() / self.records)

    def _at(self, place: int) -> float:
        """The number of the record at a place in ascending order."""
        return float(self.values[np.searchsorted(np.cumsum(self.counts), place, side="right")])


def _number_shifts(x: Spread, y: Spread) -> dict[str, Shift]:
    if not x.records:
        return {}
    low, high = (x.quantile(share) for share in (_TAIL, 1 - _TAIL))

    def both(figure: Callable[[Spread], float]) -> Shift:
        return Shift(before=figure(x), after=figure(y) if y.records else None)

    found = {"mean": both(lambda v: v.mean), "sd": both(lambda v: v.deviation)}
    found |= {f"q{100 * q:g}": both(partial(Spread.quantile, share=q)) for q in QUANTILES}
    found["low_tail"] = both(lambda v: v.within(-math.inf, low))
    found["high_tail"] = both(lambda v: v.within(high, math.inf))
    return found


def _calendar(x: Spread, y: Spread) -> dict[str, Shift]:
    """The share of records that would have to change their month of the year, or their year."""
    found = {}
    for name, part in (("month", "%m"), ("year", "%Y")):
        texts = [[(_EPOCH + timedelta(days=day)).strftime(part) for day in side.values.tolist()] for side in (x, y)]
        number = {text: i for i, text in enumerate(sorted({*texts[0], *texts[1]}))}
        before, after = (
            np.bincount(np.array([number[text] for text in some], np.int64), side.counts, len(number)).astype(np.int64)
            for some, side in zip(texts, (x, y), strict=True)
        )
        found[f"{name}s_moved"] = Shift(before=0.0, after=moved(before, after))
    return found


def moved(before: Ints, after: Ints) -> float | None:
    """The share that would have to be of another category for both to be alike; None where one has none at all."""
    if not before.sum() or not after.sum():
        return None
    return total_variation(before.astype(np.float64), after.astype(np.float64))


def variance(variable: Variable, values: Values) -> float | None:
    """Σ d(x, mean)² / n by the semantic distance, where the mean is the value of either file with the least sum.

    Reference: Domingo-Ferrer, Sánchez & Rufian-Torrell 2013, with the mean taken among the values there are.
    """
    counts = values.counted(len(variable.labels))
    if not counts.any():
        return None
    shares = counts / counts.sum()
    return float((variable.between(np.arange(len(variable.labels))) ** 2 @ shares).min())


def _categories(variable: Variable) -> CategoryShift:
    size = len(variable.labels)
    before, after = (side.counted(size) for side in variable.sides)
    gone, more = (before > 0) & (after == 0), after > _INFLATED * np.maximum(before, 1)
    order = np.lexsort((np.arange(size), -np.abs(after - before)))

    def listed(which: Ints) -> dict[str, Shift]:
        return {variable.labels[i]: Shift(before=float(before[i]), after=float(after[i])) for i in which}

    return CategoryShift(
        before=int(np.count_nonzero(before)),
        after=int(np.count_nonzero(after)),
        vanished=int(np.count_nonzero(gone)),
        vanished_records=int(before[gone].sum()),
        inflated=int(np.count_nonzero(more)),
        moved=moved(before, after),
        most_changed=listed(order[:_FEW][np.abs(after - before)[order[:_FEW]] > 0]),
    )
