"""Every measure: its function and its matrix; those of information, words and spelling against plain Python."""

import math
import shutil
from pathlib import Path

import numpy as np
import polars as pl
import pytest
from hypothesis import given
from hypothesis import strategies as st

from semblant.data.table import Table
from semblant.errors import KnowledgeError, PolicyError
from semblant.knowledge.instances import without_instances
from semblant.knowledge.join import join
from semblant.knowledge.taxonomy import Taxonomy
from semblant.knowledge.wordnet import bundled, read_folder
from semblant.policy.model import MEASURES, Policy, Source
from semblant.release.pipeline import anonymise_file
from semblant.semantics.informative import information_content
from semblant.semantics.matrix import condensed, pairwise
from semblant.semantics.measures import REGISTRY, distance, similarity
from tests.properties.strategies import Graph, examples, graphs


@pytest.fixture
def data_folder() -> Path:
    return Path(__file__).parents[1] / "data" / "knowledge"


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


def test_x_similarity_looks_at_what_concepts_are_part_of(tmp_path, data_folder):
    """A wheel and an engine have no word, parent or child in common; both are parts of a car."""
    folder = tmp_path / "dict"
    shutil.copytree(data_folder / "wordnet", folder)
    with (folder / "data.noun").open("a") as nouns:
        nouns.write("00000900 03 n 01 car 0 001 @ 00000100 n 0000 | it drives\n")
        nouns.write("00000910 03 n 01 wheel 0 002 @ 00000300 n 0000 #p 00000900 n 0000 | it turns\n")
        nouns.write("00000920 03 n 01 engine 0 002 @ 00000200 n 0000 #p 00000900 n 0000 | that pulls\n")
        nouns.write("00000930 03 n 01 sail 0 001 @ 00000200 n 0000 | white cloth\n")
    with (folder / "index.noun").open("a") as index:
        for offset, noun in ((900, "car"), (910, "wheel"), (920, "engine"), (930, "sail")):
            index.write(f"{noun} n 1 1 @ 1 0 {offset:08}\n")
    found = Taxonomy(read_folder(folder))
    wheel, engine, car = (found.index(word) for word in ("wheel", "engine", "car"))
    assert found.wholes(wheel).tolist() == found.wholes(engine).tolist() == [car]
    assert found.parts(car).tolist() == [wheel, engine]
    assert similarity(found, "wheel", "engine", "x-similarity") == 1.0
    assert similarity(found, "wheel", "sail", "x-similarity") == 0.0
    both = join([Taxonomy.from_edges([("dog", "pet")]), found])
    assert [both.label(int(c)) for c in both.parts(both.index("car"))] == ["wheel", "engine"]
    kinds = Taxonomy(without_instances(found.arrays))
    assert [kinds.label(int(c)) for c in kinds.wholes(kinds.index("engine"))] == ["car"]
    wordnet = Taxonomy(bundled())
    assert [wordnet.label(int(c)) for c in wordnet.wholes(wordnet.index("wheel"))] == ["wheeled vehicle"]


def test_context_vectors_are_cosines_of_counts(tmp_path):
    """Dog: tame 2, barks 1. Cat: tame 1, meows 1. Wolf: howls 1. Words of three letters and fewer do not count."""
    corpus = tmp_path / "corpus.txt"
    corpus.write_text("The dog is tame.\nA tame dog barks\nthe cat, tame, meows\na wolf howls\n", "utf-8")
    options = Source(source="", corpus=str(corpus))
    assert similarity(animals(), "dog", "cat", "context-vector", options) == pytest.approx(2 / math.sqrt(5 * 2))
    assert similarity(animals(), "dog", "wolf", "context-vector", options) == 0.0
    assert distance(animals(), "dog", "cat", "context-vector", options) == pytest.approx(1 - 2 / math.sqrt(10))
    assert distance(animals(), "pet", "pet", "context-vector", options) == 0.0  # it does not occur
    table = pairwise(animals(), range(5), "context-vector", options)
    assert np.allclose(table, table.T)
    with pytest.raises(KnowledgeError, match="compares contexts in a corpus"):
        distance(animals(), "dog", "cat", "context-vector")
    with pytest.raises(PolicyError, match="corpus cannot be read"):
        distance(animals(), "dog", "cat", "context-vector", Source(source="", corpus=str(tmp_path / "none")))


@pytest.mark.parametrize(
    ("key", "measure", "text"),
    [
        ("ic", "lin", "concept,count\nnurse,900\nsurgeon,800\nbaker,1\n"),
        ("corpus", "context-vector", "nurse hospital patient\nsurgeon hospital patient\nbaker bread flour\n"),
    ],
)
def test_counts_and_corpora_lie_beside_the_policy(tmp_path, key, measure, text):
    (tmp_path / "policy").mkdir()
    (tmp_path / "policy" / "words.txt").write_text(text, "utf-8")
    people = Table(pl.DataFrame({"job": ["nurse", "surgeon", "baker"] * 4}))
    asked = {"job": {"role": "quasi", "kind": "semantic", "knowledge": "jobs", "sense": "first"}}

    def found(**options: str) -> float:
        knowledge = {"jobs": {"source": "wordnet", **options}}
        keys = {"measure": measure, "loss_measure": measure, "seed": 1, "rare": "publish"}
        policy = Policy(k=6, knowledge=knowledge, attributes=asked, **keys)
        return anonymise_file(
            people, policy, out=tmp_path / f"out-{len(options)}", base=tmp_path / "policy", force=True
        ).evidence.utility.sse

    with_file = found(**{key: "words.txt"})
    assert with_file > 0
    if key == "ic":
        assert with_file != pytest.approx(found())
    else:
        with pytest.raises(KnowledgeError, match="compares contexts"):
            found()


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
    for number, (line, told) in enumerate(
        ((b"cat,\xff\n", "UTF-8"), (b"dog,nan\n", "concept,count"), (b"dog,inf\n", "concept,count"))
    ):
        (broken := tmp_path / f"{number}.csv").write_bytes(b"concept,count\n" + line)
        with pytest.raises(PolicyError, match=told):
            information_content(animals(), str(broken))


def test_every_measure_of_the_policy_is_there(wordnet):
    assert set(REGISTRY) == set(MEASURES)
    nouns = np.random.default_rng(3).choice(len(wordnet), 40, replace=False)
    for name in (name for name in MEASURES if name != "context-vector"):  # that one needs a corpus
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
    if measure.name == "context-vector":
        return
    pets = animals()
    same, apart = (measure.function(pets, "dog", other) for other in ("dog", "wolf"))
    assert same < apart if measure.is_distance else apart < same
    table = pairwise(pets, [pets.index("dog"), pets.index("wolf")], measure.name)
    assert abs(same - apart) == pytest.approx(table[0, 1])
    assert table[0, 1] == pytest.approx(distance(pets, "dog", "wolf", measure.name))
