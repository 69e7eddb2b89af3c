"""The MDAV family: microaggregation by maximum distance to the average vector."""

import numpy as np

from semblant.arrays import Ints, numbered
from semblant.kernels import mdav as kernel
from semblant.methods.job import Job
from semblant.methods.masking import Centroids, Masking
from semblant.space.points import centres
from semblant.space.product import Product


def sa_mdav(space: Product, job: Job, *, static: bool = False) -> Masking:
    """Semantic Adaptive MDAV: groups of whole tuples, without an upper size.

    ``weighting: frequency`` compares as published; ``static`` keeps a group's first tuple as its reference.

    Reference: Martínez, Sánchez & Valls 2012; thesis, Algorithm 4.
    """
    label = kernel.sa_mdav(space.points, job.k, job.weighted, static)
    return centred(space, np.arange(len(label)), space.weights, label.astype(np.int64))


def sa_mdav_static(space: Product, job: Job) -> Masking:
    """SA-MDAV that keeps a group's first tuple as its reference.

    Reference: thesis 6.3.3.
    """
    return sa_mdav(space, job, static=True)


def fixed_mdav(space: Product, job: Job) -> Masking:
    """MDAV with groups of exactly k records, the last of up to 2k-1.

    With random ties, equals are taken in a random order of all records.

    Reference: Domingo-Ferrer & Torra 2005; thesis, Algorithm 3.
    """
    turns = job.rng.permutation(space.records) if job.random_ties else None
    rows = kernel.mdav(space.points, job.k, turns)
    return centred(space, rows[:, 0], rows[:, 1], rows[:, 2])


def centred(space: Product, tuples: Ints, counts: Ints, groups: Ints) -> Masking:
    """A masking whose groups are represented by their centroids, groups numbered by their earliest tuple."""
    by_tuple = np.lexsort((groups, tuples))
    tuples, counts, groups = tuples[by_tuple], counts[by_tuple], groups[by_tuple]
    groups, there = numbered(groups)
    by_group = np.argsort(groups, kind="stable")
    rows = np.stack([tuples, counts, groups], axis=1)[by_group]
    centre, _ = centres(space.points, rows, len(there))
    return Masking(rows[:, 0], rows[:, 1], rows[:, 2], (Centroids.of(centre),))
