"""What `init` says of persons with several rows, of numbers that are codes, and of codes for no value."""

import random

import polars as pl
import pytest

import semblant as sb

CHANCE = random.Random(5)


def test_persons_with_several_rows_are_counted_as_persons() -> None:
    frame = pl.DataFrame(
        {
            "patient_id": [f"P{i}" for i in range(60)] + ["P3"] * 8,
            "sex": ["f", "m"] * 34,
            "diagnosis": [CHANCE.choice(["asthma", "flu", "gout"]) for _ in range(68)],
        }
    )
    policy = sb.suggest_policy(frame)
    assert policy["individual"] == "patient_id"
    assert "individual" not in sb.suggest_policy(frame.unique("patient_id"))
    rules = {"patient_id": "identifier", "sex": {"role": "quasi", "kind": "nominal"}, "diagnosis": "keep"}
    found = {one.check: one for one in sb.anonymise(frame, attributes=rules).evidence.checklist}
    assert found["persons"].status == "amber"
    assert "individual: patient_id" in found["persons"].advice
    counted = sb.anonymise(frame, individual="patient_id", attributes=rules).evidence.checklist
    assert "persons" not in {one.check for one in counted}


def test_what_is_left_out_for_another_reason_names_nobody() -> None:
    codes = [CHANCE.choice(["E11", "I10", "J45", "M54", "N39"]) for _ in range(40)]
    frame = pl.DataFrame({"town": ["Graz", "Wien"] * 20, "secondary": codes})
    rules = {"town": {"role": "quasi", "kind": "nominal"}, "secondary": "identifier"}
    assert "persons" not in {one.check for one in sb.anonymise(frame, attributes=rules).evidence.checklist}


def test_a_namesake_is_no_person_with_several_rows() -> None:
    names = [f"person {i}" for i in range(200)] + ["person 7"]
    policy = sb.suggest_policy(pl.DataFrame({"name": names, "town": ["Graz", "Wien", "Linz"] * 67}))
    assert "individual" not in policy


@pytest.mark.parametrize(
    ("name", "values", "kind"),
    [
        ("ISCO08", ["2221", "110", "5223", "9112"], "nominal"),
        ("Geschlecht", ["1", "2", "3"], "nominal"),
        ("marital_status", ["1", "2", "3", "4", "9"], "nominal"),
        ("age", ["1", "2", "3", "47"], "numeric"),
        ("years_in_job", ["1", "2", "3", "17"], "numeric"),
    ],
)
def test_numbers_are_codes_where_the_name_says_what_has_no_quantity(name: str, values: list[str], kind: str) -> None:
    policy = sb.suggest_policy(pl.DataFrame({name: values * 20}))
    assert policy.suggestions[0].kind == kind


def test_codes_for_no_value_are_suggested_as_such() -> None:
    born = [str(CHANCE.randint(1940, 2005)) for _ in range(100)] + ["9999"] * 4
    policy = sb.suggest_policy(pl.DataFrame({"birth_year": born}))
    assert policy["attributes"]["birth_year"]["missing_values"] == ["9999"]


def test_equal_names_are_namesakes() -> None:
    names = [CHANCE.choice(["Böhm Käthe", "Schmidt Änne", "Groß Jürgen", "Yılmaz Ece"]) for _ in range(12)]
    frame = pl.DataFrame({"Name": names, "Bemerkung": ["bei Fr. Groß, 0316 123456"] * 12, "Ort": ["Graz", "Wien"] * 6})
    assert "individual" not in sb.suggest_policy(frame)


def test_names_that_are_kept_are_red_also_where_they_are_in_no_list() -> None:
    names = [f"{a} {b}" for a in ("Böhm", "Groß", "Yılmaz") for b in ("Käthe", "Änne", "Ece", "Jürgen")]
    frame = pl.DataFrame({"Name": names, "Ort": ["Graz", "Wien"] * 6})
    with pytest.raises(sb.SemblantError, match="names of persons"):
        sb.anonymise(frame, k=3, attributes={"Name": "keep", "Ort": {"role": "quasi", "kind": "nominal"}})
    things = frame.rename({"Name": "ward name"})
    assert sb.anonymise(things, k=3, attributes={"ward name": "keep", "Ort": {"role": "quasi", "kind": "nominal"}})
