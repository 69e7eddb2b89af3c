"""MDAV on the reference sets of the field: the information losses that the literature prints.

Each column standardised by its sample standard deviation, euclidean distance, groups replaced by their means.
"""

import numpy as np
import pytest

from semblant.kernels import mdav as kernel
from semblant.space.points import Points

PRINTED = {
    ("cascrefmicrodata", (1_080, 13)): {3: 5.692, 4: 7.495, 5: 9.088, 10: 14.156},
    ("tarragona", (834, 13)): {3: 16.933, 4: 19.546, 5: 22.462, 10: 33.193},
}


def points(numbers: np.ndarray) -> Points:
    """Records of numbers alone, in the order of their values."""
    empty, start = np.empty(0, np.float32), np.zeros(1, np.int64)
    return Points(
        codes=np.empty((0, numbers.shape[1]), np.int32),
        numbers=numbers,
        weights=np.ones(numbers.shape[1], np.int64),
        sizes=np.empty((0, 2), np.int64),
        distance=empty,
        distance_start=start,
        cost=empty,
        cost_start=start,
        own=np.empty(0, np.int32),
        own_start=start,
        euclidean=True,
    )


@pytest.mark.parametrize(("data", "k"), [(data, k) for data, losses in PRINTED.items() for k in losses])
def test_printed_losses(reference, data, k):
    name, shape = data
    raw = np.loadtxt(reference / "casc" / f"{name}.csv", delimiter=",", skiprows=1)
    assert raw.shape == shape
    x = (raw - raw.mean(axis=0)) / raw.std(axis=0, ddof=1)
    x = x[np.lexsort(x.T[::-1])]
    rows = kernel.mdav(points(np.ascontiguousarray(x.T, np.float32)), k)
    sizes = np.bincount(rows[:, 2], rows[:, 1])
    assert sizes.min() >= k
    assert sizes.max() < 2 * k
    group = np.empty(len(x), int)
    group[rows[:, 0]] = rows[:, 2]
    means = np.stack([np.bincount(group, column) / sizes for column in x.T], axis=1)
    loss = 100 * ((x - means[group]) ** 2).sum() / (x**2).sum()
    assert round(loss, 3) == PRINTED[data][k]
