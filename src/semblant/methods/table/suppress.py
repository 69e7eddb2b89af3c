"""Suppression: records that are too rare are left out, the others stay as they are."""

import math

import numpy as np

from semblant.errors import UnreachableError
from semblant.methods.masking import Masking, Stands
from semblant.space.product import Product


def suppress(space: Product, k: int, _: np.random.Generator, *, suppression_limit: float = 0.0) -> Masking:
    """Drop every record that is one of fewer than k alike; an error where those are more than the limit allows.

    A tuple with k records or more is a group of its own and its own donor. The dropped records are one group, the
    last, whatever its size.

    Reference: Samarati & Sweeney 1998; the naive rival of thesis chapter 8.
    """
    rare = space.weights < k
    dropped, n = int(space.weights[rare].sum()), int(space.weights.sum())
    if dropped / n > suppression_limit:
        needed = math.ceil(dropped / n * 10_000) / 10_000
        raise UnreachableError(
            f"{dropped:,} of {n:,} records ({100 * needed:.2f} %) are one of fewer than k = {k} alike and would have "
            f"to be dropped; the policy allows {100 * suppression_limit:g} %.",
            where="suppression_limit",
            hints=[
                f"set suppression_limit: {needed:g}",
                "choose a method that changes values instead, such as method: auto",
            ],
        )
    kept = np.flatnonzero(~rare)
    tuples = np.concatenate([kept, np.flatnonzero(rare)])
    groups = np.minimum(np.arange(len(tuples)), len(kept))
    stands = (Stands.DONOR,) * len(kept) + (Stands.DROPPED,) * bool(dropped)
    donor = np.append(kept, tuples[len(kept) : len(kept) + 1])
    return Masking(tuples, space.weights[tuples], groups, stands, donor=donor)
