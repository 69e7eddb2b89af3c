"""Promises on top of k: groups that break one are merged with others until every class keeps them all.

This works for the masking of any method. For every failing group, the merge with the least loss per reduced shortfall
is found. The cheapest of these merges is carried out, again and again.
"""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from heapq import heapify, heappop, heappush

import numpy as np

from semblant.arrays import Flags, Floats, Floats32, Ints, followed
from semblant.errors import UnreachableError
from semblant.methods.masking import Centroids, Donors, Dropped, Generalised, Masking, Synthetic
from semblant.methods.starts import candidates_of
from semblant.methods.table.mdav import centred
from semblant.privacy.histograms import Histograms
from semblant.privacy.models import KAnonymity
from semblant.privacy.promises import Promise
from semblant.space.product import Product

_LOOKED_AT = 64
"""How many of the nearest groups are considered as partners before farther ones are."""

_BARELY = 1e-3
"""The shortfall assumed for a group that fails although the rough estimate is 0."""


def constrain(masking: Masking, space: Product, promises: Sequence[Promise]) -> Masking:
    """Merge groups of a masking until every class keeps every promise; it is returned as it is where all do.

    Groups released with the same values are one class and are checked together. k is left to the method: merging
    cannot break it.
    """
    asked = [p for p in promises if not isinstance(p.model, KAnonymity)]
    if not asked:
        return masking
    there = ~masking.where(Dropped)[masking.group_of_records(space)]
    while True:
        classes = merged(masking, space, *same_values(masking, space))
        tally = Tally(asked, there, classes.group_of_records(space), classes.size)
        failing = tally.failing()
        if failing.size == 0:
            return masking
        _refuse_unreachable(tally, classes, failing, there)
        masking = merged(classes, space, *_Merging(classes, space, tally).until_all_hold(failing))


def merged(masking: Masking, space: Product, into: Ints, lead: Ints) -> Masking:
    """The masking in which every group is part of group ``into[group]``, which is represented as ``lead`` was."""
    rows = Histograms.of(masking.tuples, into[masking.groups], len(space.weights), masking.counts)
    there, first = np.unique(rows.values, return_index=True)
    there = there[np.argsort(first)]  # numbered by their earliest tuple, as centred() does
    number = np.empty(masking.size, np.int64)
    number[there] = np.arange(len(there))
    made = centred(space, rows.classes, rows.counts, number[rows.values])
    centroids = made.represented[0]
    represented = tuple(
        centroids.taken(part.groups, part.groups) if isinstance(part, Centroids) else part
        for part in masking.represented_as(lead[there])
    )
    placed = number[into[masking.group_of_records(space)]]
    return replace(made, represented=represented, placed=placed)


def same_values(masking: Masking, space: Product) -> tuple[Ints, Ints]:
    """For every group the first that is released with the same values."""
    bounds = np.searchsorted(masking.groups, np.arange(masking.size + 1))

    def numbers(g: int) -> tuple[object, ...]:
        rows = slice(bounds[g], bounds[g + 1])
        tuples, counts = masking.tuples[rows], masking.counts[rows]
        return tuple(c.representative(codes[tuples], counts) for c, codes in space.lines)

    spellings = _spellings(masking, space)

    def taken_over(donor: int) -> Iterator[str]:
        return (
            column.donated(code) for column, code in zip(space.columns, space.codes[:, donor].tolist(), strict=True)
        )

    released: dict[int, tuple[object, ...]] = {}
    for part in masking.represented:
        each = zip(part.groups.tolist(), part.values, strict=True)
        match part:
            case Centroids():
                released |= {
                    g: (*candidates.tolist(), *numbers(g), *(s[g] for s in spellings)) for g, candidates in each
                }
            case Donors():
                released |= {g: ("donor", *taken_over(donor)) for g, donor in each}
            case Generalised() | Synthetic():
                released |= {g: ("label", *labels) for g, labels in each}
            case Dropped():
                released |= {g: ("dropped", g) for g, _ in each}
    first: dict[tuple[object, ...], int] = {}
    into = np.array([first.setdefault(released[g], g) for g in range(masking.size)], np.int64)
    return into, into


