"""Which of several releases are on the Pareto frontier: no other is better in both risk and loss."""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray


def frontier(risk: Sequence[float], loss: Sequence[float]) -> NDArray[np.bool_]:
    """Which points are on the frontier: no other is at least as good in risk and loss and better in one of them.

    Example:
        >>> frontier([5, 3, 4, 3], [1, 9, 9, 2]).tolist()
        [True, False, False, True]

    Points that are equal in both are either all on the frontier or all off it.
    """
    r, c = np.asarray(risk, np.float64), np.asarray(loss, np.float64)
    on = np.zeros(len(r), np.bool_)
    best = np.inf
    order = np.lexsort((c, r))
    for i, place in enumerate(order):
        twin = i > 0 and r[place] == r[order[i - 1]] and c[place] == c[order[i - 1]]
        on[place] = bool(on[order[i - 1]]) if twin else c[place] < best
        best = min(best, float(c[place]))
    return on


def score(loss_percent: float, record_linkage_percent: float, alpha: float = 0.5) -> float:
    """Weighted sum of loss and linkage as in the thesis, α·L + (1-α)·RL, in percent; lower is better.

    Only the steward can weigh the two against each other. The score exists for comparison with the paper; nothing in
    this package is decided by it.

    Example:
        >>> score(10.0, 20.0), score(10.0, 20.0, alpha=1.0)
        (15.0, 10.0)

    Reference: thesis, eq. 6.5.
    """
    if not 0.0 <= alpha <= 1.0:
        raise ValueError(f"The 'alpha' parameter must be a float from 0 to 1. Got {alpha!r} instead.")
    return alpha * loss_percent + (1.0 - alpha) * record_linkage_percent
