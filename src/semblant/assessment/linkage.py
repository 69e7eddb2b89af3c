"""What an intruder can link: records equal in value, and records nearest in meaning."""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from semblant.assessment.pairing import Pairing
from semblant.assessment.sides import Judged, JudgedMeaning, JudgedNumbers, is_suppressed
from semblant.policy import Risk
from semblant.space.product import unique_columns


def risk(pairing: Pairing | None, columns: Sequence[Judged], suppressed: int) -> Risk:
    """The risk left for records of the release; linkage needs records matched with their originals."""
    sizes = class_sizes(columns, suppressed)
    there = int(sizes.sum())
    return Risk(
        record_linkage_percent=None if pairing is None else matching_linkage(pairing),
        semantic_record_linkage_percent=None if pairing is None else semantic_linkage(pairing),
        uniques=int(np.count_nonzero(sizes == 1)),
        prosecutor_max=1.0 / int(sizes.min()) if there else 0.0,
        prosecutor_mean=len(sizes) / there if there else 0.0,
    )


def class_sizes(columns: Sequence[Judged], suppressed: int) -> NDArray[np.int64]:
    """Sizes of the classes of a release, without the records suppressed in every column."""
    distinct, _, sizes = unique_columns(
        np.stack([c.after.codes for c in columns]), [len(c.after.points) for c in columns]
    )
    if suppressed:
        star = [
            np.array([is_suppressed(p) for p in c.after.points])[line]
            for c, line in zip(columns, distinct, strict=True)
        ]
        sizes = sizes - suppressed * np.logical_and.reduce(star)
    return np.asarray(sizes[sizes > 0], np.int64)


def class_sizes_before(columns: Sequence[Judged]) -> NDArray[np.int64]:
    """Sizes of the classes of the original, by meaning."""
    codes = np.stack([c.before.codes for c in columns])
    return unique_columns(codes, [len(c.before.points) for c in columns])[2]


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

    before, from_pair, _ = unique_columns(pairing.before, [len(c.before.points) for c in pairing.columns])
    after, to_pair, _ = unique_columns(pairing.after, [len(c.after.points) for c in pairing.columns])
    after_counts = np.bincount(to_pair, pairing.counts, after.shape[1]).astype(np.int64)
    tabled = [j for j, c in enumerate(pairing.columns) if isinstance(c, JudgedMeaning)]
    numeric = [(j, c) for j, c in enumerate(pairing.columns) if isinstance(c, JudgedNumbers)]
    weights = pairing.weights.astype(np.float32)
    tables = [
        c.distance.astype(np.float32) * w
        for c, w in zip(pairing.columns, weights, strict=True)
        if isinstance(c, JudgedMeaning)
    ]
    x, y = np.empty((len(numeric), before.shape[1]), np.float32), np.empty((len(numeric), after.shape[1]), np.float32)
    for q, (j, c) in enumerate(numeric):
        unit = float(weights[j]) / c.reader.scale
        x[q], y[q] = c.before.values[before[j]] * unit, c.after.values[after[j]] * unit
    least, number = nearest_records(
        before[tabled],
        after[tabled],
        after_counts,
        np.concatenate([np.empty(0, np.float32), *(t.ravel() for t in tables)]),
        np.concatenate([[0], np.cumsum([t.size for t in tables])]).astype(np.int64),
        np.array([t.shape[1] for t in tables], np.int64),
        x,
        y,
        np.isnan(y),
        np.array([c.unrelated * weights[j] for j, c in numeric], np.float32),
    )
    own = (weights.astype(np.float64) @ pairing.distances).astype(np.float32)
    linked = own <= least[from_pair] + 2e-6
    return 100.0 * float((pairing.counts[linked] / number[from_pair[linked]]).sum()) / pairing.records
