"""The log that all users of a group are released with: its topics, its words and its times."""

from collections.abc import Callable
from dataclasses import dataclass, replace

import numpy as np

from semblant.arrays import Ints
from semblant.methods.job import Job, guide_of
from semblant.methods.masking import LogEntry, LogMasking
from semblant.policy.model import Policy
from semblant.space.bags import NOTHING, Bags
from semblant.space.distances import Distances, by_meaning
from semblant.space.searchlog import SearchLog
from semblant.space.sets import SetSpace, item_distances
from semblant.space.words import Terms

Compare = Callable[[Ints], Distances]
"""The distances among some things, given by their codes."""

Choice = Callable[[Bags, Ints, Compare], list[int]]
"""Chooses the things in a group's log from its users, repetitions included."""


@dataclass(frozen=True, eq=False)
class LogParts:
    """What a method for logs works on: the log, its users as points, and the words to draw from."""

    log: SearchLog
    space: SetSpace
    terms: Terms
    compare: Compare

    @classmethod
    def of(cls, log: SearchLog, space: SetSpace, policy: Policy) -> "LogParts":
        """The parts of a log that was read by user, as the policy asks."""
        taxonomy, options, measure = log.understanding.taxonomy, log.understanding.options, guide_of(policy).measure

        def compare(codes: Ints) -> Distances:
            things = [space.bags.points[c] for c in codes]
            return np.concatenate([t for _, t in by_meaning(things, taxonomy, measure, options, 1 << 28)()], axis=1)

        phrases = log.whole_terms if policy.queries == "whole" else log.terms
        words = log.query_terms if space.blocks is None else phrases
        return cls(log, space, words(space.bags, policy), compare)

    def shuffled(self, job: Job) -> "LogParts":
        """The same parts with users and what they searched for in random order, so that neither decides ties."""
        bags = self.space.bags.renumbered(job.rng)
        distances = item_distances(self.log.understanding, bags, job.guide.measure)
        space = replace(self.space, bags=bags, blocks=distances)
        return LogParts.of(self.log, space.shuffled(job.rng), job.policy)


def written(parts: LogParts, job: Job, groups: Ints, choose: Choice) -> LogMasking:
    """Write every group's log: words for the chosen things, drawn from the whole log."""
    literal, bags = parts.space.blocks is None, parts.space.bags
    moments = _Moments(parts.log, bags, literal=literal)
    bags = bags.only(parts.terms.published)
    logs: list[tuple[LogEntry, ...]] = []
    of_groups = _members(groups)
    for members in of_groups:
        codes = choose(bags, members, parts.compare)
        drawn = [(parts.terms.draw(c, members, job.rng), c) for c in codes]
        logs.append(tuple((text, moments.draw(c, job.rng)) for text, c in drawn if text))
        job.advance(len(logs) / len(of_groups))
    return LogMasking(groups, tuple(logs))


def _members(groups: Ints) -> list[Ints]:
    order = np.argsort(groups, kind="stable")
    return np.split(order, np.flatnonzero(np.diff(groups[order])) + 1)


class _Moments:
    """The times of searches: rows of the log by what was searched for."""

    def __init__(self, log: SearchLog, bags: Bags, *, literal: bool) -> None:
        place = {p: i for i, p in enumerate(bags.points)}
        if not literal:
            code = np.array([-1 if p is None else place.get(p, -1) for p in log.meant], np.int64)
            things, rows = code[log.occurrences.phrases], log.occurrences.rows
        else:
            texts = {p.text: i for i, p in enumerate(bags.points)}
            code = np.array([texts.get(q.strip(), -1) for q in log.queries.values], np.int64)
            things, rows = code[log.queries.codes], np.arange(len(log.queries.codes))
        order = np.argsort(things, kind="stable")
        self._rows = rows[order]
        self._starts = np.searchsorted(things[order], np.arange(len(bags.points) + 1))

    def draw(self, code: int, rng: np.random.Generator) -> int:
        """Draw a row in which the thing was searched for."""
        low, high = int(self._starts[code]), int(self._starts[code + 1])
        return int(self._rows[rng.integers(low, high)]) if high > low else -1


def held_by(bags: Bags, user: int) -> tuple[Ints, Ints]:
    """What a user searched for and how often; empty where nothing is known."""
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


def by_frequency(bags: Bags, members: Ints, _: Compare) -> list[int]:
    """Each user's most frequent entries, as many as the user's quota."""
    held = [held_by(bags, int(u)) for u in members]
    chosen: list[int] = []
    for (c, n), quota in zip(held, quotas(np.array([n.sum() for _, n in held])).tolist(), strict=True):
        common = np.argsort(-n, kind="stable")
        chosen += np.repeat(c[common], n[common])[:quota].tolist()
    return chosen


def own_queries(log: SearchLog, rows: set[int]) -> LogMasking:
    """A log with only some rows, in which every user keeps their own queries."""
    of_user: list[list[LogEntry]] = [[] for _ in log.users]
    for row in sorted(rows):
        of_user[int(log.user_of_row[row])].append((log.queries.values[log.queries.codes[row]].strip(), row))
    return LogMasking(np.arange(len(log.users)), tuple(tuple(entries) for entries in of_user))
