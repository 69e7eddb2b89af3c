"""The generalisation lattice: every combination of levels, whether it keeps the promises, and its loss."""

from collections.abc import Sequence
from itertools import combinations
from math import prod
from typing import Literal

import numpy as np

from semblant.arrays import Flags, Floats, Ints
from semblant.errors import CapacityError
from semblant.hierarchy.ladder import Ladder
from semblant.kernels import lattice as kernel
from semblant.methods.job import Job
from semblant.privacy.histograms import Histograms
from semblant.privacy.models import DistinctL, KAnonymity, Persons
from semblant.privacy.promises import Promise
from semblant.progress import Advance, ignore
from semblant.space.product import Product

Objective = Literal["sse", "semiloss"]

LARGEST = 500_000_000
"""The most nodes over all subsets of the columns; more would take too much memory."""
MOST_COUNTED = 40_000_000_000
"""The most tuples counted over all nodes, about five minutes of work."""
_AT_ONCE = 64
_TOGETHER = 8
_SAME = 1e-12  # rounding differences of sums in another order


class Lattice:
    """All full-domain generalisations of a space; a node is a level per column, lowest first."""

    def __init__(
        self, space: Product, ladders: Sequence[Ladder], k: int, limit: float = 0.0, promises: Sequence[Promise] = ()
    ) -> None:
        self.space, self.ladders, self.k = space, tuple(ladders), k
        self.shape = tuple(ladder.height + 1 for ladder in ladders)
        self.allowed = int(limit * space.records + 1e-9)
        self.promises = tuple(p for p in promises if not isinstance(p.model, KAnonymity))
        self.top = tuple(ladder.height for ladder in ladders)
        self._whole = self._grid(range(len(ladders)), [0] * len(ladders))
        simple = all(isinstance(p.model, (Persons, DistinctL)) for p in self.promises)
        # with dropped records, a class that keeps a promise may break it after joining one that does not
        self.monotone = simple or self.allowed == 0
        self._counted = 0

    @classmethod
    def of(cls, space: Product, job: Job) -> "Lattice":
        """The lattice of a run, with as many records dropped as the policy allows."""
        assert job.ladders, "a method that generalises needs fitted hierarchies"
        return cls(space, job.ladders, job.k, job.policy.suppression_limit, job.promises)

    @property
    def size(self) -> int:
        """How many nodes there are."""
        return prod(self.shape)

    def classes(self, node: Sequence[int]) -> tuple[Ints, int]:
        """The class of every tuple at a node, and how many classes there are."""
        return kernel.classes(self._whole, np.array(node, np.int64))

    def dropped(self, classes: Ints, size: int) -> Flags:
        """The classes that must go, so that all others keep every promise."""
        sizes = np.bincount(classes, self.space.weights, size)
        gone: Flags = sizes < self.k
        while self.promises:
            of_record = classes[self.space.record_tuple]
            there = ~gone[of_record]
            if not there.any():
                break
            broken = np.zeros(size, np.bool_)
            for promise in self.promises:
                counted = Histograms.of(of_record[there], promise.codes[there], size)
                broken |= ~promise.kept_by(counted, promise.total(there)) & ~gone
            if not broken.any():
                break
            gone |= broken  # the rest is now compared with a smaller whole, so check again
        return gone

    def records_dropped(self, node: Sequence[int]) -> int:
        """How many records a node would have to drop."""
        classes, size = self.classes(node)
        return int(np.bincount(classes, self.space.weights, size)[self.dropped(classes, size)].sum())

    # --- which nodes are anonymous -----------------------------------------------------------------

    def anonymous(self, advance: Advance = ignore) -> Flags:
        """Every node that keeps the promises with no more records dropped than allowed (Incognito).

        Subsets of the columns are looked at, smallest first: a node over some columns can only be anonymous if it is
        over each of them but one. Each lattice is gone through from below: what lies above an anonymous node is
        anonymous and need not be counted.
        """
        columns = range(len(self.ladders))
        work = prod(n + 1 for n in self.shape)
        if work > LARGEST or (not self.monotone and self.size * len(self.space.weights) > MOST_COUNTED // 100):
            raise self._too_large("that is too large")
        if not self.monotone:
            return np.array([self.records_dropped(node) <= self.allowed for node in np.ndindex(self.shape)]).reshape(
                self.shape
            )
        known: dict[tuple[int, ...], Flags] = {}
        done = 0
        for r in range(1, len(self.ladders) + 1):
            found: dict[tuple[int, ...], Flags] = {}
            for subset in combinations(columns, r):
                shape = tuple(self.shape[j] for j in subset)
                possible = np.ones(shape, np.bool_)
                for i in range(r if r > 1 else 0):
                    possible &= np.expand_dims(known[subset[:i] + subset[i + 1 :]], i)
                found[subset] = self._climb(subset, possible)
                done += possible.size
                advance(done / work)
            known = found
        return known[tuple(columns)]

    def _climb(self, subset: tuple[int, ...], possible: Flags) -> Flags:
        """The anonymous nodes over some columns, from the lowest up."""
        shape = possible.shape
        strides = [prod(shape[i + 1 :]) for i in range(len(shape))]
        height = np.zeros(shape, np.int16)
        for i, n in enumerate(shape):
            height += np.arange(n, dtype=np.int16).reshape([-1 if j == i else 1 for j in range(len(shape))])
        order = np.argsort(height, axis=None, kind="stable")
        ends = np.cumsum(np.bincount(height.ravel()))
        anonymous, flat = np.zeros(possible.size, np.bool_), possible.ravel()
        if not flat.any():
            return possible
        lowest = [int(i.min()) for i in np.nonzero(possible)]
        grid = self._grid(subset, lowest)
        for tier in np.split(order, ends[:-1]):
            unsure = tier[flat[tier] & ~anonymous[tier]]
            if len(unsure):
                anonymous[unsure] = self._hold(grid, subset, np.stack(np.unravel_index(unsure, shape), axis=1))
            sure = tier[anonymous[tier]]
            for i, stride in enumerate(strides):
                anonymous[sure[(sure // stride) % shape[i] < shape[i] - 1] + stride] = True
        return anonymous.reshape(shape)

    def _hold(self, grid: kernel.Grid, subset: tuple[int, ...], nodes: Ints) -> Flags:
        """Whether nodes over some columns keep the promises."""
        self._counted += len(nodes) * len(grid.weights)
        if self._counted > MOST_COUNTED:
            raise self._too_large("to count them all would take too long")
        # nodes that agree on the columns with most labels share most below them
        by_size = sorted(range(len(subset)), key=lambda i: len(self.ladders[subset[i]].labels))
        order = np.lexsort([nodes[:, i] for i in by_size])
        below = np.empty(len(nodes), np.int64)
        together = np.ascontiguousarray(nodes[order], np.int64)
        kernel.records_below(grid, together, self.k, self.allowed, _TOGETHER, below)
        kept = np.empty(len(nodes), np.bool_)
        kept[order] = below <= self.allowed
        if self.promises:
            for n in np.flatnonzero(kept):
                node = np.array(self.top)
                node[list(subset)] = nodes[n]
                kept[n] = self.records_dropped(node.tolist()) <= self.allowed
        return kept

    def _too_large(self, why: str) -> CapacityError:
        levels, work = sorted(self.top), prod(n + 1 for n in self.shape)
        return CapacityError(
            f"{len(self.ladders)} columns with {levels[0]} to {levels[-1]} levels make a lattice of {self.size:,} "
            f"generalisations, {work:,} with those of fewer columns: {why}.",
            hints=[
                "give hierarchies with fewer levels: semblant hierarchy build DATA --column NAME --levels 2",
                "choose method: datafly, which goes one way through the lattice",
                "choose method: auto, which needs no hierarchies and loses less",
            ],
        )

    def _grid(self, subset: Sequence[int], lowest: Sequence[int]) -> kernel.Grid:
        """The distinct tuples over some columns at a node, ready to be counted at any node above."""
        ladders = [self.ladders[j] for j in subset]
        bits = [max(1, (len(ladder.labels) - 1).bit_length()) for ladder in ladders]
        word, shift, used = [0] * len(bits), [0] * len(bits), [0]
        for i, wanted in enumerate(bits):
            if used[-1] + wanted > 64:
                used.append(0)
            word[i], shift[i] = len(used) - 1, used[-1]
            used[-1] += wanted
        first, weights = np.arange(len(self.space.weights)), self.space.weights
        if any(lowest) or len(ladders) < len(self.ladders):
            classes, size = self.classes(
                [lowest[subset.index(j)] if j in subset else h for j, h in enumerate(self.top)]
            )
            first = np.unique(classes, return_index=True)[1]
            weights = np.bincount(classes, weights, size).astype(np.int64)
        labels = [
            ladder.up[:, self.space.codes[j, first]].astype(np.uint64) << np.uint64(shift[i])
            for i, (j, ladder) in enumerate(zip(subset, ladders, strict=True))
        ]
        rows = np.cumsum([0, *(len(lines) for lines in labels[:-1])])
        return kernel.Grid(np.concatenate(labels), weights, rows, np.array(word), len(used))

    # --- the loss of nodes ---------------------------------------------------------------------------

    def losses(self, objective: Objective = "sse") -> Floats:
        """The loss of every node if no record is dropped: the sum of squared record distances, or of distances."""
        lost = [ladder.loss[:, codes] for ladder, codes in zip(self.ladders, self.space.codes, strict=True)]
        records = self.space.weights.astype(np.float64)
        squared, share = self._squared(objective), self._share
        total = np.zeros(self.shape)
        for i in range(len(lost)):
            alone = (share[i] * lost[i]) ** 2 if squared == 1 else share[i] * lost[i] ** (2 if squared else 1)
            total += (alone @ records).reshape([n if axis == i else 1 for axis, n in enumerate(self.shape)])
            for j in range(i if squared == 1 else 0):
                both = 2 * share[i] * share[j] * ((lost[j] * records) @ lost[i].T)
                total += both.reshape([n if axis in (i, j) else 1 for axis, n in enumerate(self.shape)])
        return total

    def loss_at(self, node: Sequence[int], objective: Objective = "sse") -> float:
        """The loss of a node, dropped records included."""
        classes, size = self.classes(node)
        gone = self.dropped(classes, size)[classes]
        columns = zip(self.ladders, node, self.space.codes, strict=True)
        far = np.stack([ladder.loss[level, codes] for ladder, level, codes in columns])
        return float(np.where(gone, self._drop(objective), self._apart(far, objective)) @ self.space.weights)

    def least(self, among: Flags, objective: Objective = "sse") -> tuple[int, ...]:
        """The node among some that loses least; of equals the one that comes first, level by level.

        Dropping a record never loses less than generalising it, so what a node loses without drops bounds it from
        below, and nodes are looked at in that order until the bound is worse than the best.
        """
        bound = np.where(among, self.losses(objective), np.inf)
        if self.allowed == 0:
            return self._node(int(np.argmin(bound)))
        order = np.argsort(bound, axis=None, kind="stable")[: int(among.sum())]
        best, found = np.inf, -1
        for at in range(0, len(order), _AT_ONCE):
            some = order[at : at + _AT_ONCE]
            if bound.flat[some[0]] >= best * (1 + _SAME):
                break
            lost = self._with_drops(bound, some, objective)
            for flat, loss in zip(some.tolist(), lost.tolist(), strict=True):
                if loss < best * (1 - _SAME) or (loss <= best * (1 + _SAME) and flat < found):
                    best, found = min(best, loss), flat
        return self._node(found)

    def _with_drops(self, bound: Floats, nodes: Ints, objective: Objective) -> Floats:
        if self.promises:
            return np.array([self.loss_at(self._node(n), objective) for n in nodes.tolist()])
        lost = [ladder.loss[:, codes] for ladder, codes in zip(self.ladders, self.space.codes, strict=True)]
        levels = np.stack(np.unravel_index(nodes, self.shape), axis=1).astype(np.int64)
        more = np.empty(len(nodes))
        squared, drop = self._squared(objective), self._drop(objective)
        kernel.loss_of_drops(self._whole, np.concatenate(lost), self._share, squared, drop, levels, self.k, more)
        return np.asarray(bound.flat[nodes] + more, np.float64)

    def _node(self, flat: int) -> tuple[int, ...]:
        return tuple(int(i) for i in np.unravel_index(flat, self.shape))

    @property
    def _share(self) -> Floats:
        """The part of each column in a record's distance."""
        weight = np.array([ladder.weight for ladder in self.ladders])
        return np.asarray(weight * (len(weight) if self.space.euclidean else 1) / weight.sum(), np.float64)

    def _squared(self, objective: Objective) -> int:
        """0: distances are summed; 1: the record's distance is squared; 2: each column's is."""
        return 0 if objective == "semiloss" else 2 if self.space.euclidean else 1

    def _apart(self, far: Floats, objective: Objective) -> Floats:
        """The loss of records, from the distances of their columns."""
        squared = self._squared(objective)
        apart = self._share @ (far**2 if squared == 2 else far)
        return np.asarray(apart**2 if squared == 1 else apart, np.float64)

    def _drop(self, objective: Objective) -> float:
        """The loss of a dropped record."""
        return float(self._apart(np.array([[ladder.gone] for ladder in self.ladders]), objective)[0])
