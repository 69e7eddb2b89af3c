"""Released values are names of what was counted, and nothing that fewer than k persons have."""

from collections import defaultdict
from pathlib import Path

import numpy as np
import polars as pl
import pytest
from hypothesis import given
from hypothesis import strategies as st

from semblant.data.table import Table
from semblant.errors import UnreachableError
from semblant.knowledge.taxonomy import Taxonomy
from semblant.methods.masking import Centroids
from semblant.policy.model import Policy
from semblant.proof.meanings import rare_meanings
from semblant.proof.rare import rare_texts
from semblant.shapes.table import TableShape
from semblant.space.holders import Holders, nearest_shared, telling
from semblant.space.reading import Library
from tests.properties.strategies import PROMISING, examples

VARIANTS = (str, str.upper, "{}s".format, "big {}".format, " {} ".format)
"""A term itself, in another case, as a plural, with a word that is left out, with spaces around."""


@st.composite
def vocabularies(draw: st.DrawFn) -> Taxonomy:
    """Small trees of concepts with synonyms; some terms name two concepts."""
    parents = draw(st.lists(st.integers(0, 9), min_size=3, max_size=9))
    edges = [(f"c{i}", f"c{parent % i}") for i, parent in enumerate(parents, 1)]
    names = [f"word{i}" for i in range(len(edges) + 1)]
    terms = {}
    for i, name in enumerate(names):
        more = draw(st.lists(st.sampled_from([f"other{i}", f"more{i}", *names]), max_size=2, unique=True))
        terms[f"c{i}"] = [name, *(m for m in more if m != name)]
    shared = draw(st.booleans())
    if shared:
        terms["c1"][0] = terms["c2"][0]  # two concepts of one preferred label
    return Taxonomy.from_edges(edges, terms=terms, name="words")


@st.composite
def tables(draw: st.DrawFn) -> tuple[Taxonomy, Table, Policy]:
    """A column of words, one of categories and one of levels, perhaps with several rows of a person."""
    vocabulary = draw(vocabularies())
    records, k = draw(st.integers(4, 24)), draw(st.integers(2, 4))
    known = draw(st.lists(st.sampled_from(vocabulary.labels()), min_size=1, max_size=6))
    words = [draw(st.sampled_from(VARIANTS))(word) for word in known] + ["no such thing", ""]
    spread = draw(st.integers(1, 12))
    cells = {
        "word": draw(st.lists(st.sampled_from(words), min_size=records, max_size=records)),
        "letter": [chr(97 + n) for n in draw(st.lists(st.integers(0, spread), min_size=records, max_size=records))],
        "level": draw(st.lists(st.sampled_from(["low", "mid", "high", ""]), min_size=records, max_size=records)),
        "person": [str(n) for n in draw(st.lists(st.integers(0, records), min_size=records, max_size=records))],
    }
    policy = Policy.model_validate(
        {
            "k": k,
            "suppression_limit": 1.0,
            "individual": draw(st.sampled_from([None, None, "person"])),
            "centroid": draw(st.sampled_from([None, None, "semantic", "mode", "lcs", "consensus", "random"])),
            "refine": draw(st.sampled_from(["auto", "auto", True])),
            "knowledge": {"words": "words"},
            "attributes": {
                "word": {
                    "role": "quasi",
                    "kind": "semantic",
                    "knowledge": "words",
                    "unknown": draw(st.sampled_from(["nominal", "suppress"])),
                    "sense": draw(st.sampled_from(["context", "first", "best-pair"])),
                },
                "letter": {"role": "quasi", "kind": "nominal"},
                "level": {"role": "quasi", "kind": "ordinal", "levels": ["low", "mid", "high"]},
                "person": "keep",
            },
        }
    )
    return vocabulary, Table(pl.DataFrame(cells)), policy


def read(vocabulary: Taxonomy, table: Table, policy: Policy) -> TableShape:
    library = Library(policy, Path())
    library.opened["words"] = vocabulary
    return TableShape.read(table, policy, library)


def writers(table: Table, name: str, policy: Policy) -> dict[str, set[str]]:
    """The persons who wrote each text, one by one."""
    found: dict[str, set[str]] = defaultdict(set)
    persons = table.frame["person"].to_list() if policy.individual else map(str, range(table.records))
    for person, text in zip(persons, table.frame[name].to_list(), strict=True):
        found[text].add(person)
    return found


