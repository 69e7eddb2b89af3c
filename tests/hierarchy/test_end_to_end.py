"""From a file and its hierarchies to a verified release; other tools' releases assessed with the same hierarchies."""

import json
from pathlib import Path
from typing import Any

import polars as pl
import pytest

from semblant.assessment.assessment import Assessment
from semblant.errors import KnowledgeError
from semblant.hierarchy.vgh import Hierarchy
from semblant.policy.file import build_policy
from semblant.release.assess import assess_release
from semblant.release.pipeline import Release, anonymise_file
from semblant.semantics.measures import distance

PEOPLE = {
    "job": ["surgeon", "nurse", "Nurse", "baker", "cook", "cook", "sculptor", "painter"],
    "town": ["T1", "T2", "T1", "T3", "T3", "T4", "T4", "T3"],
    "age": ["21", "25", "29", "40", "44", "45", "61", "69"],
    "since": ["2019-03-01", "2019-05-01", "2019-05-02", "2020-01-01", "2020-02-01", "2021-01-01", "2021-02-01", ""],
    "ill": ["a", "b", "a", "b", "c", "a", "c", "b"],
}
JOBS = [
    ("surgeon", "health professional", "person", "*"),
    ("nurse", "health professional", "person", "*"),
    ("baker", "people of the kitchen", "person", "*"),
    ("cook", "people of the kitchen", "person", "*"),
    ("sculptor", "artist", "person", "*"),
    ("painter", "artist", "person", "*"),
]
TOWNS = [("T1", "north", "*"), ("T2", "north", "*"), ("T3", "south", "*"), ("T4", "south", "*")]
AGES = [("[20, 40[", "young", "*"), ("[40, 60[", "older", "*"), ("[60, 80[", "older", "*")]
SINCE = [(day, day[:4], "*") for day in PEOPLE["since"] if day]
POLICY: dict[str, Any] = {
    "k": 2,
    "seed": 1,
    "attributes": {
        "job": {"role": "quasi", "kind": "semantic", "knowledge": "wordnet", "hierarchy": "job.csv"},
        "town": {"role": "quasi", "kind": "nominal", "hierarchy": "town.csv"},
        "age": {"role": "quasi", "kind": "numeric", "hierarchy": "age.csv"},
        "since": {"role": "quasi", "kind": "date", "hierarchy": "since.csv"},
        "ill": "sensitive",
    },
}
METHODS = ["datafly", "incognito", "best-first"]


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    pl.DataFrame(PEOPLE).write_csv(tmp_path / "people.csv")
    for name, rows in {"job": JOBS, "town": TOWNS, "age": AGES, "since": SINCE}.items():
        Hierarchy.of(rows).write(tmp_path / f"{name}.csv")
    return tmp_path


def made(folder: Path, policy: dict[str, Any] = POLICY, **changed: Any) -> Release:
    rules = build_policy(policy, changed)
    release = anonymise_file(folder / "people.csv", rules, out=folder / "out", base=folder, force=True)
    assert isinstance(release, Release)
    return release


def assessed(folder: Path, rows: dict[str, list[str]], **changed: Any) -> Assessment:
    """Another tool's release, assessed from the files alone."""
    pl.DataFrame(rows).write_csv(folder / "theirs.csv")
    rules = build_policy(POLICY, changed)
    return assess_release(folder / "people.csv", folder / "theirs.csv", rules, base=folder)


@pytest.mark.parametrize("method", METHODS)
@pytest.mark.parametrize("measure", [None, "equality", "wu-palmer"])
def test_a_release_by_hierarchies_is_proven_and_judged_again_from_its_files(folder, method, measure):
    release = made(folder, method=method, measure=measure)
    assert release.evidence.privacy.verified
    rules = build_policy(POLICY, {"method": method, "measure": measure, "seed": None})
    again = assess_release(folder / "people.csv", folder / "out" / "release.csv", rules, base=folder, link=release.link)
    assert (again.privacy, again.utility, again.risk) == (
        release.evidence.privacy,
        release.evidence.utility,
        release.evidence.risk,
    )
    labels = {label for rows in (JOBS, TOWNS, SINCE) for row in rows for label in row} | {"Nurse", ""}
    for name in ("job", "town", "since"):
        assert {*release.table.column(name).values} <= labels
    assert release.explain(0).values[0].released == release.table.frame["job"][0]


