"""Columns that are no words: recognised as categories, or as ordinal with their order."""

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from semblant.data.columnnames import words_of
from semblant.data.scales import is_no_answer, recognise


@pytest.mark.parametrize(
    "levels",
    [
        ["never", "rarely", "sometimes", "often", "always"],
        ["strongly disagree", "disagree", "neutral", "agree", "strongly agree"],
        ["very poor", "poor", "fair", "good", "very good", "excellent"],
        ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"],
        ["Montag", "Dienstag", "Mittwoch", "Donnerstag", "Freitag"],
        ["primary", "secondary", "bachelor", "master", "doctorate"],
        ["S", "M", "L", "XL"],
        ["<5", "5-9", "10-14", "15+"],
        ["Under 18", "18–24", "25–34", "Greater than 45"],
        ["<$10,000", "$10,000 - $19,999", "$20,000+"],
        ["none", "mild", "moderate", "severe"],
        ["Under 18 years old", "18-24 years old", "65 years or older"],
        ["< 1 year", "1 year", "2 years", "10+ years"],
        ["menos de 20 años", "20 a 29 años", "30 años o más"],
        ["kleiner als 5", "5 bis 10", "größer als 10"],
        ["Year 7", "Year 8", "Year 10"],
        ["Trifft Nicht Zu", "Trifft Eher Nicht Zu", "Trifft Eher Zu", "Trifft Zu"],
        ["Not at all interested", "Not very interested", "Fairly interested", "Very interested"],
        ["completely disagree", "somewhat disagree", "neither/nor", "somewhat agree", "completely agree"],
        ["never", "less often", "once a month", "once a week", "more than once a week"],
        ["low", "normal", "high", "P1"],
        ["Standard", "Medium", "High"],
        ["none", "35-45%", "45-55%", "80-100%"],
        ["jamais", "1 fois par an", "quelques fois par an", "1 à 2 fois par mois", "1 fois par semaine"],
        ["B-", "B", "A-", "A+"][:2] + ["C"][:0] + ["A-", "A+"],
    ],
)
def test_an_order_is_recognised(levels):
    words = {"grade"} if "A+" in levels else ()
    found = recognise(sorted(levels), words)
    assert (found.kind, found.levels) == ("ordinal", tuple(levels))


@pytest.mark.parametrize(
    ("name", "levels"),
    [
        ("Priority", ["4-Low", "3-Normal", "2-High", "1-Emergency"]),
        ("triage_cat", ["5-Non Urgent", "4-Standard", "3-Urgent", "2-Very Urgent", "1-Immediate"]),
        ("q5", ["1. Never", "2. Sometimes", "3. Often"]),
        ("q6", ["1 = schlecht", "2", "3", "4", "5 = sehr gut"]),
        ("quotient", ["QF1", "QF2", "QF3"]),
        ("afstand", ["Trede 1", "Trede 2", "Trede 3"]),
        ("Class of Degree", ["Pass", "Third", "2:2", "2:1", "1st"]),
        ("clase_social", ["Baja", "Media-baja", "Media-media", "Media-alta", "Alta"]),
        ("tv", ["No time at all", "Less than 1 hour", "1.5 to 2 hrs", "More than 2 hours"]),
        ("appraisal", ["Does not meet", "Partially meets", "Meets", "Exceeds"]),
        ("repairs", ["Very dissatisfied", "Fairly dissatisfied", "Neither", "Fairly satisfied", "Very satisfied"]),
        ("test_level", ["Limited", "Basic", "Proficient", "Advanced"]),
    ],
)
def test_an_order_is_recognised_with_the_name_of_the_column(name: str, levels: list[str]) -> None:
    found = recognise(sorted(levels), words_of(name))
    assert found is not None
    assert (found.kind, found.levels) == ("ordinal", tuple(levels))


@pytest.mark.parametrize(
    "values", [["1-Male", "2-Female", "3-Other sex"], ["1 Employed", "2 Unemployed", "3 Retired"], ["S1", "S2", "S3"]]
)
def test_numbers_alone_make_no_order(values: list[str]) -> None:
    found = recognise(values, {"status"})
    assert found is None or found.kind == "nominal"


@pytest.mark.parametrize(
    "values",
    [
        ["yes", "no"], ["Ja", "Nein"], ["oui", "non"], ["sí", "no"], ["yes", "no", "unknown"], ["Y", "N"],
        ["TRUE", "FALSE"], ["0", "1"], ["pos", "neg"], ["positive", "negative", "inconclusive"], ["M", "F"],
        ["never", "rarely", "refused"], ["single", "married", "widowed"],
    ],
)  # fmt: skip
def test_categories_are_recognised(values):
    assert recognise(values).kind == "nominal"


