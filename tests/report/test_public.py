"""The public page discloses nothing: no rare original value, no small count, nothing to confirm a guess by."""

import json
import re
from collections import Counter

from hypothesis import given, settings
from hypothesis import strategies as st

from semblant.assessment.assessment import Assessment
from semblant.evidence import Evidence
from semblant.release.pipeline import Release
from semblant.report.pages import build_reports
from semblant.report.public import publishable
from tests.report.making import CASES, INPUT_HASH, JOBS, OUTPUT_HASH, assess_case, semantic
from tests.report.structure import Structure


def public(evidence: Evidence, assessment: Assessment) -> str:
    return build_reports(evidence, assessment)["report-public.html"]


def occurs(value: str, words: str) -> bool:
    """Whether a value occurs as a word of its own."""
    return re.search(rf"(?<!\w){re.escape(value)}(?!\w)", words) is not None


def test_no_rare_original_value_of_the_survey_is_on_the_public_page(survey: Release) -> None:
    words = Structure(public(survey.evidence, survey.assessment)).words
    prose = Structure(public(*CASES["ordinary"])).words
    k, checked = survey.evidence.privacy.k_required, 0
    assert survey.assessment.pairing is not None
    for judged in survey.assessment.pairing.columns:
        column = judged.reader.column
        released = Counter(survey.table.column(column.name).values[i] for i in survey.table.column(column.name).codes)
        for value, count in zip(column.values, column.counts, strict=True):
            if count < k and released[value] < k and not occurs(value, prose):
                checked += 1
                assert not occurs(value, words), f"a value of {column.name} with {count} records"
    assert checked > 30


def test_the_internal_page_does_show_such_values_so_the_check_above_can_fail(survey: Release) -> None:
    words = Structure(build_reports(survey.evidence, survey.assessment)["report.html"]).words
    assert survey.assessment.pairing is not None
    columns = [judged.reader.column for judged in survey.assessment.pairing.columns]
    k = survey.evidence.privacy.k_required
    rare = [v for c in columns for v, n in zip(c.values, c.counts, strict=True) if n < k]
    assert any(occurs(value, words) for value in rare)


@st.composite
def releases(draw: st.DrawFn) -> tuple[list[str], list[str], int]:
    """A column and a release of it in groups, each released as one of its values, some perhaps too small."""
    k = draw(st.integers(2, 4))
    groups = draw(st.lists(st.lists(st.integers(0, 12), min_size=1, max_size=6), min_size=1, max_size=6))
    original = [f"secret{n}word" for group in groups for n in group]
    released = [f"secret{group[0]}word" for group in groups for _ in group]
    return original, released, k


@settings(max_examples=60, deadline=None)
@given(releases())
def test_only_values_released_at_least_k_times_are_on_the_public_page(made: tuple[list[str], list[str], int]) -> None:
    original, released, k = made
    page = public(*assess_case({"a": original}, {"a": released}, k=k))
    counts = Counter(released)
    assert set(re.findall(r"secret\d+word", page)) <= {value for value, n in counts.items() if n >= k}


def test_no_count_of_the_original_is_on_the_public_page() -> None:
    original = ["x"] * 1234 + ["y"] * 777
    page = public(*assess_case({"a": original}, {"a": ["x"] * 1300 + ["y"] * 711}))
    assert "1,300" in page
    assert "711" in page
    assert "1,234" not in page
    assert "777" not in page


def test_small_numbers_are_hidden() -> None:
    evidence, assessment = assess_case({"a": list("xxxxyyyyz")}, {"a": list("xxxxyyyy*")}, k=4)
    words = Structure(public(evidence, assessment)).words
    assert "Withheld in full: fewer than 4." in words
    evidence, assessment = assess_case({"a": list("xxxxyyzq")}, {"a": list("xxxxyyzq")}, k=3)
    words = Structure(public(evidence, assessment)).words
    assert "x: 4 records" in words
    assert "y: 2 records" not in words
    assert "no other in a. fewer than 3 " in words


def test_the_original_cannot_be_confirmed_by_a_checksum() -> None:
    pages = build_reports(*CASES["semantic"])
    assert INPUT_HASH in pages["report.html"]
    assert INPUT_HASH not in pages["report-public.html"]
    assert OUTPUT_HASH in pages["report-public.html"]


def test_exact_sums_are_kept_back() -> None:
    evidence, assessment = CASES["semantic"]
    page = public(evidence, assessment)
    for exact in (evidence.utility.sse, evidence.utility.sst, evidence.utility.kl):
        assert exact is not None
        assert f"{exact:.6g}" not in page
    for name in ("SST", "Divergence", "Discernibility", "Most changed", "distinct combination"):
        assert name not in page.replace("100·SSE/SST", "")


def test_wider_concepts_that_were_not_released_are_not_named() -> None:
    """A wider concept may be somebody's own rare answer, so none is named, whether it is one or not."""
    released = {"job": ["nurse", "nurse", "doctor", "doctor", "cook", "cook", "cook"]}
    original = {"job": ["nurse", "nurse", "doctor", "doctor", "cook", "cook", "health"]}
    pages = build_reports(*assess_case(original, released, attributes=semantic("job"), taxonomy=JOBS))
    assert occurs("health", Structure(pages["report.html"]).words)
    words = Structure(pages["report-public.html"]).words
    assert occurs("doctor", words)
    for wider in ("health", "nursing", "food", "work"):
        assert not occurs(wider, words)


def test_extremes_of_a_numeric_original_are_not_shown() -> None:
    original = {"age": [str(n) for n in range(20, 60)] + ["107"]}
    released = {"age": ["29"] * 20 + ["50"] * 21}
    page = public(*assess_case(original, released, attributes={"age": {"role": "quasi", "kind": "numeric"}}))
    words = Structure(page).words
    assert "29: 20 records; 50: 21 records" in words
    assert not occurs("107", words)


def test_the_policy_is_published_without_values_and_folders() -> None:
    policy = {
        "k": 3,
        "mapping": "/home/ann/secret/review.csv",
        "knowledge": {"sites": {"source": "C:\\Users\\ann\\secret\\sites.owl"}},
        "attributes": {
            "stage": {"role": "quasi", "levels": ["secret", "open"], "hierarchy": ["/secret/one.csv", "two.csv"]},
            "name": {"role": "identifier", "hierarchy": "/secret/three.csv"},
        },
    }
    published = publishable(policy)
    assert "secret" not in json.dumps(published)
    assert published["mapping"] == "review.csv"
    assert published["knowledge"]["sites"]["source"] == "sites.owl"
    assert published["attributes"]["stage"]["hierarchy"] == ["one.csv", "two.csv"]
    page = public(*CASES["numbers"])
    assert "levels" not in page


def test_an_unmatched_release_still_shows_its_classes_and_says_what_is_not_known() -> None:
    page = public(*CASES["unmatched"])
    assert "Released records by the size of their class" in page
    assert "not known" in page
