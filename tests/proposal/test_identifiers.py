"""Direct identifiers are found whatever their column is called, and useful columns are not dropped."""

import random
from collections.abc import Callable

import polars as pl
import pytest

from semblant.data.forms import form_of
from semblant.data.table import Table
from semblant.proposal.suggest import Suggestion, suggest

CHANCE = random.Random(19)
RECORDS = 240
GIVEN = ["anna", "ben", "carla", "david", "elena", "grace", "hugo", "ines", "jonas", "kira", "leo", "mona"]
FAMILY = ["abbott", "baker", "costa", "evans", "fischer", "garcia", "huber", "ivanov", "jansen", "kaya"]


def digits(count: int) -> str:
    return "".join(CHANCE.choice("0123456789") for _ in range(count))


def letters(count: int) -> str:
    return "".join(CHANCE.choice("ABCDEFGHJKLMNPRSTUVWXYZ") for _ in range(count))


def given() -> str:
    return CHANCE.choice(GIVEN)


def family() -> str:
    return CHANCE.choice(FAMILY)


def a_day() -> str:
    return f"19{CHANCE.randint(30, 99)}-{CHANCE.randint(1, 12):02}-{CHANCE.randint(1, 28):02}"


def suggested(name: str, make: Callable[[], str]) -> Suggestion:
    CHANCE.seed(name)
    columns = {
        name: [make() for _ in range(RECORDS)],
        "age": [str(CHANCE.randint(18, 85)) for _ in range(RECORDS)],
        "sex": [CHANCE.choice("mf") for _ in range(RECORDS)],
    }
    return next(one for one in suggest(Table(pl.DataFrame(columns))) if one.column == name)


BY_FORM: dict[str, Callable[[], str]] = {
    "pair of coordinates": lambda: f"{CHANCE.uniform(47, 54):.5f}, {CHANCE.uniform(6, 14):.5f}",
    "well-known text": lambda: f"POINT ({CHANCE.uniform(6, 14):.6f} {CHANCE.uniform(47, 54):.6f})",
    "degrees": lambda: (
        f"{CHANCE.randint(47, 54)}°{CHANCE.randint(10, 59)}'N {CHANCE.randint(6, 14)}°2{CHANCE.randint(0, 9)}'E"
    ),
    "three words": lambda: ".".join(
        CHANCE.choice(["filled", "soap", "raft", "daring", "lion", "dusk"]) for _ in range(3)
    ),
    "page of a person": lambda: f"linkedin.com/in/{given()}-{family()}",
    "handle": lambda: f"@{given()}_{family()}",
    "user name": lambda: f"{given()}.{family()}{CHANCE.randint(1, 99)}",
    "initial and surname": lambda: f"{given()[0]}{family()}{CHANCE.randint(1, 9)}",
    "photograph": lambda: f"IMG_{digits(8)}_{digits(6)}.jpg",
    "scan": lambda: f"/scans/{family()}/{digits(4)}.pdf",
    "French plate": lambda: f"{letters(2)}-{digits(3)}-{letters(2)}",
    "German plate": lambda: f"{CHANCE.choice(['M', 'HH', 'KA'])}-{letters(2)} {CHANCE.randint(1, 9999)}",
    "British plate": lambda: f"{letters(2)}{digits(2)} {letters(3)}",
    "initials": lambda: f"{letters(1)}.{letters(1)}.",
    "doctor": lambda: f"Dr. med. {family().title()}",
    "kin": lambda: f"{given().title()} {family().title()} (wife)",
    "surname with initial": lambda: f"{letters(1)}. {family().title()}",
    "house": lambda: f"{CHANCE.choice(['Lindenstr.', 'Hauptstraße', 'Goetheweg'])} {CHANCE.randint(1, 150)}",
    "household": lambda: str(CHANCE.randint(1001, 1240)),
}


@pytest.mark.parametrize("what", BY_FORM)
def test_an_identifier_is_found_though_nobody_can_read_the_name(what: str) -> None:
    assert suggested("VQ_LX", BY_FORM[what]).role == "identifier"


BY_NAME: dict[str, Callable[[], str]] = {
    "Mädchenname": lambda: CHANCE.choice(["Nkemelu", "Oyelaran", "Szczepanski"]),
    "isim": lambda: CHANCE.choice(["Ayşe", "Emre", "Elif", "Can", "Fatma", "Deniz"]),
    "priezvisko": lambda: CHANCE.choice(["Hraško", "Čierna", "Lukáč", "Baláž"]),
    "kenteken": lambda: f"{letters(1)}-{digits(3)}-{letters(2)}",
    "useragent": lambda: f"Mozilla/5.0 (X{CHANCE.randint(1, 30)})",
}


@pytest.mark.parametrize("name", BY_NAME)
def test_an_identifier_is_found_by_its_name_in_other_languages(name: str) -> None:
    assert suggested(name, BY_NAME[name]).role == "identifier"


