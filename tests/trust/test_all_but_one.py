"""An intruder who knows all rows but one, the policy and everything public learns the last row from the release alone.

Everything public beside the release is compared for originals that give the same release. Whatever differed would tell
such originals apart, and so would be a checksum of the last row.
"""

import json
from collections import defaultdict
from pathlib import Path
from typing import Any

import polars as pl
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from semblant.data.read import read
from semblant.data.table import Table
from semblant.evidence import KnowledgeFacts, PublicEvidence
from semblant.policy.file import build_policy
from semblant.policy.model import Attribute, Policy, Source
from semblant.release import rules
from semblant.release.files import private_folder
from semblant.release.pipeline import anonymise_file
from semblant.release.public_evidence import two_digits
from semblant.report.pages import public_report

JOBS = ["nurse", "surgeon", "dentist", "baker", "cook", "butcher", "painter", "sculptor"]
LEVELS = ["none", "low", "middle", "high", "very high"]

POLICY: dict[str, Any] = {
    "k": 3,
    "seed": 11,
    "attributes": {
        "name": "identifier",
        "job": {"role": "quasi", "kind": "semantic", "knowledge": "wordnet"},
        "age": {"role": "quasi", "kind": "numeric", "representative": "median"},
        "grade": {"role": "sensitive", "kind": "ordinal", "levels": LEVELS},
    },
}

ROWS = [(f"n{i}", JOBS[i * 5 % 6], str(20 + 7 * i % 40), LEVELS[i % 3]) for i in range(17)]


def released(folder: Path, last: tuple[str, ...], policy: dict[str, Any] | None = None) -> dict[str, Any]:
    """Run the tool as the intruder would for a guess of the last row."""
    folder.mkdir()
    table = pl.DataFrame([*ROWS, last], schema=["name", "job", "age", "grade"], orient="row")
    table.write_csv(folder / "in.csv")
    anonymise_file(folder / "in.csv", build_policy(policy or POLICY), out=folder / "out")
    out = folder / "out"
    public = {path.name: path.read_bytes() for path in out.iterdir()}
    complete = json.loads((private_folder(out) / "evidence.json").read_bytes())
    return {"release": public.pop("release.csv"), "public": public, "complete": complete}


GUESSES = [("zz", job, age, grade) for job in JOBS for age in ("21", "33", "58") for grade in ("low", "middle")]


@pytest.fixture(scope="module")
def tried(tmp_path_factory: pytest.TempPathFactory) -> list[dict[str, Any]]:
    folder = tmp_path_factory.mktemp("guesses")
    return [released(folder / str(number), guess) for number, guess in enumerate(GUESSES)]


def rounded_away(public: dict[str, bytes]) -> tuple[Any, ...]:
    """The public artefacts without the figures that may differ: loss and linkage with two significant digits."""
    evidence = PublicEvidence.model_validate_json(public["evidence.json"])
    risk = evidence.risk.model_copy(update={"record_linkage_percent": 0, "semantic_record_linkage_percent": 0})
    blank = {name: one.model_copy(update={"loss_percent": 0}) for name, one in evidence.utility.per_attribute.items()}
    utility = evidence.utility.model_copy(update={"loss_percent": 0, "per_attribute": blank})
    by_rounded_figures = ("column-loss", "categories")
    checks = tuple(one for one in evidence.checklist if one.check not in by_rounded_figures)
    same = {"risk": risk, "utility": utility, "checklist": checks}
    return sorted(public), evidence.model_copy(update=same).model_dump_json()


def test_originals_with_the_same_release_differ_in_public_by_rounded_figures_at_most(
    tried: list[dict[str, Any]],
) -> None:
    alike = defaultdict(list)
    for one in tried:
        alike[one["release"]].append(one)
    several = [group for group in alike.values() if len(group) > 1]
    assert several, "no two guesses give the same release, so nothing is compared"
    hidden = 0
    for group in several:
        assert len({rounded_away(one["public"])[1] for one in group}) == 1
        exact = {json.dumps(one["complete"]["utility"], sort_keys=True) for one in group}
        hidden += len(exact) > 1
    assert hidden, "the complete evidence tells guesses apart that the public one must not"


def test_what_is_public_is_a_function_of_the_release_the_rules_and_the_rounded_figures(
    tried: list[dict[str, Any]], tmp_path: Path
) -> None:
    for number, one in enumerate(tried[:6]):
        file = tmp_path / f"{number}.csv"
        file.write_bytes(one["release"])
        evidence = PublicEvidence.model_validate_json(one["public"]["evidence.json"])
        table = read(file)
        assert public_report(evidence, table).encode() == one["public"]["report-public.html"]
        utility, risk = one["complete"]["utility"], one["complete"]["risk"]
        assert evidence.utility.loss_percent == two_digits(utility["loss_percent"])
        assert evidence.risk.record_linkage_percent == two_digits(risk["record_linkage_percent"])


