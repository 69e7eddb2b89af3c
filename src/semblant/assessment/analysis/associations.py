"""How strongly two columns go together, in one file: by the statistic that fits their kinds."""

from collections.abc import Sequence
from itertools import combinations
from typing import Literal

import numpy as np

from semblant.arrays import Floats, Ints
from semblant.assessment.analysis.variables import Values, Variable
from semblant.evidence import Association

Statistic = Literal["correlation", "correlation ratio", "Cramér's V", "distance correlation"]

_STEPS = 100  # quantile groups of a number beside a concept
_MOST = 2_000  # commonest categories of a concept beside another; the rest are few records


def associations(found: Sequence[Variable]) -> tuple[Association, ...]:
    """The association of every two columns, before and after."""
    out = []
    for one, other in combinations(found, 2):
        statistic = statistic_of(one, other)
        before, after = (association(one, other, a, b, statistic) for a, b in zip(one.sides, other.sides, strict=True))
        out.append(Association(columns=(one.name, other.name), statistic=statistic, before=before, after=after))
    return tuple(out)


def statistic_of(one: Variable, other: Variable) -> Statistic:
    """The statistic that fits two kinds: concepts are compared by meaning, other categories as categories."""
    if "concept" in (one.sort, other.sort):
        return "distance correlation"
    measured = one.measured + other.measured
    return "correlation" if measured == 2 else "correlation ratio" if measured == 1 else "Cramér's V"


def association(one: Variable, other: Variable, a: Values, b: Values, statistic: Statistic) -> float | None:
    """One statistic of two columns of one file; None where one of them does not vary."""
    if statistic == "correlation":
        return correlation(_numbers(a), _numbers(b))
    if statistic == "correlation ratio":
        numbers, codes = (_numbers(a), b.codes) if one.measured else (_numbers(b), a.codes)
        return correlation_ratio(codes, numbers)
    if statistic == "Cramér's V":
        return cramers_v(a.codes, b.codes)
    (x, dx), (y, dy) = _points(one, a), _points(other, b)
    return distance_correlation(x, y, dx, dy)


def _numbers(values: Values) -> Floats:
    assert values.numbers is not None
    return values.numbers


def correlation(x: Floats, y: Floats) -> float | None:
    """Pearson's correlation over the records that have both numbers.

    Example:
        >>> correlation(np.array([1.0, 2.0, 3.0]), np.array([2.0, 4.0, 6.0]))
        1.0
    """
    there = ~(np.isnan(x) | np.isnan(y))
    x, y = x[there], y[there]
    if len(x) < 2:
        return None
    x, y = x - x.mean(), y - y.mean()
    scale = float(np.sqrt((x @ x) * (y @ y)))
    return float(np.clip((x @ y) / scale, -1.0, 1.0)) if scale > 0 else None


def correlation_ratio(codes: Ints, y: Floats) -> float | None:
    """The correlation ratio η: the root of the share of a number's variance that lies between categories.

    Example:
        >>> correlation_ratio(np.array([0, 0, 1, 1]), np.array([1.0, 1.0, 3.0, 3.0]))
        1.0
    """
    there = (codes >= 0) & ~np.isnan(y)
    codes, y = codes[there], y[there]
    if len(y) < 2:
        return None
    y = y - y.mean()
    total = float(y @ y)
    if total <= 0:
        return None
    sizes = np.bincount(codes)
    sums = np.bincount(codes, y)
    between = float((sums[sizes > 0] ** 2 / sizes[sizes > 0]).sum())
    return float(np.sqrt(min(1.0, between / total)))


def cramers_v(a: Ints, b: Ints) -> float | None:
    """Cramér's V of two columns of categories.

    Example:
        >>> cramers_v(np.array([0, 0, 1, 1]), np.array([1, 1, 0, 0]))
        1.0
    """
    a, b, counts = _contingency(a, b)
    rows, columns, n = np.bincount(a, counts), np.bincount(b, counts), counts.sum()
    least = min(len(rows), len(columns)) - 1
    if n == 0 or least < 1:
        return None
    # χ²/n from the cells that are not empty: Σ o²/(r c) - 1
    chi = float((counts.astype(np.float64) ** 2 / (rows[a] * columns[b])).sum()) - 1.0
    return float(np.sqrt(min(1.0, max(0.0, chi / least))))