def test_the_evidence_says_which_hierarchies_and_which_levels(folder):
    found = made(folder, method="incognito").evidence.plan
    assert {name: (facts.name, facts.levels) for name, facts in found.hierarchies.items()} == {
        "job": ("job.csv", 3),
        "town": ("town.csv", 2),
        "age": ("age.csv", 3),  # the ages themselves lie under the intervals
        "since": ("since.csv", 2),
    }
    assert all(facts.level is not None for facts in found.hierarchies.values())
    assert found.hierarchies["town"].loss_percent == 50 * found.hierarchies["town"].level
    assert found.hierarchies["job"].loss_percent == pytest.approx(100 / 3 * found.hierarchies["job"].level)
    assert all(facts.level is None for facts in made(folder, method="best-first").evidence.plan.hierarchies.values())
    assert made(folder, method="auto").evidence.plan.hierarchies == {}


def test_groups_that_were_generalised_are_not_refined_and_have_no_centroid(folder):
    plain = made(folder, method="incognito").table.frame.rows()
    release = made(folder, method="incognito", refine=True, centroid="random")
    assert release.table.frame.rows() == plain
    assert release.evidence.plan.refined is False


@pytest.mark.parametrize("method", METHODS)
def test_promises_beyond_k_are_kept(folder, method):
    ill = {**POLICY["attributes"], "ill": {"role": "sensitive", "l": 3, "t": 0.3}}
    privacy = made(folder, {**POLICY, "attributes": ill}, method=method).evidence.privacy
    assert privacy.verified
    assert privacy.l_achieved["ill"] >= 3
    assert privacy.t_achieved["ill"] <= 0.3


@pytest.mark.parametrize("method", ["datafly", "incognito"])
def test_records_may_be_dropped_up_to_the_limit(folder, method):
    kept, some = made(folder, method=method), made(folder, method=method, suppression_limit=0.5)
    assert kept.evidence.privacy.suppressed_records == 0
    assert 0 < some.evidence.privacy.suppressed_records <= 4
    if method == "incognito":
        assert some.evidence.utility.sse <= kept.evidence.utility.sse


def test_incognito_makes_least_what_the_policy_wants_least(folder):
    by_sse, by_loss = (made(folder, method="incognito", objective=o) for o in ("sse", "semiloss"))
    assert by_sse.evidence.utility.sse <= by_loss.evidence.utility.sse
    assert by_loss.evidence.utility.semantic_loss <= by_sse.evidence.utility.semantic_loss


def test_of_several_hierarchies_the_best_that_fits_is_taken_and_told(folder):
    Hierarchy.of([(*row[:1], "astronaut", "*") for row in JOBS]).write(folder / "odd.csv")
    Hierarchy.of([row[:1] * 3 + ("*",) for row in JOBS[:3]]).write(folder / "short.csv")
    several = POLICY["attributes"]["job"] | {"hierarchy": ["odd.csv", "short.csv", "job.csv"]}
    release = made(folder, {**POLICY, "attributes": {**POLICY["attributes"], "job": several}}, method="datafly")
    (told,) = release.decisions
    assert told.startswith("job: job.csv is taken of 3 hierarchies, with the least loss (0.")
    assert told.endswith("; 1 cannot generalise the column")
    assert release.evidence.plan.decisions == release.decisions
    evidence = json.loads((folder / "out-private" / "evidence.json").read_text("utf-8"))
    assert evidence["plan"]["hierarchies"]["job"]["name"] == "job.csv"