@pytest.mark.parametrize(
    "values",
    [
        ["nurse", "baker"],
        ["1", "2", "3"],
        ["10:30", "11:00"],
        ["2020-01-02", "2021-03-04"],
        ["A", "B", "O", "AB"],
        [],
        [""],
    ],
)
def test_other_columns_are_left_alone(values):
    assert recognise(values) is None


@given(st.lists(st.integers(0, 120), min_size=3, max_size=12, unique=True))
def test_bands_stand_in_the_order_of_their_numbers(ends):
    ends = sorted(ends)
    bands = [f"{a}-{b - 1}" if b - 1 > a else f"{a} to {a}" for a, b in pairwise(ends)]
    bands += [f"{ends[-1]}+"]
    assert recognise(reversed(bands)).levels == tuple(bands)


@given(st.lists(st.text(max_size=9), max_size=9))
def test_any_text_is_answered_and_levels_are_its_values(values):
    found = recognise(values)
    if found is not None and found.levels:
        assert set(found.levels) <= {value.strip() for value in values}


@pytest.mark.parametrize(
    ("name", "words"),
    [("HIVStatus", {"hiv", "status"}), ("PtName", {"patient", "name"}), ("SSN", {"ssn"}), ("dob", {"dob"}),
     ("patientname", {"patient", "name"}), ("last_hba1c", {"hba1c"})],
)  # fmt: skip
def test_names_of_columns_are_taken_apart(name, words):
    assert words <= words_of(name)


@pytest.mark.parametrize(
    "levels",
    [
        ["kein Abschluss", "Hauptschule", "Realschule", "Abitur"],
        ["sans diplôme", "brevet", "baccalauréat", "licence", "master", "doctorat"],
        ["sin estudios", "primaria", "secundaria", "bachillerato", "universitarios"],
        [
            "Some high school",
            "High school graduate",
            "Some college, no degree",
            "Associate's degree",
            "Bachelor's degree",
        ],
        ["Less than HS", "HS diploma/GED", "College degree", "Advanced degree"],
    ],
)
def test_levels_of_education_are_told_by_their_words(levels):
    assert recognise(levels[::-1], words_of("educ_lvl")).levels == tuple(levels)
    assert recognise(["biology", "law", "medicine"], words_of("educ_lvl")) is None


@pytest.mark.parametrize(
    "values",
    [
        ["3 Baker Street", "12 High Street"],
        ["Ward 3", "Ward 4"],
        ["nurse", "head nurse", "senior nurse"],
        ["last week", "next week", "this week"],
        ["2 apples", "3 pears", "1 plum"],
        ["car", "no car", "very old car"],
        ["10115", "20095"],
    ],
)
def test_what_only_looks_like_a_scale_is_none(values):
    assert recognise(values) is None


@pytest.mark.parametrize("text", ["nurse" + " " * 500_000 + "x", "(" * 500_000, "[a" * 500_000])
def test_runs_of_spaces_and_open_brackets_are_looked_at_once(text: str) -> None:
    assert recognise([text, "(b) often (c)"]) is None  # with a look for every sign, this would not end
    assert is_no_answer("unknown  (not  asked) ")
    assert not is_no_answer("unknown (not asked")


@pytest.mark.parametrize(
    ("name", "levels"),
    [
        ("plan tier", ["Free", "Team", "Pro", "Enterprise"]),
        ("year of study", ["Foundation", "1", "2", "3", "PGT", "PGR"]),
        ("jersey size", ["9-10", "12-13", "S", "M", "L", "2XL"]),
        (
            "qualification",
            ["No qualifications", "GCSE grade A*-C", "A-level", "HND/HNC", "First degree", "Higher degree"],
        ),
        ("opleiding", ["basisonderwijs", "vmbo", "havo/vwo", "mbo 2-4", "hbo", "wo"]),
    ],
)
def test_an_order_is_recognised_where_the_name_says_of_what(name, levels):
    found = recognise(levels, words_of(name))
    assert [found.levels[0], found.levels[-1]] == [levels[0], levels[-1]]


def test_words_on_a_scale_elsewhere_are_categories():
    assert recognise(["gold", "silver", "platinum"], {"metal"}) is None
