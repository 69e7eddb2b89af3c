"""Nearest released tuples of every original tuple: the scan behind semantic record linkage."""

import numpy as np
from numba import njit

# mypy: disable-error-code="no-untyped-def"

_SLACK = 1e-6  # distances that differ by rounding only are equally near


@njit(cache=True)
def nearest_records(before, after, after_counts, distance, start, columns, x, y, y_nowhere, unrelated):
    """Per original tuple the least distance to a released one, and how many released records are that near.

    ``before`` and ``after`` are codes of tabled columns, ``x`` and ``y`` scaled places of numeric ones; where either
    has no place the distance is ``unrelated``, unless both have none for the same reason.
    """
    p, r = before.shape[1], after.shape[1]
    least, number = np.empty(p, np.float32), np.empty(p, np.int64)
    out = np.empty(r, np.float32)
    for i in range(p):
        out[:] = 0.0
        for j in range(len(columns)):
            begin = start[j] + before[j, i] * columns[j]
            row = distance[begin : begin + columns[j]]
            code = after[j]
            for t in range(r):
                out[t] += row[code[t]]
        for q in range(x.shape[0]):
            here = x[q, i]
            if np.isnan(here):
                for t in range(r):
                    if not y_nowhere[q, t]:
                        out[t] += unrelated[q]
            else:
                for t in range(r):
                    out[t] += unrelated[q] if y_nowhere[q, t] else abs(here - y[q, t])
        nearest = out[0]
        for t in range(1, r):
            nearest = min(nearest, out[t])
        count = 0
        for t in range(r):
            if out[t] <= nearest + _SLACK:
                count += after_counts[t]
        least[i] = nearest
        number[i] = count
    return least, number
