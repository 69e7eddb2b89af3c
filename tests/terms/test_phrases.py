import sys
from collections.abc import Iterator

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from semblant.errors import PolicyError
from semblant.knowledge.taxonomy import Taxonomy
from semblant.terms.match import Matcher
from semblant.terms.normalise import STOP_WORDS
from semblant.terms.phrases import Phrases, Word, label_chunks, stretches

ODP = Taxonomy.from_paths(
    [
        "Sports/Water Sports/Swimming and Diving",
        "Sports/Water Sports/Windsurfing",
        "Regional/Europe/Regions/Mediterranean",
        "Home/Bed and Breakfast",
        "Home/High School",
    ]
)

TRADES = Taxonomy.from_paths(
    ["high school", "school teacher", "teacher", "primary", "primary school", "mother in law", "law", "law school",
     "bed and breakfast", "bed", "in law", "school"]
)  # fmt: skip


@pytest.fixture(scope="module")
def reader(wordnet: Taxonomy) -> Phrases:
    return Phrases(Matcher(wordnet))


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("computers Apple store bargain", ["computers", "apple", "store", "bargain"]),
        ("diving in the Mediterranean", ["diving", "mediterranean"]),
        ("I like hiking in the mountains.", ["hiking", "mountains"]),
        ("bed & breakfast scotland", ["bed and breakfast", "scotland"]),
        ("my mother in law", ["mother in law"]),
        ("the women's shoes", ["women", "shoes"]),
        ("cats/dogs", ["cats", "dogs"]),
        ("Visit www.example.com, or a.b@example.org: shoes", ["visit", "shoes"]),
        ("the best of the best", []),
        ("best", ["best"]),
        ("", []),
        ("*", []),
        ("12 345", []),
        ("看護師", []),
        ("guard#2", ["guard#2"]),
        ("high school teacher", ["high school", "teacher"]),
        ("primary school teacher", ["primary school", "teacher"]),
        ("crème brûlée recipe", ["crème brûlée", "recipe"]),
        ("the doctors were very kind and we couldn't park", ["doctors"]),
    ],
)
def test_phrases_of_a_text(reader: Phrases, text: str, found: list[str]) -> None:
    assert [phrase.text for phrase in reader.read(text)] == found


def test_worked_example_of_the_logs_paper() -> None:
    found = Phrases(Matcher(ODP)).read("diving in the Mediterranean")
    assert [ODP.label(p.readings[0].concept) for p in found] == ["Swimming and Diving", "Mediterranean"]
    assert [p.readings[0].reason for p in found] == ["part", "exact"]


def test_the_longest_term_wins_and_stems_come_last() -> None:
    reader = Phrases(Matcher(ODP))
    assert [p.text for p in reader.read("cheap bed and breakfast near a high school")] == [
        "bed and breakfast",
        "high school",
    ]
    stemmed = reader.read("we windsurfed")
    assert [(p.text, p.readings[0].reason) for p in stemmed] == []
    stemmed = reader.read("windsurfed a lot")
    assert [(p.text, p.readings[0].reason) for p in stemmed] == [("windsurfed", "stemmed")]


def test_light_words_count_within_a_term_only(reader: Phrases) -> None:
    assert [p.text for p in reader.read("a small high school for wild people")] == ["high school", "people"]


def test_a_huge_text_is_read_by_its_beginning(reader: Phrases) -> None:
    assert len(reader.read("nurse, " * 1_000_000)) < 10_000


@given(st.lists(st.text(max_size=40), max_size=6), st.randoms())
@settings(max_examples=150, deadline=None)
def test_every_text_is_read_by_itself(texts: list[str], random) -> None:
    reader = Phrases(Matcher(ODP))
    alone = {text: reader.read(text) for text in texts}
    shuffled = random.sample(texts, len(texts))
    assert list(reader.read_all(shuffled)) == [alone[text] for text in shuffled]


def covers(words: list[Word], matcher: Matcher) -> Iterator[list[tuple[int, int]]]:
    """Every way to lay terms over words, none upon another."""
    if not words:
        yield []
        return
    for end in range(1, len(words) + 1):
        first, last = words[0], words[end - 1]
        text = " ".join(w.text for w in words[:end])
        whole = end > 1 and not {first.text, last.text} & STOP_WORDS
        taken = [(0, end)] if matcher.term(text) and (first.alone if end == 1 else whole) else []
        if taken or end == 1:
            for rest in covers(words[end:], matcher):
                yield taken + [(a + end, b + end) for a, b in rest]
                if taken and end == 1:
                    yield [(a + 1, b + 1) for a, b in rest]


WORDS = "high school teacher in law mother primary and bed breakfast zz"


@given(st.lists(st.sampled_from(WORDS.split()), max_size=6))
@settings(max_examples=100, deadline=None)
def test_the_fewest_terms_that_cover_the_most_words(spoken: list[str]) -> None:
    matcher = Matcher(TRADES)
    words = next(label_chunks([" ".join(spoken)]))[0] if spoken else []
    best = max(covers(words, matcher), key=lambda spans: (sum(b - a for a, b in spans), -len(spans)), default=[])
    found = Phrases(matcher)._terms(words)
    assert sum(p.text.count(" ") + 1 for p in found) == sum(b - a for a, b in best)
    assert len(found) == len(best)


@given(st.text(max_size=60))
def test_chunks_are_the_stretches(text: str) -> None:
    chunks = next(label_chunks([text]))
    assert [[w.text for w in words] for words in chunks] == stretches(text.lower())


def test_spacy_shares_the_seam(wordnet: Taxonomy) -> None:
    pytest.importorskip("spacy", reason="pip install 'semblant[nlp]'")
    from semblant.terms.tagger import spacy_chunks

    reader = Phrases(Matcher(wordnet), spacy_chunks)
    assert [p.text for p in reader.read("stores offering bargain Apple computers")][-1] == "computers"
    assert [p.text for p in reader.read("They rented a boat, and wanted to ride bicycles")] == ["boat", "bicycles"]
    assert list(reader.read_all(["", "nurse"])) == [reader.read(""), reader.read("nurse")]


def test_without_spacy_it_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    from semblant.terms import tagger

    monkeypatch.setitem(sys.modules, "spacy", None)
    with pytest.raises(PolicyError, match="not installed") as caught:
        tagger._model.__wrapped__()
    assert "semblant[nlp]" in caught.value.explain()
