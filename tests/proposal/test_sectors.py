"""Columns of tables as single sectors have them: words that few others use, staff, reasons, and handling of records."""

import polars as pl
import pytest

from semblant.data.table import Table
from semblant.proposal.suggest import suggest


def role(name: str, values: list[str]) -> str:
    """The suggested role of a column of 200 records."""
    return suggest(Table(pl.DataFrame({name: (values * 200)[:200]})))[0].role


@pytest.mark.parametrize(
    ("name", "values"),
    [
        ("officer_no", [f"{i}NW" for i in range(1001, 1041)]),
        ("InspectorCode", [f"IN{i}" for i in range(301, 331)]),
        ("judge_id", [str(i) for i in range(4001, 4021)]),
    ],
)
def test_keys_of_those_who_serve_others_name_them_though_many_records_share_one(name: str, values: list[str]) -> None:
    assert role(name, values) == "identifier"


def test_amounts_that_all_differ_are_no_keys() -> None:
    assert role("subsidyPaid", [f"{i * 37.31:.2f}" for i in range(1, 201)]) == "sensitive"


def test_texts_that_speak_of_persons_are_free_texts_although_they_come_again() -> None:
    texts = [f"Mme {name} a demandé une chambre calme" for name in ("Keller", "Benali", "Picard", "Moreau")]
    assert role("suivi", texts) == "identifier"


@pytest.mark.parametrize(
    ("name", "values"),
    [
        ("closure_reason", ["moved", "deceased", "prison", "transferred", "other", "found a job"]),
        ("grp", ["vandalism", "harassment", "noise", "rape", "pets"]),
        ("meal", ["VGML", "KSML", "MOML", "DBML"]),
        ("ssr", ["WCHR", "BLND", "DEAF", "UMNR"]),
        ("Mietrückstand", ["0", "120", "300", "80"]),
        ("multas", ["0", "1", "2", "3"]),
        ("penPts", ["0", "3", "6", "9"]),
        ("Förderbedarf", ["L", "E", "G", "S"]),
        ("admission_decision", ["C", "U", "R"]),
        ("grauIncap", ["0", "60", "65", "70"]),
    ],
)
def test_what_a_sector_calls_its_secrets_is_sensitive(name: str, values: list[str]) -> None:
    assert role(name, values) == "sensitive"


@pytest.mark.parametrize("name", ["xmlLoadTs", "uttagsdatum", "etl_date", "Exportdatum"])
def test_when_a_computer_handled_a_record_is_kept(name: str) -> None:
    stamps = [f"2023-{1 + i % 12:02}-{1 + i // 12:02} 10:{i % 60:02}" for i in range(200)]
    assert role(name, stamps) == "keep"


@pytest.mark.parametrize("name", ["service_date", "dt_arrival", "hrgDt"])
def test_dates_of_events_are_masked(name: str) -> None:
    assert role(name, [f"2023-{1 + i % 12:02}-{1 + i // 12:02}" for i in range(200)]) == "quasi"


def test_a_room_of_a_surgery_is_no_secret() -> None:
    assert role("surgeryRm", ["S1", "S2", "S3", "HYG"]) == "quasi"


def test_departments_named_for_secrets_are_none() -> None:
    assert role("unit", ["Health", "Law", "Psychology", "Dental", "Archives"]) != "sensitive"


def test_a_cell_of_a_network_is_no_phone() -> None:
    assert role("cellLat", [f"51.{i:02}" for i in range(40)]) == "quasi"


def test_courses_are_no_diseases() -> None:
    assert role("course_cd", ["A100", "B740", "C800", "F300", "G400", "L100"]) != "sensitive"


def test_initials_of_staff_are_no_categories_and_roles_of_staff_no_initials() -> None:
    assert role("HNDLR_CD", ["JB2", "KOS", "TMA", "RF1", "LDN3", "SSP", "CH4"]) != "keep"
    assert role("agent_saisie", ["mdu", "clb", "jpr", "sfa", "nbo", "stagiaire"]) == "identifier"
    assert role("agent", ["web", "shop", "phone", "letter", "fair"]) != "identifier"


def test_names_of_businesses_are_often_those_of_persons() -> None:
    names = ["Hill Top Farm", "J & M Alderson", "T Metcalfe & Son", "Low Rigg Partnership", "Thornber Bros", "E Iveson"]
    assert role("business name", names) == "identifier"
    assert role("business unit name", ["Retail", "Wholesale", "Online"]) != "identifier"


def test_a_reason_is_asked_about_as_a_secret_and_a_place_of_address_is_no_address() -> None:
    found = suggest(Table(pl.DataFrame({"motif_demande": ["cantine", "logement", "loisirs", "carte"] * 50})))[0]
    assert (found.role, found.certain) == ("sensitive", False)
    assert role("last settled address", ["Leeds", "Bradford", "York", "Hull", "Abroad", "Wakefield"]) == "quasi"


def test_bands_of_money_are_secrets_and_bands_of_age_are_not() -> None:
    assert role("band_x", ["under £10,000", "£10,000-£20,000", "£20,000-£30,000", "over £30,000"]) == "sensitive"
    assert role("band_x", ["0-17", "18-29", "30-44", "45+"]) == "quasi"
    assert role("Grade", ["U7", "U9", "U11", "U13", "Masters"]) == "quasi"


def test_how_often_somebody_did_something_in_a_period_is_asked_about() -> None:
    found = suggest(Table(pl.DataFrame({"zq_in_6m": [str(n % 9) for n in range(200)]})))[0]
    assert (found.role, found.certain) == ("sensitive", False)
