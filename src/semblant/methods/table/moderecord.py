"""MDAV with the most frequent record: records are equal or not, and nothing lies in between."""

from collections import Counter
from heapq import heapify, heappop, heappush, heapreplace

import numpy as np

from semblant.arrays import Ints, numbered
from semblant.methods.job import Job
from semblant.methods.masking import Donors, Masking
from semblant.space.product import Product


def mdav_mode_record(space: Product, job: Job) -> Masking:
    """MDAV by whole records: distance 0 for identical records and 1 otherwise, the most frequent record of a group.

    As in Algorithm 3: a group around the record farthest from the centroid, here the first that is not the most
    frequent one, and a group around the record farthest from that; each takes its own like first and then whoever is
    next. Equals come in a random order of records, or in canonical order with ``ties: canonical``.

    Reference: Domingo-Ferrer & Torra 2005 as read by thesis 6.3.4 (distance) and 9.2.2 (centroid).
    """
    queue = _Queue(space.weights, job.rng.permutation(space.records) if job.random_ties else np.arange(space.records))
    rows: list[tuple[int, int, int]] = []
    donors: list[int] = []

    def form(first: int, size: int) -> None:
        group = queue.take(first, size)
        donors.append(max(group, key=group.__getitem__))  # of equally frequent ones that which came first
        rows.extend((t, count, len(donors) - 1) for t, count in group.items())

    while queue.records >= 2 * job.k:
        mode = queue.commonest()
        r = queue.first(other_than=mode)
        form(r, job.k)
        if queue.records >= 2 * job.k:
            form(queue.first(other_than=r), job.k)
    form(queue.first(), queue.records)
    tuples, counts, groups = np.array(rows, np.int64).T
    by_tuple = np.lexsort((groups, tuples))
    groups, old = numbered(groups[by_tuple])
    by_group = by_tuple[np.argsort(groups, kind="stable")]
    donor = Donors.of(np.array(donors, np.int64)[old])
    return Masking(tuples[by_group], counts[by_group], np.sort(groups), (donor,))


class _Queue:
    """The remaining records in their order, tuple by tuple."""

    def __init__(self, weights: Ints, turns: Ints) -> None:
        """``turns`` has the turn of every record, tuple after tuple."""
        of_tuples = np.split(turns, np.cumsum(weights)[:-1])
        self._turns = [sorted(of_tuple.tolist(), reverse=True) for of_tuple in of_tuples]
        self._next = [(left[-1], t) for t, left in enumerate(self._turns)]
        self._common = [(-len(left), t) for t, left in enumerate(self._turns)]
        heapify(self._next)
        heapify(self._common)
        self.records = len(turns)

    def first(self, other_than: int = -1) -> int:
        """The tuple of the first record that is not of one tuple; of that tuple if there is no other."""
        top = self._top()
        if top != other_than:
            return top
        aside = heappop(self._next)
        found = self._top()
        heappush(self._next, aside)
        return top if found < 0 else found

    def _top(self) -> int:
        """The tuple of the first record; -1 where none is left."""
        while self._next:
            turn, t = self._next[0]
            if self._turns[t][-1:] == [turn]:
                return t
            heappop(self._next)  # taken meanwhile
        return -1

    def commonest(self) -> int:
        """The tuple with most records left, the first of equals."""
        while True:
            size, t = self._common[0]
            if -size == len(self._turns[t]):
                return t
            heapreplace(self._common, (-len(self._turns[t]), t))

    def take(self, tuple_: int, size: int) -> Counter[int]:
        """Remove records of one tuple, then the first of any others, so many in all; how many of which tuple."""
        taken: Counter[int] = Counter()
        while size:
            count = min(size, len(self._turns[tuple_])) if not taken else 1
            del self._turns[tuple_][-count:]
            taken[tuple_] += count
            self.records -= count
            size -= count
            if self._turns[tuple_]:
                heappush(self._next, (self._turns[tuple_][-1], tuple_))
            if size:
                tuple_ = self._top()
        return taken
