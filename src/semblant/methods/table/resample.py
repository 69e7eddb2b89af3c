"""Resampling: records of the same rank in several sorted random samples are averaged. The fastest family."""

import numpy as np

from semblant.arrays import Ints, Ints32
from semblant.errors import CapacityError, PolicyError
from semblant.methods.job import Job
from semblant.methods.masking import Centroids, Masking
from semblant.methods.table.mdav import centred
from semblant.space.order import arranged, far_from, tallied
from semblant.space.points import centres
from semblant.space.product import Product

_ROOM = 2**28
"""Resampled records held in memory at a time: a gigabyte."""
_AT_ONCE = 2**20
"""Resampled records that are averaged at a time."""


def resample(space: Product, job: Job) -> Masking:
    """SkResampling: k random samples without replacement, sorted; records of the same rank form a group.

    The fewer than k records left over join the group with the nearest centre, as the centres stood before any of them
    joined, the first of equals; then centres are taken anew. Records are drawn from the canonical order, so the order
    of the table does not matter. ``weighting: frequency`` sorts by that too (see `semblant.space.order.arranged`).

    Reference: Martínez, Sánchez & Valls 2012; thesis, Algorithm 6.
    """
    k, records = job.k, job.rng.permutation(np.repeat(np.arange(len(space.weights)), space.weights))
    size = len(records) // k
    samples, left = records[: size * k].reshape(k, size), records[size * k :]
    ranked = arranged(space.points, samples, weighted=job.weighted)
    rank = np.arange(size)
    joined = left
    if left.size:
        centre, means = centres(space.points, tallied(ranked, rank), size)
        joined = far_from(space.points, left[:, None], centre, means).argmin(axis=1)
    rows = tallied(np.append(ranked, left), np.append(np.tile(rank, k), joined))
    return centred(space, rows[:, 0], rows[:, 1], rows[:, 2])


def resample_heer(space: Product, job: Job, *, samples: int | None = None) -> Masking:
    """Heer's resampling: averages of the same rank over samples with replacement. NOT k-anonymous.

    Draws ``samples`` samples (k by default) as large as the table; the i-th released record is the centre of the
    samples' i-th records. It does not come from one particular record. To assess it, and to publish it in the table's
    rows, it is assigned to the original record of the same rank: original records are sorted in the same way. Records
    that are released alike form a group, of any size.

    Reference: Heer 1993; thesis, Algorithm 5.
    """
    if space.points.numbers.size:
        raise PolicyError(
            "resample-heer averages over other records than a group's own, which numeric columns do not allow here.",
            where="method",
            hints=["set method: resample, which is k-anonymous besides", "make the columns nominal or semantic"],
        )
    samples = samples or job.k
    records = np.repeat(np.arange(len(space.weights)), space.weights)
    n = len(records)
    if samples * n > _ROOM:
        raise CapacityError(
            f"{samples:,} samples of {n:,} records do not fit into memory; {max(1, _ROOM // n):,} would.",
            where="method",
            hints=["set method: resample, which holds every record once", "choose a smaller k"],
        )
    drawn = np.empty((samples, n), np.int32)
    for i in range(samples):
        drawn[i] = arranged(space.points, records[job.rng.integers(n, size=(1, n))], weighted=job.weighted)
    step = max(1, _AT_ONCE // samples)
    released = np.concatenate([_averages(space, drawn[:, i : i + step]) for i in range(0, n, step)])
    alike, group = np.unique(released, axis=0, return_inverse=True)
    rows = tallied(arranged(space.points, records[None, :], weighted=job.weighted)[0], group)
    return Masking(rows[:, 0], rows[:, 1], rows[:, 2], (Centroids.of(alike),))


def _averages(space: Product, drawn: Ints32) -> Ints:
    """The centre of each column's records."""
    width = drawn.shape[1]
    centre, _ = centres(space.points, tallied(drawn.astype(np.int64), np.arange(width)), width)
    return np.asarray(centre)
