"""Small random spaces over made-up taxonomies, and distances and centres in them by the plainest of means."""

from collections import Counter
from collections.abc import Sequence

import numpy as np
import polars as pl
from hypothesis import strategies as st

from semblant.data.table import Table
from semblant.knowledge.taxonomy import Taxonomy
from semblant.methods.job import Job
from semblant.methods.masking import Masking, Representatives
from semblant.policy.model import Policy
from semblant.space.column import Likeness, Point, TabledColumn, tabled_column
from semblant.space.numbers import NumberColumn, NumberReader, number_column
from semblant.space.points import Points
from semblant.space.product import Product
from semblant.space.rulers import ruler_of
from semblant.space.rules import ColumnRules


def semantic(
    name: str, taxonomy: Taxonomy, ids: Sequence[str], *, measure: str = "logsc", weight: float = 1.0
) -> TabledColumn:
    """A column of concepts, one id per record; the non-semantic version with ``measure='equality'``."""
    points = [Point(taxonomy.index(i)) for i in ids]
    rule = "mode" if measure == "equality" else "semantic"

    def spell(point: Point) -> str:
        return point.text or taxonomy.ids[point.concept]

    likeness = Likeness(taxonomy, measure, rule)
    return tabled_column(name, points, np.arange(len(points)), likeness, weight=weight, spell=spell)


def numeric(name: str, numbers: Sequence[int | None], *, combine: str = "mean") -> NumberColumn:
    """A column of numbers, some of them missing."""
    texts = ["" if n is None else str(n) for n in numbers]
    column = Table(pl.DataFrame({name: texts})).column(name)
    ruler = ruler_of(name, "numeric", None, column.values)
    return number_column(NumberReader(column, ColumnRules(kind="numeric"), ruler, combine))


@st.composite
def trees(draw: st.DrawFn) -> Taxonomy:
    """Taxonomies of up to a dozen concepts, some with two parents."""
    size = draw(st.integers(2, 12))
    edges = [(f"c{i:02}", f"c{draw(st.integers(0, i - 1)):02}") for i in range(1, size)]
    if size > 3 and draw(st.booleans()):
        edges.append((f"c{size - 1:02}", f"c{draw(st.integers(0, size - 2)):02}"))
    return Taxonomy.from_edges(edges)


@st.composite
def spaces(draw: st.DrawFn, *, least: int = 2, most: int = 30, numbers: bool = True) -> Product:
    """Spaces of one to three columns, full of ties; some with numbers, some with attribute weights."""
    n = draw(st.integers(least, most))
    euclidean = draw(st.booleans())
    columns: list[TabledColumn | NumberColumn] = []
    for j in range(draw(st.integers(1, 3))):
        if numbers and draw(st.integers(0, 3)) == 0:
            cells = draw(st.lists(st.sampled_from([None, 0, 1, 2, 5, 9]), min_size=n, max_size=n))
            columns.append(numeric(f"a{j}", cells, combine="euclidean" if euclidean else "mean"))
            continue
        tree = draw(trees())
        ids = draw(st.lists(st.sampled_from(tree.ids), min_size=n, max_size=n))
        measure = draw(st.sampled_from(["logsc", "path", "wu-palmer", "equality"]))
        columns.append(semantic(f"a{j}", tree, ids, measure=measure, weight=draw(st.sampled_from([1.0, 1.0, 2.5]))))
    return Product.of(columns, euclidean=euclidean)


def space_of(weights: Sequence[int], *, columns: int = 2, measure: str = "logsc") -> Product:
    """A space of as many tuples as there are weights, each different in every column."""
    tree = Taxonomy.from_edges(
        [(f"v{i:04}", f"p{i % 3}") for i in range(len(weights))] + [(f"p{i}", "top") for i in range(3)]
    )
    ids = [f"v{i:04}" for i in range(len(weights))]
    once = Product.of([semantic(f"a{j}", tree, ids, measure=measure) for j in range(columns)])
    record_tuple = np.repeat(np.arange(len(weights)), weights)
    return Product(once.columns, record_tuple, once.codes, np.array(weights, np.int64))


def table_of(points: Points, j: int) -> np.ndarray:
    """The distances of the j-th tabled column."""
    return points.distance[points.distance_start[j] : points.distance_start[j + 1]].reshape(points.sizes[j])


def apart(points: Points, centre: Sequence[int], means: Sequence[float], t: int) -> float:
    """How far a centre is from a tuple."""
    total = 0.0
    for j, candidate in enumerate(centre):
        total += float(table_of(points, j)[candidate, points.codes[j, t]])
    for q, mean in enumerate(means):
        gap = float(points.numbers[q, t]) - mean
        total += gap * gap if points.euclidean else abs(gap)
    return float(np.sqrt(total)) if points.euclidean else total


def placed(points: Points, t: int) -> tuple[list[int], list[float]]:
    """A tuple as a centre."""
    own = [int(points.own[points.own_start[j] + points.codes[j, t]]) for j in range(len(points.codes))]
    return own, [float(points.numbers[q, t]) for q in range(len(points.numbers))]


def centre_of(points: Points, tuples: Sequence[int]) -> tuple[list[int], list[float]]:
    """The centre of some records: the candidate of least cost per tabled column, the mean per numeric one."""
    centre = []
    for j in range(len(points.codes)):
        candidates = int(points.sizes[j, 0])
        cost = points.cost[points.cost_start[j] : points.cost_start[j + 1]].reshape(-1, candidates)
        sums = [sum(float(cost[points.codes[j, t], c]) for t in tuples) for c in range(candidates)]
        centre.append(sums.index(min(sums)))
    times = Counter(tuples)  # added up by tuple, so that means round as the kernels' do
    sums = [sum(times[t] * float(line[t]) for t in sorted(times)) for line in points.numbers]
    return centre, [total / len(tuples) for total in sums]


def job(k: int, rng: np.random.Generator | None = None, **keys: object) -> Job:
    """A run with some keys of a policy; any k, although a policy asks for at least 2."""
    return Job.of(Policy.model_validate(keys).model_copy(update={"k": k}), rng)


def by(kind: type[Representatives], masking: Masking) -> np.ndarray:
    """What represents each group of a masking in which all are represented in one way."""
    assert masking.where(kind).all()
    (part,) = masking.represented
    assert part.groups.tolist() == list(range(masking.size))
    return part.values


def same(one: Masking, other: Masking) -> bool:
    """Whether two maskings are the same to the last number."""
    rows = ("tuples", "counts", "groups")
    parts = list(zip(one.represented, other.represented, strict=True))
    return all(np.array_equal(getattr(one, f), getattr(other, f)) for f in rows) and all(
        type(a) is type(b) and np.array_equal(a.groups, b.groups) and np.array_equal(a.values, b.values)
        for a, b in parts
    )


def is_whole(space: Product, masking: Masking) -> bool:
    """Whether every record is in exactly one group, and groups come in order."""
    each = np.bincount(masking.tuples, masking.counts, len(space.weights))
    rows = set(zip(masking.tuples.tolist(), masking.groups.tolist(), strict=True))
    return (
        np.array_equal(each, space.weights)
        and len(rows) == len(masking.tuples)
        and bool((masking.counts > 0).all())
        and np.array_equal(np.unique(masking.groups), np.arange(masking.size))
    )
