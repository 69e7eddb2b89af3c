from hypothesis import given, settings
from hypothesis import strategies as st

from semblant.knowledge.taxonomy import Taxonomy
from semblant.terms.mapping import map_column
from semblant.terms.match import Matcher
from semblant.terms.suggest import LEAST_SCORE, Suggestions

JOBS = Taxonomy.from_edges(
    [("nurse", "health"), ("nursery", "school"), ("carpenter", "craft"), ("electrician", "craft"), ("n", "health")],
    terms={"n": ["nurse practitioner", "practitioner nurse"]},
)


def test_the_most_alike_first() -> None:
    found = Suggestions(Matcher(JOBS)).of("nursrey")
    assert [JOBS.label(m.concept) for m in found] == ["nursery"]
    assert found[0].reason == "suggested"


def test_first_letter_or_last_letter_may_be_wrong() -> None:
    suggestions = Suggestions(Matcher(JOBS))
    assert [JOBS.label(m.concept) for m in suggestions.of("karpenter")] == ["carpenter"]
    assert [JOBS.label(m.concept) for m in suggestions.of("electriciam")] == ["electrician"]


def test_nothing_alike_nothing_said() -> None:
    suggestions = Suggestions(Matcher(JOBS))
    assert [suggestions.of(text) for text in ("", "x", "zzzzzz", "n" * 100_000, "看護師")] == [[]] * 5


def test_terms_that_say_more_are_offered_the_shortest_first() -> None:
    icd = Taxonomy.from_edges(
        [("E11", "E10-E14"), ("E11.9", "E11"), ("I84.0", "I84")],
        terms={"E10-E14": ["Diabetes mellitus"], "E11": ["Type 2 diabetes mellitus"], "E11.9": ["E11.9"]},
    )
    suggestions = Suggestions(Matcher(icd))
    assert [icd.ids[m.concept] for m in suggestions.of("diabetes")] == ["E10-E14", "E11"]
    assert [icd.ids[m.concept] for m in suggestions.of("Mellitus, diabetes")] == ["E10-E14", "E11"]


def test_slips_are_counted_by_the_shorter_word() -> None:
    people = Taxonomy.from_edges([("retarded", "all"), ("retiree", "all"), ("cook", "all")])
    suggestions = Suggestions(Matcher(people))
    assert [people.ids[m.concept] for m in suggestions.of("retired")] == ["retiree"]
    assert [people.ids[m.concept] for m in suggestions.of("cok")] == ["cook"]


def test_the_beginning_of_a_term_is_enough() -> None:
    signs = Taxonomy.from_edges([("diabetic coma", "sign"), ("diabetes", "sign"), ("dialysis", "sign")])
    suggestions = Suggestions(Matcher(signs))
    assert [signs.ids[m.concept] for m in suggestions.of("Diabe")] == ["diabetes", "diabetic coma"]
    assert suggestions.of("dia") == []


def test_codes_are_offered_within_their_category_only() -> None:
    icd = Taxonomy.from_edges([("E11.9", "E11"), ("E12.8", "E12"), ("F11.8", "F11")])
    assert [icd.ids[m.concept] for m in Suggestions(Matcher(icd)).of("E11.8")] == ["E11.9"]


def test_never_taken_by_itself() -> None:
    column = map_column(["nusre"], [1], JOBS, attribute="job")
    assert column.concepts.tolist() == [-1]


@given(st.sampled_from(["carpenter", "electrician"]), st.integers(1, 7))
@settings(max_examples=50, deadline=None)
def test_swapped_neighbours_are_found(word: str, i: int) -> None:
    slipped = word[:i] + word[i + 1] + word[i] + word[i + 2 :]
    found = Suggestions(Matcher(JOBS)).of(slipped)
    assert JOBS.label(found[0].concept) == word
    assert all(LEAST_SCORE <= m.score <= 1 for m in found)
