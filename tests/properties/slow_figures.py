"""The figures of a release the slow and obvious way: record by record, pair by pair, as the papers define them."""

import math
from collections import Counter
from collections.abc import Sequence

import numpy as np

from semblant.policy import Attribute
from semblant.space.column import Point
from semblant.space.reading import Reader
from tests.properties.slow_graph import SlowGraph

Record = tuple[Point, ...]


class SlowColumn:
    """One semantic or nominal column: what its texts mean, and how far meanings are apart."""

    def __init__(self, reader: Reader, graph: SlowGraph, measure: str) -> None:
        self.reader, self.graph = reader, graph
        self.measure = measure if reader.taxonomy is not None else "equality"

    @property
    def attribute(self) -> Attribute:
        return self.reader.attribute

    @property
    def unrelated(self) -> float:
        depth = max(self.graph.longest.values()) + 1
        return {"path": 2.0 * depth}.get(self.measure, 1.0)

    def distance(self, a: Point, b: Point) -> float:
        """In single precision, as tables of distances are."""
        if a == b:
            return 0.0
        if not (a.named and b.named):
            return self.unrelated
        ids = self.reader.taxonomy.ids
        return float(np.float32(self.graph.distance(ids[a.concept], ids[b.concept], self.measure, self.reader.options)))

    def centroid(self, said: Sequence[Point]) -> Point:
        """Of the whole column: least total distance, over the hierarchy of its concepts and its other texts."""
        concepts = sorted({p.concept for p in said if p.named})
        texts = sorted({p for p in said if not p.named}, key=lambda p: p.text.encode())
        if concepts:
            ids = self.reader.taxonomy.ids
            inside = self.graph.hierarchy(ids[c] for c in concepts)
            concepts = [i for i, name in enumerate(ids) if name in inside]
        candidates = [Point(c) for c in concepts] + texts
        times = Counter(said)
        total = {c: sum(n * self.distance(c, p) for p, n in times.items()) for c in candidates}
        return min(candidates, key=lambda c: (total[c], candidates.index(c)))


def record_distance(columns: Sequence[SlowColumn], a: Record, b: Record) -> float:
    """The mean over columns, weighted as the policy says."""
    weights = [c.attribute.weight for c in columns]
    return sum(w * c.distance(x, y) for w, c, x, y in zip(weights, columns, a, b, strict=True)) / sum(weights)


def squares(columns: Sequence[SlowColumn], before: Sequence[Record], after: Sequence[Record], combine: str) -> float:
    """SSE: squared distances of records from what stands for them."""
    if combine == "mean":
        return sum(record_distance(columns, a, b) ** 2 for a, b in zip(before, after, strict=True))
    weights = [c.attribute.weight for c in columns]
    share = [w * len(weights) / sum(weights) for w in weights]
    return sum(
        s * c.distance(x, y) ** 2
        for a, b in zip(before, after, strict=True)
        for s, c, x, y in zip(share, columns, a, b, strict=True)
    )


def matching_linkage(before: Sequence[Record], after: Sequence[Record]) -> float:
    """RL: the chance to pick a masked record's own original among the originals equal to it, in percent."""
    hits = [1 / before.count(b) if a == b else 0.0 for a, b in zip(before, after, strict=True)]
    return 100 * sum(hits) / len(before)


def semantic_linkage(columns: Sequence[SlowColumn], before: Sequence[Record], after: Sequence[Record]) -> float:
    """SRL: the chance to pick an original record's own among the masked records nearest to it, in percent."""
    total = 0.0
    for i, a in enumerate(before):
        apart = [record_distance(columns, a, b) for b in after]
        nearest = [j for j, d in enumerate(apart) if d <= min(apart) + 1e-9]
        total += 1 / len(nearest) if i in nearest else 0.0
    return 100 * total / len(before)


def divergence(before: Sequence[Record], after: Sequence[Record]) -> tuple[float, int]:
    """KL over original records, those that the release lacks counted as half a record; how many those are."""
    n, original, released = len(before), Counter(before), Counter(after)
    kl = sum(f / n * math.log((f / n) / max(released[x] / n, 1 / (2 * n))) for x, f in original.items())
    return kl, sum(x not in released for x in original)
