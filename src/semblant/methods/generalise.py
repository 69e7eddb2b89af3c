"""Generalisation with hierarchies: full-domain (Datafly, Incognito) and value by value (best-first)."""

from collections.abc import Sequence

import numpy as np

from semblant.errors import UnreachableError
from semblant.hierarchy.ladder import Ladder
from semblant.methods.lattice import Flags, Ints, Lattice, Objective
from semblant.methods.masking import Masking, Stands
from semblant.privacy.promises import Promise
from semblant.progress import Advance, ignore
from semblant.space.product import Product


def datafly(
    space: Product,
    ladders: Sequence[Ladder],
    k: int,
    *,
    limit: float = 0.0,
    promises: Sequence[Promise] = (),
    semantic: bool = True,
) -> Masking:
    """Generalise one column by one level, again and again, until few enough records are left to be dropped.

    As published it is the column with the most different values; ``semantic``: the one whose next level adds least
    loss. Ties go to the earlier column.

    Reference: Sweeney 2002; semantic-aware as in Ayala-Rivera et al. 2017.
    """
    lattice = Lattice(space, ladders, k, limit, promises)
    node = [0] * len(ladders)
    while lattice.records_dropped(node) > lattice.allowed:
        open_columns = [j for j, ladder in enumerate(ladders) if node[j] < ladder.height]
        if not open_columns:
            raise _unreachable(lattice)
        costs = [
            _added(space, ladders[j], node[j], j) if semantic else -_different(space, ladders[j], node[j], j)
            for j in open_columns
        ]
        node[open_columns[int(np.argmin(costs))]] += 1
    return masked(lattice, node)


def _added(space: Product, ladder: Ladder, level: int, j: int) -> float:
    """What the next level of a column loses more, over all records."""
    more = (ladder.loss[level + 1] - ladder.loss[level])[space.codes[j]]
    return float(more @ space.weights) * ladder.weight


def _different(space: Product, ladder: Ladder, level: int, j: int) -> float:
    """How many different labels a column has on a level."""
    return float(len(np.unique(ladder.up[level, space.codes[j]])))


def incognito(
    space: Product,
    ladders: Sequence[Ladder],
    k: int,
    *,
    limit: float = 0.0,
    promises: Sequence[Promise] = (),
    objective: Objective = "sse",
    advance: Advance = ignore,
) -> Masking:
    """The full-domain generalisation that loses least of all that keep the promises.

    Reference: LeFevre, DeWitt & Ramakrishnan 2005.
    """
    lattice = Lattice(space, ladders, k, limit, promises)
    anonymous = lattice.anonymous(advance)
    if not anonymous.any():
        raise _unreachable(lattice)
    return masked(lattice, lattice.least(anonymous, objective))


def masked(lattice: Lattice, node: Sequence[int]) -> Masking:
    """The masking of a node: its classes with their labels, the dropped records as a last group."""
    space = lattice.space
    classes, size = lattice.classes(node)
    gone = lattice.dropped(classes, size)
    first = np.unique(classes, return_index=True)[1]
    labels = [
        [ladder.labels[n] for n in ladder.up[level, codes[first]]]
        for ladder, level, codes in zip(lattice.ladders, node, space.codes, strict=True)
    ]
    return grouped(space, classes, gone, list(zip(*labels, strict=True)))


def grouped(space: Product, classes: Ints, gone: Flags, labels: Sequence[tuple[str, ...]]) -> Masking:
    """A masking of whole tuples in generalised classes, numbered by their first tuple; dropped ones come last."""
    number = np.where(gone, (~gone).sum(), np.cumsum(~gone) - 1)
    groups = number[classes]
    order = np.argsort(groups, kind="stable")
    kept = [label for label, dropped in zip(labels, gone, strict=True) if not dropped]
    stands = (Stands.GENERALISED,) * len(kept) + (Stands.DROPPED,) * bool(gone.any())
    nothing = tuple("" for _ in space.columns)
    return Masking(
        order.astype(np.int64),
        space.weights[order],
        groups[order].astype(np.int64),
        stands,
        label=(*kept, *(nothing,) * (len(stands) - len(kept))),
    )


def _unreachable(lattice: Lattice) -> UnreachableError:
    what = f"k = {lattice.k}" + "".join(f", {promise.model}" for promise in lattice.promises)
    return UnreachableError(
        f"Even with every column at its widest label this cannot be kept: {what}.",
        hints=["ask for less", "set suppression_limit: to let some records be dropped"],
    )
