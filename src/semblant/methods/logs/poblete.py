"""Queries that share no clicked address (Poblete et al. 2010)."""

from collections import Counter, defaultdict

from semblant.data.missing import is_nothing
from semblant.errors import PolicyError
from semblant.methods.job import Job
from semblant.methods.logs.grouplog import LogParts, own_queries
from semblant.methods.logs.navarro import site
from semblant.methods.masking import LogMasking


def log_poblete(parts: LogParts, job: Job) -> LogMasking:
    """Queries that could point at somebody are removed until no two share a clicked address.

    Removed: queries of too few users (unless ``rare: publish`` says otherwise, as the paper has no such rule), queries
    with fewer than k results (or, where results are not recorded, fewer than k clicks), queries that name a site they
    lead to, queries whose clicks lead to fewer than ``kp`` sites; then the query that shares addresses with most
    others, again and again, until none does.

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
    texts = [text.strip() for text in log.queries.values]  # as released: outer spaces do not make another query
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
    users = Counter(
        query for query, _ in {(texts[q], u) for q, u in zip(log.queries.codes, log.user_of_row, strict=True)}
    )
    left = set()
    for query in sorted(set(texts)):
        sites = {site(u) for u in urls[query]}
        asked = query.lower().replace(" ", "")
        named = any(s in asked or (len(s.partition(".")[0]) > 3 and s.partition(".")[0] in asked) for s in sites)
        enough = (clicks if results is None else most)[query] >= job.k
        enough = enough and users[query] >= job.policy.least_term_holders
        if enough and not named and len(sites) >= job.policy.kp and not is_nothing(query):
            left.add(query)
    left = _disconnected(left, urls)
    return own_queries(log, {row for row, code in enumerate(log.queries.codes.tolist()) if texts[code] in left})


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
