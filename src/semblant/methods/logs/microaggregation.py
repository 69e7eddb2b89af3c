"""Search logs by microaggregation of users: groups of like users, each group released with one synthetic log."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from semblant.methods.sets.microaggregation import PATIENCE, Patience, auto_sets, set_mdav
from semblant.progress import Advance, ignore
from semblant.space.bags import NOTHING, Bags
from semblant.space.distances import Distances
from semblant.space.log import SearchLog
from semblant.space.sets import SetSpace
from semblant.space.words import Terms

Ints = NDArray[np.int64]
Entry = tuple[str, int]
"""A released query, and the row of the original whose time it takes."""
Compare = Callable[[Ints], Distances]
"""The distances among some things, given by their codes."""


@dataclass(frozen=True)
class LogMasking:
    """The group of every user, and what each group's users are all said to have searched for."""

    groups: Ints
    logs: tuple[tuple[Entry, ...], ...]


@dataclass(frozen=True, eq=False)
class LogParts:
    """All a method for logs needs: the log, its users as points, words to draw from, and chance."""

    log: SearchLog
    space: SetSpace
    terms: Terms
    compare: Compare
    k: int
    rng: np.random.Generator
    blocks: int | None = None
    advance: Advance = ignore


def log_mdav(parts: LogParts, patience: Patience | None = None) -> LogMasking:
    """MDAV over users by the weighted sum of minima; the group's log is built around its centroid category.

    Guarantee: at least k users per released log. With `measure: equality` it is the paper's non-semantic version:
    queries as strings, no knowledge, the group's log by the distribution of queries only.
    Reference: Batet et al. 2013, Utility preserving query log anonymization via semantic microaggregation; eq. 1 to 7.
    """
    groups = set_mdav(parts.space, parts.k, parts.blocks).groups if patience is None else refined(parts, patience)
    return written(parts, groups, by_frequency if parts.space.blocks is None else around_centre)


def auto_log(parts: LogParts, patience: Patience = PATIENCE) -> LogMasking:
    """Ours: log-MDAV that keeps to the users' clusters, refined; the group's log covers its topics.

    Guarantee: at least k users per released log.
    """
    return written(parts, refined(parts, patience, clustered=CLUSTERED), balanced)


def refined(parts: LogParts, patience: Patience, clustered: float = 0.0) -> Ints:
    """The group of every user by MDAV, then improved."""
    return auto_sets(
        parts.space, parts.k, parts.blocks, patience=patience, clustered=clustered, advance=parts.advance
    ).groups


CLUSTERED = 0.3
"""How much `auto` minds, beside the distance of two users, how late the tree of all users joins them: between a tenth
and three, what is lost hardly changes."""

COVERING = 0.75
"""Share of a log by `auto` that covers all topics of its group; the rest lies around the group's centre."""

Choice = Callable[[Bags, Ints, Compare], list[int]]
"""From the users of a group to the things its log speaks of, repetitions included."""


def written(parts: LogParts, groups: Ints, choose: Choice) -> LogMasking:
    """Give every group its log: words drawn from the whole log for what the group is to speak of."""
    literal, bags = parts.space.blocks is None, parts.space.bags
    moments = _Moments(parts.log, bags, literal=literal)
    if literal:  # a query has no name of a concept to give way to
        bags = bags.common(parts.terms.min_count)
    logs: list[tuple[Entry, ...]] = []
    of_groups = _members(groups)
    for members in of_groups:
        codes = choose(bags, members, parts.compare)
        drawn = [(parts.terms.draw(c, members, parts.rng), c) for c in codes]
        logs.append(tuple((text, moments.draw(c, parts.rng)) for text, c in drawn if text))
        parts.advance(len(logs) / len(of_groups))
    return LogMasking(groups, tuple(logs))


def _members(groups: Ints) -> list[Ints]:
    order = np.argsort(groups, kind="stable")
    return np.split(order, np.flatnonzero(np.diff(groups[order])) + 1)


class _Moments:
    """When things were searched for: the rows of the log by what they speak of."""

    def __init__(self, log: SearchLog, bags: Bags, *, literal: bool) -> None:
        place = {p: i for i, p in enumerate(bags.points)}
        if not literal:
            code = np.array([-1 if p is None else place.get(p, -1) for p in log.meant], np.int64)
            things, rows = code[log.spoken.phrases], log.spoken.rows
        else:
            texts = {p.text: i for i, p in enumerate(bags.points)}
            code = np.array([texts.get(q.strip(), -1) for q in log.queries.values], np.int64)
            things, rows = code[log.queries.codes], np.arange(len(log.queries.codes))
        order = np.argsort(things, kind="stable")
        self._rows = rows[order]
        self._starts = np.searchsorted(things[order], np.arange(len(bags.points) + 1))

    def draw(self, code: int, rng: np.random.Generator) -> int:
        """A row that speaks of the thing."""
        low, high = int(self._starts[code]), int(self._starts[code + 1])
        return int(self._rows[rng.integers(low, high)]) if high > low else -1


# --- what a group's log speaks of ------------------------------------------------------------------------------


def held_by(bags: Bags, user: int) -> tuple[Ints, Ints]:
    """What a user searched for and how often; nothing where nothing was understood."""
    codes = bags.of_record(user).astype(np.int64)
    counts = bags.counts[bags.ptr[user] : bags.ptr[user + 1]]
    if len(codes) == 1 and bags.points[int(codes[0])] == NOTHING:
        return codes[:0], counts[:0]
    return codes, counts


