"""Microaggregation of sets: groups of similar records, each replaced by terms for its central record."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial
from typing import NamedTuple

import numpy as np

from semblant.arrays import Ints, followed, numbered
from semblant.data.items import join
from semblant.methods.constrain import Tally, refuse_impossible
from semblant.methods.job import Budget, Job, refinement_of
from semblant.methods.masking import SetMasking
from semblant.methods.tasks import Task, in_threads
from semblant.privacy.models import KAnonymity
from semblant.privacy.promises import Promise
from semblant.progress import Advance, ignore
from semblant.space.distances import Distances
from semblant.space.setreader import SetReader
from semblant.space.sets import SetSpace
from semblant.space.words import Terms

NEIGHBOURS = 40
"""Records whose groups a record may move to while groups are improved."""


class MedoidGroups(NamedTuple):
    """The group of every record, and the central record of every group."""

    groups: Ints
    medoid: Ints


def microaggregated(space: SetSpace, reader: SetReader, job: Job) -> SetMasking:
    """Groups by set-MDAV, improved where the policy asks, each released with words for its central record.

    ``draw: group``: the same words for the whole group, so the cells themselves are k-anonymous; ``record``: fresh
    words for every record, so only their meanings are.
    """
    refined = refinement_of(job.policy) is not None
    found = auto_sets(space, job) if refined else set_mdav(space, job)
    groups, medoid = keeping(space, found, job.promises, square=refined)
    terms = reader.terms(space.bags, job.policy, literal=not job.semantic)
    by_group = np.argsort(groups, kind="stable")
    bounds = np.searchsorted(groups[by_group], np.arange(len(medoid) + 1))
    cells = [""] * len(groups)
    for g, record in enumerate(medoid.tolist()):
        members = by_group[bounds[g] : bounds[g + 1]]
        held = space.bags.of_record(record).tolist()
        shared = _drawn(held, members, terms, job.rng) if job.policy.draw == "group" else None
        for i in members.tolist():
            words = _drawn(held, members, terms, job.rng) if shared is None else shared
            cells[i] = join(words, reader.rules.separator)
    return SetMasking(groups, cells)


def _drawn(held: Sequence[int], members: Ints, terms: Terms, rng: np.random.Generator) -> list[str]:
    return [terms.draw(code, members, rng) for code in held]


def set_mdav(space: SetSpace, job: Job) -> MedoidGroups:
    """MDAV over sets: groups of k records around the extremes, the centroid being the record least far from all.

    Guarantee: k-anonymity of the released sets (of their meanings where words are drawn per record).
    Reference: Batet et al. 2014, Semantic anonymisation of set-valued data; eq. 2 to 7.
    """
    return in_blocks(space, job, _by_mdav)


def _by_mdav(part: SetSpace, job: Job) -> MedoidGroups:
    from semblant.kernels.sets import medoid_mdav

    return grouped(part, medoid_mdav(part.distance, job.k), part.distance, square=False)


def auto_sets(space: SetSpace, job: Job, *, clustered: float = 0.0) -> MedoidGroups:
    """Ours: set-MDAV, then records move and swap between groups while the loss of eq. 8 shrinks.

    With ``clustered``, records that fall into different clusters of the whole count as farther apart, the more so the
    later Ward's tree joins them; groups then keep to the clusters, whatever their number.

    Guarantee: as set-mdav.
    """
    return in_blocks(space, job, partial(_improved, clustered=clustered))


def _improved(part: SetSpace, job: Job, *, clustered: float) -> MedoidGroups:
    from semblant.kernels.sets import medoid_mdav

    distance = along_tree(part.distance_by(part.how), clustered) if clustered else part.distance
    label = medoid_mdav(distance, job.k)
    improve(distance, label, job.k, job.budget, job.advance)
    return grouped(part, label, distance, square=True)


def keeping(space: SetSpace, found: MedoidGroups, promises: Sequence[Promise], *, square: bool) -> MedoidGroups:
    """The same groups, those that break a promise on top of k merged with the nearest until all keep them all."""
    asked = [p for p in promises if not isinstance(p.model, KAnonymity)]
    there = np.ones(space.records, np.bool_)
    if asked:
        refuse_impossible(asked, there)
    groups, medoids = found
    while asked and (failing := Tally(asked, there, groups, len(medoids)).failing()).size:
        into = followed(_partners(space.part(medoids), failing))
        merged = np.bincount(into, minlength=len(medoids)) > 1
        groups, before = numbered(into[groups])
        medoids = medoids[before]
        for g in np.flatnonzero(merged[before]).tolist():
            medoids[g] = _centre(space, np.flatnonzero(groups == g), square=square)
    return MedoidGroups(groups, medoids)


def _partners(centres: SetSpace, failing: Ints) -> Ints:
    """For every group the one it is merged into: failing ones into the nearest, unless that comes to them."""
    distance, place = centres.distance, np.argsort(centres.order, kind="stable")
    into = np.arange(centres.records)
    for g in failing.tolist():
        if into[g] != g or (into == g).sum() > 1:
            continue
        far = distance[place[g]].copy()
        far[place[g]] = np.inf
        into[g] = centres.order[int(np.argmin(far))]
    return into


def _centre(space: SetSpace, members: Ints, *, square: bool) -> int:
    """The central record of some."""
    from semblant.kernels.sets import medoid

    part = space.part(members)
    return int(members[part.order[medoid(part.distance, np.arange(len(members)), square)[0]]])


def along_tree(distance: Distances, share: float) -> Distances:
    """Lengthen distances, in place, by how late Ward's tree of all records joins two of them."""
    from semblant.kernels.ward import add_tree, leaf_order, ward_merges

    left, right, merge_cost = ward_merges(np.square(distance) / 2, np.ones(len(distance), np.int64))
    leaves, gaps = leaf_order(left, right, merge_cost)
    add_tree(distance, leaves, gaps, share)
    return distance