def distance_correlation(a: Ints, b: Ints, da: Floats, db: Floats) -> float | None:
    """The distance correlation of two columns whose categories have distances (Székely, Rizzo & Bakirov 2007).

    0 for independent columns, 1 where one follows from the other up to scale.

    Example:
        >>> apart = np.array([[0.0, 1.0], [1.0, 0.0]])
        >>> round(distance_correlation(np.array([0, 0, 1, 1]), np.array([0, 0, 1, 1]), apart, apart), 4)
        1.0
    """
    there = (a >= 0) & (b >= 0)
    if not there.any():
        return None
    a, b = a[there], b[there]
    (ka, a), (kb, b) = (np.unique(codes, return_inverse=True) for codes in (a, b))
    joint = np.zeros((len(ka), len(kb)))
    np.add.at(joint, (a, b), 1.0)
    joint /= joint.sum()
    pa, pb = joint.sum(axis=1), joint.sum(axis=0)
    da, db = _centred(da[np.ix_(ka, ka)], pa), _centred(db[np.ix_(kb, kb)], pb)
    shared = float((joint * (da @ joint @ db)).sum())
    alone = float(pa @ da**2 @ pa) * float(pb @ db**2 @ pb)
    return float(np.sqrt(max(0.0, shared) / np.sqrt(alone))) if alone > 0 else None


def _centred(distances: Floats, shares: Floats) -> Floats:
    rows = distances @ shares
    return np.asarray(distances - rows[:, None] - rows[None, :] + float(shares @ rows))


def _contingency(a: Ints, b: Ints) -> tuple[Ints, Ints, Ints]:
    """The cells of two columns that are not empty, with how many records are in each."""
    there = (a >= 0) & (b >= 0)
    (_, a), (kb, b) = (np.unique(codes[there], return_inverse=True) for codes in (a, b))
    cells, counts = np.unique(a * max(1, len(kb)) + b, return_counts=True)
    return cells // max(1, len(kb)), cells % max(1, len(kb)), counts


def _points(variable: Variable, values: Values) -> tuple[Ints, Floats]:
    """A column as categories with distances; a number is cut into quantile groups, each at its mean."""
    if not variable.measured:
        return _among(variable, _commonest(values.codes))
    numbers = _numbers(values)
    there = ~np.isnan(numbers)
    edges = np.unique(np.quantile(numbers[there], np.linspace(0, 1, _STEPS + 1))) if there.any() else np.zeros(1)
    group = np.clip(np.searchsorted(edges, numbers, side="right") - 1, 0, max(0, len(edges) - 2))
    sizes = np.bincount(group[there], minlength=len(edges))
    means = np.bincount(group[there], numbers[there], len(edges)) / np.maximum(sizes, 1)
    return np.where(there, group, -1), np.abs(means[:, None] - means[None, :])


def _among(variable: Variable, codes: Ints) -> tuple[Ints, Floats]:
    """Categories numbered among those in use, and the distances between these."""
    used, renumbered = np.unique(codes[codes >= 0], return_inverse=True)
    among = np.full(len(codes), -1, np.int64)
    among[codes >= 0] = renumbered
    return among, variable.between(used)


def _commonest(codes: Ints) -> Ints:
    """The codes of the commonest categories; the others count as missing, so that tables stay small."""
    counts = np.bincount(codes[codes >= 0])
    if len(counts) <= _MOST:
        return codes
    keep = np.zeros(len(counts) + 1, bool)
    keep[np.argsort(-counts, kind="stable")[:_MOST]] = True
    return np.where(keep[codes], codes, -1)
