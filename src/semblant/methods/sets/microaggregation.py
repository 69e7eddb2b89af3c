"""Microaggregation of sets: groups of like records, each replaced by words for what its central record holds."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from semblant.data.items import join
from semblant.methods.masking import Masking, Stands
from semblant.methods.refine import ROUNDS, budget
from semblant.progress import Advance, ignore
from semblant.space.distances import Distances
from semblant.space.sets import SetSpace
from semblant.space.words import Terms

NEIGHBOURS = 40
"""Records whose groups a record may move to while groups are improved."""


@dataclass(frozen=True)
class Patience:
    """How long groups are improved: in rounds, so that a run can be repeated, or in seconds instead."""

    rounds: int = ROUNDS
    seconds: float | None = None


PATIENCE = Patience()


def set_mdav(space: SetSpace, k: int, blocks: int | None = None) -> Masking:
    """MDAV over sets: groups of k records around the extremes, the centroid being the record least far from all.

    Guarantee: k-anonymity of the released sets (of their meanings where words are drawn per record).
    Reference: Batet et al. 2014, Semantic anonymisation of set-valued data; eq. 2 to 7.
    """
    from semblant.kernels.sets import medoid_mdav

    def run(part: SetSpace) -> Masking:
        return grouped(part, medoid_mdav(part.distance, k), part.distance, square=False)

    return in_blocks(space, k, blocks, run)


def auto_sets(
    space: SetSpace,
    k: int,
    blocks: int | None = None,
    *,
    patience: Patience = PATIENCE,
    clustered: float = 0.0,
    advance: Advance = ignore,
) -> Masking:
    """Ours: set-MDAV, then records move and swap between groups while the loss of eq. 8 shrinks.

    With ``clustered``, records that fall into different clusters of the whole count as farther apart, the more so the
    later Ward's tree joins them; groups then keep to the clusters, whatever their number.

    Guarantee: as set-mdav.
    """
    from semblant.kernels.sets import medoid_mdav

    def run(part: SetSpace) -> Masking:
        distance = along_tree(part.distance_by(part.how), clustered) if clustered else part.distance
        label = medoid_mdav(distance, k)
        improve(distance, label, k, patience, advance)
        return grouped(part, label, distance, square=True)

    return in_blocks(space, k, blocks, run)


def along_tree(distance: Distances, share: float) -> Distances:
    """Distances, in place, that also tell how late Ward's tree of all records joins two of them."""
    from semblant.kernels.ward import add_tree, leaf_order, ward_merges

    left, right, price = ward_merges(np.square(distance) / 2, np.ones(len(distance), np.int64))
    leaves, gaps = leaf_order(left, right, price)
    add_tree(distance, leaves, gaps, share)
    return distance


def in_blocks(space: SetSpace, k: int, size: int | None, run: Callable[[SetSpace], Masking]) -> Masking:
    """Mask records in blocks of neighbours in canonical order, at least k to a block; at once without a size."""
    count = 1 if size is None else max(1, min(-(-space.records // size), space.records // k))
    if count == 1:
        return run(space)
    groups, donors, done = np.empty(space.records, np.int64), [], 0
    for rows in np.array_split(space.order, count):
        masking = run(space.part(rows))
        groups[rows] = masking.groups + done
        donors.append(rows[masking.donor])
        done += masking.size
    donor = np.concatenate(donors)
    _, first, number = np.unique(groups, return_index=True, return_inverse=True)
    by_first = np.argsort(first, kind="stable")
    return of_records(np.argsort(by_first, kind="stable")[number], donor[by_first])


def improve(
    distance: Distances,
    label: NDArray[np.int64],
    k: int,
    patience: Patience = PATIENCE,
    advance: Advance = ignore,
) -> float:
    """Refine groups in place until nothing more is gained; returns the squared distances to the groups' medoids."""
    from semblant.kernels.sets import refine_groups

    near, cost = nearest(distance, NEIGHBOURS), np.inf
    for done, _ in budget(patience.rounds, patience.seconds):
        before, cost = cost, float(refine_groups(distance, label, k, near))
        advance(done, f"loss {cost:.1f}")
        if cost >= before - 1e-9:
            break
    return cost


def nearest(distance: Distances, count: int) -> NDArray[np.int64]:
    """The nearest records of each, itself left out, in blocks of rows; equal distances by canonical order."""
    n = len(distance)
    count = min(count, max(n - 1, 1))
    out = np.empty((n, count), np.int64)
    for begin in range(0, n, 1024):
        rows = distance[begin : begin + 1024].copy()
        rows[np.arange(len(rows)), np.arange(begin, begin + len(rows))] = np.inf
        part = np.sort(np.argpartition(rows, count - 1, axis=1)[:, :count], axis=1)
        by = np.argsort(np.take_along_axis(rows, part, axis=1), axis=1, kind="stable")
        out[begin : begin + len(rows)] = np.take_along_axis(part, by, axis=1)
    return out


def grouped(space: SetSpace, label: NDArray[np.int64], distance: Distances, *, square: bool) -> Masking:
    """A masking of records from labels in canonical order: groups numbered by their earliest record, each with the
    record that stands for it."""
    from semblant.kernels.sets import medoid

    order = space.order
    of_record = np.empty(len(label), np.int64)
    of_record[order] = label
    _, first, inverse = np.unique(of_record, return_index=True, return_inverse=True)
    rank = np.argsort(np.argsort(first, kind="stable"), kind="stable")
    groups = rank[inverse]
    size = len(first)
    donor = np.zeros(size, np.int64)
    canonical = groups[order]
    by_group = np.argsort(canonical, kind="stable")
    bounds = np.searchsorted(canonical[by_group], np.arange(size + 1))
    for g in range(size):
        donor[g] = order[medoid(distance, by_group[bounds[g] : bounds[g + 1]], square)[0]]
    return of_records(groups, donor)


def of_records(groups: NDArray[np.int64], donor: NDArray[np.int64]) -> Masking:
    """A masking in which every record is a tuple of its own."""
    n = len(groups)
    return Masking(np.arange(n), np.ones(n, np.int64), groups, (Stands.SYNTHETIC,) * len(donor), donor=donor)


def synthetic_sets(
    space: SetSpace, masking: Masking, terms: Terms, *, draw: str, separator: str, rng: np.random.Generator
) -> list[str]:
    """The released cell of every record: words drawn for what its group's central record holds.

    ``draw="group"``: the same words for the whole group, so the cells themselves are k-anonymous; ``"record"``: fresh
    words for every record, so only their meanings are.
    """
    by_group = np.argsort(masking.groups, kind="stable")
    bounds = np.searchsorted(masking.groups[by_group], np.arange(masking.size + 1))
    cells = [""] * len(masking.groups)
    for g in range(masking.size):
        members = by_group[bounds[g] : bounds[g + 1]]
        held = space.bags.of_record(int(masking.donor[g])).tolist()
        shared = _cell(held, members, terms, separator, rng) if draw == "group" else None
        for i in members.tolist():
            cells[i] = _cell(held, members, terms, separator, rng) if shared is None else shared
    return cells


def _cell(
    held: Sequence[int], members: NDArray[np.int64], terms: Terms, separator: str, rng: np.random.Generator
) -> str:
    return join((terms.draw(code, members, rng) for code in held), separator)
