"""Whether a model can tell released records from original ones: the propensity score (Woo et al. 2009)."""

from collections.abc import Sequence

import numpy as np

from semblant.arrays import Floats, Ints
from semblant.assessment.analysis.features import features
from semblant.assessment.analysis.logistic import chances, logistic_fit, one_thread
from semblant.assessment.analysis.variables import Variable

ROWS = 50_000
"""The most records of both files together that the model sees."""
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
    before, after = (_rows(len(values.codes)) for values in found[0].sides)
    columns = [
        np.concatenate([part, other])
        for one in found
        for part, other in zip(features(one, one.before.of(before)), features(one, one.after.of(after)), strict=True)
    ]
    released = np.repeat([0.0, 1.0], [len(before), len(after)])
    if not len(before) or not len(after):
        return None
    return float(
        np.mean((propensities(np.column_stack([np.ones(len(released)), *columns]), released) - released.mean()) ** 2)
    )


def _rows(records: int) -> Ints:
    most = ROWS // 2
    if records <= most:
        return np.arange(records)
    return np.sort(np.random.default_rng(_SEED).choice(records, most, replace=False))


def propensities(x: Floats, y: Floats) -> Floats:
    """The fitted probabilities of a logistic model with a slight ridge; the first column is the free intercept."""
    scale = x.std(axis=0)
    varied = scale > 0
    x = np.where(varied, (x - x.mean(axis=0)) / np.where(varied, scale, 1.0), x)  # days since 1970 are far from 0
    ridge = np.full(x.shape[1], _RIDGE * len(y))
    ridge[0] = 0.0
    with one_thread():
        return chances(x, logistic_fit(x, y, ridge)[0])
