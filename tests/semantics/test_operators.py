"""Compare, aggregate, sort: against plain Python on any graph."""

from collections import Counter

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from semblant.errors import PolicyError
from semblant.knowledge.taxonomy import VIRTUAL_ROOT
from semblant.semantics.operators import aggregate, compare, confusion, costs, sort
from tests.properties.slow_graph import SlowGraph
from tests.properties.strategies import Graph, examples, graphs


@st.composite
def weighed(draw: st.DrawFn) -> tuple[Graph, dict[int, float]]:
    """A graph and some of its concepts with how often they were seen."""
    graph = draw(graphs())
    seen = st.dictionaries(
        st.integers(0, len(graph.taxonomy) - 1), st.integers(1, 9).map(float), min_size=1, max_size=6
    )
    return graph, draw(seen)


@examples(60)
@given(weighed(), st.sampled_from(["path", "logsc", "wu-palmer"]))
def test_costs_are_weighted_sums_over_the_hierarchy(case, measure):
    graph, seen = case
    slow, ids = SlowGraph(graph.parents), graph.taxonomy.ids
    found = costs(graph.taxonomy, seen, measure)
    assert {ids[c] for c in found} == slow.hierarchy(ids[v] for v in seen)
    for c, cost in found.items():
        expected = sum(compare(graph.taxonomy, c, v, weight, measure) for v, weight in seen.items())
        assert cost == pytest.approx(expected, abs=1e-5)


@examples(60)
@given(weighed())
def test_what_stands_for_values(case):
    graph, seen = case
    taxonomy, slow = graph.taxonomy, SlowGraph(graph.parents)
    ids = taxonomy.ids
    cheapest = costs(taxonomy, seen, "path")
    assert aggregate(taxonomy, seen, "path") == min(c for c in cheapest if cheapest[c] == min(cheapest.values()))
    assert aggregate(taxonomy, seen, rule="mode") == min(v for v in seen if seen[v] == max(seen.values()))
    top = slow.lcs(ids[v] for v in seen)
    assert aggregate(taxonomy, seen, rule="lcs") == (VIRTUAL_ROOT if top is None else taxonomy.index(top))
    confused = {a: sum(w * confusion(taxonomy, a, b) for b, w in seen.items()) for a in seen}
    assert aggregate(taxonomy, seen, rule="consensus") == min(v for v in seen if confused[v] == min(confused.values()))


@examples(60)
@given(weighed())
def test_confusion_counts_links_down(case):
    graph, seen = case
    slow, ids = SlowGraph(graph.parents), graph.taxonomy.ids
    for a in seen:
        for b in seen:
            up = slow.steps_up(ids[b])
            if ids[b] in slow.ancestors(ids[a]):
                expected = 0
            elif ids[a] in up:
                expected = up[ids[a]]
            else:
                top = slow.lcs([ids[a], ids[b]])
                expected = up[top] if top is not None else slow.shortest[ids[b]] + 1
            assert confusion(graph.taxonomy, a, b) == expected


def test_chance_follows_the_weights_and_the_seed():
    graph = Graph.of({"a": (), "b": ("a",), "c": ("a",)})
    seen = {1: 9.0, 2: 1.0}
    drawn = [aggregate(graph.taxonomy, seen, rule="random", rng=np.random.default_rng(seed)) for seed in range(300)]
    assert drawn == [
        aggregate(graph.taxonomy, seen, rule="random", rng=np.random.default_rng(seed)) for seed in range(300)
    ]
    times = Counter(drawn)
    assert set(times) == {1, 2}
    assert 0.8 < times[1] / 300 < 0.98


@examples(40)
@given(weighed(), st.sampled_from(["frequency", "none"]))
def test_sorting_starts_at_the_farthest_value(case, weighting):
    graph, seen = case
    taxonomy = graph.taxonomy
    times = seen if weighting == "frequency" else dict.fromkeys(seen, 1.0)
    order = sort(taxonomy, seen, "path", weighting=weighting)
    assert sorted(order) == sorted(seen)
    centre = aggregate(taxonomy, seen, "path")
    from_centre = {v: compare(taxonomy, centre, v, times[v], measure="path") for v in seen}
    first = min(v for v in seen if from_centre[v] == max(from_centre.values()))
    assert order[0] == first
    rest = sorted(set(seen) - {first}, key=lambda v: (compare(taxonomy, first, v, times[v], measure="path"), v))
    assert order[1:] == rest


def test_nothing_has_no_centroid():
    with pytest.raises(PolicyError):
        aggregate(Graph.of({"a": ()}).taxonomy, {})