def test_a_nominal_column_means_what_its_hierarchy_says_for_every_method(folder):
    only = {**POLICY, "others": "drop", "rare": "publish", "attributes": {"town": POLICY["attributes"]["town"]}}
    plain = {**only, "attributes": {"town": {"role": "quasi", "kind": "nominal"}}}
    near = made(folder, only, k=4, method="auto")
    assert {*near.table.column("town").values} <= {label for row in TOWNS for label in row}
    assert near.evidence.privacy.classes == 2  # north and south are not mixed
    assert near.evidence.risk.uniques == 0
    assert near.evidence.utility.sse < made(folder, plain, k=4, method="auto").evidence.utility.sse
    assert near.evidence.mapping["town"].mapped == 4


def test_a_nominal_value_without_a_leaf_is_an_error_unless_the_policy_says_otherwise(folder):
    Hierarchy.of(TOWNS[1:]).write(folder / "town.csv")
    with pytest.raises(KnowledgeError, match=r"1 of 4 distinct value has no leaf in town\.csv") as refused:
        made(folder, method="datafly")
    assert "T1" not in str(refused.value)
    for unknown in ("nominal", "suppress"):
        town = POLICY["attributes"]["town"] | {"unknown": unknown}
        release = made(folder, {**POLICY, "attributes": {**POLICY["attributes"], "town": town}}, method="datafly")
        assert release.evidence.privacy.verified


# --- other tools' releases -------------------------------------------------------------------------


THEIRS = {
    "job": ["health professional"] * 3 + ["people of the kitchen"] * 3 + ["artist"] * 2,
    "town": ["north"] * 3 + ["*"] * 3 + ["south"] * 2,
    "age": ["[20, 40["] * 3 + ["older"] * 3 + ["60-79"] * 2,
    "since": ["2019"] * 3 + ["*"] * 5,
    "ill": PEOPLE["ill"],
}


def test_labels_of_a_hierarchy_are_understood_in_another_tools_release(folder, wordnet):
    found = assessed(folder, THEIRS)
    assert found.privacy.verified
    assert (found.privacy.k_achieved, found.privacy.classes) == (2, 3)
    job, town, age, since = found.columns
    apart = [distance(wordnet, one, "health professional") for one in ("surgeon", "nurse", "nurse")]
    place = {p: i for i, p in enumerate(job.after.points)}
    health = place[job.reader.point_of("health professional")]
    assert job.apart(job.before.codes[:3], job.after.codes[:3]).tolist() == pytest.approx(apart, abs=1e-6)
    assert job.after.codes[0] == health
    # a label that the vocabulary lacks means what its values have in common
    assert job.apart(job.before.codes[3:4], job.after.codes[3:4])[0] < 0.9
    assert 0 < town.apart(town.before.codes[:1], town.after.codes[:1])[0] < 1
    assert town.apart(town.before.codes[3:4], town.after.codes[3:4])[0] == 1
    # by the hierarchy: the mean of its values; a range that it does not have: its middle
    assert age.after.values[age.after.codes].tolist() == pytest.approx(
        [25] * 3 + [(40 + 44 + 45 + 61 + 69) / 5] * 3 + [69.5] * 2
    )
    assert not pl.Series(since.after.values[since.after.codes[:3]]).is_nan().any()
    assert pl.Series(since.after.values[since.after.codes[3:]]).is_nan().all()


def test_without_the_hierarchy_the_same_labels_say_little(folder):
    informed = assessed(folder, THEIRS, order="keep").utility
    bare = {
        n: a if n == "ill" else {x: v for x, v in a.items() if x != "hierarchy"}
        for n, a in POLICY["attributes"].items()
    }
    blind = assessed(folder, THEIRS, attributes=bare, order="keep").utility
    for name in ("town", "job", "since"):
        assert informed.per_attribute[name].sse < blind.per_attribute[name].sse


def test_a_release_that_breaks_k_is_found_out_whatever_its_labels(folder):
    broken = {**THEIRS, "town": ["north", "north", "T1", *THEIRS["town"][3:]]}
    found = assessed(folder, broken)
    assert not found.privacy.verified
    assert found.privacy.k_achieved == 1


def test_an_empty_list_of_hierarchies_names_none(folder):
    release = made(folder, method="datafly", **{"attributes.town.hierarchy": []})
    assert release.evidence.plan.hierarchies["town"].name == "town (built)"
