"""Suppression: records that are too rare are left out, the others stay as they are."""

import math

import numpy as np

from semblant.errors import UnreachableError
from semblant.methods.masking import Masking, Stands
from semblant.space.product import Product


def suppress(space: Product, k: int, _: np.random.Generator, *, suppression_limit: float = 0.0) -> Masking:
    """Drop every record that fewer than k records are like; an error where that are more than the limit allows.

    A tuple with k records or more is a group of its own and its own donor. The dropped records are one group, the
    last, whatever its size.

    Reference: Samarati & Sweeney 1998; the naive rival of thesis chapter 8.
    """
    rare = space.weights < k
    dropped, n = int(space.weights[rare].sum()), int(space.weights.sum())
    if dropped / n > suppression_limit:
        needed = math.ceil(dropped / n * 10_000) / 10_000
        raise UnreachableError(
            f"{dropped:,} of {n:,} records ({needed:.2%}) are like fewer than k = {k} records and would be dropped; "
            f"the policy allows {suppression_limit:.2%}.",
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
