"""The checklist: what turns amber or red, what is then published, and what everybody may know of it."""

import json
from pathlib import Path
from typing import Any

import polars as pl
import pytest

import semblant as sb
from semblant.errors import ChecklistError
from semblant.policy.advice import ADVICE
from semblant.policy.file import build_policy
from semblant.release.assess import assess_release
from semblant.release.files import private_folder
from semblant.release.pipeline import anonymise_file

N = 60
PEOPLE = {
    "job": ["nurse", "baker", "cook"] * 20,
    "town": ["Graz", "Linz", "Wien", "Graz"] * 15,
    "sex": ["f", "m"] * 30,
}
QUASI = {"role": "quasi", "kind": "nominal"}
RULES: dict[str, Any] = {"job": QUASI, "town": QUASI, "sex": "keep"}


def lights(release: Any) -> dict[str, str]:
    return {one.check: one.status for one in release.evidence.checklist}


def made(columns: dict[str, list[str]] | None = None, rules: dict[str, Any] | None = None, **keys: Any) -> sb.Release:
    frame = pl.DataFrame({**PEOPLE, **(columns or {})})
    return sb.anonymise(frame, **{"k": 3, "seed": 1, "attributes": {**RULES, **(rules or {})}, **keys})


AMBER: dict[str, dict[str, Any]] = {
    "unique-values": {"columns": {"pay": [str(1000 + 13 * i) for i in range(N)]}, "rules": {"pay": "keep"}},
    "identifier-names": {"columns": {"surname": ["x", "y"] * 30}, "rules": {"surname": "keep"}},
    "k-advice": {"purpose": "open"},
    "homogeneous": {"columns": {"ill": ["flu"] * 59 + ["gout"]}, "rules": {"ill": "sensitive"}},
    "missing-codes": {
        "columns": {"left": ["9999-12-31" if i % 7 == 0 else f"2024-05-{1 + i % 28:02d}" for i in range(N)]},
        "rules": {"left": {"role": "quasi", "kind": "date"}, "town": "identifier"},
    },
    "order": {"order": "keep"},
    "rare": {"rare": "publish"},
    "unchanged": {"k": 2},
    "formulas": {"columns": {"note": ["=1+1", "a"] * 30}, "rules": {"note": "keep"}},
    "column-loss": {"k": 30},
}


@pytest.mark.parametrize("check", AMBER)
def test_amber_is_worth_a_look_and_says_what_to_do(check: str) -> None:
    release = made(**AMBER[check])
    one = next(one for one in release.evidence.checklist if one.check == check)
    assert one.status == "amber"
    assert one.advice
    assert one.message in repr(release)
    assert one.message.split(" ", 1)[0] in release._repr_html_()


def test_what_is_fine_is_green() -> None:
    found = lights(made(k=4, purpose="internal"))
    assert {check for check, status in found.items() if status != "green"} <= {"unchanged", "column-loss"}
    assert {"promises", "identifier", "determines", "policy", "k-advice"} <= found.keys()


@pytest.mark.parametrize(("purpose", "least"), ADVICE.items())
def test_advice_for_k_by_purpose(purpose: str, least: int) -> None:
    enough, short = (lights(made(purpose=purpose, k=k))["k-advice"] for k in (least, least - 1))
    assert (enough, short) == ("green", "amber")


KEPT = {
    "secret, told by a class": ("hiv_status", ["yes" if job == "cook" else "no" for job in PEOPLE["job"]], "amber"),
    "secret by its values": ("x7", ["asthma" if job == "cook" else "cancer" for job in PEOPLE["job"]], "amber"),
    "no secret": ("shelf", ["a" if job == "cook" else "b" for job in PEOPLE["job"]], "green"),
    "what nearly everybody has": ("hiv_status", ["yes"] + ["no"] * 59, "green"),
}


