"""Roles by what names say: terms of sectors, measures of things, moments of a computer, codes beside secrets."""

import polars as pl
import pytest

from semblant.data.columnnames import words_of
from semblant.data.table import Table
from semblant.proposal.suggest import suggest


def found(**columns):
    return {one.column: one for one in suggest(Table(pl.DataFrame(columns)))}


@pytest.mark.parametrize(
    ("name", "role"),
    [
        ("dlq30", "sensitive"),
        ("CREDLIM", "sensitive"),
        ("mmr2Done", "sensitive"),
        ("lastRating_appraisal", "sensitive"),
        ("VehMake", "quasi"),
        ("BRANCH_CD", "quasi"),
        ("lst_upd_by", "keep"),
        ("fw_ver", "keep"),
    ],
)
def test_terms_of_sectors_are_known(name, role):
    assert found(**{name: ["a", "b", "c"] * 20})[name].role == role


def test_amounts_of_kilogrammes_are_no_money():
    told = found(netMassKg=[f"{n * 1.37:.2f}" for n in range(8000, 8200)], net=[f"{n}.10" for n in range(200)])
    assert told["netMassKg"].role == "keep"
    assert told["net"].role == "sensitive"


def test_a_date_at_which_somebody_was_seen_is_no_matter_of_computers_alone():
    days = [f"2023-{1 + n % 12:02}-{1 + n % 28:02}" for n in range(200)]
    told = found(last_seen_synced=days, last_synced=days, etl_load_ts=days)
    assert (told["last_seen_synced"].role, told["last_seen_synced"].certain) == ("quasi", False)
    assert (told["last_synced"].role, told["etl_load_ts"].role) == ("keep", "keep")


def test_an_abbreviation_with_a_letter_behind_it_is_another():
    assert "birth" not in words_of("gebr_code")
    assert "income" not in words_of("incoTrm")
    assert "age" in words_of("AGEP")


def test_what_nobody_can_read_beside_secrets_is_one():
    told = found(
        hiv_status=["pos", "neg"] * 20, diagnosis=["flu", "gout"] * 20, arrested=["y", "n"] * 20,
        zqx=["S1", "S2", "HYG3", "S4"] * 10, zqy=["low", "high", "mid", "none"] * 10,
    )  # fmt: skip
    assert (told["zqx"].role, told["zqx"].certain) == ("sensitive", False)
    assert told["zqy"].role == "sensitive"


def test_an_ip_is_an_address_only_by_its_form():
    told = found(
        IP_AGE=[str(20 + n % 60) for n in range(200)], ip_status=["Passenger", "Contractor"] * 100,
        ip=[f"10.{n % 7}.{n % 250}.{n}" for n in range(200)],
    )  # fmt: skip
    assert (told["IP_AGE"].role, told["ip"].role) == ("quasi", "identifier")
    assert told["ip_status"].role != "identifier"


def test_violence_is_no_matter_of_gender_alone():
    told = found(victima_viol_genero=["SI", "NO", "acreditada"] * 20, victim_sex=["m", "f", "x"] * 20)
    assert (told["victima_viol_genero"].role, told["victim_sex"].role) == ("sensitive", "quasi")


def test_a_cycle_of_bills_is_no_money():
    told = found(bill_cycle=[str(n % 21) for n in range(200)], bill_amt=[str(n % 21 + 3) for n in range(200)])
    assert (told["bill_cycle"].role != "sensitive", told["bill_amt"].role) == (True, "sensitive")


def test_a_mark_of_which_nobody_knows_what_it_says_may_be_a_secret():
    told = found(zqx_jn=["J", "N"] * 30, remote_work=["yes", "no"] * 30)
    assert (told["zqx_jn"].role, told["zqx_jn"].certain) == ("sensitive", False)
    assert told["remote_work"].role == "keep"


@pytest.mark.parametrize(
    ("values", "role"),
    [
        (["ANKLE", "GROIN", "KNEE", "L-SPINE"], "sensitive"),
        (["Detached", "Flat", "Semi-detached", "Bungalow"], "quasi"),
        (["Medicaid FFS", "Medicare", "Self pay"], "sensitive"),
    ],
)
def test_bodies_houses_and_payers_are_known_by_their_values(values, role):
    assert found(zqx=values * 20)["zqx"].role == role


def test_a_household_of_every_record_is_a_number_of_one():
    told = found(household=[str(n) for n in range(1000, 1200)])
    assert told["household"].role == "identifier"
    assert found(household=[str(1 + n % 6) for n in range(200)])["household"].role == "quasi"


def test_sx_is_sex_where_its_values_are():
    assert found(sx=["M", "F"] * 40)["sx"].role == "quasi"
    assert found(sx=["cough", "fever", "rash"] * 40)["sx"].role == "sensitive"


@pytest.mark.parametrize("nothing", ["99.99.9999", "99.99.1980", "not given"])
def test_what_is_no_day_is_a_missing_value_of_a_column_of_dates(nothing):
    days = [f"{1 + n % 28:02}.{1 + n % 12:02}.{1950 + n % 50}" for n in range(200)]
    one = found(dob=[*days, nothing, nothing])["dob"]
    assert (one.kind, one.settings["missing_values"]) == ("date", (nothing,))


@pytest.mark.parametrize(
    ("name", "role"), [("Eircode", "identifier"), ("VEH_REG", "identifier"), ("cell_share_risk", "sensitive")]
)
def test_what_finds_a_home_a_car_or_a_prisoner_is_known(name, role):
    assert (
        found(**{name: [f"V{n % 90:02} X{n}" if role == "identifier" else "High" for n in range(200)] + ["Low"]})[
            name
        ].role
        == role
    )


@pytest.mark.parametrize(
    ("name", "role"),
    [
        ("reason_for_visit", "sensitive"),
        ("NEWSscore", "sensitive"),
        ("asa_grade", "sensitive"),
        ("gestWeeks", "sensitive"),
        ("rent_pcm", "sensitive"),
        ("donationAmt", "sensitive"),
        ("ucasPts", "sensitive"),
        ("rtw_check", "sensitive"),
        ("religAffil", "sensitive"),
        ("schooladvies", "sensitive"),
        ("quotient_familial", "sensitive"),
        ("lifestage", "quasi"),
        ("lga_code", "quasi"),
        ("anzsco", "quasi"),
        ("hrs_per_wk", "quasi"),
        ("huishoudtype", "quasi"),
        ("anciennete", "quasi"),
        ("No. of cows", "quasi"),
        ("photo_consent", "keep"),
        ("claim_form_ver", "keep"),
        ("versionFormulaire", "keep"),
    ],
)
def test_families_of_names_of_registers_and_services_are_known(name, role):
    assert found(**{name: ["aa", "bb", "cc"] * 20})[name].role == role


@pytest.mark.parametrize(
    "name", ["period", "council_area_flags", "search_engine", "error_section", "trust_capacity", "tags"]
)
def test_ordinary_words_are_no_beginnings_of_others(name):
    assert found(**{name: ["aa", "bb", "cc"] * 20})[name].role != "sensitive"


def test_a_timestamp_is_asked_about():
    days = [f"2024-03-{1 + n % 28:02} 09:{n % 7:02}:00" for n in range(300)]
    told = found(Timestamp=days)["Timestamp"]
    assert (told.role, told.kind, told.certain) == ("quasi", "date", False)