def _spellings(masking: Masking, space: Product) -> list[list[str]]:
    """The texts of every group in columns where one category is spelt in several ways: each group has its own."""
    centre = candidates_of(space, masking)
    rows = masking.counts, masking.groups
    return [
        table.centre_texts(centre[:, j], codes[masking.tuples], *rows)
        for j, (table, codes) in enumerate(space.tabled)
        if table.category is not None
    ]


def refuse_impossible(promises: Sequence[Promise], there: Flags) -> None:
    """Raise an error if even a single class of all released records would break a promise, with what it achieves."""
    everything = Tally(promises, there, np.zeros(len(there), np.int64), 1)
    for promise, total in zip(everything.promises, everything.totals, strict=True):
        whole = everything.of(promise, np.array([0]))
        if not promise.kept_by(whole, total)[0]:
            most = promise.model.describe(float(promise.values(whole, total)[0]))
            raise UnreachableError(
                f"This cannot be reached: {promise.model}.\n"
                f"All {int(there.sum()):,} records in one class would give at most {most}.",
                where=promise.model.key,
                hints=[f"set {promise.model.key} to no more than that", "publish a coarser table instead"],
            )


def _refuse_unreachable(tally: "Tally", masking: Masking, failing: Ints, there: Flags) -> None:
    """Raise an error where no merge can keep the promises, even with everything in one class."""
    refuse_impossible(tally.promises, there)
    if not masking.where(Centroids, Donors)[failing].all():
        raise UnreachableError(
            f"{len(failing):,} of {masking.size:,} groups do not keep every promise, and groups of this method cannot "
            "be merged.",
            hints=["choose a method that groups records, such as method: auto"],
        )


class Tally:
    """What the promises count in every group of released records."""

    def __init__(self, promises: Sequence[Promise], there: Flags, label: Ints, size: int) -> None:
        self.promises = tuple(promises)
        self.totals = [p.total(there) for p in promises]
        self.size = size
        self.entries: list[list[tuple[Ints, Ints]]] = []
        for p in promises:
            counted = Histograms.of(label[there], p.codes[there], size)
            self.entries.append(
                list(zip(*(np.split(a, counted.starts[1:-1]) for a in (counted.values, counted.counts)), strict=True))
            )

    def of(self, promise: Promise, groups: Ints, joined: int | None = None) -> Histograms:
        """What a promise counts in some groups; with ``joined``, in the union of each with that group."""
        entries = self.entries[self.promises.index(promise)]
        parts = [entries[g] for g in groups]
        sizes = [len(values) for values, _ in parts]
        classes = np.repeat(np.arange(len(parts)), sizes)
        values, counts = (np.concatenate([part[i] for part in parts]) for i in (0, 1))
        if joined is None:
            return Histograms(classes, values, counts, len(parts))
        more_values, more_counts = entries[joined]
        return Histograms.of(
            np.concatenate([classes, np.repeat(np.arange(len(parts)), len(more_values))]),
            np.concatenate([values, np.tile(more_values, len(parts))]),
            len(parts),
            np.concatenate([counts, np.tile(more_counts, len(parts))]),
        )

    def failing(self, groups: Ints | None = None) -> Ints:
        """The groups that break a promise; empty (dropped) ones break none."""
        if groups is None:
            groups = np.flatnonzero([len(values) for values, _ in self.entries[0]])
        if not len(groups):
            return groups
        kept = np.ones(len(groups), bool)
        for promise, total in zip(self.promises, self.totals, strict=True):
            kept &= promise.kept_by(self.of(promise, groups), total)
        return groups[~kept]

    def shortfall(self, groups: Ints, joined: int | None = None) -> Floats:
        """An estimate of how far groups are from keeping all promises, good enough to compare them."""
        missing = np.zeros(len(groups))
        for promise, total in zip(self.promises, self.totals, strict=True):
            missing += promise.shortfall(self.of(promise, groups, joined), total)
        return missing

    def merge(self, kept: int, gone: int) -> None:
        """Put one group's counts into another's."""
        for promise, entries in zip(self.promises, self.entries, strict=True):
            both = self.of(promise, np.array([kept]), gone)
            entries[kept] = both.values, both.counts
            entries[gone] = (both.values[:0], both.counts[:0])


