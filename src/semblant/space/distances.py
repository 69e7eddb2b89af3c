"""Distances between sets: five ways to combine the distances of their items (sets paper, eq. 2 to 6).

All pairs at once: the distances of things to things are made in blocks of columns and never kept whole; per block the
minimum, maximum or sum over each record is taken once, and the rest are sparse products.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial
from typing import Any

import numpy as np
from numpy.typing import NDArray

from semblant.arrays import Floats32
from semblant.errors import CapacityError
from semblant.knowledge.taxonomy import Taxonomy
from semblant.policy.model import Source
from semblant.semantics.matrix import MEMORY_LIMIT, candidates_by_values
from semblant.semantics.measure import DEFAULT
from semblant.semantics.measures import measure_named
from semblant.space.bags import Bags
from semblant.space.column import Point

Distances = Floats32
Block = tuple[int, Distances]
"""Where a block of columns begins, and the distances of all things to the things of the block."""
Blocks = Callable[[], Iterable[Block]]

SET_DISTANCES = ("avg", "min", "max", "minsum", "maxsum")
_CELLS = 1 << 24  # of a block: 64 MB
_ROWS = 16  # rounded at a time, to stay in the cache
_GRID = 2.0**20  # steps a distance of 1 has: sums of distances are exact, so ties are ties
SET_ROUNDING = 0.5 / _GRID
"""How far a distance of sets may be from the exact one."""


def by_meaning(
    points: Sequence[Point], taxonomy: Taxonomy | None, measure: str, options: Source = DEFAULT, cells: int = _CELLS
) -> Blocks:
    """The distances among the things of a vocabulary by a measure, made anew for every pass."""
    return partial(_blocks_of, points, taxonomy, measure, options, cells)  # which can be sent to other processes


def _blocks_of(
    points: Sequence[Point], taxonomy: Taxonomy | None, measure: str, options: Source, cells: int
) -> Iterator[Block]:
    named = [p.concept for p in points if p.named]  # in canonical order these come first
    width = max(1, min(len(points), cells // max(len(points), 1)))
    farthest = measure_named(measure).farthest(taxonomy, options)
    for begin in range(0, len(points), width):
        end = min(begin + width, len(points))
        here = named[begin:end]
        if taxonomy is not None and len(here) == end - begin and len(named) == len(points):
            yield begin, candidates_by_values(taxonomy, named, here, measure, options)
            continue
        table = np.full((len(points), end - begin), farthest, np.float32)
        if taxonomy is not None and here:
            table[: len(named), : len(here)] = candidates_by_values(taxonomy, named, here, measure, options)
        texts = np.arange(max(begin, len(named)), end)
        table[texts, texts - begin] = 0.0
        yield begin, table


def distances(
    a: Bags, b: Bags, names: Sequence[str], blocks: Blocks | None, *, counted: bool = False
) -> dict[str, Distances]:
    """The distances of every record of ``a`` to every record of ``b``, by each named set distance.

    Without ``blocks`` things are the same or not (the non-semantic versions). ``counted`` weighs minima and maxima by
    how often a thing occurs, which makes ``minsum`` the distance of users in the logs paper (eq. 4).

    Example:
        >>> bags = Bags.of([Point(0), Point(1)], 2, [0, 0, 1], [0, 1, 1])
        >>> {name: d[0, 1].item() for name, d in distances(bags, bags, ["avg", "min", "max"], None).items()}
        {'avg': 0.5, 'min': 0.0, 'max': 1.0}
    """
    if 4 * a.records * b.records * len(names) > MEMORY_LIMIT:
        raise CapacityError(
            f"Comparing {a.records:,} with {b.records:,} records needs {4e-9 * a.records * b.records:.1f} GB.",
            hints=["set blocks: 10000, to mask the records in blocks"],
        )
    made = _by_identity(a, b, names, counted) if blocks is None else _by_blocks(a, b, names, blocks, counted)
    for table in made.values():
        for rows in range(0, len(table), _ROWS):
            part = table[rows : rows + _ROWS]
            part *= _GRID
            np.rint(part, out=part)
            part /= _GRID
    return made


def _by_blocks(a: Bags, b: Bags, names: Sequence[str], blocks: Blocks, counted: bool) -> dict[str, Distances]:
    from semblant.kernels import sets as kernel

    reduction = {"avg": kernel.SUM, "min": kernel.MIN, "minsum": kernel.MIN, "max": kernel.MAX, "maxsum": kernel.MAX}
    start = {"min": np.inf, "max": -np.inf}
    forth = {name: np.full((a.records, b.records), start.get(name, 0.0), np.float32) for name in names}
    two_way = [name for name in names if name.endswith("sum")]
    back = {} if a is b else {name: np.zeros((b.records, a.records), np.float32) for name in two_way}
    once = np.ones(max(len(a.codes), len(b.codes)), np.int64)
    weight = {id(side): side.counts if counted else once for side in (a, b)}

    def spread(of: Bags, reduced: Distances, begin: int, name: str, out: Distances) -> None:
        weights = weight[id(of)] if name in two_way else once
        how = kernel.SUM if name not in start else reduction[name]
        kernel.spread_block(reduced, begin, of.ptr, of.codes, weights, how, out)

    for begin, table in blocks():
        reduced = kernel.reduce_block(table, b.ptr, b.codes)
        for name in names:
            spread(a, reduced[reduction[name]], begin, name, forth[name])
        if back:
            reduced = kernel.reduce_block(table, a.ptr, a.codes)
            for name in back:
                spread(b, reduced[reduction[name]], begin, name, back[name])
    for name in two_way:
        wa, wb = (side.lengths if counted else side.sizes for side in (a, b))
        if a is b:
            kernel.fold(forth[name], wa.astype(np.float64))
        else:
            forth[name] += back.pop(name).T
            forth[name] /= (wa[:, None] + wb[None, :]).astype(np.float32)
    if "avg" in forth:
        forth["avg"] /= a.sizes.astype(np.float32)[:, None]
        forth["avg"] /= b.sizes.astype(np.float32)[None, :]
        if a is b:
            kernel.fold(forth["avg"], np.ones(a.records))
    return forth


def _by_identity(a: Bags, b: Bags, names: Sequence[str], counted: bool) -> dict[str, Distances]:
    """The same from the number of things that two records share."""
    held_a, held_b = a.matrix(), b.matrix()
    shared = np.asarray((held_a @ held_b.T).todense(), np.float32)
    single_a, single_b = a.sizes == 1, b.sizes == 1
    made: dict[str, NDArray[Any]] = {}
    for name in names:
        if name == "min":
            made[name] = (shared == 0).astype(np.float32)
        elif name == "max":
            made[name] = 1.0 - ((shared == 1) & single_a[:, None] & single_b[None, :]).astype(np.float32)
        elif name == "avg":
            made[name] = 1.0 - shared / np.outer(a.sizes, b.sizes).astype(np.float32)
        else:
            wa, wb = (side.lengths if counted else side.sizes for side in (a, b))
            same = np.asarray((a.matrix(counted=counted) @ held_b.T).todense(), np.float32)
            same_back = np.asarray((held_a @ b.matrix(counted=counted).T).todense(), np.float32)
            if name == "maxsum":  # the greatest distance of a thing to a set is 0 only if the set holds nothing else
                same, same_back = same * single_b[None, :], same_back * single_a[:, None]
            made[name] = 1.0 - (same + same_back) / (wa[:, None] + wb[None, :]).astype(np.float32)
    return {name: np.asarray(table, np.float32) for name, table in made.items()}
