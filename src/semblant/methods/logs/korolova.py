"""Queries with noisy counts (Korolova et al. 2009)."""

from collections import Counter

import numpy as np

from semblant.data.missing import is_nothing
from semblant.methods.job import Job
from semblant.methods.logs.grouplog import LogParts, own_queries
from semblant.methods.masking import LogMasking
from semblant.space.searchlog import SearchLog
from semblant.space.times import moments


def korolova(log: SearchLog, job: Job) -> dict[str, int]:
    """Queries whose noisy count passes a threshold, with noisy counts; only each user's first d queries count.

    Guarantee: (ε, δ)-differential privacy of the published queries and counts, not k-anonymity; `differential` says
    for which ε and δ.
    Reference: Korolova, Kenthapadi, Mishra & Ntoulas 2009, Releasing search queries and clicks privately.
    """
    K, b = job.policy.K, job.policy.b
    counted: Counter[str] = Counter(q for _, q, _ in first_queries(log, job.policy.d))
    kept: dict[str, int] = {}
    for query in sorted(counted):
        if counted[query] + job.rng.laplace(0.0, b) > K:
            kept[query] = max(0, round(counted[query] + float(job.rng.laplace(0.0, b))))
    return kept


def first_queries(log: SearchLog, d: int) -> list[tuple[int, str, int]]:
    """The first d queries of each user, by time as far as it is known, then in the order of rows: user, query, row."""
    rows = np.arange(len(log.user_of_row))
    if log.columns.time is not None:
        times = log.table.column(log.columns.time)
        rows = np.argsort(moments(times.values)[times.codes], kind="stable")  # unreadable times come last
    seen: Counter[int] = Counter()
    out: list[tuple[int, str, int]] = []
    for row in rows.tolist():
        user, query = int(log.user_of_row[row]), log.queries.values[log.queries.codes[row]].strip()
        if not is_nothing(query) and seen[user] < d:
            seen[user] += 1
            out.append((user, query, row))
    return out


def log_korolova(parts: LogParts, job: Job) -> LogMasking:
    """The log without the queries that are not published, for comparison only: every row of the others stays.

    This log keeps no promise; what Korolova et al. publish is the list of queries with counts (`korolova`).
    """
    kept, queries = korolova(parts.log, job), parts.log.queries
    published = np.array([query.strip() in kept for query in queries.values])
    return own_queries(parts.log, set(np.flatnonzero(published[queries.codes]).tolist()))
