"""Other ways to publish a search log, for comparison and for those who want them; each with its own guarantee."""

from collections import Counter, defaultdict

import numpy as np
from numpy.typing import NDArray

from semblant.data.missing import is_nothing
from semblant.errors import PolicyError
from semblant.methods.logs.microaggregation import Entry, LogMasking, LogParts, by_frequency, quotas, written
from semblant.methods.logs.spelling import site, spelling_distances
from semblant.methods.sets.microaggregation import grouped
from semblant.space.bags import Bags
from semblant.space.column import Point
from semblant.space.log import SearchLog
from semblant.space.times import moments
from semblant.terms.mapping import matcher_of
from semblant.terms.normalise import STOP_WORDS
from semblant.terms.phrases import stretches

Ints = NDArray[np.int64]


def log_erola(parts: LogParts) -> LogMasking:
    """Users grouped by how many identical categories their single words have; a random part of the group's queries.

    Guarantee: at least k users per released log; whole queries of real users are published.
    Reference: Erola, Castellà-Roca, Navarro-Arribas & Torra 2010, Semantic microaggregation for the anonymization of
    query logs.
    """
    held = _word_categories(parts.log).matrix()
    shared = np.asarray((held @ held.T).todense(), np.float32)
    n, k = len(shared), parts.k
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
    return _whole_queries(parts, label)


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


def _whole_queries(parts: LogParts, label: Ints) -> LogMasking:
    """Each user gives a random share of their queries to the group's log; of queries that enough users asked."""
    texts = [q.strip() for q in parts.log.queries.values]
    asked = [(texts[q], user) for q, user in zip(parts.log.queries.codes, parts.log.user_of_row.tolist(), strict=True)]
    users = Counter(text for text, _ in set(asked))
    rows_of: dict[int, list[int]] = defaultdict(list)
    for row, (text, user) in enumerate(asked):
        if not is_nothing(text) and users[text] >= parts.terms.min_count:
            rows_of[user].append(row)
    logs: list[tuple[Entry, ...]] = []
    for g in range(int(label.max(initial=-1)) + 1):
        rows = [rows_of[u] for u in np.flatnonzero(label == g).tolist()]
        given = quotas(np.array([len(r) for r in rows]))
        chosen = [parts.rng.choice(r, q, replace=False) for r, q in zip(rows, given.tolist(), strict=True) if q]
        flat = [int(row) for part in chosen for row in part]
        logs.append(tuple((asked[row][0], row) for row in flat))
    return LogMasking(label, tuple(logs))


def log_navarro(parts: LogParts) -> LogMasking:
    """MDAV over users by how alike their queries are written, when they were asked and where they led.

    The distance of users is the mean of the least query distances both ways (`spelling_distances`). Group's log: each
    user's queries in proportion, most frequent first.

    Guarantee: at least k users per released log; whole queries of real users are published.
    Reference: Navarro-Arribas, Torra, Erola & Castellà-Roca 2012, User k-anonymity for privacy preserving data mining
    of query logs.
    """
    from semblant.kernels.sets import medoid_mdav

    distance = spelling_distances(parts.log, parts.space.order)
    groups = grouped(parts.space, medoid_mdav(distance, parts.k), distance, square=False).groups
    return written(parts, groups, by_frequency)


def korolova(log: SearchLog, *, d: int, K: float, b: float, rng: np.random.Generator) -> dict[str, int]:
    """Queries whose noisy count passes a threshold, with noisy counts; only each user's first d queries count.

    Guarantee: (ε, δ)-differential privacy of the published queries and counts, not k-anonymity; `differential` says
    for which ε and δ.
    Reference: Korolova, Kenthapadi, Mishra & Ntoulas 2009, Releasing search queries and clicks privately.
    """
    counted: Counter[str] = Counter(q for _, q, _ in first_queries(log, d))
    kept: dict[str, int] = {}
    for query in sorted(counted):
        if counted[query] + rng.laplace(0.0, b) > K:
            kept[query] = max(0, round(counted[query] + float(rng.laplace(0.0, b))))
    return kept


