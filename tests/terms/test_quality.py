"""The least quality of mapping on the hand-labelled sets; the figures are in docs/accuracy.md."""

from pathlib import Path

import pytest

from scripts.measure_terms import (
    SETS,
    Column,
    adult_columns,
    insurance_columns,
    own_columns,
    phrase_quality,
    rows,
    sense_quality,
    suggestion_quality,
)
from semblant.knowledge.taxonomy import Taxonomy
from semblant.terms.mapping import map_column, matcher_of


def better(taxonomy: Taxonomy, columns: dict[str, Column]) -> tuple[int, int]:
    return tuple(sum(sense_quality(taxonomy, c, s)[0] for c in columns.values()) for s in ("context", "first"))


def test_there_are_200_texts_and_columns_of_a_fair_size(wordnet: Taxonomy) -> None:
    assert len({row["text"] for row in rows("labelled.csv")}) == 200
    assert len({row["text"] for row in rows("heldout2.csv")}) == 60
    assert all(20 <= len(column) <= 40 for column in own_columns(wordnet).values())


@pytest.mark.parametrize("file", SETS)
def test_the_default_finds_what_texts_speak_of(wordnet: Taxonomy, file: str) -> None:
    """Misspelt texts are part of it, although none of them may be read silently."""
    recall, precision, recall_of_the_sense, precision_of_the_sense = phrase_quality(wordnet, file=file)["all"].shares
    assert recall >= 0.92
    assert precision >= 0.9
    assert recall_of_the_sense >= 0.85
    assert precision_of_the_sense >= 0.82


def test_context_beats_the_first_sense_on_texts(wordnet: Taxonomy) -> None:
    context, first = (
        sum(phrase_quality(wordnet, file=file, sense=sense)["all"].chosen for file in SETS)
        for sense in ("context", "first")
    )
    assert context > first


def test_spacy_is_the_more_precise(wordnet: Taxonomy) -> None:
    pytest.importorskip("spacy", reason="pip install 'semblant[nlp]'")
    from semblant.terms.tagger import spacy_chunks

    tagged, plain = phrase_quality(wordnet, spacy_chunks)["all"], phrase_quality(wordnet)["all"]
    assert tagged.right / tagged.phrases > plain.right / plain.phrases


def test_misspelt_words_get_a_right_suggestion(wordnet: Taxonomy) -> None:
    words, first, _ = suggestion_quality(wordnet)
    assert first / words >= 0.8


def test_context_beats_the_first_sense_on_our_columns(wordnet: Taxonomy) -> None:
    context, first = better(wordnet, own_columns(wordnet))
    assert context > first


def test_context_beats_the_first_sense_on_the_columns_held_out(wordnet: Taxonomy) -> None:
    context, first = better(wordnet, own_columns(wordnet, "heldout_columns.csv"))
    assert context > first


def test_context_beats_the_first_sense_on_adult(wordnet: Taxonomy, reference: Path) -> None:
    context, first = better(wordnet, adult_columns(wordnet, reference))
    assert context > first


def test_context_beats_the_first_sense_on_insurance(wordnet: Taxonomy, reference: Path) -> None:
    context, first = better(wordnet, insurance_columns(wordnet, reference))
    assert context > first


def test_texts_without_a_common_topic_keep_their_usual_senses(wordnet: Taxonomy) -> None:
    texts = [row["text"] for row in rows("labelled.csv")]
    column = map_column(texts, [1] * 200, wordnet, attribute="text")
    matcher = matcher_of(wordnet)
    for text, match, readings in zip(column.values, column.matches, column.readings, strict=True):
        usual = readings[matcher.usual(text, readings)]
        assert match.reason in ("uncertain", "unknown") or match._replace(score=usual.score) == usual
