"""The MDAV family: microaggregation by maximum distance to the average vector."""

import numpy as np
from numpy.typing import NDArray

from semblant.kernels import mdav as kernel
from semblant.methods.masking import Masking, Stands
from semblant.space.points import centres
from semblant.space.product import Product


def sa_mdav(space: Product, k: int, *, weighted: bool = True, static: bool = False) -> Masking:
    """Semantic Adaptive MDAV: groups of whole tuples, without an upper size.

    ``weighted`` compares by frequency, as published; ``static`` keeps a group's first tuple as its reference.

    Reference: Martínez, Sánchez & Valls 2012; thesis, Algorithm 4.
    """
    label = kernel.sa_mdav(space.points, k, weighted, static)
    return centred(space, np.arange(len(label)), space.weights, label.astype(np.int64))


def fixed_mdav(space: Product, k: int) -> Masking:
    """MDAV with groups of exactly k records, the last of up to 2k-1.

    Reference: Domingo-Ferrer & Torra 2005; thesis, Algorithm 3.
    """
    rows = kernel.mdav(space.points, k)
    return centred(space, rows[:, 0], rows[:, 1], rows[:, 2])


def centred(space: Product, tuples: NDArray[np.int64], counts: NDArray[np.int64], groups: NDArray[np.int64]) -> Masking:
    """A masking whose groups are represented by their centres, groups numbered by their earliest tuple."""
    by_tuple = np.lexsort((groups, tuples))
    tuples, counts, groups = tuples[by_tuple], counts[by_tuple], groups[by_tuple]
    _, first, inverse = np.unique(groups, return_index=True, return_inverse=True)
    rank = np.empty(len(first), np.int64)
    rank[np.argsort(first, kind="stable")] = np.arange(len(first))
    groups = rank[inverse]
    by_group = np.argsort(groups, kind="stable")
    rows = np.stack([tuples, counts, groups], axis=1)[by_group]
    centre, _ = centres(space.points, rows, len(first))
    return Masking(rows[:, 0], rows[:, 1], rows[:, 2], (Stands.CENTRE,) * len(first), centre=centre)
