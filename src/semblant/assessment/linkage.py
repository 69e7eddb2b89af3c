"""Record linkage: exact, by equal values, and semantic, by nearest meaning."""

import math
from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from semblant.arrays import Flags, Floats, Floats32, Ints, Ints32
from semblant.assessment.columns import ComparedColumn, all_suppressed, distinct_tuples
from semblant.assessment.exact import exact_sums
from semblant.assessment.pairing import Pairing
from semblant.evidence import LinkageSample
from semblant.progress import chosen
from semblant.space.points import Points


def class_sizes(columns: Sequence[ComparedColumn], suppressed: int) -> Ints:
    """Sizes of the classes of a release, without the records suppressed in every column."""
    distinct, _, sizes = distinct_tuples(columns, original=False)
    if suppressed:
        sizes = sizes - suppressed * all_suppressed(columns, distinct)
    return np.asarray(sizes[sizes > 0], np.int64)


def class_sizes_before(columns: Sequence[ComparedColumn]) -> Ints:
    """Sizes of the classes of the original, by meaning."""
    return distinct_tuples(columns, original=True)[2]


def matching_linkage(pairing: Pairing) -> float:
    """RL: for a masked record, the probability of picking its own original among the equal ones, in percent.

    Reference: thesis 5.7; fusion, eq. 14.
    """
    return _equal(pairing, among=0)


def intruder_linkage(pairing: Pairing) -> float:
    """MRL: for an original record, the probability of picking its own among the equal masked records, in percent.

    Never above SRL: where equal records exist they are the nearest, and where none exists MRL finds nothing.

    Reference: thesis 8.6.
    """
    return _equal(pairing, among=1)


def _equal(pairing: Pairing, among: int) -> float:
    """The probability of picking a record's counterpart among the equal ones of one file (0: original, 1: release)."""
    before, after = pairing.tuples
    records = np.bincount(pairing.tuples[among], pairing.counts)
    same = before == after
    return 100.0 * float((pairing.counts[same] / records[before[same]]).sum()) / pairing.records


def semantic_linkage(pairing: Pairing) -> float:
    """SRL: for an original record, the probability of picking its own among the nearest masked records, in percent.

    Reference: thesis, chapter 8.
    """
    before, from_pair, _ = pairing.distinct(original=True)
    after, to_pair, counts = pairing.distinct(original=False)
    near = nearest(pairing.columns, before, after, counts, (from_pair, to_pair))
    chance = near.linked * pairing.counts / near.records[from_pair]
    return 100.0 * float(chance.sum()) / pairing.records


SAMPLED, SEED = 10_000, 20_261_118
"""The records of a sample, and the seed that chooses them, which is published: everybody gets the same figure."""
_EXACT = 4_000_000_000  # comparisons of an original with a released tuple up to which all are made
_SURE = 1.959963984540054  # standard deviations around the middle in 95 % of all cases


def linkage_by_meaning(pairing: Pairing) -> tuple[float, LinkageSample | None]:
    """SRL of all records or, where these are too many to compare, of a sample of them.

    The interval is Wilson's at 95 %, which is for shares: that of chances, which vary less, is no wider.
    """
    before, from_pair, _ = pairing.distinct(original=True)
    after, to_pair, counts = pairing.distinct(original=False)
    with chosen().step("linking records by meaning"):
        if before.shape[1] * after.shape[1] <= _EXACT or pairing.records <= SAMPLED:
            return semantic_linkage(pairing), None
        return _sampled_linkage(pairing, before, after, counts, (from_pair, to_pair))


def _sampled_linkage(
    pairing: Pairing, before: Ints32, after: Ints32, counts: Ints, of_pair: tuple[Ints, Ints]
) -> tuple[float, LinkageSample]:
    from_pair, to_pair = of_pair
    records = np.sort(np.random.default_rng(SEED).choice(pairing.records, SAMPLED, replace=False))
    of_record = np.searchsorted(np.cumsum(pairing.counts), records, side="right")
    pairs, times = np.unique(of_record, return_counts=True)
    some, place = np.unique(from_pair[pairs], return_inverse=True)
    near = nearest(pairing.columns, np.ascontiguousarray(before[:, some]), after, counts, (place, to_pair[pairs]))
    share = float((near.linked * times / near.records[place]).sum()) / SAMPLED
    low, high = _wilson(share, SAMPLED)
    sample = LinkageSample(records=SAMPLED, seed=SEED, low_percent=100 * low, high_percent=100 * high)
    return 100 * share, sample


def _wilson(share: float, records: int) -> tuple[float, float]:
    """Wilson's interval of a share at 95 %.

    Example:
        >>> [round(end, 4) for end in _wilson(0.1, 100)], [round(end, 4) for end in _wilson(0.0, 100)]
        ([0.0552, 0.1744], [0.0, 0.037])
    """
    z2 = _SURE**2 / records
    middle, spread = share + z2 / 2, _SURE * math.sqrt((share * (1 - share) + z2 / 4) / records)
    return max(0.0, (middle - spread) / (1 + z2)), min(1.0, (middle + spread) / (1 + z2))


_LARGEST = 1e30  # distances that single precision adds up


class Nearest(NamedTuple):
    """Per original tuple the least distance and how many released records are that near; per link whether it is."""

    distance: Floats
    records: Ints
    linked: Flags


def nearest(
    columns: Sequence[ComparedColumn], before: Ints32, after: Ints32, counts: Ints, links: tuple[Ints, Ints]
) -> Nearest:
    """The released tuples (``after``, with counts of records) nearest to every original one (``before``).

    ``links`` are an original and a released tuple each: is this one among the nearest?
    """
    from semblant.kernels import linkage as kernel

    sums = exact_sums([c.exact() for c in columns], [c.reader.rules.weight for c in columns], before, after)
    by_original = np.argsort(links[0], kind="stable")
    asked = kernel.Links(links[0][by_original], links[1][by_original])
    few = before.shape[1] * after.shape[1] <= kernel.FEW
    rough = None if few else _rough(columns, before, after, counts)
    found = kernel.all_pairs(sums, asked, counts) if rough is None else kernel.scanned(*rough, sums, asked)
    linked = np.empty(len(by_original), np.bool_)
    linked[by_original] = found.linked
    return Nearest(found.least, found.records, linked)


def _rough(
    columns: Sequence[ComparedColumn], before: Ints32, after: Ints32, counts: Ints
) -> tuple[Points, Ints32, Floats32] | None:
    """Released tuples, and codes and places of original ones, in single precision; None where that cannot hold them.

    Places count from the median: most are near it, and single precision tells small numbers best.
    """
    weights = np.array([c.reader.rules.weight for c in columns])
    tables, numbers, x, tabled = [], [], [], []
    for j, (column, weight) in enumerate(zip(columns, weights / weights.sum(), strict=True)):
        if (line := column.line) is None:
            tabled.append(j)
            tables.append(column.table() * weight)
        else:
            here, there, scale = line
            x.append((here[before[j]] - np.median(here)) * (weight / scale))
            numbers.append((there[after[j]] - np.median(here)) * (weight / scale))
    if any(np.abs(part).max(initial=0.0) > _LARGEST for part in (*tables, *x, *numbers)):
        return None
    points = Points.of_tables(
        [table.astype(np.float32) for table in tables],
        after[tabled],
        counts,
        numbers=np.array(numbers, np.float32).reshape(len(numbers), after.shape[1]),
    )
    places = np.array(x, np.float32).reshape(len(x), before.shape[1])
    return points, np.ascontiguousarray(before[tabled]), places