def in_blocks(space: SetSpace, job: Job, run: Callable[[SetSpace, Job], MedoidGroups]) -> MedoidGroups:
    """Mask records in blocks of neighbours in canonical order, at least k to a block; at once without a size.

    The work on a block is a function of the block alone, so any engine may do it.
    """
    size = job.block_size(space.records)
    count = 1 if size is None else max(1, min(-(-space.records // size), space.records // job.k))
    if count == 1:
        return run(space, job)
    groups, medoids, done = np.empty(space.records, np.int64), [], 0
    blocks, solve = np.array_split(space.order, count), job.solve or in_threads
    shares = [job.budget.of_part(len(rows) / space.records) for rows in blocks]
    tasks = [
        Task(run, partial(space.part, rows), replace(job, budget=budget), len(rows), alone=True)
        for rows, budget in zip(blocks, shares, strict=True)
    ]
    for rows, found in zip(blocks, solve(tasks, job.advance), strict=True):
        groups[rows] = found.groups + done
        medoids.append(rows[found.medoid])
        done += len(found.medoid)
    groups, before = numbered(groups)
    return MedoidGroups(groups, np.concatenate(medoids)[before])


def improve(distance: Distances, label: Ints, k: int, budget: Budget, advance: Advance = ignore) -> float:
    """Refine groups in place until nothing more is gained; returns the squared distances to the groups' medoids."""
    from semblant.kernels.sets import refine_groups

    near, cost = nearest(distance, NEIGHBOURS), np.inf
    for done, _ in budget.steps():
        before, cost = cost, float(refine_groups(distance, label, k, near))
        advance(done, f"loss {cost:.1f}")
        if cost >= before - 1e-9:
            break
    return cost


def nearest(distance: Distances, count: int) -> Ints:
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


def grouped(space: SetSpace, label: Ints, distance: Distances, *, square: bool) -> MedoidGroups:
    """Groups from labels in canonical order: numbered by their earliest record, each with its central record."""
    from semblant.kernels.sets import medoid

    order = space.order
    of_record = np.empty(len(label), np.int64)
    of_record[order] = label
    groups, there = numbered(of_record)
    size = len(there)
    medoids = np.zeros(size, np.int64)
    canonical = groups[order]
    by_group = np.argsort(canonical, kind="stable")
    bounds = np.searchsorted(canonical[by_group], np.arange(size + 1))
    for g in range(size):
        medoids[g] = order[medoid(distance, by_group[bounds[g] : bounds[g + 1]], square)[0]]
    return MedoidGroups(groups, medoids)
