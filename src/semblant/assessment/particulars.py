"""Further figures for analysts of sets and logs: clusters, topics, vocabulary and lengths."""

from collections import Counter
from collections.abc import Sequence

import numpy as np

from semblant.arrays import Floats, Ints
from semblant.assessment.clusters import contingency, partition_distance, ward
from semblant.evidence import Particulars, Topic
from semblant.knowledge.taxonomy import Taxonomy
from semblant.policy.model import Policy
from semblant.space.bags import NOTHING, Bags
from semblant.space.distances import by_meaning, distances
from semblant.space.understanding import Understanding

CLUSTERS = 80
"""Clusters of the logs paper; fewer where there are fewer than four records to a cluster."""
_MOST_CLUSTERED = 5_000
_TOPICS = 12
_WIDE = 0.1  # above this share a category is too general


def clusters_of(records: int) -> int | None:
    """The number of clusters to compare: as in the logs paper, or a quarter of the records; none for very many records.

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
    A category of fewer than ``k`` people is not named, because it would disclose what these few have.
    """
    sides = [_paths(taxonomy, bags) for bags in (before, after)]
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


def _shares(paths: Sequence[Sequence[int]], weights: Floats, split: set[int]) -> dict[int, float]:
    """The share of each category: the first on the path down that is not split, else the thing itself."""
    total = max(float(weights.sum()), 1.0)
    share: dict[int, float] = {}
    for path, weight in zip(paths, weights.tolist(), strict=True):
        at = _category(path, split)
        share[at] = share.get(at, 0.0) + weight / total
    return share


def _category(path: Sequence[int], split: set[int]) -> int:
    return next((c for c in path if c not in split), path[-1])


def _people(paths: Sequence[Sequence[int]], bags: Bags, split: set[int]) -> Counter[int]:
    """How many records or users have something of each category."""
    at = np.full(len(bags.points), -1, np.int64)
    at[_named(bags)] = [_category(path, split) for path in paths]
    pairs = np.unique(np.stack([at[bags.codes], bags.owners]), axis=1)
    return Counter(pairs[0].tolist())


def _paths(taxonomy: Taxonomy, bags: Bags) -> tuple[list[list[int]], Floats]:
    """From the root down to every concept that occurs, and how often it does."""
    counts = np.bincount(bags.codes, bags.counts.astype(np.float64), len(bags.points)).astype(np.float64)
    used = _named(bags)
    return [taxonomy.path_to_root(bags.points[i].concept)[::-1] for i in used], counts[used]


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
    sides: tuple[Bags, Bags],
    understanding: Understanding,
    texts: tuple[set[str], set[str]],
    policy: Policy,
    *,
    counted: bool,
    clusters: int | None,
) -> Particulars:
    """Compare original and release: clusters (if a number is given), topics and lengths."""
    before, after = sides
    shown, moved = topics(understanding.taxonomy, before, after, policy.k)
    long_before, long_after = lengths(before), lengths(after)
    lost = None
    if clusters is not None:
        lost = cluster_loss(before, after, understanding, policy.loss_measure, counted=counted, clusters=clusters)
    return Particulars(
        cluster_loss_percent=lost,
        clusters=clusters,
        topics=shown,
        topics_moved=moved,
        vocabulary_before=len(texts[0]),
        vocabulary_kept=len(texts[0] & texts[1]),
        mean_length_before=float(long_before.mean()),
        mean_length_after=float(long_after.mean()) if len(long_after) else 0.0,
        median_length_before=float(np.median(long_before)),
        median_length_after=float(np.median(long_after)) if len(long_after) else 0.0,
    )
