"""Several sources as one."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from semblant.errors import KnowledgeError
from semblant.knowledge.join import join
from semblant.knowledge.taxonomy import VIRTUAL_ROOT, Taxonomy

EDGES = st.lists(st.tuples(st.sampled_from("defgh"), st.sampled_from("abc")), min_size=1, max_size=8)


@settings(max_examples=100, deadline=None)
@given(st.lists(EDGES, min_size=2, max_size=4))
def test_a_term_means_what_the_first_source_that_knows_it_says(sources: list[list[tuple[str, str]]]) -> None:
    parts = [Taxonomy.from_edges(edges, name=f"s{i}") for i, edges in enumerate(sources)]
    whole = join(parts)
    assert list(whole.ids) == sorted(whole.ids)
    assert len(whole) == sum(map(len, parts))
    for term in "abcdefghi":
        first = next((n for n, part in enumerate(parts, 1) if part.senses(term)), None)
        expected = [f"{first}:{parts[first - 1].ids[c]}" for c in parts[first - 1].senses(term)] if first else []
        assert [whole.ids[c] for c in whole.senses(term)] == expected
    for n, part in enumerate(parts, 1):
        for c in range(len(part)):
            there = whole.index(f"{n}:{part.ids[c]}")
            assert [whole.ids[int(a)] for a in whole.ancestors(there)] == [
                f"{n}:{part.ids[int(a)]}" for a in part.ancestors(c)
            ]
            assert whole.label(there) == part.label(c)
            assert whole.find(whole.written(there)) == there


def test_sources_meet_only_at_the_virtual_root() -> None:
    both = join([Taxonomy.from_edges([("nurse", "job")]), Taxonomy.from_edges([("dish", "food")])])
    assert both.lcs(both.index("nurse"), both.index("dish")) == VIRTUAL_ROOT


def test_more_than_nine_sources_keep_their_order() -> None:
    whole = join([Taxonomy.from_edges([("a", "b")]) for _ in range(11)])
    assert whole.ids[0] == "01:a"
    assert whole.ids[21] == "11:b"


def test_one_source_is_itself_and_none_is_an_error() -> None:
    jobs = Taxonomy.from_edges([("nurse", "job")])
    assert join([jobs]) is jobs
    with pytest.raises(KnowledgeError):
        join([])


def test_bundled_wordnet_with_a_list_of_ones_own(wordnet: Taxonomy) -> None:
    own = Taxonomy.from_edges([("sandwich artist", "worker"), ("barista", "worker")], name="own")
    both = join([own, wordnet])
    assert both.name == "own+wordnet"
    assert both.concept(both.index("barista")).id == "1:barista"
    assert both.concept(both.index("surgeon")).label == "surgeon"
    assert both.lemma("geese") == "goose"
