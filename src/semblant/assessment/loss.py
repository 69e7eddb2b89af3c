"""Information loss by the measures of the papers, over distinct pairs of records."""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from semblant.assessment.columns import ComparedColumn
from semblant.assessment.linkage import class_sizes
from semblant.assessment.pairing import Pairing
from semblant.evidence import AttributeUtility, Particulars, Utility


def utility(pairing: Pairing, *, combine: str, suppressed: int = 0) -> Utility:
    """SSE, SST, L, semantic loss and quality, KL and discernibility; see methods in the documentation."""
    counts = pairing.counts.astype(np.float64)
    weights = pairing.weights
    sse = squared(pairing.distances, counts, weights, combine)
    sst = squared(pairing.centroid_distances, counts, weights, combine)
    n = pairing.records
    mean_distance = float((weights @ pairing.distances) @ counts) / n
    scaled = pairing.distances / np.array([[c.unrelated] for c in pairing.columns])
    kl, floored = divergence(pairing)
    return Utility(
        sse=sse,
        sst=sst,
        loss_percent=percent(sse, sst),
        semantic_loss=mean_distance,
        semantic_quality=1.0 - float((weights @ scaled) @ counts) / n,
        kl=kl,
        kl_floored=floored,
        discernibility=discernibility(pairing.columns, suppressed),
        per_attribute={c.reader.name: _column(pairing, j, counts) for j, c in enumerate(pairing.columns)},
    )


def _column(pairing: Pairing, j: int, counts: NDArray[np.float64]) -> AttributeUtility:
    d, to_centroid = pairing.distances[j], pairing.centroid_distances[j]
    sse, sst = float((d**2) @ counts), float((to_centroid**2) @ counts)
    return column_loss(sse, sst, float(d @ counts) / pairing.records, int(counts[d > 0].sum()))


def column_loss(sse: float, sst: float, mean: float, changed: int) -> AttributeUtility:
    """What masking cost one column, by its sums, the mean distance and how many records it changed."""
    return AttributeUtility(
        sse=sse, sst=sst, loss_percent=percent(sse, sst), semantic_loss=mean, changed_records=changed
    )


def unmatched(columns: tuple[ComparedColumn, ...], suppressed: int = 0) -> Utility:
    """The figures that do not need the released records to be matched with the original ones."""
    return unknown_loss([c.reader.name for c in columns], discernibility(columns, suppressed))


def unknown_loss(names: Sequence[str], discernible: float, particulars: Particulars | None = None) -> Utility:
    """Discernibility, which needs no original; every other figure of these columns is unknown."""
    nothing = AttributeUtility(sse=None, sst=None, loss_percent=None, semantic_loss=None, changed_records=None)
    return Utility(
        sse=None, sst=None, loss_percent=None, semantic_loss=None, semantic_quality=None, kl=None, kl_floored=None,
        discernibility=discernible, per_attribute=dict.fromkeys(names, nothing), particulars=particulars,
    )  # fmt: skip


def squared(
    distances: NDArray[np.float64], counts: NDArray[np.float64], weights: NDArray[np.float64], combine: str
) -> float:
    """The sum of squared record distances: of the mean over columns, or the sum over columns (euclidean)."""
    if combine == "euclidean":
        return float(((weights * len(weights)) @ distances**2) @ counts)
    return float((weights @ distances) ** 2 @ counts)


def percent(sse: float, sst: float) -> float:
    """L = 100·SSE/SST; nothing lost where nothing varied and nothing changed.

    Example:
        >>> percent(1.0, 4.0), percent(0.0, 0.0)
        (25.0, 0.0)
    """
    if sst == 0.0:
        return 0.0 if sse == 0.0 else 100.0
    return 100.0 * sse / sst


def divergence(pairing: Pairing) -> tuple[float, int]:
    """KL divergence of the record distributions over original tuples, and how many of those the release lacks.

    A tuple that is absent from the release counts as half a record: f* is floored at 1/(2n).
    """
    before, after = pairing.tuples
    n = pairing.records
    size = int(max(before.max(), after.max())) + 1
    original = np.bincount(before, pairing.counts, size) / n
    released = np.bincount(after, pairing.counts, size) / n
    there = original > 0
    floored = int(np.count_nonzero(released[there] == 0))
    share = np.maximum(released[there], 1 / (2 * n))
    return float(original[there] @ np.log(original[there] / share)), floored


def discernibility(columns: Sequence[ComparedColumn], suppressed: int = 0) -> float:
    """The sum of squared class sizes of the release; a suppressed record is like every other one."""
    sizes = class_sizes(columns, suppressed).astype(np.float64)
    return float((sizes**2).sum()) + float(suppressed) * len(columns[0].after.codes)
