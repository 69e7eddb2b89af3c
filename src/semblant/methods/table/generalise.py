"""Generalisation with hierarchies: full-domain (Datafly, Incognito) and value by value (best-first)."""

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from semblant.arrays import Flags, Floats, Ints, bounds, followed
from semblant.errors import UnreachableError
from semblant.hierarchy.ladder import Ladder
from semblant.kernels import merging
from semblant.methods.constrain import refuse_impossible
from semblant.methods.job import Job
from semblant.methods.masking import Dropped, Generalised, Masking, Representatives
from semblant.methods.table.lattice import Lattice
from semblant.policy.model import SUPPRESSED
from semblant.space.product import Product

_TRIES = 10
"""How often best-first begins again, before it says that records must be dropped."""


def datafly(space: Product, job: Job) -> Masking:
    """Generalise one column by one level at a time, until few enough records would be dropped.

    It is the column whose next level adds least loss; with ``measure: equality`` the one with the most different
    values, as published. Ties go to the earlier column.

    Reference: Sweeney 2002; semantic-aware as in Ayala-Rivera et al. 2017.
    """
    lattice, ladders = Lattice.of(space, job), job.ladders
    node = [0] * len(ladders)
    while lattice.records_dropped(node) > lattice.allowed:
        open_columns = [j for j, ladder in enumerate(ladders) if node[j] < ladder.height]
        if not open_columns:
            raise _unreachable(lattice)
        costs = [
            _added(space, ladders[j], node[j], j) if job.semantic else -_different(space, ladders[j], node[j], j)
            for j in open_columns
        ]
        node[open_columns[int(np.argmin(costs))]] += 1
    return masked(lattice, node)


def _added(space: Product, ladder: Ladder, level: int, j: int) -> float:
    """The loss that the next level of a column adds, over all records."""
    more = (ladder.loss[level + 1] - ladder.loss[level])[space.codes[j]]
    return float(more @ space.weights) * ladder.weight


def _different(space: Product, ladder: Ladder, level: int, j: int) -> float:
    """How many different labels a column has on a level."""
    return float(len(np.unique(ladder.up[level, space.codes[j]])))


def incognito(space: Product, job: Job) -> Masking:
    """The full-domain generalisation that loses least of all that keep the promises.

    Reference: LeFevre, DeWitt & Ramakrishnan 2005.
    """
    lattice = Lattice.of(space, job)
    anonymous = lattice.anonymous(job.advance)
    if not anonymous.any():
        raise _unreachable(lattice)
    return masked(lattice, lattice.least(anonymous, job.policy.objective))


def best_first(space: Product, job: Job) -> Masking:
    """Generalise value by value: the smallest class that breaks a promise is merged with another at least cost.

    Any value may go to any label above it, and only the values of the two classes do. The cost is the number of steps
    up as in the thesis, over all records of both classes; by a semantic measure, what they lose in meaning. A class
    that has nothing in common with any other, in any column, would be left with ``*`` alone: that is suppression, so
    its records are dropped if the policy allows so many; else all is tried again, with this class merged first.

    Reference: thesis 8.4.2.
    """
    first = np.zeros(len(space.weights), np.bool_)
    for _ in range(_TRIES):
        found = _merged_best_first(space, job, first)
        if isinstance(found, Masking):
            return found
        alone, left_out = found
        if first[alone].all():
            break
        first |= alone
    raise _left_out(left_out, space.records)


def _merged_best_first(space: Product, job: Job, first: Flags) -> Masking | tuple[Flags, int]:
    """Merge classes, some tuples first; where too many records would be dropped: a class of them, and how many."""
    lattice, k = Lattice.of(space, job), job.k
    state, texts = _single_tuples(space, job.ladders, job.semantic)
    alive = np.ones(len(space.weights), np.bool_)
    size = space.weights.astype(np.int64).copy()
    into, gone = np.arange(len(alive)), np.zeros(len(alive), np.bool_)
    blank = all(ladder.labels[ladder.up[-1, 0]] == SUPPRESSED for ladder in job.ladders)
    total = int(np.count_nonzero(size < k)) or 1
    while True:
        short = np.flatnonzero(alive & (size < k))
        if not len(short):
            classes = followed(into)
            short = np.flatnonzero(lattice.dropped(classes, len(alive)) & alive) if lattice.promises else short
            if not len(short):
                break
        if alive.sum() == 1:
            return _everybody(lattice)
        job.advance(1 - len(short) / total)
        a = int(short[np.lexsort((size[short], ~first[short]))[0]])
        others = np.flatnonzero(alive)
        b = int(merging.cheapest(state, a, others, blank and len(others) > 2))
        if b < 0:
            alive[a], gone[a] = False, True
            if size[gone].sum() > lattice.allowed:
                return followed(into) == a, int(size[gone].sum())
            continue
        merging.merge(state, a, b)
        size[a] += size[b]
        size[b], alive[b], into[b] = 0, False, a
    there, classes = np.unique(classes, return_inverse=True)
    labels = [tuple(texts[n] for n in state.node[c]) for c in there]
    return grouped(space, classes, gone[there], labels)


