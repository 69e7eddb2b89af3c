"""Blocks: a large table is masked in parts, each on its own; a pure function of table and policy.

Records with similar meanings should be in one block, so the tuples are sorted in the space's order (the farthest first,
then by distance from it) and cut into parts of equal size.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace

import numpy as np

from semblant.arrays import Ints, bounds
from semblant.methods.masking import Donors, Masking, Representatives, joined
from semblant.space.order import arranged
from semblant.space.product import Product


def blocks_of(space: Product, most: int, k: int) -> list[Ints]:
    """The tuples of every block: at most so many of them, but never fewer than k records."""
    tuples = len(space.weights)
    if tuples <= most or space.records < k:
        return [np.arange(tuples)]
    order = arranged(space.points, np.arange(tuples)[None, :])[0]
    blocks: list[Ints] = []
    waiting = order[:0]
    for part in np.array_split(order, -(-tuples // most)):
        waiting = np.concatenate([waiting, part])
        if space.weights[waiting].sum() >= k:
            blocks.append(waiting)
            waiting = order[:0]
    blocks[-1] = np.concatenate([blocks[-1], waiting])
    return [np.sort(block) for block in blocks]


def in_blocks(space: Product, blocks: Sequence[Ints], run: Callable[[Product, int], Masking]) -> Masking:
    """Mask every block by itself, given as a space of its own and its number, and put the maskings together."""
    parts = [run(_part(space, block), number) for number, block in enumerate(blocks)]
    before = bounds([part.size for part in parts])

    def represented() -> Iterator[Representatives]:
        for block, first, part in zip(blocks, before, parts, strict=False):
            for one in part.represented:
                values = block[one.values] if isinstance(one, Donors) else one.values
                yield replace(one, groups=one.groups + first, values=values)

    return Masking(
        np.concatenate([block[part.tuples] for block, part in zip(blocks, parts, strict=True)]),
        np.concatenate([part.counts for part in parts]),
        np.concatenate([part.groups + first for first, part in zip(before, parts, strict=False)]),
        joined(represented()),
        blocks=len(blocks),
    )


def _part(space: Product, tuples: Ints) -> Product:
    """The space of some tuples alone."""
    number = np.full(len(space.weights), -1)
    number[tuples] = np.arange(len(tuples))
    record_tuple = number[space.record_tuple]
    there = record_tuple >= 0
    return replace(
        space,
        record_tuple=record_tuple[there],
        turns=None if space.turns is None else space.turns[there],
        codes=np.ascontiguousarray(space.codes[:, tuples]),
        weights=space.weights[tuples],
    )
