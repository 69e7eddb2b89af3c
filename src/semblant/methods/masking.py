"""What a method returns: which records form a group, and what stands for each group."""

from dataclasses import dataclass, field
from enum import StrEnum

import numpy as np
from numpy.typing import NDArray


class Stands(StrEnum):
    """How a group's records are released."""

    CENTRE = "centre"  # a candidate per column
    DONOR = "donor"  # the values of one tuple of the data
    GENERALISED = "generalised"  # a wider label per column
    SYNTHETIC = "synthetic"  # texts made for the group
    DROPPED = "dropped"  # not released


@dataclass(frozen=True)
class Masking:
    """Rows of (tuple, count, group), and per group how it is represented.

    A tuple's records may be parted over groups; ``centre[group, column]`` is a candidate, ``donor[group]`` a tuple,
    ``label[group]`` the texts of a generalised or synthetic group, one per column.
    """

    tuples: NDArray[np.int64]
    counts: NDArray[np.int64]
    groups: NDArray[np.int64]
    stands: tuple[Stands, ...]
    centre: NDArray[np.int64] = field(default_factory=lambda: np.empty((0, 0), np.int64))
    donor: NDArray[np.int64] = field(default_factory=lambda: np.empty(0, np.int64))
    label: tuple[tuple[str, ...], ...] = ()
    blocks: int = 1  # parts of the table that were masked apart

    @property
    def size(self) -> int:
        """How many groups there are."""
        return len(self.stands)

    def group_sizes(self) -> NDArray[np.int64]:
        """Records per group."""
        return np.bincount(self.groups, self.counts, self.size).astype(np.int64)

    def group_of_records(self, record_tuple: NDArray[np.int64]) -> NDArray[np.int64]:
        """The group of every record: a tuple's records go to its groups in order, the earliest record first.

        Example:
            >>> m = Masking(np.array([0, 0]), np.array([1, 2]), np.array([1, 0]), (Stands.DROPPED,) * 2)
            >>> m.group_of_records(np.array([0, 0, 0])).tolist()
            [0, 0, 1]
        """
        by_tuple = np.lexsort((self.groups, self.tuples))
        out = np.empty(len(record_tuple), np.int64)
        out[np.argsort(record_tuple, kind="stable")] = np.repeat(self.groups[by_tuple], self.counts[by_tuple])
        return out