def _everybody(lattice: Lattice) -> Masking:
    """All records in one class, every column at its widest label; an error where not even that keeps the promises."""
    if lattice.dropped(*lattice.classes(lattice.top)).any():
        raise _unreachable(lattice)
    return masked(lattice, lattice.top)


def _left_out(records: int, of: int) -> UnreachableError:
    return UnreachableError(
        f"At least {records:,} of {of:,} records share no label below * with enough others, in any column, and would "
        "have to be suppressed; the policy allows fewer.",
        where="suppression_limit",
        hints=[
            "raise suppression_limit",
            "give hierarchies with more levels",
            "choose a method that changes values instead, such as method: auto",
        ],
    )


def _single_tuples(space: Product, ladders: Sequence[Ladder], semantic: bool) -> tuple[merging.Classes, list[str]]:
    """Every tuple as a class of its own, and the text of every node."""
    trees = [_tree(ladder, ladder.loss if semantic else ladder.steps.astype(np.float64)) for ladder in ladders]
    first = bounds([len(tree.parent) for tree in trees])
    lost = np.zeros((len(space.weights), len(ladders), max(ladder.height for ladder in ladders) + 1))
    for j, (tree, codes) in enumerate(zip(trees, space.codes, strict=True)):
        lost[:, j, : tree.lost.shape[1]] = tree.lost[codes] * space.weights[:, None]
    share = np.array([ladder.weight for ladder in ladders])
    state = merging.Classes(
        np.ascontiguousarray(space.codes.T + first[:-1], np.int64),
        lost,
        np.concatenate([tree.parent + start for tree, start in zip(trees, first[:-1], strict=True)]),
        np.concatenate([tree.depth for tree in trees]),
        share / share.sum(),
    )
    return state, [text for tree in trees for text in tree.texts]


class _Nodes(NamedTuple):
    """The tree of a column: its values come first, then the labels; a value and a label of one text are two nodes."""

    parent: Ints
    depth: Ints
    texts: list[str]
    lost: Floats  # [value, depth]


def _tree(ladder: Ladder, cost: Floats) -> _Nodes:
    values = ladder.up.shape[1]
    ways = [[v, *(values + n for n in dict.fromkeys(way))] for v, way in enumerate(ladder.up[1:].T.tolist())]
    parent = np.arange(values + len(ladder.labels))
    depth = np.zeros(len(parent), np.int64)
    lost = np.zeros((values, ladder.height + 1))
    for v, way in enumerate(ways):
        parent[way[:-1]] = way[1:]
        depth[way] = np.arange(len(way))[::-1]
        levels = [0, *(1 + ladder.up[1:, v].tolist().index(n - values) for n in way[1:])]
        lost[v, depth[way]] = cost[levels, v]
    texts = [ladder.labels[n] for n in ladder.up[0]] + list(ladder.labels)
    return _Nodes(parent, depth, texts, lost)


def climbed(space: Product, ladders: Sequence[Ladder], masking: Masking) -> list[float]:
    """The loss of each column by its hierarchy: the share of levels that values went up, averaged over the records.

    Dropped records count in full. It is 1 - precision where every label counts as a step.

    Reference: Sweeney 2002.
    """
    gone = masking.where(Dropped)[masking.groups]
    found = []
    for j, ladder in enumerate(ladders):
        place = {label: n for n, label in enumerate(ladder.labels)}
        label = np.full(masking.size, -1)
        for part in masking.represented:
            if isinstance(part, Generalised):
                label[part.groups] = [place.get(text, -1) for text in part.values[:, j]]
        codes = space.codes[j][masking.tuples]
        level = (ladder.up[:, codes] == label[masking.groups]).argmax(axis=0)
        share = np.where(gone, 1.0, ladder.steps[level, codes] / np.maximum(1, ladder.steps[-1, codes]))
        found.append(float(share @ masking.counts) / space.records)
    return found


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
    return grouped(space, classes, gone, list(zip(*labels, strict=True)), tuple(node))


def grouped(
    space: Product, classes: Ints, gone: Flags, labels: Sequence[tuple[str, ...]], levels: tuple[int, ...] | None = None
) -> Masking:
    """A masking of whole tuples in generalised classes, numbered by their first tuple; dropped ones come last."""
    number = np.where(gone, (~gone).sum(), np.cumsum(~gone) - 1)
    groups = number[classes]
    order = np.argsort(groups, kind="stable")
    kept = np.array(labels, object).reshape(-1, len(space.columns))[~gone]
    represented: tuple[Representatives, ...] = (Generalised(np.arange(len(kept)), kept, levels),)
    if gone.any():
        represented += (Dropped.last(len(kept)),)
    return Masking(order.astype(np.int64), space.weights[order], groups[order].astype(np.int64), represented)


def _unreachable(lattice: Lattice) -> UnreachableError:
    if lattice.promises:
        refuse_impossible(lattice.promises, np.ones(len(lattice.promises[0].codes), bool))
    what = f"k = {lattice.k}" + "".join(f", {promise.model}" for promise in lattice.promises)
    return UnreachableError(
        f"Even with every column at its widest label this cannot be kept: {what}.",
        hints=["ask for less", "set suppression_limit: to let some records be dropped"],
    )