def quotas(lengths: Ints) -> Ints:
    """How many entries each user gives: length over group size, rounded by the largest remainder.

    The total is the rounded mean length of the group; every user with a log gives at least one.

    Example:
        >>> quotas(np.array([10, 3, 1])).tolist(), quotas(np.array([2, 1, 0])).tolist()
        ([4, 1, 1], [1, 1, 0])
    """
    size = len(lengths)
    total = int(np.floor(lengths.sum() / size + 0.5))
    given, remainder = np.divmod(lengths, size)
    for at in np.lexsort((np.arange(size), -remainder))[: max(total - int(given.sum()), 0)]:
        given[at] += 1
    return np.maximum(given, lengths > 0)


class _Gathered:
    """What the users of a group searched for, and how far these things are from each other."""

    def __init__(self, bags: Bags, members: Ints, compare: Compare) -> None:
        self.held = [held_by(bags, int(u)) for u in members]
        self.codes = np.unique(np.concatenate([c for c, _ in self.held]))
        self.table = compare(self.codes).astype(np.float64) if self.codes.size else np.empty((0, 0))
        self.weight, self.share = np.zeros(len(self.codes)), np.zeros(len(self.codes))
        for c, n in self.held:
            if n.size:
                np.add.at(self.weight, np.searchsorted(self.codes, c), n)
                np.add.at(self.share, np.searchsorted(self.codes, c), n / n.sum())  # users count alike

    @cached_property
    def to_centre(self) -> NDArray[np.float64]:
        """How far everything is from the centroid category (eq. 6)."""
        return np.asarray(self.table[int(np.argmin(np.round(self.table @ self.weight, 9)))])

    def around(self) -> list[int]:
        """Each user's things nearest to the centroid category, as many as the user's quota (eq. 7)."""
        chosen: list[int] = []
        lengths = np.array([n.sum() for _, n in self.held])
        for (c, n), quota in zip(self.held, quotas(lengths).tolist(), strict=True):
            nearest = np.argsort(self.to_centre[np.searchsorted(self.codes, c)], kind="stable")
            chosen += np.repeat(c[nearest], n[nearest])[:quota].tolist()
        return chosen


def around_centre(bags: Bags, members: Ints, compare: Compare) -> list[int]:
    """The published choice: each user's entries nearest to the centroid category."""
    group = _Gathered(bags, members, compare)
    return group.around() if group.codes.size else []


def by_frequency(bags: Bags, members: Ints, _: Compare) -> list[int]:
    """Each user's most frequent entries, as many as the user's quota."""
    held = [held_by(bags, int(u)) for u in members]
    chosen: list[int] = []
    for (c, n), quota in zip(held, quotas(np.array([n.sum() for _, n in held])).tolist(), strict=True):
        common = np.argsort(-n, kind="stable")
        chosen += np.repeat(c[common], n[common])[:quota].tolist()
    return chosen


def balanced(bags: Bags, members: Ints, compare: Compare) -> list[int]:
    """Our choice: most entries chosen so that all topics of the group are near one, the rest around its centre.

    As many entries as the mean log of the group. Covering keeps users' topics in proportion, the centre keeps groups
    apart from each other.
    """
    group = _Gathered(bags, members, compare)
    if not group.codes.size:
        return []
    total = max(1, int(np.floor(group.weight.sum() / len(members) + 0.5)))
    around = sorted(group.around(), key=lambda c: (group.to_centre[int(np.searchsorted(group.codes, c))], c))
    covered = _covering(group, max(1, round(COVERING * total)))
    return covered + around[: total - len(covered)]


def _covering(group: _Gathered, total: int) -> list[int]:
    """Things chosen one by one, each the one that takes away the most of what is still far, then repeated in
    proportion to what they stand for."""
    table, share = group.table, group.share
    far = np.full(len(table), table.max(initial=1.0))
    gain = np.maximum(far[None, :] - table, 0.0) @ share
    picked: list[int] = []
    for _ in range(min(total, len(table))):
        best = int(np.argmax(np.round(gain, 9)))
        if gain[best] <= 1e-9:
            break
        picked.append(best)
        nearer = np.minimum(far, table[best])
        changed = np.flatnonzero(nearer < far)
        before, after = (np.maximum(f[changed] - table[:, changed], 0.0) for f in (far, nearer))
        gain -= (before - after) @ share[changed]
        far = nearer
        gain[best] = -1.0
    stands_for = np.bincount(np.argmin(table[picked], axis=0), group.weight, len(picked)).astype(np.float64)
    return np.repeat(group.codes[picked], _repeated(stands_for, total)).tolist()


def _repeated(weight: NDArray[np.float64], total: int) -> Ints:
    """How often each is written: at least once, and in all ``total`` times, by the largest remainder."""
    wanted = weight / weight.sum() * total
    times = np.maximum(1, np.floor(wanted)).astype(np.int64)
    while times.sum() > total:
        times[int(np.argmax(times - wanted + 1e9 * (times > 1)))] -= 1
    for at in np.argsort(-(wanted - times), kind="stable")[: total - int(times.sum())]:
        times[at] += 1
    return np.asarray(times, np.int64)