def first_queries(log: SearchLog, d: int) -> list[tuple[int, str, int]]:
    """The first d queries of each user, by time as far as it is told, then as they stand: user, query, row."""
    rows = np.arange(len(log.user_of_row))
    if log.columns.time is not None:
        times = log.table.column(log.columns.time)
        rows = np.argsort(moments(times.values)[times.codes], kind="stable")  # times that cannot be told are last
    seen: Counter[int] = Counter()
    out: list[tuple[int, str, int]] = []
    for row in rows.tolist():
        user, query = int(log.user_of_row[row]), log.queries.values[log.queries.codes[row]].strip()
        if not is_nothing(query) and seen[user] < d:
            seen[user] += 1
            out.append((user, query, row))
    return out


def log_korolova(parts: LogParts, *, d: int, K: float, b: float) -> LogMasking:
    """The published queries as a log, for comparison only: each user's own queries that were published.

    This log keeps no promise; what Korolova et al. publish is the list of queries with counts (`korolova`).
    """
    kept = korolova(parts.log, d=d, K=K, b=b, rng=parts.rng)
    return _own(parts.log, {row for _, query, row in first_queries(parts.log, d) if query in kept})


def log_poblete(parts: LogParts, *, kp: int) -> LogMasking:
    """Queries that could point at somebody are removed until no two share a clicked address.

    Removed: queries with fewer than k results (or, where results are not recorded, fewer than k clicks), queries that
    name a site they lead to, queries whose clicks lead to fewer than ``kp`` sites; then the query that shares
    addresses with most others, again and again, until none does.

    Guarantee: none of k-anonymity: no clicked address joins two queries of the release.
    Reference: Poblete, Spiliopoulou & Baeza-Yates 2010, Privacy-preserving query log mining for business
    confidentiality protection.
    """
    log = parts.log
    if log.columns.url is None:
        raise PolicyError(
            "log-poblete needs the clicked addresses.", where="log.url", hints=["name the column in log:"]
        )
    clicked = log.table.column(log.columns.url)
    texts = [text.strip() for text in log.queries.values]  # what is released: spaces around make no other query
    urls: dict[str, set[str]] = defaultdict(set)
    clicks: Counter[str] = Counter()
    most: Counter[str] = Counter()
    results = log.table.column(log.columns.results) if log.columns.results else None
    shown = [_results(text) for text in results.values] if results is not None else []
    for row, (code, url) in enumerate(zip(log.queries.codes.tolist(), clicked.codes.tolist(), strict=True)):
        query = texts[code]
        if clicked.values[url]:
            urls[query].add(clicked.values[url])
            clicks[query] += 1
        if results is not None:
            most[query] = max(most[query], shown[int(results.codes[row])])
    left = set()
    for query in sorted(set(texts)):
        sites = {site(u) for u in urls[query]}
        asked = query.lower().replace(" ", "")
        named = any(s in asked or (len(s.partition(".")[0]) > 3 and s.partition(".")[0] in asked) for s in sites)
        enough = (clicks if results is None else most)[query] >= parts.k
        if enough and not named and len(sites) >= kp and not is_nothing(query):
            left.add(query)
    left = _disconnected(left, urls)
    return _own(log, {row for row, code in enumerate(log.queries.codes.tolist()) if texts[code] in left})


def _results(text: str) -> int:
    """A number of results as a log has it; what cannot be read counts as none.

    Example:
        >>> _results("12"), _results("3.0"), _results("²"), _results("many")
        (12, 3, 0, 0)
    """
    try:
        return int(float(text))
    except (ValueError, OverflowError):
        return 0


def _disconnected(queries: set[str], urls: dict[str, set[str]]) -> set[str]:
    """Queries without those of greatest degree, one by one, until no two share an address."""
    of_url: dict[str, set[str]] = defaultdict(set)
    for query in queries:
        for url in urls[query]:
            of_url[url].add(query)
    joined = {q: set().union(*(of_url[u] for u in urls[q])) - {q} for q in queries}
    while joined:
        worst = min(joined, key=lambda q: (-len(joined[q]), q))
        if not joined[worst]:
            break
        for other in joined.pop(worst):
            joined[other].discard(worst)
    return set(joined)


def _own(log: SearchLog, rows: set[int]) -> LogMasking:
    """A log with only some rows: every user their own."""
    of_user: list[list[Entry]] = [[] for _ in log.users]
    for row in sorted(rows):
        of_user[int(log.user_of_row[row])].append((log.queries.values[log.queries.codes[row]].strip(), row))
    return LogMasking(np.arange(len(log.users)), tuple(tuple(entries) for entries in of_user))
