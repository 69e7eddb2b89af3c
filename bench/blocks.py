"""What blocks cost and save: ``python -m bench blocks``.

Every table is masked by `auto` whole, and in blocks of 3,000 and 1,000 tuples with the same total effort and with twice
as much; larger tables whole and in blocks of three quarters of their tuples, as `blocks: auto` cuts them. The loss is
compared with that of the whole at single effort. Seconds of the processor, and by the clock: blocks use all cores.

    python -m bench.blocks small           # without the larger tables
    python -m bench.blocks large           # these alone
    python -m bench.blocks large 200000    # of these, only so many tuples

µ-ANT's example lies in the folder that DATA names (or ../shared/data); without it, it is skipped.
"""

import sys
import time
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import polars as pl

from bench import growth, refine
from semblant.data.table import Table
from semblant.methods.job import Job, part_of
from semblant.methods.mask import mask_space
from semblant.methods.starts import candidates_of
from semblant.policy.model import Policy
from semblant.release.pipeline import read_input
from semblant.shapes.table import TableShape
from semblant.space.order import far_from
from semblant.space.product import Product

SIZES = ("none", 3_000, 1_000)
LARGE = (50_000, 100_000, 150_000, 200_000, 300_000)


def numbers(records: int, columns: int = 13) -> Product:
    """Skewed numbers that go together, as in a census: four causes behind all columns."""
    rng = np.random.default_rng(5)
    causes, weights = rng.standard_normal((records, 4)), rng.standard_normal((4, columns))
    drawn = 1000 * np.exp(0.6 * (causes @ weights / 2 + 0.5 * rng.standard_normal((records, columns))))
    frame = pl.DataFrame({f"c{i}": drawn[:, i].astype(np.int64).astype(str) for i in range(columns)})
    attributes = {name: {"role": "quasi", "kind": "numeric"} for name in frame.columns}
    ready = read_input(Table(frame), Policy.model_validate({"combine": "euclidean", "attributes": attributes}), Path())
    assert isinstance(ready, TableShape)
    return ready.space


def tables() -> Iterator[tuple[str, Product, int]]:
    """The tables by name, each with its k."""
    for case in refine.cases():
        if case.name == "adult-owl":
            ready = read_input(case.table, case.policy("auto", 3), case.base)
            assert isinstance(ready, TableShape)
            yield "µ-ANT's example", ready.space, 3
    yield "WordNet by 3", growth.space_of(30_000, np.random.default_rng(7)), 5
    yield "numbers by 13", numbers(20_000), 3


def lost(space: Product, job: Job) -> tuple[float, int, float, float]:
    """What a record loses, in how many blocks, and the seconds of the processor and by the clock."""
    began, clock = time.process_time(), time.perf_counter()
    masking = mask_space(space, job)
    took, clock = time.process_time() - began, time.perf_counter() - clock
    sums = [np.bincount(masking.groups, line[masking.tuples] * masking.counts) for line in space.points.numbers]
    means = np.array(sums).reshape(len(sums), masking.size).T / masking.group_sizes()[:, None]
    centre = candidates_of(space, masking)
    far = far_from(space.points, masking.tuples, centre[masking.groups], means[masking.groups])
    return float(far**2 @ masking.counts) / space.records, masking.blocks, took, clock


def rows(name: str, space: Product, k: int, sizes: tuple[int | str, ...], budgets: tuple[int, ...]) -> None:
    """Print one row per size and effort; the first is the whole."""
    whole: tuple[float, float] | None = None
    for budget in budgets:
        for size in sizes:
            job = Job.of(Policy.model_validate({"k": k, "blocks": size, "budget": budget}))
            loss, blocks, took, clock = lost(space, job)
            whole = whole or (loss, took)
            print(
                f"| {name} | {len(space.weights):,} | {size} | {blocks} | {budget // 200} | {loss:.4f} "
                f"| {100 * (loss / whole[0] - 1):+.1f} % | {took:.2f} s | {took / whole[1]:.2f} | {clock:.2f} s |",
                flush=True,
            )


def main(words: tuple[str, ...] = ()) -> None:
    """Print one row per table, size of blocks and effort."""
    small = growth.space_of(3_000, np.random.default_rng(1))
    mask_space(small, Job.of(Policy(k=5, blocks=1_000)))  # compiles
    print(
        "| table | tuples | `blocks` | there are | effort | SSE a record | beside the whole | time | of the whole's "
        "| by the clock |"
    )
    print("|---|---|---|---|---|---|---|---|---|---|")
    if "large" not in words:
        for name, space, k in tables():
            rows(name, space, k, SIZES, (200, 400))
    if "small" not in words:
        for tuples in [int(word) for word in words if word.isdigit()] or LARGE:
            sizes = ("none", part_of(tuples))
            if tuples <= growth.MOST:
                rows("WordNet by 3", growth.space_of(tuples, np.random.default_rng(7)), 5, sizes, (200,))
            rows("numbers by 13", numbers(tuples), 3, sizes, (200,))


if __name__ == "__main__":
    main(tuple(sys.argv[1:]))
