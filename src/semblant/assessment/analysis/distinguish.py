"""Whether a model can tell released records from original ones: the propensity score (Woo et al. 2009)."""

from collections.abc import Sequence

import numpy as np

from semblant.arrays import Floats, Ints
from semblant.assessment.analysis.features import features
from semblant.assessment.analysis.logistic import chances, logistic_fit, one_thread
from semblant.assessment.analysis.variables import Variable

ROWS, CELLS = 50_000, 10_000_000
"""The most records of both files together that the model sees, and the most numbers of these: the wider, the fewer."""
_SEED = 20_090_101  # fixed, so that everybody gets the same figure
_RIDGE = 1e-4  # for each record; as little as it takes for columns that say the same


def propensity_error(found: Sequence[Variable]) -> float | None:
    """pMSE: 0 where original and released records cannot be told apart, 0.25 where every one can.

    The mean squared difference between a record's propensity to be a released one, by a logistic model of all columns,
    and the share of released records. Masked rows are paired with original ones, so the null distribution of Snoke et
    al. (2018), which is for synthetic data, does not apply, and no ratio to it is given.
    """
    if not found:
        return None
    seen = [(one, features(one)) for one in found]
    most = min(ROWS, CELLS // (1 + sum(len(named) for _, named in seen))) // 2
    before, after = (_rows(values.records, most) for values in found[0].sides)
    if not len(before) or not len(after):
        return None
    released = np.repeat([0.0, 1.0], [len(before), len(after)])
    columns = [np.ones(len(released))]
    for one, named in seen:
        sides = one.before.of(before), one.after.of(after)
        columns += [np.concatenate([feature.of(values) for values in sides]) for feature in named]
    return float(np.mean((propensities(np.column_stack(columns), released) - released.mean()) ** 2))


def _rows(records: int, most: int) -> Ints:
    if records <= most:
        return np.arange(records)
    return np.sort(np.random.default_rng(_SEED).choice(records, most, replace=False))


def propensities(x: Floats, y: Floats) -> Floats:
    """The fitted probabilities of a logistic model with a slight ridge; the first column is the free intercept.

    More columns than records are turned into as many as there are records: a ridge that is the same in all directions
    gives the same probabilities, and the work grows with the columns and no longer with their cube.
    """
    scale = x.std(axis=0)
    varied = scale > 0
    x = np.where(varied, (x - x.mean(axis=0)) / np.where(varied, scale, 1.0), x)  # days since 1970 are far from 0
    with one_thread():
        if x.shape[1] > len(x) + 1:
            x = np.column_stack([x[:, 0], np.asarray(np.linalg.qr(x[:, 1:].T, mode="r")).T])
        ridge = np.full(x.shape[1], _RIDGE * len(y))
        ridge[0] = 0.0
        return chances(x, logistic_fit(x, y, ridge)[0])
