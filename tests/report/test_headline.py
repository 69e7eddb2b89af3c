"""What is read first: the loss overall and at its worst, whom a release fits, and yardsticks for l and t."""

from pathlib import Path
from typing import Any

import numpy as np
import polars as pl
import pytest

import semblant as sb
from semblant.evidence import CheckResult
from semblant.policy.file import build_policy
from semblant.release.files import PUBLIC_REPORT, REPORT, private_folder
from semblant.release.pipeline import anonymise_file, plan_file
from semblant.report.fitness import fitness
from semblant.report.summary import plan_lines, summary_lines

PEOPLE = pl.DataFrame(
    {
        "age": [str(20 + 3 * i % 47) for i in range(60)],
        "job": ["nurse", "baker", "cook"] * 20,
        "ill": ["flu", "gout"] * 30,
    }
)
RULES: dict[str, Any] = {
    "k": 5, "seed": 1, "population": 5000,
    "attributes": {"age": {"role": "quasi", "kind": "numeric"}, "job": {"role": "quasi", "kind": "nominal"},
                   "ill": {"role": "sensitive", "l": 2}},
}  # fmt: skip


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> tuple[Any, str, str, str]:
    folder = tmp_path_factory.mktemp("headline")
    PEOPLE.write_csv(folder / "people.csv")
    release = anonymise_file(folder / "people.csv", build_policy(RULES), out=folder / "out")
    pages = [private_folder(folder / "out") / REPORT, folder / "out" / PUBLIC_REPORT]
    summary = " ".join(" ".join(summary_lines(release.evidence)).split())
    return release, summary, *(" ".join(page.read_text("utf-8").replace("\u00a0", " ").split()) for page in pages)


def test_the_loss_overall_stands_beside_that_of_the_worst_column_everywhere(made: Any) -> None:
    release, summary, internal, public = made
    utility = release.evidence.utility
    worst = max(one.loss_percent for one in utility.per_attribute.values())
    assert worst > 2 * utility.loss_percent, "this table has to show what the loss overall hides"
    assert f"{worst:.2g} % in the worst column (age)" in summary
    assert f"{worst:.2f} % in the worst column" in repr(release)
    for page in (internal, public):
        assert "the worst column" in page.split("Checklist")[0]
        assert page.count("information loss in the worst column, <bdi>") == 1
    assert "Information loss in the worst column, " in sb.anonymise(PEOPLE, RULES)._repr_html_()


def test_one_sentence_says_whom_it_fits(made: Any) -> None:
    _, *texts = made
    for said in texts:
        assert "By its k = 5 (highest risk " in said
        assert "it fits researchers under contract and internal use; for open data, k = 12 is advised." in said


RED = CheckResult(check="identifier", status="red", message="")
AMBER = CheckResult(check="mapping", status="amber", message="")


LOW, OPEN = "for researchers under contract, k = 5; for open data, k = 12 is advised.", "k = 12 is advised."
FIVE: dict[str, Any] = {"k": 5, "highest": 0.2}


@pytest.mark.parametrize(
    ("given", "said"),
    [
        (
            {"k": 12, "highest": 1 / 12},
            "(highest risk 8.3 %) it fits open data, researchers under contract and internal use.",
        ),
        ({"k": 2, "highest": None}, f"By its k = 2 it fits no usual purpose: for internal use, k = 3; {LOW}"),
        (FIVE | {"purpose": "contract"}, "it fits researchers under contract, its purpose (k = 5 is advised)."),
        (FIVE | {"checks": [AMBER, AMBER]}, f"for open data, {OPEN} Read the 2 amber checks first."),
        (FIVE | {"purpose": "open", "checks": [AMBER]}, f"it does not fit open data, its purpose: {OPEN}"),
        ({"k": 50, "highest": 0.02, "checks": [RED]}, "It fits nobody yet: 1 check is red."),
        ({"k": 50, "highest": 0.02, "promise": "differential privacy"}, ""),
    ],
)
def test_fitness_by_k_purpose_and_checks(given: dict[str, Any], said: str) -> None:
    assert fitness(**given).endswith(said)
    assert bool(fitness(**given)) == bool(said)


def test_a_plan_says_whom_it_would_fit(tmp_path: Path) -> None:
    PEOPLE.write_csv(tmp_path / "people.csv")
    lines = plan_lines(plan_file(tmp_path / "people.csv", build_policy(RULES | {"purpose": "open"})))
    assert "By its k = 5 it does not fit open data, its purpose: k = 12 is advised." in lines


def test_l_and_t_have_a_yardstick_with_its_source(made: Any) -> None:
    release, summary, *pages = made
    assert "1: a class tells the value; its paper: 2 to 10" in summary
    assert "0: classes tell nothing, 1: all; its paper: 0.2" in summary
    t = release.evidence.privacy.t_achieved["ill"]
    for page in pages:
        assert "still has at least 2 values to choose from." in page
        assert f"some values are {100 * t:.2g} percentage points more frequent than in the whole file." in page
        assert "Machanavajjhala et al. 2007" in page
        assert "Li et al. 2007" in page


def test_population_risk_of_the_original_is_told_in_private_only(made: Any) -> None:
    release, summary, internal, public = made
    found = release.evidence.risk.population
    assert f"In a population of 5,000, the original has {found.population_uniques:,.1f} unique records" in summary
    assert "Re-identifications in the population, expected" in internal
    assert f"at most {release.evidence.privacy.classes}" in internal
    assert "Pitman" not in public


def test_analyses_of_the_original_are_private(made: Any) -> None:
    _, _, internal, public = made
    for said in ("Error of counts, median", "Distinguishability (pMSE)"):
        assert (said in internal, said in public) == (True, False)


def test_a_frame_is_reported_with_its_analyses(tmp_path: Path) -> None:
    page = sb.anonymise(PEOPLE, RULES).report(tmp_path / "report.html")
    assert "What analyses keep" in page.read_text("utf-8")


def test_journalist_and_marketer_risk_of_sets_are_those_of_a_loop() -> None:
    rng = np.random.default_rng(1)
    names = ["oak", "elm", "ash", "fir"]
    rows = ["|".join(sorted(rng.choice(names, rng.integers(1, 4), replace=False))) for _ in range(40)]
    trees = {"role": "quasi", "kind": "set", "knowledge": "wordnet"}
    release = sb.anonymise(pl.DataFrame({"trees": rows}), shape="sets", k=4, seed=1, attributes={"trees": trees})
    released, own = release.data["trees"].to_list(), [rows[i] for i in release.link]
    fitting = {
        one: sum(row in {o for o, r in zip(own, released, strict=True) if r == one} for row in rows) for one in released
    }
    assert release.evidence.risk.journalist == pytest.approx(1 / min(fitting.values()))
    assert release.evidence.risk.marketer == pytest.approx(np.mean([1 / fitting[one] for one in released]))
    assert sum(size.records for size in release.evidence.risk.class_sizes) == 40
