"""Every measure: its function and its matrix; those of information, words and spelling against plain Python."""

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from semblant.errors import KnowledgeError
from semblant.knowledge.taxonomy import Taxonomy
from semblant.policy.model import MEASURES, Source
from semblant.semantics.informative import information_content
from semblant.semantics.matrix import condensed, pairwise
from semblant.semantics.measures import REGISTRY, distance, similarity
from tests.properties.strategies import Graph, examples, graphs


def above(graph: Graph, name: str) -> set[str]:
    return {name}.union(*(above(graph, parent) for parent in graph.parents[name]))


def slow_content(graph: Graph, rule: str) -> dict[str, float]:
    below = {c: {d for d in graph.parents if c in above(graph, d)} for c in graph.parents}
    leaves = {c for c in graph.parents if below[c] == {c}}
    if rule == "seco":
        return {c: 1 - math.log(len(below[c])) / math.log(max(2, len(graph.parents))) for c in graph.parents}
    under = {c: len((below[c] - {c}) & leaves) for c in graph.parents}
    return {c: -math.log((under[c] / len(above(graph, c)) + 1) / (len(leaves) + 1)) for c in graph.parents}


@examples(40)
@given(graphs(), st.sampled_from(["sanchez", "seco"]))
def test_information_content_is_that_of_its_paper(graph, rule):
    slow = slow_content(graph, rule)
    fast = information_content(graph.taxonomy, rule)
    assert fast == pytest.approx([slow[c] for c in graph.taxonomy.ids])


@examples(40)
@given(graphs(), st.sampled_from(["sanchez", "seco"]))
def test_shared_information_is_that_of_the_most_informative_common_ancestor(graph, rule):
    content, options = slow_content(graph, rule), Source(source="", ic=rule)
    names, most = list(graph.taxonomy.ids), max(content.values())
    tables = {m: pairwise(graph.taxonomy, range(len(names)), m, options) for m in ("resnik", "lin", "jiang-conrath")}
    for i, a in enumerate(names):
        for j, b in enumerate(names):
            common = max((content[c] for c in above(graph, a) & above(graph, b)), default=0.0)
            both = content[a] + content[b]
            told = {"resnik": most - common, "lin": 1 - 2 * common / both if both > 0 else 0.0}
            told["jiang-conrath"] = both - 2 * common
            for measure, expected in told.items():
                expected = 0.0 if i == j else max(0.0, expected)
                assert tables[measure][i, j] == pytest.approx(expected, abs=1e-5)


@examples(40)
@given(graphs())
def test_tversky_weighs_what_each_has_alone_by_depth(graph):
    taxonomy = graph.taxonomy
    table = pairwise(taxonomy, range(len(taxonomy)), "tversky")
    for i, a in enumerate(taxonomy.ids):
        for j, b in enumerate(taxonomy.ids):
            left, right = above(graph, a), above(graph, b)
            p, q = taxonomy.depth[i] + 1, taxonomy.depth[j] + 1
            gamma = p / (p + q) if p <= q else 1 - p / (p + q)
            shared = len(left & right)
            alike = shared / (shared + gamma * len(left - right) + (1 - gamma) * len(right - left))
            assert table[i, j] == pytest.approx(0.0 if i == j else 1 - alike, abs=1e-6)


def animals(glosses: bool = False) -> Taxonomy:
    terms = {"dog": ["dog", "hound"], "cat": ["cat", "mouser"], "wolf": ["wolf"], "pet": ["pet"], "animal": ["animal"]}
    made = Taxonomy.from_edges(
        [("pet", "animal"), ("dog", "pet"), ("cat", "pet"), ("wolf", "animal")], terms=terms, concepts=terms
    )
    if not glosses:
        return made
    from semblant.knowledge.texts import Texts

    said = {"dog": "a tame wolf", "cat": "a tame feline", "wolf": "a wild dog", "pet": "tame", "animal": "alive"}
    return Taxonomy(made.arrays._replace(glosses=Texts.of([said[c] for c in made.ids])))


def test_x_similarity_takes_the_better_of_neighbourhoods_and_glosses():
    assert similarity(animals(), "dog", "cat", "x-similarity") == 1.0  # the same words stand above both
    assert similarity(animals(), "dog", "wolf", "x-similarity") == 0.0
    assert similarity(animals(glosses=True), "dog", "wolf", "x-similarity") == pytest.approx(1 / 5)


def test_rodriguez_adds_words_glosses_and_neighbours():
    assert similarity(animals(), "dog", "dog", "rodriguez") == pytest.approx(1.0)
    with_glosses, without = (similarity(animals(g), "dog", "cat", "rodriguez") for g in (True, False))
    assert without == pytest.approx((0.4 * 0 + 0.3 * 0.5) / 0.7)  # of two neighbours each, one is shared
    assert with_glosses == pytest.approx(0.4 * 0 + 0.3 * 2 / 3 + 0.3 * 0.5)


@pytest.mark.parametrize("measure", ["rodriguez", "x-similarity"])
def test_a_source_without_words_or_glosses_says_so(measure):
    bare = Taxonomy.from_edges([("dog", "pet"), ("cat", "pet")])
    with pytest.raises(KnowledgeError, match="synonyms and glosses"):
        distance(bare, "dog", "cat", measure)


def test_edit_compares_labels():
    assert distance(animals(), "cat", "dog", "edit") == 1.0
    assert distance(animals(), "cat", "pet", "edit") == pytest.approx(2 / 3)


def test_counts_of_your_own(tmp_path):
    counts = tmp_path / "counts.csv"
    counts.write_text("concept,count\ndog,3\ncat,1\n", "utf-8")
    content = information_content(animals(), str(counts))
    taxonomy = animals()
    assert content[taxonomy.index("animal")] == pytest.approx(0.0)
    assert content[taxonomy.index("dog")] == pytest.approx(-math.log(4 / 9))
    with pytest.raises(KnowledgeError, match="without counts"):
        information_content(animals(), "counts")


def test_every_measure_of_the_policy_is_there(wordnet):
    assert set(REGISTRY) == set(MEASURES)
    nouns = np.random.default_rng(3).choice(len(wordnet), 40, replace=False)
    for name in MEASURES:
        table = pairwise(wordnet, nouns, name)
        if name not in ("tversky", "rodriguez"):  # by their papers, a is not as like b as b is like a
            assert np.allclose(table, table.T, atol=1e-6), name
        assert np.all(np.diag(table) == 0), name
        assert np.allclose(condensed(wordnet, nouns, name), table[np.triu_indices(40, 1)]), name
        for i, j in ((0, 1), (5, 9), (20, 39)):
            pair = distance(wordnet, int(nouns[i]), int(nouns[j]), name)
            assert pair == pytest.approx(float(table[i, j]), abs=1e-5), name


@pytest.mark.parametrize("measure", REGISTRY.values(), ids=REGISTRY)
def test_every_measure_is_a_documented_function(measure):
    assert measure.function.__name__ == measure.name.replace("-", "_")
    assert "Example:" in measure.function.__doc__
    assert "Reference:" in measure.function.__doc__
    pets = animals()
    same, apart = (measure.function(pets, "dog", other) for other in ("dog", "wolf"))
    assert same < apart if measure.is_distance else apart < same
    table = pairwise(pets, [pets.index("dog"), pets.index("wolf")], measure.name)
    assert abs(same - apart) == pytest.approx(table[0, 1])
    assert table[0, 1] == pytest.approx(distance(pets, "dog", "wolf", measure.name))
