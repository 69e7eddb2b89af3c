"""What is published as it is: only what is known to be harmless, and certain only where every word of it is."""

import polars as pl
import pytest

from semblant.data.table import Table
from semblant.proposal.draft import write_policy
from semblant.proposal.suggest import suggest

BODY = {"chest_cm": 95, "hip_cm": 100, "neck_cm": 38, "inseam_cm": 80, "femur_mm": 450, "head_circ_cm": 55,
        "stature_mm": 1700, "girth_mm": 900, "nt_mm": 2, "efw_kg": 3, "birth_weight_kg": 3,
        "weight_st": 11}  # fmt: skip


def found(**columns):
    return {one.column: one for one in suggest(Table(pl.DataFrame(columns)))}


def around(middle):
    """Some hundred measurements, the most of them near the middle."""
    return [f"{middle * (0.8 + 0.4 * ((n * n) % 97) / 97):.1f}" for n in range(200)]


@pytest.mark.parametrize("name", [*BODY, "cm", "km_to_work"])
def test_a_unit_alone_does_not_make_measurements_harmless(name):
    one = found(**{name: around(BODY.get(name, 170))})[name]
    assert one.role != "keep"


@pytest.mark.parametrize("name", ["stature_mm", "cm", "km_to_work", "chest_cm"])
def test_init_asks_about_measurements_that_may_be_of_bodies(name):
    table = Table(pl.DataFrame({name: around(BODY.get(name, 170)), "city": ["Bonn", "Ulm"] * 100}))
    lines = write_policy(table, suggest(table), k=3, settings={}).splitlines()
    entry = next(i for i, line in enumerate(lines) if line.startswith(f"  {name}:"))
    assert "role: keep" not in lines[entry] or "please check" in lines[entry] + lines[entry - 1]


def test_measures_of_things_are_kept_and_asked_about():
    one = found(netMassKg=[f"{n * 1.37:.2f}" for n in range(8000, 8200)])["netMassKg"]
    assert (one.role, one.certain) == ("keep", False)


def test_weights_of_a_survey_are_certain_only_where_the_name_says_survey():
    weights = [f"{0.3 + n / 97:.3f}" for n in range(200)]
    told = found(design_wt=weights, wt=weights)
    assert (told["design_wt"].role, told["design_wt"].certain) == ("keep", True)
    assert (told["wt"].role, told["wt"].certain) == ("keep", False)


@pytest.mark.parametrize(("name", "certain"), [("product_rating", True), ("belly_colour", False), ("item_count", True)])
def test_a_kept_column_is_certain_only_where_every_word_is_harmless(name, certain):
    one = found(**{name: ["p", "q", "r", "s"] * 50})[name]
    assert (one.role, one.certain) == ("keep", certain)


@pytest.mark.parametrize(
    "values",
    [
        [str(167772160 + 7919 * (n % 12)) for n in range(600)],
        [f"1.2.3.{n % 12}:443" for n in range(600)],
        [f"1.2.{n % 12}.xxx" for n in range(600)],
        [f"{n % 12:02x}a9f04c77e1" for n in range(600)],
    ],
)
@pytest.mark.parametrize("name", ["ip", "client_ip"])
def test_addresses_of_a_network_are_identifiers_however_they_are_written(name, values):
    assert found(**{name: values})[name].role == "identifier"


def test_addresses_with_a_port_are_known_by_their_form():
    assert found(zqx=[f"10.1.{n}.7:443" for n in range(44)])["zqx"].role == "identifier"


def test_surnames_of_many_records_are_identifiers_to_be_checked():
    names = "SMITH JONES BROWN TAYLOR WILSON EVANS THOMAS ROBERTS WALKER WRIGHT GREEN HALL".split()  # noqa: SIM905
    one = found(ln=[names[n % 12] for n in range(600)])["ln"]
    assert one.role == "identifier"
    assert found(ln=["1", "2", "3", "4"] * 50, x=["a", "b"] * 100)["ln"].role != "identifier"


@pytest.mark.parametrize("values", [["Hep B1", "Hep C2", "none"], ["G1", "G3a", "G5"], ["20mg", "40mg", "80mg"]])
def test_codes_beside_secrets_may_be_secrets(values):
    told = found(
        hiv_status=["pos", "neg", "unk"] * 20, diagnosis=["flu", "gout", "flu"] * 20, cd4=["a", "b", "c"] * 20,
        zqx=values * 20,
    )  # fmt: skip
    assert (told["zqx"].role, told["zqx"].certain) == ("sensitive", False)


@pytest.mark.parametrize("name", ["reported", "date_reported"])
def test_the_day_of_a_report_is_known_to_outsiders(name):
    days = [f"2023-{1 + n % 12:02}-{1 + n % 28:02}" for n in range(300)]
    assert found(**{name: days})[name].role == "quasi"


@pytest.mark.parametrize("name", ["stg", "egfr_stg"])
def test_stages_are_no_crimes(name):
    assert "crime" not in found(**{name: ["G1", "G2", "G3a", "G4"] * 20})[name].reason
