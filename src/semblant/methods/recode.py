"""Recoding: every record that is too rare takes the values of another record, so only real combinations are released.

The sets of equal records are merged until each has k. All methods here work on sets as they are *now*: a set that has
taken over another one is larger, and its records carry the values of its own tuple. A method says which set is recoded
next and which one it joins; what is released for a group are the values of its donor, a tuple of the data.

Decided where the papers are silent:

* The distance from a set to another is that of their current values, the set to recode being the reference.
* Ties go to the earlier tuple; a seed decides only where the paper says random.
* A set joins a set of another value always as a whole: equal records stay equal.
"""

from collections.abc import Callable
from heapq import heapify, heappop, heappush

import numpy as np
from numpy.typing import NDArray

from semblant.kernels import recode as kernel
from semblant.methods.masking import Masking, Stands
from semblant.space.product import Product


def recode(space: Product, k: int, _: np.random.Generator, *, weighted: bool = True) -> Masking:
    """Recode round by round: all of the rarest sets join the set that is nearest, at the cost of its size.

    In every round the sets with the fewest records (H1) are each replaced by the least distant set with more records
    than they have (H2); of equals the one with the fewest records, as they were when the round began. ``weighted``
    compares by frequency as published (Eq. 4.3: distance times records of the set to join), otherwise by distance.

    Where all sets are of one size there is nothing larger to join. The round then takes the sets in canonical order,
    and each that has not grown meanwhile joins the nearest other set as it stands at that moment.

    Reference: Martínez, Sánchez & Valls 2011; thesis, Algorithm 2.
    """
    return donated(space, kernel.recode(space.points, k, weighted))


def recode_fusion(space: Product, k: int, rng: np.random.Generator) -> Masking:
    """Recode one set at a time, chosen by three heuristics.

    Of the sets with the fewest records (S1) those whose best merge is the nearest (S2), of these the ones whose best
    merge reaches the fewest records (S3), of these one by lot. It joins its nearest set, of equals the smallest.
    Compared by distance alone: the fusion paper has no frequency weights.

    The anonymity reached is that of the *best* merge. Eq. 7 takes the minimum over all other sets, which is the same
    for all of S1 and would never decide; here the method departs from the letter. The lots are drawn once, for all
    tuples in canonical order.

    Reference: Martínez, Sánchez, Valls & Batet 2012 (fusion), section 3.2.
    """
    lots = rng.permutation(len(space.weights))
    return donated(space, kernel.recode_fusion(space.points, k, lots))


def recode_dm(space: Product, k: int, rng: np.random.Generator) -> Masking:
    """Recode by size alone, as the Discernibility Metric asks; what values mean plays no part.

    The fusion algorithm with the growth of DM, ``2·|I_i|·|I_k|``, in place of the distance. The best merge of every
    rarest set is the smallest other one and reaches the same size, so one of the rarest is taken by lot and joins the
    smallest other set, of equals the earliest.

    Reference: fusion, section 4.2.
    """
    sizes = space.weights.tolist()
    into = np.arange(len(sizes))
    lots = rng.permutation(len(sizes)).tolist()
    givers = [(size, lots[t], t) for t, size in enumerate(sizes)]
    takers = [(size, t) for t, size in enumerate(sizes)]
    heapify(givers)
    heapify(takers)
    for _ in range(len(sizes) - 1):
        size, _, t = _current(givers, sizes)
        if size >= k:
            break
        sizes[t] = 0
        other, v = _current(takers, sizes)
        into[t] = v
        sizes[v] += size
        heappush(givers, (sizes[v], lots[v], v))
        heappush(takers, (sizes[v], v))
    return donated(space, into)


def _current[Entry: tuple[int, ...]](heap: list[Entry], sizes: list[int]) -> Entry:
    """The least entry whose set still has the size it is entered with."""
    while True:
        entry = heappop(heap)
        if sizes[entry[-1]] == entry[0]:
            return entry
