import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from semblant.knowledge.taxonomy import Taxonomy
from semblant.terms.match import Matcher
from semblant.terms.normalise import bare, clean, singulars, spellings

SMALL = Taxonomy.from_paths(["sport/water sport/diving", "sport/golf", "food/ice-cream", "food/bus", "food/glasses"])


@pytest.mark.parametrize(
    ("text", "term", "reason"),
    [
        ("nurse", "nurse#1", "exact"),
        ("  NURSE ", "nurse#1", "exact"),
        ("ice_cream", "ice cream#1", "exact"),
        ("guard#2", "guard#2", "exact"),
        ("00001740", "entity#1", "exact"),
        ("El-Salvador", "El Salvador#1", "spelling"),
        ("base-ball", "baseball#1", "spelling"),
        ("mother in law", "mother-in-law#1", "spelling"),
        ("“teacher”", "teacher#1", "spelling"),
        ("nurses", "nurse#1", "plural"),
        ("boxes", "box#1", "plural"),
        ("churches", "church#1", "plural"),
        ("policemen", "policeman#1", "plural"),
        ("cherries", "cherry#1", "plural"),
        ("geese", "goose#1", "plural"),
        ("Canada geese", "Canada goose#1", "plural"),
        ("ice-creams", "ice cream#1", "plural"),
        ("glasses", "glasses#1", "exact"),
        ("shoes", "shoe#1", "plural"),
        ("Tours", "tour#1", "plural"),
        ("Wales", "Wales#1", "exact"),
        ("type 2 diabetes", "type II diabetes#1", "spelling"),
        ("World War I", "World War 1#1", "exact"),
        ("exciting contact sports", "contact sport#1", "trimmed"),
        ("a new telephone", "telephone#1", "trimmed"),
    ],
)
def test_reads_wordnet(wordnet: Taxonomy, text: str, term: str, reason: str) -> None:
    match = Matcher(wordnet).match(text)
    assert (wordnet.written(match.concept), match.reason) == (wordnet.written(wordnet.index(term)), reason)


@pytest.mark.parametrize("text", ["", "  ", "*", " * "])
def test_missing_and_suppressed_mean_nothing(text: str) -> None:
    assert Matcher(SMALL).candidates(text) == ([], "missing")


@pytest.mark.parametrize(
    "text", ["zzqx", "guard#0", "golf#9", "golf#x", "room 5", "golf 5", "golf of", "高尔夫", "\ud800", "#"]
)
def test_nothing_found_is_said(text: str) -> None:
    assert Matcher(SMALL).candidates(text) == ([], "unknown")


def test_all_senses_in_order(wordnet: Taxonomy) -> None:
    assert Matcher(wordnet).candidates("guard")[0] == wordnet.senses("guard")


def test_a_term_that_looks_plural_keeps_its_singular_as_a_rival(wordnet: Taxonomy) -> None:
    found = Matcher(wordnet).candidates("mechanics")[0]
    assert found[0] == wordnet.index("mechanics#1")
    assert wordnet.index("mechanic#1") in found


def test_a_plural_of_english_is_a_term_of_its_own_in_other_knowledge() -> None:
    shop = Taxonomy.from_paths(["goods/shoes/shoe", "goods/type ii/x"])
    assert shop.label(Matcher(shop).match("shoes").concept) == "shoes"
    assert shop.label(Matcher(shop).match("Type 2").concept) == "type ii"


def test_many_look_ups_give_what_few_give(wordnet: Taxonomy) -> None:
    few, many = Matcher(wordnet), Matcher(wordnet)
    many.lexicon._asked = 1 << 20
    for text in ["nurses", "old guard", "El-Salvador", "guard#2", "nothing of the zzqx"]:
        assert few.readings(text) == many.readings(text)


def test_a_huge_cell_costs_little_and_is_read_by_its_end() -> None:
    assert SMALL.label(Matcher(SMALL).match("word " * 200_000 + "golf").concept) == "golf"


@given(st.text(max_size=40))
@settings(max_examples=300, deadline=None)
def test_any_text_is_read_and_always_alike(text: str) -> None:
    first, second = Matcher(SMALL), Matcher(SMALL)
    second.readings("golf")
    found = first.readings(text)
    assert found == second.readings(text)
    assert found
    assert len({m.concept for m in found}) == len(found)
    assert all((m.concept < 0) == (m.score == 0) for m in found)


@given(st.sampled_from(SMALL.labels()), st.sampled_from([str.upper, str.title, lambda t: f" {t}\t", lambda t: t + "."]))
def test_dress_does_not_change_meaning(label: str, dress) -> None:
    assert Matcher(SMALL).match(dress(label)).concept == SMALL.index(label)


@given(st.text(alphabet="abs-& /._xéß", max_size=20))
def test_spellings_are_new_and_distinct(text: str) -> None:
    cleaned = clean(text)
    others = list(spellings(cleaned))
    assert cleaned not in others
    assert len(set(others)) == len(others)
    assert bare(bare(cleaned)) == bare(cleaned)
    assert all(base != cleaned for base in singulars(cleaned))
