"""Search logs by microaggregation of users: groups of like users, each group released with one synthetic log."""

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from semblant.methods.sets import ROUNDS, auto_sets, set_mdav
from semblant.progress import Advance, ignore
from semblant.sets.bags import NOTHING, Bags
from semblant.sets.distances import Distances
from semblant.sets.drawing import Terms
from semblant.sets.logs import SearchLog
from semblant.sets.space import SetSpace

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


def log_mdav(parts: LogParts) -> LogMasking:
    """MDAV over users by the weighted sum of minima; the group's log is built around its centroid category.

    Guarantee: at least k users per released log. With `measure: equality` it is the paper's non-semantic version:
    queries as strings, no knowledge, the group's log by the distribution of queries only.
    Reference: Batet et al. 2013, Utility preserving query log anonymization via semantic microaggregation; eq. 1 to 7.
    """
    groups = set_mdav(parts.space, parts.k, parts.blocks).groups
    return written(parts, groups, by_frequency if parts.space.blocks is None else around_centre)


def auto_log(parts: LogParts, rounds: int = ROUNDS) -> LogMasking:
    """Ours: log-MDAV, users then swap groups while squared distances shrink; the group's log covers all it speaks of.

    Guarantee: at least k users per released log.
    """
    groups = auto_sets(parts.space, parts.k, parts.blocks, rounds=rounds, advance=parts.advance).groups
    return written(parts, groups, covering)


Choice = Callable[[Bags, Ints, Compare], list[int]]
"""From the users of a group to the things its log speaks of, repetitions included."""


def written(parts: LogParts, groups: Ints, choose: Choice) -> LogMasking:
    """Give every group its log: words drawn from the whole log for what the group is to speak of."""
    moments = _Moments(parts.log, parts.space.bags, literal=parts.space.blocks is None)
    logs: list[tuple[Entry, ...]] = []
    for members in _members(groups):
        codes = choose(parts.space.bags, members, parts.compare)
        drawn = [(parts.terms.draw(c, members, parts.rng), c) for c in codes]
        logs.append(tuple((text, moments.draw(c, parts.rng)) for text, c in drawn if text))
        parts.advance(len(logs))
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


def around_centre(bags: Bags, members: Ints, compare: Compare) -> list[int]:
    """Each user's entries nearest to the centroid category, as many as the user's quota (eq. 6 and 7)."""
    held = [held_by(bags, int(u)) for u in members]
    codes = np.unique(np.concatenate([c for c, _ in held]))
    if not codes.size:
        return []
    table = compare(codes).astype(np.float64)
    weight = np.zeros(len(codes))
    for c, n in held:
        np.add.at(weight, np.searchsorted(codes, c), n)
    to_centre = table[int(np.argmin(np.round(table @ weight, 9)))]
    chosen: list[int] = []
    for (c, n), quota in zip(held, quotas(np.array([n.sum() for _, n in held])).tolist(), strict=True):
        nearest = np.argsort(to_centre[np.searchsorted(codes, c)], kind="stable")
        chosen += np.repeat(c[nearest], n[nearest])[:quota].tolist()
    return chosen


def by_frequency(bags: Bags, members: Ints, _: Compare) -> list[int]:
    """Each user's most frequent entries, as many as the user's quota."""
    held = [held_by(bags, int(u)) for u in members]
    chosen: list[int] = []
    for (c, n), quota in zip(held, quotas(np.array([n.sum() for _, n in held])).tolist(), strict=True):
        common = np.argsort(-n, kind="stable")
        chosen += np.repeat(c[common], n[common])[:quota].tolist()
    return chosen


def covering(bags: Bags, members: Ints, compare: Compare) -> list[int]:
    """As many entries as the mean log of the group, chosen one by one so that all its users' topics are near one.

    Each entry takes away the most of what is still far; ties and the rest go by how often a thing was searched for.
    """
    held = [held_by(bags, int(u)) for u in members]
    codes = np.unique(np.concatenate([c for c, _ in held]))
    if not codes.size:
        return []
    table = compare(codes).astype(np.float64)
    share = np.zeros(len(codes))  # every user counts the same, however much they search
    weight = np.zeros(len(codes))
    for c, n in held:
        if n.size:
            np.add.at(share, np.searchsorted(codes, c), n / n.sum())
            np.add.at(weight, np.searchsorted(codes, c), n)
    total = max(1, int(np.floor(weight.sum() / len(members) + 0.5)))
    far = np.full(len(codes), table.max(initial=1.0))
    gain_of = np.maximum(far[None, :] - table, 0.0) @ share
    picked: list[int] = []
    for _ in range(min(total, len(codes))):
        best = int(np.argmax(np.round(gain_of, 9)))
        if gain_of[best] <= 1e-9:
            break
        picked.append(best)
        nearer = np.minimum(far, table[best])
        changed = np.flatnonzero(nearer < far)
        gain_of -= (
            np.maximum(far[changed] - table[:, changed], 0.0) - np.maximum(nearer[changed] - table[:, changed], 0.0)
        ) @ share[changed]
        far = nearer
        gain_of[best] = -1.0
    times = _repeat(weight, np.array(picked), table, total)
    return np.repeat(codes[picked], times).tolist()


def _repeat(weight: NDArray[np.float64], picked: Ints, table: NDArray[np.float64], total: int) -> Ints:
    """How often each picked thing is written: once, and the rest in proportion to what it stands for."""
    stands_for = np.bincount(np.argmin(table[picked], axis=0), weight, len(picked))
    wanted = stands_for / stands_for.sum() * total
    times = np.maximum(1, np.floor(wanted)).astype(np.int64)
    while times.sum() > total:
        times[int(np.argmax(times - wanted))] -= 1
    for at in np.argsort(-(wanted - times), kind="stable")[: total - int(times.sum())]:
        times[at] += 1
    return np.asarray(times, np.int64)
