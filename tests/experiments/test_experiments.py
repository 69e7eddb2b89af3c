"""Every experiment runs on a tiny cut, and the page of results has a part for each."""

import re
from collections import Counter
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace

import numpy as np
import pytest

from experiments import __main__ as command
from experiments import _madeup, _tables
from experiments._data import folder
from experiments._findings import (
    IN_ORDER,
    MOSTLY,
    NOT,
    REPRODUCED,
    UNJUDGED,
    Claim,
    Contest,
    Findings,
    Picture,
    Printed,
    Trial,
    contests,
    shortened,
)
from experiments._page import counted, section, short_of, verdict_of_contests
from experiments._pictures import draw
from experiments._runs import TINY, Kept, experiment, key, names, run, shared_by
from semblant.progress import SILENT

RESULTS = Path(command.__file__).with_name("RESULTS.md")


@pytest.fixture(autouse=True)
def data(stand_ins: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The stand-ins, where the user has no published data."""
    for variable, usual in (("ADULT", "adult"), ("INSURANCE", "insurance"), ("RATINGS", "similarity")):
        if folder(variable, usual) is None:
            monkeypatch.setenv(variable, str(stand_ins / usual))


@pytest.mark.parametrize("name", names())
def test_a_script_runs_on_a_tiny_cut(name: str, tmp_path: Path) -> None:
    made = run([name], TINY, Kept(tmp_path), SILENT)
    assert not made.failed
    assert made.rows[name]
    found = experiment(name).findings(made.rows[name])
    assert found.verdict in (REPRODUCED, MOSTLY, IN_ORDER, NOT, UNJUDGED)
    assert (found.verdict == UNJUDGED) == ("runtime" in name)
    assert experiment(name).TITLE in section(name, found, None)
    again = run([name], TINY, Kept(tmp_path), SILENT)
    assert again.made == 0
    assert again.rows == made.rows
    assert again.sittings == made.sittings
    assert len(again.sittings) == 1


def test_a_picture_is_small(tmp_path: Path) -> None:
    rows = [
        {"data": d, "method": f"method {m}", "k": k, "sse": k * m / 7}
        for d in "ab"
        for m in range(7)
        for k in range(14)
    ]
    draw(Picture(rows, "sse", "SSE"), tmp_path / "drawn.svg")
    drawn = (tmp_path / "drawn.svg").read_text("utf-8")
    assert drawn.startswith("<svg")
    assert "method 6" in drawn
    assert len(drawn) < 60_000


def test_a_failed_run_is_told_and_the_others_go_on(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(_: object) -> dict[str, float]:
        raise ValueError("no luck")

    monkeypatch.setattr(_tables, "measure", fail)
    made = run(["fusion_fig06_runtime", "gsl_table03_example"], TINY, Kept(tmp_path), SILENT)
    assert "no luck" in made.failed["fusion_fig06_runtime"]
    assert list(made.rows) == ["gsl_table03_example"]


def test_what_is_kept_depends_on_the_cell() -> None:
    one, other = experiment("thesis_fig21_ablation").cells(TINY)[:2]
    assert key("thesis_fig21_ablation", one) == key("thesis_fig21_ablation", dict(one))
    assert key("thesis_fig21_ablation", one) != key("thesis_fig21_ablation", other)
    assert key("thesis_fig21_ablation", one) == key("thesis_fig22_rivals", one), "runs of one kind are shared"


def test_a_shared_file_counts_however_it_is_imported() -> None:
    assert shared_by("from experiments._tables import cell") == ["_data", "_tables"]
    assert shared_by("from experiments import _tables\nfrom experiments._runs import Cell") == ["_data", "_tables"]


def test_listing_names_every_script(capsys: pytest.CaptureFixture[str]) -> None:
    assert command.main(["--list"]) == 0
    listed = capsys.readouterr().out
    assert "sets_table01_distances" in listed
    assert "gsl, Figs. 4 and 5" in listed


# --- verdicts --------------------------------------------------------------------------------------


def claim(*holds: bool, printed: float | None = None) -> Claim:
    """A claim looked at so often, perhaps with a printed figure of 1."""
    sizes = [] if printed is None else [Printed("size", 1.0, printed)]
    return Claim("it is so", {f"survey k={k}": one for k, one in enumerate(holds, 2)}, sizes)


@pytest.mark.parametrize(
    ("made", "verdict"),
    [
        (claim(True, True), REPRODUCED),
        (claim(True, printed=1.05), REPRODUCED),
        (claim(True, printed=1.5), IN_ORDER),
        (claim(True, False), NOT),
        (claim(True, False, printed=1.0), NOT),
        (claim(*[True] * 4, False), MOSTLY),
        (claim(*[True] * 4, False, printed=1.5), IN_ORDER),
        (claim(*[True] * 7, False, False), NOT),
    ],
)
def test_the_numbers_decide_the_verdict(made: Claim, verdict: str) -> None:
    assert made.verdict == verdict
    assert Findings("", "", [made, claim(True)]).verdict == verdict


def test_a_reason_says_where_a_claim_fails() -> None:
    assert claim(True, False, False).reason == "holds at 1 of 3 points (33 %), not at survey k=3, 4"
    assert claim(*[True] * 299, False).share == "299 of 300 points (99 %)"
    assert shortened([f"survey k={k}" for k in range(2, 12)]) == "survey k=2, 3, 4, 5, 6, 7 and 4 more"


def test_a_check_of_our_own_and_another_reading_decide_no_verdict() -> None:
    own, read = replace(claim(False), ours=True), replace(claim(False), reading="otherwise")
    assert Findings("it was", "", [own, read, claim(True)]).verdict == REPRODUCED
    assert Findings("it was", "", [own]).verdict == UNJUDGED
    assert "1 of 1 (100 %) read to the letter" in counted([claim(True), read])


@pytest.mark.parametrize(
    ("made", "after", "explains", "said"),
    [
        (claim(False, False), claim(True, True), "yes", "the cause, tested: luck (more seeds: 2 of 2 points)"),
        (claim(False, False), claim(True, False), "in part", "in part, tested: luck (more seeds: 1 of 2"),
        (claim(False, False), claim(False, False), "no", "cause unknown; tested: more seeds (0 of 2 points)"),
        (claim(True, printed=1.5), claim(True, printed=1.05), "yes", "5 % off on average instead of 50 %"),
        (claim(True, printed=1.5), claim(True, printed=1.3), "in part", "in part, tested: luck (more seeds: 0 of"),
        (claim(True, printed=1.5), claim(True, printed=1.6), "no", "cause unknown; tested: more seeds (0 of 1"),
        (claim(True, printed=1.5), claim(False, printed=1.0), "no", "cause unknown"),
    ],
)
def test_a_cause_is_what_changes_the_verdict(made: Claim, after: Claim, explains: str, said: str) -> None:
    trial = Trial("luck", "more seeds", after.points, after.printed)
    assert trial.explains(made) == explains
    assert said in replace(made, trials=[trial]).reason


def test_what_the_paper_did_not_do_explains_a_part_at_most() -> None:
    trial = Trial("luck", "more seeds", claim(True, True).points, unlike_paper=True)
    assert trial.explains(claim(False, False)) == "in part"


def test_the_top_of_the_page_says_why_fewer_are_reproduced_than_expected() -> None:
    trials = [Trial("luck", "more seeds", claim(True).points), Trial("the weather", "rain", claim(False).points)]
    failed = [replace(claim(False), text=text, trials=some) for text, some in (("A", trials), ("B", trials[1:]))]
    said, why = short_of([*failed, claim(True)])
    assert "0 hold in order" in said
    assert "Supposed causes were tested: 1 explained and 1 cause unknown." in said
    assert "“A”: not reproduced, 0 of 1 point. Explained: luck." in why
    assert "“B”: not reproduced, 0 of 1 point. Cause unknown; tested: rain." in why
    assert short_of([claim(True)] * 9 + failed[:1]) == []


def test_a_claim_that_holds_needs_no_cause() -> None:
    trial = Trial("luck", "more seeds", {"survey k=2": False})
    for made in (claim(True), claim(*[True] * 4, False)):
        assert "luck" not in replace(made, trials=[trial]).reason


def test_what_could_not_be_looked_at_is_no_claim() -> None:
    assert Findings("", "", [claim(), claim(True)]).claims == [claim(True)]


def test_ours_is_held_against_the_best_and_luckiest_run() -> None:
    rows = [
        {"data": "survey", "k": 2, "method": "auto", "sse": 2.0},
        {"data": "survey", "k": 2, "method": "mdav", "sse": 3.0},
        {"data": "survey", "k": 2, "method": "by chance", "seed": 1, "sse": 4.0},
        {"data": "survey", "k": 2, "method": "by chance", "seed": 2, "sse": 1.0},
    ]
    (found,) = contests(rows, "sse", "SSE")
    assert (found.outcome, found.best) == ("more", "by chance")
    assert "ours 2.0000, by chance 1.0000" in verdict_of_contests([found])


def test_made_up_data_are_compared_one_by_one() -> None:
    losses = {("auto", 1): 2.0, ("auto", 2): 5.0, ("mdav", 1): 3.0, ("mdav", 2): 4.0}
    rows = [{"data": "log", "k": 2, "method": m, "seed": seed, "L": loss} for (m, seed), loss in losses.items()]
    assert [c.outcome for c in contests(rows, "L", "L", made_up=True)] == ["less", "more"]


@pytest.mark.parametrize(
    ("ours", "theirs", "outcome", "said"),
    [
        (1.0, 2.0, "less", "less wherever a value changes"),
        (0.0, 0.0, "equal", "less wherever a value changes"),
        (1.0, 1.0, "equal", "the same: survey, k = 2"),
        (2.0, 1.0, "more", "loses more at some points"),
    ],
)
def test_the_bar_is_counted(ours: float, theirs: float, outcome: str, said: str) -> None:
    made = Contest("survey", 2, "SSE", ours, {"mdav": theirs})
    assert made.outcome == outcome
    assert said in verdict_of_contests([made])


# --- the page --------------------------------------------------------------------------------------


def test_the_page_has_every_part() -> None:
    page = RESULTS.read_text("utf-8")
    parts = (
        "What the papers found",
        "Ours beside theirs",
        "Every table and figure in one line",
        "Causes that were tested",
        "What was changed after a first look",
    )
    for head in parts:
        assert f"## {head}" in page
    for name in names():
        assert f'<a id="{name}"></a>' in page, f"{name} has no part; run `make experiments`"
    assert re.search(r"wrote this page .* cores .* minutes", page)
    for picture in re.findall(r"\]\((plots/[^)]+)\)", page):
        assert (RESULTS.parent / picture).is_file()


def test_the_page_is_from_one_state_of_the_code() -> None:
    page = RESULTS.read_text("utf-8")
    assert re.search(r"[\d,]+ runs were made by one state of the code", page)
    assert "Could not be run" not in page


def test_every_claim_that_fails_on_the_page_has_a_tested_cause() -> None:
    lines = RESULTS.read_text("utf-8").splitlines()
    failed = [line for line in lines if re.match(r"\* .*: \*\*(Not reproduced|Order only)\*\*; ", line)]
    assert failed
    assert [line for line in failed if "tested: " not in line] == []


# --- the data --------------------------------------------------------------------------------------


def test_the_survey_of_25_terms_is_as_the_thesis_describes_it() -> None:
    answers = _madeup.survey_of_25_terms().frame
    pairs = Counter(answers.rows())
    assert (len(answers), len(pairs), max(pairs.values())) == (975, 211, 115)
    assert sum(often == 1 for often in pairs.values()) == 118
    assert len({*answers["reason"], *answers["activity"]}) == 25
    assert Counter(answers["reason"]).most_common(1) == [("relaxation", 249)]
    assert "relaxation" not in answers["activity"]


def test_in_the_survey_of_pairs_none_occurs_twice() -> None:
    pairs = _madeup.every_pair_once().frame.rows()
    assert len(pairs) == len(set(pairs)) == 211


def test_kl_as_printed_leaves_absent_records_out_or_counts_them_as_little() -> None:
    tuples = np.array([0, 0, 1]), np.array([0, 0, 0])  # the third record took the values of the others
    pairing = SimpleNamespace(tuples=tuples, counts=np.ones(3))
    assert _tables.kl_of_found(pairing) == pytest.approx(2 / 3 * np.log(2 / 3))  # type: ignore[arg-type]
    hard = _tables.kl_of_found(pairing, absent=0.001)  # type: ignore[arg-type]
    assert hard == pytest.approx(2 / 3 * np.log(2 / 3) + 1 / 3 * np.log(1000))
