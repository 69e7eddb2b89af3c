"""Logistic regression by Newton's method."""

from contextlib import AbstractContextManager
from typing import Any

import numpy as np
from threadpoolctl import threadpool_limits  # type: ignore[import-untyped]

from semblant.arrays import Floats

_STEPS, _STEP = 50, 1e-8
_HALVES = 30  # of a step that leads too far


def logistic_fit(x: Floats, y: Floats, ridge: Floats | float = 0.0) -> tuple[Floats, Floats]:
    """The coefficients under which ``y`` (0 or 1) is most likely, and their information: the inverse covariance.

    A ridge, one for all coefficients or one for each, holds them back by so much of their squares. A step that makes
    ``y`` less likely is halved until it does not.
    """
    penalty = np.broadcast_to(np.asarray(ridge, np.float64), x.shape[1])

    def unlikely(at: Floats) -> float:
        return float(np.logaddexp(0.0, np.where(y > 0, -1.0, 1.0) * (x @ at)).sum() + (penalty * at**2).sum() / 2)

    beta, information = np.zeros(x.shape[1]), np.eye(x.shape[1])
    here = unlikely(beta)
    for _ in range(_STEPS):
        p = chances(x, beta)
        information = (x * np.maximum(p * (1 - p), 1e-9)[:, None]).T @ x + np.diag(penalty)
        step = _solved(information, x.T @ (y - p) - penalty * beta)
        there = unlikely(beta + step)
        for _ in range(_HALVES):
            if there <= here + _STEP * abs(here):
                break
            step = step / 2
            there = unlikely(beta + step)
        beta, here = beta + step, there
        if np.abs(step).max() < _STEP:
            break
    return beta, information


def _solved(matrix: Floats, right: Floats) -> Floats:
    """The solution of equations; of those that leave it open, as columns that say the same do, the shortest one."""
    try:
        return np.asarray(np.linalg.solve(matrix, right))
    except np.linalg.LinAlgError:
        return np.asarray(np.linalg.lstsq(matrix, right, rcond=None)[0])


def one_thread() -> AbstractContextManager[Any]:
    """Linear algebra by one thread: on small matrices, several spend most of their time waiting for each other.

    Sums are then made in the same order however many cores there are.
    """
    return threadpool_limits(1)  # type: ignore[no-any-return]


def chances(x: Floats, beta: Floats) -> Floats:
    """The chance of 1 by these coefficients, for every row."""
    return np.asarray(1.0 / (1.0 + np.exp(-np.clip(x @ beta, -30, 30))))
