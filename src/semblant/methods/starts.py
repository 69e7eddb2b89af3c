"""Where refinement begins: the groups that published methods find, so that none of them loses less in the end."""

from collections.abc import Iterator
from dataclasses import replace
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from semblant.methods.masking import Masking, Stands
from semblant.methods.mdav import fixed_mdav, sa_mdav
from semblant.space.column import TabledColumn
from semblant.space.product import Product

Ints = NDArray[np.int64]

FEW, MANY = 5_000, 30_000
"""Up to FEW tuples all starts are made; up to MANY those that were best before; with more they would take too long."""


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


def published(space: Product, k: int) -> Iterator[Start]:
    """The groups of the MDAV family: adaptive and of fixed size, by frequency and without, by meaning and by mode."""
    tuples = len(space.weights)
    if tuples > MANY:
        return
    yield start_of(space, sa_mdav(space, k, weighted=False))
    yield start_of(space, fixed_mdav(space, k))
    if tuples > FEW:
        return
    yield start_of(space, sa_mdav(space, k))
    yield start_of(space, sa_mdav(space, k, static=True))
    by_mode = fixed_mdav(_meaningless(space), k)
    own = [column.own[by_mode.centre[:, j]] for j, (column, _) in enumerate(space.tabled)]
    centre = np.array(own, np.int64).reshape(len(own), by_mode.size).T
    yield start_of(space, replace(by_mode, centre=centre))


def _meaningless(space: Product) -> Product:
    """The same records where values are equal or not, and the most frequent stands for a group."""

    def plain(column: TabledColumn) -> TabledColumn:
        unequal = 1.0 - np.eye(len(column.values), dtype=np.float32)
        own = np.arange(len(column.values), dtype=np.int32)
        return replace(column, candidates=column.values, own=own, distance=unequal, cost=unequal)

    return replace(space, columns=tuple(plain(c) if isinstance(c, TabledColumn) else c for c in space.columns))