@pytest.mark.parametrize("case", KEPT)
def test_a_kept_column_that_may_be_secret_and_is_the_same_within_whole_classes(case: str) -> None:
    name, values, light = KEPT[case]
    release = made({name: values}, {name: "keep", "sex": "identifier"}, accept={"determines": "for this test"})
    assert lights(release)["kept-columns"] == light
    public = {one.check: one for one in release.public_evidence.checklist}["kept-columns"]
    assert public.status == light
    if light == "amber":
        held = pl.col(name)
        rows = release.data.group_by("job", "town").agg(held.first(), held.n_unique().alias("n"), pl.len())
        share = release.data[name].value_counts().with_columns(pl.col("count") / N)
        telling = rows.join(share, on=name).filter((pl.col("n") == 1) & (pl.col("count") < 0.5))
        found = release.evidence.risk.kept_homogeneity[name]
        assert (found.classes, found.records) == (telling.height, telling["len"].sum())
        assert f"attributes.{name}: sensitive" in repr(release)


def test_a_category_that_vanished_is_told() -> None:
    school = ["low"] * 40 + ["high"] * 14 + ["none"] * 6
    level = {"role": "quasi", "kind": "ordinal", "levels": ["none", "low", "high"]}
    ages = [str(20 + i % 3) for i in range(N)]
    rules = {
        "school": level,
        "age": {"role": "quasi", "kind": "numeric", "weight": 20.0},
        "job": "keep",
        "town": "keep",
    }
    release = made({"school": school, "age": ages}, rules, k=6, method="mdav", accept={"determines": "small table"})
    assert "none" not in set(release.data["school"])
    assert release.evidence.utility.per_attribute["school"].vanished == 1
    assert lights(release)["categories"] == "amber"
    assert "school: 1 category has vanished" in repr(release)
    public = {one.check: one for one in release.public_evidence.checklist}["categories"]
    assert (public.status, public.columns, public.value) == ("amber", ("school",), None)
    assert "Categories of school may be missing here" in public.message


RED = {
    "determines": ({"copy": ["x" if town == "Graz" else town[0] for town in PEOPLE["town"]]}, {"copy": "keep"}),
    "identifier": ({"mail": [f"p{i}@example.org" for i in range(N)]}, {"mail": "keep"}),
}


@pytest.mark.parametrize("check", RED)
def test_red_publishes_nothing_but_the_private_report(check: str, tmp_path: Path) -> None:
    columns, rules = RED[check]
    data, out = tmp_path / "people.csv", tmp_path / "out"
    pl.DataFrame({**PEOPLE, **columns}).write_csv(data)
    given: dict[str, Any] = {"k": 3, "attributes": {**RULES, **rules}}
    with pytest.raises(ChecklistError, match=r"Nothing was published\.") as raised:
        anonymise_file(data, build_policy(given), out=out)
    assert not out.exists()
    private = private_folder(out)
    assert sorted(one.name for one in private.iterdir()) == ["checklist.json", "report.html"]
    assert (private.stat().st_mode & 0o777, (private / "report.html").stat().st_mode & 0o777) == (0o700, 0o600)
    found = json.loads((private / "checklist.json").read_bytes())["checklist"]
    assert found[0]["check"] == check
    assert found[0]["status"] == "red"
    page = (private / "report.html").read_text("utf-8")
    assert '<h1 class="broken">Nothing was published: the checklist is red.</h1>' in page
    assert [
        said for said in ("report-public.html", "run.json", "--replay", "SHA-256 of these bytes") if said in page
    ] == []
    assert any("accept: {" + check in hint for hint in raised.value.hints)

    accepted = anonymise_file(data, build_policy({**given, "accept": {check: "Known and wanted."}}), out=out)
    one = next(one for one in accepted.evidence.checklist if one.check == check)
    assert (one.status, one.reason) == ("amber", "Known and wanted.")
    for file in out.iterdir():
        assert b"Known and wanted" not in file.read_bytes()
    assert not (private / "checklist.json").exists()