USEFUL: dict[str, Callable[[], str]] = {
    "course": lambda: f"CSC-{CHANCE.randint(100, 130)}",
    "flight": lambda: f"LH {CHANCE.randint(100, 130)}",
    "city": lambda: CHANCE.choice(
        ["Jackson", "Madison", "Lincoln", "Austin", "Dallas", "Florence", "Denver", "Boston"]
    ),
    "continent": lambda: CHANCE.choice(["N. America", "S. America", "E. Asia", "W. Africa", "N. Europe"]),
    "organism": lambda: CHANCE.choice(["E. coli", "S. aureus", "K. pneumoniae", "P. mirabilis"]),
    "job": lambda: CHANCE.choice(["baker", "cook", "fisher", "miller", "carpenter", "nurse", "clerk", "smith"]),
    "site visited": lambda: CHANCE.choice(["google.com", "bing.com", "example.org"]),
    "umsatz": lambda: str(CHANCE.randint(100, 99999)),
    "reading": lambda: f"{CHANCE.gauss(5, 2):.6f}",
    "household size": lambda: str(CHANCE.randint(1, 7)),
    "ratio": lambda: f"{CHANCE.random():.8f}",
    "built": lambda: str(CHANCE.randint(1880, 2020)),
    "block": lambda: f"{CHANCE.randint(10, 99)}00 block of {CHANCE.choice(['Main St', 'Oak Ave', 'Elm Rd'])}",
}


@pytest.mark.parametrize("name", USEFUL)
def test_a_useful_column_is_not_dropped(name: str) -> None:
    assert suggested(name, USEFUL[name]).role != "identifier"


def test_intervals_of_estimates_are_no_positions() -> None:
    assert form_of([f"{i / 1000:.3f}, {i / 900:.3f}" for i in range(30)]) is None


def test_a_moment_of_its_own_is_not_kept_though_it_is_bookkeeping() -> None:
    hours = suggested("created", lambda: f"2021-03-1{CHANCE.randint(0, 9)} 1{CHANCE.randint(0, 9)}:00")
    assert hours.role == "keep"
    seconds = suggested("created", lambda: f"2021-03-1{digits(1)} 1{digits(1)}:{CHANCE.randint(10, 59)}:2{digits(1)}")
    assert seconds.role == "quasi"


SECRETS: dict[str, list[str]] = {
    "rs429358": ["TT", "CT", "CC"],
    "VQ_LX": ["Controlled drugs", "Stolen goods", "Offensive weapons", "Firearms"],
    "looked after child": ["Y", "N"],
    "abtreibung": ["0", "1"],
    "Suchtmittel": ["Alkohol", "Nikotin", "keine"],
    "sexual_partners": ["0", "1", "2", "5"],
    "note_maths": [str(n) for n in range(21)],
    "payer": ["Medicare", "Medicaid", "private"],
    "terms": ["asthma; diabetes", "asthma", "diabetes; migraine; asthma", "migraine; asthma"],
    "Q6_voto": ["PSOE", "PP", "VOX"],
}


@pytest.mark.parametrize("name", SECRETS)
def test_a_secret_is_one_by_its_name_or_its_values(name: str) -> None:
    assert suggested(name, lambda: CHANCE.choice(SECRETS[name])).role == "sensitive"


@pytest.mark.parametrize("name", ["dob_export", "birthdate_import", "date_of_birth_extract", "admission_date_loaded"])
def test_a_date_of_a_life_is_not_kept_because_a_computer_handled_it(name: str) -> None:
    assert suggested(name, a_day).role == "quasi"


def test_a_date_of_bookkeeping_alone_is_kept() -> None:
    assert suggested("etl_date", a_day).role == "keep"


def test_a_vote_is_about_politics_and_no_mark() -> None:
    assert "politics" in suggested("voto", lambda: CHANCE.choice(["PSOE", "PP", "VOX"])).reason


def test_the_arms_of_a_trial_are_no_secret() -> None:
    assert suggested("GRPX", lambda: CHANCE.choice(["Placebo", "ABX 10 mg", "ABX 20 mg"])).role == "quasi"


def test_the_way_something_was_done_is_kept() -> None:
    assert suggested("arrival_mode", lambda: CHANCE.choice(["on foot", "by car", "by air"])).role == "keep"


def test_a_category_that_hardly_tells_records_apart_is_asked_about() -> None:
    few = suggested("bwxq", lambda: CHANCE.choice(["NK", "YK", "ZK"]))
    assert not few.certain


def test_numbers_filled_with_zeros_are_no_telephone_numbers() -> None:
    assert form_of([f"{i:08}" for i in range(10_000, 10_100, 3)]) is None


def test_the_codes_of_a_codebook_are_read_as_it_says() -> None:
    columns = {name: [str(CHANCE.randint(1, 3)) for _ in range(60)] for name in ("PB150", "PL031", "PE040", "PH010")}
    columns["PX030"] = [str(CHANCE.randint(1001, 1040)) for _ in range(60)]
    found = {one.column: one.role for one in suggest(Table(pl.DataFrame(columns)))}
    assert (found["PX030"], found["PH010"]) == ("identifier", "sensitive")
