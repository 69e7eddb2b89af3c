"""Users grouped by the categories of their words (Erola et al. 2010)."""

from collections import defaultdict

import numpy as np

from semblant.arrays import Ints
from semblant.data.missing import is_nothing
from semblant.methods.job import Job
from semblant.methods.logs.grouplog import LogParts, quotas
from semblant.methods.masking import LogEntry, LogMasking
from semblant.space.bags import Bags
from semblant.space.column import Point
from semblant.space.searchlog import SearchLog
from semblant.terms.mapping import matcher_of
from semblant.terms.normalise import STOP_WORDS
from semblant.terms.phrases import stretches


def log_erola(parts: LogParts, job: Job) -> LogMasking:
    """Group users by the categories that their words share; release a random part of the group's queries.

    Guarantee: at least k users per released log; whole queries of real users are published.
    Reference: Erola, Castellà-Roca, Navarro-Arribas & Torra 2010, Semantic microaggregation for the anonymization of
    query logs.
    """
    held = _word_categories(parts.log).matrix()
    shared = np.asarray((held @ held.T).todense(), np.float32)
    n, k = len(shared), job.k
    label = np.full(n, -1, np.int64)
    groups = 0
    while np.count_nonzero(label < 0) >= k:
        left = np.flatnonzero(label < 0)
        seed = int(left[0])
        others = left[1:]
        most = others[np.argsort(-shared[seed, others], kind="stable")[: k - 1]]
        label[[seed, *most.tolist()]] = groups
        groups += 1
    for u in np.flatnonzero(label < 0):
        grouped_users = np.flatnonzero(label >= 0)
        label[u] = label[grouped_users[int(np.argmax(shared[u, grouped_users]))]]
    return _whole_queries(parts, job, label)


def _word_categories(log: SearchLog) -> Bags:
    """Every user with the categories of every word searched for."""
    matcher = matcher_of(log.understanding.taxonomy)
    points: dict[Point, int] = {}
    of_query: list[list[int]] = []
    for query in log.queries.values:
        words = {w.lower() for words in stretches(query[:20_000]) for w in words} - STOP_WORDS
        found = (matcher.term(word) for word in sorted(words))
        of_query.append([points.setdefault(Point(m[0].concept), len(points)) for m in found if m])
    sizes = np.array([len(of_query[c]) for c in log.queries.codes], np.int64)
    things = np.array([t for c in log.queries.codes for t in of_query[c]], np.int64)
    return Bags.of(list(points), len(log.users), np.repeat(log.user_of_row, sizes), things)


def _whole_queries(parts: LogParts, job: Job, label: Ints) -> LogMasking:
    """Each user contributes a random share of their queries to the group's log; rare ones by what stands for them."""
    log, bags = parts.log, parts.log.literal()
    stand_ins = log.stand_ins(bags, job.policy.least_term_holders)
    written = {p.text: p.text if text is None else text for p, text in zip(bags.points, stand_ins, strict=True)}
    texts = [written.get(q.strip(), "") for q in log.queries.values]
    asked = [(texts[q], user) for q, user in zip(log.queries.codes, log.user_of_row.tolist(), strict=True)]
    rows_of: dict[int, list[int]] = defaultdict(list)
    for row, (text, user) in enumerate(asked):
        if not is_nothing(text):
            rows_of[user].append(row)
    logs: list[tuple[LogEntry, ...]] = []
    for g in range(int(label.max(initial=-1)) + 1):
        rows = [rows_of[u] for u in np.flatnonzero(label == g).tolist()]
        given = quotas(np.array([len(r) for r in rows]))
        chosen = [job.rng.choice(r, q, replace=False) for r, q in zip(rows, given.tolist(), strict=True) if q]
        flat = [int(row) for part in chosen for row in part]
        logs.append(tuple((asked[row][0], row) for row in flat))
    return LogMasking(label, tuple(logs))