@pytest.mark.parametrize("method", PROMISING)
@examples(25)
@given(made=tables())
def test_what_is_released_is_a_name_that_k_persons_share(method, made):
    vocabulary, table, policy = made
    policy = policy.model_copy(update={"method": method})
    shape = read(vocabulary, table, policy)
    try:
        masked = shape.mask(np.random.default_rng(3))
    except UnreachableError:
        return  # fewer persons than k
    (reader, *_), release = shape.readers, masked.table.frame

    wrote = writers(table, "word", policy)
    for text in set(release["word"]) - {"*"}:
        point = reader.point_of(text)
        if not point.named:
            assert len(wrote[text]) >= policy.k
            continue
        below = [
            persons
            for said, persons in wrote.items()
            if (meant := reader.point_of(said)).named and point.concept in vocabulary.ancestors(meant.concept)
        ]
        assert len(set().union(*below)) >= policy.k
        own = vocabulary.label(point.concept)
        instead = vocabulary.senses(text) == [point.concept] and reader.point_of(own) != point  # another of its names
        if text not in (own, vocabulary.ids[point.concept]) and text.rpartition("#")[0] != own and not instead:
            assert len(wrote.get(text, ())) >= policy.k
            assert not text.startswith("big ")

    for name in ("letter", "level"):
        wrote = writers(table, name, policy)
        pairs = zip(masked.groups.tolist(), table.frame[name], release[name], strict=True)
        classes: dict[int, tuple[set[str], set[str]]] = defaultdict(lambda: (set(), set()))
        for group, before, after in pairs:
            classes[group][0].add(before)
            classes[group][1].add(after)
        for before, after in classes.values():
            if shape.method.generalises:  # labels of a hierarchy stand beside values that nobody generalised
                assert all(len(wrote[text]) >= policy.k for text in after & set(wrote))
                continue
            assert after - {"*"} <= before
            assert all(len(wrote[text]) >= policy.k for text in after - {"*"})

    assert not any(one.values or one.invented for one in rare_texts(table, masked.table, policy, matched=True).values())
    assert not any(
        one.values or one.invented for one in rare_meanings(table, masked.table, policy, shape.readers).values()
    )


@examples(60)
@given(made=tables(), method=st.sampled_from(["auto", "sa-mdav", "mdav-lcs", "s-mdav"]))
def test_a_released_name_is_read_back_as_the_candidate_that_was_counted(made, method):
    vocabulary, table, policy = made
    shape = read(vocabulary, table, policy.model_copy(update={"method": method, "centroid": None}))
    try:
        masking = shape.masking(np.random.default_rng(3))
    except UnreachableError:
        return
    released = shape.represented(masking)
    column, reader = shape.space.columns[0], shape.readers.columns[0]
    counted = np.full(masking.size, -1)
    for part in masking.represented:
        if isinstance(part, Centroids):
            counted[part.groups] = part.values[:, 0]
    for group, text in zip(released.groups.tolist(), released.table.frame["word"], strict=True):
        assert reader.point_of(text) == column.candidates[counted[group]]


@examples(60)
@given(vocabulary=vocabularies(), data=st.data())
def test_persons_at_or_below_a_concept_are_counted_once(vocabulary, data):
    size = data.draw(st.integers(1, 30))
    draw = st.lists(st.integers(0, len(vocabulary) - 1), min_size=size, max_size=size)
    concepts = np.array(data.draw(draw))
    persons = np.array(data.draw(st.lists(st.integers(0, 5), min_size=size, max_size=size)))
    for who in (None, persons):
        slow: dict[int, set[int]] = defaultdict(set)
        for i, c in enumerate(concepts.tolist()):
            for above in vocabulary.ancestors(c).tolist():
                slow[above].add(i if who is None else int(who[i]))
        found = Holders(2, who).of_concepts(concepts, np.arange(size), vocabulary)
        assert found == {c: len(held) for c, held in slow.items()}
        for c in range(len(vocabulary)):
            wider = nearest_shared(vocabulary, c, found, 2)
            fit = [
                a for a in vocabulary.ancestors(c).tolist() if len(slow[a]) >= 2 and (a == c or telling(vocabulary, a))
            ]
            assert (wider is None) == (not fit)
            assert wider is None or vocabulary.steps_up(c)[wider] == min(vocabulary.steps_up(c)[a] for a in fit)
