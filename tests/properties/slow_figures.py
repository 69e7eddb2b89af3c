"""The figures of a release the slow and obvious way: record by record, pair by pair, as the papers define them."""

import math
from collections import Counter
from collections.abc import Hashable, Sequence
from fractions import Fraction

import numpy as np

from semblant.space.column import Point
from semblant.space.numbers import NumberReader
from semblant.space.reader import Reader
from semblant.space.rulers import Dated
from tests.properties.slow_graph import SlowGraph

Record = tuple[Hashable, ...]


class SlowMeanings:
    """One semantic or nominal column: what its texts mean, and how far meanings are apart."""

    def __init__(self, reader: Reader, graph: SlowGraph, measure: str, said: Sequence[str]) -> None:
        self.reader, self.graph = reader, graph
        self.measure = measure if reader.taxonomy is not None else "equality"
        self.weight = reader.rules.weight
        self.centroid = self._centroid([self.meant(text) for text in said])

    def meant(self, text: str) -> Point:
        return self.reader.point_of(text)

    def distance(self, a: Point, b: Point) -> float:
        """In single precision, as tables of distances are."""
        if a == b:
            return 0.0
        if not (a.named and b.named):
            return 2.0 * (max(self.graph.longest.values()) + 1) if self.measure == "path" else 1.0
        ids = self.reader.taxonomy.ids
        return float(np.float32(self.graph.distance(ids[a.concept], ids[b.concept], self.measure, self.reader.options)))

    def exact(self, a: Point, b: Point) -> tuple[float, Fraction]:
        """What a vocabulary says, which is rounded, and what else counts, which is not."""
        far = self.distance(a, b)
        return (far, Fraction(0)) if self.reader.taxonomy is not None else (0.0, Fraction(far))

    def from_centroid(self, a: Point) -> float:
        return self.distance(self.centroid, a)

    def _centroid(self, said: Sequence[Point]) -> Point:
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


class SlowPlaces:
    """One column of numbers, dates or levels: places on a line, in units of its range or standard deviation."""

    def __init__(self, reader: NumberReader, combine: str, said: Sequence[str]) -> None:
        self.reader, self.weight = reader, reader.rules.weight
        places = np.array([p for p in map(self.meant, said) if not isinstance(p, str)])
        span = float(np.ptp(places)) if places.size else 0.0
        self.scale = (span if combine == "mean" else float(np.std(places, ddof=1))) if span else 1.0
        self.unrelated = span / self.scale if span else 1.0
        self.mean = float(places.mean()) if places.size else None
        whole = [self.whole(place) for place in places.tolist()]
        self.span = max(whole) - min(whole) if span else Fraction(1)
        self.one = self.span if combine == "mean" else Fraction(f"{self.scale:.12g}")

    def whole(self, place: float) -> Fraction:
        """The very place: of a date by the second, of a number by its decimals."""
        day = isinstance(self.reader.ruler, Dated)
        return Fraction(round(place * 172_800), 172_800) if day else Fraction(repr(place))

    def exact(self, a: float | str, b: float | str) -> tuple[float, Fraction]:
        if isinstance(a, str) or isinstance(b, str):
            return 0.0, Fraction(0) if a == b else self.span / self.one
        return 0.0, abs(self.whole(a) - self.whole(b)) / self.one

    def meant(self, text: str) -> float | str:
        place = self.reader.ruler.place(text)
        return text if place is None else place

    def distance(self, a: float | str, b: float | str) -> float:
        if isinstance(a, str) or isinstance(b, str):
            return 0.0 if a == b else self.unrelated
        return abs(a - b) / self.scale

    def from_centroid(self, a: float | str) -> float:
        if self.mean is None:
            return 0.0
        return self.unrelated if isinstance(a, str) else abs(a - self.mean) / self.scale


SlowColumn = SlowMeanings | SlowPlaces


def slow_column(reader: Reader, graph: SlowGraph, measure: str, combine: str, said: Sequence[str]) -> SlowColumn:
    if isinstance(reader, NumberReader):
        return SlowPlaces(reader, combine, said)
    return SlowMeanings(reader, graph, measure, said)


def mean(columns: Sequence[SlowColumn], apart: Sequence[float]) -> float:
    """The distance of two records: the mean over columns, weighted as the policy says."""
    return sum(c.weight * d for c, d in zip(columns, apart, strict=True)) / sum(c.weight for c in columns)


def squared(columns: Sequence[SlowColumn], apart: Sequence[float], combine: str) -> float:
    """The squared distance of two records: of their mean distance, or summed up over columns."""
    return mean(columns, apart) ** 2 if combine == "mean" else len(columns) * mean(columns, [d**2 for d in apart])


def apart(columns: Sequence[SlowColumn], a: Record, b: Record) -> list[float]:
    return [c.distance(x, y) for c, x, y in zip(columns, a, b, strict=True)]


def matching_linkage(before: Sequence[Record], after: Sequence[Record]) -> float:
    """RL: the probability of picking a masked record's own original among the originals equal to it, in percent."""
    hits = [1 / before.count(b) if a == b else 0.0 for a, b in zip(before, after, strict=True)]
    return 100 * sum(hits) / len(before)


def semantic_linkage(columns: Sequence[SlowColumn], before: Sequence[Record], after: Sequence[Record]) -> float:
    """SRL: the chance to pick an original record's own among the masked records nearest to it, in percent.

    Records are equally near whose distances differ by the rounding of vocabularies only; where these say the same, the
    other columns decide exactly.
    """
    total = 0.0
    for i, a in enumerate(before):
        sums = [_sums(columns, a, b) for b in after]
        far = [meant + float(rest) for meant, rest in sums]
        near = [s for s, d in zip(sums, far, strict=True) if d <= min(far) + _ROUNDING]
        nearest = [s for s in near if not any(abs(s[0] - u[0]) <= _ROUNDING and u[1] < s[1] for u in near)]
        total += 1 / len(nearest) if sums[i] in nearest else 0.0
    return 100 * total / len(before)


_ROUNDING = 1e-6


def _sums(columns: Sequence[SlowColumn], a: Record, b: Record) -> tuple[float, Fraction]:
    weights = [Fraction(repr(c.weight)) for c in columns]
    parts = [c.exact(x, y) for c, x, y in zip(columns, a, b, strict=True)]
    meant = sum(float(w) * part for w, (part, _) in zip(weights, parts, strict=True))
    return meant, sum((w * part for w, (_, part) in zip(weights, parts, strict=True)), Fraction(0))


def divergence(before: Sequence[Record], after: Sequence[Record]) -> float:
    """KL over the records of either file, half a record added to each on both sides."""
    original, released = Counter(before), Counter(after)
    support = {*original, *released}
    n = len(before) + len(support) / 2
    return sum((original[x] + 0.5) / n * math.log((original[x] + 0.5) / (released[x] + 0.5)) for x in support)


def total_variation(before: Sequence[Record], after: Sequence[Record]) -> float:
    """Half the difference of all shares."""
    original, released = Counter(before), Counter(after)
    return sum(abs(original[x] - released[x]) for x in {*original, *released}) / (2 * len(before))
