"""The starting groups of a refinement: those that another method found."""

from typing import NamedTuple

import numpy as np

from semblant.arrays import Ints
from semblant.methods.masking import Centroids, Donors, Masking
from semblant.space.product import Product


class Start(NamedTuple):
    """Groups to start from: rows of (tuple, count, group), and the candidates that represent each group, if known."""

    rows: Ints
    centre: Ints | None


def start_of(space: Product, masking: Masking) -> Start:
    """The groups of a masking whose groups are represented by centroids or donors."""
    return Start(np.stack([masking.tuples, masking.counts, masking.groups], axis=1), candidates_of(space, masking))


def candidates_of(space: Product, masking: Masking) -> Ints:
    """The candidates that represent each group, [group, column]; those of a donor are its own values, unless rare."""
    points, tabled = space.points, [table for table, _ in space.tabled]
    centre = np.zeros((masking.size, len(points.codes)), np.int64)
    for part in masking.represented:
        match part:
            case Centroids(groups, candidates):
                centre[groups] = candidates
            case Donors(groups, tuples):
                for j, codes in enumerate(points.codes):
                    centre[groups, j] = tabled[j].public[codes[tuples]]
    return centre