def test_nothing_public_holds_an_exact_figure_or_a_path_or_a_checksum(tried: list[dict[str, Any]]) -> None:
    for one in tried[:8]:
        text = "".join(content.decode() for content in one["public"].values())
        complete = one["complete"]
        exact = [complete["utility"][name] for name in ("sse", "sst", "loss_percent", "semantic_loss", "kl")]
        exact += [part["sse"] for part in complete["utility"]["per_attribute"].values()]
        for figure in exact:
            if figure and len(repr(figure)) > 6:
                assert repr(figure) not in text
                assert f"{figure:.4g}" not in text.replace(f"{two_digits(figure)}", "") or len(f"{figure:.4g}") < 4
        for private in ('"input"', "timings", "mapping", "decisions", "environment", '"distinct":', "in.csv", "/tmp"):
            assert private not in text


def test_levels_that_nobody_has_are_not_public(tried: list[dict[str, Any]]) -> None:
    for one in tried[:4]:
        assert b"very high" not in b"".join(one["public"].values())
        evidence = json.loads(one["public"]["evidence.json"])
        assert evidence["policy"]["attributes"]["grade"]["levels"] == LEVELS[:3]


@settings(max_examples=12, deadline=None)
@given(age=st.integers(45, 90), other=st.integers(45, 90))
def test_two_ages_beyond_the_median_of_their_class_look_the_same(
    tmp_path_factory: pytest.TempPathFactory, age: int, other: int
) -> None:
    """With the median as representative, how far out the last age lies does not reach the release."""
    policy = {**POLICY, "attributes": {**POLICY["attributes"], "job": "identifier"}, "method": "mdav", "k": 18}
    folder = tmp_path_factory.mktemp("pair")
    one, two = (
        released(folder / name, ("zz", "nurse", str(value), "low"), policy)
        for name, value in (("a", age), ("b", other))
    )
    assert one["release"] == two["release"]
    assert rounded_away(one["public"]) == rounded_away(two["public"])


@pytest.mark.parametrize("told", [True, False])
def test_an_accepted_check_says_in_public_that_it_is_accepted_and_not_what_it_found(tmp_path: Path, told: bool) -> None:
    """Whether a kept column determines a masked one is a fact of the original, and may hang on the last row."""
    wards = [f"w{(i % 4) if told else (i * 7 % 5)}" for i in range(40)]
    pl.DataFrame({"town": [f"t{i % 4}" for i in range(40)], "ward": wards}).write_csv(tmp_path / "in.csv")
    attributes = {"town": {"role": "quasi", "kind": "nominal"}, "ward": "keep"}
    policy = build_policy({"k": 3, "seed": 1, "attributes": attributes, "accept": {"determines": "known"}})
    release = anonymise_file(tmp_path / "in.csv", policy, out=tmp_path / "out")
    found = {one.check: one.status for one in release.evidence.checklist}
    assert found["determines"] == ("amber" if told else "green")
    (public,) = [one for one in release.public_evidence.checklist if one.check == "determines"]
    assert (public.status, public.value) == ("amber", None)
    assert "accepted" in public.message


# --- every key is decided ---------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("model", "public", "private"),
    [
        (
            Policy,
            rules.POLICY_KEYS,
            {
                "seed",
                "mapping",
                "abbreviations",
                "knowledge",
                "attributes",
                "accept",
                "sheet",
                "header_row",
                "analyses",
                "population",
                "weights",
            },
        ),
        (Attribute, rules.COLUMN_KEYS, {"knowledge", "levels", "hierarchy", "missing_values"}),
        (Source, rules.SOURCE_KEYS, {"ic", "corpus"}),
    ],
)
def test_for_every_key_of_a_policy_it_is_decided_whether_it_is_public(
    model: Any, public: Any, private: set[str]
) -> None:
    assert set(public).isdisjoint(private)
    assert set(public) | private == set(model.model_fields), "decide in release/rules.py what a new key may tell"


def test_files_of_the_steward_are_not_named() -> None:
    policy = {
        "k": 3,
        "mapping": "/home/ann/secret/review.csv",
        "accept": {"determines": "the secret agreement with ward 3", "mapping": "the secret list was read"},
        "abbreviations": "/home/ann/secret/short.csv",
        "knowledge": {"secret": {"source": "C:\\ann\\secret\\sites.owl", "ic": "/secret/counts.csv"}},
        "attributes": {
            "stage": {"role": "quasi", "levels": ["secret", "open"], "hierarchy": ["/secret/one.csv"]},
            "site": {"role": "quasi", "kind": "semantic", "knowledge": "secret", "min_score": 0.7},
        },
    }
    used = {"secret": KnowledgeFacts(source="C:\\ann\\secret\\sites.owl", sha256="ab", concepts=3)}
    table = Table(pl.DataFrame({"stage": ["open"], "site": ["x"]}))
    told = rules.public_rules(policy, used, table)
    assert "secret" not in json.dumps(told)
    assert told["knowledge"] == {"a private vocabulary": {"source": "a private vocabulary"}}
    assert told["attributes"]["site"]["knowledge"] == "a private vocabulary"
    assert told["attributes"]["site"]["min_score"] == 0.7
    assert told["accept"] == {"determines": "a private reason"}
    assert told["abbreviations"] == "a private file of abbreviations"
    assert told["attributes"]["stage"]["levels"] == ["open"]
    Policy.model_validate(told)
    published = {"secret": KnowledgeFacts(source="wordnet", sha256="ab", concepts=3, published=True)}
    told = rules.public_rules({"knowledge": {"secret": {"corpus": "/ann/letters.txt"}}}, published, table)
    assert told["knowledge"]["secret"]["corpus"] == "a private text"