def test_what_is_said_to_an_amber_check_is_private_and_hides_no_deviation(tmp_path: Path) -> None:
    data, out = tmp_path / "people.csv", tmp_path / "out"
    pl.DataFrame(PEOPLE).sort("town").write_csv(data)
    said = {"k-advice": "Agreed with the board.", "order": "It is sorted anyway.", "formulas": "It is green."}
    keys = {"k": 3, "purpose": "open", "attributes": RULES, "accept": said}
    made = anonymise_file(data, build_policy(keys), out=out)
    one = next(one for one in made.evidence.checklist if one.check == "k-advice")
    assert (one.status, one.reason) == ("amber", "Agreed with the board.")
    assert next(one for one in made.evidence.checklist if one.check == "formulas").reason is None
    told = json.loads((out / "evidence.json").read_bytes())
    assert "accept" not in told["policy"]
    assert not [file for file in out.iterdir() if b"Agreed" in file.read_bytes()]
    kept = tmp_path / "kept.csv"  # in the original order, which the policy does not say
    pl.DataFrame(PEOPLE).with_columns(job=pl.lit("*"), town=pl.lit("*")).write_csv(kept)
    found = assess_release(data, kept, build_policy(keys | {"order": "shuffle"}))
    alone = assess_release(data, kept, build_policy(keys | {"order": "shuffle", "accept": {}}))
    assert [one.check for one in found.deviations] == [one.check for one in alone.deviations]


def test_a_refused_run_leaves_an_earlier_release_as_it_was(tmp_path: Path) -> None:
    data, out = tmp_path / "people.csv", tmp_path / "out"
    pl.DataFrame({**PEOPLE, "mail": [f"p{i}@example.org" for i in range(N)]}).write_csv(data)
    fine, bad = ({"k": 3, "attributes": {**RULES, "mail": role}} for role in ("identifier", "keep"))
    anonymise_file(data, build_policy(fine), out=out)
    before = {file: file.read_bytes() for folder in (out, private_folder(out)) for file in folder.iterdir()}
    with pytest.raises(ChecklistError):
        anonymise_file(data, build_policy(bad), out=out, force=True)
    assert {file: file.read_bytes() for file in before} == before
    assert {"checklist.json", "report-refused.html"} <= {one.name for one in private_folder(out).iterdir()}
    anonymise_file(data, build_policy(fine), out=out, force=True)
    assert not (private_folder(out) / "report-refused.html").exists()


def test_several_releases_of_one_input_are_noticed(tmp_path: Path) -> None:
    data = tmp_path / "people.csv"
    pl.DataFrame(PEOPLE).write_csv(data)
    policies = [build_policy({"k": k, "attributes": RULES}) for k in (3, 5)]
    first, second = (anonymise_file(data, p, out=tmp_path / f"out{i}") for i, p in enumerate(policies))
    assert (lights(first)["several-releases"], lights(second)["several-releases"]) == ("green", "amber")


def test_everybody_may_know_results_and_nothing_of_the_original() -> None:
    release = made(AMBER["unique-values"]["columns"], {"pay": "keep"}, order="keep")
    public = {one.check: one for one in release.public_evidence.checklist}
    assert {"promises", "identifier", "determines", "k-advice", "unique-values", "order"} <= public.keys()
    assert not {"mapping", "unchanged", "several-releases"} & public.keys()
    assert public["unique-values"].status == "amber"
    assert all(one.reason is None for one in public.values())


def test_which_column_drives_the_risk() -> None:
    ages = [str(i) for i in range(N)]
    release = made({"age": ages}, {"age": {"role": "quasi", "kind": "numeric"}})
    drivers = release.evidence.risk.drivers
    rows = list(zip(PEOPLE["job"], PEOPLE["town"], ages, strict=True))
    assert (drivers.uniques, drivers.below_k) == (N, N)
    for place, name in enumerate(("job", "town", "age")):
        rest = [tuple(cell for i, cell in enumerate(row) if i != place) for row in rows]
        sizes = {one: rest.count(one) for one in rest}
        assert drivers.without[name].uniques == sum(n == 1 for n in sizes.values())
        assert drivers.without[name].below_k == sum(n for n in sizes.values() if n < 3)
    assert [(one.columns, one.uniques) for one in drivers.combinations] == [(("age",), N)]


def test_another_spelling_of_a_category_is_no_category_that_vanished() -> None:
    answers = ["Yes"] * 30 + ["yes "] * 8 + ["No"] * 16 + ["NO"] * 6
    rules = {"answer": {"role": "quasi", "kind": "nominal"}, "job": "keep", "town": "keep"}
    release = made({"answer": answers}, rules, k=12, method="mdav", accept={"determines": "small table"})
    assert set(release.data["answer"]) < set(answers)
    assert release.evidence.utility.per_attribute["answer"].vanished == 0
    assert lights(release)["categories"] == "green"
