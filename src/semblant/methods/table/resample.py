"""Resampling: records of the same rank in several sorted random samples are averaged. The fastest family."""

import numpy as np
from numpy.typing import NDArray

from semblant.arrays import Ints, Ints32
from semblant.errors import CapacityError
from semblant.methods.job import Job
from semblant.methods.masking import Masking, Synthetic
from semblant.methods.table.mdav import centred
from semblant.space.order import arranged, far_from, tallied
from semblant.space.points import centres
from semblant.space.product import Product, unique_columns

_ROOM = 2**28
"""Resampled records held in memory at a time: a gigabyte."""
_AT_ONCE = 2**20
"""Resampled records that are averaged at a time."""


def resample(space: Product, job: Job) -> Masking:
    """SkResampling: k random samples without replacement, sorted; records of the same rank form a group.

    The fewer than k records left over join the group with the nearest centre, as the centres stood before any of them
    joined, the first of equals; then centres are taken anew. Records are drawn from the canonical order, so the order
    of the table does not matter. ``weighting: frequency`` sorts as published (see `semblant.space.order.arranged`), and
    the sort starts at the extreme record of a sample (thesis 4.4), not at its centroid, which 7.2.1 names.

    Reference: Martínez, Sánchez & Valls 2012; thesis, Algorithm 6.
    """
    k, records = job.k, job.rng.permutation(np.repeat(np.arange(len(space.weights)), space.weights))
    size = len(records) // k
    samples, left = records[: size * k].reshape(k, size), records[size * k :]
    ranked = _ranked(space, samples, job)
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
    that are released alike form a group, of any size. A single column of numbers is sorted in increasing order.

    Reference: Heer 1993; thesis, Algorithm 5.
    """
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
        drawn[i] = _ranked(space, records[job.rng.integers(n, size=(1, n))], job)
    own = _ranked(space, (job.rng.permutation(records) if job.random_ties else records)[None, :], job)[0]
    step = max(1, _AT_ONCE // samples)
    released = np.concatenate([_averages(space, drawn[:, i : i + step]) for i in range(0, n, step)])
    texts, codes = zip(*(np.unique(column, return_inverse=True) for column in released.T), strict=True)
    alike, group, _ = unique_columns(np.array(codes, np.int32), [len(column) for column in texts])
    values = np.array([column[code] for column, code in zip(texts, alike, strict=True)], object).T
    rows = tallied(own, group.astype(np.int64))
    return Masking(rows[:, 0], rows[:, 1], rows[:, 2], (Synthetic.of(values),))


def _ranked(space: Product, samples: Ints, job: Job) -> Ints:
    """Every sample sorted; ties by tuple, or as the records were drawn. One column of numbers is sorted as such."""
    points = space.points
    if not job.random_ties:
        samples = np.sort(samples, axis=1)
    if len(points.numbers) == 1 and not len(points.codes):
        return np.take_along_axis(samples, np.argsort(points.numbers[0][samples], axis=1, kind="stable"), axis=1)
    return arranged(points, samples, weighted=job.weighted)


def _averages(space: Product, drawn: Ints32) -> NDArray[np.object_]:
    """The text of the centre of each column's records, [rank, column]."""
    width = drawn.shape[1]
    rows = tallied(drawn.astype(np.int64), np.arange(width))
    centre, _ = centres(space.points, rows, width)
    texts = np.empty((width, len(space.columns)), object)
    for j, column in enumerate(space.columns):
        table = space.table_of(column)
        chosen = np.zeros(width, np.int64) if table is None else centre[:, table]
        texts[:, j] = column.centre_texts(chosen, space.codes[j][rows[:, 0]], rows[:, 1], rows[:, 2])
    return texts
