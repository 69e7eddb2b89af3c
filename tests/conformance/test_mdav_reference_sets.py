"""MDAV on the reference sets of the field: the information losses that the literature prints.

Each column standardised by its sample standard deviation, euclidean distance, groups replaced by their means. On the
stand-ins, what MDAV loses that is written down as plainly as it can be.
"""

import numpy as np
import pytest

from semblant.kernels import mdav as kernel
from semblant.space.points import Points

PRINTED = {
    "cascrefmicrodata": {3: 5.692, 4: 7.495, 5: 9.088, 10: 14.156},
    "tarragona": {3: 16.933, 4: 19.546, 5: 22.462, 10: 33.193},
}
SHAPES = {
    "published": {"cascrefmicrodata": (1_080, 13), "tarragona": (834, 13)},
    "stand-in": {"cascrefmicrodata": (240, 5), "tarragona": (150, 6)},
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
        eligible=np.empty(0, np.int64),
        euclidean=True,
    )


def plain_mdav(x: np.ndarray, k: int) -> np.ndarray:
    """The group of every record: two groups of k at a time, around the farthest record and its opposite."""
    group, groups, left = np.zeros(len(x), int), 0, np.arange(len(x))

    def by_distance(place: np.ndarray) -> np.ndarray:
        return left[np.argsort(((x[left] - place) ** 2).sum(axis=1), kind="stable")]

    while len(left) >= 2 * k:
        r = by_distance(x[left].mean(axis=0))[-1]
        for centre in (r, by_distance(x[r])[-1]) if len(left) >= 3 * k else (r,):
            near = by_distance(x[centre])[:k]
            group[near], groups, left = groups, groups + 1, np.setdiff1d(left, near)
    group[left] = groups
    return group


def lost(x: np.ndarray, group: np.ndarray) -> float:
    """The share of the squared deviations, in percent, that is lost if every record becomes the mean of its group."""
    means = np.stack([np.bincount(group, column) / np.bincount(group) for column in x.T], axis=1)
    return 100 * ((x - means[group]) ** 2).sum() / (x**2).sum()


@pytest.mark.parametrize(("name", "k"), [(name, k) for name, losses in PRINTED.items() for k in losses])
def test_printed_losses(reference, origin, name, k):
    raw = np.loadtxt(reference / "casc" / f"{name}.csv", delimiter=",", skiprows=1)
    assert raw.shape == SHAPES[origin][name]
    x = (raw - raw.mean(axis=0)) / raw.std(axis=0, ddof=1)
    x = x[np.lexsort(x.T[::-1])]
    rows = kernel.mdav(points(np.ascontiguousarray(x.T, np.float32)), k)
    sizes = np.bincount(rows[:, 2], rows[:, 1])
    assert sizes.min() >= k
    assert sizes.max() < 2 * k
    group = np.empty(len(x), int)
    group[rows[:, 0]] = rows[:, 2]
    expected = PRINTED[name][k] if origin == "published" else round(lost(x, plain_mdav(x, k)), 3)
    assert round(lost(x, group), 3) == expected
