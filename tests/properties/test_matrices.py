"""Fast distances equal slow, obvious ones: any graph, any measure, any way of counting depth."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from semblant.semantics import structural
from semblant.semantics.matrix import candidates_by_values, condensed, pairwise
from semblant.semantics.measure import DEFAULT
from semblant.semantics.measures import REGISTRY, distance, similarity
from semblant.semantics.relations import depths
from tests.properties.slow_graph import SlowGraph
from tests.properties.strategies import OPTIONS, Graph, examples, graphs

STRUCTURAL = [measure.name for measure in structural.MEASURES]


def same(found: np.ndarray, expected: np.ndarray) -> None:
    """Equal to rounding wherever the slow twin has an answer."""
    assert found.shape == expected.shape
    answered = ~np.isnan(expected)
    np.testing.assert_allclose(found[answered], expected[answered], rtol=1e-6, atol=1e-6)


def slowly(graph: Graph, rows, columns, measure, options=DEFAULT) -> np.ndarray:
    slow, ids = SlowGraph(graph.parents), graph.taxonomy.ids
    table = [[slow.distance(ids[a], ids[b], measure, options) for b in columns] for a in rows]
    return np.array(table, np.float64).reshape(len(rows), len(columns))


@pytest.mark.parametrize("measure", STRUCTURAL)
@examples(40)
@given(data=st.data(), graph=graphs())
def test_tables_equal_their_slow_twins(measure, data, graph):
    options = data.draw(st.sampled_from(OPTIONS))
    some = st.lists(st.integers(0, len(graph.taxonomy) - 1), max_size=8)
    rows, columns = data.draw(some), data.draw(some)
    expected = slowly(graph, rows, columns, measure, options)
    found = candidates_by_values(graph.taxonomy, rows, columns, measure, options)
    same(found, expected)
    one_by_one = [distance(graph.taxonomy, a, b, measure, options) for a in rows for b in columns]
    same(np.array(one_by_one).reshape(found.shape), expected)
    square = slowly(graph, rows, rows, measure, options)
    same(pairwise(graph.taxonomy, rows, measure, options), square)
    same(condensed(graph.taxonomy, rows, measure, options), square[np.triu_indices(len(rows), 1)])


@pytest.mark.parametrize("measure", STRUCTURAL)
def test_large_tables_are_small_ones_put_together(measure, wordnet):
    """So many columns over so many concepts that the work is done in blocks; where one ends must not show."""
    some = np.random.default_rng(7).integers(0, len(wordnet), 700)
    whole = pairwise(wordnet, some, measure)
    np.testing.assert_array_equal(condensed(wordnet, some, measure), whole[np.triu_indices(len(some), 1)])
    for begin in range(0, len(some), 97):
        part = slice(begin, begin + 97)
        np.testing.assert_array_equal(candidates_by_values(wordnet, some, some[part], measure), whole[:, part])
    for i, j in zip(range(0, 700, 7), range(699, 0, -7), strict=True):
        assert whole[i, j] == np.float32(distance(wordnet, int(some[i]), int(some[j]), measure))


@pytest.mark.parametrize("measure", STRUCTURAL)
@pytest.mark.parametrize("length", [248, 255, 1_700])
def test_deep_chains(measure, length):
    """More ancestors than a byte counts, and more than the table of the formula holds."""
    chain = {f"{i:05}": (f"{i - 1:05}",) if i else () for i in range(length)}
    side = {"side": (f"{length // 2:05}",), "other": ()}
    graph = Graph.of(chain | side)
    some = [graph.taxonomy.index(c) for c in ("side", "other", "00000", f"{length // 3:05}", f"{length - 1:05}")]
    expected = slowly(graph, some, some, measure)
    same(pairwise(graph.taxonomy, some, measure), expected)
    same(condensed(graph.taxonomy, some, measure), expected[np.triu_indices(len(some), 1)])


@pytest.mark.parametrize("measure", STRUCTURAL)
@examples(30)
@given(data=st.data(), graph=graphs())
def test_what_every_distance_is(measure, data, graph):
    """The same is 0, both ways are as far, and nothing is farther than what has nothing in common."""
    everything = range(len(graph.taxonomy))
    table = pairwise(graph.taxonomy, everything, measure)
    assert np.all(np.diag(table) == 0)
    np.testing.assert_array_equal(table, table.T)
    assert np.all(table >= 0)
    if measure != "leacock-chodorow":  # its D does not count the virtual root, a way across several roots does
        assert np.all(table <= REGISTRY[measure].farthest(graph.taxonomy))
    a, b = (data.draw(st.sampled_from(everything)) for _ in "ab")
    assert similarity(graph.taxonomy, a, b, measure) <= similarity(graph.taxonomy, a, a, measure)


@examples(60)
@given(data=st.data(), graph=graphs())
def test_the_graph_itself(data, graph):
    taxonomy, slow = graph.taxonomy, SlowGraph(graph.parents)
    ids = list(taxonomy.ids)
    assert ids == sorted(graph.parents, key=str.encode)
    assert {ids[i]: int(d) for i, d in enumerate(taxonomy.depth)} == slow.longest
    assert {ids[i]: int(d) for i, d in enumerate(taxonomy.shortest_depth)} == slow.shortest
    assert taxonomy.greatest_depth == max(slow.longest.values()) + 1
    for i, concept in enumerate(ids):
        assert {ids[c]: n for c, n in taxonomy.steps_up(i).items()} == slow.steps_up(concept)
        assert [ids[c] for c in taxonomy.ancestors(i)] == sorted(slow.ancestors(concept), key=str.encode)
    some = data.draw(st.lists(st.integers(0, len(ids) - 1), min_size=1, max_size=5))
    top = taxonomy.lcs_of(some)
    assert (ids[top] if top >= 0 else None) == slow.lcs(ids[c] for c in some)
    assert {ids[c] for c in taxonomy.hierarchy(some)} == slow.hierarchy(ids[c] for c in some)
    assert {ids[c] for c in taxonomy.closure(some)} == set().union(*(slow.ancestors(ids[c]) for c in some))


def test_depth_of_the_virtual_root():
    graph = Graph.of({"a": (), "b": ("a",)})
    counted = {(o.counting, o.root): depths(graph.taxonomy, o) for o in OPTIONS if o.depth == "longest"}
    assert {way: (depth.tolist(), virtual) for way, (depth, virtual) in counted.items()} == {
        ("nodes", True): ([2, 3], 1),
        ("nodes", False): ([1, 2], 0),
        ("edges", True): ([1, 2], 0),
        ("edges", False): ([0, 1], 0),
    }
