"""One column before and after: the figures that analysts take from it."""

from collections.abc import Callable
from datetime import datetime, timedelta

import numpy as np

from semblant.arrays import Floats, Ints
from semblant.assessment.analysis.variables import Values, Variable
from semblant.assessment.loss import total_variation
from semblant.evidence import CategoryShift, ColumnAnalysis, Shift

Figure = Callable[[Floats], float]

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
        found |= _number_shifts(_there(before), _there(after))
    if variable.sort == "date":
        found |= _calendar(_there(before), _there(after))
    if variable.sort == "concept":
        found["variance"] = Shift(before=variance(variable, before), after=variance(variable, after))
    categories = None if variable.sort in ("number", "date") else _categories(variable)
    return ColumnAnalysis(sort=variable.sort, figures=found, categories=categories)


def _there(values: Values) -> Floats:
    assert values.numbers is not None
    return values.numbers[~np.isnan(values.numbers)]


def _number_shifts(x: Floats, y: Floats) -> dict[str, Shift]:
    if not x.size:
        return {}
    low, high = (float(np.quantile(x, share)) for share in (_TAIL, 1 - _TAIL))

    def both(figure: Figure) -> Shift:
        return Shift(before=figure(x), after=figure(y) if y.size else None)

    found = {"mean": both(lambda v: float(v.mean())), "sd": both(_deviation)}
    found |= {f"q{100 * q:g}": both(_quantile(q)) for q in QUANTILES}
    found["low_tail"] = both(lambda v: float(np.mean(v <= low)))
    found["high_tail"] = both(lambda v: float(np.mean(v >= high)))
    return found


def _quantile(share: float) -> Figure:
    return lambda values: float(np.quantile(values, share))


def _deviation(values: Floats) -> float:
    return float(values.std(ddof=1)) if len(values) > 1 else 0.0


def _calendar(x: Floats, y: Floats) -> dict[str, Shift]:
    """The share of records that would have to change their month of the year, or their year."""
    found = {}
    for name, part in (("month", "%m"), ("year", "%Y")):
        days, of_record = np.unique(np.concatenate([x, y]), return_inverse=True)
        texts = [(_EPOCH + timedelta(days=day)).strftime(part) for day in days.tolist()]
        codes = np.unique(np.array(texts), return_inverse=True)[1][of_record]
        size = int(codes.max(initial=-1)) + 1
        before, after = (np.bincount(c, minlength=size) for c in (codes[: len(x)], codes[len(x) :]))
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
    codes = values.codes[values.codes >= 0]
    if not len(codes):
        return None
    shares = np.bincount(codes, minlength=len(variable.labels)) / len(codes)
    return float((variable.between(np.arange(len(variable.labels))) ** 2 @ shares).min())


def _categories(variable: Variable) -> CategoryShift:
    size = len(variable.labels)
    before, after = (np.bincount(v.codes[v.codes >= 0], minlength=size) for v in variable.sides)
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
