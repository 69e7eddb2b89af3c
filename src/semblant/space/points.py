"""Records as the kernels see them: flat arrays, never objects."""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray


class Points(NamedTuple):
    """Distinct tuples in canonical order, and per tabled column how far and what stands for these.

    Column j holds ``distance[candidate, value]`` (row after row, from ``distance_start[j]``) and
    ``cost[value, candidate]``: a group's centre is the candidate of least weighted cost, the first among equals.
    """

    codes: NDArray[np.int32]  # [column, tuple] value codes
    numbers: NDArray[np.float32]  # [numeric column, tuple], already scaled and weighted
    weights: NDArray[np.int64]  # records per tuple
    sizes: NDArray[np.int64]  # [column, 2]: candidates, values
    distance: NDArray[np.float32]
    distance_start: NDArray[np.int64]
    cost: NDArray[np.float32]
    cost_start: NDArray[np.int64]
    own: NDArray[np.int32]  # the candidate that is the value itself
    own_start: NDArray[np.int64]
    euclidean: bool
