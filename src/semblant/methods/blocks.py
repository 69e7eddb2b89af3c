"""Blocks: a large table is masked in parts, each on its own; a pure function of table and policy.

A split tree divides the tuples. Every block is masked by a function of its own tuples, counts and random stream, so it
does not matter where or when that happens: blocks run on all cores, and the result does not depend on how many. Then
another tree divides the groups so far, with borders where the one before had none, and each of its blocks is refined
further, and so once more. The temperature goes on falling from pass to pass, as if there were one: a pass that ended
cold would fix groups at its borders that the next has to break up again.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple, TypeVar

import numpy as np

from semblant.arrays import Ints, bounds
from semblant.kernels.cores import cores
from semblant.methods.grouping import Groups
from semblant.methods.job import Job, Share
from semblant.methods.masking import Donors, Masking, Representatives, joined
from semblant.methods.refine import improve, masking_of
from semblant.methods.splittree import Block, Items, groups_of_tuples, origins_of, split, tuples_of
from semblant.methods.starts import Start, start_of
from semblant.methods.tasks import Task, in_threads
from semblant.space.points import Points
from semblant.space.product import Product

Part = TypeVar("Part")
Made = TypeVar("Made")

PASSES = (0.0, 0.4, 0.8, 1.0)
"""Where the passes over a table begin and end, as shares of its budget: the last only mends, so it may be short."""


def blocks_of(space: Product, most: int, k: int) -> list[Block]:
    """The blocks of tuples: at most so many of them, but never fewer than k records."""
    return split(tuples_of(space.points), most, k)


@dataclass(frozen=True)
class Pass:
    """One pass over all blocks of a table: what each block gets of random numbers, budget and progress."""

    job: Job
    share: Share
    entropy: Sequence[int]  # what all random streams of the pass come from

    @classmethod
    def of(cls, job: Job, share: Share, entropy: Sequence[int]) -> "Pass":
        """A pass with its part of the budget of a run."""
        return cls(replace(job, budget=job.budget.between(share.begin, share.end)), share, entropy)

    def run(
        self, blocks: Sequence[Block], part: Callable[[Block], Part], work: Callable[[Part, Job], Made]
    ) -> list[Made]:
        """Run the work on the part of every block, the largest first; results in the order of the blocks."""
        sizes = np.array([len(block.items) for block in blocks])

        def told(done: float) -> None:
            _, begin, end = self.share
            self.job.advance(begin + (end - begin) * done, f"in {len(blocks)} blocks")

        def task(number: int) -> Task:
            return Task(work, lambda: part(blocks[number]), self._job(blocks, number), len(blocks[number].items))

        order = np.argsort(-sizes, kind="stable").tolist()
        solve = self.job.solve or in_threads
        made = dict(zip(order, solve([task(number) for number in order], told), strict=True))
        return [made[number] for number in range(len(blocks))]

    def _job(self, blocks: Sequence[Block], number: int) -> Job:
        """The job of a block; its random stream follows from the run's and the block's path."""
        block = blocks[number]
        rng = np.random.default_rng([*self.entropy, int("1" + block.path, 2)])
        together = min(cores(), len(blocks)) * len(block.items) / sum(len(b.items) for b in blocks)
        budget = self.job.budget.of_part(min(1.0, together))
        return replace(self.job, rng=rng, budget=budget, share=self.share)


def in_blocks(space: Product, blocks: Sequence[Block], work: Callable[[Product, Job], Masking], run: Pass) -> Masking:
    """Mask every block by itself, as a space of its own, and put the maskings together."""
    block_of = origins_of(blocks, len(space.weights))[space.record_tuple]
    records = np.split(np.argsort(block_of, kind="stable"), np.cumsum(np.bincount(block_of))[:-1])
    own = {block.path: held for block, held in zip(blocks, records, strict=True)}
    parts = run.run(blocks, lambda block: space.part(block.items, own[block.path]), work)
    before = bounds([part.size for part in parts])

    def represented() -> Iterator[Representatives]:
        for block, first, part in zip(blocks, before, parts, strict=False):
            for one in part.represented:
                values = block.items[one.values] if isinstance(one, Donors) else one.values
                yield replace(one, groups=one.groups + first, values=values)

    return Masking(
        np.concatenate([block.items[part.tuples] for block, part in zip(blocks, parts, strict=True)]),
        np.concatenate([part.counts for part in parts]),
        np.concatenate([part.groups + first for first, part in zip(before, parts, strict=False)]),
        joined(represented()),
        blocks=len(blocks),
    )


def repaired(space: Product, masking: Masking, blocks: Sequence[Block], most: int, passes: Sequence[Pass]) -> Masking:
    """Refine the groups of a masking further, pass by pass, each in other blocks than those of the pass before."""
    start, tuples = start_of(space, masking), tuples_of(space.points)
    origin = np.empty(masking.size, np.int64)
    origin[masking.groups] = origins_of(blocks, len(space.weights))[masking.tuples]
    for run in passes:
        found, origin = _refined(space.points, tuples, start, origin, most, run)
        start = Start(found.rows, found.centre)
    return replace(masking_of(space, found), blocks=masking.blocks)


def _refined(points: Points, tuples: Items, start: Start, origin: Ints, most: int, run: Pass) -> tuple[Groups, Ints]:
    """The groups after one more pass, and the block that each comes from."""
    assert start.centre is not None, "groups of a masking are represented"
    blocks = split(groups_of_tuples(tuples, start.rows, start.centre, origin), most, run.job.k)
    number = origins_of(blocks, len(origin))[start.rows[:, 2]]
    rows = np.split(start.rows[np.argsort(number, kind="stable")], np.cumsum(np.bincount(number))[:-1])
    held = {block.path: one for block, one in zip(blocks, rows, strict=True)}
    made = run.run(blocks, lambda block: Patch.of(points, Start(held[block.path], start.centre)), improved)
    return _together(made)


class Patch(NamedTuple):
    """Some groups of a table by themselves: their tuples as points, and which tuples of the table these are."""

    points: Points
    start: Start
    tuples: Ints

    @classmethod
    def of(cls, points: Points, start: Start) -> "Patch":
        """The groups of a start, whose tuples are numbered as in the table."""
        members, counts, groups = start.rows.T
        tuples, place = np.unique(members, return_inverse=True)
        which, number = np.unique(groups, return_inverse=True)
        assert start.centre is not None, "groups of a masking are represented"
        part = points.part(tuples, np.bincount(place, counts).astype(np.int64))
        return cls(part, Start(np.stack([place, counts, number], axis=1), start.centre[which]), tuples)


def improved(patch: Patch, job: Job) -> Groups:
    """Refine some groups of a table by themselves; their tuples are numbered as in the table again."""
    found = improve(patch.points, job, patch.start)
    rows = found.rows.copy()
    rows[:, 0] = patch.tuples[rows[:, 0]]
    return found._replace(rows=rows)


def _together(parts: Sequence[Groups]) -> tuple[Groups, Ints]:
    """The groups of all blocks, in canonical order: by their earliest tuple; and the block that each comes from."""
    before = bounds([len(part.centre) for part in parts])
    rows = np.concatenate([part.rows + np.array([0, 0, first]) for first, part in zip(before, parts, strict=False)])
    firsts = np.full(before[-1], np.iinfo(np.int64).max)
    np.minimum.at(firsts, rows[:, 2], rows[:, 0])
    order = np.argsort(firsts, kind="stable")
    number = np.empty_like(order)
    number[order] = np.arange(len(order))
    rows[:, 2] = number[rows[:, 2]]
    rows = rows[np.lexsort((rows[:, 0], rows[:, 2]))]
    centre, origin = np.concatenate([part.centre for part in parts]), np.repeat(np.arange(len(parts)), np.diff(before))
    return Groups(rows, centre[order], sum(part.cost for part in parts)), origin[order]
