"""What an intruder can link: records equal in value, and records nearest in meaning."""

from collections.abc import Sequence

import numpy as np

from semblant.assess.pairing import Judged, Pairing
from semblant.policy import Risk
from semblant.space.product import unique_columns


def risk(pairing: Pairing | None, columns: Sequence[Judged], suppressed: int) -> Risk:
    """The risk left for records of the release; linkage needs records matched with their originals."""
    codes = np.stack([c.after.codes for c in columns])
    _, record, sizes = unique_columns(codes, [len(c.after.points) for c in columns])
    counted = sizes
    if suppressed:  # the class of records suppressed in every column is no class
        star = _all_suppressed(columns)
        counted = sizes.copy()
        counted[record[star][0]] -= suppressed
        counted = counted[counted > 0]
    there = int(counted.sum())
    return Risk(
        record_linkage_percent=None if pairing is None else matching_linkage(pairing),
        semantic_record_linkage_percent=None if pairing is None else semantic_linkage(pairing),
        uniques=int(np.count_nonzero(counted == 1)),
        prosecutor_max=1.0 / int(counted.min()) if there else 0.0,
        prosecutor_mean=len(counted) / there if there else 0.0,
    )


def _all_suppressed(columns: Sequence[Judged]) -> "np.ndarray[tuple[int], np.dtype[np.bool_]]":
    star = np.ones(len(columns[0].after.codes), np.bool_)
    for column in columns:
        is_star = np.array([p.text == "*" and not p.named for p in column.after.points])
        star &= is_star[column.after.codes]
    return star


def matching_linkage(pairing: Pairing) -> float:
    """RL: for a masked record, the chance of picking its own original among the originals equal to it, in percent.

    Reference: thesis 5.7; fusion, eq. 14.
    """
    before, after = pairing.tuples
    originals = np.bincount(before, pairing.counts)
    same = before == after
    return 100.0 * float((pairing.counts[same] / originals[before[same]]).sum()) / pairing.records


def semantic_linkage(pairing: Pairing) -> float:
    """SRL: for an original record, the chance of picking its own among the nearest masked records, in percent.

    Reference: thesis, chapter 8.
    """
    from semblant.kernels.linkage import nearest_records

    sizes = [len(c.before.points) for c in pairing.columns]
    before, from_pair, _ = unique_columns(pairing.before, sizes)
    after, to_pair, _ = unique_columns(pairing.after, [len(c.after.points) for c in pairing.columns])
    after_counts = np.bincount(to_pair, pairing.counts, after.shape[1]).astype(np.int64)
    tables = [
        (c.distance * w).astype(np.float32) for c, w in zip(pairing.columns, pairing.weights, strict=True)
    ]
    start = np.concatenate([[0], np.cumsum([t.size for t in tables])]).astype(np.int64)
    least, number = nearest_records(
        before, after, after_counts, np.concatenate([t.ravel() for t in tables]), start,
        np.array([t.shape[1] for t in tables], np.int64),
    )  # fmt: skip
    own = np.zeros(len(pairing.counts), np.float32)
    for table, b, a in zip(tables, pairing.before, pairing.after, strict=True):
        own += table[b, a]
    linked = own <= least[from_pair] + 1e-6
    return 100.0 * float((pairing.counts[linked] / number[from_pair[linked]]).sum()) / pairing.records
