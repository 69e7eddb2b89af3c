"""Information loss by the measures of the papers, over distinct pairs of records."""

from collections.abc import Sequence

import numpy as np

from semblant.arrays import Flags, Floats
from semblant.assessment.categories import lost_categories
from semblant.assessment.columns import ComparedColumn
from semblant.assessment.linkage import class_sizes
from semblant.assessment.pairing import Pairing
from semblant.data.filebacked import chunks
from semblant.evidence import AttributeUtility, Particulars, Utility


def utility(pairing: Pairing, *, combine: str, suppressed: int = 0, k: int = 2) -> Utility:
    """SSE, SST, L, semantic loss and quality, KL and discernibility; see methods in the documentation."""
    counts = pairing.counts.astype(np.float64)
    weights = pairing.weights
    sse = squared(pairing.distances, counts, weights, combine)
    sst = squared(pairing.centroid_distances, counts, weights, combine)
    n = pairing.records
    mean_distance = float((weights @ pairing.distances) @ counts) / n
    scaled = pairing.distances / np.array([[c.unrelated] for c in pairing.columns])
    original, released = _frequencies(pairing)
    return Utility(
        sse=sse,
        sst=sst,
        loss_percent=percent(sse, sst),
        semantic_loss=mean_distance,
        semantic_quality=1.0 - float((weights @ scaled) @ counts) / n,
        kl=divergence(original, released),
        total_variation=total_variation(original, released),
        discernibility=discernibility(pairing.columns, suppressed),
        changed_cells=sum(c.changed_records for c in pairing.columns),
        changed_records=_changed([c.changed for c in pairing.columns]),
        per_attribute={
            c.reader.name: _column(pairing, j, counts).model_copy(update=lost_categories(c, k))
            for j, c in enumerate(pairing.columns)
        },
    )


def _changed(columns: Sequence[Flags]) -> int:
    """How many records are changed in some column."""
    records = len(columns[0])
    return sum(int(np.count_nonzero(np.logical_or.reduce([c[at] for c in columns]))) for at in chunks(records))


def _column(pairing: Pairing, j: int, counts: Floats) -> AttributeUtility:
    d, to_centroid = pairing.distances[j], pairing.centroid_distances[j]
    sse, sst = float((d**2) @ counts), float((to_centroid**2) @ counts)
    return column_loss(sse, sst, float(d @ counts) / pairing.records, pairing.columns[j].changed_records)


def column_loss(sse: float, sst: float, mean: float, changed: int) -> AttributeUtility:
    """What masking cost one column, by its sums, the mean distance and how many records it changed."""
    return AttributeUtility(
        sse=sse, sst=sst, loss_percent=percent(sse, sst), semantic_loss=mean, changed_records=changed
    )


def unmatched(columns: tuple[ComparedColumn, ...], suppressed: int = 0, k: int = 2) -> Utility:
    """The figures that do not need the released records to be matched with the original ones."""
    found = unknown_loss([c.reader.name for c in columns], discernibility(columns, suppressed))
    lost = {c.reader.name: lost_categories(c, k) for c in columns}
    known = {name: one.model_copy(update=lost[name]) for name, one in found.per_attribute.items()}
    return found.model_copy(update={"per_attribute": known})


def unknown_loss(names: Sequence[str], discernible: float, particulars: Particulars | None = None) -> Utility:
    """Discernibility, which needs no original; every other figure of these columns is unknown."""
    nothing = AttributeUtility(sse=None, sst=None, loss_percent=None, semantic_loss=None, changed_records=None)
    return Utility(
        sse=None, sst=None, loss_percent=None, semantic_loss=None, semantic_quality=None, kl=None, total_variation=None,
        discernibility=discernible, per_attribute=dict.fromkeys(names, nothing), particulars=particulars,
    )  # fmt: skip


def squared(distances: Floats, counts: Floats, weights: Floats, combine: str) -> float:
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


def _frequencies(pairing: Pairing) -> tuple[Floats, Floats]:
    """How many original and how many released records have each combination that either file has."""
    before, after = pairing.tuples
    _, number = np.unique(np.concatenate([before, after]), return_inverse=True)
    size, m = int(number.max()) + 1, len(before)
    original, released = (np.bincount(side, pairing.counts, size) for side in (number[:m], number[m:]))
    return original.astype(np.float64), released.astype(np.float64)


def divergence(original: Floats, released: Floats) -> float:
    """KL divergence of the released distribution of combinations from the original one, in nats.

    Half a record is added to every combination that either file has, on both sides, and shares are taken of the sums:
    so a combination that the release lacks costs a finite amount. It is 0 exactly where the distributions are equal,
    and never below. The smoothing is ours; the thesis (9.2) does not say what becomes of a combination that is gone.

    Example:
        >>> round(divergence(np.array([2.0, 1.0]), np.array([3.0, 0.0])), 4)
        0.2017
    """
    smoothed = original + 0.5
    more = (released - original) / smoothed
    # both files count the same records, so shares differ as counts do; no term is below 0, even after rounding
    return float(smoothed @ (more - np.log1p(more)) / smoothed.sum())


def total_variation(original: Floats, released: Floats) -> float:
    """The share of records that would have to take another combination for the two distributions to be equal.

    Example:
        >>> round(total_variation(np.array([2.0, 1.0]), np.array([3.0, 0.0])), 4)
        0.3333
    """
    return float(np.abs(original / original.sum() - released / released.sum()).sum()) / 2


def discernibility(columns: Sequence[ComparedColumn], suppressed: int = 0) -> float:
    """The sum of squared class sizes of the release; a suppressed record is like every other one."""
    sizes = class_sizes(columns, suppressed).astype(np.float64)
    return float((sizes**2).sum()) + float(suppressed) * columns[0].after.column.records
