"""Users grouped by how alike their queries are written (Navarro-Arribas et al. 2012)."""

from dataclasses import dataclass

import numpy as np

from semblant.arrays import Floats, Floats32, Ints
from semblant.data.missing import is_nothing
from semblant.methods.job import Job
from semblant.methods.logs.grouplog import LogParts, by_frequency, written
from semblant.methods.masking import LogMasking
from semblant.methods.sets.microaggregation import grouped
from semblant.space.distances import Distances
from semblant.space.searchlog import SearchLog
from semblant.space.times import moment

_CELLS = 1 << 23
_LETTERS = 500  # of a query that are compared; longer texts were pasted, not typed


def log_navarro(parts: LogParts, job: Job) -> LogMasking:
    """MDAV over users by how alike their queries are written, when they were asked and where they led.

    The distance of users is the mean of the least query distances both ways (`spelling_distances`). Group's log: each
    user's queries in proportion, most frequent first.

    Guarantee: at least k users per released log; whole queries of real users are published.
    Reference: Navarro-Arribas, Torra, Erola & Castellà-Roca 2012, User k-anonymity for privacy preserving data mining
    of query logs.
    """
    from semblant.kernels.sets import medoid_mdav

    distance = spelling_distances(parts.log, parts.space.order)
    groups = grouped(parts.space, medoid_mdav(distance, job.k), distance, square=False).groups
    return written(parts, job, groups, by_frequency)


@dataclass(frozen=True, eq=False)
class Entries:
    """What was asked when and clicked where, each different one once with how often, sorted by user."""

    texts: tuple[str, ...]
    ptr: Ints  # where the entries of each user begin
    text: Ints
    counts: Ints
    time: Floats32 | None  # 0 for the first moment of the log, 1 for the last, -1 where unknown
    site: Ints | None  # 0 where nothing was clicked

    @classmethod
    def of(cls, log: SearchLog, order: Ints) -> "Entries":
        """The entries of a log, its users in the order given."""
        asked = np.array([not is_nothing(q) for q in log.queries.values])[log.queries.codes]
        place = np.empty(len(order), np.int64)
        place[order] = np.arange(len(order))
        texts = sorted({q.strip()[:_LETTERS] for q in log.queries.values if not is_nothing(q)})
        number = {t: i for i, t in enumerate(texts)}
        code = np.array([number.get(q.strip()[:_LETTERS], -1) for q in log.queries.values], np.int64)
        parts = [place[log.user_of_row], code[log.queries.codes]]
        moments = sites = None
        if log.columns.time is not None:
            column = log.table.column(log.columns.time)
            known, moment_of = np.unique([moment(t) for t in column.values], return_inverse=True)
            moments = known
            parts.append(moment_of[column.codes])
        if log.columns.url is not None:
            column = log.table.column(log.columns.url)
            sites = np.unique(["", *(site(u) for u in column.values)], return_inverse=True)[1][1:]
            parts.append(sites[column.codes])
        lines, counts = np.unique(np.stack(parts)[:, asked], axis=1, return_counts=True)
        ptr = np.searchsorted(lines[0], np.arange(len(order) + 1))
        return cls(
            tuple(texts),
            ptr,
            lines[1].astype(np.int64),
            counts.astype(np.int64),
            None if moments is None else _spread(moments)[lines[2]],
            None if sites is None else lines[-1].astype(np.int64),
        )


def _spread(moments: Floats) -> Floats32:
    """Moments between 0 and 1; an unknown one is -1, which is far from all the others."""
    known = moments[np.isfinite(moments)]
    place = np.zeros(len(moments))
    if known.size and known[0] < known[-1]:
        place = (moments - known[0]) / (known[-1] - known[0])
    return np.where(np.isfinite(moments), place, -1.0).astype(np.float32)


def spelling_distances(log: SearchLog, order: Ints) -> Distances:
    """Distances between users by the spelling of their queries, for all pairs in the order given.

    Two queries are as far apart as the mean of the normalised edit distances of their letters and of their words, of
    their difference in length and, where the log has them, of the time between them (as a share of the time the log
    spans) and of whether another site was clicked. Two users are as far apart as the mean of their queries' least
    distances to the other's, both ways.
    """
    from rapidfuzz import process
    from rapidfuzz.distance import Levenshtein

    from semblant.kernels.sets import add_nearest, fold

    held = Entries.of(log, order)
    words = [t.split() for t in held.texts]
    letter = {w: chr(0x10000 + i) for i, w in enumerate({w: 0 for ws in words for w in ws})}
    spelt = ["".join(letter[w] for w in ws) for ws in words]
    long = np.array([len(t) for t in held.texts], np.float32)
    none = np.zeros(0, np.float32), np.zeros(0, np.int64)
    time, clicked = none[0] if held.time is None else held.time, none[1] if held.site is None else held.site
    asked = 3 + (held.time is not None) + (held.site is not None)
    owners = np.repeat(np.arange(len(order)), np.diff(held.ptr))
    by_text = np.argsort(held.text, kind="stable")
    starts = np.searchsorted(held.text[by_text], np.arange(len(held.texts) + 1))
    sums = np.zeros((len(order), len(order)), np.float32)
    width = max(1, _CELLS // max(len(held.texts), 1))
    for begin in range(0, len(held.texts), width):
        end = min(begin + width, len(held.texts))
        table = np.abs(long[begin:end, None] - long[None, :])
        table /= np.maximum(np.maximum(long[begin:end, None], long[None, :]), 1)
        for texts in (held.texts, spelt):
            table += process.cdist(
                texts[begin:end], texts, scorer=Levenshtein.normalized_distance, dtype=np.float32, workers=1
            )
        here = by_text[starts[begin] : starts[end]]
        add_nearest(table, begin, here, owners, held.ptr, held.text, held.counts, time, clicked, asked, sums)
    lengths = np.add.reduceat(np.append(held.counts, 0), held.ptr[:-1]) * (np.diff(held.ptr) > 0)
    silent = lengths == 0
    fold(sums, np.where(silent, 1.0, lengths))
    sums[silent] = 1.0
    sums[:, silent] = 1.0
    sums[np.ix_(silent, silent)] = 0.0
    return sums


def site(url: str) -> str:
    """The site of an address.

    Example:
        >>> site("http://www.Example.org/a/b?c"), site("example.org")
        ('example.org', 'example.org')
    """
    return url.partition("://")[2].partition("/")[0].lower().removeprefix("www.") or url.partition("/")[0].lower()
