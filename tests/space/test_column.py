"""One column: the candidates for centroids by every rule, and the distances of texts."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from semblant.knowledge.taxonomy import VIRTUAL_ROOT
from semblant.semantics.measures import measure_named
from semblant.space.column import (
    SUPPRESSED_POINT,
    Likeness,
    Point,
    TabledColumn,
    canonical,
    point_distances,
    tabled_column,
)
from tests.properties.slow_graph import SlowGraph
from tests.properties.strategies import Graph, examples, graphs

TEXTS = [Point(VIRTUAL_ROOT, text) for text in ("", "unheard of", "*")]


@st.composite
def columns(draw: st.DrawFn) -> tuple[Graph, list[Point], list[int]]:
    """A graph, the points of a column and the point of every record."""
    graph = draw(graphs())
    named = [Point(c) for c in draw(st.lists(st.integers(0, len(graph.taxonomy) - 1), min_size=1, max_size=6))]
    points = named + draw(st.lists(st.sampled_from(TEXTS), max_size=3))
    return graph, points, draw(st.lists(st.integers(0, len(points) - 1), min_size=1, max_size=12))


def made(graph: Graph, points: list[Point], records: list[int], rule: str, measure: str = "logsc") -> TabledColumn:
    return tabled_column("q", points, np.array(records), Likeness(graph.taxonomy, measure, rule))


def stands_for(column: TabledColumn, codes: np.ndarray) -> Point:
    """The candidate of least cost, the first among equals."""
    return column.candidates[int(np.argmin(column.cost[:, codes].astype(np.float64).sum(axis=1)))]


@pytest.mark.parametrize("rule", ["semantic", "mode", "lcs"])
@examples(40)
@given(column=columns())
def test_every_record_keeps_its_point(rule, column):
    graph, points, records = column
    found = made(graph, points, records, rule)
    assert [found.values[code] for code in found.codes] == [points[r] for r in records]
    assert list(found.values) == canonical(points)
    assert [found.candidates[own] for own in found.own] == list(found.values)
    assert np.all(found.distance[found.own, np.arange(len(found.values))] == 0)


@examples(60)
@given(columns())
def test_the_semantic_centroid(column):
    """Candidates are the whole column's hierarchy and its texts; the least total distance wins."""
    graph, points, records = column
    found, slow, ids = made(graph, points, records, "semantic"), SlowGraph(graph.parents), graph.taxonomy.ids
    inside = slow.hierarchy(ids[p.concept] for p in points if p.named)
    texts = [p for p in canonical(points) if not p.named]
    assert list(found.candidates) == [Point(i) for i, name in enumerate(ids) if name in inside] + texts
    np.testing.assert_array_equal(found.cost, found.distance)


@examples(60)
@given(columns())
def test_the_mode(column):
    graph, points, records = column
    found = made(graph, points, records, "mode")
    times = np.bincount(found.codes, minlength=len(found.values))
    assert stands_for(found, found.codes) == found.values[int(np.argmax(times))]


@examples(60)
@given(columns())
def test_the_deepest_common_ancestor(column):
    graph, points, records = column
    found = made(graph, points, records, "lcs")
    group = {points[r] for r in records}
    if all(p.named for p in group):
        top = graph.taxonomy.lcs_of(p.concept for p in group)
        expected = SUPPRESSED_POINT if top == VIRTUAL_ROOT else Point(top)
    else:
        expected = group.pop() if len(group) == 1 else SUPPRESSED_POINT
    assert stands_for(found, found.codes) == expected


@pytest.mark.parametrize("measure", ["logsc", "path", "wu-palmer", "equality"])
def test_texts_are_unrelated_to_everything_but_themselves(measure):
    graph = Graph.of({"a": (), "b": ("a",)})
    everything = [Point(0), Point(1), *TEXTS]
    table = point_distances(everything, everything, graph.taxonomy, measure)
    apart = measure_named(measure).farthest(graph.taxonomy)
    assert np.all(np.diag(table) == 0)
    off = ~np.eye(len(everything), dtype=bool)
    assert np.all(table[2:][off[2:]] == apart)
    np.testing.assert_array_equal(table, table.T)
