"""Recoding: every record that is too rare takes the values of another record, so only real combinations are released.

The sets of equal records are merged until each has k. All methods here work on sets as they are *now*: a set that has
taken over another one is larger, and its records carry the values of its own tuple. A method says which set is recoded
next and which one it joins; what is released for a group are the values of its donor, a tuple of the data.

Decided where the papers are silent:

* The distance from a set to another is that of their current values, the set to recode being the reference.
* Ties go to the earlier tuple; a seed decides only where the paper says random, and where `ties` are random.
* A set always joins another as a whole: equal records stay equal.
"""

from collections.abc import Sequence
from heapq import heapify, heappop, heappush

import numpy as np

from semblant.arrays import Ints, followed, numbered
from semblant.kernels import recode as kernel
from semblant.methods.job import Job
from semblant.methods.masking import Donors, Masking
from semblant.space.product import Product


def recode(space: Product, job: Job) -> Masking:
    """Recode round by round: all of the rarest sets join the set that is nearest, at the cost of its size.

    In every round the sets with the fewest records (H1) are each replaced by the least distant set with more records
    than they have (H2); of equals the one with the fewest records, as they were when the round began.
    ``weighting: frequency`` compares as published (Eq. 4.3: distance times records of the set to join), otherwise by
    distance.

    Where all sets are of one size there is nothing larger to join. The round then takes the sets in canonical order,
    and each that has not grown meanwhile joins the nearest other set as it is at that moment.

    Reference: Martínez, Sánchez, Valls & Batet 2011; thesis, Algorithm 2.
    """
    return donated(space, kernel.recode(space.points, job.k, job.weighted))


def recode_fusion(space: Product, job: Job) -> Masking:
    """Recode one set at a time, chosen by three heuristics.

    Of the sets with the fewest records (S1) those whose best merge is the nearest (S2), of these the ones whose best
    merge reaches the fewest records (S3), of these a random one. It joins its nearest set, of equals the smallest.
    Compared by distance alone: the fusion paper has no frequency weights.

    The anonymity reached is that of the *best* merge. Eq. 7 takes the minimum over all other sets, which is the same
    for all of S1 and would never decide; here the method departs from the paper. The random order is drawn once,
    for all tuples in canonical order.

    Reference: Martínez, Sánchez, Valls & Batet 2012 (fusion), section 3.2.
    """
    turns = job.rng.permutation(len(space.weights))
    return donated(space, kernel.recode_fusion(space.points, job.k, turns))


def recode_dm(space: Product, job: Job) -> Masking:
    """Recode by size alone, as the Discernibility Metric does; the meaning of values plays no part.

    The fusion algorithm with the growth of DM, ``2·|I_i|·|I_k|``, in place of the distance. The best merge of every
    rarest set is the smallest other one and reaches the same size, so a random one of the rarest joins the
    smallest other set, of equals the earliest.

    Reference: fusion, section 4.2.
    """
    sizes = space.weights.tolist()
    turns = job.rng.permutation(len(sizes)).tolist()
    into = np.arange(len(sizes))
    givers = [(size, turns[t], t) for t, size in enumerate(sizes)]
    takers = [(size, t, t) for t, size in enumerate(sizes)]
    heapify(givers)
    heapify(takers)
    for _ in range(len(sizes) - 1):
        size, _, t = _pop(givers, sizes)
        if size >= job.k:
            break
        sizes[t] = 0
        _, _, v = _pop(takers, sizes)
        sizes[v] += size
        into[t] = v
        heappush(givers, (sizes[v], turns[v], v))
        heappush(takers, (sizes[v], v, v))
    return donated(space, into)


def _pop(heap: list[tuple[int, int, int]], sizes: list[int]) -> tuple[int, int, int]:
    """The first entry whose set still has the size that it is entered with."""
    while sizes[heap[0][2]] != heap[0][0]:
        heappop(heap)
    return heappop(heap)


def recode_random(space: Product, job: Job) -> Masking:
    """Recode without any guidance: in canonical order, every set below k takes the values of a random other record.

    Each record outside the set has the same probability, so frequent values are more likely to be taken over. The
    papers average five runs; this is one.

    Reference: fusion, section 4.1; thesis 5.2.2.
    """
    return _drawn(space, job, by_size=False)


def recode_h1(space: Product, job: Job) -> Masking:
    """Recode with the first heuristic only: the set with the fewest records next, to the values of a random other.

    Of equally small sets the earliest is taken; the other record is drawn as in :func:`recode_random`.

    Reference: fusion, section 4.1; thesis 5.2.2.
    """
    return _drawn(space, job, by_size=True)


def _drawn(space: Product, job: Job, *, by_size: bool) -> Masking:
    sizes = space.weights.tolist()
    into = np.arange(len(sizes))
    urn, k = Urn(sizes), job.k
    queue = [(size if by_size else 0, t) for t, size in enumerate(sizes) if size < k]
    heapify(queue)
    while queue:
        rank, t = heappop(queue)
        size = sizes[t]
        if not 0 < size < k or size == urn.records or (by_size and size != rank):
            continue
        urn.put(t, -size)
        sizes[t] = 0
        v = urn.draw(job.rng)
        urn.put(v, size)
        sizes[v] += size
        into[t] = v
        if sizes[v] < k:
            heappush(queue, (sizes[v] if by_size else 0, v))
    return donated(space, into)


class Urn:
    """Records to draw from by their sets: a set comes up as often as it has records.

    Sums over blocks of sets, each twice as long as the one below (a Fenwick tree), make a draw a few steps.

    Example:
        >>> urn = Urn([2, 0, 5])
        >>> urn.put(0, -2)
        >>> urn.records, urn.draw(np.random.default_rng(1))
        (5, 2)
    """

    def __init__(self, sizes: Sequence[int]) -> None:
        self.records = sum(sizes)
        self._sums = [0, *sizes]
        for i in range(1, len(self._sums)):
            above = i + (i & -i)
            if above < len(self._sums):
                self._sums[above] += self._sums[i]

    def put(self, t: int, count: int) -> None:
        """Put records of a set in, or take them out."""
        self.records += count
        i = t + 1
        while i < len(self._sums):
            self._sums[i] += count
            i += i & -i

    def draw(self, rng: np.random.Generator) -> int:
        """The set of a record drawn at random."""
        number = int(rng.integers(self.records))
        i, step = 0, 1 << len(self._sums).bit_length()
        while step:
            if i + step < len(self._sums) and self._sums[i + step] <= number:
                i += step
                number -= self._sums[i]
            step >>= 1
        return i


def donated(space: Product, into: Ints) -> Masking:
    """A masking whose groups carry the values of a donor: of the tuple that the others went into, one after another."""
    groups, donors = numbered(followed(into))
    rows = np.argsort(groups, kind="stable")
    return Masking(rows, space.weights[rows], groups[rows], (Donors.of(donors),))
