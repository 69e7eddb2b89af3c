"""What masking cost and what risk is left where records are sets, or users of a search log."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from semblant.assessment.clusters import contingency, partition_distance, ward
from semblant.assessment.columns import Judged
from semblant.assessment.loss import percent
from semblant.evidence import AttributeUtility, Particulars, Risk, Topic, Utility
from semblant.knowledge.taxonomy import Taxonomy
from semblant.space.bags import NOTHING, Bags, together
from semblant.space.distances import Distances, by_meaning, distances
from semblant.space.setreader import Understanding

Ints = NDArray[np.int64]
CLUSTERS = 80
"""Clusters of the logs paper; fewer where there are fewer than four records to a cluster."""
_MOST_CLUSTERED = 5_000
_TOPICS = 12
_WIDE = 0.1  # share from which on a category says too little


@dataclass(frozen=True, eq=False)
class SetsCompared:
    """Originals and releases over one vocabulary, with all distances that figures need.

    ``how`` judges: `avg` for sets (eq. 8 of the sets paper), `minsum` with multiplicity for logs (eq. 4 of the logs
    paper). Records are matched one to one, by position.
    """

    before: Bags
    released: Bags  # of every distinct released record
    of_record: Ints  # the distinct release of every record
    across: Distances  # [record, distinct release]
    to_centre: NDArray[np.float64]  # from every record to the centroid of the original
    columns: tuple[tuple[NDArray[np.float64], NDArray[np.float64]], ...]  # the same two of each column, the set first
    names: tuple[str, ...]  # of the columns beside the set

    @classmethod
    def of(
        cls,
        before: Bags,
        after: Bags,
        understanding: Understanding,
        measure: str,
        *,
        how: str,
        counted: bool,
        beside: Sequence[Judged] = (),
        weight: float = 1.0,
    ) -> "SetsCompared":
        """Compare by a measure; columns beside the set count by their weights."""
        before, after = together(before, after)
        held, of_set = after.distinct()
        lines = np.stack([of_set, *(c.after.codes for c in beside)])
        kinds, of_record = np.unique(lines, axis=1, return_inverse=True)
        of_record = of_record.reshape(-1)
        blocks = by_meaning(before.points, understanding.taxonomy, measure, understanding.options)
        across = distances(before, held, [how], blocks, counted=counted)[how]
        among = distances(before, before, [how], blocks, counted=counted)[how]
        to_centre = among[int(np.argmin(among.sum(axis=1, dtype=np.float64)))].astype(np.float64)
        columns = [(across[np.arange(before.records), of_set].astype(np.float64), to_centre.copy())]
        if beside:
            total = weight + sum(c.reader.attribute.weight for c in beside)
            across = across[:, kinds[0]] * np.float32(weight / total)
            to_centre *= weight / total
            for column, codes in zip(beside, kinds[1:], strict=True):
                share = column.reader.attribute.weight / total
                pairs = (np.repeat(column.before.codes, len(codes)), np.tile(codes.astype(np.int32), before.records))
                across += np.float32(share) * column.apart(*pairs).reshape(across.shape).astype(np.float32)
                centre = column.to_centroid[column.before.codes]
                to_centre += share * centre
                columns.append((column.apart(column.before.codes, column.after.codes), centre))
        released, names = held.take(kinds[0]), tuple(c.reader.name for c in beside)
        return cls(before, released, of_record.astype(np.int64), across, to_centre, tuple(columns), names)

    @property
    def own(self) -> NDArray[np.float64]:
        """How far each record is from its release."""
        return self.across[np.arange(len(self.of_record)), self.of_record].astype(np.float64)

    def utility(self, column: str, particulars: Particulars | None = None) -> Utility:
        """SSE, SST against the original's medoid, L, and the mean distance; classes are those of meaning."""
        sizes = np.bincount(self.of_record).astype(np.float64)
        whole = _figures(self.own, self.to_centre)
        return Utility(
            **whole.model_dump(exclude={"changed_records"}),
            semantic_quality=1.0 - float(self.own.mean()),
            kl=None,
            kl_floored=None,
            discernibility=float((sizes**2).sum()),
            per_attribute={
                name: _figures(own, centre, self._changed() if place == 0 else None)
                for place, (name, (own, centre)) in enumerate(zip((column, *self.names), self.columns, strict=True))
            },
            particulars=particulars,
        )

    def _changed(self) -> int:
        return sum(
            not np.array_equal(self.before.of_record(i), self.released.of_record(int(g)))
            for i, g in enumerate(self.of_record)
        )

    def semantic_linkage(self) -> float:
        """SRL: for each original, the chance of picking its own among the nearest releases, in percent."""
        sizes = np.bincount(self.of_record)
        near = self.across <= self.across.min(axis=1, keepdims=True)
        chance = near[np.arange(len(self.of_record)), self.of_record] / (near @ sizes)
        return 100.0 * float(chance.mean())

    def risk(self, classes: Sequence[int], linkage: float) -> Risk:
        """Linkage and the classes of the released bytes."""
        people = sum(classes)
        return Risk(
            record_linkage_percent=linkage,
            semantic_record_linkage_percent=self.semantic_linkage(),
            uniques=sum(size == 1 for size in classes),
            prosecutor_max=1.0 / min(classes) if classes else 0.0,
            prosecutor_mean=len(classes) / people if people else 0.0,
        )


