"""The public page discloses nothing: no rare original value, no small count, nothing to confirm a guess by."""

import hashlib
import re
from collections import Counter

from hypothesis import given, settings
from hypothesis import strategies as st

from semblant.assessment.assessment import Assessment
from semblant.evidence import Evidence
from semblant.release.files import private_folder
from semblant.release.pipeline import Release
from semblant.report.pages import internal_report, public_report
from semblant.vocabulary import load_taxonomy
from tests.report.conftest import EXAMPLE
from tests.report.making import CASES, JOBS, assess_case, pages, published, semantic
from tests.report.structure import Structure


def public(evidence: Evidence, assessment: Assessment) -> str:
    return public_report(*published(evidence, assessment))


def public_of(release: Release) -> str:
    return public_report(release.public_evidence, release.table)


def occurs(value: str, words: str) -> bool:
    """Whether a value occurs as a word of its own."""
    return re.search(rf"(?<!\w){re.escape(value)}(?!\w)", words) is not None


def test_no_rare_original_value_of_the_survey_is_on_the_public_page(survey: Release) -> None:
    words = Structure(public_of(survey)).words
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
    words = Structure(internal_report(survey.evidence, survey.assessment)).words
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
    assert "Suppressed: fewer than 4." in words
    evidence, assessment = assess_case({"a": list("xxxxyyzq")}, {"a": list("xxxxyyzq")}, k=3)
    words = Structure(public(evidence, assessment)).words
    assert "x: 4 records" in words
    assert "y: 2 records" not in words
    assert "share their a with no other. fewer than 3 " in words


def test_the_original_cannot_be_confirmed_by_a_checksum(survey: Release) -> None:
    checksum = hashlib.sha256((EXAMPLE / "survey.csv").read_bytes()).hexdigest()
    assert checksum in (private_folder(survey.folder) / "run.json").read_text()
    for file in survey.folder.iterdir():
        assert checksum not in file.read_text("utf-8"), file.name
    assert survey.evidence.output.sha256 in public_of(survey)


def test_exact_sums_are_kept_back() -> None:
    evidence, assessment = CASES["semantic"]
    page = public(evidence, assessment)
    for exact in (evidence.utility.sse, evidence.utility.sst, evidence.utility.kl):
        assert exact is not None
        assert f"{exact:.6g}" not in page
    for name in ("SST", "Divergence", "Discernibility", "Most changed", "distinct combination"):
        assert name not in page.replace("100·SSE/SST", "")


def test_wider_concepts_are_named_by_the_release_alone() -> None:
    """A wider concept with at least k released records below it is named, whatever anybody answered."""
    released = {"job": ["nurse", "nurse", "dentist", "dentist", "cook", "cook", "cook"]}
    attributes = {"job": {"role": "quasi", "kind": "semantic", "knowledge": "wordnet"}}
    drawings = []
    for answer in ("health professional", "cook"):
        original = {"job": [*released["job"][:-1], answer]}
        case = assess_case(original, released, attributes=attributes, taxonomy=load_taxonomy("wordnet"))
        page = pages(*case)["report-public.html"]
        assert "Released concepts in their vocabulary" in Structure(page).words
        drawings.append(
            page[page.index('<svg class="chart" viewBox', page.index("Released concepts")) :].split("</svg>")[0]
        )
    assert drawings[0] == drawings[1]
    assert occurs("health professional", drawings[0])
    few = assess_case(released, released, k=5, attributes=attributes, taxonomy=load_taxonomy("wordnet"))
    assert not occurs("health professional", Structure(pages(*few)["report-public.html"]).words)


def test_a_private_vocabulary_is_neither_named_nor_drawn() -> None:
    evidence, assessment = assess_case(
        {"job": ["nurse", "midwife", "cook"]}, {"job": ["nurse"] * 3}, attributes=semantic("job"), taxonomy=JOBS
    )
    page = public(evidence, assessment)
    assert "Released concepts" not in page
    assert "a private vocabulary" in page
    assert JOBS.sha256 not in page
    assert "jobs" not in Structure(page).words


def test_extremes_of_a_numeric_original_are_not_shown() -> None:
    original = {"age": [str(n) for n in range(20, 60)] + ["107"]}
    released = {"age": ["29"] * 20 + ["50"] * 21}
    page = public(*assess_case(original, released, attributes={"age": {"role": "quasi", "kind": "numeric"}}))
    words = Structure(page).words
    assert "29: 20 records; 50: 21 records" in words
    assert not occurs("107", words)


def test_an_unmatched_release_still_shows_its_classes_and_says_what_is_not_known() -> None:
    page = public(*CASES["unmatched"])
    assert "Released records by the size of their class" in page
    assert "not known" in page
