"""Search logs by microaggregation of users: groups of like users, each group released with one synthetic log."""

from dataclasses import replace
from functools import cached_property

import numpy as np

from semblant.arrays import Floats, Ints
from semblant.methods.job import Budget, Job, refinement_of
from semblant.methods.logs.grouplog import Compare, LogParts, by_frequency, held_by, quotas, written
from semblant.methods.masking import LogMasking
from semblant.methods.sets.microaggregation import auto_sets, set_mdav
from semblant.space.bags import Bags

CLUSTERED = 0.3
"""The weight that `auto` gives, beside the distance of two users, to how late the tree of all users joins them: between
0.1 and 3, the loss hardly changes."""

COVERING = 0.75
"""The share of a log by `auto` that covers all topics of its group; the rest is around the group's centre."""


def log_mdav(parts: LogParts, job: Job) -> LogMasking:
    """MDAV over users by the weighted sum of minima; the group's log is built around its centroid category.

    Guarantee: at least k users per released log. With `measure: equality` it is the paper's non-semantic version:
    queries as strings, no knowledge, the group's log by the distribution of queries only.
    Reference: Batet et al. 2013, Utility preserving query log anonymization via semantic microaggregation; eq. 1 to 7.
    """
    found = set_mdav(parts.space, job) if refinement_of(job.policy) is None else auto_sets(parts.space, job)
    return written(parts, job, found.groups, by_frequency if parts.space.blocks is None else around_centre)


def auto_log(parts: LogParts, job: Job) -> LogMasking:
    """Ours: log-MDAV that keeps to the users' clusters, refined; the group's log covers its topics.

    Guarantee: at least k users per released log.
    """
    refining = replace(job, budget=refinement_of(job.policy) or Budget(0))
    return written(parts, job, auto_sets(parts.space, refining, clustered=CLUSTERED).groups, balanced)


# --- what a group's log is about ------------------------------------------------------------------


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
                np.add.at(self.share, np.searchsorted(self.codes, c), n / n.sum())  # users have equal weight

    @cached_property
    def to_centre(self) -> Floats:
        """The distances to the centroid category (eq. 6)."""
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
    """Choose things greedily, each the one that reduces the remaining distances most, and repeat them in proportion to
    the weight of what is nearest to them."""
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
    weight = np.bincount(np.argmin(table[picked], axis=0), group.weight, len(picked)).astype(np.float64)
    return np.repeat(group.codes[picked], _repeated(weight, total)).tolist()


def _repeated(weight: Floats, total: int) -> Ints:
    """How often each is written: at least once, and in all ``total`` times, by the largest remainder."""
    wanted = weight / weight.sum() * total
    times = np.maximum(1, np.floor(wanted)).astype(np.int64)
    while times.sum() > total:
        times[int(np.argmax(times - wanted + 1e9 * (times > 1)))] -= 1
    for at in np.argsort(-(wanted - times), kind="stable")[: total - int(times.sum())]:
        times[at] += 1
    return np.asarray(times, np.int64)
