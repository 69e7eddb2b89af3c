import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from semblant.knowledge.taxonomy import Taxonomy
from semblant.terms.lexicon import Lexicon
from semblant.terms.match import Matcher
from semblant.terms.usage import TIMES, Usage


@pytest.mark.parametrize(
    ("text", "sense"),
    [("battery", 2), ("hearing aid batteries", 2), ("Oaks", 2), ("nurse", 1), ("crane", 1), ("families", 1)],
)
def test_the_living_sense_of_a_word(wordnet: Taxonomy, text: str, sense: int) -> None:
    matcher = Matcher(wordnet)
    readings = matcher.readings(text)
    assert readings[matcher.usual(text, readings)].sense == sense


def test_a_text_without_senses_has_no_choice(wordnet: Taxonomy) -> None:
    matcher = Matcher(wordnet)
    for text in ("", "*", "zzqx"):
        assert matcher.usual(text, matcher.readings(text)) == 0


def seals(animals: int, stamps: int, both: int) -> Taxonomy:
    return Taxonomy.from_edges(
        [("seal-1", "device"), ("seal-2", "animal"), ("seal-3", "seal-2")]
        + [(f"wax{i} seal", "seal-1") for i in range(stamps)]
        + [(f"grey{i} seal", "seal-2") for i in range(animals)]
        + [(f"deep{i} seal", "seal-3") for i in range(both)],
        terms={sense: ["seal"] for sense in ("seal-1", "seal-2", "seal-3")},
    )


@given(st.integers(0, 13), st.integers(0, 2), st.integers(0, 13))
@settings(max_examples=60, deadline=None)
def test_a_sense_needs_far_more_compounds_than_the_first(animals: int, stamps: int, both: int) -> None:
    taxonomy = seals(animals, stamps, both)
    senses = taxonomy.senses("seal")
    most = max(animals, both)
    expected = 0 if most < TIMES * (stamps + 1) else 1 if animals >= both else 2
    assert Usage(Lexicon(taxonomy)).usual(["seal"], senses) == expected