def _figures(own: NDArray[np.float64], to_centre: NDArray[np.float64], changed: int | None = None) -> AttributeUtility:
    """The loss of one column, or of all; a set is changed where it holds other things."""
    sse, sst = float((own**2).sum()), float((to_centre**2).sum())
    return AttributeUtility(
        sse=sse,
        sst=sst,
        loss_percent=percent(sse, sst),
        semantic_loss=float(own.mean()),
        changed_records=int(np.count_nonzero(own)) if changed is None else changed,
    )


def item_linkage(before: Any, released: Any, of_record: Ints) -> float:
    """RL by most items in common (logs paper, eq. 10), in percent; with nothing in common nobody is linked.

    ``before`` and ``released`` are sparse 0/1 matrices of records and distinct releases by texts.
    """
    shared = np.asarray((released @ before.T).todense())
    most = shared.max(axis=1)
    linked = (shared == most[:, None]) & (most[:, None] > 0)
    number = linked.sum(axis=1)
    own = linked[of_record, np.arange(len(of_record))]
    return 100.0 * float((own / np.maximum(number, 1)[of_record]).mean())


def clusters_of(records: int) -> int | None:
    """How many clusters are compared: those of the logs paper, or a quarter of the records; none of very many.

    Example:
        >>> clusters_of(1_000), clusters_of(100), clusters_of(1), clusters_of(100_000)
        (80, 25, None, None)
    """
    return min(CLUSTERS, max(2, records // 4)) if 2 <= records <= _MOST_CLUSTERED else None


def cluster_loss(
    before: Bags, after: Bags, understanding: Understanding, measure: str, *, counted: bool, clusters: int
) -> float:
    """L of the logs paper (eq. 8 and 9): how differently originals and releases cluster, in percent.

    Ward on the sums of minima, both cut at the same number of clusters.
    """
    labels = []
    for bags in (before, after):
        distinct, of_record = bags.distinct()
        blocks = by_meaning(distinct.points, understanding.taxonomy, measure, understanding.options)
        table = distances(distinct, distinct, ["minsum"], blocks, counted=counted)["minsum"]
        tree = ward(table.astype(np.float64), np.bincount(of_record))
        labels.append(tree.cut(min(clusters, distinct.records))[of_record])
    return 100.0 * partition_distance(contingency(labels[0], labels[1], np.ones(before.records, np.int64)))


def topics(taxonomy: Taxonomy, before: Bags, after: Bags, k: int) -> tuple[tuple[Topic, ...], float]:
    """The top categories before and after, and the share of all things that moved to another one.

    From the top of the knowledge down, a category with more than a tenth of the original is split into those below it.
    One that fewer than ``k`` people have is not named: it would say of the few what they have.
    """
    sides = [_ways(taxonomy, bags) for bags in (before, after)]
    split: set[int] = set()
    while True:
        share = _shares(*sides[0], split)
        wide = [c for c, part in share.items() if part > _WIDE and c not in split]
        if not wide:
            break
        split.update(wide)
    then = _shares(*sides[1], split)
    moved = sum(abs(share.get(c, 0.0) - then.get(c, 0.0)) for c in share.keys() | then.keys()) / 2
    people = _people(sides[0][0], before, split)
    top = sorted((c for c in share if people[c] >= k), key=lambda c: (-share[c], c))[:_TOPICS]
    return tuple(Topic(label=taxonomy.label(c), before=share[c], after=then.get(c, 0.0)) for c in top), moved


def _shares(ways: Sequence[Sequence[int]], weights: NDArray[np.float64], split: set[int]) -> dict[int, float]:
    """The share of each category: the first on the way down that is not split, else the thing itself."""
    total = max(float(weights.sum()), 1.0)
    share: dict[int, float] = {}
    for way, weight in zip(ways, weights.tolist(), strict=True):
        at = _category(way, split)
        share[at] = share.get(at, 0.0) + weight / total
    return share


def _category(way: Sequence[int], split: set[int]) -> int:
    return next((c for c in way if c not in split), way[-1])


def _people(ways: Sequence[Sequence[int]], bags: Bags, split: set[int]) -> Counter[int]:
    """How many records or users have something of each category."""
    at = np.full(len(bags.points), -1, np.int64)
    at[_named(bags)] = [_category(way, split) for way in ways]
    pairs = np.unique(np.stack([at[bags.codes], bags.owners]), axis=1)
    return Counter(pairs[0].tolist())


def _ways(taxonomy: Taxonomy, bags: Bags) -> tuple[list[list[int]], NDArray[np.float64]]:
    """From the root down to every concept that occurs, and how often it does."""
    counts = np.bincount(bags.codes, bags.counts.astype(np.float64), len(bags.points)).astype(np.float64)
    used = _named(bags)
    return [taxonomy.way_up(bags.points[i].concept)[::-1] for i in used], counts[used]


def _named(bags: Bags) -> list[int]:
    """The places of the concepts that occur."""
    there = np.bincount(bags.codes, minlength=len(bags.points)) > 0
    return [i for i, p in enumerate(bags.points) if p.named and there[i]]


def lengths(bags: Bags) -> Ints:
    """How many things each record holds; the empty set none."""
    empty = np.zeros(bags.records, bool)
    if NOTHING in bags.points:
        empty[bags.owners[bags.codes == bags.points.index(NOTHING)]] = True
    return np.where(empty, 0, bags.lengths)


def particulars(
    before: Bags,
    after: Bags,
    understanding: Understanding,
    texts: tuple[set[str], set[str]],
    *,
    k: int,
    measure: str,
    counted: bool,
    clusters: int | None = None,
    matched: bool = True,
) -> Particulars:
    """What analysts ask: clusters, topics, vocabulary and lengths before and after."""
    shown, moved = topics(understanding.taxonomy, before, after, k)
    long_before, long_after = lengths(before), lengths(after)
    number, lost = (clusters or clusters_of(before.records)) if matched else None, None
    if number is not None:
        lost = cluster_loss(before, after, understanding, measure, counted=counted, clusters=number)
    return Particulars(
        cluster_loss_percent=lost,
        clusters=number,
        topics=shown,
        topics_moved=moved,
        vocabulary_before=len(texts[0]),
        vocabulary_kept=len(texts[0] & texts[1]),
        mean_length_before=float(long_before.mean()),
        mean_length_after=float(long_after.mean()) if len(long_after) else 0.0,
        median_length_before=float(np.median(long_before)),
        median_length_after=float(np.median(long_after)) if len(long_after) else 0.0,
    )
