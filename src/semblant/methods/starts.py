"""Where refinement begins: the groups that another method found."""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from semblant.methods.masking import Masking, Stands
from semblant.space.product import Product

Ints = NDArray[np.int64]


class Start(NamedTuple):
    """Groups to begin with: rows of (tuple, count, group), and the candidates that stand for each group, if known."""

    rows: Ints
    centre: Ints | None


def start_of(space: Product, masking: Masking) -> Start:
    """The groups of a masking whose groups are represented by centres or donors."""
    points = space.points
    donor = np.array([stands is Stands.DONOR for stands in masking.stands])
    centre = np.zeros((masking.size, len(points.codes)), np.int64)
    if not donor.all():
        centre[~donor] = masking.centre[~donor]
    for j, codes in enumerate(points.codes):
        centre[donor, j] = points.own[points.own_start[j] + codes[masking.donor[donor]]] if donor.any() else 0
    return Start(np.stack([masking.tuples, masking.counts, masking.groups], axis=1), centre)
