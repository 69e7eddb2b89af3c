"""The result of a method, for each shape of data: the groups, and the representative of each group."""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Any, Self

import numpy as np
from numpy.typing import NDArray

from semblant.arrays import AnyInts, Flags, Ints
from semblant.data.filebacked import chunks, gathered
from semblant.space.product import Product


@dataclass(frozen=True, eq=False)
class Representatives:
    """Representatives of some groups; ``values`` has one row for each of the ``groups``."""

    groups: Ints
    values: NDArray[Any]

    @classmethod
    def of(cls, values: NDArray[Any]) -> Self:
        """Representatives of the groups 0, 1, 2 and so on."""
        return cls(np.arange(len(values)), values)

    def taken(self, places: Ints, groups: Ints) -> Self:
        """Some of them, for groups with other numbers."""
        return replace(self, groups=groups, values=self.values[places])


class Centroids(Representatives):
    """A candidate for every tabled column, [group, column]; a numeric column takes the mean of the group."""


class Donors(Representatives):
    """A tuple of the data, [group], whose values the whole group takes over."""


@dataclass(frozen=True, eq=False)
class Generalised(Representatives):
    """A wider label for every column, [group, column], and the level of every column where all its values share one."""

    levels: tuple[int, ...] | None = None


class Synthetic(Representatives):
    """A text made for every column, [group, column]."""


class Dropped(Representatives):
    """Nothing, [group, 0]: the records are not released."""

    @classmethod
    def last(cls, before: int) -> Self:
        """One group of dropped records, after so many other groups."""
        return cls(np.array([before]), np.empty((1, 0)))


def joined(parts: Iterable[Representatives]) -> tuple[Representatives, ...]:
    """All representatives of a kind put together, kinds in the order in which they first appear."""
    kinds: dict[type[Representatives], list[Representatives]] = {}
    for part in parts:
        kinds.setdefault(type(part), []).append(part)
    return tuple(
        replace(
            same[0], groups=np.concatenate([p.groups for p in same]), values=np.concatenate([p.values for p in same])
        )
        for same in kinds.values()
    )


@dataclass(frozen=True, eq=False)
class SetMasking:
    """The group of every record of a table of sets, and the cell that every record is released with."""

    groups: Ints
    cells: list[str]


LogEntry = tuple[str, int]
"""A released query, and the row of the original whose time it takes; -1: no time."""


@dataclass(frozen=True, eq=False)
class LogMasking:
    """The group of every user of a search log, and the log that all users of a group are released with."""

    groups: Ints
    logs: tuple[tuple[LogEntry, ...], ...]


@dataclass(frozen=True, eq=False)
class Masking:
    """Rows of (tuple, count, group), and how the groups are represented, each in one of the parts.

    A tuple's records may be spread over groups. They are dealt unless ``placed`` gives the group of every record:
    records of one tuple may differ in sensitive values, so once groups that share a tuple are merged, dealing no longer
    says which record is in which group.
    """

    tuples: Ints
    counts: Ints
    groups: Ints
    represented: tuple[Representatives, ...]
    placed: AnyInts | None = None
    blocks: int = 1  # parts of the table that were masked separately

    @property
    def size(self) -> int:
        """How many groups there are."""
        return sum(len(part.groups) for part in self.represented)

    @property
    def levels(self) -> tuple[int, ...] | None:
        """The level of every column, where whole columns were generalised."""
        return next((part.levels for part in self.represented if isinstance(part, Generalised)), None)

    def where(self, *kinds: type[Representatives]) -> Flags:
        """Which groups have one of these types of representatives."""
        found = np.zeros(self.size, np.bool_)
        for part in self.represented:
            found[part.groups] = isinstance(part, kinds)
        return found

    def representative(self, group: int) -> tuple[Representatives, int]:
        """The part that represents a group, and the group's row in it."""
        return next((part, int(at)) for part in self.represented for at in np.flatnonzero(part.groups == group))

    def represented_as(self, groups: Ints) -> tuple[Representatives, ...]:
        """The representatives of new groups, each that of one of these groups."""
        parts = []
        for part in self.represented:
            place = np.full(self.size, -1)
            place[part.groups] = np.arange(len(part.groups))
            new = np.flatnonzero(place[groups] >= 0)
            parts.append(part.taken(place[groups[new]], new))
        return tuple(parts)

    def group_sizes(self) -> Ints:
        """Records per group."""
        return np.bincount(self.groups, self.counts, self.size).astype(np.int64)

    def group_of_records(self, space: Product) -> AnyInts:
        """The group of every record: where it was placed, else a tuple's records are dealt to its groups by turn.

        Example:
            >>> space = Product((), np.zeros(3, int), np.empty((0, 1), np.int32), np.array([3]))
            >>> dropped = Dropped.of(np.empty((2, 0)))
            >>> masking = Masking(np.array([0, 0]), np.array([1, 2]), np.array([1, 0]), (dropped,))
            >>> masking.group_of_records(space).tolist()
            [0, 0, 1]
            >>> masking.group_of_records(replace(space, draws=np.array([2, 0, 1], np.uint64).__getitem__)).tolist()
            [1, 0, 0]
        """
        if self.placed is not None:
            return self.placed
        there = self.counts > 0
        divided = np.bincount(self.tuples[there], minlength=len(space.weights)) > 1
        group = np.zeros(len(space.weights), np.int32)
        group[self.tuples[there]] = self.groups[there]
        out = gathered(group, space.record_tuple)
        if divided.any():
            parts = np.flatnonzero(divided[self.tuples])
            parts = parts[np.lexsort((self.groups[parts], self.tuples[parts]))]
            rows, ends = space.by_tuple(divided), np.cumsum(self.counts[parts])
            for at in chunks(len(rows)):
                part = np.searchsorted(ends, np.arange(at.start, at.stop), side="right")
                out[rows[at]] = self.groups[parts[part]]
        return out
