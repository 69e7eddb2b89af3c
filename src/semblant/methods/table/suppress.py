"""Suppression: records that are too rare are left out, the others stay as they are."""

import math

import numpy as np

from semblant.errors import UnreachableError
from semblant.methods.job import Job
from semblant.methods.masking import Donors, Dropped, Masking, Representatives
from semblant.space.product import Product


def suppress(space: Product, job: Job) -> Masking:
    """Drop every record in a class of fewer than k; an error where those are more than the limit allows.

    A tuple with k records or more is a group of its own and its own donor. The dropped records are one group, the
    last, whatever its size.

    Reference: Samarati & Sweeney 1998; the naive rival of thesis chapter 8.
    """
    rare, limit = space.weights < job.k, job.policy.suppression_limit
    dropped, n = int(space.weights[rare].sum()), int(space.weights.sum())
    if dropped / n > limit:
        needed = math.ceil(dropped / n * 10_000) / 10_000
        raise UnreachableError(
            f"{dropped:,} of {n:,} records ({100 * needed:.2f} %) are one of fewer than k = {job.k} alike and would "
            f"have to be dropped; the policy allows {100 * limit:g} %.",
            where="suppression_limit",
            hints=[
                f"set suppression_limit: {needed:g}",
                "choose a method that changes values instead, such as method: auto",
            ],
        )
    kept = np.flatnonzero(~rare)
    tuples = np.concatenate([kept, np.flatnonzero(rare)])
    groups = np.minimum(np.arange(len(tuples)), len(kept))
    represented: tuple[Representatives, ...] = (Donors.of(kept),)
    if dropped:
        represented += (Dropped.last(len(kept)),)
    return Masking(tuples, space.weights[tuples], groups, represented)
