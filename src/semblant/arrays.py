"""The array types used in signatures; lists of many lengths in one flat array; labels as numbers."""

from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

Ints = NDArray[np.int64]
Ints32 = NDArray[np.int32]
AnyInts = NDArray[np.integer[Any]]
Indices = NDArray[np.intp]
Floats = NDArray[np.float64]
Floats32 = NDArray[np.float32]
Flags = NDArray[np.bool_]
Bytes = NDArray[np.uint8]


def bounds(sizes: ArrayLike) -> Ints:
    """Where lists of these sizes begin in a flat array, and where the last one ends.

    Example:
        >>> bounds([2, 0, 3]).tolist()
        [0, 2, 2, 5]
    """
    return np.concatenate([[0], np.cumsum(sizes)]).astype(np.int64)


def entries(begin: AnyInts, lists: AnyInts) -> Ints:
    """The places of all entries of some lists, one list after the other, by where lists begin in a flat array.

    Example:
        >>> entries(np.array([0, 2, 2, 5]), np.array([2, 0])).tolist()
        [2, 3, 4, 0, 1]
    """
    starts = begin[lists]
    sizes = begin[lists + 1] - starts
    ends = sizes.cumsum()
    return np.repeat(starts + sizes - ends, sizes) + np.arange(ends[-1] if len(ends) else 0)


def numbered(labels: AnyInts) -> tuple[Ints, Ints]:
    """Labels as numbers by where each first occurs, and the different labels in that order.

    Example:
        >>> [line.tolist() for line in numbered(np.array([7, 3, 7, 5]))]
        [[0, 1, 0, 2], [7, 3, 5]]
    """
    distinct, first, inverse = np.unique(labels, return_index=True, return_inverse=True)
    order = np.argsort(first, kind="stable")
    return np.argsort(order, kind="stable")[inverse], distinct[order].astype(np.int64)


def followed(into: Ints) -> Ints:
    """Where everything ends that goes from place to place, each place saying where to next; an end says itself.

    Example:
        >>> followed(np.array([1, 2, 2, 3])).tolist()
        [2, 2, 2, 3]
    """
    while not np.array_equal(into, further := into[into]):
        into = further
    return into