class _Merging:
    """Groups in their space, and the cheapest merges that fix them."""

    def __init__(self, masking: Masking, space: Product, tally: Tally) -> None:
        points = space.points
        self.tally = tally
        self.euclidean = points.euclidean
        self.codes, self.numbers = points.codes, points.numbers.astype(np.float64)
        columns = range(len(points.sizes))
        self.distance = [_table(points.distance, points.distance_start, j, points.sizes[j]) for j in columns]
        costs = [_table(points.cost, points.cost_start, j, points.sizes[j][::-1]) for j in columns]
        self.cost = [cost[:, :n] for cost, n in zip(costs, points.eligible.tolist(), strict=True)]
        by_group = np.argsort(masking.groups, kind="stable")
        cuts = np.searchsorted(masking.groups[by_group], np.arange(1, masking.size))
        self.tuples = np.split(masking.tuples[by_group], cuts)
        self.counts = np.split(masking.counts[by_group], cuts)
        self.donor, self.alive = masking.where(Donors), masking.where(Centroids, Donors)
        self.stamp = np.zeros(masking.size, np.int64)
        self.into, self.lead = np.arange(masking.size), np.arange(masking.size)
        self.centre = candidates_of(space, masking).T
        self.mean = np.zeros((len(self.numbers), masking.size))
        self.loss, self.short = np.zeros(masking.size), np.zeros(masking.size)
        there = np.flatnonzero(self.alive)
        self.short[there] = tally.shortfall(there)
        for part in masking.represented:
            if isinstance(part, Donors):
                self.mean[:, part.groups] = self.numbers[:, part.values]
        for g in there.tolist():
            if not self.donor[g]:
                self._settle(g)
            self.loss[g] = self._lost(g, np.array([g]))[0]

    def _settle(self, g: int) -> None:
        """Recompute a group's centre."""
        tuples, counts = self.tuples[g], self.counts[g]
        for j, cost in enumerate(self.cost):
            self.centre[j, g] = np.argmin(counts @ cost[self.codes[j, tuples]].astype(np.float64))
        self.mean[:, g] = self.numbers[:, tuples] @ counts / counts.sum()

    def _lost(self, g: int, at: Ints) -> Floats:
        """What a group's records lose if they are released with the values of other groups."""
        tuples, counts = self.tuples[g], self.counts[g]
        far = np.zeros((len(at), len(tuples)))
        for j, distance in enumerate(self.distance):
            far += distance[self.centre[j, at]][:, self.codes[j, tuples]]
        for number, mean in zip(self.numbers, self.mean, strict=True):
            apart = np.abs(number[tuples][None, :] - mean[at][:, None])
            far += apart**2 if self.euclidean else apart
        return np.asarray((far if self.euclidean else far**2) @ counts, np.float64)

    def _taken(self, g: int, others: Ints) -> Floats:
        """What the records of other groups lose if each is released with the values of this group."""
        tuples, counts = (np.concatenate([lists[b] for b in others]) for lists in (self.tuples, self.counts))
        far = np.zeros(len(tuples))
        for j, distance in enumerate(self.distance):
            far += distance[self.centre[j, g], self.codes[j, tuples]]
        for number, mean in zip(self.numbers, self.mean, strict=True):
            far += np.abs(number[tuples] - mean[g]) ** (2 if self.euclidean else 1)
        whose = np.repeat(np.arange(len(others)), [len(self.tuples[b]) for b in others])
        return np.bincount(whose, (far if self.euclidean else far**2) * counts, len(others)).astype(np.float64)

    def until_all_hold(self, failing: Ints) -> tuple[Ints, Ints]:
        """Merge until all promises are kept; returns the group that each is now part of, and whose values it takes."""
        self.short[failing] = np.maximum(self.short[failing], _BARELY)
        agenda = [self._best(int(a)) for a in failing]
        heapify(agenda)
        while agenda:
            _, a, b, a_stamp, b_stamp = heappop(agenda)
            if self.stamp[a] != a_stamp:
                continue
            if self.stamp[b] != b_stamp:
                heappush(agenda, self._best(a))
                continue
            kept = self._merge(a, b)
            if self.tally.failing(np.array([kept])).size:
                self.short[kept] = max(self.short[kept], _BARELY)
                heappush(agenda, self._best(kept))
        return followed(self.into), self.lead

    def _best(self, a: int) -> tuple[float, int, int, int, int]:
        """The best merge of a failing group, with the versions of the groups for which it is valid."""
        rough = self._rough(a)
        looked_at = _LOOKED_AT
        while True:
            near = _smallest(rough, looked_at)
            if not len(near):
                raise UnreachableError(
                    "Not every promise can be kept: with all records in one class at least one is still broken.",
                    hints=["ask for less"],
                )
            score = self._scores(a, near)
            if np.isfinite(score).any() or len(near) < looked_at:
                break
            looked_at *= 4
        b = int(near[np.argmin(score)])
        return float(score.min()), a, b, int(self.stamp[a]), int(self.stamp[b])

    def _scores(self, a: int, near: Ints) -> Floats:
        """Loss per reduced shortfall when merging with each of some groups, higher the more shortfall would remain."""
        growth = np.minimum(self._lost(a, near) - self.loss[a], self._taken(a, near) - self.loss[near])
        before = self.short[a] + self.short[near]
        mended = before - self.tally.shortfall(near, a)
        score = np.full(len(near), np.inf)
        np.divide(np.maximum(growth, 0.0) * before, mended**2, out=score, where=mended > 1e-12)
        return score

    def _rough(self, a: int) -> Floats:
        """Estimate how much a group's records would lose with the values of each other group, column by column."""
        tuples, counts = self.tuples[a], self.counts[a]
        far = np.where(self.alive, 0.0, np.inf)
        far[a] = np.inf
        for j, distance in enumerate(self.distance):
            far += (distance[:, self.codes[j, tuples]] @ counts)[self.centre[j]]
        for q, number in enumerate(self.numbers):
            far += np.abs(self.mean[q] - number[tuples] @ counts / counts.sum()) * counts.sum()
        return far

    def _merge(self, a: int, b: int) -> int:
        kept, gone = min(a, b), max(a, b)
        larger = max((kept, gone), key=lambda g: (self.counts[g].sum(), -g))
        self.tally.merge(kept, gone)
        self.tuples[kept] = np.concatenate([self.tuples[kept], self.tuples[gone]])
        self.counts[kept] = np.concatenate([self.counts[kept], self.counts[gone]])
        self.alive[gone] = False
        self.into[gone] = kept
        self.stamp[[kept, gone]] += 1
        self.donor[kept], self.lead[kept] = self.donor[larger], self.lead[larger]
        if self.donor[kept]:
            self.centre[:, kept], self.mean[:, kept] = self.centre[:, larger], self.mean[:, larger]
        else:
            self._settle(kept)
        self.loss[kept] = self._lost(kept, np.array([kept]))[0]
        self.short[kept] = self.tally.shortfall(np.array([kept]))[0]
        return kept


def _table(flat: Floats32, start: Ints, j: int, shape: Ints) -> Floats32:
    return flat[start[j] : start[j + 1]].reshape(shape)


def _smallest(amounts: Floats, number: int) -> Ints:
    """Where the smallest finite amounts are, in order; of equal ones the earlier first."""
    if number < len(amounts):
        amounts = np.where(amounts <= np.partition(amounts, number)[number], amounts, np.inf)
    there = np.flatnonzero(np.isfinite(amounts))
    return there[np.argsort(amounts[there], kind="stable")][:number]
