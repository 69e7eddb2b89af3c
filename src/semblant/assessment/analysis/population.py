"""How many records of the original are unique in the population it was drawn from, by models of how classes grow."""

import numpy as np

from semblant.arrays import Floats, Ints

_LARGEST = 1e6  # of θ
_FEW, _STEPS = 5_000, 4_000
_TERMS = 1_000_000  # of a series that falls fast unless its class is small and its weights are enormous


def pitman_fit(sizes: Ints) -> tuple[float, float]:
    """The parameters α and θ of Pitman's sampling formula under which these class sizes are most likely.

    Reference: Pitman 1995, as fitted to microdata by Hoshino 2001.
    """
    from scipy.optimize import minimize
    from scipy.special import gammaln

    sizes = np.asarray(sizes, np.int64)
    n, classes = int(sizes.sum()), len(sizes)
    size, often = np.unique(sizes, return_counts=True)
    i = np.arange(1, classes)

    def unlikely(at: Floats) -> float:
        alpha, theta = _parameters(at)
        new = np.log(theta + i * alpha).sum() - (gammaln(theta + n) - gammaln(theta + 1.0))
        old = (often * (gammaln(size - alpha) - gammaln(1.0 - alpha))).sum()
        return -float(new + old)

    starts = [np.array([a, np.log(t)]) for a in (-2.0, 1.0) for t in (1.0, max(2.0, classes / 2))]
    best = min((minimize(unlikely, at, method="Nelder-Mead", options={"maxiter": 2_000}) for at in starts),
               key=lambda found: float(found.fun))  # fmt: skip
    return _parameters(best.x)


def _parameters(at: Floats) -> tuple[float, float]:
    """α between 0 and 1 and θ above 0, from two numbers without bounds."""
    return float(1.0 / (1.0 + np.exp(-np.clip(at[0], -15, 15)))), float(np.exp(np.clip(at[1], -15, np.log(_LARGEST))))


def unique_if_unique(alpha: float, theta: float, records: int, population: int) -> float:
    """The chance that a record which is unique among the records is unique in the population."""
    from scipy.special import betaln

    rest = theta + records - 1 + alpha
    return float(np.exp(betaln(1 - alpha, rest + population - records) - betaln(1 - alpha, rest)))


def found_of_class(size: int, alpha: float, theta: float, records: int, population: int) -> float:
    """The expected chance of naming a person of a class with so many records: 1 / its size in the population.

    How many more of the population belong to the class is beta-binomial. Small numbers are summed one by one; beyond
    them the distribution is smooth, and is integrated.
    """
    a, b, more = size - alpha, theta + records - size + alpha, population - records
    if more <= 0:
        return 1.0 / size
    few = np.arange(min(more, _FEW) + 1, dtype=np.float64)
    found = float((np.exp(_log_share(few, more, a, b)) / (size + few)).sum())
    if more > _FEW:
        many = np.geomspace(_FEW + 0.5, more + 0.5, _STEPS)
        found += float(np.trapezoid(np.exp(_log_share(np.minimum(many, more), more, a, b)) / (size + many), many))
    return float(min(max(found, 1.0 / population), 1.0 / size))


def _log_share(x: Floats, trials: int, a: float, b: float) -> Floats:
    """The logarithm of the beta-binomial probability of x in so many trials."""
    from scipy.special import betaln, gammaln

    choose = gammaln(trials + 1.0) - gammaln(x + 1.0) - gammaln(trials - x + 1.0)
    return np.asarray(choose + betaln(x + a, trials - x + b) - betaln(a, b))


def risk_by_weights(sizes: Ints, weights: Floats) -> Floats:
    """The risk 1/F of a record in each class, where sample weights estimate the class's size F in the population.

    Reference: Franconi & Polettini 2004, Individual risk estimation in µ-Argus: F given the sample is negative binomial
    with the sampling rate p = size / sum of weights.

    Example:
        >>> risk_by_weights(np.array([1, 4]), np.array([1.0, 4.0])).tolist()
        [1.0, 0.25]
    """
    sizes = np.asarray(sizes, np.float64)
    p = np.clip(sizes / np.maximum(weights, sizes), 1e-12, 1.0)
    return np.array([_inverse_of_sum(size, share) for size, share in zip(sizes.tolist(), p.tolist(), strict=True)])


def _inverse_of_sum(size: float, p: float) -> float:
    """E[1/F] of a negative binomial F with at least ``size`` members, each sampled with probability p."""
    if p >= 1.0:
        return 1.0 / size
    if size == 1:
        return float(-p * np.log(p) / (1 - p))
    term, total, m = 1.0, 0.0, 0
    while term > 1e-15 * total and m < _TERMS:
        total += term
        term *= (1 - p) * (m + 1) / (size + m + 1)
        m += 1
    return min(p / size * total, 1.0 / size)
